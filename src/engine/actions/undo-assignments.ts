import type { AssignmentAttributes } from "../../model";
import { isAsDesired } from "../../reconcile/assignments";
import { named } from "../actual-organization";
import type { DocumentedAction, Undoing } from "./undoing";

/** Restores how objects were assigned to projects, one by one; what goes with a project that is deleted is left out. */
export function undoAssignments(documents: readonly DocumentedAction<"set" | "unset">[], undoing: Undoing): void {
  for (const it of documents) undoAssignment(it, undoing);
}

function undoAssignment(document: DocumentedAction<"set" | "unset">, undoing: Undoing): void {
  const { type, object, before, after } = document;
  const projectId = undoing.destinationOf(document.project);
  const project = projectId === undefined ? undefined : undoing.projectById.get(projectId);
  if (projectId === undefined || project === undefined) {
    if (document.project.id !== null) {
      undoing.leave(document, "project-gone", { project: { id: document.project.id, name: document.project.name } });
    }
    return;
  }
  const about = { project: named(project) };
  if (undoing.isIgnored(project)) {
    undoing.leave(document, "ignored", about);
    return;
  }
  const read = undoing.actual.assignments?.[type];
  const observed = read?.projects[projectId];
  const now = observed?.find((it) => it.object.id === object.id)?.attributes ?? null;
  if (observed !== undefined && isAs(before, now)) return;
  const attributes = [document.object.name];
  if (observed === undefined) undoing.leave(document, "not-known", { ...about, attributes });
  else if (!isAs(after, now)) undoing.leave(document, "changed-since", { ...about, attributes });
  else undoing.assignments.push({ type, projectId, object, attributes: before });
}

/** Whether an object is assigned in this way; null if it is not assigned. */
function isAs(attributes: AssignmentAttributes | null, now: AssignmentAttributes | null): boolean {
  return attributes === null || now === null ? attributes === now : isAsDesired(now, attributes);
}
