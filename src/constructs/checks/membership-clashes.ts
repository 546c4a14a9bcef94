import { nameKey } from "../../model";
import type { WorkspaceMembership } from "../workspace-membership";
import { literals } from "./literal";
import { OrganizationKeys } from "./organization-keys";
import { isSingle } from "./together";
import type { Clash } from "./together";

/** A workspace lives in exactly one project: two memberships that both name it would move it to and fro. */
export function membershipClashes(memberships: readonly WorkspaceMembership[]): readonly Clash[] {
  const organizations = new OrganizationKeys();
  const owners = new Map<string, WorkspaceMembership>();
  const clashes: Clash[] = [];

  for (const membership of memberships.filter(isSingle)) {
    const organization = organizations.of(membership);
    const claim = (attribute: string, workspace: string, key: string): void => {
      const owner = owners.get(key);
      if (owner === undefined) owners.set(key, membership);
      else if (owner !== membership) {
        clashes.push({
          at: membership,
          message:
            `${attribute}: ${JSON.stringify(workspace)} is also in ${owner.node.path}, and a workspace lives in exactly one ` +
            `project. Remove it from one of the two.`,
        });
      }
    };
    for (const id of literals(membership.workspaceIdsInput)) claim("workspaceIds", id, `id ${id}`);
    if (organization === undefined) continue;
    for (const name of literals(membership.workspaceNamesInput)) {
      claim("workspaceNames", name, `name ${organization}${nameKey(name)}`);
    }
  }
  return clashes;
}
