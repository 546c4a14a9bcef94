import type { ProjectNameRule } from "../../model";
import {
  checkProjectDescription,
  checkProjectName,
  normalizeDescription,
  PROJECT_DESCRIPTION_MAX_LENGTH,
  PROJECT_NAME_MAX_LENGTH,
  PROJECT_NAME_MIN_LENGTH,
} from "../../model";
import type { AttributeProblem } from "../errors";
import { NAME_TAKEN } from "../errors";
import { checkDuration } from "./auto-destroy";
import type { ExecutionChange } from "./execution";
import { changedExecution, checkExecution, organizationExecution } from "./execution";
import { newId } from "./identifiers";
import type { OrganizationRecord, ProjectRecord, WorkspaceRecord } from "./records";
import type { Store } from "./store";
import type { TagInput } from "./tag-bindings";
import { checkTagSet, replaceTags } from "./tag-bindings";

/** A change to a project: undefined keeps a value, null clears it. */
export interface ProjectChange {
  readonly name?: string | undefined;
  readonly description?: string | null | undefined;
  readonly autoDestroyActivityDuration?: string | null | undefined;
  readonly execution?: ExecutionChange | undefined;
  /** All tags of the project. */
  readonly tags?: readonly TagInput[] | undefined;
  /** Unknown attributes, kept unchanged. */
  readonly attributes?: Readonly<Record<string, unknown>> | undefined;
  readonly relationships?: Readonly<Record<string, unknown>> | undefined;
}

/** The service's error messages where they are known, otherwise similar ones. */
const NAME_DETAILS: Readonly<Record<ProjectNameRule, string>> = {
  "too-short": `Name is too short (minimum is ${PROJECT_NAME_MIN_LENGTH} characters)`,
  "too-long": `Name is too long (maximum is ${PROJECT_NAME_MAX_LENGTH} characters)`,
  characters: "Name may only contain letters, numbers, spaces, hyphens, and underscores",
  "outer-space": "Name may only contain spaces between other characters, not at its beginning or end",
};

/** Problems with a change to a project, or with a new one if `project` is undefined. */
export function checkProject(
  store: Store,
  organizationId: string,
  change: ProjectChange,
  project?: ProjectRecord,
): AttributeProblem[] {
  const problems: AttributeProblem[] = [];
  const { name, description, autoDestroyActivityDuration: duration } = change;
  if (name === "" || (name === undefined && project === undefined)) {
    problems.push({ attribute: "name", detail: "Name can't be blank" });
  } else if (name !== undefined) {
    for (const { rule } of checkProjectName(name)) problems.push({ attribute: "name", detail: NAME_DETAILS[rule] });
    const holder = store.findProject(organizationId, name);
    if (holder !== undefined && holder.id !== project?.id) problems.push(NAME_TAKEN);
  }
  if (checkProjectDescription(description ?? "").length > 0) {
    const detail = `Description is too long (maximum is ${PROJECT_DESCRIPTION_MAX_LENGTH} characters)`;
    problems.push({ attribute: "description", detail });
  }
  const { mode } = organizationExecution(store.organizations.expect(organizationId));
  return [
    ...problems,
    ...checkDuration(duration),
    ...checkExecution(store, organizationId, change.execution, project?.execution, mode),
    ...checkTagSet(change.tags),
  ];
}

/** Creates a project. The change must have passed {@link checkProject}. */
export function createProject(
  store: Store,
  organization: OrganizationRecord,
  change: ProjectChange & { readonly name: string },
  id = newId("project"),
): ProjectRecord {
  return store.projects.put({
    id,
    sequence: store.nextSequence(),
    organizationId: organization.id,
    name: change.name,
    description: normalizeDescription(change.description),
    autoDestroyActivityDuration: change.autoDestroyActivityDuration ?? null,
    createdAt: store.clock.timestamp(),
    execution: changedExecution(undefined, organizationExecution(organization).mode, change.execution),
    tagBindings: change.tags === undefined ? undefined : replaceTags(store, [], change.tags),
    attributes: change.attributes ?? {},
    relationships: change.relationships,
  });
}

/** Updates a project. The change must have passed {@link checkProject}. */
export function updateProject(store: Store, project: ProjectRecord, change: ProjectChange): ProjectRecord {
  const { name, description, autoDestroyActivityDuration: duration, tags } = change;
  const inherited = organizationExecution(store.organizations.expect(project.organizationId)).mode;
  return store.projects.put({
    ...project,
    name: name ?? project.name,
    description: description === undefined ? project.description : normalizeDescription(description),
    autoDestroyActivityDuration: duration === undefined ? project.autoDestroyActivityDuration : duration,
    execution: changedExecution(project.execution, inherited, change.execution),
    tagBindings: tags === undefined ? project.tagBindings : replaceTags(store, project.tagBindings ?? [], tags),
    attributes: { ...project.attributes, ...change.attributes },
    relationships: { ...project.relationships, ...change.relationships },
  });
}

export function isDefaultProject(store: Store, project: ProjectRecord): boolean {
  return store.organizations.expect(project.organizationId).defaultProjectId === project.id;
}

/**
 * Deletes a project, which must have no workspaces and not be the default project, with its team access and the
 * variable sets that it owns (our choice: undocumented).
 */
export function deleteProject(store: Store, project: ProjectRecord): void {
  store.projects.remove(project.id);
  for (const access of [...store.teamProjectsOf(project.id).all()]) store.teamProjects.remove(access.id);
  for (const set of [...store.variableSetsByNameOf(project.organizationId).all()]) {
    if (set.ownerProjectId === project.id) store.variableSets.remove(set.id);
  }
  for (const token of [...store.tokens.values()]) {
    if (!token.grants.some((grant) => project.id in grant.projects)) continue;
    const grants = token.grants.map((grant) => ({ ...grant, projects: without(grant.projects, project.id) }));
    store.tokens.put({ ...token, grants });
  }
}

function without<T>(map: Readonly<Record<string, T>>, key: string): Readonly<Record<string, T>> {
  return Object.fromEntries(Object.entries(map).filter(([other]) => other !== key));
}

/** Moves workspaces into a project. */
export function moveWorkspaces(store: Store, workspaces: readonly WorkspaceRecord[], destination: ProjectRecord): void {
  const updatedAt = store.clock.timestamp();
  for (const workspace of workspaces) {
    if (workspace.projectId !== destination.id) {
      store.workspaces.put({ ...workspace, projectId: destination.id, updatedAt });
    }
  }
}

/** Number of teams with access to the project, plus tokens with permissions on it, which count as teams. */
export function teamCount(store: Store, project: ProjectRecord): number {
  let count = store.teamProjectsOf(project.id).size;
  for (const { grants } of store.tokens.values()) {
    if (grants.some(({ projects }) => project.id in projects)) count += 1;
  }
  return count;
}
