import { newId } from "./identifiers";
import type { AttributeProblem } from "./problem";
import { NAME_TAKEN } from "./problem";
import { createProject } from "./projects";
import type { OrganizationRecord } from "./records";
import { deleteRunTask } from "./run-tasks";
import { deleteWorkspace } from "./workspaces";
import type { World } from "./world";

/** What the service calls an organization's first project. It may be renamed later. */
export const DEFAULT_PROJECT_NAME = "Default Project";

/** What is wrong with a name for a new organization, or for `except` to take. */
export function checkOrganizationName(world: World, name: string, except?: OrganizationRecord): AttributeProblem[] {
  const problems: AttributeProblem[] = [];
  if (name === "") return [{ attribute: "name", detail: "Name can't be blank" }];
  if (!/^[A-Za-z0-9_-]*$/.test(name)) {
    problems.push({ attribute: "name", detail: "Name can only include letters, numbers, -, and _." });
  }
  const holder = world.organizationNamed(name);
  if (holder !== undefined && holder.id !== except?.id) problems.push(NAME_TAKEN);
  return problems;
}

/** A new organization with its default project. The name must have passed {@link checkOrganizationName}. */
export function createOrganization(
  world: World,
  name: string,
  attributes: Readonly<Record<string, unknown>> = {},
): OrganizationRecord {
  const organization: OrganizationRecord = {
    id: newId("organization"),
    sequence: world.nextSequence(),
    name,
    defaultProjectId: newId("project"),
    createdAt: world.clock.timestamp(),
    attributes,
  };
  world.organizations.put(organization);
  createProject(world, organization, { name: DEFAULT_PROJECT_NAME }, organization.defaultProjectId);
  return organization;
}

export function updateOrganization(
  world: World,
  organization: OrganizationRecord,
  name: string,
  attributes: Readonly<Record<string, unknown>>,
): OrganizationRecord {
  return world.organizations.put({
    ...organization,
    name,
    attributes: { ...organization.attributes, ...attributes },
  });
}

/** Deletes an organization and all that lives in it. */
export function deleteOrganization(world: World, organization: OrganizationRecord): void {
  for (const workspace of [...world.workspacesOf(organization.id).all()]) deleteWorkspace(world, workspace);
  for (const task of [...world.runTasksOf(organization.id).all()]) deleteRunTask(world, task);
  for (const project of [...world.projectsOf(organization.id).all()]) world.projects.remove(project.id);
  for (const token of [...world.tokens.values()]) {
    const grants = token.grants.filter((grant) => grant.organizationId !== organization.id);
    if (grants.length < token.grants.length) world.tokens.put({ ...token, grants });
  }
  world.organizations.remove(organization.id);
}
