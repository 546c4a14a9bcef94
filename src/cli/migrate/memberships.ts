import { RESOURCES, TFE_WORKSPACE } from "../../model";
import { compareNames, groupBy } from "../../reconcile";
import { hclString } from "../import/hcl/string-literal";
import type { LiveProjects } from "./live";
import type { Resource } from "./projects";
import { instanceAddress, type StateResource } from "./state";

const PROJECT = RESOURCES.tfprojects_project.type;
export const MEMBERSHIP = RESOURCES.tfprojects_workspace_membership.type;

/** A membership that a migration adds, with its instances. */
export interface PlannedMembership {
  readonly name: string;
  /** Folder of its module; empty for the root module. */
  readonly folder: string;
  readonly repetition: Repetition;
  /** Expression of the project's ID. */
  readonly projectId: string;
  /** Expression of the workspaces' IDs; undefined if `repetition` has them. */
  readonly workspaceIds: readonly WorkspaceTerm[] | undefined;
  /** The project's resource, as far as the membership can refer to it. */
  readonly project: string | undefined;
  readonly resource: Resource;
  readonly instances: readonly MembershipInstance[];
}

export type Repetition =
  | { readonly kind: "none" }
  /** One for each instance of the project's resource. */
  | { readonly kind: "each-project"; readonly by: "for_each" | "count" }
  /** A map from the keys of the projects to their workspaces. */
  | { readonly kind: "map"; readonly entries: ReadonlyMap<string, readonly WorkspaceTerm[]> };

/** An instance of a membership. */
export interface MembershipInstance {
  /** From the root module: `module.teams["a"].tfprojects_workspace_membership.this`. */
  readonly address: string;
  readonly projectId: string;
  readonly organization: string;
  readonly workspaces: readonly Member[];
}

/** A workspace of a membership. */
export interface Member {
  readonly id: string;
  readonly name: string;
  /** Its resource; undefined for a workspace that the state does not have. */
  readonly resource: StateResource | undefined;
}

/** What contributes to the list of a membership's workspaces. */
export type WorkspaceTerm =
  | { readonly kind: "id"; readonly expression: string; readonly comment?: string | undefined }
  /** All instances of a resource. */
  | { readonly kind: "all"; readonly expression: string };

interface Input {
  /** The resources of the projects to migrate. */
  readonly projects: readonly Resource[];
  readonly state: readonly StateResource[];
  /** Undefined to leave out workspaces that the state does not have. */
  readonly live: LiveProjects | undefined;
  /** Whether each instance of a `tfe_workspace` has a project of its own in the code: its address without keys. */
  readonly choosesProject: (workspace: StateResource) => boolean;
}

/** The memberships of the projects that have workspaces in the state. */
export function planMemberships({ projects, state, live, choosesProject }: Input): readonly PlannedMembership[] {
  const workspaces = state.filter(({ type }) => type === TFE_WORKSPACE);
  const members = membersByProject(workspaces, live);
  const terms = new Terms(workspaces, choosesProject);
  const names = new Set<string>();
  return projects.flatMap((resource): readonly PlannedMembership[] => {
    const instances = resource.instances.filter((instance) => members.has(projectIdOf(instance)));
    if (instances.length === 0) return [];
    const projectsOf = { resource, instances, members };
    const inside = resource.calls.length === 0 ? inModule(projectsOf, terms) : inCalledModule(projectsOf, terms);
    if (inside !== undefined && !names.has(`${inside.folder}/${inside.name}`)) {
      names.add(`${inside.folder}/${inside.name}`);
      return [inside];
    }
    return instances.map((instance) => {
      const wanted = [...resource.calls, resource.name, ...(instance.key === undefined ? [] : [instance.key])].join(
        "_",
      );
      const name = unique(wanted.replace(/[^A-Za-z0-9_]+/g, "_"), (candidate) => !names.has(`/${candidate}`));
      names.add(`/${name}`);
      return fromRoot(projectsOf, instance, name, terms);
    });
  });
}

function unique(base: string, isFree: (name: string) => boolean): string {
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? base : `${base}_${number}`;
    if (isFree(name)) return name;
  }
}

export function projectIdOf({ values }: StateResource): string {
  return String(values["id"]);
}

type Members = ReadonlyMap<string, readonly Member[]>;

/** The workspaces of each project that has one in the state, sorted by name. */
function membersByProject(workspaces: readonly StateResource[], live: LiveProjects | undefined): Members {
  const recorded = groupBy(workspaces, ({ values }) => String(values["project_id"]));
  const known = new Set(workspaces.map(({ values }) => values["id"]));
  const others = groupBy(live?.workspaces.filter(({ id }) => !known.has(id)) ?? [], ({ projectId }) => projectId);
  return new Map(
    [...recorded].map(([projectId, resources]) => [
      projectId,
      [
        ...resources.map((resource): Member => {
          const { id, name } = resource.values;
          return { id: String(id), name: String(name), resource };
        }),
        ...(others.get(projectId) ?? []).map(({ id, name }): Member => ({ id, name, resource: undefined })),
      ].sort(compareNames),
    ]),
  );
}

interface ProjectInstances {
  readonly resource: Resource;
  /** Those that have members. */
  readonly instances: readonly StateResource[];
  readonly members: Members;
}

/** In the root module, which has the projects. */
function inModule(projects: ProjectInstances, terms: Terms): PlannedMembership {
  const { resource, instances } = projects;
  const shape = shapeOf(projects, instances, resource.instances, terms);
  return { ...shape, instances: instances.map((instance) => describe(projects, instance, shape)) };
}

/**
 * In the module of the project, if all workspaces are resources of the same instance of that module, and the code is
 * the same for each instance of it.
 */
function inCalledModule(projects: ProjectInstances, terms: Terms): PlannedMembership | undefined {
  const { resource, instances, members } = projects;
  const isInside = (instance: StateResource): boolean =>
    (members.get(projectIdOf(instance)) ?? []).every((member) => member.resource?.module === instance.module);
  if (resource.folder === undefined || !instances.every(isInside)) return undefined;
  const shapes = [...groupBy(resource.instances, ({ module }) => module)].map(([module, all]) => {
    const own = instances.filter((instance) => instance.module === module);
    return own.length === 0 ? undefined : shapeOf(projects, own, all, terms);
  });
  const [first, ...others] = shapes;
  const isSame = (shape: typeof first): boolean =>
    shape !== undefined && first !== undefined && codeOf(shape) === codeOf(first);
  if (first === undefined || !others.every(isSame)) return undefined;
  return { ...first, instances: instances.map((instance) => describe(projects, instance, first)) };
}

type Shape = Omit<PlannedMembership, "instances">;

function codeOf({ repetition, workspaceIds }: Shape): string {
  const entries = repetition.kind === "map" ? [...repetition.entries] : [];
  return JSON.stringify([repetition.kind, entries, workspaceIds]);
}

/**
 * The membership of the projects of one instance of a module.
 *
 * @param own - Those that have members.
 * @param all - Also those that have none.
 */
function shapeOf(
  { resource, members }: ProjectInstances,
  own: readonly StateResource[],
  all: readonly StateResource[],
  terms: Terms,
): Shape {
  const project = `${PROJECT}.${resource.name}`;
  const base = { name: resource.name, folder: resource.folder?.path ?? "", resource };
  const membersOf = (instance: StateResource): readonly Member[] => members.get(projectIdOf(instance)) ?? [];
  const [single] = own;
  if (single?.key === undefined) {
    const workspaceIds = single === undefined ? [] : terms.of(membersOf(single), single.module);
    return { ...base, repetition: { kind: "none" }, project, projectId: `${project}.id`, workspaceIds };
  }
  const by = typeof single.key === "number" ? "count" : "for_each";
  const key = by === "count" ? "count.index" : "each.key";
  const parallel = own.length === all.length ? terms.parallel(own, membersOf, key) : undefined;
  if (parallel !== undefined) {
    const instance = `${project}[${key}]`;
    return {
      ...base,
      repetition: { kind: "each-project", by },
      project: instance,
      projectId: `${instance}.id`,
      workspaceIds: parallel,
    };
  }
  const instance = `${project}[${by === "count" ? "tonumber(each.key)" : "each.key"}]`;
  const entries = own.map((it) => [`${it.key ?? ""}`, terms.of(membersOf(it), it.module)] as const);
  return {
    ...base,
    repetition: { kind: "map", entries: new Map(entries) },
    project: instance,
    projectId: `${instance}.id`,
    workspaceIds: undefined,
  };
}

/** The instance of a membership that stands in the module of the project. */
function describe({ members }: ProjectInstances, instance: StateResource, shape: Shape): MembershipInstance {
  // Keys of a map are strings, also those of projects with count.
  const key = shape.repetition.kind === "map" ? `${instance.key ?? ""}` : instance.key;
  return {
    address: instanceAddress({ module: instance.module, type: MEMBERSHIP, name: shape.name, key }),
    projectId: projectIdOf(instance),
    organization: String(instance.values["organization"]),
    workspaces: members.get(projectIdOf(instance)) ?? [],
  };
}

/** In the root module, with the project's ID, because nothing there can refer to the project. */
function fromRoot(projects: ProjectInstances, instance: StateResource, name: string, terms: Terms): PlannedMembership {
  const projectId = projectIdOf(instance);
  const shape: Shape = {
    name,
    folder: "",
    repetition: { kind: "none" },
    project: undefined,
    projectId: hclString(projectId),
    workspaceIds: terms.of(projects.members.get(projectId) ?? [], ""),
    resource: projects.resource,
  };
  return { ...shape, instances: [describe(projects, { ...instance, module: "", key: undefined }, shape)] };
}

/** How a membership refers to workspaces. */
class Terms {
  readonly #byResource: ReadonlyMap<string, readonly StateResource[]>;

  constructor(
    workspaces: readonly StateResource[],
    private readonly choosesProject: (workspace: StateResource) => boolean,
  ) {
    this.#byResource = groupBy(workspaces, localAddress);
  }

  /** @param module - Of the membership: only what it has can be referred to. */
  of(members: readonly Member[], module: string): readonly WorkspaceTerm[] {
    const ids = new Set(members.map(({ id }) => id));
    const written = new Set<string>();
    return members.flatMap(({ id, name, resource }): readonly WorkspaceTerm[] => {
      if (resource?.module !== module) return [{ kind: "id", expression: hclString(id), comment: name }];
      const local = `${TFE_WORKSPACE}.${resource.name}`;
      if (resource.key === undefined) return [{ kind: "id", expression: `${local}.id` }];
      const all = this.#byResource.get(localAddress(resource)) ?? [];
      if (this.choosesProject(resource) || !all.every(({ values }) => ids.has(String(values["id"])))) {
        return [{ kind: "id", expression: `${local}[${literal(resource.key)}].id` }];
      }
      if (written.has(local)) return [];
      written.add(local);
      return [{ kind: "all", expression: allOf(local, resource.key) }];
    });
  }

  /** If each project has just the instances with its own key, of the same resources. */
  parallel(
    projects: readonly StateResource[],
    membersOf: (project: StateResource) => readonly Member[],
    key: string,
  ): readonly WorkspaceTerm[] | undefined {
    const lists = projects.map((project) => {
      const members = membersOf(project);
      const isParallel = members.every(
        ({ resource }) => resource !== undefined && resource.module === project.module && resource.key === project.key,
      );
      return isParallel ? members.map(({ resource }) => resource?.name ?? "").sort() : undefined;
    });
    const [first] = lists;
    if (first === undefined || lists.some((list) => list?.join() !== first.join())) return undefined;
    return first.map((name) => ({ kind: "id", expression: `${TFE_WORKSPACE}.${name}[${key}].id` }));
  }
}

/** The expression of the IDs of all instances. */
export function allOf(address: string, key: string | number): string {
  return typeof key === "number" ? `${address}[*].id` : `values(${address})[*].id`;
}

function localAddress({ module, name }: StateResource): string {
  return `${module}.${name}`;
}

function literal(key: string | number): string {
  return typeof key === "number" ? `${key}` : hclString(key);
}
