import { sameName, type Project } from "../model";
import type { Diagnostics } from "../plugin";
import { formatList, type OrganizationView } from "../reconcile";
import { quote } from "./diagnostics";

/** What a list of projects was asked for. */
interface Asked {
  /** Names of the projects; null for all. */
  readonly names: readonly string[] | null;
  /** Whether projects are left out that the token sees. */
  readonly isFiltered: boolean;
  /** When the list was read, if that recorded the projects in the view. */
  readonly since?: number | undefined;
}

/**
 * Checks what a list does not have. It has only what the token may see, so that it lacks a project, or has none, says
 * something only while the token sees the default project.
 *
 * @throws NotFoundOrUnauthorizedError
 */
export async function checkListed(
  view: OrganizationView,
  found: readonly Pick<Project, "id" | "name">[],
  { names, isFiltered, since }: Asked,
  diagnostics: Diagnostics,
): Promise<void> {
  // The first read of the organization is one too many while nothing is absent.
  const defaultProjectId = view.knownDefaultProjectId;
  const seesDefaultProject = found.some(({ id }) => id === defaultProjectId);
  const isMissing = (name: string): boolean => !found.some((project) => sameName(project.name, name));
  const missing = isFiltered ? [] : (names ?? []).filter(isMissing);
  if (missing.length > 0 || found.length === 0) {
    const what = missing.length === 0 ? "A project that was asked for" : `Project ${formatList(missing, quote)}`;
    if (!seesDefaultProject) await view.confirmAbsence(what, since);
    if (missing.length > 0 && (await view.organization()).canCreateProjects === false) {
      const detail = `${what} does not exist, or the token is not authorized to see it. It is not in the list.`;
      diagnostics.warning("Project not found", detail);
    }
  } else if (names === null && !isFiltered && defaultProjectId !== undefined && !seesDefaultProject) {
    diagnostics.warning(
      "The list may be incomplete",
      `The token does not see the default project of the organization ${quote(view.name)}, and perhaps not others ` +
        "either. The list has the projects that it sees.",
    );
  }
}
