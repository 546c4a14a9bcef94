/** A mutant that no test can find, since the program behaves the same with it. */
export interface Equivalent {
  readonly file: string;
  /** The line that it starts on, without indentation. */
  readonly line: string;
  readonly replacement: string;
  readonly because: string;
}

/** Looked at one by one, when tests had missed them. A test fails when a line is no longer there. */
export const equivalents: readonly Equivalent[] = [];
