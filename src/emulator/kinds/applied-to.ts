import type { AttributeProblem } from "../errors";

/** A variable set or policy set. */
interface AppliedSet {
  readonly settings?: { readonly global?: boolean | undefined } | undefined;
  readonly projectIds?: readonly string[] | undefined;
  readonly workspaceIds?: readonly string[] | undefined;
}

/** Global sets apply to everything, so they name nothing in particular. */
export function globalSetProblems({ settings, projectIds = [], workspaceIds = [] }: AppliedSet): AttributeProblem[] {
  if (settings?.global !== true || projectIds.length + workspaceIds.length === 0) return [];
  const detail = "Global sets apply to all workspaces, and cannot be applied to single ones";
  return [{ attribute: "global", detail }];
}
