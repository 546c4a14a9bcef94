import { indexBy } from "../../reconcile/lists";
import type { Workspace } from "../../model";
import { named, type ActualOrganization, type NamedObject } from "../organization";
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
  { projects }: ActualOrganization,
  isFree: (workspace: Workspace) => boolean,
): readonly WorkspaceElsewhere[] {
  const byId = indexBy(projects, ({ id }) => id);
  return resolved.flatMap(({ membership: { address }, elsewhere }) =>
    elsewhere
      .filter(({ workspace }) => isFree(workspace))
      .map((it) => {
        const { projectId } = it.workspace;
        const project = named(byId.get(projectId) ?? { id: projectId, name: projectId });
        return { address, ...matchedWorkspace(it), project };
      }),
  );
}
