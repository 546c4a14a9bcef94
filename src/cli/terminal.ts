import colors from "picocolors";
import { stdout, OutputError, writeToStderr } from "./output";
import { CliError } from "./errors";

/** Status of work that is done, in part at least, although the command did not come to its proper end. */
const PARTIAL = 3;

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
export function printErr(...lines: readonly string[]): void {
  writeToStderr(`${lines.join("\n")}\n`);
}

/**
 * Writes lines of the result to stdout.
 *
 * @returns false when nobody reads them: the reader has gone away, which is no error.
 * @throws UndeliveredError when they cannot be written.
 */
export async function print(...lines: readonly string[]): Promise<boolean> {
  stdout.write(`${lines.join("\n")}\n`);
  return stdout.flush();
}

/**
 * Writes to stdout what has been done. Where nobody reads it, or it cannot be written, it is said on stderr instead.
 *
 * @param status - What the command ends with when it cannot be written; 3 unless nothing was done.
 * @param plainText - For people, where the result is for programs.
 * @throws Problem when it cannot be written.
 */
export async function printResult(result: string, plainText = result, status = PARTIAL): Promise<void> {
  try {
    if (!(await print(result))) printErr(plainText);
  } catch (error) {
    if (!(error instanceof OutputError)) throw error;
    throw new CliError(
      `What has been done could not be written to stdout: ${error.reason}. It is this:\n${plainText}`,
      "What is on stdout is not whole.",
      { cause: error, status },
    );
  }
}
