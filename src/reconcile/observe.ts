import { nameKey, settingsFrom, UNLISTED_SETTINGS, type Project } from "../model";
import type { ActualOrganization } from "./actual";
import type { DesiredOrganization } from "./desired";
import { ProjectGoneError } from "./errors";
import { swapCandidates, namesToLookUp } from "./planning/identity";
import { identityOf } from "./planning/plan";
import type { OrganizationView } from "./view";

export interface ObserveOptions {
  /**
   * Whether `auto-destroy-activity-duration` is left out, which the service's list need not carry, so that each project of the code is read singly.
   * A plan then compares no durations, and says so.
   * @default false
   */
  readonly skipDurations?: boolean | undefined;
}

/**
 * Reads an organization in pages of 100: one request for the organization, one for each page of projects and of workspaces, and one for each
 * project of the code whose duration the list does not carry.
 *
 * Pages are read at the same time. Whoever makes as many as he deletes while they are read can hide one from them: no count tells. Then a
 * plan misses it, and its writes are refused where they would do harm: a name is taken, a project is not empty. Only a project that was
 * to be renamed would be made anew beside the old one, and no write be refused. So where the code has a project that no page shows, and the
 * pages were more than one, the names that it may have are looked for: in one request, unless they are many.
 *
 * @throws ProjectGoneError when a project of the list is not found by itself: what is true of it is not known.
 */
export async function observe(
  view: OrganizationView,
  desired: DesiredOrganization,
  { skipDurations = false }: ObserveOptions = {},
): Promise<ActualOrganization> {
  const [defaultProjectId, , workspaces] = await Promise.all([
    view.defaultProjectId(),
    view.projects.all(),
    view.workspaces.all(),
  ]);
  const organization = { name: view.name, defaultProjectId, workspaces };
  const projects = view.projects.isSnapshot
    ? await view.projects.all()
    : await includeMissed(view, desired, (projects) => ({ ...organization, projects }));
  const actual = { ...organization, projects };
  if (skipDurations) {
    return { ...actual, projects: projects.map(withoutUnlistedSettings) };
  }
  const wanted = new Set([
    ...[...identityOf(desired, actual).values()].map(({ id }) => id),
    // Which of them is which may be told by their durations alone.
    ...swapCandidates(desired.projects, projects)
      .flat()
      .map(({ id }) => id),
  ]);
  const inFull = await Promise.all(
    projects.map(async (project) => {
      const found = wanted.has(project.id) ? await view.projectWithAllSettings(project.id) : project;
      // The list has just shown it. Taken for gone, a project that is to be renamed would be made anew beside itself.
      if (found === undefined) throw new ProjectGoneError(project.id);
      return found;
    }),
  );
  return { ...actual, projects: inFull };
}

/** The project without what the service's list need not carry. */
function withoutUnlistedSettings(project: Project): Project {
  return { ...project, ...settingsFrom((name) => (UNLISTED_SETTINGS.includes(name) ? undefined : project[name])) };
}

/** The projects that are known, with those of the code that slipped past the pages. */
async function includeMissed(
  view: OrganizationView,
  desired: DesiredOrganization,
  actualWith: (projects: readonly Project[]) => ActualOrganization,
): Promise<readonly Project[]> {
  const asked = new Set<string>();
  for (;;) {
    const projects = await view.projects.all();
    const names = namesToLookUp(desired.projects, identityOf(desired, actualWith(projects)), projects).filter(
      (name) => !asked.has(nameKey(name)),
    );
    if (names.length === 0) return projects;
    await view.projects.findByNames(names);
    for (const name of names) asked.add(nameKey(name));
  }
}
