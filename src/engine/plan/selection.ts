import { selectNamed, type NamedWorkspaces, type WorkspaceIndex } from "../../model";
import { compareStrings, groupBy } from "../../reconcile/lists";
import type { DesiredMembership } from "../organization";
import type { ProjectTarget } from "./action";
import type { Refusal } from "./refusal";

/** A membership whose project exists after the plan, and the workspaces that it names. */
export interface ResolvedMembership extends NamedWorkspaces {
  readonly membership: DesiredMembership;
  readonly to: ProjectTarget;
}

/** Resolves a membership. */
export function resolveMembership(
  membership: DesiredMembership,
  to: ProjectTarget,
  index: WorkspaceIndex,
): ResolvedMembership {
  return { membership, to, ...selectNamed(membership, index) };
}

/** More memberships that name one workspace are not compared with each other. */
const MAX_CLAIMS = 10;

/** Memberships that name the same workspaces: one refusal for each pair. Also those of one project. */
export function selectionConflicts(resolved: readonly ResolvedMembership[]): readonly Refusal[] {
  const claims = resolved.flatMap((by) => by.selected.map(({ workspace }) => ({ by, workspace })));
  const pairs = [...groupBy(claims, ({ workspace }) => workspace.id).values()].flatMap((all) => {
    const compared = all.slice(0, MAX_CLAIMS);
    return compared.flatMap((later, position) => compared.slice(0, position).map((earlier) => ({ earlier, later })));
  });
  const byLater = groupBy(pairs, ({ later }) => later.by);
  return resolved.flatMap((by) =>
    [...groupBy(byLater.get(by) ?? [], ({ earlier }) => earlier.by)]
      .sort(([{ membership: one }], [{ membership: other }]) => compareStrings(one.address, other.address))
      .map(([{ membership: other }, common]): Refusal => ({
        cause: "two-memberships",
        code: "WORKSPACE_IN_TWO_PROJECTS",
        address: by.membership.address,
        workspaces: common.map(({ later }) => later.workspace.name).sort(compareStrings),
        other: other.address,
      })),
  );
}
