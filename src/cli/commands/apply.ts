import { ActionCommand } from "../action-command";
import { readSource, type Source } from "../../engine/source/read-source";
import { isStdin, shownSource } from "../../source";
import { CDK_APP_EXPLAINED } from "../../model";
import { ONLY_TERRAFORM } from "../../terraform/plan-file";
import { addBatchFlags, batchOptions, type BatchFlags } from "../batches";
import { confirm } from "../confirm";
import { importFiles, writeImports, WRITE_IMPORTS } from "../import-blocks";
import { executePlans, resultOf, type ExecutedPlan, type ExecutionResult } from "../../engine/apply/execute-plans";
import { checkGatesOf } from "../gate-check";
import { runWithGracefulStop } from "../graceful-stop";
import { loadCode } from "../load-code";
import type { LiveOrganization, ReadOptions } from "../../engine/plan-code";
import type { ObserveOptions } from "../../engine/plan/plan-options";
import { isIncomplete } from "../../engine/plan/drift";
import type { Plan } from "../../engine/plan/comparison";
import { planWithAdvice } from "../plan-with-advice";
import { milliseconds } from "../numbers";
import { addPlanFlags, DEADLINE, planningOptions, type PlanFlags } from "../plan-flags";
import { Progress } from "../progress";
import { progressOf } from "../../engine/plan/done-before";
import { doneBeforeAsText } from "../../engine/report";
import { printErr } from "../terminal";
import { addReportFlags, flagName, report, writePage, type ReportFlags } from "../report";
import { reportOutcome, reportUnapplied } from "../report-outcome";
import { changesSince, codeOf, readSavedPlan, stale } from "../../engine/source/saved-plan";
import { checkPermitted } from "../../engine/apply/permission-check";
import { checkUnchanged, checkUnlocked, statesOf, statesToLock } from "../../engine/apply/state-check";
import { processSurroundings } from "../process-surroundings";
import { checkSameStates } from "../same-states";
import { withHostTokens } from "../../engine/source/plan-credentials";
import { UserError } from "../../user-error";
import { OutputError } from "../output";
import { EXIT } from "../exit-status";

interface Options extends PlanFlags, ReportFlags, BatchFlags {
  readonly autoApprove?: boolean;
  readonly address?: string;
  readonly writeImports?: readonly string[];
  readonly ignoreGates?: boolean;
}

const HELP = `
Shows the plan and asks for approval before it applies it. A saved plan is
applied without asking. Ctrl-C stops after the requests under way, and reports
what was applied; a second Ctrl-C exits at once.

With --batch, workspaces move in requests of at most that many, one after the
other. Each batch is read back before the next one, and the first failure ends
the apply. Between batches, a question is asked on the terminal; --pause waits
instead.

What an interrupted apply of a saved plan has done is not done again: apply the
same plan once more, and the rest is applied.

If there is something to apply and the code has gates, their runs are read once
before anything is changed. Unless all gates are open, nothing is.

Exit status:
  0  everything was applied, or there were no changes
  1  error, nothing was changed
  3  some changes were applied, or may have been: run apply again to continue;
     or all were applied, but the result could not be written to stdout (it is
     on stderr then)

Examples:
  Make the organization match the app in this folder:
    $ tfprojects apply
  In CI, without approval:
    $ tfprojects apply --auto-approve
  Apply a saved plan, unless the organization has changed since:
    $ tfprojects apply plan.json
  Apply a saved plan whose code sets an address:
    $ tfprojects apply plan.json --address https://tfe.example.com
  Move ten workspaces at a time, and ask before the next ten:
    $ tfprojects apply --batch 10
  The same in CI, with a minute in between:
    $ tfprojects apply --auto-approve --batch 10 --pause 60
  Apply alongside Terraform, and let it import what was created:
    $ tfprojects apply --write-imports imports.tf.json
`;

export const STATUS: Readonly<Record<ExecutionResult, number>> = {
  complete: EXIT.success,
  none: EXIT.error,
  partial: EXIT.partial,
};
const VERIFYING = "for verifying a change whose response was lost (default: 120)";

/** `tfprojects apply` makes the changes that the code requires. */
export function applyCommand(): ActionCommand {
  const command = new ActionCommand("apply")
    .argument(
      "[path]",
      `folder of a ${CDK_APP_EXPLAINED} or of Terraform JSON, its file if it has only one, or a saved plan`,
      ".",
    )
    .option("--auto-approve", "skip interactive approval")
    .option("--ignore-gates", "apply without reading the runs of the gates in the code")
    .option("--address <url>", "with a saved plan: address of the service that TFE_TOKEN is for")
    .option(...WRITE_IMPORTS);
  return addReportFlags(
    addPlanFlags(addBatchFlags(command)).option(DEADLINE[0], `${DEADLINE[1]}, and ${VERIFYING}`, DEADLINE[2]),
  )
    .addHelpText("after", HELP)
    .run((path: string, options: Options) => runWithGracefulStop((...stop) => planAndApply(path, options, ...stop)));
}

async function planAndApply(path: string, options: Options, signal: AbortSignal, begin: () => void): Promise<number> {
  const progress = new Progress();
  // Only a Terraform plan can be read from stdin.
  if (isStdin(path)) throw isTerraforms(path);
  const source = await readSource(path);
  if (source.kind === "terraform-plan") throw isTerraforms(path);
  const saved = source.kind === "saved-plan" ? readSavedPlan(path, source.content) : undefined;
  if (saved === undefined && options.address !== undefined) {
    throw new UserError("--address needs a saved plan.", "Remove it, or set TFE_ADDRESS instead.", { code: "USAGE" });
  }
  const batch = batchOptions(options, progress, signal);
  // A saved plan was reviewed before.
  const isPreapproved = options.autoApprove === true || saved !== undefined;
  if (options.json === true && !isPreapproved) {
    throw new UserError(
      "Nothing was changed: --json does not show the plan, so it cannot be approved interactively.",
      "Add --auto-approve, or apply a saved plan.",
      { code: "APPROVAL_REQUIRED" },
    );
  }
  const planCode = await (saved === undefined
    ? codeToPlan(source, options, progress)
    : savedCode(path, saved, options));
  begin();
  const live = await planCode(progress, signal);
  const isEmpty = live.every(({ plan }) => plan.actions.length === 0);
  const isBlocked = live.some(({ plan }) => plan.refusals.length > 0);
  const files = isBlocked ? undefined : importFiles(live, options.writeImports ?? [], true);
  const doneBefore = isBlocked ? "" : doneBeforeAsText(live);
  if (doneBefore !== "") printErr(doneBefore);
  if (isEmpty || isBlocked) {
    // With --json, an error is the only document.
    const executed = live.map((it): ExecutedPlan => ({ live: it, outcomes: [] }));
    if (!isBlocked) await writeImports(executed, files);
    if (options.json === true) await reportUnapplied(live, options);
    else
      await report(
        live.map(({ plan }) => plan),
        options,
      );
    return isBlocked ? EXIT.error : EXIT.success;
  }
  await showPlan(live, options);
  checkPermitted(live.map(({ plan }) => plan));
  const states = statesToLock(live.map(({ plan }) => plan.desired));
  checkUnlocked(states, processSurroundings());
  await checkGatesOf(live, options.ignoreGates === true, progress, signal);
  if (!isPreapproved && !(await confirm("Do you want to apply this plan?"))) {
    throw new UserError("Apply canceled. Nothing was changed.", 'Enter "yes" to approve the plan.', {
      code: "CANCELED",
    });
  }
  // Terraform may have begun in the meantime.
  checkUnlocked(states, processSurroundings());
  const executed = await executePlans(live, progress.listener, signal, batch);
  const result = resultOf(executed);
  try {
    await reportOutcome(executed, options, result !== "none");
  } finally {
    await writeImports(executed, files);
  }
  return STATUS[result];
}

/** Shows the plan that is about to be applied. @throws UserError when it cannot be shown. */
export async function showPlan(live: readonly LiveOrganization[], options: ReportFlags): Promise<void> {
  const plans = live.map(({ plan }) => plan);
  // With --json the only document is the one with the outcomes.
  if (options.json === true) {
    await writePage(plans, options);
    return;
  }
  try {
    await report(plans, options);
  } catch (error) {
    if (!(error instanceof OutputError)) throw error;
    throw new UserError(
      `Nothing was changed: the plan could not be written to stdout: ${error.reason}.`,
      "Free some space, or redirect stdout to another file, and apply again.",
      { code: "OUTPUT", cause: error },
    );
  }
}

function isTerraforms(path: string): UserError {
  return new UserError(
    `Nothing was changed: the plan ${shownSource(path)} is a Terraform plan. ${ONLY_TERRAFORM}`,
    "Run `terraform apply` with the plan file. To apply code without Terraform, run: tfprojects apply FOLDER",
    { code: "USAGE" },
  );
}

/** Plans code that was read. */
type PlanCode = (progress: Progress, signal: AbortSignal) => Promise<readonly LiveOrganization[]>;

async function codeToPlan(source: Source, options: Options, progress: Progress): Promise<PlanCode> {
  const planning = { ...planningOptions(options), ...ownOptions(options) };
  const code = await loadCode(source, { ...options, isApplied: true }, progress);
  return ({ listener }, signal) => planWithAdvice(code, planning, listener, signal);
}

/** Plans the code of a saved plan again. @throws UserError when options or Terraform states do not fit the plan. */
async function savedCode(path: string, saved: readonly Plan[], options: Options): Promise<PlanCode> {
  const states = statesOf(saved.map(({ desired }) => desired));
  checkSameStates(path, states, options.state ?? []);
  await checkUnchanged(states, `the saved plan ${path}`, processSurroundings());
  const { organization } = options;
  const flags = Object.entries({ organization, ...planningOptions(options) }).filter(
    ([, value]) => value !== undefined,
  );
  if (flags.length > 0) {
    const names = flags.map(([name]) => flagName(name)).join(", ");
    throw new UserError(
      `${names} cannot be used with the saved plan ${path}, which has its own options.`,
      "Remove the option, or create a new plan with it.",
      { code: "USAGE" },
    );
  }
  const file = { path, option: "--address", address: options.address };
  const code = withHostTokens(codeOf(saved), file, processSurroundings().env);
  const planning = { ...saved[0]?.options, ...ownOptions(options) };
  return async ({ listener }, signal) =>
    remainingOf(path, saved, await planWithAdvice(code, planning, listener, signal));
}

/** @throws UserError when a new plan is not the same as the saved one, or what an interrupted apply has left of it. */
function remainingOf(
  path: string,
  saved: readonly Plan[],
  live: readonly LiveOrganization[],
): readonly LiveOrganization[] {
  const changes: string[] = [];
  const remaining = live.map((it, index) => {
    const earlier = saved[index];
    if (earlier === undefined) return it;
    changes.push(...changesSince(earlier, it.plan));
    return { ...it, doneBefore: progressOf(earlier, it.plan).done };
  });
  // If the token does not see everything, there are fewer actions, although nothing may have changed: the plan says so.
  if (changes.length === 0 || live.some(({ plan }) => isIncomplete(plan))) return remaining;
  throw stale(`the saved plan ${path}`, changes);
}

/** Options that are not part of a saved plan: the impact is for people, and the time limit is for this command. */
function ownOptions({ impact, deadline }: Options): Pick<ObserveOptions, "impact"> & ReadOptions {
  return { impact, deadlineMs: milliseconds(deadline) };
}
