import { writeFileSync } from "node:fs";
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
import { outcomeForTerminal, outcomesOf } from "../render/outcome";
import { Problem } from "../problem";
import { give, stdoutColors, tell } from "../terminal";
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

export function report(kind: keyof typeof REPORTS, live: readonly LiveOrganization[], options: ReportArguments): void {
  const forms = REPORTS[kind];
  const plans = live.map(({ plan }) => plan);
  if (options.json === true) write(forms.json(plans));
  else if (options.markdown === true) write(forms.markdown(plans));
  else write(forms.terminal(plans, terminal(options)));
  writePage(live, options);
}

/** Tells how a plan was carried out; as JSON with the plan, which then was not told before. */
export function reportOutcome(carried: readonly CarriedOut[], { json, verbose }: ReportArguments): void {
  const plans = carried.map(({ live, outcomes }) => ({ plan: live.plan, outcomes }));
  if (json !== true) {
    give(outcomeForTerminal(plans, stdoutColors, { verbose }));
    return;
  }
  const organizations = plans.map((carriedPlan) => ({
    organization: carriedPlan.plan.organization,
    outcomes: outcomesOf(carriedPlan),
  }));
  const document = { format_version: FORMAT_VERSION, tfprojects_version: VERSION, kind: "apply", organizations };
  give(JSON.stringify(document, undefined, 2));
}

function writePage(live: readonly LiveOrganization[], { html }: ReportArguments): void {
  if (html === undefined) return;
  try {
    writeFileSync(html, planAsHtml(live));
  } catch (error) {
    throw new Problem(`The page cannot be written: ${String(error)}.`, "Choose another file with --html.", {
      cause: error,
    });
  }
  tell(`The page is in ${html}.`);
}

function terminal({ verbose }: ReportArguments): TerminalOptions {
  const { isTTY, columns } = process.stdout;
  // In a file or a pipe lines are not broken, so that they can be searched. Some terminals say 0, and mean that they do not know.
  const width = isTTY ? columns || undefined : Infinity;
  return { colors: stdoutColors, width, verbose };
}

/** What is rendered ends with a line break already. */
function write(text: string): void {
  give(text.replace(/\n$/, ""));
}
