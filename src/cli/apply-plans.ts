import { resultOf, type CurrentPlan, type ExecutionResult } from "../engine/apply/execute-plans";
import { applyPlans, plansOf, type ApplyingOptions, type Session } from "../engine/session";
import type { Plan } from "../engine";
import { applyAsJson } from "../engine/report";
import { UserError } from "../user-error";
import { approve, type Question } from "./confirm";
import { EXIT } from "./exit-status";
import { writeImports, type ImportFiles } from "./import-blocks";
import { OutputError } from "./output";
import { printText, report, writePage, type ReportFlags } from "./report";
import { noteCreatedProjects, notApplied, printWayBack, reportOutcome } from "./report-outcome";

/** How plans are approved. */
export interface Approval extends Question {
  /** Whether they are applied without a question. */
  readonly isPreapproved: boolean;
}

/** The files of an apply. */
export interface ApplyFiles {
  /** The saved plan that is applied. @default - other plans are applied */
  readonly savedPlan?: string | undefined;
  /** Where import blocks are written. @default - nowhere */
  readonly imports?: ImportFiles | undefined;
}

const STATUS: Readonly<Record<ExecutionResult, number>> = {
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
 * @returns the exit status
 */
export async function applyAndReport(
  plans: readonly CurrentPlan[],
  approval: Approval,
  steps: Omit<ApplyingOptions, "approve">,
  session: Session,
  options: ReportFlags,
  { savedPlan, imports }: ApplyFiles = {},
): Promise<number> {
  const isBlocked = areBlocked(plansOf(plans));
  if (isBlocked || plans.every(({ plan }) => plan.actions.length === 0)) {
    // With --json, an error is the only document.
    if (!isBlocked) await writeImports(notApplied(plans), imports);
    if (options.json === true) {
      await writePage(plansOf(plans), options);
      await printText(applyAsJson(notApplied(plans)));
    } else {
      await report(plansOf(plans), options);
    }
    return isBlocked ? EXIT.error : EXIT.success;
  }
  const showThem = (): Promise<{ hasWaited: boolean }> => showAndApprove(plans, approval, options);
  const executed = await applyPlans(plans, { ...steps, approve: showThem }, session);
  const result = resultOf(executed);
  try {
    await reportOutcome(executed, options, result !== "none");
    if (result !== "none") printWayBack(plansOf(executed), options, savedPlan);
  } finally {
    await writeImports(executed, imports);
  }
  return STATUS[result];
}

/** Shows the plans that are about to be applied. @throws UserError when they cannot be shown, or are not approved. */
async function showAndApprove(
  plans: readonly CurrentPlan[],
  approval: Approval,
  options: ReportFlags,
): Promise<{ hasWaited: boolean }> {
  try {
    // With --json the only document is the one with the outcomes.
    await (options.json === true ? writePage : report)(plansOf(plans), options);
  } catch (error) {
    if (!(error instanceof OutputError)) throw error;
    throw new UserError(
      `Nothing was changed: the plan could not be written to stdout: ${error.reason}.`,
      "Free some space, or redirect stdout to another file, and apply again.",
      { code: "OUTPUT", cause: error },
    );
  }
  if (approval.isPreapproved) return { hasWaited: false };
  noteCreatedProjects(plansOf(plans));
  await approve(approval);
  return { hasWaited: true };
}

export function areBlocked(plans: readonly Plan[]): boolean {
  return plans.some(({ refusals }) => refusals.length > 0);
}

export const NOT_SAVED = "The plan was not saved, because it is blocked.";

/** The error when a blocked plan, whose errors the report shows, was not written. @param what - A sentence. */
export function notWritten(what: string): UserError {
  return new UserError(what, "Resolve the errors above first.", { code: "PLAN_BLOCKED" });
}
