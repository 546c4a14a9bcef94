import { nameKey } from "../model";
import type { Decoded } from "./decode";
import { arrayOf, decodeJson, object, optional, string } from "./decode";
import type { AttributeProblem } from "./errors";
import { DecodeError } from "./errors";
import type { ProjectSettings } from "./project-settings";
import { checkProjectSettings, projectChange, projectSettingsShape, settingWith } from "./project-settings";
import { checkAgentPoolId, checkAgentPoolName, createAgentPool } from "./store/agent-pools";
import { checkOrganizationName, createOrganization, DEFAULT_PROJECT_NAME } from "./store/organizations";
import { createProject, updateProject } from "./store/projects";
import type { OrganizationRecord, ProjectRecord } from "./store/records";
import type { Store } from "./store/store";
import { checkWorkspaceName, createWorkspace } from "./store/workspaces";

const seedProject = object({ name: string, ...projectSettingsShape, workspaces: optional(arrayOf(string)) });

const seedOrganization = object({
  name: string,
  agentPools: optional(arrayOf(object({ name: string, id: optional(string) }))),
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
    /** Agent pools, which projects can refer to. */
    readonly agentPools?: readonly {
      readonly name: string;
      /** Prefix `apool-`, followed by letters and digits. @default a random ID */
      readonly id?: string | undefined;
    }[];
    /** Projects; the default project, which exists in every organization, is named `Default Project`. */
    readonly projects?: readonly (ProjectSettings & {
      readonly name: string;
      /** Names of the workspaces in the project. */
      readonly workspaces?: readonly string[] | undefined;
    })[];
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
  rejectInvalid(`${path}.name`, checkOrganizationName(store, seed.name));
  const organization = createOrganization(store, seed.name);
  const defaultProject = store.projects.expect(organization.defaultProjectId);
  applyWorkspaces(store, seed.workspaces, defaultProject, `${path}.workspaces`);
  for (const [index, { name, id }] of (seed.agentPools ?? []).entries()) {
    const here = `${path}.agentPools[${index}]`;
    rejectInvalid(`${here}.name`, checkAgentPoolName(store, organization.id, name));
    if (id !== undefined) rejectInvalid(`${here}.id`, checkAgentPoolId(store, id));
    createAgentPool(store, organization, { name }, id);
  }
  for (const [index, given] of (seed.projects ?? []).entries()) {
    const here = `${path}.projects[${index}]`;
    const project = applyProject(store, organization, given, here);
    applyWorkspaces(store, given.workspaces, project, `${here}.workspaces`);
  }
}

function applyProject(
  store: Store,
  organization: OrganizationRecord,
  seed: Decoded<typeof seedProject>,
  path: string,
): ProjectRecord {
  // The default project exists already; a seed can name it to set its settings and put workspaces into it.
  const isDefault = nameKey(seed.name) === nameKey(DEFAULT_PROJECT_NAME);
  const existing = isDefault ? store.projects.expect(organization.defaultProjectId) : undefined;
  for (const problem of checkProjectSettings(store, organization.id, seed, existing)) {
    rejectInvalid(`${path}.${settingWith(problem)}`, [problem]);
  }
  return existing === undefined
    ? createProject(store, organization, { ...projectChange(seed), name: seed.name })
    : updateProject(store, existing, projectChange(seed));
}

function applyWorkspaces(
  store: Store,
  names: readonly string[] | undefined,
  project: ProjectRecord,
  path: string,
): void {
  for (const [index, name] of (names ?? []).entries()) {
    rejectInvalid(`${path}[${index}]`, checkWorkspaceName(store, project.organizationId, name));
    createWorkspace(store, project, { name });
  }
}

/** @throws DecodeError with the first problem, if there is any */
function rejectInvalid(path: string, problems: readonly AttributeProblem[]): void {
  const [first] = problems;
  // Some of the service's details end with a full stop.
  if (first !== undefined) throw new DecodeError(path, `is invalid: ${first.detail.replace(/\.$/, "")}.`);
}
