import { UNLISTED_SETTINGS, type Project } from "../../model";
import { pluralize, observe, type ActualOrganization, type OrganizationView } from "../../reconcile";
import type { Progress } from "../engine/progress";
import { filterProjects, type ProjectFilter } from "./project-filter";

/** What the code is written from. */
export interface SelectedProjects {
  readonly organization: ActualOrganization;
  /** In full. */
  readonly projects: readonly Project[];
  /** Patterns of the choice that no project matches; nothing was read in full then. */
  readonly unmatched: readonly string[];
}

/**
 * Reads an organization in pages of 100, and singly each chosen project whose `auto-destroy-activity-duration` the list does not carry
 * (service-api.md section 2.1): code without the duration would clear it.
 */
export async function readSelectedProjects(
  view: OrganizationView,
  filter: ProjectFilter,
  progress: Progress,
): Promise<SelectedProjects> {
  progress.start(`Reading ${view.name} at ${view.client.address}`, "requests");
  const actual = await observe(view, { name: view.name, projects: [], memberships: [], references: [] });
  // Spelled as the service does.
  const organization = { ...actual, name: (await view.organization()).name };
  const { projects, unmatched } = filterProjects(actual.projects, actual.defaultProjectId, filter);
  if (unmatched.length > 0) return { organization, projects, unmatched };

  const incomplete = projects.filter((project) => UNLISTED_SETTINGS.some((name) => project[name] === undefined)).length;
  if (incomplete > 0) {
    const text = `Reading ${pluralize(incomplete, "project")} one by one, because the list lacks the auto-destroy duration`;
    progress.start(text, "requests", incomplete);
  }
  const complete = await Promise.all(projects.map(({ id }) => view.projectWithAllSettings(id)));
  // One that was deleted between the two reads is gone.
  return { organization, projects: complete.filter((project) => project !== undefined), unmatched };
}
