import { execFileSync, spawnSync } from "node:child_process";
import { resolve } from "node:path";
import { Command } from "commander";
import { importGraph } from "../import-graph";
import { byFolder, testsOf } from "./selection";

const ROOT = resolve(__dirname, "../..");

const WHICH =
  "For a module of src: the tests in its folder's mirror (src/model/name.ts: test/model/*.test.ts), those that " +
  "import it, and those of each module that imports its values. An index.ts is looked through to the module behind " +
  "it, and imports of types do not count: types are checked by `npm run check`. For a test: itself; for another " +
  "module of test: the tests that import it, at most through one more. Other files, and test/e2e, which needs a " +
  "build, are left to `npm test`.";

const git = (...args: readonly string[]): string =>
  execFileSync("git", args, { cwd: ROOT, encoding: "utf8" }).trimEnd();
const filesOf = (...args: readonly string[]): string[] =>
  git(...args)
    .split("\n")
    .filter(Boolean);

/** The commit at which this branch left main; the last commit where there is no main. */
function branchPoint(): string {
  const main = ["main", "origin/main"].find(
    (branch) => spawnSync("git", ["rev-parse", "--verify", "--quiet", branch], { cwd: ROOT }).status === 0,
  );
  return main === undefined ? "HEAD" : git("merge-base", "HEAD", main);
}

/** Runs the tests, and returns the exit code. */
async function testChanged(base: string, listsOnly: boolean): Promise<number> {
  const untracked = filesOf("ls-files", "--others", "--exclude-standard");
  const changed = [...new Set([...filesOf("diff", "--name-only", "--no-renames", base, "--"), ...untracked])].sort();
  const graph = await importGraph("src", "test");
  const selected = changed.map((file) => ({ file, tests: testsOf(file, graph) }));
  const tests = [...new Set(selected.flatMap((it) => it.tests))].sort();
  if (listsOnly) {
    for (const test of tests) console.log(test);
    return 0;
  }
  console.log(`Changed since ${git("log", "-1", "--format=%h %s", base)}:`);
  for (const it of selected) console.log(`  ${it.file}: ${byFolder(it.tests) || "no unit tests"}`);
  console.log(`${tests.length} test files.`);
  if (tests.length === 0) return 0;
  const jest = [require.resolve("jest/bin/jest"), "--selectProjects", "unit", "--runTestsByPath", ...tests];
  return spawnSync(process.execPath, jest, { cwd: ROOT, stdio: "inherit" }).status ?? 1;
}

void new Command("npm run test:changed --")
  .description(`Runs the unit tests of what has changed, committed or not.\n\n${WHICH}`)
  .argument("[commit]", "since this commit (default: where this branch left main)")
  .option("--list", "print the test files only")
  .action(async (commit: string | undefined, { list = false }: { readonly list?: boolean }) => {
    process.exitCode = await testChanged(commit ?? branchPoint(), list);
  })
  .parseAsync();
