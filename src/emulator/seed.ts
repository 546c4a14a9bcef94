import { nameKey } from "../model";
import type { Decoded } from "./decode";
import { arrayOf, decode, decodeJson, isObject, object, oneOf, optional, record, string, objectOr } from "./decode";
import type { ChangeOf, Kind, Store } from "./engine/kind";
import { changeOf, optionsOf, referencesOf } from "./engine/out-of-band";
import { problemsWith } from "./engine/rules";
import type { BaseRecord } from "./engine/table";
import { memberOf } from "./engine/table";
import { create, update } from "./engine/write";
import { memberName } from "./engine/words";
import type { AttributeProblem, DecodeProblem } from "./errors";
import { DecodeError } from "./errors";
import { agentPools, checkAgentPoolId } from "./kinds/agent-pool";
import type { OrganizationRecord } from "./kinds/organization";
import { defaultEmail, organizations } from "./kinds/organization";
import type { PolicyKind } from "./kinds/policy-kind";
import type { ProjectRecord } from "./kinds/project";
import { DEFAULT_PROJECT_NAME, defaultProjectOf, projects } from "./kinds/project";
import type { TagValues } from "./kinds/tag-binding";
import { decodeTagValues, setTagValues } from "./kinds/tag-binding";
import { teams } from "./kinds/team";
import type { TeamAccess, TeamAccessLevel } from "./kinds/team-access";
import { projectAccess, TEAM_ACCESS_LEVELS, teamProjects, workspaceAccess } from "./kinds/team-access";
import { workspaces } from "./kinds/workspace";
import type { ProjectSettings } from "./project-settings";
import { projectChange, projectSettingsShape, settingWith } from "./project-settings";
import { KINDS } from "./service-kinds";

const taggedWorkspace = object({ name: string, tags: decodeTagValues });
/** A name, or an object with tags. */
const seedWorkspace = objectOr(taggedWorkspace, string);

const seedProject = object({ name: string, ...projectSettingsShape, workspaces: optional(arrayOf(seedWorkspace)) });

const customAccess = object({
  access: oneOf(TEAM_ACCESS_LEVELS),
  projectAccess: optional(projectAccess),
  workspaceAccess: optional(workspaceAccess),
});
/** A level of access, or an object with single permissions. */
const teamAccess = objectOr(customAccess, oneOf(TEAM_ACCESS_LEVELS));

/** The kinds whose objects a seed can have, each with the member of an organization. */
const OUT_OF_BAND = KINDS.flatMap((kind) =>
  kind.outOfBand === undefined ? [] : [{ kind, name: kind.outOfBand.name }],
);

const seedOrganization = object({
  name: string,
  teams: optional(arrayOf(object({ name: string, projects: optional(record(teamAccess)) }))),
  agentPools: optional(arrayOf(object({ name: string, id: optional(string) }))),
  projects: optional(arrayOf(seedProject)),
  /** Workspaces in the default project. */
  workspaces: optional(arrayOf(seedWorkspace)),
  ...Object.fromEntries(OUT_OF_BAND.map(({ kind, name }) => [name, optional(arrayOf(optionsOf(kind, "name")))])),
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
      /** The workspaces in the project. */
      readonly workspaces?: readonly SeedWorkspace[] | undefined;
    })[];
    /** The workspaces in the default project. */
    readonly workspaces?: readonly SeedWorkspace[];
    /** SSH keys, which the API can assign to workspaces. */
    readonly sshKeys?: readonly {
      readonly name: string;
      /** The private key, which no response has. */
      readonly value: string;
    }[];
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
      readonly kind?: PolicyKind | undefined;
      /** @default false */
      readonly overridable?: boolean | undefined;
      /** Names of projects that it does not apply to. */
      readonly excludedProjects?: readonly string[] | undefined;
      /** Names of workspaces that it does not apply to. */
      readonly excludedWorkspaces?: readonly string[] | undefined;
    })[];
  }[];
}

/** A workspace in a seed: its name, or an object with its name and key-value tags. */
export type SeedWorkspace = string | { readonly name: string; readonly tags?: TagValues | undefined };

/** A variable set or policy set in a seed. */
export interface SeedSet {
  readonly name: string;
  readonly description?: string | null | undefined;
  /** Whether it applies to every workspace of the organization; not if a project owns it. @default false */
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
  const { organizations: given } = decode(seedShape, seed);
  if (given.length === 0) throw new DecodeError("$.organizations", "is empty; at least one organization is required.");
  const application = new SeedApplication(store);
  for (const [index, organization] of given.entries()) {
    application.addOrganization(organization, `$.organizations[${index}]`);
  }
  DecodeError.throwIfAny(application.problems);
}

type SeedOrganization = Decoded<typeof seedOrganization>;

/** Adds the content of a seed to a store. Omits invalid values, but still checks what they contain. */
class SeedApplication {
  readonly problems: DecodeProblem[] = [];

  constructor(private readonly store: Store) {}

  addOrganization(seed: SeedOrganization, path: string): void {
    const { store } = this;
    const change = { name: seed.name, email: defaultEmail(seed.name) };
    const scope = { organizationId: "", parent: undefined, before: undefined };
    const isValid = this.#check(`${path}.name`, problemsWith(store, organizations, change, scope));
    // An invalid name is replaced by the path, which no other organization can have as its name.
    const organization = create(store, organizations, isValid ? change : { ...change, name: path });
    const defaultProject = defaultProjectOf(store, organization);
    this.#addWorkspaces(seed.workspaces, defaultProject, `${path}.workspaces`);
    for (const [index, { name, id }] of (seed.agentPools ?? []).entries()) {
      const here = `${path}.agentPools[${index}]`;
      const isTaken = id !== undefined && store.table(agentPools).get(id) !== undefined;
      const details = id === undefined ? [] : checkAgentPoolId(id, isTaken);
      const hasValidId = this.#check(
        `${here}.id`,
        details.map((detail) => ({ attribute: "id", detail })),
      );
      this.#add(agentPools, { name }, organization, `${here}.name`, hasValidId ? id : null);
    }
    for (const [index, given] of (seed.projects ?? []).entries()) {
      const here = `${path}.projects[${index}]`;
      const project = this.#addProject(organization, given, here) ?? defaultProject;
      this.#addWorkspaces(given.workspaces, project, `${here}.workspaces`);
    }
    this.#addTeams(organization, seed, path);
    this.#addObjects(organization, seed, path);
  }

  #addTeams(organization: OrganizationRecord, seed: SeedOrganization, path: string): void {
    for (const [index, { name, projects: access }] of (seed.teams ?? []).entries()) {
      const here = `${path}.teams[${index}]`;
      const team = this.#add(teams, { name }, organization, `${here}.name`);
      for (const [projectName, given] of team === undefined ? [] : Object.entries(access ?? {})) {
        this.#addAccess(organization, team?.id ?? "", projectName, given, `${here}.projects.${projectName}`);
      }
    }
  }

  #addAccess(
    organization: OrganizationRecord,
    teamId: string,
    name: string,
    given: Decoded<typeof teamAccess>,
    path: string,
  ): void {
    const project = this.#project(organization, name, path);
    const access = typeof given === "string" ? { access: given } : given;
    const change = { ...access, teamId, projectId: project?.id };
    const scope = { organizationId: organization.id, parent: project, before: undefined };
    const problems = problemsWith(this.store, teamProjects, change, scope);
    // A missing project is a problem already.
    const isValid = this.#check(
      path,
      problems.filter(({ attribute }) => project !== undefined || attribute !== "project"),
    );
    if (project !== undefined && isValid) create(this.store, teamProjects, change);
  }

  /** The objects of kinds that say how they are made. */
  #addObjects(organization: OrganizationRecord, seed: SeedOrganization, path: string): void {
    for (const { kind, name } of OUT_OF_BAND) {
      const given = memberOf(seed, name);
      for (const [index, options] of (Array.isArray(given) ? given.filter(isObject) : []).entries()) {
        this.#addObject(kind, organization, options, `${path}.${name}[${index}]`);
      }
    }
  }

  #addObject(kind: Kind, organization: OrganizationRecord, options: object, path: string): void {
    const references = referencesOf(kind).flatMap(({ relation, to, many, option }) => {
      const given = memberOf(options, option.name);
      const names: readonly unknown[] = Array.isArray(given) ? given : given === undefined ? [] : [given];
      const ids = names.flatMap((name, index) => {
        const here = `${path}.${option.name}${many ? `[${index}]` : ""}`;
        return typeof name === "string" ? (this.#named(this.store.kind(to), organization, name, here)?.id ?? []) : [];
      });
      return given === undefined ? [] : [[relation, ids] as const];
    });
    const change = changeOf(kind, organization.id, options, Object.fromEntries(references));
    this.#add(kind, change, organization, path);
  }

  /**
   * Adds an object of an organization; undefined if it is invalid. @param path of the object, or of its name @param id
   * null for an invalid one
   */
  #add<R extends BaseRecord>(
    kind: Kind<R>,
    given: object,
    organization: OrganizationRecord,
    path: string,
    id?: string | null,
  ): R | undefined {
    // The members are those of the seed's own definition, which the rules check.
    const change = { ...given, organizationId: organization.id } as unknown as ChangeOf<R>;
    const scope = { organizationId: organization.id, parent: organization, before: undefined };
    const problems = problemsWith(this.store, kind, change, scope);
    const isNamed = path.endsWith(".name");
    for (const problem of problems) {
      this.#check(isNamed ? path : `${path}.${memberName(problem.attribute)}`, [problem]);
    }
    return problems.length > 0 || id === null ? undefined : create(this.store, kind, change, id);
  }

  /** The project of this name; adds a problem if there is none. */
  #project(organization: OrganizationRecord, name: string, path: string): ProjectRecord | undefined {
    return this.#named(projects, organization, name, path);
  }

  #named<R extends BaseRecord>(kind: Kind<R>, { id }: OrganizationRecord, name: string, path: string): R | undefined {
    const found = this.store.table(kind).find("name", id, name);
    const what = kind.label.toLowerCase();
    if (found === undefined) this.problems.push({ path, problem: `is not a ${what} of the organization: ${name}.` });
    return found;
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
    const existing = isDefault ? defaultProjectOf(store, organization) : undefined;
    const { change, problems: others } = projectChange(store, organization, seed, existing);
    const scope = { organizationId: organization.id, parent: organization, before: existing };
    const problems = [...problemsWith(store, projects, change, scope), ...others];
    for (const problem of problems) this.#check(`${path}.${settingWith(problem)}`, [problem]);
    const owned = { organizationId: organization.id };
    if (problems.length > 0) {
      // Its name still counts as taken.
      const isNamed = problems.every(({ attribute }) => attribute !== "name");
      return existing ?? (isNamed ? create(store, projects, { ...owned, name: seed.name }) : undefined);
    }
    return existing === undefined
      ? create(store, projects, { ...owned, ...change })
      : update(store, projects, existing, { ...change, name: undefined });
  }

  #addWorkspaces(given: readonly SeedWorkspace[] | undefined, project: ProjectRecord, path: string): void {
    for (const [index, it] of (given ?? []).entries()) {
      const here = `${path}[${index}]`;
      if (typeof it === "string") this.#addWorkspace({ name: it }, project, here, here);
      else this.#addWorkspace(it, project, `${here}.name`, `${here}.tags`);
    }
  }

  #addWorkspace(
    { name, tags }: Exclude<SeedWorkspace, string>,
    project: ProjectRecord,
    pathOfName: string,
    pathOfTags: string,
  ): void {
    const { organizationId } = project;
    const scope = { organizationId, parent: project, before: undefined };
    const tagged = setTagValues(this.store, undefined, tags);
    const isNamed = this.#check(pathOfName, problemsWith(this.store, workspaces, { name }, scope));
    const isTagged = this.#check(pathOfTags, tagged.problems);
    const change = { name, organizationId, projectId: project.id, ...tagged.change };
    if (isNamed && isTagged) create(this.store, workspaces, change);
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
