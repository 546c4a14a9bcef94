import { DefaultTokenResolver, StringConcat, TerraformStack, Tokenization } from "cdktf";
import { EXCLUSIVE_DEFAULT_PROJECT, nameKey, workspaceInTwoMemberships } from "../../model";
import { literals } from "./literal";
import { isDataProject } from "./construct-types";
import type { MembershipLike } from "./construct-types";
import { OrganizationKeys } from "./organization-keys";
import { isSingle } from "./app-wide";
import type { Conflict } from "./app-wide";

/** Conflicts between memberships, and with data sources of the app. */
export function membershipConflicts(memberships: readonly MembershipLike[]): readonly Conflict[] {
  return [...sharedWorkspaces(memberships), ...exclusiveDefaultProjects(memberships)];
}

/** Two memberships with the same workspace would move it back and forth, or lose it when one is destroyed. */
function sharedWorkspaces(memberships: readonly MembershipLike[]): readonly Conflict[] {
  const organizations = new OrganizationKeys();
  const owners = new Map<string, MembershipLike>();
  const conflicts: Conflict[] = [];

  for (const membership of memberships.filter(isSingle)) {
    const organization = organizations.of(membership);
    const claim = (attribute: string, workspace: string, key: string): void => {
      const owner = owners.get(key);
      if (owner === undefined) owners.set(key, membership);
      else if (owner !== membership) {
        const message = `${attribute}: ${workspaceInTwoMemberships(workspace, owner.node.path)}`;
        conflicts.push({ at: membership, message });
      }
    };
    for (const id of literals(membership.workspaceIdsInput)) claim("workspaceIds", id, `id ${id}`);
    if (organization === undefined) continue;
    for (const name of literals(membership.workspaceNamesInput)) {
      claim("workspaceNames", name, `name ${organization}${nameKey(name)}`);
    }
  }
  return conflicts;
}

/** Exclusive memberships that refer to a data source of the default project. */
function exclusiveDefaultProjects(memberships: readonly MembershipLike[]): readonly Conflict[] {
  const exclusive = memberships.filter(({ exclusiveInput }) => exclusiveInput === true);
  const ids = new Map<TerraformStack, ReadonlySet<string>>();
  return exclusive.flatMap((membership) => {
    const stack = TerraformStack.of(membership);
    const known = ids.get(stack) ?? defaultProjectIds(stack);
    ids.set(stack, known);
    const projectId: unknown = Tokenization.resolve(membership.projectIdInput, { ...RESOLVING, scope: stack });
    if (typeof projectId !== "string" || !known.has(projectId)) return [];
    return [{ at: membership, message: `exclusive: ${EXCLUSIVE_DEFAULT_PROJECT}` }];
  });
}

const RESOLVING = { resolver: new DefaultTokenResolver(new StringConcat()), preparing: false };

/** The expressions in a stack that refer to the ID of the default project. */
function defaultProjectIds(stack: TerraformStack): ReadonlySet<string> {
  const found = stack.node.findAll().filter(isDataProject);
  return new Set(
    found
      .filter(({ defaultInput }) => defaultInput === true)
      .map(({ terraformResourceType, friendlyUniqueId }) => `data.${terraformResourceType}.${friendlyUniqueId}`)
      .flatMap((address) => [`\${${address}.id}`, `\${${address}.project_id}`]),
  );
}
