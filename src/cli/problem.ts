/** An end of a command that its user can do something about. */
export class Problem extends Error {
  override readonly name = "Problem";

  /**
   * @param what what happened, where, and why.
   * @param next what to do about it.
   */
  constructor(
    what: string,
    readonly next: string,
    options?: ErrorOptions,
  ) {
    super(what, options);
  }
}

/** What an error says. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
