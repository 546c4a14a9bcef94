import { isId, nameKey, setsProject, TFE_WORKSPACE } from "../../model";
import { inStack } from "../../terraform/address";
import { groupBy } from "../../reconcile/lists";
import type { ProjectReference, TfeWorkspace } from "../organization";
import type { Block, Blocks } from "./blocks";
import type { Evaluation } from "./evaluation";
import type { ConnectionConfiguration } from "./provider-blocks";
import type { StateOfModule } from "./state-of-module";
import type { InState, TfeWorkspaceInState } from "./terraform-state";
import { ProjectIdReference, type Value } from "./value";

/** A `tfe_workspace` of a module, and where its workspace is. */
export interface TfeWorkspaceInCode {
  readonly workspace: TfeWorkspace;
  /** Undefined when only Terraform knows it. */
  readonly organization: string | undefined;
  /** Undefined for the environment's, and if only Terraform knows it. */
  readonly hostname: string | undefined;
}

/** What is needed of a module. */
interface Module {
  readonly blocks: Blocks;
  readonly evaluation: Evaluation;
  readonly inState: StateOfModule | undefined;
  /** With which the module's addresses begin. */
  readonly stack: string | undefined;
  /** For resources whose provider sets none: `TFE_ORGANIZATION`. */
  readonly defaultOrganization: string | undefined;
}

/**
 * The `tfe_workspace` resources that put workspaces into projects: those of the code, each instance of which is known
 * by the state; and those of called modules, of which only the state is known.
 */
export function readTfeWorkspaces(module: Module): readonly TfeWorkspaceInCode[] {
  const { blocks, inState, stack, defaultOrganization } = module;
  const instances = inState?.tfeWorkspaces ?? [];
  const instancesOf = groupBy(
    instances.filter((it) => it.module === undefined),
    ({ resource }) => resource,
  );
  const inCode = blocks.resources
    .filter(({ type, body }) => type === TFE_WORKSPACE && setsProject(body))
    .flatMap((block) => {
      const own = instancesOf.get(block.localAddress) ?? [];
      return isSingle(block) ? [readBlock(block, own[0], module)] : own.map((it) => readBlock(block, it, module));
    });
  const inModules = instances
    .filter((it) => it.module !== undefined && blocks.modules.includes(it.module))
    .map(({ address, id, name, organization, projectId }): TfeWorkspaceInCode => {
      const project = projectIn(projectId);
      const workspace = { address: inStack(stack, address), id, name, project, certainty: "in-state" as const };
      return { workspace, organization: organization ?? defaultOrganization, hostname: undefined };
    });
  return [...inCode, ...inModules];
}

/** Whether both may be in the same organization of the same service: unless a known part of them differs. */
export function isIn(
  { organization, hostname }: TfeWorkspaceInCode,
  name: string,
  connection: ConnectionConfiguration,
): boolean {
  const host = connection.address === null ? connection.hostname : hostOf(connection.address);
  const isSameHost = hostname === undefined || host === null || host.toLowerCase() === hostname.toLowerCase();
  return isSameHost && (organization === undefined || nameKey(organization) === nameKey(name));
}

function readBlock(
  block: Block,
  instance: InState<TfeWorkspaceInState> | undefined,
  { blocks, evaluation, stack, defaultOrganization }: Module,
): TfeWorkspaceInCode {
  const known = (source: unknown): string | undefined => {
    const value = evaluation.tryEvaluate(source);
    return typeof value === "string" && value !== "" ? value : undefined;
  };
  const { body } = block;
  const { body: provider } = blocks.providers.of(block);
  const setsOrganization = body["organization"] !== undefined || provider["organization"] !== undefined;
  return {
    workspace: {
      address: isSingle(block) || instance === undefined ? block.address : inStack(stack, instance.address),
      id: instance?.id,
      name: known(body["name"]) ?? instance?.name,
      project: projectIn(evaluation.tryEvaluate(body["project_id"])),
      certainty: "moves",
    },
    organization:
      known(body["organization"] ?? provider["organization"]) ??
      instance?.organization ??
      (setsOrganization ? undefined : defaultOrganization),
    hostname: known(provider["hostname"]),
  };
}

/** The project with an ID, if it is one of the code, or a literal. */
export function projectIn(value: Value | undefined): ProjectReference | undefined {
  if (value instanceof ProjectIdReference) return value.reference;
  return typeof value === "string" && isId("project", value) ? { by: "id", id: value } : undefined;
}

/** Whether a block is one object: without `count` and `for_each`. */
export function isSingle({ body }: Block): boolean {
  return body["count"] === undefined && body["for_each"] === undefined;
}

function hostOf(address: string): string | null {
  return URL.canParse(address) ? new URL(address).host : null;
}
