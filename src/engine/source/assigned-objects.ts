import { asObjects, type JsonObject } from "../../json";
import { isInput, knownAttributes, type AssignmentType, type AssignmentValues, type Diagnostic } from "../../model";
import { ASSIGNMENT_KINDS } from "../../reconcile/assignments";
import { isKnown, type AttributePath, type Body } from "../../schema";
import { UnsupportedDocumentError } from "../../terraform/unsupported-document";
import type { DesiredAssignments, ProjectReference, AssignmentsInState } from "../organization";
import { knownValues, type BlockValues } from "./read-block";

/*
 * Resources that assign objects to projects, such as teams, in code, in Terraform's plans and in states: their kinds
 * read the values of all of these.
 */

/** The arguments and blocks of a resource; undefined, with problems, if only Terraform can evaluate one of them. */
export function assignmentValues(
  read: BlockValues,
  definition: Body,
  problems: Diagnostic[],
  at: { readonly values: JsonObject; readonly path: AttributePath } = { values: read.values, path: [] },
): AssignmentValues | undefined {
  const names = Object.entries(definition.attributes).flatMap(([name, attribute]) =>
    // Another reader has the project, which code refers to.
    isInput(attribute) && name !== "project_id" ? [name] : [],
  );
  const valueOf = knownValues(read, names, problems, at);
  const nested = Object.entries(definition.blocks ?? {}).map(([type, inner]) => {
    const all = asObjects(at.values[type]).map((values, index) => {
      const path = inner.nesting === "single" ? [...at.path, type] : [...at.path, type, index];
      return assignmentValues(read, inner, problems, { values, path });
    });
    return [type, all] as const;
  });
  if (valueOf === undefined || nested.some(([, all]) => all.includes(undefined))) return undefined;
  return Object.fromEntries<unknown>([...names.map((name) => [name, valueOf(name)] as const), ...nested]);
}

/** What a resource assigns to a project. Its values are known. */
export function desiredAssignments(
  type: AssignmentType,
  address: string,
  project: ProjectReference,
  values: AssignmentValues,
): DesiredAssignments {
  const { assignments, exclusive } = ASSIGNMENT_KINDS[type].read(values);
  return {
    type,
    address,
    project,
    objects: assignments.flatMap(({ key, attributes }) =>
      isKnown(key) ? [{ key, attributes: knownAttributes(attributes) }] : [],
    ),
    exclusive: exclusive === true,
  };
}

/**
 * What a resource has in a state, or before a plan, as far as it was recorded as its own.
 *
 * @throws UnsupportedDocumentError when it lacks something that the provider always writes.
 */
export function assignmentsInState(
  type: AssignmentType,
  address: string,
  values: JsonObject,
  isRecorded: boolean,
): AssignmentsInState {
  const kind = ASSIGNMENT_KINDS[type];
  const { organization, project_id: projectId } = values;
  const ids = new Map(Object.entries(values[kind.idsAttribute] ?? {}));
  const objectIds = kind.read(values).assignments.flatMap(({ key }): readonly unknown[] => {
    if (!isKnown(key)) return [];
    return "id" in key ? [key.id] : [ids.get(key.name)];
  });
  const known = objectIds.filter((id) => typeof id === "string");
  if (typeof organization === "string" && typeof projectId === "string" && known.length === objectIds.length) {
    return { type, address, organization, projectId, objectIds: isRecorded ? known : [] };
  }
  throw new UnsupportedDocumentError(`${address} is incomplete.`, "Run `terraform apply -refresh-only` first.");
}

/** The objects that a state has, as what assigns nothing any more: code that still names them keeps them. */
export function droppedAssignments({
  type,
  address,
  projectId,
  objectIds,
}: AssignmentsInState): readonly DesiredAssignments[] {
  if (objectIds.length === 0) return [];
  const project = { by: "id", id: projectId } as const;
  return [{ type, address, project, objects: [], exclusive: false, stateIds: objectIds }];
}
