import { copyFileSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve, sep } from "node:path";
import { parseArgs } from "node:util";
import { equivalents } from "./equivalents";
import { draw, estimate, rangesOf } from "./sample";
import type { Range } from "./sample";
import type { Mutant, Report } from "./stryker";
import { installStryker, mutantsOf, runStryker } from "./stryker";

/*
 * Measures what tests find: changes the code in small ways (mutants), and runs a folder's tests with each of them.
 *
 *     npm run test:mutation -- model                      320 mutants of src/model, with the tests of test/model
 *     npm run test:mutation -- model --seed 7             other ones
 *     npm run test:mutation -- model --mutants 1000       more of them
 *     npm run test:mutation -- model --report FILE        with Stryker's report, as JSON
 *     npm run test:mutation -- emulator/engine --tests emulator
 *                                                         with the tests of test/emulator
 */

const ROOT = resolve(__dirname, "../..");

const { values, positionals } = parseArgs({
  options: {
    seed: { type: "string", default: "1" },
    // Some of them are static: mostly more than 200 remain.
    mutants: { type: "string", default: "320" },
    report: { type: "string" },
    tests: { type: "string", multiple: true },
  },
  allowPositionals: true,
});

interface Located extends Mutant {
  readonly file: string;
  readonly line: string;
}

function main(source: string): void {
  const node = installStryker();
  const ranges = rangesOf(mutantsOf(node, filesOf(source)));
  const drawn = draw(ranges, Number(values.mutants), Number(values.seed));
  const folder = mkdtempSync(join(tmpdir(), "tfprojects-mutation-"));
  try {
    const mutants = located(runStryker(node, drawn, values.tests ?? [source], folder));
    const missed = mutants.filter(({ status }) => ["Survived", "NoCoverage"].includes(status));
    console.log(
      `\n${missed
        .filter((it) => becauseOf(it) === undefined)
        .map(asLine)
        .join("\n")}`,
    );
    console.log(`\n${summary(source, ranges, drawn, mutants)}`);
    if (values.report !== undefined) copyFileSync(join(folder, "report.json"), values.report);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
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
    return mutants.map((mutant) => ({ ...mutant, file, line: lines[mutant.location.start.line - 1]?.trim() ?? "" }));
  });
}

/** Why a mutant is equal to the code, if it is. */
function becauseOf({ file, line, replacement }: Located): string | undefined {
  return equivalents.find((it) => it.file === file && it.line === line && it.replacement === replacement)?.because;
}

function asLine({ file, line, location: { start }, status, mutatorName, replacement }: Located): string {
  return `${status} ${file}:${start.line}:${start.column} ${mutatorName}\n  ${line}\n  ${replacement}`;
}

/** The row of the table in docs/reliability.md. */
function summary(source: string, all: readonly Range[], drawn: readonly Range[], mutants: readonly Located[]): string {
  const equal = mutants.filter((it) => becauseOf(it) !== undefined);
  const tried = mutants.filter((it) => ["Killed", "Timeout", "Survived", "NoCoverage"].includes(it.status));
  const found = ({ status }: Located): boolean => status === "Killed" || status === "Timeout";
  const counted = tried.filter((it) => !equal.includes(it));
  const outcomes = drawn.map(({ file, start, end }) => {
    const its = counted.filter(
      (it) => it.file === file && it.location.start.line >= start && it.location.end.line <= end,
    );
    return { mutants: its.length, found: its.filter(found).length };
  });
  const { share, low, high } = estimate(outcomes, all.length);
  const percent = (part: number): string => `${Math.round(part * 100)}%`;
  const total = all.reduce((sum, range) => sum + range.mutants, 0);
  const count = (status: string): number => mutants.filter((it) => it.status === status).length;
  const cells = [
    `\`${source}\``,
    `${percent(share)} (${percent(low)} to ${percent(high)})`,
    tried.length,
    counted.filter(found).length,
    equal.length,
    count("Ignored"),
    total,
    values.seed,
  ];
  return `${count("Timeout")} timed out, ${count("RuntimeError")} could not run.\n| ${cells.join(" | ")} |`;
}

const [source, ...others] = positionals;
if (source === undefined || others.length > 0) throw new Error("Name one folder of src, such as model.");
main(source);
