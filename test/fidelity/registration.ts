import { appendFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import type { Id, Showing, Side, Statement } from "./statement";
import { idOf } from "./statement";

/** A test, or a group, which has children, as jest-circus has it. The group around all others has no parent. */
interface Defined {
  readonly name: string;
  readonly parent?: Defined;
  readonly children?: readonly Defined[];
}

type Each = (...table: readonly unknown[]) => (...its: readonly unknown[]) => unknown;

/** What a test file has from jest, and by test/environment.mjs. */
const environment = globalThis as unknown as {
  readonly jestCircus: { readonly currentDescribeBlock: Required<Pick<Defined, "children">>; hasStarted: boolean };
  onTestsDefined: () => void;
} & Record<"describe" | "test" | "it", { each: Each }>;

/** The running test file. */
export const FILE = relative(join(__dirname, "../.."), expect.getState().testPath ?? "")
  .split(sep)
  .join("/");

/** The cases of each parameterized test or group, by the first. */
const cases = new Map<Defined | undefined, readonly Defined[]>();
for (const name of ["describe", "test", "it"] as const) {
  const { each } = environment[name];
  environment[name].each =
    (...table) =>
    (...its) => {
      const { children } = environment.jestCircus.currentDescribeBlock;
      const before = children.length;
      each(...table)(...its);
      cases.set(children[before], children.slice(before));
    };
}

interface Call {
  readonly shown: Statement | Id;
  readonly side: Side;
  /** Only of tests with these in their titles. */
  readonly words: string | undefined;
  /** The group that the call is in, and how many tests and groups of it are before the call. */
  readonly siblings: readonly Defined[];
  readonly before: number;
}

const calls: Call[] = [];

/** What is registered is of the next test or group of the file, or of all its cases. */
export function register(shown: Statement | Id, side: Side, words?: string): void {
  const { hasStarted, currentDescribeBlock } = environment.jestCircus;
  if (hasStarted) fail(shown, "in a test");
  const siblings = currentDescribeBlock.children;
  calls.push({ shown, side, words, siblings, before: siblings.length });
}

/** The file says what its tests show. */
environment.onTestsDefined = () => {
  const showings = calls.map((call) => ({ ...call, tests: testsOf(call) }));
  const seen = new Set<string>();
  for (const { shown, side, words, tests } of showings) {
    // In a group that is repeated, one of its repetitions has the case.
    const same = showings.filter((it) => it.words === words && idOf(it.shown) === idOf(shown));
    if (same.every((it) => it.tests.length === 0)) fail(shown, `by no test with "${words ?? ""}" in its titles`);
    for (const titles of tests) {
      const key = JSON.stringify([idOf(shown), side, titles]);
      if (seen.has(key)) fail(shown, `twice by "${titles.join(" › ")}"`);
      seen.add(key);
    }
  }
  const lines = showings.map(({ shown, side, tests }): Showing => ({ file: FILE, shown, side, tests }));
  const { FIDELITY_FOLDER, TFPROJECTS_TEST_FOLDER } = process.env;
  const file = join(FIDELITY_FOLDER ?? TFPROJECTS_TEST_FOLDER ?? "", `fidelity-${process.pid}.jsonl`);
  appendFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
};

function testsOf({ shown, words, siblings, before }: Call): Showing["tests"] {
  const next = siblings[before];
  if (next === undefined) return fail(shown, "where no test follows");
  const tests = (cases.get(next) ?? [next]).flatMap(testsIn).map(titlesOf);
  return words === undefined ? tests : tests.filter((titles) => hasWords(titles.join(" "), words));
}

function testsIn(it: Defined): readonly Defined[] {
  return it.children?.flatMap(testsIn) ?? [it];
}

function titlesOf({ name, parent }: Defined): readonly string[] {
  return parent === undefined ? [] : [...titlesOf(parent), name];
}

function hasWords(title: string, words: string): boolean {
  const literal = words.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return new RegExp(`(?<![^\\s"(])${literal}(?![^\\s":,)]|,\\S)`).test(title);
}

function fail(shown: Statement | Id, how: string): never {
  throw new Error(`${FILE}: "${idOf(shown)}" is shown ${how}.`);
}
