import { sideOf } from "./shows";
import type { Id, Showing, Statement } from "./statement";

/** What `test/FILE.test.ts` shows, with the tests as `GROUP › TEST`. */
export function showing(file: string, shown: Id | Statement, ...tests: readonly string[]): Showing {
  const path = `test/${file}.test.ts`;
  return { file: path, shown, side: sideOf(path), tests: tests.map((test) => test.split(" › ")) };
}
