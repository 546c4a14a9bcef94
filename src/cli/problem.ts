/** An end of a command that its user can do something about. */
export class Problem extends Error {
  override readonly name = "Problem";
  /** What the command ends with: 1 when nothing was changed, else 3. */
  readonly status: number;

  /**
   * @param what what happened, where, and why.
   * @param next what to do about it.
   */
  constructor(
    what: string,
    readonly next: string,
    { status = 1, ...options }: ErrorOptions & { readonly status?: number } = {},
  ) {
    super(what, options);
    this.status = status;
  }
}

/** What an error says. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
