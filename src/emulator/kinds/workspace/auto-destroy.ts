import type { ChangeOf, Scope, Store } from "../../engine/kind";
import type { AttributeProblem } from "../../errors";
import { projects } from "../project";
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

/**
 * Destroy plans must be allowed where there is an auto-destroy plan, of the workspace or its project. Only a change
 * that disallows them, or sets a plan, is checked: a move is not (our choice: undocumented).
 */
export function destroyPlanProblems(
  change: ChangeOf<WorkspaceRecord>,
  { before, parent }: Scope<WorkspaceRecord>,
  store: Store,
): readonly AttributeProblem[] {
  const { settings: given = {}, autoDestroyActivityDuration: duration } = change;
  const { allowDestroyPlan = true, autoDestroyAt = null } = { ...before?.settings, ...given };
  const setsPlan = typeof duration === "string" || typeof given.autoDestroyAt === "string";
  if (allowDestroyPlan || (given.allowDestroyPlan !== false && !setsPlan)) return [];
  const own = autoDestroy(before ?? INHERITED, change);
  const project = store.table(projects).get(parent?.id ?? "");
  const plans = [
    isAutoDestroyTimeCleared(change) ? null : autoDestroyAt,
    own.autoDestroyActivityDuration,
    own.inheritsProjectAutoDestroy ? project?.autoDestroyActivityDuration : null,
  ];
  const detail = "Allow destroy plan must be true while the workspace or its project has an auto-destroy plan";
  return plans.some((plan) => typeof plan === "string") ? [{ attribute: "allow-destroy-plan", detail }] : [];
}
