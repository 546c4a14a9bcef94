import type { ChangeOf } from "../../engine/kind";
import type { WorkspaceRecord } from "./shape";

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
