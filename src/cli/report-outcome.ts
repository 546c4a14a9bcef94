import type { ExecutedPlan } from "../engine/apply/execute-plans";
import type { LiveOrganization } from "../engine/plan-code";
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
  const plans = executed.map(({ live, outcomes }) => ({ plan: live.plan, outcomes, doneBefore: live.doneBefore }));
  const options = { verbose, optionName: flagName };
  const plainText = outcomeAsText(plans, options);
  const colors = stdoutColors.isColorSupported;
  const result = json === true ? applyAsJson(plans).trimEnd() : outcomeAsText(plans, { ...options, colors });
  await printResult(result, plainText, isPartial);
  if (isPartial) printAfterUndo(executed.map(({ live }) => live));
}

/** Says how to apply a plan that was saved. */
export function printSaved(path: string): void {
  printErr(sanitize(asInvoked(`Saved the plan. To apply it, run: tfprojects apply ${path}`)));
}

/** Prints what matters next: an undo changes the organization, but not the code. Nothing for other plans. */
export function printAfterUndo(live: readonly LiveOrganization[]): void {
  for (const sentence of afterUndo(live.map(({ plan }) => plan))) printErr(sanitize(sentence));
}

/** Prints plans that are blocked or empty as the JSON document of an apply, and writes the HTML page. */
export async function reportUnapplied(live: readonly LiveOrganization[], options: ReportFlags): Promise<void> {
  const plans = live.map(({ plan }) => plan);
  await writePage(plans, options);
  await printText(applyAsJson(live.map(({ plan, doneBefore }) => ({ plan, doneBefore, outcomes: [] }))));
}
