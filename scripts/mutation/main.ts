import { copyFileSync, existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve, sep } from "node:path";
import { Command, InvalidArgumentError } from "commander";
import { positiveInteger } from "../../src/cli/option-values";
import { equivalents } from "./equivalents";
import { draw, estimate, rangesOf } from "./sample";
import type { Range } from "./sample";
import type { Mutant, Report } from "./stryker";
import { installStryker, mutantsOf, runStryker } from "./stryker";

const ROOT = resolve(__dirname, "../..");

const program = new Command("npm run test:mutation --")
  .description(
    "Measures what tests find: changes the code in small ways (mutants), and runs a folder's tests with each of them.",
  )
  .argument("<folder>", "of src, such as model or emulator/engine", folderOf("src"))
  .option("--seed <number>", "draws other mutants", positiveInteger, 1)
  // Some of them are static: mostly more than 200 remain.
  .option("--mutants <number>", "how many to draw", positiveInteger, 320)
  .option("--tests <folders...>", "folders of test with the tests (default: the same as of src)", collectFolders)
  .option("--all-tests", "try each mutant with all tests: for code that they run in processes of their own", false)
  .option("--report <file>", "write Stryker's report to this file, as JSON");

interface Flags {
  readonly seed: number;
  readonly mutants: number;
  readonly tests?: readonly string[];
  readonly allTests: boolean;
  readonly report?: string;
}

/** What became of a mutant. Those that a test run misses are `equal` if no test can find them. */
type Fate = "found" | "missed" | "equal" | "static" | "failed";

const FATES: Readonly<Record<string, Fate>> = {
  Killed: "found",
  Timeout: "found",
  Survived: "missed",
  NoCoverage: "missed",
  Ignored: "static",
};

interface Located extends Mutant {
  readonly file: string;
  readonly line: string;
  readonly fate: Fate;
}

function main(source: string, { seed, mutants: wanted, tests = [source], allTests, report }: Flags): void {
  const node = installStryker();
  const ranges = rangesOf(mutantsOf(node, filesOf(source)));
  const drawn = draw(ranges, wanted, seed);
  const folder = mkdtempSync(join(tmpdir(), "tfprojects-mutation-"));
  try {
    const mutants = located(runStryker(node, drawn, { tests, allTests }, folder));
    const missed = mutants.filter(({ fate }) => fate === "missed");
    console.log(`\n${missed.map(asText).join("\n")}\n\n${summary({ source, seed }, ranges, drawn, mutants)}`);
    if (report !== undefined) copyFileSync(join(folder, "report.json"), report);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @throws InvalidArgumentError when it is no folder of `parent` */
function folderOf(parent: string): (text: string) => string {
  return (text) => {
    if (existsSync(join(ROOT, parent, text))) return text;
    throw new InvalidArgumentError(`${parent} has no such folder.`);
  };
}

function collectFolders(text: string, previous: readonly string[] = []): readonly string[] {
  return [...previous, folderOf("test")(text)];
}

function filesOf(source: string): readonly string[] {
  return readdirSync(join(ROOT, "src", source), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts"))
    .map((file) => `src/${source}/${file.split(sep).join("/")}`)
    .sort();
}

function located(report: Report): readonly Located[] {
  return Object.entries(report).flatMap(([file, { source, mutants }]) => {
    const lines = source.split("\n");
    return mutants.map((mutant) => {
      const line = lines[mutant.location.start.line - 1]?.trim() ?? "";
      const fate = FATES[mutant.status] ?? "failed";
      return { ...mutant, file, line, fate: fate === "missed" && isEqual(file, line, mutant) ? "equal" : fate };
    });
  });
}

function isEqual(file: string, line: string, { replacement }: Mutant): boolean {
  return equivalents.some((it) => it.file === file && it.line === line && it.replacement === replacement);
}

function asText({ file, line, location: { start }, status, mutatorName, replacement }: Located): string {
  return `${status} ${file}:${start.line}:${start.column} ${mutatorName}\n  ${line}\n  ${replacement}`;
}

/** The row of the table in docs/internals/reliability.md. */
function summary(
  { source, seed }: { readonly source: string; readonly seed: number },
  all: readonly Range[],
  drawn: readonly Range[],
  mutants: readonly Located[],
): string {
  const count = (fate: Fate, its = mutants): number => its.filter((it) => it.fate === fate).length;
  const outcomes = drawn.map(({ file, start, end }) => {
    const its = mutants.filter(
      (it) => it.file === file && it.location.start.line >= start && it.location.end.line <= end,
    );
    return { mutants: count("found", its) + count("missed", its), found: count("found", its) };
  });
  const { share, low, high } = estimate(outcomes, all.length);
  const percent = (part: number): string => `${Math.round(part * 100)}%`;
  const cells = [
    `\`${source}\``,
    `${percent(share)} (${percent(low)} to ${percent(high)})`,
    count("found") + count("missed") + count("equal"),
    count("found"),
    count("equal"),
    count("static"),
    all.reduce((sum, range) => sum + range.mutants, 0),
    seed,
  ];
  const timedOut = mutants.filter(({ status }) => status === "Timeout").length;
  return `${timedOut} timed out, ${count("failed")} could not run.\n| ${cells.join(" | ")} |`;
}

program.action(main).parse();
