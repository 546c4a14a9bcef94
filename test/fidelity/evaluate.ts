import type { Row, Section, TestReference } from "./catalogue";
import { SIDES } from "./statement";

/** A row with what is in the way of its being shown. */
export interface EvaluatedRow {
  readonly row: Row;
  /** Sentences. */
  readonly open: readonly string[];
  /** All its tests on a side are in files that are run on request only: test/e2e/on-request.mjs. */
  readonly isOnRequest: boolean;
}

export function keyOf({ file, titles }: TestReference): string {
  return [file, ...titles].join(" › ");
}

/**
 * @param passed whether tests have passed, by {@link keyOf}
 * @param isLeftOut whether a file is one of those on request, and was not run
 */
export function evaluate(
  sections: readonly Section[],
  passed: ReadonlyMap<string, boolean>,
  isLeftOut: (file: string) => boolean,
): readonly EvaluatedRow[] {
  const rows = sections.flatMap((section) => section.rows);
  return rows.map((row) => {
    const sides = SIDES.map((side) => row.tests[side]).filter((tests) => tests.length > 0);
    const here = sides.map((tests) => tests.filter(({ file }) => !isLeftOut(file)));
    const open = here.flatMap((tests) => tests.find((test) => passed.get(keyOf(test)) !== true) ?? []);
    return {
      row,
      open: open.map((test) => `"${keyOf(test)}" did not pass`),
      isOnRequest: here.some((tests) => tests.length === 0),
    };
  });
}
