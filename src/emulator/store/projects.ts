import type { ProjectNameRule } from "../../model";
import {
  checkProjectDescription,
  checkProjectName,
  normalizeDescription,
  PROJECT_DESCRIPTION_MAX_LENGTH,
  PROJECT_NAME_MAX_LENGTH,
  PROJECT_NAME_MIN_LENGTH,
} from "../../model";
import { checkDuration } from "./auto-destroy";
import type { ExecutionChange } from "./execution";
import { changedExecution, checkExecution, organizationExecution } from "./execution";
import { newId } from "./identifiers";
import type { AttributeProblem } from "./problem";
import { NAME_TAKEN } from "./problem";
import type { OrganizationRecord, ProjectRecord, WorkspaceRecord } from "./records";
import type { TagInput } from "./tag-bindings";
import { checkTagSet, replaceTags } from "./tag-bindings";
import type { Store } from "./store";

/** What may be said of a project: what is undefined stays as it is, null clears. */
export interface ProjectChange {
  readonly name?: string | undefined;
  readonly description?: string | null | undefined;
  readonly autoDestroyActivityDuration?: string | null | undefined;
  readonly execution?: ExecutionChange | undefined;
  /** All tags it is to have. */
  readonly tags?: readonly TagInput[] | undefined;
  /** Attributes that the contract does not know; kept as they came. */
  readonly attributes?: Readonly<Record<string, unknown>> | undefined;
  readonly relationships?: Readonly<Record<string, unknown>> | undefined;
}

/** The service's words for each broken rule; where they are not public, words of the same kind (facts, section 1.3). */
const NAME_DETAILS: Readonly<Record<ProjectNameRule, string>> = {
  "too-short": `Name is too short (minimum is ${PROJECT_NAME_MIN_LENGTH} characters)`,
  "too-long": `Name is too long (maximum is ${PROJECT_NAME_MAX_LENGTH} characters)`,
  characters: "Name may only contain letters, numbers, spaces, hyphens, and underscores",
  "outer-space": "Name may only contain spaces between other characters, not at its beginning or end",
};

/** All that is wrong with a change to a project, or with a new one when `project` is undefined; empty when nothing is. */
export function checkProject(
  world: Store,
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
    const holder = world.findProject(organizationId, name);
    if (holder !== undefined && holder.id !== project?.id) problems.push(NAME_TAKEN);
  }
  if (checkProjectDescription(description ?? "").length > 0) {
    const detail = `Description is too long (maximum is ${PROJECT_DESCRIPTION_MAX_LENGTH} characters)`;
    problems.push({ attribute: "description", detail });
  }
  const { mode } = organizationExecution(world.organizations.expect(organizationId));
  return [
    ...problems,
    ...checkDuration(duration),
    ...checkExecution(world, organizationId, change.execution, project?.execution, mode),
    ...checkTagSet(change.tags),
  ];
}

/** A new project. The change must have passed {@link checkProject}. */
export function createProject(
  world: Store,
  organization: OrganizationRecord,
  change: ProjectChange & { readonly name: string },
  id = newId("project"),
): ProjectRecord {
  return world.projects.put({
    id,
    sequence: world.nextSequence(),
    organizationId: organization.id,
    name: change.name,
    description: normalizeDescription(change.description),
    autoDestroyActivityDuration: change.autoDestroyActivityDuration ?? null,
    createdAt: world.clock.timestamp(),
    execution: changedExecution(undefined, organizationExecution(organization).mode, change.execution),
    tagBindings: change.tags === undefined ? undefined : replaceTags(world, [], change.tags),
    attributes: change.attributes ?? {},
    relationships: change.relationships,
  });
}

/** A project as it is after the change. The change must have passed {@link checkProject}. */
export function updateProject(world: Store, project: ProjectRecord, change: ProjectChange): ProjectRecord {
  const { name, description, autoDestroyActivityDuration: duration, tags } = change;
  const inherited = organizationExecution(world.organizations.expect(project.organizationId)).mode;
  return world.projects.put({
    ...project,
    name: name ?? project.name,
    description: description === undefined ? project.description : normalizeDescription(description),
    autoDestroyActivityDuration: duration === undefined ? project.autoDestroyActivityDuration : duration,
    execution: changedExecution(project.execution, inherited, change.execution),
    tagBindings: tags === undefined ? project.tagBindings : replaceTags(world, project.tagBindings ?? [], tags),
    attributes: { ...project.attributes, ...change.attributes },
    relationships: { ...project.relationships, ...change.relationships },
  });
}

export function isDefaultProject(world: Store, project: ProjectRecord): boolean {
  return world.organizations.expect(project.organizationId).defaultProjectId === project.id;
}

/** Deletes a project that is neither the default project nor has workspaces: the caller has seen to both. */
export function deleteProject(world: Store, project: ProjectRecord): void {
  world.projects.remove(project.id);
  for (const token of [...world.tokens.values()]) {
    if (!token.grants.some((grant) => project.id in grant.projects)) continue;
    const grants = token.grants.map((grant) => ({ ...grant, projects: without(grant.projects, project.id) }));
    world.tokens.put({ ...token, grants });
  }
}

function without<T>(map: Readonly<Record<string, T>>, key: string): Readonly<Record<string, T>> {
  return Object.fromEntries(Object.entries(map).filter(([other]) => other !== key));
}

/** Puts workspaces into a project; those already there stay as they are. */
export function moveWorkspaces(world: Store, workspaces: readonly WorkspaceRecord[], destination: ProjectRecord): void {
  const updatedAt = world.clock.timestamp();
  for (const workspace of workspaces) {
    if (workspace.projectId !== destination.id) {
      world.workspaces.put({ ...workspace, projectId: destination.id, updatedAt });
    }
  }
}

/** Number of teams with access to the project: of tokens that were given abilities on it by name. */
export function teamCount(world: Store, project: ProjectRecord): number {
  let count = 0;
  for (const { grants } of world.tokens.values()) {
    if (grants.some(({ projects }) => project.id in projects)) count += 1;
  }
  return count;
}
