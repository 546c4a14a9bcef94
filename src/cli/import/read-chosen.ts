import { UNLISTED_SETTINGS, type Project } from "../../model";
import { counted, observe, type ActualOrganization, type OrganizationView } from "../../reconcile";
import type { Progress } from "../engine/progress";
import { chooseProjects, type Choice } from "./choice";

/** What the code is written from. */
export interface ChosenProjects {
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
export async function readChosen(view: OrganizationView, choice: Choice, progress: Progress): Promise<ChosenProjects> {
  progress.begin(`Reading ${view.name} at ${view.client.address}`, "requests");
  const listed = await observe(view, { name: view.name, projects: [], memberships: [], references: [] });
  // Spelled as the service does.
  const organization = { ...listed, name: (await view.organization()).name };
  const { projects, unmatched } = chooseProjects(listed.projects, listed.defaultProjectId, choice);
  if (unmatched.length > 0) return { organization, projects, unmatched };

  const incomplete = projects.filter((project) => UNLISTED_SETTINGS.some((name) => project[name] === undefined)).length;
  if (incomplete > 0) {
    const text = `Reading ${counted(incomplete, "project")} one by one, because the list lacks the auto-destroy duration`;
    progress.begin(text, "requests", incomplete);
  }
  const inFull = await Promise.all(projects.map(({ id }) => view.projectInFull(id)));
  // One that was deleted between the two reads is gone.
  return { organization, projects: inFull.filter((project) => project !== undefined), unmatched };
}
