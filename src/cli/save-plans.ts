import type { Plan } from "../engine";
import { writeSavedPlan } from "../engine/document/saved-plan";
import { sanitize } from "../sanitize";
import { shellWord } from "../shell-quote";
import { UserError } from "../user-error";
import { asInvoked } from "./next-step";
import { report, type ReportFlags } from "./report";
import { printErr } from "./output";

export function areBlocked(plans: readonly Plan[]): boolean {
  return plans.some(({ errors }) => errors.length > 0);
}

/**
 * Saves plans, if `--out` is set and nothing blocks them, and prints them.
 *
 * @throws UserError when they are blocked, and were to be written to a file; the report shows why.
 */
export async function saveAndReport(
  plans: readonly Plan[],
  { out, writeImports, ...form }: ReportFlags & { readonly out?: string; readonly writeImports?: readonly string[] },
): Promise<void> {
  const isBlocked = areBlocked(plans);
  if (out !== undefined && !isBlocked) await writeSavedPlan(out, plans, "Use another file with --out.");
  await report(plans, form);
  if (!isBlocked || (out === undefined && writeImports === undefined)) return;
  throw new UserError(
    out === undefined
      ? "No import blocks were written, because the plan is blocked."
      : "The plan was not saved, because it is blocked.",
    "Resolve the errors above first.",
    { code: "PLAN_BLOCKED" },
  );
}

/** Prints the command that applies a saved plan. */
export function printSaved(path: string): void {
  printErr(sanitize(asInvoked(`Saved the plan. To apply it, run: tfprojects apply ${shellWord(path)}`)));
}
