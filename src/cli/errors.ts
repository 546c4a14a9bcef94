/** An end of a command that its user can do something about. */
export class CliError extends Error {
  override readonly name = "Problem";
  /** What the command ends with: 1 when nothing was changed, else 3. */
  readonly status: number;

  /**
   * @param message what happened, where, and why.
   * @param nextStep what to do about it.
   */
  constructor(
    message: string,
    readonly nextStep: string,
    { status = 1, ...options }: ErrorOptions & { readonly status?: number } = {},
  ) {
    super(message, options);
    this.status = status;
  }
}

/** What an error says. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
