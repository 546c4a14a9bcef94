import { DefaultTokenResolver, StringConcat, TerraformOutput, TerraformStack, Tokenization } from "cdktf";
import type { IConstruct } from "constructs";
import { EXCLUSIVE_DEFAULT_PROJECT, exclusiveIsShared, sharedExclusiveProjects } from "../../model";
import { literal } from "./literal";
import { isDataProject } from "./construct-types";
import type { MembershipLike } from "./construct-types";
import { isSingle } from "./app-wide";
import type { Conflict } from "./app-wide";
import { sharedWorkspaces } from "./shared-workspaces";

/** Conflicts between memberships, and with data sources of the app. */
export function membershipConflicts(memberships: readonly MembershipLike[], scope: IConstruct): readonly Conflict[] {
  return [
    ...sharedWorkspaces(memberships),
    ...exclusiveDefaultProjects(memberships),
    ...exclusiveShared(memberships, scope),
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
    return [{ at: membership, message: `exclusive: ${EXCLUSIVE_DEFAULT_PROJECT}` }];
  });
}

/** Memberships that certainly have the same project, if one of them is exclusive. */
function exclusiveShared(memberships: readonly MembershipLike[], scope: IConstruct): readonly Conflict[] {
  const projects = new ProjectKeys(scope);
  const members = memberships
    .filter(isSingle)
    .map((construct) => ({ construct, exclusive: construct.exclusiveInput === true }));
  return sharedExclusiveProjects(members, ({ construct }) => projects.of(construct)).map(({ membership, others }) => ({
    at: membership.construct,
    message: `exclusive: ${exclusiveIsShared(others.map(({ construct }) => construct.node.path))}`,
  }));
}

/** Tells which memberships in a scope have the same project. Use it for one validation: it finds outputs once. */
class ProjectKeys {
  #outputs: ReadonlyMap<string, TerraformOutput> | undefined;

  constructor(private readonly scope: IConstruct) {}

  /** The ID of a project, or a reference to it with the stack that it refers to. */
  of(membership: MembershipLike): string | undefined {
    const stack = TerraformStack.of(membership);
    const id = resolveIn(stack, membership.projectIdInput);
    if (id === undefined || literal(id) !== undefined) return id;
    // In a reference between stacks, cdktf uses an output of the other stack.
    const [, path = "", name = ""] = CROSS_STACK.exec(id) ?? [];
    this.#outputs ??= outputsIn(this.scope);
    const output = this.#outputs.get(outputKey(path, name));
    const origin = output === undefined ? stack : TerraformStack.of(output);
    return `${origin.node.path} ${output === undefined ? id : String(resolveIn(origin, output.value))}`;
  }
}

const CROSS_STACK = /^\$\{data\.terraform_remote_state\.cross-stack-reference-input-(.+)\.outputs\.(.+)\}$/;

/** All outputs in a scope by the stacks that they belong to, and their names. */
function outputsIn(scope: IConstruct): ReadonlyMap<string, TerraformOutput> {
  const outputs = scope.node.findAll().filter((it) => TerraformOutput.isTerraformOutput(it));
  return new Map(outputs.map((it) => [outputKey(TerraformStack.of(it).node.path, it.friendlyUniqueId), it]));
}

function outputKey(stackPath: string, name: string): string {
  return `${stackPath} ${name}`;
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
