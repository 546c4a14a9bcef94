import { ActionCommand } from "../action-command";
import { checkPermitted } from "../../engine/apply/permission-check";
import { checkUnlocked, statesToLock } from "../../engine/apply/state-check";
import { executePlans, resultOf } from "../../engine/apply/execute-plans";
import { planUndos, type LiveOrganization } from "../../engine/plan-code";
import type { PlanOptions } from "../../engine/plan/plan-options";
import { withHostTokens } from "../../engine/source/plan-credentials";
import { writeSavedPlan } from "../../engine/source/saved-plan";
import { readDocument } from "../../engine/undo/read-document";
import { UserError } from "../../user-error";
import { confirm } from "../confirm";
import { EXIT } from "../exit-status";
import { runWithGracefulStop } from "../graceful-stop";
import { milliseconds } from "../numbers";
import { addIgnoreOption, addLimitOptions, DEADLINE, IMPACT } from "../plan-flags";
import { withAdvice } from "../plan-with-advice";
import { processSurroundings } from "../process-surroundings";
import { Progress } from "../progress";
import { addReportFlags, report, type ReportFlags } from "../report";
import { printAfterUndo, printSaved, reportOutcome, reportUnapplied } from "../report-outcome";
import { showPlan, STATUS } from "./apply";

interface Options extends ReportFlags, Pick<PlanOptions, "maxDeletes" | "maxMoves" | "ignore"> {
  readonly autoApprove?: boolean;
  readonly address?: string;
  readonly out?: string;
  readonly impact?: boolean;
  readonly deadline?: number;
}

const HELP = `
Puts the organization back to where it was before the changes of a document: a
saved plan, or what \`plan --json\` or \`apply --json\` has printed. It does not
matter whether the engine or Terraform made the changes, nor whether all of them
were made. Each change that holds today is taken back:

- workspaces go back to the project that they came from;
- projects get their names and settings back, value by value;
- projects that were created are deleted, if they are empty. This needs the JSON
  of the apply, which has their IDs.

Everything else is listed with the reason, and left as it is: what someone has
changed since, and projects that were deleted. These are not made anew, because
a new project has another ID, and no access.

Shows what it will do, and asks for approval. A second undo finds nothing.
The code still says otherwise, so revert it before the next apply.

Exit status:
  0  everything was put back, or there was nothing to undo
  1  error, nothing was changed
  3  some changes were made, or may have been: run undo again to continue

Examples:
  Keep what an apply did, and undo it later:
    $ tfprojects apply --auto-approve --json > applied.json
    $ tfprojects undo applied.json
  Undo a saved plan, however far it was applied:
    $ tfprojects undo plan.json
  Undo what Terraform applied, with the review of its plan:
    $ terraform show -json tfplan | tfprojects plan - --json > review.json
    $ tfprojects undo review.json
  Save what would be done for review, and apply exactly that later, in batches:
    $ tfprojects undo plan.json --out back.json
    $ tfprojects apply back.json --batch 25
`;

/** `tfprojects undo` takes back the changes of a document. */
export function undoCommand(): ActionCommand {
  const command = new ActionCommand("undo")
    .argument("<document>", "a saved plan, or the JSON that plan or apply has printed, - for stdin")
    .option("--auto-approve", "skip interactive approval")
    .option("--out <file>", "save what would be done, for tfprojects apply, and change nothing")
    .option("--address <url>", "address of the service that TFE_TOKEN is for");
  return addReportFlags(
    addLimitOptions(addIgnoreOption(command, "projects and workspaces"))
      .option(...IMPACT)
      .option(...DEADLINE),
  )
    .addHelpText("after", HELP)
    .run((path: string, options: Options) => runWithGracefulStop((...stop) => undo(path, options, ...stop)));
}

async function undo(path: string, options: Options, signal: AbortSignal, begin: () => void): Promise<number> {
  const progress = new Progress();
  const { autoApprove, out, address } = options;
  const isPreapproved = autoApprove === true;
  if (options.json === true && !isPreapproved && out === undefined) {
    throw new UserError(
      "Nothing was changed: --json does not show what will be done, so it cannot be approved interactively.",
      "Add --auto-approve, or --out.",
      { code: "APPROVAL_REQUIRED" },
    );
  }
  const documents = await readDocument(path);
  const connected = withHostTokens(
    documents.map(({ code }) => code),
    { path, option: "--address", address },
    processSurroundings().env,
  );
  const documented = connected.flatMap((code, index) => {
    const changes = documents[index]?.changes;
    return changes === undefined ? [] : [{ code, changes }];
  });
  begin();
  const live = withAdvice(await planUndos(documented, undoOptions(options), progress.listener, signal));
  const isBlocked = live.some(({ plan }) => plan.refusals.length > 0);
  const isEmpty = live.every(({ plan }) => plan.actions.length === 0);
  if (out !== undefined) return save(live, out, isBlocked, options);
  if (isBlocked || isEmpty) {
    if (options.json === true) await reportUnapplied(live, options);
    else await report(plansOf(live), options);
    return isBlocked ? EXIT.error : EXIT.success;
  }
  await showPlan(live, options);
  checkPermitted(plansOf(live));
  const states = statesToLock(live.map(({ plan }) => plan.desired));
  checkUnlocked(states, processSurroundings());
  if (!isPreapproved && !(await confirm("Do you want to undo these changes?"))) {
    throw new UserError("Undo canceled. Nothing was changed.", 'Enter "yes" to approve it.', { code: "CANCELED" });
  }
  // Terraform may have begun in the meantime.
  checkUnlocked(states, processSurroundings());
  const executed = await executePlans(live, progress.listener, signal);
  const result = resultOf(executed);
  await reportOutcome(executed, options, result !== "none");
  return STATUS[result];
}

async function save(
  live: readonly LiveOrganization[],
  out: string,
  isBlocked: boolean,
  options: Options,
): Promise<number> {
  const plans = plansOf(live);
  if (!isBlocked) await writeSavedPlan(out, plans, "Use another file with --out.");
  await report(plans, options);
  if (isBlocked) {
    throw new UserError("The plan was not saved, because it is blocked.", "Resolve the errors above first.", {
      code: "PLAN_BLOCKED",
    });
  }
  printSaved(out);
  printAfterUndo(live);
  return EXIT.success;
}

function plansOf(live: readonly LiveOrganization[]): readonly LiveOrganization["plan"][] {
  return live.map(({ plan }) => plan);
}

function undoOptions({ maxDeletes, maxMoves, ignore, impact, deadline }: Options): Parameters<typeof planUndos>[1] {
  return { maxDeletes, maxMoves, ignore, impact, deadlineMs: milliseconds(deadline) };
}
