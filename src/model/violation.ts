/** A violated rule, with a message that says what to do. */
export interface Violation<Rule extends string> {
  readonly rule: Rule;
  readonly message: string;
}
