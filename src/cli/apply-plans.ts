import { statusOf, type ApplyResult, type Result } from "../engine/result";
import { createdAddress } from "../engine/changes/kinds";
import { applyPlans, type CurrentPlan, type Session } from "../engine/session";
import type { Plan } from "../engine";
import { afterUndo, applyAsJson, doneBeforeAsText, outcomeAsText } from "../engine/report";
import { formatList } from "../reconcile";
import { sanitize } from "../sanitize";
import { shellWord } from "../shell-quote";
import { UserError } from "../user-error";
import { approve, type Question } from "./confirm";
import { EXIT } from "./action-command";
import type { GracefulStop } from "./graceful-stop";
import { importFiles, writeImports } from "./import-blocks";
import { asInvoked } from "./next-step";
import { OutputError, printErr, printResult, stdoutColors } from "./output";
import { flagName, printText, report, writePage, type ReportFlags } from "./report";
import { areBlocked } from "./save-plans";

/** Flags for the output of an apply. */
export interface ApplyFlags extends ReportFlags {
  readonly writeImports?: readonly string[];
}

const STATUS: Readonly<Record<ApplyResult["status"], number>> = {
  complete: EXIT.success,
  none: EXIT.error,
  partial: EXIT.partial,
};

/** @throws UserError when the output would not show the changes. */
export function checkApprovable({ json }: ReportFlags, isPreapproved: boolean, changes: string, advice: string): void {
  if (json !== true || isPreapproved) return;
  throw new UserError(`Nothing was changed: --json does not show ${changes} for interactive approval.`, advice, {
    code: "APPROVAL_REQUIRED",
  });
}

/**
 * Shows plans, has them approved, applies them and reports the outcome; or reports that they are blocked, or empty.
 *
 * @param question - Asked before they are applied. Undefined: they are approved already.
 * @param stop - Begins once the plans are approved.
 * @param savedPlan - The file of the plan that is applied. @default - other plans are applied
 * @returns the exit status
 */
export async function applyAndReport(
  current: readonly CurrentPlan[],
  question: Question | undefined,
  stop: GracefulStop,
  session: Session,
  options: ApplyFlags,
  savedPlan?: string,
): Promise<number> {
  const plans = current.map(({ plan }) => plan);
  const unapplied = current.map((it) => ({ ...it, outcomes: [] }));
  if (areBlocked(plans)) {
    await reportUnapplied(unapplied, options);
    return EXIT.error;
  }
  const { writeImports: files } = options;
  const imports = files === undefined ? undefined : importFiles(plans, files, { isApplied: true });
  const doneBefore = doneBeforeAsText(current);
  if (doneBefore !== "") printErr(doneBefore);
  if (plans.every(({ actions }) => actions.length === 0)) {
    // With --json, an error is the only document.
    await writeImports(unapplied, imports);
    await reportUnapplied(unapplied, options);
    return EXIT.success;
  }
  if (session.gates?.isIgnored === true) warnOfIgnoredGates(plans);
  const ask = async (): Promise<{ hasWaited: boolean }> => {
    const approval = await showAndApprove(plans, question, options);
    stop.begin();
    return approval;
  };
  const executed = await applyPlans(current, { ...session, host: { ...session.host, ask } });
  const result = statusOf(executed);
  try {
    await reportOutcome(executed, options, result !== "none");
    if (result !== "none") printWayBack(executed, options, savedPlan);
  } finally {
    await writeImports(executed, imports);
  }
  return STATUS[result];
}

/** Prints plans that are not applied. */
async function reportUnapplied(unapplied: readonly Result[], options: ReportFlags): Promise<void> {
  const plans = unapplied.map(({ plan }) => plan);
  if (options.json !== true) return report(plans, options);
  await writePage(plans, options);
  await printText(applyAsJson(unapplied));
}

/** Names the gates that `--ignore-gates` leaves out. */
function warnOfIgnoredGates(plans: readonly Plan[]): void {
  const addresses = new Set(plans.flatMap(({ desired }) => (desired.gates ?? []).map(({ address }) => address)));
  if (addresses.size > 0) printErr(sanitize(`Warning: --ignore-gates leaves out ${formatList([...addresses])}.`));
}

/** Shows the plans that are about to be applied. @throws UserError when they cannot be shown, or are not approved. */
async function showAndApprove(
  plans: readonly Plan[],
  question: Question | undefined,
  options: ReportFlags,
): Promise<{ hasWaited: boolean }> {
  try {
    // With --json the only document is the one with the outcomes.
    await (options.json === true ? writePage : report)(plans, options);
  } catch (error) {
    if (!(error instanceof OutputError)) throw error;
    throw new UserError(
      `Nothing was changed: the plan could not be written to stdout: ${error.reason}.`,
      "Free some space, or redirect stdout to another file, and apply again.",
      { code: "OUTPUT", cause: error },
    );
  }
  if (question === undefined) return { hasWaited: false };
  noteCreatedProjects(plans);
  await approve(question);
  return { hasWaited: true };
}

/**
 * Prints the outcomes of plans, and the next steps after an undo.
 *
 * @param isPartial - Whether something was changed.
 * @throws UserError when they cannot be written to stdout.
 */
async function reportOutcome(
  executed: readonly Result[],
  { json, verbose }: ReportFlags,
  isPartial: boolean,
): Promise<void> {
  const options = { verbose, optionName: flagName };
  const plainText = outcomeAsText(executed, options);
  const colors = stdoutColors.isColorSupported;
  const result = json === true ? applyAsJson(executed).trimEnd() : outcomeAsText(executed, { ...options, colors });
  await printResult(result, plainText, isPartial);
  if (isPartial) printAfterUndo(executed.map(({ plan }) => plan));
}

/** Prints the next steps after an undo, which does not change the code. Nothing for other plans. */
export function printAfterUndo(plans: readonly Plan[]): void {
  for (const sentence of afterUndo(plans)) printErr(sanitize(sentence));
}

/**
 * Prints the command that undoes an apply, if there is a document for it: its own, or the saved plan. Nothing after an
 * undo.
 */
function printWayBack(executed: readonly Result[], { json }: ReportFlags, savedPlan: string | undefined): void {
  const plans = executed.map(({ plan }) => plan);
  if (plans.some(({ desired }) => desired.undo !== undefined)) return;
  if (json === true) {
    printErr(asInvoked("To undo this apply, save its JSON document, and run: tfprojects undo FILE"));
  } else if (savedPlan !== undefined) {
    printErr(sanitize(asInvoked(`To undo this apply, run: tfprojects undo ${shellWord(savedPlan)}`)));
    noteCreatedProjects(plans);
  }
}

/** A saved plan is older than the projects that it creates, so it lacks their IDs. Nothing if it creates none. */
function noteCreatedProjects(plans: readonly Plan[]): void {
  const creates = plans.some(({ actions }) => actions.some((action) => createdAddress(action) !== undefined));
  if (!creates) return;
  printErr(asInvoked("Note: `tfprojects undo` deletes created projects only with the document of `apply --json`."));
}
