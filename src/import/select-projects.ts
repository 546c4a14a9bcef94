import { groupBy } from "../lists";
import { matcherOf, nameKey, SETTING_NAMES, UNLISTED_SETTINGS, type Project, type Workspace } from "../model";
import { countsAsGone, hidesWorkspaces, quote, type OrganizationView } from "../reconcile";
import { readOrganization } from "../engine/live/observe";
import type { ActualOrganization } from "../engine";
import { seesDefaultProject } from "../engine/actual-organization";
import type { Notify } from "../engine/host";

/** Which projects of an organization to import. */
export interface ProjectSelection {
  /** Names or IDs, in which `*` is a wildcard; if empty, all projects except the default one. */
  readonly projects: readonly string[];
  /** Names or IDs of projects to exclude, in which `*` is a wildcard. */
  readonly exclude: readonly string[];
  readonly includeDefault: boolean;
  /** Whether to skip settings that lists do not include, except for tags. */
  readonly skipDurations: boolean;
  /** Whether memberships are exclusive, so that the projects must contain no hidden workspaces. */
  readonly exclusive: boolean;
  /** Whether memberships get rules, which may select workspaces by their tags. */
  readonly rules: boolean;
}

/** An organization, and its selected projects with all their settings. */
export interface SelectedProjects {
  readonly organization: ActualOrganization;
  readonly projects: readonly Project[];
  /** Patterns that match no project: probably misspelled. */
  readonly unmatched: readonly string[];
  /** Warnings about objects that the token does not see, or no longer sees. */
  readonly warnings: readonly string[];
}

/**
 * Reads an organization and selects projects. Reads settings that the list of projects does not include with one more
 * request for each project, because code without them would clear them.
 *
 * @throws NotFoundOrUnauthorizedError when the token sees no project, or not all workspaces of exclusive ones.
 */
export async function readSelectedProjects(
  view: OrganizationView,
  selection: ProjectSelection,
  notify: Notify,
): Promise<SelectedProjects> {
  const { skipDurations, exclusive, rules } = selection;
  void notify({ kind: "started", work: { kind: "read", organization: view.name, address: view.client.address } });
  if (skipDurations) await view.upToDateProjects();
  if (rules) await view.workspaces.includeTags();
  const actual = await readOrganization(view);
  const warnings: string[] = [];
  if (!seesDefaultProject(actual)) {
    // An organization has at least the default project.
    if (actual.projects.length === 0) await view.confirmAbsence("A project to import");
    const unseen = `The token does not see the default project of ${view.name}, and may not see others:`;
    warnings.push(`${unseen} only what it sees is imported.`);
  }
  const projects = filterProjects(actual, selection);
  const unmatched = [...selection.projects, ...selection.exclude].filter(
    (pattern) => !actual.projects.some(matcherOf([pattern])),
  );
  if (exclusive) await confirmWorkspaces(view, actual, projects);
  // The name as the service spells it.
  const { name } = await view.organization();
  const seen = await view.workspaces.all();
  const workspaces = rules ? await view.workspacesWithTags(seen, []) : seen;
  if (rules && lacksTags(workspaces)) warnings.push(`${tagsNotShown(view.name)}: no rule selects by tags.`);
  const organization = { ...actual, name, workspaces };
  if (unmatched.length > 0 || skipDurations) return { organization, projects, unmatched, warnings };

  const incomplete = projects.filter((project) => UNLISTED_SETTINGS.some((name) => project[name] === undefined)).length;
  if (incomplete > 0) void notify({ kind: "started", work: { kind: "read-settings", projects: incomplete } });
  const complete = await Promise.all(projects.map(({ id }) => view.projectWithSettings(id, SETTING_NAMES)));
  for (const [index, { id, name: gone }] of projects.entries()) {
    if (complete[index] === undefined) warnings.push(countsAsGone(`Project ${quote(gone)} (${id})`));
  }
  return { organization, projects: complete.filter((project) => project !== undefined), unmatched, warnings };
}

/** Whether the tags of some workspaces are unknown, although they were requested. */
export function lacksTags(workspaces: readonly Workspace[]): boolean {
  return workspaces.some(({ tags }) => tags === undefined);
}

export function tagsNotShown(organization: string): string {
  return `The service does not show the own tags of all workspaces of ${organization}`;
}

/** Confirms that the token sees all workspaces of exclusive projects. @throws NotFoundOrUnauthorizedError */
async function confirmWorkspaces(
  view: OrganizationView,
  { workspaces, defaultProjectId }: ActualOrganization,
  projects: readonly Project[],
): Promise<void> {
  const seen = groupBy(workspaces, ({ projectId }) => projectId);
  const doubtful = projects.filter(
    (project) => project.id !== defaultProjectId && hidesWorkspaces(project, seen.get(project.id)?.length ?? 0),
  );
  await Promise.all(doubtful.map(({ id }) => view.allInProject(id)));
}

/**
 * The default project has to be selected by name or with `includeDefault`, because it contains workspaces that nobody
 * assigned to a project.
 */
function filterProjects(actual: ActualOrganization, selection: ProjectSelection): readonly Project[] {
  const { projects, exclude, includeDefault } = selection;
  const [isNamed, isExcluded] = [matcherOf(projects), matcherOf(exclude)];
  return actual.projects.filter((project) => {
    if (isExcluded(project)) return false;
    if (project.id !== actual.defaultProjectId) return projects.length === 0 || isNamed(project);
    return includeDefault || projects.some((it) => it === project.id || nameKey(it) === nameKey(project.name));
  });
}
