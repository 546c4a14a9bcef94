import type { ActualOrganization } from "./actual";
import type { DesiredOrganization } from "./desired";
import { exchangeable } from "./planning/identity";
import { identityOf } from "./planning/plan";
import type { OrganizationView } from "./view";

export interface ObserveOptions {
  /**
   * Whether each project is read singly where the list does not carry its `auto-destroy-activity-duration`; otherwise only those whose code
   * sets one are (DESIGN section 3).
   * @default false
   */
  readonly thorough?: boolean | undefined;
}

/**
 * Reads an organization in pages of 100: one request for the organization, one for each page of projects and of workspaces, and one for each
 * project whose duration the code sets, or all, where the list does not carry it.
 *
 * Pages are read at the same time. Whoever makes as many as he deletes while they are read can hide one from them: no count tells. Then a
 * plan misses it, and its writes are refused where they would do harm: a name is taken, a project is not empty. Only a project that was
 * to be renamed can be made anew beside the old one. Reading pages that overlap, one after the other, would cost more than it saves.
 */
export async function observe(
  view: OrganizationView,
  desired: DesiredOrganization,
  { thorough = false }: ObserveOptions = {},
): Promise<ActualOrganization> {
  const [defaultProjectId, projects, workspaces] = await Promise.all([
    view.defaultProjectId(),
    view.projects.all(),
    view.workspaces.all(),
  ]);
  const actual = { name: view.name, defaultProjectId, projects, workspaces };
  const identity = identityOf(desired, actual);
  const withDuration = desired.projects.filter((project) => project.autoDestroyActivityDuration !== null);
  const undecided = exchangeable(desired.projects, projects).filter((circle) =>
    circle.some((it) => withDuration.includes(it.code)),
  );
  const wanted = new Set(
    thorough
      ? projects.map(({ id }) => id)
      : [
          ...withDuration.flatMap(({ address }) => identity.get(address)?.id ?? []),
          // Which of them is which may be told by their durations alone.
          ...undecided.flat().map(({ id }) => id),
        ],
  );
  const inFull = await Promise.all(
    projects.map(async (project) => (wanted.has(project.id) ? await view.projectInFull(project.id) : project)),
  );
  // One that was deleted between the two reads is gone.
  return { ...actual, projects: inFull.filter((project) => project !== undefined) };
}
