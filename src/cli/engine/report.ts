import { writeFileSync } from "node:fs";
import colors from "picocolors";
import type { Command } from "commander";
import { Option } from "commander";
import {
  driftAsJson,
  driftAsMarkdown,
  driftForTerminal,
  FORMAT_VERSION,
  planAsHtml,
  planAsJson,
  planAsMarkdown,
  planForTerminal,
  type TerminalOptions,
} from "../render";
import { sanitize, sanitizeJson } from "../render/sanitize";
import { outcomeForTerminal, outcomesAsJson } from "../render/outcome";
import { CliError } from "../errors";
import { print, printResult, stdoutColors, printErr } from "../terminal";
import { VERSION } from "../../version";
import type { ExecutedPlan } from "./execute-plan";
import type { LiveOrganization } from "./plan-code";

/** What the command line says of the form of what is told. */
export interface ReportFlags {
  readonly json?: boolean;
  readonly markdown?: boolean;
  readonly html?: string;
  readonly verbose?: boolean;
}

/** Options of every command that tells differences. */
export function addReportFlags(command: Command): Command {
  return command
    .addOption(new Option("--json", "give one JSON document, for programs").conflicts("markdown"))
    .option("--markdown", "give markdown, for a review or a job's summary")
    .option("--html <file>", "also write a page that shows the organization before and after")
    .option("--verbose", "show long lists in full");
}

/** What tells a plan, and what tells drift, in each form. */
const RENDERERS = {
  plan: { json: planAsJson, markdown: planAsMarkdown, terminal: planForTerminal },
  drift: { json: driftAsJson, markdown: driftAsMarkdown, terminal: driftForTerminal },
} as const;

/** @throws Problem when stdout or the page cannot be written; the page is written in either case. */
export async function report(
  kind: keyof typeof RENDERERS,
  live: readonly LiveOrganization[],
  options: ReportFlags,
): Promise<void> {
  const renderers = RENDERERS[kind];
  const plans = live.map(({ plan }) => plan);
  try {
    if (options.json === true) await printText(renderers.json(plans));
    else if (options.markdown === true) await printText(renderers.markdown(plans));
    else await printText(renderers.terminal(plans, terminalOptions(options)));
  } finally {
    writePage(live, options);
  }
}

/**
 * Tells how a plan was carried out, on stderr where nobody reads stdout.
 *
 * @param status - What the command ends with when it cannot be told.
 * @throws Problem when it cannot be written to stdout.
 */
export async function reportOutcome(
  executed: readonly ExecutedPlan[],
  { json, verbose }: ReportFlags,
  status: number,
): Promise<void> {
  const plans = executed.map(({ live, outcomes }) => ({ plan: live.plan, outcomes }));
  const plainText = outcomeForTerminal(plans, colors.createColors(false), { verbose });
  if (json !== true) {
    await printResult(outcomeForTerminal(plans, stdoutColors, { verbose }), plainText, status);
    return;
  }
  const organizations = plans.map((carriedPlan) => ({
    organization: carriedPlan.plan.organization,
    outcomes: outcomesAsJson(carriedPlan),
  }));
  const document = { format_version: FORMAT_VERSION, tfprojects_version: VERSION, kind: "apply", organizations };
  await printResult(sanitizeJson(document), plainText, status);
}

/** Writes the page that shows the organization before and after, where one is asked for. @throws Problem when it cannot be written. */
export function writePage(live: readonly LiveOrganization[], { html }: ReportFlags): void {
  if (html === undefined) return;
  try {
    writeFileSync(html, planAsHtml(live));
  } catch (error) {
    throw new CliError(`The page cannot be written: ${String(error)}.`, "Choose another file with --html.", {
      cause: error,
    });
  }
  printErr(sanitize(`The page is in ${html}.`));
}

function terminalOptions({ verbose }: ReportFlags): TerminalOptions {
  const { isTTY, columns } = process.stdout;
  // In a file or a pipe lines are not broken, so that they can be searched. Some terminals say 0, and mean that they do not know.
  const width = isTTY ? columns || undefined : Infinity;
  return { colors: stdoutColors, width, verbose };
}

/** What is rendered ends with a line break already. */
async function printText(text: string): Promise<void> {
  await print(text.replace(/\n$/, ""));
}
