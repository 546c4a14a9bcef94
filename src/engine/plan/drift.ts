import { isNotCompared } from "../findings/severity";
import type { UnmanagedWorkspace } from "./coverage";
import type { Comparison } from "./comparison";
import { unmanagedInPlace } from "./project-change";
import type { Refusal } from "./refusal";

/** Whether an unmanaged workspace counts as drift. */
export function isWorkspaceDrift({ unmanagedDrift }: Comparison, workspace: UnmanagedWorkspace): boolean {
  return unmanagedDrift.workspaces > 0 && workspace.isInManagedProject;
}

/**
 * Whether an organization differs from the code: by changes, missing workspaces, members that Terraform's apply adds,
 * errors in the code, or unmanaged objects that count.
 */
export function isDrift({ actions, missingWorkspaces, afterApply, refusals, unmanagedDrift }: Comparison): boolean {
  const members = missingWorkspaces.length + afterApply.length;
  const inCode = actions.length + members + errorsInCode({ refusals }).length;
  return inCode + unmanagedDrift.projects + unmanagedDrift.workspaces > 0;
}

/** Whether not everything can be compared: the token does not see it, or the service does not report it. */
export function isIncomplete({ refusals }: Comparison): boolean {
  return refusals.some(isNotCompared);
}

/** The errors that the code would have even if everything could be compared. */
export function errorsInCode({ refusals }: Pick<Comparison, "refusals">): readonly Refusal[] {
  return refusals.filter((refusal) => !isNotCompared(refusal));
}

/** How many unmanaged workspaces are in unmanaged projects. */
export function workspacesOfUnmanagedProjects(drift: Comparison): number {
  const projects = new Set(drift.coverage.unmanagedProjects.map(({ id }) => id));
  return unmanagedInPlace(drift).filter(({ project }) => projects.has(project.id)).length;
}
