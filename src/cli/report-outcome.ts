import type { CurrentPlan, ExecutedPlan } from "../engine/apply/execute-plans";
import { plansOf } from "../engine/session";
import type { Plan } from "../engine";
import { createdAddress } from "../engine/actions/table";
import { afterUndo, applyAsJson, outcomeAsText } from "../engine/report";
import { sanitize } from "../sanitize";
import { shellWord } from "../shell-quote";
import { asInvoked } from "./next-step";
import { flagName, type ReportFlags } from "./report";
import { printErr, printResult, stdoutColors } from "./terminal";

/**
 * Prints the outcomes of plans, and the next steps after an undo.
 *
 * @param isPartial - Whether something was changed.
 * @throws UserError when they cannot be written to stdout.
 */
export async function reportOutcome(
  executed: readonly ExecutedPlan[],
  { json, verbose }: ReportFlags,
  isPartial: boolean,
): Promise<void> {
  const options = { verbose, optionName: flagName };
  const plainText = outcomeAsText(executed, options);
  const colors = stdoutColors.isColorSupported;
  const result = json === true ? applyAsJson(executed).trimEnd() : outcomeAsText(executed, { ...options, colors });
  await printResult(result, plainText, isPartial);
  if (isPartial) printAfterUndo(plansOf(executed));
}

/** Prints the command that applies a saved plan. */
export function printSaved(path: string): void {
  printErr(sanitize(asInvoked(`Saved the plan. To apply it, run: tfprojects apply ${shellWord(path)}`)));
}

/**
 * Prints the command that undoes an apply, if there is a document for it: its own, or the saved plan. Nothing after an
 * undo.
 */
export function printWayBack(plans: readonly Plan[], { json }: ReportFlags, savedPlan: string | undefined): void {
  if (plans.some(({ desired }) => desired.undo !== undefined)) return;
  if (json === true) {
    printErr(asInvoked("To undo this apply, save its JSON document, and run: tfprojects undo FILE"));
  } else if (savedPlan !== undefined) {
    printErr(sanitize(asInvoked(`To undo this apply, run: tfprojects undo ${shellWord(savedPlan)}`)));
    noteCreatedProjects(plans);
  }
}

/** A saved plan is older than the projects that it creates, so it lacks their IDs. Nothing if it creates none. */
export function noteCreatedProjects(plans: readonly Plan[]): void {
  const creates = plans.some(({ actions }) => actions.some((action) => createdAddress(action) !== undefined));
  if (!creates) return;
  printErr(asInvoked("Note: `tfprojects undo` deletes created projects only with the document of `apply --json`."));
}

/** Prints the next steps after an undo, which does not change the code. Nothing for other plans. */
export function printAfterUndo(plans: readonly Plan[]): void {
  for (const sentence of afterUndo(plans)) printErr(sanitize(sentence));
}

/** Plans without outcomes. */
export function notApplied(plans: readonly CurrentPlan[]): readonly ExecutedPlan[] {
  return plans.map((it) => ({ ...it, outcomes: [] }));
}
