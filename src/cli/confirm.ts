import { createInterface } from "node:readline/promises";
import { UserError } from "../user-error";
import { InterruptedError } from "./action-command";
import { printErr } from "./output";

/** What is asked before something is changed. */
export interface Question {
  readonly question: string;
  /** The error if the answer is no, and what to enter. */
  readonly canceled: readonly [message: string, nextStep: string];
}

/**
 * Asks for approval on the terminal.
 *
 * @throws UserError when it is declined, or when there is no terminal; InterruptedError after Ctrl-C.
 */
export async function approve({ question, canceled: [message, nextStep] }: Question): Promise<void> {
  const answer = await ask(question);
  if (answer === "yes") return;
  throw new (answer === "interrupted" ? InterruptedError : UserError)(message, nextStep, { code: "CANCELED" });
}

/**
 * Asks on the terminal.
 *
 * @param signal - Once aborted, the question counts as declined.
 * @returns whether the answer is "yes".
 * @throws UserError when there is no terminal.
 */
export async function confirm(question: string, signal: AbortSignal): Promise<boolean> {
  return (await ask(question, signal)) === "yes";
}

async function ask(question: string, signal?: AbortSignal): Promise<"yes" | "no" | "interrupted"> {
  if (!process.stdin.isTTY) {
    throw new UserError(
      "Nothing was changed: confirmation needs a terminal.",
      "Use --auto-approve to skip interactive approval.",
      { code: "APPROVAL_REQUIRED" },
    );
  }
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  // Ctrl-C, Ctrl-D and a closed terminal would otherwise leave the question unanswered forever.
  const closed = new AbortController();
  terminal.once("SIGINT", () => closed.abort("interrupted"));
  terminal.once("close", () => closed.abort());
  const decline = (): void => closed.abort();
  signal?.addEventListener("abort", decline);
  printErr(question, '  Only "yes" will be accepted to approve.', "");
  try {
    return (await terminal.question("  Enter a value: ", closed)).trim() === "yes" ? "yes" : "no";
  } catch (error) {
    if (!closed.signal.aborted && !(error instanceof Error && error.name === "AbortError")) throw error;
    printErr("");
    return closed.signal.reason === "interrupted" ? "interrupted" : "no";
  } finally {
    signal?.removeEventListener("abort", decline);
    terminal.close();
  }
}
