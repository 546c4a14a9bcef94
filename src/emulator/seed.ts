import { nameKey } from "../model";
import type { Members, Schema } from "./decode";
import { arrayOf, decode, decodeJson, isObject, object, objectOf, objectOr, optional, record, string } from "./decode";
import type { Kind, Store } from "./engine/kind";
import type { GivenKind, Ids } from "./engine/options";
import {
  changeOf,
  chosenId,
  idProblems,
  idsChange,
  kindsOfOrganizations,
  optionWith,
  partsOf,
  scopeOf,
} from "./engine/options";
import { references } from "./engine/out-of-band";
import { problemsWith } from "./engine/rules";
import type { BaseRecord } from "./engine/table";
import { memberOf } from "./engine/table";
import { withArticle } from "./engine/words";
import { create, update } from "./engine/write";
import type { AttributeProblem, DecodeProblem } from "./errors";
import { DecodeError } from "./errors";
import type { OrganizationRecord } from "./kinds/organization";
import { defaultEmail, organizations } from "./kinds/organization";
import type { ProjectRecord } from "./kinds/project";
import { DEFAULT_PROJECT_NAME, defaultProjectOf, projects } from "./kinds/project";
import type { TagValues } from "./kinds/tag-binding";
import { givenTags, setTagValues } from "./kinds/tag-binding";
import { workspaces } from "./kinds/workspace";
import type { ProjectSettings } from "./project-settings";
import { projectChange, projectSettings, settingWith } from "./project-settings";
import type { SeedObjects, SeedWorkspaceParts } from "./service-kinds";
import { KINDS } from "./service-kinds";

/** The initial state of an emulator. */
export interface Seed {
  readonly organizations: readonly SeedOrganization[];
}

/** An organization in a seed. */
export interface SeedOrganization extends SeedObjects {
  /** Letters, numbers, `-` and `_`. */
  readonly name: string;
  /** Projects; the default project, which exists in every organization, is named `Default Project`. */
  readonly projects?: readonly SeedProject[] | undefined;
  /** The workspaces in the default project. */
  readonly workspaces?: readonly SeedWorkspace[] | undefined;
}

/** A project in a seed. */
export interface SeedProject extends ProjectSettings {
  readonly name: string;
  /** The workspaces in the project. */
  readonly workspaces?: readonly SeedWorkspace[] | undefined;
}

/** A workspace in a seed: its name, or an object with its name, key-value tags and variables. */
export type SeedWorkspace = string | SeedWorkspaceObject;

/** A workspace in a seed, with its key-value tags and variables. */
export interface SeedWorkspaceObject extends SeedWorkspaceParts {
  readonly name: string;
  readonly tags?: TagValues | undefined;
}

const seedWorkspaces = arrayOf(
  objectOr(object({ name: string, tags: optional(givenTags), ...partMembers(workspaces) }), string),
);

const seedProject = objectOf<SeedProject>()({
  name: string,
  ...projectSettings.members,
  workspaces: optional(seedWorkspaces),
});

const seedOrganization = object({
  ...objectOf<Omit<SeedOrganization, keyof SeedObjects>>()({
    name: string,
    projects: optional(arrayOf(seedProject)),
    workspaces: optional(seedWorkspaces),
  }).members,
  ...Object.fromEntries(
    kindsOfOrganizations(KINDS).map((kind) => [kind.outOfBand.name, optional(arrayOf(seedObject(kind)))]),
  ),
});

const seedSchema: Schema<Seed> = object({ organizations: arrayOf(seedOrganization) });

function seedObject(kind: GivenKind): Schema<object> {
  return object({ ...kind.outOfBand.byName, ...partMembers(kind) });
}

/** The members of an object with its parts. */
function partMembers(kind: Kind): Members {
  return Object.fromEntries(
    partsOf(KINDS, kind).map((part) => [part.kind.outOfBand.name, optional(seedParts(part.kind))]),
  );
}

/** Parts are a list. Those of pairs are an object with names as keys, and options or a single value. */
function seedParts(kind: GivenKind): Schema {
  const { pair } = kind.outOfBand;
  if (pair === undefined) return arrayOf(seedObject(kind));
  return record(objectOr(seedObject(kind), kind.attributes[pair.short]?.schema ?? string));
}

/** Parses a seed. @throws DecodeError with the JSON path of each value of the wrong type */
export function parseSeed(json: string): Seed {
  return decodeJson(json, seedSchema);
}

/** One organization with its default project. */
export const DEFAULT_SEED: Seed = { organizations: [{ name: "acme" }] };

/**
 * Puts a seed into an empty store.
 *
 * @throws DecodeError with the JSON path of each invalid value; the store must not be used then
 */
export function applySeed(store: Store, seed: unknown): void {
  const { organizations: given } = decode(seedSchema, seed);
  if (given.length === 0) throw new DecodeError("$.organizations", "is empty; at least one organization is required.");
  const application = new SeedApplication(store);
  for (const [index, organization] of given.entries()) {
    application.addOrganization(organization, `$.organizations[${index}]`);
  }
  DecodeError.throwIfAny(application.problems);
}

/** Adds the content of a seed to a store. Omits invalid values, but still checks what they contain. */
class SeedApplication {
  readonly problems: DecodeProblem[] = [];
  /** Sets the references to objects that may be later in the seed. */
  readonly #later: (() => void)[] = [];

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
    const kinds = kindsOfOrganizations(KINDS);
    this.#addObjects(kinds.filter(comesFirst), organization, seed, path);
    for (const [index, given] of (seed.projects ?? []).entries()) {
      const here = `${path}.projects[${index}]`;
      const project = this.#addProject(organization, given, here) ?? defaultProject;
      this.#addWorkspaces(given.workspaces, project, `${here}.workspaces`);
    }
    const others = kinds.filter((kind) => !comesFirst(kind));
    this.#addObjects(others, organization, seed, path);
    for (const refer of this.#later.splice(0)) refer();
  }

  /** The objects of kinds that state how they are made. */
  #addObjects(kinds: readonly GivenKind[], organization: OrganizationRecord, seed: object, path: string): void {
    for (const kind of kinds) {
      const { name } = kind.outOfBand;
      for (const [index, options] of objectsIn(memberOf(seed, name)).entries()) {
        this.#addObject(kind, organization, options, { organization: [organization.id] }, `${path}.${name}[${index}]`);
      }
    }
  }

  /** An object, and its parts. @param ids of the objects that it belongs to */
  #addObject(kind: GivenKind, organization: OrganizationRecord, options: object, ids: Ids, path: string): void {
    const find = (): Ids => this.#references(kind, organization, options, path);
    const isFirst = comesFirst(kind);
    const made = this.#create(kind, organization, options, { ...ids, ...(isFirst ? {} : find()) }, path);
    if (isFirst) this.#later.push(() => this.#addReferences(kind, made?.id, organization, find(), path));
    if (made !== undefined) this.#addParts(kind, made, organization, options, path);
  }

  /** The references of an object that was created without them. @param id undefined of an invalid one */
  #addReferences(
    kind: GivenKind,
    id: string | undefined,
    { id: organizationId }: OrganizationRecord,
    ids: Ids,
    path: string,
  ): void {
    const { store } = this;
    const before = store.table(kind).get(id ?? "");
    if (before === undefined) return;
    const change = idsChange(kind, ids);
    const parent = store.parentOf(kind, before)?.record;
    const problems = problemsWith(store, kind, change, { organizationId, parent, before });
    for (const problem of problems) this.#check(`${path}.${optionWith(kind, problem.attribute)}`, [problem]);
    if (problems.length === 0) update(store, kind, before, change);
  }

  /** The parts of an object. */
  #addParts(kind: Kind, { id }: BaseRecord, organization: OrganizationRecord, options: object, path: string): void {
    for (const { kind: part, relation } of partsOf(KINDS, kind)) {
      const { name, pair } = part.outOfBand;
      const owner = { [relation]: [id] };
      const given = memberOf(options, name);
      if (pair === undefined) {
        for (const [index, it] of objectsIn(given).entries()) {
          this.#addObject(part, organization, it, owner, `${path}.${name}[${index}]`);
        }
        continue;
      }
      for (const [key, it] of Object.entries(isObject(given) ? given : {})) {
        const here = `${path}.${name}.${key}`;
        const other = this.#named(this.store.kind(part.relations[pair.with]?.to ?? ""), organization, key, here);
        if (other === undefined) continue;
        const single = isObject(it) ? it : { [pair.short]: it };
        this.#addObject(part, organization, single, { ...owner, [pair.with]: [other.id] }, here);
      }
    }
  }

  /** The IDs of the objects that options refer to by name. */
  #references(kind: GivenKind, organization: OrganizationRecord, options: object, path: string): Ids {
    return Object.fromEntries(
      references(kind).flatMap(({ relation, to, many, option }) => {
        const given = memberOf(options, option.name);
        const names: readonly unknown[] = Array.isArray(given) ? given : given === undefined ? [] : [given];
        const ids = names.flatMap((name, index) => {
          const here = `${path}.${option.name}${many ? `[${index}]` : ""}`;
          return this.#named(this.store.kind(to), organization, String(name), here)?.id ?? [];
        });
        return given === undefined ? [] : [[relation, ids] as const];
      }),
    );
  }

  /** Undefined if it is invalid. */
  #create(
    kind: GivenKind,
    { id: organizationId }: OrganizationRecord,
    options: object,
    ids: Ids,
    path: string,
  ): BaseRecord | undefined {
    const change = changeOf(kind, options, ids);
    const problems = problemsWith(this.store, kind, change, scopeOf(this.store, kind, organizationId, ids));
    for (const problem of problems) this.#check(`${path}.${optionWith(kind, problem.attribute)}`, [problem]);
    const id = chosenId(options);
    const hasValidId = this.#check(`${path}.id`, idProblems(this.store, kind, id));
    return problems.length === 0 && hasValidId ? create(this.store, kind, change, id) : undefined;
  }

  #named<R extends BaseRecord>(kind: Kind<R>, { id }: OrganizationRecord, name: string, path: string): R | undefined {
    const found = this.store.table(kind).find("name", id, name);
    if (found === undefined)
      this.problems.push({ path, problem: `is not ${withArticle(kind.label)} of the organization: ${name}.` });
    return found;
  }

  /** The project; undefined if its name is invalid. */
  #addProject(organization: OrganizationRecord, seed: SeedProject, path: string): ProjectRecord | undefined {
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
      else this.#addWorkspace(it, project, here, `${here}.name`);
    }
  }

  #addWorkspace(seed: SeedWorkspaceObject, project: ProjectRecord, path: string, pathOfName: string): void {
    const { organizationId } = project;
    const { name, tags } = seed;
    const scope = { organizationId, parent: project, before: undefined };
    const tagged = setTagValues(this.store, undefined, tags);
    const isNamed = this.#check(pathOfName, problemsWith(this.store, workspaces, { name }, scope));
    const isTagged = this.#check(`${path}.tags`, tagged.problems);
    if (!isNamed || !isTagged) return;
    const workspace = create(this.store, workspaces, { name, organizationId, projectId: project.id, ...tagged.change });
    this.#addParts(workspaces, workspace, this.store.table(organizations).expect(organizationId), seed, path);
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

function objectsIn(given: unknown): readonly object[] {
  return Array.isArray(given) ? given.filter(isObject) : [];
}

/**
 * Whether projects refer to objects of a kind, such as agent pools. These are created before projects, and get
 * their own references afterwards.
 */
function comesFirst({ type }: GivenKind): boolean {
  return Object.values(projects.relations).some(({ to }) => to === type);
}
