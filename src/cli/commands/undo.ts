import { ActionCommand } from "../action-command";
import type { CurrentPlan } from "../../engine/apply/execute-plans";
import type { PlanOptions } from "../../engine";
import { withHostTokens } from "../../engine/source";
import { planUndos } from "../../engine/session";
import { writeSavedPlan } from "../../engine/document/saved-plan";
import { readDocument } from "../../engine/undo/read-document";
import { UserError } from "../../user-error";
import { withAdvice } from "../advice";
import { applyAndReport, checkApprovable, plansOf } from "../apply-plans";
import { runWithGracefulStop, type GracefulStop } from "../graceful-stop";
import { addIgnoreOption, addLimitOptions, DEADLINE, IMPACT } from "../plan-flags";
import { processSurroundings } from "../process-surroundings";
import { Progress } from "../progress";
import { addReportFlags, report, type ReportFlags } from "../report";
import { printAfterUndo, printSaved } from "../report-outcome";
import { EXIT } from "../exit-status";
import { sessionWith } from "../session";

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

Gates are not read: they are in the code, and not in the document. This is also
true of what --out saves.

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
    .run((path: string, options: Options) => runWithGracefulStop((stop) => undo(path, options, stop)));
}

async function undo(path: string, options: Options, stop: GracefulStop): Promise<number> {
  const progress = new Progress();
  const { out, address, maxDeletes, maxMoves, ignore, impact } = options;
  const isPreapproved = options.autoApprove === true;
  checkApprovable(options, isPreapproved || out !== undefined, "what will be done", "Add --auto-approve, or --out.");
  const document = await readDocument(path);
  const file = { path, option: "--address", address };
  const organizations = document.map(({ organization: name, connection }) => ({ name, connection }));
  const tokens = withHostTokens(organizations, new Map(), file, processSurroundings().env);
  const session = sessionWith({ tokens, address }, progress, options, stop);
  const plans = withAdvice(await planUndos(document, { maxDeletes, maxMoves, ignore, impact }, session));
  if (out !== undefined) return save(plans, out, options);
  const approval = {
    isPreapproved,
    question: "Do you want to undo these changes?",
    canceled: new UserError("Undo canceled. Nothing was changed.", 'Enter "yes" to approve it.', { code: "CANCELED" }),
  };
  const steps = { signal: stop.signal, onEvent: progress.listener };
  return applyAndReport(plans, approval, steps, session, options);
}

async function save(all: readonly CurrentPlan[], out: string, options: Options): Promise<number> {
  const plans = plansOf(all);
  const isBlocked = plans.some(({ refusals }) => refusals.length > 0);
  if (!isBlocked) await writeSavedPlan(out, plans, "Use another file with --out.");
  await report(plans, options);
  if (isBlocked) {
    throw new UserError("The plan was not saved, because it is blocked.", "Resolve the errors above first.", {
      code: "PLAN_BLOCKED",
    });
  }
  printSaved(out);
  printAfterUndo(plans);
  return EXIT.success;
}
