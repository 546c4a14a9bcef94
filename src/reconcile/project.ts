import { NotFoundError, UnprocessableEntityError } from "../api";
import { decideDeletion, isTaken } from "../decide";
import {
  changedSettings,
  completed,
  NO_SETTINGS,
  type DeletionPolicy,
  type DesiredSettings,
  type Project,
  type ProjectSettings,
  type Workspace,
} from "../model";
import {
  DefaultProjectError,
  isOutcomeUnknown,
  NotFoundOrUnauthorizedError,
  OutcomeUnknownError,
  ProjectGoneError,
  ProjectNameTakenError,
  ProjectNotEmptyError,
} from "./errors";
import { moveWorkspaces } from "./membership";
import { Operation } from "./operation";
import type { OrganizationView } from "./view";

export interface EnsureProjectOptions {
  /** The project's id, if it is known. @default the project is found by name */
  readonly id?: string | undefined;
  /** Whether to adopt an existing project of the same name instead of failing, or which projects. @default false */
  readonly adoptExisting?: boolean | ((existing: Project) => boolean);
  /** Former names: a project found under one of them is renamed. @default [] */
  readonly previousNames?: readonly string[];
  /**
   * The settings of the project in the state, used for those that the service's responses lack.
   * @default - those count as unset
   */
  readonly inState?: ProjectSettings | undefined;
}

/** How often a create is sent if its response is lost, and it had no effect. */
const CREATE_ATTEMPTS = 3;

/**
 * Ensures that a project exists with these settings, and returns it as it is afterwards.
 *
 * @throws ProjectNameTakenError when another project has the name and may not be adopted
 * @throws ProjectGoneError when the project of `options.id` no longer exists
 * @throws OutcomeUnknownError when the outcome of a write is unknown
 */
export async function ensureProject(
  view: OrganizationView,
  desired: DesiredSettings,
  options: EnsureProjectOptions = {},
): Promise<Project> {
  const operation = new Operation(view);
  const observed = await (options.id === undefined
    ? findProject(view, desired.name, options)
    : view.projects.byId(options.id));
  if (observed !== undefined) return syncProject(view, observed, desired, operation, options.inState);
  if (options.id !== undefined) throw new ProjectGoneError(options.id);
  return createProject(view, desired, options, operation);
}

/**
 * Finds the existing project for code with this name: the project with that name if it may be adopted, or else one
 * with a previous name.
 *
 * @throws ProjectNameTakenError when the name is taken and may not be adopted
 * @throws NotFoundOrUnauthorizedError when none is found, and the token does not see the default project either
 */
export async function findProject(
  view: OrganizationView,
  name: string,
  options: Pick<EnsureProjectOptions, "adoptExisting" | "previousNames"> & {
    /** IDs of projects that give the name up, and therefore count as absent. @default [] */
    readonly leaving?: readonly string[];
  },
): Promise<Project | undefined> {
  const names = [name, ...(options.previousNames ?? [])];
  for (const [index, wanted] of names.entries()) {
    const search = { confirmAbsence: index > 0 };
    // One check suffices: if the token sees all projects when the last name is not found, the others do not exist, too.
    const isLast = index === names.length - 1;
    const found = await (isLast ? view.projectNamed(wanted, search) : view.projects.byName(wanted, search));
    if (found === undefined || options.leaving?.includes(found.id) === true) continue;
    if (index === 0 && !adopts(found, options)) throw new ProjectNameTakenError(name, found);
    return found;
  }
  return undefined;
}

function adopts(existing: Project, { adoptExisting = false }: Pick<EnsureProjectOptions, "adoptExisting">): boolean {
  const adopts = typeof adoptExisting === "boolean" ? adoptExisting : adoptExisting(existing);
  return !isTaken({ adoptExisting: adopts, hasState: true, mayBeOwn: false });
}

async function createProject(
  view: OrganizationView,
  desired: DesiredSettings,
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
        if (!adopts(holder, options)) throw new ProjectNameTakenError(desired.name, holder);
        return syncProject(view, holder, desired, operation);
      }
      if (error !== lost.error && !isNameTaken(error)) throw new OutcomeUnknownError(write, lost.error, error);
      const found = await operation.verify(write, lost.error, async (call) => {
        const named = await view.freshProjectNamed(desired.name, call);
        return named && view.projectComparedWith(named.id, desired);
      });
      if (found !== undefined) {
        // The name was free before. Another client may have taken it, but hardly for a project like this.
        const changes = changedSettings(completed(found, desired), desired);
        if (Object.keys(changes).length === 0) return recordWrite(view, found, desired);
        if (!adopts(found, options)) throw new OutcomeUnknownError(write, lost.error, undefined, { found, changes });
        return await syncProject(view, found, desired, operation).catch((reason: unknown) => {
          throw new OutcomeUnknownError(write, error, reason);
        });
      }
      if (attempt === CREATE_ATTEMPTS || operation.hasExpired) {
        throw new OutcomeUnknownError(write, lost.error, undefined);
      }
    }
  }
}

async function syncProject(
  view: OrganizationView,
  found: Project,
  desired: DesiredSettings,
  operation: Operation,
  inState: ProjectSettings = NO_SETTINGS,
): Promise<Project> {
  const actual = (await view.projectComparedWith(found.id, desired)) ?? found;
  const changes = changedSettings(completed(completed(actual, inState), NO_SETTINGS), desired);
  if (Object.keys(changes).length === 0) return actual;
  // A write can contain more than the code sets, such as tags that the code ignores.
  return recordWrite(view, await updateProject(view, actual, changes, operation), { ...desired, ...changes });
}

/** Records the response to a write. Settings that it lacks are taken from the request. */
function recordWrite(view: OrganizationView, response: Project, desired: DesiredSettings): Project {
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
        const now = await view.projects.freshComparedWith(id, changes as ProjectSettings, call);
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

/** How often a project is evacuated if workspaces enter it during the deletion. */
const EVACUATION_ATTEMPTS = 3;

/**
 * Deletes a project.
 *
 * @param leaving - Ids of workspaces that leave the project: they move to the default project, even with
 *   `refuse`.
 * @returns whether the service confirmed the deletion; otherwise the project was not found, and counts as deleted.
 * @throws DefaultProjectError for the organization's default project
 * @throws ProjectNotEmptyError when it contains other workspaces and `policy` is `refuse`
 * @throws NotFoundOrUnauthorizedError when it contains workspaces that the token does not see
 */
export async function deleteProject(
  view: OrganizationView,
  id: string,
  policy: Exclude<DeletionPolicy, "retain">,
  leaving: readonly string[] = [],
): Promise<boolean> {
  const operation = new Operation(view);
  const defaultProjectId = await view.defaultProjectId();
  if (id === defaultProjectId) throw new DefaultProjectError(id);
  const isLeaving = new Set(leaving);
  for (let attempt = 1; ; attempt += 1) {
    // If a workspace has entered since, the service rejects the deletion.
    const count = attempt === 1 ? view.projects.knownWorkspaceCount(id) : undefined;
    let inside = count === 0 ? [] : await view.workspaces.freshInProject(id);
    if (count !== undefined && count > inside.length) inside = (await view.allInProject(id)) ?? [];
    const { staying } = decideDeletion(policy === "evacuate", { inside, leaves: (it) => isLeaving.has(it.id) });
    if (staying.length > 0) throw await projectNotEmpty(view, id, staying);
    await moveWorkspaces(view, inside, defaultProjectId, operation);
    try {
      await view.client.projects.delete(id);
      view.projects.recordDeletion(id);
      return true;
    } catch (error) {
      const failure = await deletionError(view, id, error, operation);
      if (failure === undefined) return false;
      // The service may have rejected the request because a workspace entered after the read.
      const entered = await view.workspaces.freshInProject(id).catch(() => []);
      if (entered.length === 0 || attempt === EVACUATION_ATTEMPTS) throw failure;
    }
  }
}

/** The error for deleting a project that contains these workspaces, with the project's name if it is known. */
export async function projectNotEmpty(
  view: OrganizationView,
  id: string,
  workspaces: readonly Workspace[],
): Promise<ProjectNotEmptyError> {
  return new ProjectNotEmptyError((await view.projects.byId(id)) ?? { id, name: id }, workspaces);
}

/** The error to report for a failed deletion; undefined if the project is deleted nevertheless. */
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
 * The result of a read after a write that failed without effect. If the read fails, too, throws the more specific error
 * of the write, unless the read shows that a 404 may mean "not authorized".
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
