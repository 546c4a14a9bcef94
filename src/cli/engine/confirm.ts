import { createInterface } from "node:readline/promises";
import { Problem } from "../problem";

/**
 * Asks on the terminal; only "yes" is a yes.
 *
 * @throws Problem when there is no terminal to ask on.
 */
export async function confirm(question: string): Promise<boolean> {
  if (!process.stdin.isTTY) {
    throw new Problem(
      "Nothing was changed: there is no terminal to ask for a yes.",
      "Run it on a terminal, or with --auto-approve.",
    );
  }
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const interrupted = new AbortController();
  terminal.once("SIGINT", () => interrupted.abort());
  try {
    return (await terminal.question(`${question} Only "yes" is taken: `, interrupted)).trim() === "yes";
  } catch (error) {
    if (interrupted.signal.aborted) return false;
    throw error;
  } finally {
    terminal.close();
  }
}
