import { indexBy } from "../../lists";
import {
  INVALID_OBJECTS_IMPORT_ID,
  NOT_RECORDED,
  parseObjectsImportId,
  type AssignmentValues,
  type Project,
} from "../../model";
import { DiagnosticError, type ImportContext } from "../../plugin";
import { formatList, pluralize, quote } from "../../reconcile";
import {
  findAssignment,
  mayChange,
  observeAssignments,
  type AssignmentKind,
  type ObservedAssignment,
} from "../../reconcile/assignments";
import { withDiagnostics } from "../diagnostics";
import { findImported } from "../import";
import type { ProviderData } from "../provider-data";
import { assignmentValues, imported, type StateAssignment } from "./state";

/**
 * The state of a resource that has all that is assigned to a project, or what the import ID names. Only the latter is
 * recorded as its own, and taken off when it leaves the code.
 *
 * @param importId - The project as in {@link findImported}; `:` and names or IDs of objects, with commas, may follow.
 */
export async function importAssignments(
  importId: string,
  kind: AssignmentKind,
  { provider, storePrivateState }: ImportContext<ProviderData>,
): Promise<AssignmentValues> {
  const summary = `Cannot import ${quote(importId)}`;
  const parsed = parseObjectsImportId(importId);
  if (parsed === undefined) throw DiagnosticError.of(summary, INVALID_OBJECTS_IMPORT_ID);
  const { project: projectId, objects } = parsed;
  const project = await findImported(projectId, provider);
  return withDiagnostics({ summary }, async () => {
    const view = provider.organization(project.organization);
    const sought = { objects: objects ?? [], isAll: true, isNamed: true };
    const observed = (await observeAssignments(view, kind, project.id, sought)) ?? [];
    const own = observed.filter((it) => mayChange(kind, it));
    const missing = objects?.filter((it) => findAssignment(it, own) === undefined) ?? [];
    if (missing.length > 0) {
      throw DiagnosticError.of(summary, notAssigned(kind, project, missing, own));
    }
    if (objects === undefined) storePrivateState(NOT_RECORDED);
    const found = objects === undefined ? own.map(imported) : objects.flatMap((it) => named(kind, it, own) ?? []);
    return {
      id: project.id,
      project_id: project.id,
      organization: project.organization,
      exclusive: false,
      ...assignmentValues(kind, [...indexBy(found, ({ objectId }) => objectId).values()], {}),
    };
  });
}

function notAssigned(
  { object }: AssignmentKind,
  { name, id }: Project,
  missing: readonly string[],
  own: readonly ObservedAssignment[],
): string {
  const listed = formatList(missing, (it) => JSON.stringify(it));
  const has = formatList(own.map((it) => it.object.name ?? it.object.id));
  return (
    `Project ${quote(name)} (${id}) has no ${object} ${listed} that could be imported. It has ` +
    `${pluralize(own.length, object)}${has === "" ? "" : ` (${has})`}.`
  );
}

/** The assignment of an object by its name or ID, which the state then has, too, if code can have it. */
function named(
  kind: AssignmentKind,
  nameOrId: string,
  observed: readonly ObservedAssignment[],
): StateAssignment | undefined {
  const found = findAssignment(nameOrId, observed);
  if (found === undefined) return undefined;
  const isById = kind.hasIds && found.object.name !== nameOrId;
  return isById ? { ...imported(found), key: { id: found.object.id } } : imported(found);
}
