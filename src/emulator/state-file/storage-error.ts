/** What has changed could not be made durable: nobody may be told that it has happened. */
export class StorageError extends Error {
  override readonly name = "StorageError";

  constructor(path: string, cause: unknown) {
    const why = cause instanceof Error ? cause.message : String(cause);
    super(
      `The state file ${path} could not be written: ${why}. What was asked for last may be lost when the emulator ends; it is written with the next request, once that is possible.`,
      { cause },
    );
  }
}
