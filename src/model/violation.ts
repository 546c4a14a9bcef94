/** A violated rule, with a message that says what to do. */
export interface Violation<Rule extends string> {
  readonly rule: Rule;
  readonly message: string;
}

/** The first message; undefined without violations. */
export function firstViolation(violations: readonly Violation<string>[]): string | undefined {
  return violations[0]?.message;
}
