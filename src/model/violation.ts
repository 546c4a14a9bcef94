/** One broken rule: which one, and a sentence a person can act on. */
export interface Violation<Rule extends string> {
  readonly rule: Rule;
  readonly message: string;
}

/** The first broken rule's sentence, or undefined when all rules hold. */
export function firstViolation(violations: readonly Violation<string>[]): string | undefined {
  return violations[0]?.message;
}
