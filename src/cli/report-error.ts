import { ApiError } from "../api";
import { ReconcileError } from "../reconcile";
import { UserError } from "../user-error";
import { nextStepOf } from "./next-step";
import { printErr, stderrColors, stdout } from "./output";
import { errorAsJson } from "../engine/report/json";
import { sanitizeLines } from "../sanitize";

/** Prints the error that ended a command to stderr. */
export function printError(error: unknown, command: string): void {
  const nextStep = error instanceof UserError ? [sanitizeLines(nextStepOf(error, command))] : [];
  printErr(`${stderrColors.red("error:")} ${sanitizeLines(textOf(error))}`, ...nextStep);
}

function textOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // Messages of errors of the service include the next step. Anything else is a bug; a report needs its stack.
  const isExpected = [UserError, ApiError, ReconcileError].some((type) => error instanceof type);
  return isExpected ? error.message : (error.stack ?? error.message);
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
