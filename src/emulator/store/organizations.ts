import type { AttributeProblem } from "../errors";
import { NAME_TAKEN } from "../errors";
import type { ExecutionChange } from "./execution";
import { changedExecution, DEFAULT_EXECUTION } from "./execution";
import { newId } from "./identifiers";
import { createProject } from "./projects";
import type { OrganizationRecord } from "./records";
import { isOrganizationName } from "./records";
import { deleteRunTask } from "./run-tasks";
import type { Store } from "./store";
import { deleteTeam } from "./teams";
import { deleteWorkspace } from "./workspaces";

/** The initial name of the default project. It can be renamed. */
export const DEFAULT_PROJECT_NAME = "Default Project";

/** A change to an organization; undefined members keep their value. */
export interface OrganizationChange {
  readonly name?: string | undefined;
  readonly execution?: ExecutionChange | undefined;
  /** Unknown attributes and relationships, kept unchanged. */
  readonly attributes?: Readonly<Record<string, unknown>> | undefined;
  readonly relationships?: Readonly<Record<string, unknown>> | undefined;
}

/** Problems with a name for a new organization, or for `except`. */
export function checkOrganizationName(store: Store, name: string, except?: OrganizationRecord): AttributeProblem[] {
  const problems: AttributeProblem[] = [];
  if (name === "") return [{ attribute: "name", detail: "Name can't be blank" }];
  if (!isOrganizationName(name)) {
    problems.push({ attribute: "name", detail: "Name can only include letters, numbers, -, and _." });
  }
  const holder = store.findOrganization(name);
  if (holder !== undefined && holder.id !== except?.id) problems.push(NAME_TAKEN);
  return problems;
}

/** Creates an organization with its default project. The name must have passed {@link checkOrganizationName}. */
export function createOrganization(store: Store, name: string, change: OrganizationChange = {}): OrganizationRecord {
  const organization: OrganizationRecord = {
    id: newId("organization"),
    sequence: store.nextSequence(),
    name,
    defaultProjectId: newId("project"),
    createdAt: store.clock.timestamp(),
    execution: changedExecution(undefined, "remote", change.execution),
    attributes: change.attributes ?? {},
    relationships: change.relationships,
  };
  store.organizations.put(organization);
  createProject(store, organization, { name: DEFAULT_PROJECT_NAME }, organization.defaultProjectId);
  return organization;
}

export function updateOrganization(
  store: Store,
  organization: OrganizationRecord,
  change: OrganizationChange,
): OrganizationRecord {
  return store.organizations.put({
    ...organization,
    name: change.name ?? organization.name,
    execution: changedExecution(organization.execution ?? DEFAULT_EXECUTION, "remote", change.execution),
    attributes: { ...organization.attributes, ...change.attributes },
    relationships: { ...organization.relationships, ...change.relationships },
  });
}

/** Deletes an organization and everything in it. */
export function deleteOrganization(store: Store, organization: OrganizationRecord): void {
  for (const workspace of [...store.workspacesOf(organization.id).all()]) deleteWorkspace(store, workspace);
  for (const task of [...store.runTasksOf(organization.id).all()]) deleteRunTask(store, task);
  for (const project of [...store.projectsOf(organization.id).all()]) store.projects.remove(project.id);
  for (const team of [...store.teamsByNameOf(organization.id).all()]) deleteTeam(store, team);
  for (const set of [...store.variableSetsByNameOf(organization.id).all()]) store.variableSets.remove(set.id);
  for (const set of [...store.policySetsByNameOf(organization.id).all()]) store.policySets.remove(set.id);
  for (const pool of [...store.agentPoolsOf(organization.id).all()]) store.agentPools.remove(pool.id);
  for (const token of [...store.tokens.values()]) {
    const grants = token.grants.filter((grant) => grant.organizationId !== organization.id);
    if (grants.length < token.grants.length) store.tokens.put({ ...token, grants });
  }
  store.organizations.remove(organization.id);
}
