import {
  assignmentTypeOfTfe,
  ASSIGNMENTS,
  tfeObjectReferredTo,
  type AssignmentType,
  type ObjectKey,
} from "../../model";
import type { PlannedChange } from "../../terraform/plan";
import type { ProjectReference, TfeAssignment } from "../organization";
import type { Block, Blocks } from "./blocks";
import type { Evaluation } from "./evaluation";
import type { PlannedReferences } from "./planned-references";
import { isSingle, projectIn } from "./tfe-workspaces";

/*
 * Resources of `hashicorp/tfe` that assign objects to projects, such as `tfe_team_project_access`, in code and in plans
 * of Terraform, as far as both the project and the object are known.
 */

/** Those of a module. Only Terraform knows the instances of `count` and `for_each`. */
export function readTfeAssignments(
  blocks: Pick<Blocks, "resources" | "dataSources">,
  evaluation: Evaluation,
): readonly TfeAssignment[] {
  return blocks.resources.filter(isSingle).flatMap((block) => {
    const type = assignmentTypeOfTfe(block.type);
    if (type === undefined) return [];
    const project = projectIn(evaluation.tryEvaluate(block.body["project_id"]));
    const object = objectIn(block.body[ASSIGNMENTS[type].tfe.id], blocks, evaluation);
    return assignmentOf(type, block, project, object);
  });
}

/** The one that Terraform has after its plan. */
export function plannedTfeAssignment(
  change: PlannedChange,
  project: ProjectReference | undefined,
  references: PlannedReferences,
): readonly TfeAssignment[] {
  const type = assignmentTypeOfTfe(change.type);
  return type === undefined ? [] : assignmentOf(type, change, project, plannedObject(type, change, references));
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
function objectIn(
  source: unknown,
  { resources, dataSources }: Pick<Blocks, "resources" | "dataSources">,
  evaluation: Evaluation,
): ObjectKey | undefined {
  const id = evaluation.tryEvaluate(source);
  if (typeof id === "string" && id !== "") return { id };
  const address = tfeObjectReferredTo(source);
  const object = [...resources, ...dataSources].find(({ localAddress }) => localAddress === address);
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
  if (origin?.by !== "object" || others.length > 0 || origin.change.type !== objectType) return undefined;
  const { after, sensitive } = origin.change;
  return sensitive["name"] === true ? undefined : named(after["name"]);
}

function named(name: unknown): ObjectKey | undefined {
  return typeof name === "string" && name !== "" ? { name } : undefined;
}
