import { TerraformStack } from "cdktf";
import type { IConstruct } from "constructs";
import {
  assignedTwice,
  assignmentConflict,
  ASSIGNMENTS,
  exclusiveAssignmentsShared,
  keyText,
  ownedBy,
  readAssignments,
  type AssignmentType,
  type OwnedAssignments,
} from "../../model";
import { camelCase, isKnown, isRecord, UNKNOWN, withTerraformNames } from "../../schema";
import { isSingle, validateAppWide, type Conflict } from "./app-wide";
import { isAssignment, type AssignmentLike } from "./construct-types";
import { knownValue } from "./literal";
import { ProjectKeys, resolveIn } from "./project-keys";

/** Validates all resources of a type that assign objects to projects together. */
export function validateAssignments(stack: TerraformStack, type: AssignmentType): void {
  const isOfType = (construct: IConstruct): construct is AssignmentLike => isAssignment(construct, type);
  validateAppWide(stack, type, isOfType, (all, scope) => assignmentConflicts(type, all, scope));
}

/** A construct, and what it owns of its project. */
interface Owner {
  readonly construct: AssignmentLike;
  readonly owned: OwnedAssignments;
  /** The names and IDs of the objects, for messages. */
  readonly labels: ReadonlyMap<string, string>;
}

/** Constructs that certainly have the same project, and the same objects, or of which one is exclusive. */
function assignmentConflicts(
  type: AssignmentType,
  all: readonly AssignmentLike[],
  scope: IConstruct,
): readonly Conflict[] {
  const projects = new ProjectKeys(scope);
  const byProject = new Map<string, Owner[]>();
  return all.filter(isSingle).flatMap((construct) => {
    const project = projects.ofId(construct, construct.projectIdInput);
    if (project === undefined) return [];
    const one = ownerOf(type, construct);
    const others = byProject.get(project) ?? [];
    byProject.set(project, [...others, one]);
    return others.flatMap((other) => conflictBetween(type, other, one));
  });
}

function conflictBetween(type: AssignmentType, one: Owner, other: Owner): readonly Conflict[] {
  const conflict = assignmentConflict(one.owned, other.owned);
  if (conflict === undefined) return [];
  const [path, otherPath] = [one, other].map(({ construct }) => construct.node.path);
  if (conflict !== "exclusive") {
    const objects = conflict.map((key) => other.labels.get(key) ?? key);
    return [{ at: other.construct, message: assignedTwice(type, objects, [path ?? "", otherPath ?? ""]) }];
  }
  const message = exclusiveAssignmentsShared(type, [path ?? ""]);
  return [{ at: other.construct, message: `exclusive: ${message}` }];
}

function ownerOf(type: AssignmentType, construct: AssignmentLike): Owner {
  const declaration = readAssignments(type, valuesOf(type, construct));
  const keys = declaration.assignments.flatMap(({ key }) => (isKnown(key) ? [key] : []));
  return {
    construct,
    owned: ownedBy(declaration),
    labels: new Map(keys.map((key) => [keyText(key), "id" in key ? key.id : key.name])),
  };
}

/** The values by Terraform's names. What only Terraform knows is unknown; an ID then counts by its expression. */
function valuesOf(type: AssignmentType, construct: AssignmentLike): Readonly<Record<string, unknown>> {
  const definition = ASSIGNMENTS[type];
  const names = Object.keys({ ...definition.attributes, ...("blocks" in definition ? definition.blocks : {}) });
  const stack = TerraformStack.of(construct);
  const inputs = names.map((name) => {
    const input: unknown = Reflect.get(construct, `${camelCase(name)}Input`);
    return [name, withUnknown(withTerraformNames(definition, name, known(stack, input)))] as const;
  });
  return Object.fromEntries(inputs);
}

/** What is known of an input. The ID of a team that another resource creates is identified by its expression. */
function known(stack: TerraformStack, input: unknown): unknown {
  if (!Array.isArray(input)) return knownValue(input);
  return input.map((item: unknown): unknown => {
    const value = knownValue(item);
    if (!isRecord(value) || !isRecord(item) || value["teamId"] !== undefined) return value;
    const expression = resolveIn(stack, item["teamId"]);
    return { ...value, teamId: expression && `${stack.node.path} ${expression}` };
  });
}

/** Terraform knows what is undefined: {@link knownValue} returns null for what is unset. */
function withUnknown(value: unknown): unknown {
  if (value === undefined) return UNKNOWN;
  if (Array.isArray(value)) return value.map(withUnknown);
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, it]) => [name, withUnknown(it)]));
}
