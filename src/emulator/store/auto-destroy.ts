import type { DurationRule } from "../../model";
import { checkAutoDestroyActivityDuration } from "../../model";
import type { AttributeProblem } from "./problem";
import type { WorkspaceRecord } from "./records";
import type { Store } from "./store";

/** The service's words for each broken rule; where they are not public, words of the same kind (facts, section 1.3). */
const DETAILS: Readonly<Record<DurationRule, string>> = {
  format:
    "Auto destroy activity duration has an incorrect format, we expect up to 4 numeric digits and 1 unit ('d' or 'h')",
  zero: "Auto destroy activity duration must be greater than 0",
};

/** What is wrong with a duration; none (null) and not given (undefined) are fine. */
export function checkDuration(duration: string | null | undefined): AttributeProblem[] {
  if (typeof duration !== "string") return [];
  return checkAutoDestroyActivityDuration(duration).map(({ rule }) => ({
    attribute: "auto-destroy-activity-duration",
    detail: DETAILS[rule],
  }));
}

/** What is wrong with a time at which a workspace is to be destroyed; none (null) and not given (undefined) are fine. */
export function checkAutoDestroyAt(time: string | null | undefined): AttributeProblem[] {
  if (typeof time !== "string" || !Number.isNaN(Date.parse(time))) return [];
  return [{ attribute: "auto-destroy-at", detail: "Auto destroy at is not a valid time" }];
}

/** The duration that holds for a workspace: its own, or that of the project it is in (service-api.md sections 2.1 and 4.2). */
export function effectiveDuration(store: Store, workspace: WorkspaceRecord): string | null {
  return workspace.inheritsAutoDestroy
    ? store.projects.expect(workspace.projectId).autoDestroyActivityDuration
    : workspace.autoDestroyActivityDuration;
}
