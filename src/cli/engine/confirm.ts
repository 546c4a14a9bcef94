import { createInterface } from "node:readline/promises";
import { CliError } from "../errors";
import { printErr } from "../terminal";

/**
 * Asks on the terminal; only "yes" is a yes.
 *
 * @throws Problem when there is no terminal to ask on.
 */
export async function confirm(question: string): Promise<boolean> {
  if (!process.stdin.isTTY) {
    throw new CliError(
      "Nothing was changed: there is no terminal to ask for a yes.",
      "Run it on a terminal, or with --auto-approve.",
    );
  }
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  // Ctrl-C, Ctrl-D, and a terminal that goes away; without this nobody would ever answer then.
  const closed = new AbortController();
  terminal.once("SIGINT", () => closed.abort());
  terminal.once("close", () => closed.abort());
  try {
    return (await terminal.question(`${question} Only "yes" is taken: `, closed)).trim() === "yes";
  } catch (error) {
    if (!closed.signal.aborted && !(error instanceof Error && error.name === "AbortError")) throw error;
    printErr("");
    return false;
  } finally {
    terminal.close();
  }
}
