/** Whether `npm run test:e2e:all` runs the tests. */
export const RUNS_ALL = process.env["TFPROJECTS_E2E"] === "all";

/** The cases of a test: so many in `npm test`, all in `npm run test:e2e:all`. */
export function casesInEachRun<T>(count: number, cases: readonly T[]): readonly T[] {
  return RUNS_ALL ? cases : cases.slice(0, count);
}
