import { nameKey } from "../model";
import type { Decoded } from "./decode";
import { arrayOf, decodeJson, object, optional, string } from "./decode";
import type { AttributeProblem, DecodeProblem } from "./errors";
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

/** Parses a seed. @throws DecodeError with the JSON path of each value of the wrong type */
export function parseSeed(json: string): Seed {
  return decodeJson(json, seedShape);
}

/** One organization with its default project. */
export const DEFAULT_SEED: Seed = { organizations: [{ name: "acme" }] };

/**
 * Puts a seed into an empty store.
 *
 * @throws DecodeError with the JSON path of each invalid value; the store must not be used then
 */
export function applySeed(store: Store, seed: unknown): void {
  const { organizations } = seedShape(seed, "$");
  if (organizations.length === 0)
    throw new DecodeError("$.organizations", "is empty; at least one organization is required.");
  const application = new SeedApplication(store);
  for (const [index, organization] of organizations.entries()) {
    application.addOrganization(organization, `$.organizations[${index}]`);
  }
  DecodeError.throwIfAny(application.problems);
}

/** Adds the content of a seed to a store. Values that are invalid are left out, and what they contain is checked. */
class SeedApplication {
  readonly problems: DecodeProblem[] = [];

  constructor(private readonly store: Store) {}

  addOrganization(seed: Decoded<typeof seedOrganization>, path: string): void {
    const { store } = this;
    const isValid = this.#check(`${path}.name`, checkOrganizationName(store, seed.name));
    // No other organization can have its path as name.
    const organization = createOrganization(store, isValid ? seed.name : path);
    const defaultProject = store.projects.expect(organization.defaultProjectId);
    this.#addWorkspaces(seed.workspaces, defaultProject, `${path}.workspaces`);
    for (const [index, { name, id }] of (seed.agentPools ?? []).entries()) {
      const here = `${path}.agentPools[${index}]`;
      const hasValidName = this.#check(`${here}.name`, checkAgentPoolName(store, organization.id, name));
      const hasValidId = id === undefined || this.#check(`${here}.id`, checkAgentPoolId(store, id));
      if (hasValidName && hasValidId) createAgentPool(store, organization, { name }, id);
    }
    for (const [index, given] of (seed.projects ?? []).entries()) {
      const here = `${path}.projects[${index}]`;
      const project = this.#addProject(organization, given, here) ?? defaultProject;
      this.#addWorkspaces(given.workspaces, project, `${here}.workspaces`);
    }
  }

  /** The project; undefined if its name is invalid. */
  #addProject(
    organization: OrganizationRecord,
    seed: Decoded<typeof seedProject>,
    path: string,
  ): ProjectRecord | undefined {
    const { store } = this;
    // The default project exists already; a seed can name it to set its settings and put workspaces into it.
    const isDefault = nameKey(seed.name) === nameKey(DEFAULT_PROJECT_NAME);
    const existing = isDefault ? store.projects.expect(organization.defaultProjectId) : undefined;
    const problems = checkProjectSettings(store, organization.id, seed, existing);
    for (const problem of problems) this.#check(`${path}.${settingWith(problem)}`, [problem]);
    if (problems.length > 0) {
      // Its name is taken all the same.
      const isNamed = problems.every(({ attribute }) => attribute !== "name");
      return existing ?? (isNamed ? createProject(store, organization, { name: seed.name }) : undefined);
    }
    return existing === undefined
      ? createProject(store, organization, { ...projectChange(seed), name: seed.name })
      : updateProject(store, existing, projectChange(seed));
  }

  #addWorkspaces(names: readonly string[] | undefined, project: ProjectRecord, path: string): void {
    for (const [index, name] of (names ?? []).entries()) {
      const isValid = this.#check(`${path}[${index}]`, checkWorkspaceName(this.store, project.organizationId, name));
      if (isValid) createWorkspace(this.store, project, { name });
    }
  }

  /** Collects problems of one value, and returns whether there are none. */
  #check(path: string, problems: readonly AttributeProblem[]): boolean {
    for (const { detail } of problems) {
      // Some of the service's details end with a full stop.
      this.problems.push({ path, problem: `is invalid: ${detail.replace(/\.$/, "")}.` });
    }
    return problems.length === 0;
  }
}
