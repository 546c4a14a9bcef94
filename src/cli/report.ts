import { Option, type Command } from "commander";
import {
  driftAsHtml,
  driftAsJson,
  driftAsMarkdown,
  driftForTerminal,
  planAsHtml,
  planAsJson,
  planAsMarkdown,
  planForTerminal,
  sanitize,
  type TerminalOptions,
} from "../engine/report";
import { print, printErr, stdoutColors } from "./terminal";
import { writeFiles } from "../files/write-files";
import type { LiveOrganization } from "../engine/plan-code";

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

const RENDERERS = {
  plan: { json: planAsJson, html: planAsHtml, markdown: planAsMarkdown, terminal: planForTerminal },
  drift: { json: driftAsJson, html: driftAsHtml, markdown: driftAsMarkdown, terminal: driftForTerminal },
} as const;

/**
 * Prints plans or drift, and writes the HTML page if one is requested.
 *
 * @throws UserError when stdout or the page cannot be written. A failure of stdout does not keep the page from being
 * written.
 */
export async function report(
  kind: keyof typeof RENDERERS,
  live: readonly LiveOrganization[],
  options: ReportFlags,
): Promise<void> {
  const renderers = RENDERERS[kind];
  const plans = live.map(({ plan }) => plan);
  if (options.json === true) {
    // If the page cannot be written, the only document is the error.
    await writePage(live, options, kind);
    await printText(renderers.json(plans));
    return;
  }
  try {
    if (options.markdown === true) await printText(renderers.markdown(plans, { optionName: flagName }));
    else await printText(renderers.terminal(plans, terminalOptions(options)));
  } finally {
    await writePage(live, options, kind);
  }
}

/** Writes the HTML page if one is requested. @throws UserError when it cannot be written. */
export async function writePage(
  live: readonly LiveOrganization[],
  { html }: ReportFlags,
  kind: keyof typeof RENDERERS = "plan",
): Promise<void> {
  if (html === undefined) return;
  await writeFiles([{ path: html, content: RENDERERS[kind].html(live, { optionName: flagName }) }], {
    advice: "Use another file with --html.",
  });
  printErr(sanitize(`Wrote the HTML page to ${html}.`));
}

function terminalOptions({ verbose }: ReportFlags): TerminalOptions {
  const { isTTY, columns } = process.stdout;
  // Lines in files and pipes are not wrapped, so that they can be searched. Some terminals report 0 columns.
  const width = isTTY ? columns || undefined : Infinity;
  return { colors: stdoutColors, width, verbose, optionName: flagName };
}

/** Prints what a renderer made: it ends with a line break, which {@link print} adds too. */
export async function printText(text: string): Promise<void> {
  await print(text.replace(/\n$/, ""));
}
