import type { ExecutedPlan } from "../engine/apply/execute-plans";
import type { LiveOrganization } from "../engine/plan-code";
import { applyAsJson, outcomeAsText } from "../engine/report";
import { flagName, printText, writePage, type ReportFlags } from "./report";
import { printResult, stdoutColors } from "./terminal";

/**
 * Prints the outcomes of plans.
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
}

/** Prints plans that are blocked or empty as the JSON document of an apply, and writes the HTML page. */
export async function reportUnapplied(live: readonly LiveOrganization[], options: ReportFlags): Promise<void> {
  const plans = live.map(({ plan }) => plan);
  await writePage(plans, options);
  await printText(applyAsJson(live.map(({ plan, doneBefore }) => ({ plan, doneBefore, outcomes: [] }))));
}
