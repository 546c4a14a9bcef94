import colors from "picocolors";
import { stdout, UndeliveredError, writeToStderr } from "./output";
import { Problem } from "./problem";

/** Status of work that is done, in part at least, although the command did not come to its proper end. */
const PARTLY = 3;

/**
 * Colours only where the stream is a terminal that has them; `NO_COLOR` switches them off, `FORCE_COLOR` on, unless it says 0 or false: those
 * switch them off too. Set to nothing is as good as not set.
 */
function colorsFor(stream: { readonly isTTY?: boolean }): ReturnType<typeof colors.createColors> {
  const { NO_COLOR: no, FORCE_COLOR: force } = process.env;
  if (no || force === "0" || force === "false") return colors.createColors(false);
  return colors.createColors(Boolean(force) || (stream.isTTY === true && colors.isColorSupported));
}

/** What a person reads beside the result goes to stderr, so that stdout holds nothing but the result. */
export const stderrColors = colorsFor(process.stderr);
export const stdoutColors = colorsFor(process.stdout);

/** Writes lines to stderr. */
export function tell(...lines: readonly string[]): void {
  writeToStderr(`${lines.join("\n")}\n`);
}

/**
 * Writes lines of the result to stdout.
 *
 * @returns false when nobody reads them: the reader has gone away, which is no error.
 * @throws UndeliveredError when they cannot be written.
 */
export async function give(...lines: readonly string[]): Promise<boolean> {
  stdout.write(`${lines.join("\n")}\n`);
  return stdout.delivered();
}

/**
 * Writes to stdout what has been done. Where nobody reads it, or it cannot be written, it is said on stderr instead.
 *
 * @param status - What the command ends with when it cannot be written; 3 unless nothing was done.
 * @param inWords - For people, where the result is for programs.
 * @throws Problem when it cannot be written.
 */
export async function giveDone(result: string, inWords = result, status = PARTLY): Promise<void> {
  try {
    if (!(await give(result))) tell(inWords);
  } catch (error) {
    if (!(error instanceof UndeliveredError)) throw error;
    throw new Problem(
      `What has been done could not be written to stdout: ${error.reason}. It is this:\n${inWords}`,
      "What is on stdout is not whole.",
      { cause: error, status },
    );
  }
}
