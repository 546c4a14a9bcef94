import { TerraformStack } from "cdktf";
import type { IConstruct } from "constructs";
import { ProjectMembers } from "../../decide";
import { exclusiveDefaultProject, exclusiveShared } from "../../diagnostics/conflicts";
import { isDataProject } from "./construct-types";
import type { MembershipLike } from "./construct-types";
import { isSingle } from "./app-wide";
import type { Conflict } from "./app-wide";
import { ProjectKeys, resolveIn } from "./project-keys";
import { sharedWorkspaces } from "./shared-workspaces";

/** Conflicts between memberships, and with data sources of the app. */
export function membershipConflicts(memberships: readonly MembershipLike[], scope: IConstruct): readonly Conflict[] {
  return [
    ...sharedWorkspaces(memberships),
    ...exclusiveDefaultProjects(memberships),
    ...sharedProjects(memberships, scope),
  ];
}

/** Exclusive memberships that refer to a data source of the default project. */
function exclusiveDefaultProjects(memberships: readonly MembershipLike[]): readonly Conflict[] {
  const exclusive = memberships.filter(({ exclusiveInput }) => exclusiveInput === true);
  const ids = new Map<TerraformStack, ReadonlySet<string>>();
  return exclusive.flatMap((membership) => {
    const stack = TerraformStack.of(membership);
    const known = ids.get(stack) ?? defaultProjectIds(stack);
    ids.set(stack, known);
    const projectId = resolveIn(stack, membership.projectIdInput);
    if (projectId === undefined || !known.has(projectId)) return [];
    return [{ at: membership, message: `exclusive: ${exclusiveDefaultProject({}).detail}` }];
  });
}

/** Memberships that certainly have the same project, if one of them is exclusive. */
function sharedProjects(memberships: readonly MembershipLike[], scope: IConstruct): readonly Conflict[] {
  const projects = new ProjectKeys(scope);
  const members = new ProjectMembers<MembershipLike>();
  for (const membership of memberships.filter(isSingle)) {
    const project = projects.ofId(membership, membership.projectIdInput);
    if (project !== undefined) members.add(membership, project, { exclusive: membership.exclusiveInput === true });
  }
  return members.shared.map(({ at, others }) => ({
    at: at.resource,
    message: `exclusive: ${exclusiveShared({ others: others.map(({ resource }) => resource.node.path) }).detail}`,
  }));
}

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
