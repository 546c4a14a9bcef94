import { ApiError, InvalidRequestError, NotFoundError, ResponseError } from "../api";
import { normalizeDescription, type DeletionPolicy, type Project } from "../model";
import { DefaultProjectError, ProjectGoneError, ProjectNameTakenError, ProjectNotEmptyError } from "./errors";
import { moveWorkspaces } from "./membership";
import type { OrganizationView } from "./view";

/** What the code says of a project; null means unset. */
export interface DesiredProject {
  readonly name: string;
  readonly description: string | null;
  readonly autoDestroyActivityDuration: string | null;
}

export interface EnsureProjectOptions {
  /** The project that is meant, where it is known; otherwise it is looked for by name. */
  readonly id?: string | undefined;
  /** Whether a project that has the name already is taken over instead of refused. @default false */
  readonly adoptExisting?: boolean;
  /** What the project was called: one found under such a name is renamed. @default [] */
  readonly previousNames?: readonly string[];
  /**
   * Whether a duration is compared although the code sets none and the service's list does not carry it: where one was
   * recorded. A project that is taken over is always compared in full. @default false
   */
  readonly thorough?: boolean;
}

/** How often a create whose answer was lost, and which left no trace, is sent. */
const CREATE_ATTEMPTS = 3;

/**
 * Brings a project to what the code says, and returns what the service then says of it.
 *
 * @throws ProjectNameTakenError when another project has the name and may not be adopted
 * @throws ProjectGoneError when the project of `options.id` does not exist any more
 */
export async function ensureProject(
  view: OrganizationView,
  desired: DesiredProject,
  options: EnsureProjectOptions = {},
): Promise<Project> {
  const observed = await (options.id === undefined
    ? findProject(view, desired.name, options)
    : view.projects.byId(options.id));
  if (options.id !== undefined && observed === undefined) throw new ProjectGoneError(options.id);
  const project = observed ?? (await createProject(view, desired, options));
  const inFull = options.id === undefined || options.thorough === true || desired.autoDestroyActivityDuration !== null;
  return syncProject(view, (inFull ? await view.projectInFull(project.id) : undefined) ?? project, desired);
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

/** The attributes of a project that differ from what the code says, with what they shall be. Null clears. */
export function projectChanges(actual: Project, desired: DesiredProject): Partial<DesiredProject> {
  return {
    ...(actual.name === desired.name ? {} : { name: desired.name }),
    ...(actual.description === normalizeDescription(desired.description)
      ? {}
      : { description: normalizeDescription(desired.description) }),
    ...((actual.autoDestroyActivityDuration ?? null) === desired.autoDestroyActivityDuration
      ? {}
      : { autoDestroyActivityDuration: desired.autoDestroyActivityDuration }),
  };
}

async function createProject(
  view: OrganizationView,
  desired: DesiredProject,
  options: EnsureProjectOptions,
): Promise<Project> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return noted(view, await view.client.projects.create(view.name, desired), desired);
    } catch (error) {
      const lost = error instanceof ApiError && error.mayHaveBeenDone;
      if (!lost && !(error instanceof InvalidRequestError && error.isNameTaken)) throw error;
      const found = await view.projects.freshByName(desired.name);
      // The name was free when it was looked for: after a lost answer the project that has it now is the one just made.
      if (found !== undefined && (lost || attempt > 1 || options.adoptExisting === true)) return found;
      if (found !== undefined) throw new ProjectNameTakenError(desired.name, found);
      if (!lost || attempt === CREATE_ATTEMPTS) throw error;
    }
  }
}

async function syncProject(view: OrganizationView, actual: Project, desired: DesiredProject): Promise<Project> {
  const changes = projectChanges(actual, desired);
  if (Object.keys(changes).length === 0) return actual;
  return noted(view, await updateProject(view, actual, changes), desired);
}

/** Notes what the service said after a write; where its answer does not carry the duration, what was sent holds. */
function noted(view: OrganizationView, answer: Project, { autoDestroyActivityDuration }: DesiredProject): Project {
  const project = {
    ...answer,
    autoDestroyActivityDuration: answer.autoDestroyActivityDuration ?? autoDestroyActivityDuration,
  };
  view.projects.put(project);
  return project;
}

async function updateProject(
  view: OrganizationView,
  actual: Project,
  changes: Partial<DesiredProject>,
): Promise<Project> {
  try {
    return await view.client.projects.update(actual.id, changes);
  } catch (error) {
    if (error instanceof InvalidRequestError && error.isNameTaken && changes.name !== undefined) {
      const holder = await view.projects.freshByName(changes.name);
      if (holder !== undefined && holder.id !== actual.id) throw new ProjectNameTakenError(changes.name, holder);
    }
    if (error instanceof NotFoundError && (await view.projects.freshById(actual.id)) === undefined) {
      throw new ProjectGoneError(actual.id);
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
  const defaultProjectId = await view.defaultProjectId();
  if (id === defaultProjectId) throw new DefaultProjectError(id);
  for (let attempt = 1; ; attempt += 1) {
    const inside = await view.workspaces.freshInProject(id);
    const staying = policy === "refuse" ? inside.filter((workspace) => !leaving.includes(workspace.id)) : [];
    if (staying.length > 0) throw new ProjectNotEmptyError((await view.projects.byId(id)) ?? { id, name: id }, staying);
    await moveWorkspaces(view, inside, defaultProjectId);
    try {
      await view.client.projects.delete(id);
      view.projects.remove(id);
      return;
    } catch (error) {
      if (error instanceof NotFoundError && (await view.projects.freshById(id)) === undefined) return;
      // Refused because a workspace came in after the look: look again.
      const arrived = error instanceof ResponseError ? await view.workspaces.freshInProject(id) : [];
      if (arrived.length === 0 || attempt === EVACUATION_ATTEMPTS) throw error;
    }
  }
}
