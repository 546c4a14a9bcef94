import type { DocumentsOption } from "../../../src/emulator";
import { reference, type Block, type Configuration, type Expression } from "../../in-process-terraform";
import { accessTo, variableSetsOf } from "../../provider/assignment/assigned";
import { configurationFor } from "../../provider/in-process";
import { Acme } from "../../support/acme";
import { fc } from "../../support/property";

/*
 * Random organizations, code for them, and what people do.
 */

const DEFAULT = "Default Project";
/** Projects that the code may have as resources. Those that the organization lacks at first are created. */
const MANAGED = ["One", "Two"];
/** Projects that the code only refers to: one by its name, and one by its ID. */
const NAMED = "Three";
const IDENTIFIED = "Other";
export const PROJECTS = [...MANAGED, NAMED, IDENTIFIED, DEFAULT];
const WORKSPACES = ["a-1", "a-2", "b-1", "b-2", "c-1"];
const FREE_NAMES = ["a-3", "b-3", "d"];
const OBJECTS = ["x", "y"];

type Tags = Readonly<Record<string, string>>;

export interface Membership {
  readonly project: string;
  readonly members: readonly { readonly name: string; readonly by: "id" | "name" }[];
  readonly exclusive: boolean;
  readonly onDestroy: string | null;
  readonly isTolerant: boolean;
}

interface Rule {
  readonly project: string;
  readonly match_names: readonly string[] | null;
  readonly match_tags: Tags | null;
  readonly take_from: string | null;
}

interface Placement {
  readonly rules: readonly Rule[];
  readonly except_names: readonly string[] | null;
  readonly except_tags: Tags | null;
  readonly take_from: string | null;
  readonly max_moves: number | null;
}

interface Assignment {
  readonly type: "tfprojects_project_team_access" | "tfprojects_project_variable_sets";
  readonly project: string;
  readonly names: readonly string[];
  readonly exclusive: boolean;
}

export interface Code {
  /** Projects that are resources although nothing refers to them. */
  readonly projects: readonly string[];
  readonly deletionPolicy: string;
  /** Undefined for one that this code does not have. */
  readonly memberships: readonly (Membership | undefined)[];
  readonly placements: readonly (Placement | undefined)[];
  readonly assignments: readonly (Assignment | undefined)[];
}

/** What people do. */
export interface Deed {
  readonly kind: "create" | "delete" | "rename" | "tag" | "move";
  readonly workspace: string;
  readonly name: string;
  readonly tags: Tags;
  readonly project: string;
}

export interface World {
  readonly documents: DocumentsOption;
  /** Whether the service reports the tags of workspaces. */
  readonly reportsTags: boolean;
  /** Projects of `MANAGED` that exist before the code. */
  readonly existing: readonly string[];
  readonly workspaces: readonly Pick<Deed, "name" | "tags" | "project">[];
  readonly assigned: readonly string[];
  readonly first: Code;
  readonly deeds: readonly Deed[];
  readonly second: Code;
  /** Between plan and apply, on a host that passes on what was planned. */
  readonly later: readonly Deed[];
  /** Which of several objects Terraform plans or applies next. */
  readonly order: readonly number[];
  readonly storesPlannedPrivate: boolean;
}

const tags = fc.constantFrom<Tags>({}, {}, { team: "x" }, { team: "y", tier: "1" });
const patterns = (...all: readonly string[]): fc.Arbitrary<string[]> =>
  fc.subarray([...all], { minLength: 1, maxLength: 2 });
/** Once in so many times. */
const onceIn = <T>(weight: number, arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.oneof({ weight: weight - 1, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary });
const times = <T>(count: number, arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T[]> =>
  fc.array(arbitrary, { minLength: count, maxLength: count });

const rule: fc.Arbitrary<Rule> = fc
  .record({
    project: fc.constantFrom("One", "Two", NAMED, "other", DEFAULT),
    match_names: fc.option(patterns("a-*", "B-*", "*-1", "c*", "*", "d"), { nil: null, freq: 5 }),
    match_tags: fc.option(fc.constantFrom<Tags>({ team: "x" }, { team: "*" }, { team: "y", tier: "1" }), {
      nil: null,
      freq: 2,
    }),
    take_from: fc.constantFrom(null, null, "any", "default-project"),
  })
  .map((it) => (it.match_names === null && it.match_tags === null ? { ...it, match_names: ["a-*"] } : it));
const placement: fc.Arbitrary<Placement> = fc.record({
  rules: fc.array(rule, { minLength: 1, maxLength: 3 }),
  except_names: fc.option(patterns("a-1", "*-2"), { nil: null, freq: 2 }),
  except_tags: fc.option(fc.constant({ tier: "*" }), { nil: null, freq: 2 }),
  take_from: fc.constantFrom(null, null, "any", "default-project"),
  max_moves: fc.option(fc.nat(2), { nil: null, freq: 6 }),
});
const settings = fc.record({
  exclusive: fc.boolean(),
  onDestroy: fc.constantFrom(null, "default-project", "retain"),
  isTolerant: fc.boolean(),
});
const listed = fc.record({
  name: fc.constantFrom(...WORKSPACES, ...WORKSPACES, ...WORKSPACES, "d"),
  by: fc.constantFrom<("id" | "name")[]>("id", "name"),
});
/** Seldom, memberships share a project or a workspace. */
const memberships: fc.Arbitrary<readonly (Membership | undefined)[]> = fc
  .record({
    all: times(3, onceIn(2, settings)),
    projects: fc.shuffledSubarray(PROJECTS, { minLength: 3, maxLength: 3 }),
    shared: onceIn(8, fc.constantFrom(...PROJECTS)),
    // For each workspace the membership that lists it.
    owners: times(WORKSPACES.length, fc.record({ owner: fc.nat(4), by: listed.map(({ by }) => by) })),
    extra: onceIn(8, fc.record({ owner: fc.nat(2), member: listed })),
  })
  .map(({ all, projects, shared, owners, extra }) =>
    all.map((it, index): Membership | undefined => {
      if (it === undefined) return undefined;
      const own = owners.flatMap(({ owner, by }, at) => (owner === index ? [{ name: WORKSPACES[at]!, by }] : []));
      const more = extra?.owner === index ? [extra.member] : [];
      const members = [...own, ...more.filter(({ name }) => own.every((other) => other.name !== name))];
      const project = shared ?? projects[index]!;
      return { ...it, project, exclusive: it.exclusive && (shared !== undefined || project !== DEFAULT), members };
    }),
  );
const assignment: fc.Arbitrary<Assignment> = fc.record({
  type: fc.constantFrom<Assignment["type"][]>("tfprojects_project_team_access", "tfprojects_project_variable_sets"),
  project: fc.constantFrom("One", "Two", NAMED, IDENTIFIED),
  names: fc.subarray(OBJECTS, { minLength: 1 }),
  exclusive: fc.constantFrom(false, false, true),
});
const code: fc.Arbitrary<Code> = fc.record({
  projects: fc.subarray(MANAGED),
  deletionPolicy: fc.constantFrom("refuse", "evacuate", "evacuate", "retain"),
  memberships,
  placements: fc.tuple(onceIn(3, placement), onceIn(8, placement)),
  assignments: fc.tuple(onceIn(2, assignment), onceIn(4, assignment)),
});
const deed: fc.Arbitrary<Deed> = fc.record({
  kind: fc.constantFrom<Deed["kind"][]>("create", "create", "delete", "rename", "tag", "move", "move"),
  workspace: fc.constantFrom(...WORKSPACES),
  name: fc.constantFrom(...WORKSPACES, ...FREE_NAMES),
  tags,
  project: fc.constantFrom(...PROJECTS, DEFAULT, DEFAULT),
});

/** The second code, of which some resources are as in the first. */
function changedFrom(first: Code, second: Code, kept: readonly boolean[]): Code {
  let next = 0;
  const each = <T>(before: readonly T[], after: readonly T[]): readonly T[] =>
    after.map((it, index) => (kept[next++ % kept.length] === true ? before[index]! : it));
  return {
    ...second,
    memberships: each(first.memberships, second.memberships),
    placements: each(first.placements, second.placements),
    assignments: each(first.assignments, second.assignments),
  };
}

export const world: fc.Arbitrary<World> = fc
  .record({
    documents: fc.constantFrom<DocumentsOption[]>("full", "documented"),
    reportsTags: onceIn(6, fc.constant(true)).map((it) => it !== true),
    existing: fc.subarray(MANAGED),
    places: times(WORKSPACES.length, fc.constantFrom(...PROJECTS, DEFAULT)),
    tags: times(WORKSPACES.length, tags),
    assigned: fc.subarray(OBJECTS),
    first: code,
    deeds: fc.array(deed, { maxLength: 3 }),
    second: code,
    kept: fc.oneof(times(7, fc.boolean()), fc.constant([true])),
    later: fc.oneof(fc.constant([]), fc.array(deed, { minLength: 1, maxLength: 3 })),
    order: times(12, fc.nat(9)),
    storesPlannedPrivate: fc.boolean(),
  })
  .map(({ places, tags: all, kept, ...it }) => ({
    ...it,
    workspaces: WORKSPACES.map((name, index) => {
      const project = places[index]!;
      const isThere = !MANAGED.includes(project) || it.existing.includes(project);
      return { name, project: isThere ? project : DEFAULT, tags: all[index]! };
    }),
    second: changedFrom(it.first, it.second, kept),
  }));

/** An organization on an emulator, and the code for it. */
export class Organization {
  /** IDs of the workspaces that had these names at first. */
  readonly #ids = new Map<string, string>();
  /** ID and former name of each workspace that was renamed. */
  readonly #former = new Set<string>();

  private constructor(
    readonly acme: Acme,
    /** The file that has all of it. */
    readonly stateFile: string,
  ) {}

  static async of(
    { documents, reportsTags, existing, workspaces, assigned }: World,
    stateFile: string,
  ): Promise<Organization> {
    const tags = reportsTags ? {} : ({ tagRelationships: "never", tagFilter: "ignore" } as const);
    const acme = await Acme.start({ documents, stateFile, ...tags });
    const organization = new Organization(acme, stateFile);
    for (const name of [...existing, NAMED, IDENTIFIED]) acme.addProject(name);
    for (const it of workspaces) organization.#ids.set(it.name, await organization.#create(it));
    const projectId = acme.project(NAMED)!.id;
    for (const name of OBJECTS) {
      const inAcme = { organization: "acme", name };
      const { id: teamId } = acme.emulator.teams.create(inAcme);
      if (assigned.includes(name)) acme.emulator.teams.grant({ teamId, projectId, access: "read" });
      acme.emulator.variableSets.create({ ...inAcme, projectIds: assigned.includes(name) ? [projectId] : [] });
    }
    return organization;
  }

  /** The same organization, as a copy of its state file has it. */
  async restored(stateFile: string): Promise<Organization> {
    return new Organization(await Acme.start({ stateFile }), stateFile);
  }

  /** The workspaces by ID, and their projects. */
  workspaces(): ReadonlyMap<string, { readonly name: string; readonly project: string; readonly projectId: string }> {
    const { projects } = this.acme.emulator.state().organizations[0]!;
    return new Map(
      projects.flatMap(({ id: projectId, name: project, workspaces }) =>
        workspaces.map(({ id, name }) => [id, { name, project, projectId }] as const),
      ),
    );
  }

  /** Workspaces, access of teams and variable sets, by the names of their projects. */
  async contents(): Promise<object> {
    const { projects } = this.acme.emulator.state().organizations[0]!;
    const assigned = projects.map(async ({ id, name }) => [
      name,
      Object.entries(await accessTo(this.acme, id)).sort(),
      await variableSetsOf(this.acme, id),
    ]);
    return { workspaces: this.acme.world, assigned: (await Promise.all(assigned)).sort() };
  }

  async #create({ name, project, tags }: Pick<Deed, "name" | "tags" | "project">): Promise<string> {
    const id = this.acme.addWorkspace(name, this.acme.project(project)!.id);
    await this.acme.tag(id, tags);
    return id;
  }

  /** Does what is possible. */
  async do(deeds: readonly Deed[]): Promise<void> {
    const { workspaces } = this.acme.emulator;
    for (const it of deeds) {
      const { kind, workspace, name } = it;
      const id = workspaces.find("acme", workspace)?.id;
      const isFree = workspaces.find("acme", name) === undefined;
      const project = this.acme.project(it.project);
      if (kind === "create" && isFree && project !== undefined) await this.#create(it);
      if (id === undefined) continue;
      if (kind === "delete") workspaces.delete(id);
      if (kind === "rename" && isFree) {
        this.#former.add(`${id} ${workspace}`);
        workspaces.update(id, { name });
      }
      if (kind === "tag") await this.acme.tag(id, it.tags);
      if (kind === "move" && project !== undefined) workspaces.move(id, project.id);
    }
  }

  /** The names that the workspaces have now that memberships of the code list. */
  listed({ memberships }: Pick<Code, "memberships">): ReadonlySet<string> {
    const all = this.workspaces();
    const members = memberships.flatMap((it) => it?.members ?? []);
    return new Set(
      members.map(({ name, by }) => (by === "id" ? all.get(this.#ids.get(name) ?? "")?.name : name) ?? ""),
    );
  }

  /** Whether someone has renamed the workspace from a name. */
  hadName(id: string, name: string): boolean {
    return this.#former.has(`${id} ${name}`);
  }

  /** The code, of which each resource has the same address as long as its place in the lists. */
  configuration(code: Code): Configuration {
    const { memberships, placements, assignments } = code;
    const resources: Record<string, Block> = {};
    const managed = new Set(code.projects);
    const use = (project: string): string => {
      if (MANAGED.includes(project)) managed.add(project);
      return project;
    };
    const idOf = (project: string): Expression => {
      if (MANAGED.includes(use(project))) return reference(addressOf(project), "id");
      if (project === NAMED) return reference(`data.${addressOf(project)}`, "id");
      return project === DEFAULT ? this.acme.defaultProjectId : this.acme.project(project)!.id;
    };
    for (const [index, it] of memberships.entries()) {
      if (it !== undefined) resources[`tfprojects_workspace_membership.m${index}`] = this.#membership(it, idOf);
    }
    for (const [index, it] of placements.entries()) {
      if (it === undefined) continue;
      const { rules, ...more } = it;
      const rule = rules.map((own): Block => ({
        ...own,
        project: MANAGED.includes(use(own.project)) ? reference(addressOf(own.project), "name") : own.project,
      }));
      resources[`tfprojects_workspace_placement.p${index}`] = { rule, ...more };
    }
    for (const [index, it] of assignments.entries()) {
      if (it === undefined) continue;
      const { type, project, names, exclusive } = it;
      const objects: Block =
        type === "tfprojects_project_variable_sets"
          ? { names }
          : { team: names.map((name) => ({ name, access: "write" })) };
      resources[`${type}.s${index}`] = { project_id: idOf(project), exclusive, ...objects };
    }
    for (const name of managed) {
      resources[addressOf(name)] = { name, adopt_existing: true, deletion_policy: code.deletionPolicy };
    }
    resources[`data.${addressOf(NAMED)}`] = { name: NAMED };
    return configurationFor(this.acme, resources);
  }

  #membership(
    { project, members, exclusive, onDestroy, isTolerant }: Membership,
    idOf: (project: string) => Expression,
  ): Block {
    const ids = members.flatMap(({ name, by }) => (by === "id" ? (this.#ids.get(name) ?? []) : []));
    const names = members.flatMap(({ name, by }) => (by === "name" || !this.#ids.has(name) ? [name] : []));
    return {
      project_id: idOf(project),
      workspace_ids: ids.length === 0 ? null : ids,
      workspace_names: names.length === 0 && ids.length > 0 ? null : names,
      missing_workspaces: isTolerant ? "warn" : null,
      exclusive,
      on_destroy: onDestroy,
    };
  }
}

function addressOf(project: string): string {
  return `tfprojects_project.${project.toLowerCase()}`;
}
