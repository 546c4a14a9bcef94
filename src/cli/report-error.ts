import { ApiError } from "../api";
import { ReconcileError } from "../reconcile";
import { UserError } from "../user-error";
import { nextStepOf } from "./next-step";
import { stdout } from "./output";
import { errorAsJson } from "../engine/report/json";
import { sanitizeLines } from "../sanitize";
import { printErr, stderrColors } from "./terminal";

/** Prints the error that ended a command to stderr. */
export function printError(error: unknown, command: string): void {
  const heading = stderrColors.red("error:");
  if (error instanceof UserError) {
    printErr(`${heading} ${sanitizeLines(error.message)}`, sanitizeLines(nextStepOf(error, command)));
    return;
  }
  // Their messages include the next step.
  if (error instanceof ApiError || error instanceof ReconcileError) {
    printErr(`${heading} ${sanitizeLines(error.message)}`);
    return;
  }
  // Anything else is a bug; a report needs its stack.
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  printErr(`${heading} ${sanitizeLines(text)}`);
}

/** Writes the document of the error to stdout, unless there is a document already. */
export async function printErrorDocument(error: unknown, command: string): Promise<void> {
  if (stdout.hasOutput) return;
  stdout.write(errorAsJson(error, (it) => nextStepOf(it, command)));
  try {
    await stdout.flush();
  } catch {
    // The text of the error is on stderr, and the exit status is the same.
  }
}
