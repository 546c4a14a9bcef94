import type { ChangeOf } from "../../engine/kind";
import type { AttributeProblem } from "../../errors";
import type { RequestResource } from "../../http/request-document";
import { checkDuration } from "../project";
import type { WorkspaceRecord } from "./shape";

const DURATION = "auto-destroy-activity-duration";

export function readDuration({ attributes }: RequestResource): {
  readonly value?: string | null;
  readonly problems: readonly AttributeProblem[];
} {
  const value = attributes[DURATION];
  if (value === undefined) return { problems: [] };
  if (value !== null && typeof value !== "string") {
    return { problems: [{ attribute: DURATION, detail: "Auto destroy activity duration must be a string" }] };
  }
  return { value, problems: checkDuration(value).map((detail) => ({ attribute: DURATION, detail })) };
}

/** Every other setting of auto-destroy clears the time. */
export function isAutoDestroyTimeCleared(change: ChangeOf<WorkspaceRecord>): boolean {
  if (change.settings?.autoDestroyAt !== undefined) return false;
  return change.inheritsProjectAutoDestroy === true || typeof change.autoDestroyActivityDuration === "string";
}

type AutoDestroy = Pick<WorkspaceRecord, "inheritsProjectAutoDestroy" | "autoDestroyActivityDuration">;
const INHERITED: AutoDestroy = { inheritsProjectAutoDestroy: true, autoDestroyActivityDuration: null };

/**
 * A duration or time on a workspace overrides the project's duration until the workspace inherits again. A time
 * replaces the workspace's own duration. A null time alone also ends it, as the tests of `hashicorp/tfe` expect: the
 * provider sends nothing else when a duration is removed from the code.
 */
export function autoDestroy(record: AutoDestroy, change: ChangeOf<WorkspaceRecord>): AutoDestroy {
  const { inheritsProjectAutoDestroy: inherits, autoDestroyActivityDuration: duration } = change;
  const time = change.settings?.autoDestroyAt;
  if (inherits === true) return INHERITED;
  if (duration !== undefined) return { inheritsProjectAutoDestroy: false, autoDestroyActivityDuration: duration };
  if (time === null && inherits === undefined) return INHERITED;
  if (typeof time === "string") return { inheritsProjectAutoDestroy: false, autoDestroyActivityDuration: null };
  return record;
}
