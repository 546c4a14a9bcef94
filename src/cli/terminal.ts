import colors from "picocolors";
import type { CheckListOptions } from "../engine/report/check-list";
import { UserError } from "../user-error";
import { OutputError, stdout, writeToStderr } from "./output";

/**
 * Colors are on where the stream is a terminal that supports them. `NO_COLOR` turns them off, `FORCE_COLOR` turns them
 * on, or off when it is `0` or `false`. An empty variable counts as unset.
 *
 * @see https://no-color.org and https://force-color.org
 */
function colorsFor(stream: { readonly isTTY?: boolean }): ReturnType<typeof colors.createColors> {
  const { NO_COLOR: no, FORCE_COLOR: force } = process.env;
  if (no || force === "0" || force === "false") return colors.createColors(false);
  return colors.createColors(Boolean(force) || (stream.isTTY === true && colors.isColorSupported));
}

export const stderrColors = colorsFor(process.stderr);
export const stdoutColors = colorsFor(process.stdout);

/**
 * The width of stdout in columns. Lines in files and pipes are not wrapped, so that they can be searched; nor are those
 * of a terminal that reports 0 columns.
 */
export function terminalWidth(): number {
  const { isTTY, columns } = process.stdout;
  return isTTY && columns > 0 ? columns : Infinity;
}

/** How checks are shown on stdout: symbols only on terminals that show UTF-8. */
export function checkListOptions(): CheckListOptions {
  const { LC_ALL, LC_CTYPE, LANG } = process.env;
  const locale = [LC_ALL, LC_CTYPE, LANG].find((value) => value !== undefined && value !== "");
  const marks = process.stdout.isTTY && /utf-?8/i.test(locale ?? "") ? "symbols" : "words";
  return { colors: stdoutColors, marks, width: terminalWidth() };
}

/** Writes lines to stderr: progress, prompts and errors, so that stdout has nothing but the result. */
export function printErr(...lines: readonly string[]): void {
  writeToStderr(`${lines.join("\n")}\n`);
}

/**
 * Writes lines of the result to stdout.
 *
 * @returns false when the reader has gone away, which is not an error.
 * @throws OutputError when they cannot be written.
 */
export async function print(...lines: readonly string[]): Promise<boolean> {
  stdout.write(`${lines.join("\n")}\n`);
  return stdout.flush();
}

/**
 * Writes the result of a command that changed something to stdout, or to stderr when stdout has no reader or fails.
 *
 * @param plainText - The result for people, when `result` is JSON.
 * @param isPartial - Whether something was changed.
 * @throws UserError when it cannot be written to stdout.
 */
export async function printResult(result: string, plainText = result, isPartial = true): Promise<void> {
  try {
    if (!(await print(result))) printErr(plainText);
  } catch (error) {
    if (!(error instanceof OutputError)) throw error;
    throw new UserError(
      `The result could not be written to stdout: ${error.reason}. It follows:\n${plainText}`,
      "The output on stdout is incomplete.",
      { code: "OUTPUT", cause: error, isPartial },
    );
  }
}
