import { WorkspaceClaims } from "../../decide";
import { inTwoMemberships } from "../../diagnostics/conflicts";
import { nameKey } from "../../model";
import { isSingle, type Conflict } from "./app-wide";
import type { MembershipLike } from "./construct-types";
import { literals } from "./literal";
import { OrganizationKeys } from "./organization-keys";

/** A workspace as a list has it; the attribute is that of the construct. */
interface Listed {
  readonly by: "workspaceIds" | "workspaceNames";
  readonly workspace: string;
}

/** Memberships with the same workspace would move it back and forth, or lose it when one is destroyed. */
export function sharedWorkspaces(memberships: readonly MembershipLike[]): readonly Conflict[] {
  const organizations = new OrganizationKeys();
  const claims = new WorkspaceClaims<MembershipLike>();
  const listed = new Map<string, Listed>();
  const claim = (membership: MembershipLike, key: string, its: Listed): void => {
    claims.add(membership, key, {});
    listed.set(key, its);
  };
  for (const membership of memberships.filter(isSingle)) {
    for (const id of literals(membership.workspaceIdsInput)) {
      claim(membership, `id ${id}`, { by: "workspaceIds", workspace: id });
    }
    const organization = organizations.of(membership);
    if (organization === undefined) continue;
    for (const name of literals(membership.workspaceNamesInput)) {
      claim(membership, `name ${organization}${nameKey(name)}`, { by: "workspaceNames", workspace: name });
    }
  }
  return claims.conflicts().map(({ at, others, workspaceIds: keys }): Conflict => {
    const its = keys.flatMap((key) => listed.get(key) ?? []);
    const { detail } = inTwoMemberships({
      workspaces: its.map(({ workspace }) => workspace),
      memberships: [...others, at].map(({ node }) => ({ label: node.path })),
    });
    return { at, message: `${its[0]?.by ?? "workspaceNames"}: ${detail}` };
  });
}
