import { groupBy } from "../../lists";
import {
  attributeError,
  formatList,
  MANY_LISTED,
  nearestName,
  nearestNames,
  suggestion,
  type AssignmentAttributes,
  type AssignmentDeclaration,
  type AttributeDiagnostic,
  type ObjectKey,
} from "../../model";
import { isKnown, type AttributePath, type MaybeUnknown } from "../../schema";
import { quote } from "../text";
import {
  inProject,
  objectLabel,
  type AssignableObject,
  type AssignmentKind,
  type DesiredAssignment,
  type ObservedAssignment,
} from "./kind";

/** An assignment of the code, and the object that it means. */
export interface ResolvedAssignment {
  readonly key: ObjectKey;
  readonly object: AssignableObject;
  /** Undefined while some of them are known only after apply. */
  readonly attributes: AssignmentAttributes | undefined;
  readonly path: AttributePath;
}

/** What the assignments of code mean, as far as their keys are known. */
export interface ResolvedAssignments {
  readonly resolved: readonly ResolvedAssignment[];
  /** Keys that mean no object, or one that cannot be assigned. */
  readonly problems: readonly AttributeDiagnostic[];
  /** Whether the code has names of objects that do not exist, or that the token does not see. */
  readonly hasUnknownNames: boolean;
}

/** Of a project; null or unknown if it does not exist yet. */
interface InProject {
  readonly projectId: MaybeUnknown<string> | null;
}

/** Whether the objects of the organization are needed to tell what the code means, and what it excludes. */
export function needsObjects({ assignments, exclusive }: AssignmentDeclaration): boolean {
  return exclusive === true || assignments.some(({ key }) => isKnown(key) && "name" in key);
}

/**
 * The IDs in code that no object has.
 *
 * @param objects - Those of the organization. If the token sees none of them, no ID is unknown.
 * @param assigned - IDs of objects that are assigned to the project: they exist, even if the token does not see them.
 */
export function unknownIds(
  { assignments }: Pick<AssignmentDeclaration, "assignments">,
  objects: readonly AssignableObject[],
  assigned: Iterable<string>,
): ReadonlySet<string> {
  if (objects.length === 0) return new Set();
  const known = new Set([...objects.map(({ id }) => id), ...assigned]);
  return new Set(assignments.flatMap(({ key }) => (isKnown(key) && "id" in key && !known.has(key.id) ? key.id : [])));
}

/**
 * Finds the objects that code names. One that is identified by its ID need not be among those that the token sees.
 *
 * @param organizationObjects - Those of the organization, if they are needed.
 * @param unknown - IDs that no object has.
 */
export function resolveAssignments(
  kind: AssignmentKind,
  organization: string,
  { assignments, projectId }: Pick<AssignmentDeclaration, "assignments"> & InProject,
  organizationObjects: readonly AssignableObject[],
  unknown: ReadonlySet<string> = new Set(),
): ResolvedAssignments {
  const problems: AttributeDiagnostic[] = [];
  const objects = organizationObjects.map((it) => inProject(it, projectId));
  const missing: { readonly key: ObjectKey; readonly path: AttributePath }[] = [];
  const resolved = assignments.flatMap(({ key, attributes, path }): readonly ResolvedAssignment[] => {
    if (!isKnown(key)) return [];
    const object = "id" in key && unknown.has(key.id) ? undefined : objectWith(key, objects);
    if (object === undefined) {
      missing.push({ key, path });
      return [];
    }
    const known = isKnownAttributes(attributes) ? attributes : undefined;
    const refusal = kind.refusal(object, known ?? {});
    if (refusal !== undefined) problems.push(attributeError(path, `Invalid ${kind.object}`, refusal));
    return [{ key, object, attributes: known, path }];
  });
  const repeated = [...groupBy(resolved, ({ object }) => object.id).values()].filter(({ length }) => length > 1);
  const twice = repeated.map(([{ object, path }]) =>
    attributeError(
      path,
      `Repeated ${kind.object}`,
      `The ${kind.object} ${objectLabel(object)} is there twice: by its name, and by its ID. Leave one out.`,
    ),
  );
  const keys = missing.map(({ key }) => key);
  const notFound = missing.slice(0, 1).map(({ path }) => {
    return attributeError(path, `Unknown ${kind.object}`, missingText(kind, organization, keys, objects));
  });
  return {
    resolved,
    problems: [...notFound, ...problems, ...twice],
    hasUnknownNames: keys.some((key) => "name" in key),
  };
}

/** The assignments whose attributes are known. */
export function desiredAssignments(resolved: readonly ResolvedAssignment[]): readonly DesiredAssignment[] {
  return resolved.flatMap(({ object, attributes }) => (attributes === undefined ? [] : [{ object, attributes }]));
}

/** The IDs of the objects that the code names, by their names. */
export function idsByName(
  resolved: readonly { readonly key: ObjectKey; readonly object: Pick<AssignableObject, "id"> }[],
): Readonly<Record<string, string>> {
  return Object.fromEntries(resolved.flatMap(({ key, object }) => ("name" in key ? [[key.name, object.id]] : [])));
}

/**
 * The object that a key means; undefined if there is none of this name. Variable sets of the organization and of
 * projects may have the same name: the one of the organization is meant or, if there is none, the one of the project.
 */
export function objectWith(key: ObjectKey, objects: readonly AssignableObject[]): AssignableObject | undefined {
  if ("id" in key) return objects.find(({ id }) => id === key.id) ?? { id: key.id, name: undefined };
  const named = objects.filter(({ name }) => name === key.name);
  return named.find(({ owner }) => owner === undefined) ?? named.find(({ fixed }) => fixed !== "owned") ?? named[0];
}

/** The assignment that an import ID means: that of the object with this name or, if there is none, with this ID. */
export function findAssignment(
  nameOrId: string,
  observed: readonly ObservedAssignment[],
): ObservedAssignment | undefined {
  return (
    observed.find(({ object }) => object.name === nameOrId) ?? observed.find(({ object }) => object.id === nameOrId)
  );
}

/** `… has no team "platfrom", or … Did you mean "platform"?`, `… has no teams "a", "b" (did you mean "c"?), or …` */
function missingText(
  kind: AssignmentKind,
  organization: string,
  keys: readonly ObjectKey[],
  objects: readonly AssignableObject[],
): string {
  const names = objects.flatMap(({ name }) => name ?? []);
  const wanted = keys.map((key) => ("name" in key ? key.name : key.id));
  const has = `The organization ${quote(organization)} has no ${kind.object}`;
  const [only] = wanted;
  if (only !== undefined && wanted.length === 1) {
    const nearest = nearestName(only, names);
    const assignable = objects.filter((it) => kind.refusal(it, {}) === undefined).flatMap(({ name }) => name ?? []);
    const isNamed = keys.some((key) => "name" in key);
    const near = nearest === undefined && isNamed ? nearestNames(only, assignable, MAX_SUGGESTED) : [];
    const others = near.length === 0 ? "" : ` The nearest it has: ${formatList(near, quote)}.`;
    return `${has} ${quote(only)}, or the token is not authorized to see it.${suggestion(nearest)}${others}`;
  }
  const label = (name: string): string => {
    const nearest = nearestName(name, names);
    return nearest === undefined ? quote(name) : `${quote(name)} (did you mean ${quote(nearest)}?)`;
  };
  return `${has}s ${formatList(wanted, label, MANY_LISTED)}, or the token is not authorized to see them.`;
}

/** How many names are suggested where none is similar. */
const MAX_SUGGESTED = 3;

function isKnownAttributes(
  attributes: AssignmentDeclaration["assignments"][number]["attributes"],
): attributes is AssignmentAttributes {
  return Object.values(attributes).every(isKnown);
}
