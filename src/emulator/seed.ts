import { checkProjectDescription, checkProjectName, firstProblem, nameKey } from "../model";
import type { Decoded } from "./decode";
import { arrayOf, DecodeError, decodeJson, object, optional, text } from "./decode";
import { checkDuration } from "./world/auto-destroy";
import { checkOrganizationName, createOrganization, DEFAULT_PROJECT_NAME } from "./world/organizations";
import { createProject } from "./world/projects";
import { checkWorkspaceName, createWorkspace } from "./world/workspaces";
import type { World } from "./world/world";

const seedProject = object({
  name: text,
  description: optional(text),
  autoDestroyActivityDuration: optional(text),
  workspaces: optional(arrayOf(text)),
});

const seedOrganization = object({
  name: text,
  projects: optional(arrayOf(seedProject)),
  /** Those in the default project. */
  workspaces: optional(arrayOf(text)),
});

const seedShape = object({ organizations: arrayOf(seedOrganization) });

/** The world as it is to be at the start (DESIGN section 6). What is optional may be left out. */
export interface Seed {
  readonly organizations: readonly {
    /** Letters, numbers, `-` and `_`. */
    readonly name: string;
    readonly projects?: readonly {
      readonly name: string;
      readonly description?: string | undefined;
      readonly autoDestroyActivityDuration?: string | undefined;
      /** Names of the workspaces that live in the project. */
      readonly workspaces?: readonly string[] | undefined;
    }[];
    /** Names of the workspaces that live in the default project. */
    readonly workspaces?: readonly string[];
  }[];
}

/** Reads a seed from JSON text. @throws DecodeError naming the JSON path of the first thing that has another shape. */
export function parseSeed(json: string): Seed {
  return decodeJson(json, seedShape);
}

/** The world without a seed: one organization with its default project. */
export const EMPTY_SEED: Seed = { organizations: [{ name: "acme" }] };

/**
 * Puts a seed into an empty world.
 *
 * @throws DecodeError naming the JSON path of the first thing that is not as it must be; the world is then unchanged
 *   or, where only the service's rules tell, not to be used.
 */
export function plant(world: World, seed: unknown): void {
  const { organizations } = seedShape(seed, "$");
  if (organizations.length === 0)
    throw new DecodeError("$.organizations", "is empty; an emulator needs an organization.");
  for (const [index, organization] of organizations.entries()) {
    plantOrganization(world, organization, `$.organizations[${index}]`);
  }
}

function plantOrganization(world: World, seed: Decoded<typeof seedOrganization>, path: string): void {
  refuse(`${path}.name`, checkOrganizationName(world, seed.name)[0]?.detail);
  const organization = createOrganization(world, seed.name);
  const defaultProject = world.projects.expect(organization.defaultProjectId);
  plantWorkspaces(world, seed.workspaces, defaultProject, `${path}.workspaces`);
  for (const [index, given] of (seed.projects ?? []).entries()) {
    const here = `${path}.projects[${index}]`;
    // The default project is there already; a seed may name it to put workspaces into it.
    const isDefault = nameKey(given.name) === nameKey(DEFAULT_PROJECT_NAME);
    refuse(`${here}.name`, firstProblem(checkProjectName(given.name)));
    refuse(`${here}.description`, firstProblem(checkProjectDescription(given.description ?? "")));
    refuse(`${here}.autoDestroyActivityDuration`, checkDuration(given.autoDestroyActivityDuration)[0]?.detail);
    if (!isDefault && world.projectNamed(organization.id, given.name) !== undefined) {
      refuse(`${here}.name`, `Project ${JSON.stringify(given.name)} occurs twice; case makes no difference.`);
    }
    const project = isDefault ? defaultProject : createProject(world, organization, given);
    plantWorkspaces(world, given.workspaces, project, `${here}.workspaces`);
  }
}

function plantWorkspaces(
  world: World,
  names: readonly string[] | undefined,
  project: ReturnType<World["projects"]["expect"]>,
  path: string,
): void {
  for (const [index, name] of (names ?? []).entries()) {
    refuse(`${path}[${index}]`, checkWorkspaceName(world, project.organizationId, name)[0]?.detail);
    createWorkspace(world, project, { name });
  }
}

function refuse(path: string, problem: string | undefined): void {
  if (problem !== undefined) throw new DecodeError(path, problem);
}
