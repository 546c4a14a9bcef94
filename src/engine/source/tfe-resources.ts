import { groupBy } from "../../lists";
import {
  assignmentTypeOfTfe,
  ASSIGNMENTS,
  nameKey,
  sameName,
  setsProject,
  tfeObjectReferredTo,
  TFE_WORKSPACE,
  type AssignmentType,
  type ObjectKey,
} from "../../model";
import { getString } from "../../json";
import { inStack } from "../../terraform/address";
import type { PlannedChange } from "../../terraform/plan";
import type { ProjectReference, RecreatedWorkspace, TfeAssignment, TfeWorkspace } from "../organization";
import { repetitionOf, type Block, type Blocks } from "./blocks";
import type { Evaluation } from "./evaluation";
import type { OrganizationPlace } from "./organizations";
import type { PlannedReferences } from "./planned-references";
import type { Providers } from "./providers";
import type { StateOfModule } from "./state-of-module";
import { readTfeWorkspace, type TfeWorkspaceObject } from "./terraform-state";
import { projectWithId } from "./value";

/*
 * Resources of `hashicorp/tfe` that put workspaces into projects, or that assign objects to projects, such as
 * `tfe_team_project_access`, in code and in plans of Terraform.
 */

/** A `tfe_workspace`, and where its workspace is. */
export interface PlacedTfeWorkspace extends OrganizationPlace {
  readonly workspace: TfeWorkspace;
}

/** What is needed of a module. */
interface Module {
  readonly blocks: Blocks;
  readonly providers: Providers;
  readonly evaluation: Evaluation;
  readonly inState: StateOfModule | undefined;
  /** The module's addresses begin with it. */
  readonly stack: string | undefined;
  /** Resources whose provider sets none are in it: `TFE_ORGANIZATION`. */
  readonly defaultOrganization: string | undefined;
}

/**
 * The `tfe_workspace` resources that put workspaces into projects: those of the code, each instance of which is known
 * by the state; and those of called modules, of which only the state is known.
 */
export function readTfeWorkspaces(module: Module): readonly PlacedTfeWorkspace[] {
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
      return repetitionOf(block) === undefined
        ? [readBlock(block, own[0], module)]
        : own.map((it) => readBlock(block, it, module));
    });
  const inModules = instances
    .filter((it) => it.module !== undefined && blocks.modules.has(it.module))
    .map(({ address, id, name, organization, projectId }): PlacedTfeWorkspace => {
      const project = projectWithId(projectId);
      const workspace = { address: inStack(stack, address), id, name, project, certainty: "in-state" as const };
      return { workspace, organization: organization ?? defaultOrganization };
    });
  return [...inCode, ...inModules];
}

function readBlock(
  block: Block,
  instance: TfeWorkspaceObject | undefined,
  { providers, evaluation, stack, defaultOrganization }: Module,
): PlacedTfeWorkspace {
  const known = (source: unknown): string | undefined => {
    const value = evaluation.tryEvaluate(source);
    return typeof value === "string" && value !== "" ? value : undefined;
  };
  const { body } = block;
  const { body: provider } = providers.of(block);
  const organization = body["organization"] ?? provider["organization"];
  return {
    workspace: {
      address:
        repetitionOf(block) === undefined || instance === undefined ? block.address : inStack(stack, instance.address),
      id: instance?.id,
      name: known(body["name"]) ?? instance?.name,
      project: projectWithId(evaluation.tryEvaluate(body["project_id"])),
      certainty: "moves",
    },
    organization:
      known(organization) ?? instance?.organization ?? (organization === undefined ? defaultOrganization : undefined),
    hostname: known(provider["hostname"]),
  };
}

/**
 * A `tfe_workspace` in Terraform's plan whose code sets a project. The plan does not have `ignore_changes`, so it is
 * certain that this has an effect only if the project changes.
 */
export function plannedTfeWorkspace(
  { address, before, after, unknown }: PlannedChange,
  project: ProjectReference | undefined,
): PlacedTfeWorkspace {
  const { id, name, organization } = readTfeWorkspace(after);
  const moves = unknown["id"] === true || before["project_id"] !== after["project_id"];
  return { workspace: { address, id, name, project, certainty: moves ? "moves" : "sets" }, organization };
}

/**
 * The workspaces that Terraform's plan destroys although it creates others with their names, or gives these to others:
 * a key of `for_each` or the position in a `count` has changed, or a resource is replaced. Each with its organization.
 */
export function recreatedWorkspaces(
  changes: readonly PlannedChange[],
): readonly (OrganizationPlace & { readonly workspace: RecreatedWorkspace })[] {
  // A deposed one was replaced by an earlier apply.
  const all = changes.filter((it) => it.mode === "managed" && it.type === TFE_WORKSPACE && !it.isDeposed);
  const named = groupBy(all.filter(getsName), ({ after }) => nameKey(getString(after, "name") ?? ""));
  return all.flatMap((change) => {
    const { address, action, before } = change;
    const { id, name, organization } = readTfeWorkspace(before);
    if (id === undefined || name === undefined || (action !== "delete" && action !== "replace")) return [];
    const isHere = ({ after }: PlannedChange): boolean =>
      sameName(getString(after, "organization") ?? organization ?? "", organization ?? "");
    const next = action === "replace" ? change : named.get(nameKey(name))?.find(isHere);
    return next === undefined ? [] : [{ organization, workspace: { id, from: address, to: next.address } }];
  });
}

/** Whether the plan gives a name to a workspace that did not have it. */
function getsName({ action, before, after }: PlannedChange): boolean {
  if (action === "keep") return before["name"] !== after["name"];
  return action === "create" || action === "create-forget";
}

/**
 * The assignments of a module, as far as both the project and the object are known. Only Terraform knows the instances
 * of `count` and `for_each`.
 */
export function readTfeAssignments(blocks: Blocks, evaluation: Evaluation): readonly TfeAssignment[] {
  return blocks.resources
    .filter((block) => repetitionOf(block) === undefined)
    .flatMap((block) => {
      const type = assignmentTypeOfTfe(block.type);
      if (type === undefined) return [];
      const project = projectWithId(evaluation.tryEvaluate(block.body["project_id"]));
      const object = objectIn(block.body[ASSIGNMENTS[type].tfe.id], blocks, evaluation);
      return assignmentOf(type, block, project, object);
    });
}

/** The assignment that Terraform has after its plan, as far as both the project and the object are known. */
export function plannedTfeAssignment(
  type: AssignmentType,
  change: PlannedChange,
  project: ProjectReference | undefined,
  references: PlannedReferences,
): readonly TfeAssignment[] {
  return assignmentOf(type, change, project, plannedObject(type, change, references));
}

function assignmentOf(
  ours: AssignmentType,
  { address, type }: Pick<Block | PlannedChange, "address" | "type">,
  project: ProjectReference | undefined,
  object: ObjectKey | undefined,
): readonly TfeAssignment[] {
  if (project === undefined || object === undefined) return [];
  const attributes = ASSIGNMENTS[ours].tfe.resources[type] ?? {};
  return [{ address, type: ours, project, object, attributes }];
}

/** The object with a literal ID, or the one that a resource or data source of the code has by its name. */
function objectIn(source: unknown, { byAddress }: Blocks, evaluation: Evaluation): ObjectKey | undefined {
  const id = evaluation.tryEvaluate(source);
  if (typeof id === "string" && id !== "") return { id };
  const object = byAddress.get(tfeObjectReferredTo(source) ?? "");
  return object && named(evaluation.tryEvaluate(object.body["name"]));
}

function plannedObject(
  type: AssignmentType,
  change: PlannedChange,
  references: PlannedReferences,
): ObjectKey | undefined {
  const { id: argument, objectType } = ASSIGNMENTS[type].tfe;
  const id = change.after[argument];
  if (change.sensitive[argument] === true) return undefined;
  if (typeof id === "string") return { id };
  const [origin, ...others] = references.originsOf(change, argument);
  if (origin === undefined || origin === "local" || others.length > 0) return undefined;
  if (origin.change.type !== objectType) return undefined;
  const { after, sensitive } = origin.change;
  return sensitive["name"] === true ? undefined : named(after["name"]);
}

function named(name: unknown): ObjectKey | undefined {
  return typeof name === "string" && name !== "" ? { name } : undefined;
}
