import { ActionCommand, EXIT } from "../action-command";
import type { PlanOptions } from "../../engine";
import { openDocument, planUndos } from "../../engine/session";
import { applyAndReport, checkApprovable, printAfterUndo } from "../apply-plans";
import type { Question } from "../confirm";
import { runWithGracefulStop, type GracefulStop } from "../graceful-stop";
import { addIgnoreOption, addLimitOptions, DEADLINE, IMPACT } from "../plan-flags";
import { Progress } from "../progress";
import { addReportFlags, type ReportFlags } from "../report";
import { printSaved, saveAndReport } from "../save-plans";
import { sessionWith } from "../session";
import { warnOfUnmatched } from "../unmatched-patterns";

interface Options extends ReportFlags, Pick<PlanOptions, "maxDeletes" | "maxMoves" | "ignore"> {
  readonly autoApprove?: boolean;
  readonly address?: string;
  readonly out?: string;
  readonly impact?: boolean;
  /** In milliseconds. */
  readonly deadline?: number;
}

const HELP = `
Undoes the changes of a document: a saved plan, or the output of \`plan --json\`
or \`apply --json\`. The engine or Terraform may have made all of the changes, or
only some. Each change that is still in place is undone:

- workspaces move back to the projects that they came from;
- projects get their names and settings back, value by value;
- projects that were created are deleted if they are empty. This needs the JSON
  of the apply, which has their IDs.

Everything else is left as it is, and listed with the reason: later changes by
others, and deletions of projects. A deleted project is not created again,
because a new one has another ID, and no access.

Shows the changes, and asks for approval. A second undo finds nothing. The code
still contains the changes that were undone, so revert it before the next apply.

Gates are not read, because only the code has them. Nor are they read when a
plan that --out has saved is applied.

Exit status:
  0  everything was undone, or there was nothing to undo
  1  error, nothing was changed
  3  some changes were made, or may have been: run undo again to continue

Examples:
  Keep the document of an apply, and undo it later:
    $ tfprojects apply --auto-approve --json > applied.json
    $ tfprojects undo applied.json
  Undo a saved plan, even if only a part of it was applied:
    $ tfprojects undo plan.json
  Undo what Terraform applied, with the review of its plan:
    $ terraform show -json tfplan | tfprojects plan - --json > review.json
    $ tfprojects undo review.json
  Save the changes for review, and apply exactly these later:
    $ tfprojects undo plan.json --out back.json
    $ tfprojects apply back.json
`;

const QUESTION: Question = {
  question: "Do you want to undo these changes?",
  canceled: ["Undo canceled. Nothing was changed.", 'Enter "yes" to approve the changes.'],
};

/** `tfprojects undo` undoes the changes of a document. */
export function undoCommand(): ActionCommand {
  const command = new ActionCommand("undo")
    .argument("<document>", "a saved plan, or the JSON that plan or apply has printed, - for stdin")
    .option("--auto-approve", "skip interactive approval")
    .option("--out <file>", "save the changes as a plan for tfprojects apply, and change nothing")
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
  const { out, maxDeletes, maxMoves, ignore, impact } = options;
  const isPreapproved = options.autoApprove === true;
  checkApprovable(options, isPreapproved || out !== undefined, "the changes", "Add --auto-approve, or --out.");
  const session = sessionWith(progress, options, stop);
  const plans = await planUndos(await openDocument(path), { maxDeletes, maxMoves, ignore, impact }, session);
  const undos = plans.map(({ plan }) => plan);
  warnOfUnmatched(ignore, undos);
  if (out !== undefined) {
    await saveAndReport(undos, options);
    printSaved(out);
    printAfterUndo(undos);
    return EXIT.success;
  }
  return applyAndReport(plans, isPreapproved ? undefined : QUESTION, stop, session, options);
}
