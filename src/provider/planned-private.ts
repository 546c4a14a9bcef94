import type { SelectedWorkspace } from "../model";
import { memberOf } from "./private-state";

/** The private state of a planned create or update. */
export interface PlannedPrivate {
  /** IDs of workspaces that the membership no longer contains, and that stay until another membership moves them. */
  readonly retained: readonly string[];
  /**
   * The workspaces that the plan selects, for the second plan, if Terraform passes it this private state, and for the
   * apply. Undefined if the apply looks them up.
   */
  readonly found?: readonly SelectedWorkspace[];
}

export const NONE_RETAINED: PlannedPrivate = { retained: [] };

/** The workspaces that a plan has selected; undefined if they are not in its private state. */
export function selectionIn(privateState: unknown): readonly SelectedWorkspace[] | undefined {
  const found = memberOf(privateState, "found");
  // The provider has written it, as PlannedPrivate.
  return Array.isArray(found) ? (found as readonly SelectedWorkspace[]) : undefined;
}
