import type { UnmanagedWorkspace } from "./coverage";
import type { Comparison } from "./comparison";
import type { Refusal } from "./refusal";
import type { PlanWarning } from "./warnings";

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
  return refusals.some(isNotVisible);
}

/** The errors that the code would have even if everything could be compared. */
export function errorsInCode({ refusals }: Pick<Comparison, "refusals">): readonly Refusal[] {
  return refusals.filter((refusal) => !isNotVisible(refusal));
}

function isNotVisible({ code }: Refusal): boolean {
  return code === "NOT_FOUND_OR_UNAUTHORIZED" || code === "TAGS_NOT_REPORTED";
}

/**
 * The warnings of a plan that also matter for drift: those about the current organization, or about what keeps changing
 * it, rather than about the changes.
 */
export function driftWarnings({ warnings }: Comparison): readonly PlanWarning[] {
  const kinds: ReadonlySet<PlanWarning["kind"]> = new Set([
    "not-found",
    "possible-rename",
    "two-owners",
    "misplaced",
    "missing-workspaces",
    "unknown-members",
    "no-match",
    "new-match",
  ]);
  return warnings.filter(({ kind }) => kinds.has(kind));
}

/** How many unmanaged workspaces are in unmanaged projects. */
export function workspacesOfUnmanagedProjects({ coverage }: Comparison): number {
  const projects = new Set(coverage.unmanagedProjects.map(({ id }) => id));
  return coverage.unmanagedWorkspaces.filter(({ project }) => projects.has(project.id)).length;
}
