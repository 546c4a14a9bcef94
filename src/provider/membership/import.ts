import { indexBy } from "../../lists";
import {
  INVALID_OBJECTS_IMPORT_ID,
  NOT_RECORDED,
  parseObjectsImportId,
  sameName,
  type MembershipState,
  type Project,
  type Workspace,
} from "../../model";
import { DiagnosticError, type ImportContext } from "../../plugin";
import { formatList, pluralize, quote } from "../../reconcile";
import { withDiagnostics } from "../diagnostics";
import { findImported } from "../import";
import type { ProviderData } from "../provider-data";

/**
 * The state of a membership that has all workspaces of a project, or those that the import ID names. Only the latter
 * are recorded as its own, and released when they leave the code.
 *
 * @param importId - The project as in {@link findImported}; `:` and names or IDs of workspaces may follow.
 */
export async function importMembership(
  importId: string,
  { provider, storePrivateState }: ImportContext<ProviderData>,
): Promise<MembershipState> {
  const summary = `Cannot import ${quote(importId)}`;
  const parsed = parseObjectsImportId(importId);
  if (parsed === undefined) throw DiagnosticError.of(summary, INVALID_OBJECTS_IMPORT_ID);
  const { project: projectId, objects } = parsed;
  const project = await findImported(projectId, provider);
  return withDiagnostics({ summary }, async () => {
    const view = provider.organization(project.organization);
    const inside = await view.workspaces.inProject(project.id);
    const listed = objects?.map((it) => ({ it, workspace: inside.find((workspace) => isNamed(workspace, it)) }));
    const missing = listed?.flatMap(({ it, workspace }) => (workspace === undefined ? [it] : [])) ?? [];
    if (missing.length > 0) {
      // Fails if the token does not see every workspace of the project.
      await view.allInProject(project.id);
      throw DiagnosticError.of(summary, notInProject(project, missing, inside));
    }
    const found = [...indexBy(listed?.flatMap(({ workspace }) => workspace ?? []) ?? inside, ({ id }) => id).values()];
    if (objects === undefined) storePrivateState(NOT_RECORDED);
    return {
      id: project.id,
      project_id: project.id,
      workspace_ids: found.map(({ id }) => id),
      workspace_names: found.map(({ name }) => name),
      missing_workspaces: null,
      exclusive: false,
      on_destroy: "default-project",
      organization: project.organization,
    };
  });
}

function isNamed({ id, name }: Workspace, nameOrId: string): boolean {
  return id === nameOrId || sameName(name, nameOrId);
}

function notInProject({ name, id }: Project, missing: readonly string[], inside: readonly Workspace[]): string {
  const listed = formatList(missing, (it) => JSON.stringify(it));
  const has = inside.length === 0 ? "" : ` (${formatList(inside.map((it) => it.name))})`;
  return (
    `Project ${quote(name)} (${id}) has no workspace ${listed}. It has ${pluralize(inside.length, "workspace")}` +
    `${has}. An import moves nothing: leave these out. The next apply moves what the code names into the project.`
  );
}
