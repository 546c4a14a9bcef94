import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, delimiter, join, resolve } from "node:path";
import { FRAMEWORKS } from "../../src/constructs/base/frameworks";
import { shellQuote } from "../../src/shell-quote";
import { waitForExit, type ProcessResult } from "../cli/command-line";
import { AppFolder } from "../support/app-folder";
import { COMMAND_LINE } from "../support/executables";
import { inTerminal } from "../support/terminal";

const EXAMPLES = resolve(__dirname, "../../examples");
const [FILE, ...WORDS] = COMMAND_LINE;

let app: AppFolder;
beforeEach(() => (app = new AppFolder()));
afterEach(() => app.remove());

/** The files of the app, in all folders. */
const files = (): readonly string[] =>
  readdirSync(app.folder, { recursive: true, withFileTypes: true })
    .filter((it) => it.isFile())
    .map((it) => join(it.parentPath, it.name).slice(app.folder.length + 1))
    .filter((path) => !/^(node_modules|cdktf\.out)\//.test(path))
    .sort();
const text = (path: string): string => readFileSync(join(app.folder, path), "utf8");
const original = (path: string): string => readFileSync(join(EXAMPLES, path), "utf8");

/** The command that `emulator` runs: the same command line. */
const PLAN = [FILE, ...WORDS, "plan", "--max-moves", "all"];
const PRINT = [process.execPath, "-e", "console.log('the command ran')"];

function emulator(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<ProcessResult> {
  const { PATH = "" } = process.env;
  const child = spawn(FILE, [...WORDS, "emulator", ...args], {
    cwd: app.folder,
    env: { PATH, HOME: app.folder, NO_COLOR: "1", ...env },
  });
  child.stdin.end();
  return waitForExit(child);
}

test.each([
  ["placement", [], "Plan: 14 to create, 0 to update, 873 workspaces to move, 0 to delete."],
  ["landing-zone", [], "Plan: 2 to create, 0 to update, 5 workspaces to move, 0 to delete, 7 assignments to set."],
  [
    "ci",
    [
      ".github/actions/setup-tfprojects/action.yml",
      ...["apply", "drift", "plan"].map((name) => `.github/workflows/${name}.yml`),
    ],
    "Plan: 2 to create, 1 to update, 3 workspaces to move, 0 to delete.",
  ],
])("--example %s writes an app, whose organization the command finds", async (name, more, planned) => {
  const { status, stdout, stderr } = await emulator(["--example", name, "--", ...PLAN]);
  expect([status, stdout]).toEqual([0, expect.stringContaining(planned)]);
  expect(files()).toEqual([...more, "cdktf.json", "main.ts", "seed.json"]);
  expect(stderr).toContain(`Wrote ${files().length} files of the example ${name}: `);
  const [, page] = /It is explained in (\S+) of the package\./.exec(stderr)!;
  expect(existsSync(resolve(EXAMPLES, "..", page!))).toBe(true);
  for (const path of more) {
    const folder = ["plan-and-apply-in-ci", "drift-in-ci", "setup-tfprojects"].find((it) =>
      existsSync(join(EXAMPLES, it, basename(path))),
    );
    expect(text(path)).toBe(original(`${folder}/${basename(path)}`));
  }
  // From then on, the organization is in the folder.
  const again = await emulator(["--seed", "seed.json", "--", ...PLAN]);
  expect([again.status, again.stdout]).toEqual([0, expect.stringContaining(planned)]);
});

test("a file of that name is kept, and nothing is written or run", async () => {
  app.write("main.ts", "mine");
  const { status, stdout, stderr } = await emulator(["--example", "landing-zone", "--", ...PRINT]);
  expect([status, stdout]).toEqual([1, ""]);
  expect(stderr).toContain("already has main.ts.");
  expect(stderr).toContain("Run the command in an empty folder.");
  expect([files(), text("main.ts")]).toEqual([["main.ts"], "mine"]);
});

test("where the emulator cannot start, nothing is written", async () => {
  const { status, stderr } = await emulator(["--example", "landing-zone", "--token", "a b", "--", ...PRINT]);
  expect([status, stderr]).toEqual([1, expect.stringContaining("--token is not a valid token")]);
  expect(files()).toEqual([]);
});

test.each([
  [["--example", "unknown"], "Allowed choices are placement, landing-zone, ci."],
  [["--example", "ci", "--seed", "seed.json"], "option '--example <name>' cannot be used with option '--seed <file>'"],
])("%j is an error of usage", async (args, message) => {
  const { status, stderr } = await emulator([...args, "--", ...PRINT]);
  expect([status, stderr]).toEqual([1, expect.stringContaining(message)]);
  expect(files()).toEqual([]);
});

/** Programs in place of package managers, which record how they are called; the real npm runs on request. */
function recordInstallations(status: number): Readonly<Record<string, string>> {
  const bin = join(app.folder, "node_modules/recorders");
  mkdirSync(bin);
  for (const name of ["npm", "pnpm", "yarn"]) {
    const script = `#!/bin/sh\necho "${name} $*" >> ${app.folder}/calls.log\necho installed\nexit ${status}\n`;
    writeFileSync(join(bin, name), script, { mode: 0o755 });
  }
  return { PATH: [bin, process.env["PATH"]].join(delimiter) };
}

describe("where packages are missing", () => {
  beforeEach(() => {
    app.remove();
    app = new AppFolder([]);
  });
  const ADDED = `cdktf@${FRAMEWORKS.cdktf.packages.cdktf}`;

  test.each([
    ["npm", [], "npm install"],
    ["npm", ["package.json"], `npm install ${ADDED}`],
    ["npm", ["package.json", "package-lock.json"], `npm install ${ADDED}`],
    ["pnpm", ["package.json", "pnpm-lock.yaml"], `pnpm add ${ADDED}`],
    ["yarn", ["package.json", "yarn.lock"], `yarn add ${ADDED}`],
  ])("%s installs them in a folder with %j, and its output is not that of the command", async (_, present, call) => {
    for (const file of present) app.write(file, "{}");
    const { status, stdout } = await emulator(["--example", "landing-zone", "--", ...PRINT], recordInstallations(0));
    expect([status, stdout]).toEqual([0, "the command ran\n"]);
    expect(text("calls.log")).toBe(`${call}\n`);
    const packaging = present.length > 0 ? [] : [".gitignore", "package.json", "tsconfig.json"];
    expect(files()).toEqual(["calls.log", "cdktf.json", "main.ts", "seed.json", ...packaging, ...present].sort());
    if (present.length > 0) expect(text("package.json")).toBe("{}");
    else expect(JSON.parse(text("package.json"))).toMatchObject({ dependencies: FRAMEWORKS.cdktf.packages });
  });

  test("a failure says what to run, and the command does not run", async () => {
    const args = ["--example", "landing-zone", "--", ...PRINT];
    const { status, stdout, stderr } = await emulator(args, recordInstallations(7));
    expect([status, stdout]).toEqual([3, ""]);
    expect(stderr).toContain("could not be installed: npm exited with status 7");
    expect(stderr).toContain("Run `npm install`, and then the command with --seed seed.json instead of --example.");
  });
});

describe("on a terminal", () => {
  const line = (...args: readonly string[]): string =>
    [FILE, ...WORDS, "emulator", ...args, "--", ...PRINT].map(shellQuote).join(" ");
  const typed = (answer: string): Promise<ProcessResult> =>
    inTerminal(line(), { cwd: app.folder, env: { HOME: app.folder } }, [/Enter a value: /, answer]);

  test("an empty folder is offered the examples, and the one that is named is written", async () => {
    app.write("package.json", "{}").write(".npmrc", "");
    const { status, stdout } = await typed("landing-zone\n");
    expect([status, stdout]).toEqual([0, expect.stringContaining("the command ran")]);
    expect(stdout).toContain("Wrote 3 files of the example landing-zone: cdktf.json, main.ts, seed.json.");
    expect(files()).toEqual([".npmrc", "cdktf.json", "main.ts", "package.json", "seed.json"]);
  });

  test.each([
    ["nothing", "\n"],
    ["the end of input", "\u0004"],
  ])("after %s, only the command runs", async (_, answer) => {
    const { status, stdout } = await typed(answer);
    expect([status, stdout]).toEqual([0, expect.stringMatching(/begin with an example[\s\S]*the command ran/)]);
    expect(files()).toEqual([]);
  });

  test.each([
    ["another name", "placements\n", 1, 'There is no example "placements". Nothing was written.'],
    ["Ctrl-C", "\u0003", 130, "Canceled. Nothing was written."],
  ])("after %s, nothing is written or run", async (_, answer, expected, message) => {
    const { status, stdout } = await typed(answer);
    expect([status, stdout]).toEqual([expected, expect.stringContaining(message)]);
    expect(stdout).not.toContain("the command ran");
    expect(files()).toEqual([]);
  });

  test.each([
    ["in a folder with code", "main.tf", []],
    ["with a seed", ".seed.json", ["--seed", ".seed.json"]],
    ["with a state", ".gitignore", ["--state", ".state"]],
  ])("nothing is asked %s", async (_, file, args) => {
    app.write(file, { organizations: [{ name: "acme" }] });
    const { status, stdout } = await inTerminal(line(...args), { cwd: app.folder, env: {} });
    expect([status, stdout.trim()]).toEqual([0, "the command ran"]);
  });
});
