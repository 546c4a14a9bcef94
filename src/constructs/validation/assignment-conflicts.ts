import { assignedTwice, assignmentsShared } from "../../diagnostics/conflicts";
import { TerraformStack } from "cdktf";
import type { IConstruct } from "constructs";
import { AssignmentClaims, type AssignmentClaim } from "../../decide";
import { ASSIGNMENTS, keyText, readAssignments, type AssignmentType } from "../../model";
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

/** Constructs that certainly have the same project, and the same objects, or of which one is exclusive. */
function assignmentConflicts(
  type: AssignmentType,
  all: readonly AssignmentLike[],
  scope: IConstruct,
): readonly Conflict[] {
  const keys = new ProjectKeys(scope);
  const claims = new AssignmentClaims<AssignmentLike>();
  const projects = new Set<string>();
  for (const construct of all.filter(isSingle)) {
    const project = keys.ofId(construct, construct.projectIdInput);
    if (project === undefined) continue;
    projects.add(project);
    claims.add(construct, type, project, claimOf(type, construct));
  }
  return [...projects]
    .flatMap((project) => claims.conflicts(type, project))
    .map(({ objects, at, others }): Conflict => {
      const paths = others.map(({ resource }) => resource.node.path);
      const message =
        objects === undefined
          ? `exclusive: ${assignmentsShared({ type, others: paths }).detail}`
          : assignedTwice({ type, objects, resources: [...paths, at.resource.node.path] }).detail;
      return { at: at.resource, message };
    });
}

function claimOf(type: AssignmentType, construct: AssignmentLike): AssignmentClaim {
  const { assignments, exclusive } = readAssignments(type, valuesOf(type, construct));
  const keys = assignments.flatMap(({ key }) => (isKnown(key) ? [key] : []));
  const objects = new Map(keys.map((key) => [keyText(key), "id" in key ? key.id : key.name]));
  return { objects, exclusive: exclusive === true };
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
