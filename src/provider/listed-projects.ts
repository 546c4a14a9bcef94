import type { ProjectFilters } from "../api";
import { sameName, type DataProjectsConfig, type Project } from "../model";
import type { Diagnostics } from "../plugin";
import { formatList, type OrganizationView } from "../reconcile";
import { quote } from "./diagnostics";

/** The filters in the configuration of a list. */
export function filtersIn(
  config: Pick<DataProjectsConfig, "names" | "search" | "can_create_workspace" | "can_update">,
): ProjectFilters {
  return {
    names: config.names ?? undefined,
    search: config.search ?? undefined,
    canCreateWorkspace: config.can_create_workspace === true,
    canUpdate: config.can_update === true,
  };
}

/** Whether filters other than names leave out projects that the token sees. */
export function isFiltered({ search, canCreateWorkspace, canUpdate }: ProjectFilters): boolean {
  return search !== undefined || canCreateWorkspace === true || canUpdate === true;
}

/**
 * Checks that projects which a list lacks do not exist. A list contains only projects that the token sees, so it proves
 * that a project does not exist only if the token also sees the default project.
 *
 * @param since - When the list was read, if the view has recorded its projects.
 * @throws NotFoundOrUnauthorizedError
 */
export async function checkListed(
  view: OrganizationView,
  found: readonly Pick<Project, "id" | "name">[],
  filters: ProjectFilters,
  diagnostics: Diagnostics,
  since?: number,
): Promise<void> {
  // Reading the organization for this ID would cost a request, even if no project is missing.
  const defaultProjectId = view.knownDefaultProjectId;
  const seesDefaultProject = found.some(({ id }) => id === defaultProjectId);
  const isMissing = (name: string): boolean => !found.some((project) => sameName(project.name, name));
  const missing = isFiltered(filters) ? [] : (filters.names ?? []).filter(isMissing);
  if (missing.length > 0 || found.length === 0) {
    const what = missing.length === 0 ? "A requested project" : `Project ${formatList(missing, quote)}`;
    if (!seesDefaultProject) await view.confirmAbsence(what, since);
    if (missing.length > 0 && (await view.organization()).canCreateProjects === false) {
      const detail = `${what} does not exist, or the token is not authorized to see it. It is not in the list.`;
      diagnostics.warning("Project not found", detail);
    }
  } else if (
    filters.names === undefined &&
    !isFiltered(filters) &&
    defaultProjectId !== undefined &&
    !seesDefaultProject
  ) {
    diagnostics.warning(
      "The list may be incomplete",
      `The token does not see the default project of the organization ${quote(view.name)}, and may not see others. ` +
        "The list contains only the projects that it sees.",
    );
  }
}
