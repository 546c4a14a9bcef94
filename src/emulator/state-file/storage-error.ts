/** Changes could not be made durable and must not be acknowledged. */
export class StorageError extends Error {
  override readonly name = "StorageError";

  constructor(path: string, cause: unknown) {
    const why = cause instanceof Error ? cause.message : String(cause);
    super(
      `The state file ${path} could not be written: ${why}. The latest changes may be lost when the emulator stops; ` +
        "the next request tries to write them again.",
      { cause },
    );
  }
}
