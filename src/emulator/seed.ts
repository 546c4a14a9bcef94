import { nameKey } from "../model";
import type { Decoded } from "./decode";
import { arrayOf, boolean, decodeJson, isObject, nullable, object, oneOf, optional, record, string } from "./decode";
import type { Decoder } from "./decode";
import type { AttributeProblem, DecodeProblem } from "./errors";
import { DecodeError } from "./errors";
import type { ProjectSettings } from "./project-settings";
import { checkProjectSettings, projectChange, projectSettingsShape, settingWith } from "./project-settings";
import { checkAgentPoolId, checkAgentPoolName, createAgentPool } from "./store/agent-pools";
import { checkPolicySet, checkVariableSet, createPolicySet, createVariableSet } from "./store/applied-sets";
import { checkOrganizationName, createOrganization, DEFAULT_PROJECT_NAME } from "./store/organizations";
import { createProject, updateProject } from "./store/projects";
import type { OrganizationRecord, ProjectRecord, TeamAccessLevel } from "./store/records";
import { POLICY_KINDS, projectAccess, TEAM_ACCESS_LEVELS, workspaceAccess } from "./store/records";
import type { Store } from "./store/store";
import type { TeamAccess } from "./store/teams";
import { checkTeamAccess, checkTeamName, createTeam, grantAccess } from "./store/teams";
import { checkWorkspaceName, createWorkspace } from "./store/workspaces";

const seedProject = object({ name: string, ...projectSettingsShape, workspaces: optional(arrayOf(string)) });

const customAccess = object({
  access: oneOf(TEAM_ACCESS_LEVELS),
  projectAccess: optional(projectAccess),
  workspaceAccess: optional(workspaceAccess),
});
const accessLevel = oneOf(TEAM_ACCESS_LEVELS);
/** A level of access, or an object with single permissions. */
const teamAccess: Decoder<TeamAccess> = (value, path) =>
  isObject(value) ? customAccess(value, path) : { access: accessLevel(value, path) };

const names = optional(arrayOf(string));
const appliedTo = {
  name: string,
  description: optional(nullable(string)),
  global: optional(boolean),
  /** Names of projects. */
  projects: names,
  /** Names of workspaces. */
  workspaces: names,
};

const seedOrganization = object({
  name: string,
  teams: optional(arrayOf(object({ name: string, projects: optional(record(teamAccess)) }))),
  variableSets: optional(arrayOf(object({ ...appliedTo, priority: optional(boolean), owner: optional(string) }))),
  policySets: optional(
    arrayOf(
      object({
        ...appliedTo,
        kind: optional(oneOf(POLICY_KINDS)),
        overridable: optional(boolean),
        excludedProjects: names,
        excludedWorkspaces: names,
      }),
    ),
  ),
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
    readonly teams?: readonly {
      readonly name: string;
      /** Its access to projects, by name: a level, or `custom` with single permissions. */
      readonly projects?: Readonly<Record<string, TeamAccessLevel | TeamAccess>> | undefined;
    }[];
    /** Variable sets, without variables. */
    readonly variableSets?: readonly (SeedSet & {
      /** @default false */
      readonly priority?: boolean | undefined;
      /** Name of the project that owns it. @default the organization */
      readonly owner?: string | undefined;
    })[];
    /** Policy sets, without policies. */
    readonly policySets?: readonly (SeedSet & {
      /** @default "sentinel" */
      readonly kind?: (typeof POLICY_KINDS)[number] | undefined;
      /** @default false */
      readonly overridable?: boolean | undefined;
      /** Names of projects that it does not apply to. */
      readonly excludedProjects?: readonly string[] | undefined;
      /** Names of workspaces that it does not apply to. */
      readonly excludedWorkspaces?: readonly string[] | undefined;
    })[];
  }[];
}

/** A variable set or policy set in a seed. */
export interface SeedSet {
  readonly name: string;
  readonly description?: string | null | undefined;
  /** Whether it applies to every workspace of the organization, or of the project that owns it. @default false */
  readonly global?: boolean | undefined;
  /** Names of the projects that it applies to. */
  readonly projects?: readonly string[] | undefined;
  /** Names of the workspaces that it applies to. */
  readonly workspaces?: readonly string[] | undefined;
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

/** Adds the content of a seed to a store. Omits invalid values, but still checks what they contain. */
class SeedApplication {
  readonly problems: DecodeProblem[] = [];

  constructor(private readonly store: Store) {}

  addOrganization(seed: Decoded<typeof seedOrganization>, path: string): void {
    const { store } = this;
    const isValid = this.#check(`${path}.name`, checkOrganizationName(store, seed.name));
    // An invalid name is replaced by the path, which no other organization can have as its name.
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
    this.#addTeams(organization, seed, path);
    this.#addSets(organization, seed, path);
  }

  #addTeams(organization: OrganizationRecord, seed: Decoded<typeof seedOrganization>, path: string): void {
    const { store } = this;
    for (const [index, { name, projects }] of (seed.teams ?? []).entries()) {
      const here = `${path}.teams[${index}]`;
      if (!this.#check(`${here}.name`, checkTeamName(store, organization.id, name))) continue;
      const team = createTeam(store, organization, name);
      for (const [projectName, access] of Object.entries(projects ?? {})) {
        const there = `${here}.projects.${projectName}`;
        const project = this.#project(organization, projectName, there);
        const isValid = this.#check(there, checkTeamAccess(access));
        if (project !== undefined && isValid) grantAccess(store, team, project, access);
      }
    }
  }

  #addSets(organization: OrganizationRecord, seed: Decoded<typeof seedOrganization>, path: string): void {
    const { store } = this;
    const projectIds = (list: readonly string[] | undefined, here: string): readonly string[] =>
      (list ?? []).flatMap((name, index) => this.#project(organization, name, `${here}[${index}]`)?.id ?? []);
    const workspaceIds = (list: readonly string[] | undefined, here: string): readonly string[] =>
      (list ?? []).flatMap((name, index) => this.#workspaceId(organization, name, `${here}[${index}]`));
    for (const [index, { projects, workspaces, owner, ...given }] of (seed.variableSets ?? []).entries()) {
      const here = `${path}.variableSets[${index}]`;
      const set = {
        ...given,
        projectIds: projectIds(projects, `${here}.projects`),
        workspaceIds: workspaceIds(workspaces, `${here}.workspaces`),
        ownerProjectId: owner === undefined ? undefined : this.#project(organization, owner, `${here}.owner`)?.id,
      };
      if (this.#checkMembers(here, checkVariableSet(store, organization.id, set)))
        createVariableSet(store, organization, set);
    }
    for (const [index, given] of (seed.policySets ?? []).entries()) {
      const here = `${path}.policySets[${index}]`;
      const { projects, workspaces, excludedProjects, excludedWorkspaces, ...rest } = given;
      const set = {
        ...rest,
        projectIds: projectIds(projects, `${here}.projects`),
        workspaceIds: workspaceIds(workspaces, `${here}.workspaces`),
        excludedProjectIds: projectIds(excludedProjects, `${here}.excludedProjects`),
        excludedWorkspaceIds: workspaceIds(excludedWorkspaces, `${here}.excludedWorkspaces`),
      };
      if (this.#checkMembers(here, checkPolicySet(store, organization.id, set)))
        createPolicySet(store, organization, set);
    }
  }

  /** The project of this name; adds a problem if there is none. */
  #project({ id }: OrganizationRecord, name: string, path: string): ProjectRecord | undefined {
    const found = this.store.findProject(id, name);
    if (found === undefined) this.problems.push({ path, problem: `is not a project of the organization: ${name}.` });
    return found;
  }

  #workspaceId({ id }: OrganizationRecord, name: string, path: string): readonly string[] {
    const found = this.store.findWorkspace(id, name);
    if (found === undefined) this.problems.push({ path, problem: `is not a workspace of the organization: ${name}.` });
    return found === undefined ? [] : [found.id];
  }

  /** Collects problems of several members of an object, and returns whether there are none. */
  #checkMembers(path: string, problems: readonly AttributeProblem[]): boolean {
    for (const problem of problems) this.#check(`${path}.${problem.attribute}`, [problem]);
    return problems.length === 0;
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
      // Its name still counts as taken.
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
      // Some of the service's details end with a period.
      this.problems.push({ path, problem: `is invalid: ${detail.replace(/\.$/, "")}.` });
    }
    return problems.length === 0;
  }
}
