import { nameKey, workspacesInMemberships } from "../../model";
import { isSingle, type Conflict } from "./app-wide";
import type { MembershipLike } from "./construct-types";
import { literals } from "./literal";
import { OrganizationKeys } from "./organization-keys";

/** How a membership has a workspace; the attribute is that of its construct. */
type By = "workspaceIds" | "workspaceNames";

/** The workspaces that two memberships share. */
interface Shared {
  readonly one: MembershipLike;
  readonly other: MembershipLike;
  /** How the second one has them. */
  readonly by: By;
  readonly workspaces: string[];
}

/** Two memberships with the same workspace would move it back and forth, or lose it when one is destroyed. */
export function sharedWorkspaces(memberships: readonly MembershipLike[]): readonly Conflict[] {
  const organizations = new OrganizationKeys();
  const owners = new Map<string, MembershipLike>();
  const found = new Map<string, Shared>();
  const claim = (other: MembershipLike, by: By, workspace: string, key: string): void => {
    const one = owners.get(key);
    if (one === undefined) owners.set(key, other);
    if (one === undefined || one === other) return;
    const pair = JSON.stringify([one.node.path, other.node.path]);
    const shared = found.get(pair);
    if (shared === undefined) found.set(pair, { one, other, by, workspaces: [workspace] });
    else shared.workspaces.push(workspace);
  };
  for (const membership of memberships.filter(isSingle)) {
    for (const id of literals(membership.workspaceIdsInput)) claim(membership, "workspaceIds", id, `id ${id}`);
    const organization = organizations.of(membership);
    if (organization === undefined) continue;
    for (const name of literals(membership.workspaceNamesInput)) {
      claim(membership, "workspaceNames", name, `name ${organization}${nameKey(name)}`);
    }
  }
  return [...found.values()].map(({ one, other, by, workspaces }) => {
    const text = workspacesInMemberships(workspaces, [{ label: one.node.path }, { label: other.node.path }]);
    return { at: other, message: `${by}: ${text}` };
  });
}
