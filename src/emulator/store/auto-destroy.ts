import type { DurationRule } from "../../model";
import { checkAutoDestroyActivityDuration } from "../../model";
import type { AttributeProblem } from "../errors";
import type { WorkspaceRecord } from "./records";
import type { Store } from "./store";

/** The service's error messages where they are known, otherwise similar ones. */
const DETAILS: Readonly<Record<DurationRule, string>> = {
  format:
    "Auto destroy activity duration has an incorrect format, we expect up to 4 numeric digits and 1 unit ('d' or 'h')",
  zero: "Auto destroy activity duration must be greater than 0",
};

/** Problems with a duration; null and undefined are valid. */
export function checkDuration(duration: string | null | undefined): AttributeProblem[] {
  if (typeof duration !== "string") return [];
  return checkAutoDestroyActivityDuration(duration).map(({ rule }) => ({
    attribute: "auto-destroy-activity-duration",
    detail: DETAILS[rule],
  }));
}

/** Problems with the time to destroy a workspace at; null and undefined are valid. */
export function checkAutoDestroyAt(time: string | null | undefined): AttributeProblem[] {
  if (typeof time !== "string" || !Number.isNaN(Date.parse(time))) return [];
  return [{ attribute: "auto-destroy-at", detail: "Auto destroy at is not a valid time" }];
}

/** The workspace's effective duration: its own, or inherited from its project. */
export function effectiveDuration(store: Store, workspace: WorkspaceRecord): string | null {
  return workspace.inheritsAutoDestroy
    ? store.projects.expect(workspace.projectId).autoDestroyActivityDuration
    : workspace.autoDestroyActivityDuration;
}
