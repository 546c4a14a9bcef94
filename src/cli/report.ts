import { Option, type Command } from "commander";
import { render } from "../engine/report";
import { sanitize } from "../sanitize";
import type { Compared } from "../engine/plan";
import { print, printErr, stdoutColors, terminalWidth } from "./output";
import { writeFiles } from "../files/write-files";

/** Flags for the form of a report. */
export interface ReportFlags {
  readonly json?: boolean;
  readonly markdown?: boolean;
  readonly html?: string;
  readonly verbose?: boolean;
}

export function addReportFlags<C extends Command>(
  command: C,
  page = "an HTML page that shows the organization before and after",
): C {
  return command
    .addOption(new Option("--json", "output as JSON").conflicts("markdown"))
    .option("--markdown", "output as Markdown, for pull request comments and job summaries")
    .option("--html <file>", `also write ${page}`)
    .option("--verbose", "show long lists in full");
}

/** The option of the command line for an option of the engine: `--max-moves` for `maxMoves`. */
export function flagName(option: string): string {
  return `--${option.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

/**
 * Prints plans or drift, and writes the HTML page if one is requested.
 *
 * @throws UserError when stdout or the page cannot be written. A failure of stdout does not keep the page from being
 * written.
 */
export async function report(compared: Compared, options: ReportFlags): Promise<void> {
  const { json, markdown, verbose } = options;
  if (json === true) {
    // If the page cannot be written, the only document is the error.
    await writePage(compared, options);
    await printText(render(compared, "json"));
    return;
  }
  try {
    const form = { colors: stdoutColors.isColorSupported, width: terminalWidth(), verbose, optionName: flagName };
    await printText(render(compared, markdown === true ? "markdown" : "text", form));
  } finally {
    await writePage(compared, options);
  }
}

/** Writes the HTML page if one is requested. @throws UserError when it cannot be written. */
export async function writePage(compared: Compared, { html }: ReportFlags): Promise<void> {
  if (html !== undefined) await writeHtml(html, render(compared, "html", { optionName: flagName }));
}

/** Writes an HTML page to a file. @throws UserError when it cannot be written. */
export async function writeHtml(path: string, content: string): Promise<void> {
  await writeFiles([{ path, content }], { advice: "Use another file with --html." });
  printErr(sanitize(`Wrote the HTML page to ${path}.`));
}

/** Prints a rendered text, whose line break at the end {@link print} would add, too. */
export async function printText(text: string): Promise<void> {
  await print(text.replace(/\n$/, ""));
}
