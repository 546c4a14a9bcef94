import type { Workspace } from "../../model";
import { projectNames, type ActualOrganization, type NamedObject } from "../organization";
import { matchedWorkspace, type MatchedWorkspace, type ResolvedMembership } from "./selection";

/** A workspace that a rule matches and leaves where it is, as it takes workspaces only from the default project. */
export interface WorkspaceElsewhere extends MatchedWorkspace {
  /** Address of the membership. */
  readonly address: string;
  readonly project: NamedObject;
}

/**
 * Workspaces that rules match and leave where they are, in the order of the memberships.
 *
 * @param isFree - Whether no membership has a workspace: what another one selects belongs there.
 */
export function elsewhereOf(
  resolved: readonly ResolvedMembership[],
  actual: ActualOrganization,
  isFree: (workspace: Workspace) => boolean,
): readonly WorkspaceElsewhere[] {
  const nameOf = projectNames(actual);
  return resolved.flatMap(({ membership: { address }, elsewhere }) =>
    elsewhere
      .filter(({ workspace }) => isFree(workspace))
      .map((it) => ({ address, ...matchedWorkspace(it), project: nameOf(it.workspace.projectId) })),
  );
}
