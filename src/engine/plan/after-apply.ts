import { compareNames, indexBy } from "../../reconcile/lists";
import { named, type ActualOrganization, type NamedObject } from "../actual-organization";
import { type CreatedWorkspace, type DesiredOrganization } from "../organization";
import type { ProjectTarget } from "./action";
import type { Refusal } from "./refusal";
import type { ResolvedMembership } from "./selection";

/** Members of a membership that Terraform knows only after apply, in addition to those that are compared. */
export interface MembersKnownAfterApply {
  /** Address of the membership. */
  readonly address: string;
  /** Its project. */
  readonly project: ProjectTarget;
  /** How many they are; undefined if that is not known. */
  readonly count: number | undefined;
  /** Workspaces that Terraform's plan creates, and that they are, or may be. */
  readonly created: readonly CreatedWorkspace[];
  /** What decides whether they are others, which may exist; empty if all of them are created. */
  readonly dependsOn: readonly string[];
  /** Workspaces that would leave the project unless they are members, and that are left where they are. */
  readonly kept: readonly NamedObject[];
}

/**
 * The members that Terraform knows only after apply, by membership.
 *
 * @param mayLeave - The workspaces that would leave the project of a membership unless it has them.
 */
export function membersKnownAfterApply(
  resolved: readonly ResolvedMembership[],
  { createdWorkspaces = [] }: Pick<DesiredOrganization, "createdWorkspaces">,
  mayLeave: (membership: ResolvedMembership) => ActualOrganization["workspaces"],
): readonly MembersKnownAfterApply[] {
  const created = indexBy(createdWorkspaces, ({ address }) => address);
  return resolved.flatMap((it): MembersKnownAfterApply[] => {
    const { address, afterApply } = it.membership;
    if (afterApply === undefined) return [];
    const { count, created: resources, dependsOn } = afterApply;
    const its = resources.map((resource) => created.get(resource) ?? { address: resource });
    const kept = dependsOn.length === 0 ? [] : [...mayLeave(it)].sort(compareNames).map(named);
    return [{ address, project: it.to, count, created: its, dependsOn, kept }];
  });
}

/** Whether all of them are workspaces that Terraform's plan creates. */
export function areCreated({ dependsOn }: Pick<MembersKnownAfterApply, "dependsOn">): boolean {
  return dependsOn.length === 0;
}

/** Whether they are all of the workspaces that they may be. */
export function areCertain({ count, created, dependsOn }: MembersKnownAfterApply): boolean {
  return areCreated({ dependsOn }) && count === created.length;
}

/** Memberships that are certain to have the same created workspaces: one refusal for each workspace. */
export function createdConflicts(all: readonly MembersKnownAfterApply[]): readonly Refusal[] {
  const claims = new Map<string, string>();
  return all.filter(areCertain).flatMap(({ address, created }) =>
    created.flatMap((workspace): readonly Refusal[] => {
      const other = claims.get(workspace.address);
      if (other === undefined) {
        claims.set(workspace.address, address);
        return [];
      }
      const workspaces = [workspace.name ?? workspace.address];
      const code = "WORKSPACE_IN_TWO_PROJECTS";
      return [{ cause: "two-memberships", code, address, workspaces, other }];
    }),
  );
}
