import type { AttributeProblem } from "../errors";
import { NAME_TAKEN } from "../errors";
import type { ExecutionChange } from "./execution";
import { changedExecution, projectExecution } from "./execution";
import { newId } from "./identifiers";
import type { ProjectRecord, WorkspaceRecord } from "./records";
import { deleteRun } from "../runs/runs";
import type { Store } from "./store";
import type { TagInput } from "./tag-bindings";
import { replaceTags } from "./tag-bindings";
import { removeTags, tagsOf } from "./tags";

/** Documented limit of a workspace's name. */
const NAME_MAX_LENGTH = 90;

/** A change to a workspace; undefined members keep their value. */
export interface WorkspaceChange {
  readonly name?: string | undefined;
  /** A duration or null makes it the workspace's own; see {@link WorkspaceRecord}. */
  readonly autoDestroyActivityDuration?: string | null | undefined;
  readonly inheritsAutoDestroy?: boolean | undefined;
  /** When to destroy it; null clears it. */
  readonly autoDestroyAt?: string | null | undefined;
  readonly execution?: ExecutionChange | undefined;
  /** All key-value tags of the workspace. */
  readonly tags?: readonly TagInput[] | undefined;
  readonly attributes?: Readonly<Record<string, unknown>> | undefined;
  readonly relationships?: Readonly<Record<string, unknown>> | undefined;
}

/** Problems with a name for a new workspace, or for `except`. */
export function checkWorkspaceName(
  store: Store,
  organizationId: string,
  name: string,
  except?: WorkspaceRecord,
): AttributeProblem[] {
  if (name === "") return [{ attribute: "name", detail: "Name can't be blank" }];
  const problems: AttributeProblem[] = [];
  if (!/^[A-Za-z0-9_-]+$/.test(name)) {
    problems.push({
      attribute: "name",
      detail: "Name is invalid: it can only include letters, numbers, dashes, and underscores",
    });
  }
  if (name.length > NAME_MAX_LENGTH) {
    problems.push({ attribute: "name", detail: `Name is too long (maximum is ${NAME_MAX_LENGTH} characters)` });
  }
  const holder = store.findWorkspace(organizationId, name);
  if (holder !== undefined && holder.id !== except?.id) problems.push(NAME_TAKEN);
  return problems;
}

/** Creates a workspace. The name must have passed {@link checkWorkspaceName}. */
export function createWorkspace(
  store: Store,
  project: ProjectRecord,
  change: WorkspaceChange & { readonly name: string },
): WorkspaceRecord {
  const now = store.clock.timestamp();
  return store.workspaces.put({
    id: newId("workspace"),
    sequence: store.nextSequence(),
    organizationId: project.organizationId,
    projectId: project.id,
    name: change.name,
    ...autoDestroy({ inheritsAutoDestroy: true, autoDestroyActivityDuration: null }, change),
    createdAt: now,
    updatedAt: now,
    execution: changedExecution(undefined, projectExecution(store, project).mode, change.execution),
    tagBindings: change.tags === undefined ? undefined : replaceTags(store, [], change.tags),
    tagIds: undefined,
    lock: undefined,
    remoteStateConsumerIds: undefined,
    attributes: { ...change.attributes, ...autoDestroyTime(change) },
    relationships: change.relationships,
  });
}

/** Updates a workspace, and moves it to the given project. */
export function updateWorkspace(
  store: Store,
  workspace: WorkspaceRecord,
  change: WorkspaceChange,
  projectId = workspace.projectId,
): WorkspaceRecord {
  const { tags } = change;
  const inherited = projectExecution(store, store.projects.expect(projectId)).mode;
  return store.workspaces.put({
    ...workspace,
    name: change.name ?? workspace.name,
    projectId,
    ...autoDestroy(workspace, change),
    updatedAt: store.clock.timestamp(),
    execution: changedExecution(workspace.execution, inherited, change.execution),
    tagBindings: tags === undefined ? workspace.tagBindings : replaceTags(store, workspace.tagBindings ?? [], tags),
    attributes: { ...workspace.attributes, ...change.attributes, ...autoDestroyTime(change) },
    relationships: { ...workspace.relationships, ...change.relationships },
  });
}

/** Deletes a workspace and its runs. */
export function deleteWorkspace(store: Store, workspace: WorkspaceRecord): void {
  for (const run of [...store.runsOf(workspace.id).all()]) deleteRun(store, run);
  for (const { id } of [...store.configurationVersionsOf(workspace.id).all()]) store.configurationVersions.remove(id);
  for (const task of [...store.workspaceTasksOf(workspace.id).all()]) store.workspaceTasks.remove(task.id);
  const tags = tagsOf(store, workspace);
  if (tags.length > 0) removeTags(store, workspace, tags);
  store.workspaces.remove(workspace.id);
}

/** The attribute `auto-destroy-at`, which every other setting of auto-destroy clears. */
function autoDestroyTime({ autoDestroyAt, ...change }: WorkspaceChange): Readonly<Record<string, unknown>> {
  const decided = change.inheritsAutoDestroy === true || typeof change.autoDestroyActivityDuration === "string";
  const time = autoDestroyAt === undefined && decided ? null : autoDestroyAt;
  return time === undefined ? {} : { "auto-destroy-at": time };
}

type AutoDestroy = Pick<WorkspaceRecord, "inheritsAutoDestroy" | "autoDestroyActivityDuration">;
const INHERITED: AutoDestroy = { inheritsAutoDestroy: true, autoDestroyActivityDuration: null };

/**
 * A duration or time on a workspace overrides the project's duration until the workspace inherits again. A time
 * replaces the workspace's own duration. A null time alone also ends it, as the tests of `hashicorp/tfe` expect: the
 * provider sends nothing else when a duration is removed from the code.
 */
function autoDestroy(before: AutoDestroy, change: WorkspaceChange): AutoDestroy {
  if (change.inheritsAutoDestroy === true) return INHERITED;
  if (change.autoDestroyActivityDuration !== undefined) {
    return { inheritsAutoDestroy: false, autoDestroyActivityDuration: change.autoDestroyActivityDuration };
  }
  if (change.autoDestroyAt === null && change.inheritsAutoDestroy === undefined) return INHERITED;
  if (typeof change.autoDestroyAt === "string") {
    return { inheritsAutoDestroy: false, autoDestroyActivityDuration: null };
  }
  return {
    inheritsAutoDestroy: change.inheritsAutoDestroy ?? before.inheritsAutoDestroy,
    autoDestroyActivityDuration: before.autoDestroyActivityDuration,
  };
}

/** Whether all workspaces of the organization can read the workspace's state. */
export function sharesStateWithAll(workspace: WorkspaceRecord): boolean {
  return workspace.attributes["global-remote-state"] === true;
}

/**
 * The workspaces that can read the workspace's state: the selected ones, or the others of its organization or project
 * if it is shared with all of them.
 */
export function remoteStateConsumers(store: Store, workspace: WorkspaceRecord): readonly WorkspaceRecord[] {
  const others = (all: readonly WorkspaceRecord[]): readonly WorkspaceRecord[] =>
    all.filter((other) => other.id !== workspace.id);
  if (sharesStateWithAll(workspace)) return others(store.workspacesOf(workspace.organizationId).all());
  if (workspace.attributes["project-remote-state"] === true)
    return others(store.workspacesIn(workspace.projectId).all());
  return (workspace.remoteStateConsumerIds ?? []).flatMap((id) => store.workspaces.get(id) ?? []);
}

export function setRemoteStateConsumers(store: Store, workspace: WorkspaceRecord, ids: readonly string[]): void {
  store.workspaces.put({ ...workspace, remoteStateConsumerIds: [...new Set(ids)] });
}
