import { isAssignedAs } from "../../reconcile/assignments";
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
  if (observed !== undefined && isAssignedAs(observed, object.id, before)) return;
  const attributes = [object.name];
  if (observed === undefined) undoing.leave(document, "not-known", { ...about, attributes });
  else if (!isAssignedAs(observed, object.id, after))
    undoing.leave(document, "changed-since", { ...about, attributes });
  else undoing.assignments.push({ type, projectId, object, attributes: before });
}
