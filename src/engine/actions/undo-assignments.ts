import type { AssignmentAttributes } from "../../model";
import { isAsDesired } from "../../reconcile/assignments";
import type { DocumentedAction, Undoing } from "./undoing";

/**
 * Restores how objects were assigned to projects, one by one. What was assigned to a project that was created goes with
 * that project, or stays with it.
 */
export function undoAssignments(documents: readonly DocumentedAction<"set" | "unset">[], undoing: Undoing): void {
  for (const it of documents) undoAssignment(it, undoing);
}

function undoAssignment(document: DocumentedAction<"set" | "unset">, undoing: Undoing): void {
  const {
    type,
    project: { id: projectId, name },
    object,
    before,
    after,
  } = document;
  if (projectId === null) return;
  const project = undoing.projectById.get(projectId);
  const about = { project: { id: projectId, name: project?.name ?? name } };
  if (project === undefined || undoing.isIgnored(project)) {
    undoing.leave(document, project === undefined ? "project-gone" : "ignored", about);
    return;
  }
  const observed = undoing.actual.assignments?.[type]?.projects[projectId];
  const now = observed?.find((it) => it.object.id === object.id)?.attributes ?? null;
  if (observed !== undefined && isAs(before, now)) return;
  const attributes = [object.name];
  if (observed === undefined) undoing.leave(document, "not-known", { ...about, attributes });
  else if (!isAs(after, now)) undoing.leave(document, "changed-since", { ...about, attributes });
  else undoing.assignments.push({ type, projectId, object, attributes: before });
}

/** Whether an object is assigned in this way; null if it is not assigned. */
function isAs(attributes: AssignmentAttributes | null, now: AssignmentAttributes | null): boolean {
  return attributes === null || now === null ? attributes === now : isAsDesired(now, attributes);
}
