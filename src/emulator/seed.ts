import { checkProjectDescription, checkProjectName, firstViolation, nameKey } from "../model";
import type { Decoded } from "./decode";
import { arrayOf, decodeJson, object, optional, string } from "./decode";
import { DecodeError } from "./errors";
import { checkDuration } from "./store/auto-destroy";
import { checkOrganizationName, createOrganization, DEFAULT_PROJECT_NAME } from "./store/organizations";
import { createProject } from "./store/projects";
import type { Store } from "./store/store";
import { checkWorkspaceName, createWorkspace } from "./store/workspaces";

const seedProject = object({
  name: string,
  description: optional(string),
  autoDestroyActivityDuration: optional(string),
  workspaces: optional(arrayOf(string)),
});

const seedOrganization = object({
  name: string,
  projects: optional(arrayOf(seedProject)),
  /** Workspaces in the default project. */
  workspaces: optional(arrayOf(string)),
});

const seedShape = object({ organizations: arrayOf(seedOrganization) });

/** The initial state of an emulator. */
export interface Seed {
  readonly organizations: readonly {
    /** Letters, numbers, `-` and `_`. */
    readonly name: string;
    readonly projects?: readonly {
      readonly name: string;
      readonly description?: string | undefined;
      readonly autoDestroyActivityDuration?: string | undefined;
      /** Names of the workspaces in the project. */
      readonly workspaces?: readonly string[] | undefined;
    }[];
    /** Names of the workspaces in the default project. */
    readonly workspaces?: readonly string[];
  }[];
}

/** Parses a seed. @throws DecodeError with the JSON path of the first invalid value */
export function parseSeed(json: string): Seed {
  return decodeJson(json, seedShape);
}

/** One organization with its default project. */
export const DEFAULT_SEED: Seed = { organizations: [{ name: "acme" }] };

/**
 * Puts a seed into an empty store.
 *
 * @throws DecodeError with the JSON path of the first invalid value; the store must not be used then
 */
export function applySeed(store: Store, seed: unknown): void {
  const { organizations } = seedShape(seed, "$");
  if (organizations.length === 0)
    throw new DecodeError("$.organizations", "is empty; at least one organization is required.");
  for (const [index, organization] of organizations.entries()) {
    applyOrganization(store, organization, `$.organizations[${index}]`);
  }
}

function applyOrganization(store: Store, seed: Decoded<typeof seedOrganization>, path: string): void {
  rejectInvalid(`${path}.name`, checkOrganizationName(store, seed.name)[0]?.detail);
  const organization = createOrganization(store, seed.name);
  const defaultProject = store.projects.expect(organization.defaultProjectId);
  applyWorkspaces(store, seed.workspaces, defaultProject, `${path}.workspaces`);
  for (const [index, given] of (seed.projects ?? []).entries()) {
    const here = `${path}.projects[${index}]`;
    // The default project exists already; a seed can name it to put workspaces into it.
    const isDefault = nameKey(given.name) === nameKey(DEFAULT_PROJECT_NAME);
    rejectInvalid(`${here}.name`, firstViolation(checkProjectName(given.name)));
    rejectInvalid(`${here}.description`, firstViolation(checkProjectDescription(given.description ?? "")));
    rejectInvalid(`${here}.autoDestroyActivityDuration`, checkDuration(given.autoDestroyActivityDuration)[0]?.detail);
    if (!isDefault && store.findProject(organization.id, given.name) !== undefined) {
      rejectInvalid(
        `${here}.name`,
        `Project ${JSON.stringify(given.name)} is a duplicate; names are case-insensitive.`,
      );
    }
    const project = isDefault ? defaultProject : createProject(store, organization, given);
    applyWorkspaces(store, given.workspaces, project, `${here}.workspaces`);
  }
}

function applyWorkspaces(
  store: Store,
  names: readonly string[] | undefined,
  project: ReturnType<Store["projects"]["expect"]>,
  path: string,
): void {
  for (const [index, name] of (names ?? []).entries()) {
    rejectInvalid(`${path}[${index}]`, checkWorkspaceName(store, project.organizationId, name)[0]?.detail);
    createWorkspace(store, project, { name });
  }
}

function rejectInvalid(path: string, problem: string | undefined): void {
  if (problem !== undefined) throw new DecodeError(path, problem);
}
