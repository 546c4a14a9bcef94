import { nameKey, SETTING_NAMES, UNLISTED_SETTINGS, type Project } from "../../model";
import { matcherOf, observe, pluralize, type ActualOrganization, type OrganizationView } from "../../reconcile";
import type { Progress } from "../engine/progress";

/** Which projects of an organization to import. */
export interface ProjectFilter {
  /** Names or IDs, in which `*` is a wildcard; if empty, all projects except the default one. */
  readonly projects: readonly string[];
  /** Names or IDs of projects to exclude, in which `*` is a wildcard. */
  readonly exclude: readonly string[];
  readonly includeDefault: boolean;
}

interface FilteredProjects {
  readonly projects: readonly Project[];
  /** Patterns that match no project: probably misspelled. */
  readonly unmatched: readonly string[];
}

/** An organization, and its selected projects with all their settings. */
export interface SelectedProjects extends FilteredProjects {
  readonly organization: ActualOrganization;
}

/**
 * Reads an organization and selects projects. Settings that the list of projects does not include cost one more request
 * for each project: code without them would clear them.
 *
 * @param skipDurations - Whether to do without those settings, except for tags, which lists can include.
 */
export async function readSelectedProjects(
  view: OrganizationView,
  filter: ProjectFilter,
  progress: Progress,
  { skipDurations = false }: { readonly skipDurations?: boolean | undefined } = {},
): Promise<SelectedProjects> {
  progress.start(`Reading ${view.name} at ${view.client.address}`, "requests");
  if (skipDurations) await view.upToDateProjects();
  const actual = await observe(view, { name: view.name, projects: [], memberships: [], references: [] });
  // The name in the spelling of the service.
  const organization = { ...actual, name: (await view.organization()).name };
  const { projects, unmatched } = filterProjects(actual.projects, actual.defaultProjectId, filter);
  if (unmatched.length > 0 || skipDurations) return { organization, projects, unmatched };

  const incomplete = projects.filter((project) => UNLISTED_SETTINGS.some((name) => project[name] === undefined)).length;
  if (incomplete > 0) {
    const text = `Reading settings of ${pluralize(incomplete, "project")}`;
    progress.start(text, "requests", incomplete);
  }
  const complete = await Promise.all(projects.map(({ id }) => view.projectWithSettings(id, SETTING_NAMES)));
  // Projects that were deleted in the meantime are omitted.
  return { organization, projects: complete.filter((project) => project !== undefined), unmatched };
}

/**
 * The default project has to be selected by name or with `includeDefault`: it holds workspaces that nobody assigned to
 * a project.
 */
function filterProjects(
  projects: readonly Project[],
  defaultProjectId: string,
  filter: ProjectFilter,
): FilteredProjects {
  const isSelected = (project: Project): boolean => {
    if (filter.exclude.some((pattern) => matches(pattern, project))) return false;
    if (project.id === defaultProjectId)
      return filter.includeDefault || filter.projects.some((pattern) => identifies(pattern, project));
    return filter.projects.length === 0 || filter.projects.some((pattern) => matches(pattern, project));
  };
  const unmatched = [...filter.projects, ...filter.exclude].filter(
    (pattern) => !projects.some((project) => matches(pattern, project)),
  );
  return { projects: projects.filter(isSelected), unmatched };
}

/** Whether the pattern is the name or the ID of the project. */
function identifies(pattern: string, { id, name }: Project): boolean {
  return pattern === id || nameKey(pattern) === nameKey(name);
}

function matches(pattern: string, project: Project): boolean {
  return matcherOf([pattern])(project);
}
