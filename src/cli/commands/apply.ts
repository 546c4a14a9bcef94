import { Command } from "commander";
import { isFile } from "../code/terraform-json";
import { executePlans, resultOf, type ExecutionResult } from "../engine/execute-plan";
import { confirm } from "../engine/confirm";
import { planCode, type LiveOrganization } from "../engine/plan-code";
import type { PlanFlags } from "../engine/plan-flags";
import { planningOptions, addPlanFlags } from "../engine/plan-flags";
import { Progress } from "../engine/progress";
import { loadCode } from "../engine/load-code";
import { report, reportOutcome, addReportFlags, writePage, type ReportFlags } from "../engine/report";
import { changesSince, loadPlan, type SavedPlan } from "../engine/saved-plan";
import { withHostTokens } from "../engine/saved-plan-credentials";
import { GracefulStop } from "../engine/graceful-stop";
import { OutputError } from "../output";
import { CliError } from "../errors";
import type { SetExitStatus } from "../exit-status";

interface Options extends PlanFlags, ReportFlags {
  readonly autoApprove?: boolean;
  readonly address?: string;
}

const HELP = `
The plan is shown, and applied after a yes. Ctrl-C finishes what is under way, and says what is done and
what is left; a second one ends at once.

Exit status: 0 when all is done, or nothing was to do; 1 when nothing was changed; 3 when some of it was, or
may have been: what is left is said, and applying again goes on with it; 3 too when all is done and the report
of it could not be written to stdout: then it is on stderr. A reader of stdout that goes away stops nothing.

Examples:
  Make the organization look like the app in this folder:
    $ tfprojects apply
  In CI, where nobody is asked:
    $ tfprojects apply --auto-approve
  Apply what was reviewed, and nothing else; refused when what it touches has changed since:
    $ tfprojects apply plan.json
  The same, where the code of the plan names an address that the environment does not:
    $ tfprojects apply plan.json --address https://tfe.example.com
`;

const STATUS: Readonly<Record<ExecutionResult, number>> = { done: 0, nothing: 1, partly: 3 };
/** Where nobody could be told on stdout: what was done is never 1, and 0 would say that the report is there. */
const STATUS_WITHOUT_REPORT: Readonly<Record<ExecutionResult, number>> = { ...STATUS, done: 3 };

/** `tfprojects apply`: makes the organization look like the code (DESIGN section 4). */
export function applyCommand(setStatus: SetExitStatus): Command {
  const command = new Command("apply")
    .description("Make the organization look like the code.")
    .argument("[place]", "a cdktf app, a folder with Terraform JSON or a file of it, or a saved plan", ".")
    .option("--auto-approve", "ask nobody")
    .option("--address <url>", "with a saved plan: where the service is that it is for, and that TFE_TOKEN is for");
  return addReportFlags(addPlanFlags(command))
    .addHelpText("after", HELP)
    .action(async (path: string, options: Options) => {
      setStatus(await GracefulStop.run((signal) => planAndApply(path, options, signal)));
    });
}

async function planAndApply(path: string, options: Options, signal: AbortSignal): Promise<number> {
  const progress = new Progress();
  const saved = isFile(path) ? loadPlan(path) : undefined;
  if (saved === undefined && options.address !== undefined) {
    throw new CliError(
      "--address is about saved plans, and code says by itself where the service is.",
      "Leave it out, or set TFE_ADDRESS.",
    );
  }
  const isPreapproved = options.autoApprove === true || saved !== undefined;
  if (options.json === true && !isPreapproved) {
    throw new CliError(
      "Nothing was changed: with --json the plan is not shown, so that nobody can be asked for a yes to it.",
      "Add --auto-approve, or apply a saved plan.",
    );
  }
  const live = await (saved === undefined
    ? planCurrentCode(path, options, progress, signal)
    : replanSaved(path, saved, options, progress, signal));
  const isEmpty = live.every(({ plan }) => plan.actions.length === 0);
  const isRefused = live.some(({ plan }) => plan.refusals.length > 0);
  if (isEmpty || isRefused) {
    await report("plan", live, options);
    return isRefused ? 1 : 0;
  }
  await showPlan(live, options);
  // A plan that was saved was looked at before.
  const isApproved = isPreapproved || (await confirm("Apply this plan?"));
  if (!isApproved) throw new CliError("Nothing was changed: the answer was not yes.", "Apply again to be asked again.");
  const executed = await executePlans(live, progress, signal);
  const result = resultOf(executed);
  await reportOutcome(executed, options, STATUS_WITHOUT_REPORT[result]);
  return STATUS[result];
}

/** Shows what is about to be done. @throws Problem when it cannot be shown: nothing is done then. */
async function showPlan(live: readonly LiveOrganization[], options: Options): Promise<void> {
  // As JSON there is one document, which tells how it ended.
  if (options.json === true) {
    writePage(live, options);
    return;
  }
  try {
    await report("plan", live, options);
  } catch (error) {
    if (!(error instanceof OutputError)) throw error;
    throw new CliError(
      `Nothing was changed: the plan could not be written to stdout: ${error.reason}.`,
      "Make room, or write it elsewhere, and apply again.",
      { cause: error },
    );
  }
}

async function planCurrentCode(
  path: string,
  options: Options,
  progress: Progress,
  signal: AbortSignal,
): Promise<readonly LiveOrganization[]> {
  const planning = planningOptions(options);
  return planCode(await loadCode(path, options), planning, progress, signal);
}

/**
 * Plans anew what a saved plan was made from.
 *
 * @throws Problem when the plan is another now.
 */
async function replanSaved(
  path: string,
  saved: SavedPlan,
  options: Options,
  progress: Progress,
  signal: AbortSignal,
): Promise<readonly LiveOrganization[]> {
  const flags = Object.entries(planningOptions(options)).filter(([, value]) => value !== undefined);
  if (flags.length > 0) {
    throw new CliError(
      `${path} is a saved plan, and what may be done stands in it: ${flags.map(([name]) => flagName(name)).join(", ")} cannot be added.`,
      "Plan anew with the option, or leave it out.",
    );
  }
  const { code } = withHostTokens(path, saved, options.address);
  const live = await planCode(code, saved.options, progress, signal);
  const changed = live.flatMap(({ plan }, index) => changesSince(saved.actions[index] ?? [], plan));
  if (changed.length === 0) return live;
  throw new CliError(
    [`Nothing was changed: what ${path} touches has changed since the plan was made.`, ...changed].join("\n"),
    "Plan anew, and look at it again.",
  );
}

/** As it is written on the command line: `--max-deletes`. */
function flagName(name: string): string {
  return `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}
