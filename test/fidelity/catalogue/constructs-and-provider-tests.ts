import type { Evidence } from "../row";
import { testsOf } from "../row";

export { notHere } from "./build";

/**
 * With the real Terraform. Of the end-to-end tests this alone is named by rows: `npm run fidelity` runs what is named,
 * and the others take long.
 */
export const everyOperation = testsOf("test/e2e/every-operation.test.ts")("every-operation");

/**
 * Rows of a section, by their names, with the tests that show all of them.
 *
 * @param section slug of its title
 */
export function each(
  section: string,
  names: readonly string[],
  shown: Evidence,
): readonly (readonly [string, Evidence])[] {
  return names.map((name) => [`${section} ${name}`, shown]);
}
