import { UnprocessableEntityError, NotFoundError } from "../api";
import {
  changedSettings,
  completed,
  UNLISTED_SETTINGS,
  type DeletionPolicy,
  type Project,
  type ProjectSettings,
  type Workspace,
} from "../model";
import {
  NotFoundOrUnauthorizedError,
  DefaultProjectError,
  isOutcomeUnknown,
  OutcomeUnknownError,
  ProjectGoneError,
  ProjectNameTakenError,
  ProjectNotEmptyError,
} from "./errors";
import { Operation } from "./operation";
import { moveWorkspaces } from "./membership";
import type { OrganizationView } from "./view";

export interface EnsureProjectOptions {
  /** The project that is meant, where it is known; otherwise it is looked for by name. */
  readonly id?: string | undefined;
  /** Whether a project that has the name already is taken over instead of refused. @default false */
  readonly adoptExisting?: boolean;
  /** What the project was called: one found under such a name is renamed. @default [] */
  readonly previousNames?: readonly string[];
}

/** How often a create whose answer was lost, and which left no trace, is sent. */
const CREATE_ATTEMPTS = 3;

/**
 * Brings a project to what the code says, and returns what the service then says of it.
 *
 * @throws ProjectNameTakenError when another project has the name and may not be adopted
 * @throws ProjectGoneError when the project of `options.id` does not exist any more
 * @throws OutcomeUnknownError when it is not known whether a write was done
 */
export async function ensureProject(
  view: OrganizationView,
  desired: ProjectSettings,
  options: EnsureProjectOptions = {},
): Promise<Project> {
  const operation = new Operation(view);
  const observed = await (options.id === undefined
    ? findProject(view, desired.name, options)
    : view.projects.byId(options.id));
  if (observed !== undefined) return syncProject(view, observed, desired, operation);
  if (options.id !== undefined) throw new ProjectGoneError(options.id);
  return createProject(view, desired, options, operation);
}

/**
 * The project that code of this name stands for, when it exists: the one of that name if it may be adopted, else one of a
 * previous name.
 *
 * @throws ProjectNameTakenError when the name is taken and may not be adopted
 */
export async function findProject(
  view: OrganizationView,
  name: string,
  options: Pick<EnsureProjectOptions, "adoptExisting" | "previousNames">,
): Promise<Project | undefined> {
  const holder = await view.projects.byName(name, { confirmAbsence: false });
  if (holder !== undefined) {
    if (options.adoptExisting !== true) throw new ProjectNameTakenError(name, holder);
    return holder;
  }
  for (const previous of options.previousNames ?? []) {
    const found = await view.projects.byName(previous, { confirmAbsence: true });
    if (found !== undefined) return found;
  }
  return undefined;
}

async function createProject(
  view: OrganizationView,
  desired: ProjectSettings,
  options: EnsureProjectOptions,
  operation: Operation,
): Promise<Project> {
  const write = { kind: "create", organization: view.name, project: { id: undefined, name: desired.name } } as const;
  let lost: { readonly error: unknown } | undefined;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return recordWrite(view, await view.client.projects.create(view.name, desired), desired);
    } catch (error) {
      if (isOutcomeUnknown(error)) lost = { error };
      if (lost === undefined) {
        if (!isNameTaken(error)) throw error;
        const holder = await readOrRethrow(view.projects.freshByName(desired.name), error);
        if (holder === undefined) throw error;
        if (options.adoptExisting !== true) throw new ProjectNameTakenError(desired.name, holder);
        return syncProject(view, holder, desired, operation);
      }
      if (error !== lost.error && !isNameTaken(error)) throw new OutcomeUnknownError(write, lost.error, error);
      // The name was free when it was looked for: after a lost answer the project that has it now is the one just made.
      const made = await operation.verify(write, lost.error, (call) => view.projects.freshByName(desired.name, call));
      if (made !== undefined) {
        return await syncProject(view, made, desired, operation).catch((reason: unknown) => {
          throw new OutcomeUnknownError(write, error, reason);
        });
      }
      if (attempt === CREATE_ATTEMPTS || operation.hasExpired)
        throw new OutcomeUnknownError(write, lost.error, undefined);
    }
  }
}

async function syncProject(
  view: OrganizationView,
  found: Project,
  desired: ProjectSettings,
  operation: Operation,
): Promise<Project> {
  const needsAllSettings = UNLISTED_SETTINGS.some((name) => desired[name] !== undefined);
  const actual = (needsAllSettings ? await view.projectWithAllSettings(found.id) : undefined) ?? found;
  const changes = changedSettings(actual, desired);
  if (Object.keys(changes).length === 0) return actual;
  return recordWrite(view, await updateProject(view, actual, changes, operation), desired);
}

/** Notes what the service said after a write; what its answer does not carry is as it was sent. */
function recordWrite(view: OrganizationView, response: Project, desired: ProjectSettings): Project {
  view.projects.recordWrite(completed(response, desired));
  return view.projects.peek(response.id) ?? response;
}

async function updateProject(
  view: OrganizationView,
  actual: Project,
  changes: Partial<ProjectSettings>,
  operation: Operation,
): Promise<Project> {
  const { id, name } = actual;
  try {
    return await view.client.projects.update(id, changes);
  } catch (error) {
    if (isOutcomeUnknown(error)) {
      const write = { kind: "update", organization: view.name, project: { id, name } } as const;
      const { now } = await operation.confirm(write, error, async (call) => {
        const now = await view.projects.freshById(id, call);
        const isDone = now === undefined || Object.keys(changedSettings(now, { ...now, ...changes })).length === 0;
        return isDone ? { now } : undefined;
      });
      if (now === undefined) throw new ProjectGoneError(id);
      return now;
    }
    if (isNameTaken(error) && changes.name !== undefined) {
      const holder = await readOrRethrow(view.projects.freshByName(changes.name), error);
      if (holder !== undefined && holder.id !== id) throw new ProjectNameTakenError(changes.name, holder);
    }
    if (isNotFound(error) && (await readOrRethrow(view.projects.freshById(id), error)) === undefined) {
      throw new ProjectGoneError(id);
    }
    throw error;
  }
}

/** How often a project is looked at and emptied when workspaces arrive while it is being deleted. */
const EVACUATION_ATTEMPTS = 3;

/**
 * Deletes a project; one that is gone already is a success.
 *
 * @param leaving - Ids of workspaces that are on their way to another project: with `refuse` too these are moved to the default project.
 * @throws DefaultProjectError for the organization's default project
 * @throws ProjectNotEmptyError when it holds other workspaces and `policy` is `refuse`
 */
export async function deleteProject(
  view: OrganizationView,
  id: string,
  policy: Exclude<DeletionPolicy, "retain">,
  leaving: readonly string[] = [],
): Promise<void> {
  const operation = new Operation(view);
  const defaultProjectId = await view.defaultProjectId();
  if (id === defaultProjectId) throw new DefaultProjectError(id);
  for (let attempt = 1; ; attempt += 1) {
    const inside = await view.workspaces.freshInProject(id);
    const staying = policy === "refuse" ? inside.filter((workspace) => !leaving.includes(workspace.id)) : [];
    if (staying.length > 0) throw await projectNotEmpty(view, id, staying);
    await moveWorkspaces(view, inside, defaultProjectId, operation);
    try {
      await view.client.projects.delete(id);
      view.projects.recordDeletion(id);
      return;
    } catch (error) {
      const refusal = await deletionError(view, id, error, operation);
      if (refusal === undefined) return;
      // Refused because a workspace came in after the look: look again.
      const arrived = await view.workspaces.freshInProject(id).catch(() => []);
      if (arrived.length === 0 || attempt === EVACUATION_ATTEMPTS) throw refusal;
    }
  }
}

/** The error for a project that is to be deleted and holds these workspaces; it names the project as far as its name is known. */
export async function projectNotEmpty(
  view: OrganizationView,
  id: string,
  workspaces: readonly Workspace[],
): Promise<ProjectNotEmptyError> {
  return new ProjectNotEmptyError((await view.projects.byId(id)) ?? { id, name: id }, workspaces);
}

/** What is to be said of a deletion that ended with an error; undefined when the project is gone. */
async function deletionError(
  view: OrganizationView,
  id: string,
  error: unknown,
  operation: Operation,
): Promise<Error | undefined> {
  if (isOutcomeUnknown(error)) {
    const project = { id, name: view.projects.peek(id)?.name };
    const write = { kind: "delete", organization: view.name, project } as const;
    return operation
      .confirm(write, error, async (call) =>
        (await view.projects.freshById(id, call)) === undefined ? { isGone: true } : undefined,
      )
      .then(() => undefined, asError);
  }
  if (!isNotFound(error)) return asError(error);
  return (await readOrRethrow(view.projects.freshById(id), error)) === undefined ? undefined : asError(error);
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}

/**
 * What is found after a write that failed, and certainly changed nothing. When it cannot be told, the error of the write says more than that of
 * the look, but where that one is about what a 404 means.
 */
async function readOrRethrow<T>(reading: Promise<T>, error: unknown): Promise<T> {
  try {
    return await reading;
  } catch (reason) {
    throw reason instanceof NotFoundOrUnauthorizedError ? reason : error;
  }
}

function isNameTaken(error: unknown): boolean {
  return error instanceof UnprocessableEntityError && error.isNameTaken;
}

function isNotFound(error: unknown): boolean {
  return error instanceof NotFoundError;
}
