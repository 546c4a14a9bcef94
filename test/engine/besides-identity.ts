import type { Diagnostic } from "../../src/model";

/** The warnings of a plan without that of the identity of runs, which almost any plan with moves has. */
export function besidesIdentity(warnings: readonly Diagnostic[]): readonly Diagnostic[] {
  return warnings.filter(({ code }) => code !== "run-identity");
}
