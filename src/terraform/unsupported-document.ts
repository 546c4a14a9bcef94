import { shownSource } from "../source";
import { messageOf } from "../system-errors";
import { UserError, type Remedy } from "../user-error";

/** A Terraform state or plan from which objects cannot be read. */
export class UnsupportedDocumentError extends Error {
  override readonly name = "UnsupportedDocumentError";

  /**
   * @param reason - A sentence.
   * @param nextStep - What to do, as a sentence; empty if `remedy` is all.
   * @param remedy - What else to do, in words of the caller.
   */
  constructor(
    readonly reason: string,
    readonly nextStep: string,
    readonly remedy?: Remedy,
  ) {
    super(`${reason} ${nextStep}`.trim());
  }
}

type Document = "state" | "plan";

/**
 * Runs what reads a document.
 *
 * @param source - Where it is: the path of a file, or `-` for stdin.
 * @param advice - What to do if it cannot be read at all. @default - such errors are thrown as they are
 * @throws UserError when it cannot be read.
 */
export function readable<T>(document: Document, source: string, read: () => T, advice?: string): T {
  try {
    return read();
  } catch (error) {
    if (advice === undefined && !(error instanceof UnsupportedDocumentError)) throw error;
    throw unreadable(document, source, error, advice);
  }
}

/**
 * The content of a document, as it is read.
 *
 * @param advice - What to do if it cannot be read.
 * @throws UserError when it cannot be read.
 */
export async function readableContent<T>(
  document: Document,
  source: string,
  content: Promise<T>,
  advice: string,
): Promise<T> {
  try {
    return await content;
  } catch (error) {
    throw unreadable(document, source, error, advice);
  }
}

/** About a document that cannot be read. */
function unreadable(document: Document, source: string, error: unknown, advice = ""): UserError {
  const { reason, nextStep, remedy } =
    error instanceof UnsupportedDocumentError
      ? error
      : { reason: `${messageOf(error)}.`, nextStep: advice, remedy: undefined };
  return new UserError(`Cannot read the Terraform ${document} ${shownSource(source)}: ${reason}`, nextStep, {
    code: document === "state" ? "INVALID_STATE" : "INVALID_PLAN",
    cause: error,
    remedy,
  });
}
