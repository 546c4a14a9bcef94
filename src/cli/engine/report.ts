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
import { harmless, harmlessJson } from "../render/harmless";
import { outcomeForTerminal, outcomesOf } from "../render/outcome";
import { Problem } from "../problem";
import { give, giveDone, stdoutColors, tell } from "../terminal";
import { VERSION } from "../../version";
import type { CarriedOut } from "./carry-out";
import type { LiveOrganization } from "./live-organization";

/** What the command line says of the form of what is told. */
export interface ReportArguments {
  readonly json?: boolean;
  readonly markdown?: boolean;
  readonly html?: string;
  readonly verbose?: boolean;
}

/** Options of every command that tells differences. */
export function withReportOptions(command: Command): Command {
  return command
    .addOption(new Option("--json", "give one JSON document, for programs").conflicts("markdown"))
    .option("--markdown", "give markdown, for a review or a job's summary")
    .option("--html <file>", "also write a page that shows the organization before and after")
    .option("--verbose", "show long lists in full");
}

/** What tells a plan, and what tells drift, in each form. */
const REPORTS = {
  plan: { json: planAsJson, markdown: planAsMarkdown, terminal: planForTerminal },
  drift: { json: driftAsJson, markdown: driftAsMarkdown, terminal: driftForTerminal },
} as const;

/** @throws Problem when stdout or the page cannot be written; the page is written in either case. */
export async function report(
  kind: keyof typeof REPORTS,
  live: readonly LiveOrganization[],
  options: ReportArguments,
): Promise<void> {
  const forms = REPORTS[kind];
  const plans = live.map(({ plan }) => plan);
  try {
    if (options.json === true) await write(forms.json(plans));
    else if (options.markdown === true) await write(forms.markdown(plans));
    else await write(forms.terminal(plans, terminal(options)));
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
  carried: readonly CarriedOut[],
  { json, verbose }: ReportArguments,
  status: number,
): Promise<void> {
  const plans = carried.map(({ live, outcomes }) => ({ plan: live.plan, outcomes }));
  const inWords = outcomeForTerminal(plans, colors.createColors(false), { verbose });
  if (json !== true) {
    await giveDone(outcomeForTerminal(plans, stdoutColors, { verbose }), inWords, status);
    return;
  }
  const organizations = plans.map((carriedPlan) => ({
    organization: carriedPlan.plan.organization,
    outcomes: outcomesOf(carriedPlan),
  }));
  const document = { format_version: FORMAT_VERSION, tfprojects_version: VERSION, kind: "apply", organizations };
  await giveDone(harmlessJson(document), inWords, status);
}

/** Writes the page that shows the organization before and after, where one is asked for. @throws Problem when it cannot be written. */
export function writePage(live: readonly LiveOrganization[], { html }: ReportArguments): void {
  if (html === undefined) return;
  try {
    writeFileSync(html, planAsHtml(live));
  } catch (error) {
    throw new Problem(`The page cannot be written: ${String(error)}.`, "Choose another file with --html.", {
      cause: error,
    });
  }
  tell(harmless(`The page is in ${html}.`));
}

function terminal({ verbose }: ReportArguments): TerminalOptions {
  const { isTTY, columns } = process.stdout;
  // In a file or a pipe lines are not broken, so that they can be searched. Some terminals say 0, and mean that they do not know.
  const width = isTTY ? columns || undefined : Infinity;
  return { colors: stdoutColors, width, verbose };
}

/** What is rendered ends with a line break already. */
async function write(text: string): Promise<void> {
  await give(text.replace(/\n$/, ""));
}
