import type { ExecutionChange } from "./execution";
import { changedExecution, DEFAULT_EXECUTION } from "./execution";
import { newId } from "./identifiers";
import { isOrganizationName } from "./organization-name";
import type { AttributeProblem } from "./problem";
import { NAME_TAKEN } from "./problem";
import { createProject } from "./projects";
import type { OrganizationRecord } from "./records";
import { deleteRunTask } from "./run-tasks";
import { deleteWorkspace } from "./workspaces";
import type { Store } from "./store";

/** What the service calls an organization's first project. It may be renamed later. */
export const DEFAULT_PROJECT_NAME = "Default Project";

/** What may be said of an organization: what is undefined stays as it is. */
export interface OrganizationChange {
  readonly name?: string | undefined;
  readonly execution?: ExecutionChange | undefined;
  /** Attributes and relationships that the emulator gives no meaning; kept as they came. */
  readonly attributes?: Readonly<Record<string, unknown>> | undefined;
  readonly relationships?: Readonly<Record<string, unknown>> | undefined;
}

/** What is wrong with a name for a new organization, or for `except` to take. */
export function checkOrganizationName(world: Store, name: string, except?: OrganizationRecord): AttributeProblem[] {
  const problems: AttributeProblem[] = [];
  if (name === "") return [{ attribute: "name", detail: "Name can't be blank" }];
  if (!isOrganizationName(name)) {
    problems.push({ attribute: "name", detail: "Name can only include letters, numbers, -, and _." });
  }
  const holder = world.findOrganization(name);
  if (holder !== undefined && holder.id !== except?.id) problems.push(NAME_TAKEN);
  return problems;
}

/** A new organization with its default project. The name must have passed {@link checkOrganizationName}. */
export function createOrganization(world: Store, name: string, change: OrganizationChange = {}): OrganizationRecord {
  const organization: OrganizationRecord = {
    id: newId("organization"),
    sequence: world.nextSequence(),
    name,
    defaultProjectId: newId("project"),
    createdAt: world.clock.timestamp(),
    execution: changedExecution(undefined, "remote", change.execution),
    attributes: change.attributes ?? {},
    relationships: change.relationships,
  };
  world.organizations.put(organization);
  createProject(world, organization, { name: DEFAULT_PROJECT_NAME }, organization.defaultProjectId);
  return organization;
}

export function updateOrganization(
  world: Store,
  organization: OrganizationRecord,
  change: OrganizationChange,
): OrganizationRecord {
  return world.organizations.put({
    ...organization,
    name: change.name ?? organization.name,
    execution: changedExecution(organization.execution ?? DEFAULT_EXECUTION, "remote", change.execution),
    attributes: { ...organization.attributes, ...change.attributes },
    relationships: { ...organization.relationships, ...change.relationships },
  });
}

/** Deletes an organization and all that lives in it. */
export function deleteOrganization(world: Store, organization: OrganizationRecord): void {
  for (const workspace of [...world.workspacesOf(organization.id).all()]) deleteWorkspace(world, workspace);
  for (const task of [...world.runTasksOf(organization.id).all()]) deleteRunTask(world, task);
  for (const project of [...world.projectsOf(organization.id).all()]) world.projects.remove(project.id);
  for (const pool of [...world.agentPoolsOf(organization.id).all()]) world.agentPools.remove(pool.id);
  for (const token of [...world.tokens.values()]) {
    const grants = token.grants.filter((grant) => grant.organizationId !== organization.id);
    if (grants.length < token.grants.length) world.tokens.put({ ...token, grants });
  }
  world.organizations.remove(organization.id);
}
