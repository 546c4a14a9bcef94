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

/** What ends a question: Ctrl-C, `kill`, and the end of the terminal. */
const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
type EndingSignal = (typeof SIGNALS)[number];

/**
 * Asks for approval on the terminal.
 *
 * @throws UserError when it is declined, or when there is no terminal; InterruptedError after a signal.
 */
export async function approve({ question, canceled: [message, nextStep] }: Question): Promise<void> {
  if (!process.stdin.isTTY) {
    throw new UserError(
      "Nothing was changed: confirmation needs a terminal.",
      "Use --auto-approve to skip interactive approval.",
      { code: "APPROVAL_REQUIRED" },
    );
  }
  const { answer, signal } = await ask(question, '  Only "yes" will be accepted to approve.');
  if (answer === "yes") return;
  if (signal === undefined) throw new UserError(message, nextStep, { code: "CANCELED" });
  throw new InterruptedError(message, nextStep, signal);
}

/** What was entered: nothing at the end of input, or after a signal. */
export interface Answer {
  readonly answer: string;
  readonly signal: EndingSignal | undefined;
}

/** Asks on the terminal, which there has to be. */
export async function ask(...question: readonly string[]): Promise<Answer> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  // Signals, Ctrl-D and a closed terminal would otherwise leave the question unanswered forever.
  const closed = new AbortController();
  let interrupted: EndingSignal | undefined;
  const interrupt = (signal: EndingSignal = "SIGINT"): void => {
    interrupted = signal;
    closed.abort();
  };
  // The terminal does not send a signal for Ctrl-C while it is read key by key.
  terminal.once("SIGINT", interrupt);
  for (const signal of SIGNALS) process.once(signal, interrupt);
  terminal.once("close", () => closed.abort());
  printErr(...question, "");
  try {
    return { answer: (await terminal.question("  Enter a value: ", closed)).trim(), signal: undefined };
  } catch (error) {
    if (!closed.signal.aborted && !(error instanceof Error && error.name === "AbortError")) throw error;
    printErr("");
    return { answer: "", signal: interrupted };
  } finally {
    for (const signal of SIGNALS) process.off(signal, interrupt);
    terminal.close();
  }
}
