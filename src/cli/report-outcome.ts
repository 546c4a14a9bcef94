import type { CurrentPlan, ExecutedPlan } from "../engine/apply/execute-plans";
import type { Plan } from "../engine";
import { afterUndo, applyAsJson, outcomeAsText, sanitize } from "../engine/report";
import { asInvoked } from "./next-step";
import { flagName, printText, writePage, type ReportFlags } from "./report";
import { printErr, printResult, stdoutColors } from "./terminal";

/**
 * Prints the outcomes of plans, and what has to be done after an undo.
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
  if (isPartial) printAfterUndo(executed.map(({ plan }) => plan));
}

/** Says how to apply a plan that was saved. */
export function printSaved(path: string): void {
  printErr(sanitize(asInvoked(`Saved the plan. To apply it, run: tfprojects apply ${path}`)));
}

/** Prints what matters next: an undo changes the organization, but not the code. Nothing for other plans. */
export function printAfterUndo(plans: readonly Plan[]): void {
  for (const sentence of afterUndo(plans)) printErr(sanitize(sentence));
}

/** Prints plans that are blocked or empty as the JSON document of an apply, and writes the HTML page. */
export async function reportUnapplied(plans: readonly CurrentPlan[], options: ReportFlags): Promise<void> {
  await writePage(
    plans.map(({ plan }) => plan),
    options,
  );
  await printText(applyAsJson(plans.map((it) => ({ ...it, outcomes: [] }))));
}
