/** A violated rule, with a message for users. */
export interface Violation<Rule extends string> {
  readonly rule: Rule;
  readonly message: string;
}
