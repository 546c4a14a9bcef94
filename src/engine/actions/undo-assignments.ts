import { isAssignedAs } from "../../reconcile/assignments";
import { named } from "../actual-organization";
import { assignedText } from "./assignment-change";
import type { DocumentedAction, Undoing } from "./undoing";

/**
 * Restores how an object was assigned to a project. What was assigned to a project that was created goes with that
 * project, unless it stays.
 */
export function undoAssignment(document: DocumentedAction<"set" | "unset">, undoing: Undoing): void {
  const { type, project, object, before, after } = document;
  const id = undoing.targetOf(project);
  if (id === undefined || (project.id === null && !undoing.isKept(id))) return;
  const now = undoing.projectOf(document, { id, name: project.name });
  if (now === undefined) return;
  const about = { project: named(now), attributes: [assignedText(document)] };
  const observed = undoing.actual.assignments?.[type]?.projects[id];
  if (observed === undefined) undoing.leave(document, "not-known", about);
  else if (isAssignedAs(observed, object.id, before)) return;
  else if (!isAssignedAs(observed, object.id, after)) undoing.leave(document, "changed-since", about);
  else undoing.assignments.push({ type, project: { by: "id", id }, object, attributes: before });
}
