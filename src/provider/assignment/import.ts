import type { AssignmentValues } from "../../model";
import { DiagnosticError } from "../../plugin";
import { formatList, pluralize, quote } from "../../reconcile";
import {
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
 * The state of a resource that has what is assigned to a project, or only some of it.
 *
 * @param importId - The project as in {@link findImported}; `:` and names or IDs of objects, with commas, may follow.
 */
export async function importAssignments(
  importId: string,
  kind: AssignmentKind,
  provider: ProviderData,
): Promise<AssignmentValues> {
  const [projectId = "", ...rest] = importId.split(":");
  const project = await findImported(projectId, provider);
  const summary = `Cannot import ${quote(importId)}`;
  return withDiagnostics({ summary }, async () => {
    const view = provider.organization(project.organization);
    const observed = (await observeAssignments(view, kind, project.id, true)) ?? [];
    const own = observed.filter((it) => mayChange(kind, it));
    const wanted =
      rest.length === 0
        ? undefined
        : rest
            .join(":")
            .split(",")
            .map((it) => it.trim());
    const found = wanted?.map((it) => named(it, own)) ?? own.map(imported);
    const missing = wanted?.filter((_, index) => found[index] === undefined) ?? [];
    if (missing.length > 0) {
      const listed = formatList(missing, (it) => JSON.stringify(it));
      const has = formatList(own.map(({ object }) => object.name ?? object.id));
      const detail =
        `Project ${quote(project.name)} (${project.id}) has no ${kind.object} ${listed} that could be imported. It ` +
        `has ${pluralize(own.length, kind.object)}${has === "" ? "" : ` (${has})`}.`;
      throw DiagnosticError.of(summary, detail);
    }
    return {
      id: project.id,
      project_id: project.id,
      organization: project.organization,
      exclusive: false,
      ...assignmentValues(
        kind,
        found.filter((it) => it !== undefined),
        {},
      ),
    };
  });
}

/** The assignment of an object by its name or ID, which the state then has, too. */
function named(text: string, observed: readonly ObservedAssignment[]): StateAssignment | undefined {
  const byName = observed.find(({ object }) => object.name === text);
  if (byName !== undefined) return imported(byName);
  const byId = observed.find(({ object }) => object.id === text);
  return byId && { ...imported(byId), key: { id: text } };
}
