import { DefaultTokenResolver, StringConcat, TerraformOutput, TerraformStack, Tokenization } from "cdktf";
import type { IConstruct } from "constructs";
import {
  EXCLUSIVE_DEFAULT_PROJECT,
  exclusiveIsShared,
  nameKey,
  sharedExclusiveProjects,
  workspaceInTwoMemberships,
} from "../../model";
import { literal, literals } from "./literal";
import { isDataProject } from "./construct-types";
import type { MembershipLike } from "./construct-types";
import { OrganizationKeys } from "./organization-keys";
import { isSingle } from "./app-wide";
import type { Conflict } from "./app-wide";

/** Conflicts between memberships, and with data sources of the app. */
export function membershipConflicts(memberships: readonly MembershipLike[]): readonly Conflict[] {
  return [...sharedWorkspaces(memberships), ...exclusiveDefaultProjects(memberships), ...exclusiveShared(memberships)];
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
    const projectId = resolveIn(stack, membership.projectIdInput);
    if (projectId === undefined || !known.has(projectId)) return [];
    return [{ at: membership, message: `exclusive: ${EXCLUSIVE_DEFAULT_PROJECT}` }];
  });
}

/** Memberships that certainly have the same project, if one of them is exclusive. */
function exclusiveShared(memberships: readonly MembershipLike[]): readonly Conflict[] {
  const members = memberships
    .filter(isSingle)
    .map((construct) => ({ construct, exclusive: construct.exclusiveInput === true }));
  return sharedExclusiveProjects(members, ({ construct }) => projectKey(construct)).map(({ membership, others }) => ({
    at: membership.construct,
    message: `exclusive: ${exclusiveIsShared(others.map(({ construct }) => construct.node.path))}`,
  }));
}

/** The ID of a project, or a reference to it with the stack that it refers to. */
function projectKey(membership: MembershipLike): string | undefined {
  const stack = TerraformStack.of(membership);
  const id = resolveIn(stack, membership.projectIdInput);
  if (id === undefined || literal(id) !== undefined) return id;
  // In a reference between stacks, cdktf uses an output of the other stack.
  const [, path, name] = CROSS_STACK.exec(id) ?? [];
  const output = path === undefined ? undefined : outputOf(stack.node.root, path, name);
  const origin = output === undefined ? stack : TerraformStack.of(output);
  return `${origin.node.path} ${output === undefined ? id : String(resolveIn(origin, output.value))}`;
}

const CROSS_STACK = /^\$\{data\.terraform_remote_state\.cross-stack-reference-input-(.+)\.outputs\.(.+)\}$/;

function outputOf(root: IConstruct, stackPath: string, name: string | undefined): TerraformOutput | undefined {
  const stacks = root.node.findAll().filter((it) => TerraformStack.isStack(it));
  const outputs = stacks.filter((it) => it.node.path === stackPath).flatMap((it) => it.node.findAll());
  return outputs.filter((it) => TerraformOutput.isTerraformOutput(it)).find((it) => it.friendlyUniqueId === name);
}

const RESOLVING = { resolver: new DefaultTokenResolver(new StringConcat()), preparing: false };

/** A string with the expressions that synth writes for Terraform. */
function resolveIn(stack: TerraformStack, value: unknown): string | undefined {
  const resolved: unknown = Tokenization.resolve(value, { ...RESOLVING, scope: stack });
  return typeof resolved === "string" ? resolved : undefined;
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
