import {
  completed,
  nameKey,
  NO_SETTINGS,
  settingsFrom,
  type Project,
  type ProjectSettings,
  type Workspace,
} from "../../../src/model";
import type { ActualOrganization } from "../../../src/engine/actual-organization";
import type { Change, ProjectTarget } from "../../../src/engine/changes/change";

export const DEFAULT_ID = "prj-default";

/** A project as the service returns it. */
export function project(id: string, attributes: ProjectSettings): Project {
  return {
    ...attributes,
    id,
    workspaceCount: undefined,
    teamCount: undefined,
    permissions: { canUpdate: true, canDestroy: true, canCreateWorkspace: true },
    organization: "acme",
  };
}

/** The service as far as a plan needs it. It rejects what the real one rejects, and writes without effect. */
class SimulatedService {
  readonly #projects: Map<string, Project>;
  readonly #workspaces: Map<string, Workspace>;
  #assignments: NonNullable<ActualOrganization["assignments"]>;

  constructor(private readonly actual: ActualOrganization) {
    this.#assignments = actual.assignments ?? {};
    this.#projects = new Map(actual.projects.map((it) => [it.id, it]));
    this.#workspaces = new Map(actual.workspaces.map((it) => [it.id, it]));
  }

  /**
   * Executes an action. Throws if the service would reject it, or if the state differs from what the action expects.
   */
  execute(action: Change): void {
    switch (action.kind) {
      case "create":
        // A created project always gets the same id, so that organizations can be compared.
        this.#put(`prj-created as ${nameKey(action.after.name)}`, completed(action.after, NO_SETTINGS));
        return;
      case "update": {
        const found = this.#project(action.projectId);
        // What the plan does not know it does not compare, and it stays.
        const compared = settingsFrom((name) => (action.before[name] === undefined ? undefined : found[name]));
        expectSame(compared, action.before, `${action.id}: before`);
        expectDifferent(action.before, action.after, `${action.id}: an update changes something`);
        this.#put(action.projectId, completed(action.after, found));
        return;
      }
      case "set":
      case "unset": {
        const projectId = this.#idOf(action.project);
        const read = this.#assignments[action.type];
        if (read === undefined) throw new Error(`${action.id}: not read.`);
        const found = read.projects[projectId] ?? [];
        const now = found.find(({ object }) => object.id === action.object.id);
        expectSame(now?.attributes ?? null, action.before, `${action.id}: before`);
        const object = read.objects.find(({ id }) => id === action.object.id)!;
        const others = found.filter((it) => it !== now);
        const assigned = action.kind === "set" ? [...others, { object, attributes: action.after }] : others;
        const projects = { ...read.projects, [projectId]: assigned };
        this.#assignments = { ...this.#assignments, [action.type]: { ...read, projects } };
        return;
      }
      case "move": {
        const destination = this.#idOf(action.destination);
        if (action.workspaces.length === 0) throw new Error(`${action.id} moves nothing.`);
        for (const moved of action.workspaces) {
          const workspace = this.#workspaces.get(moved.id)!;
          expectSame(workspace.projectId, moved.from.id, `${action.id}: where ${moved.name} is`);
          expectDifferent(destination, moved.from.id, `${action.id}: where ${moved.name} goes`);
          this.#workspaces.set(workspace.id, { ...workspace, projectId: destination });
        }
        return;
      }
      case "delete": {
        this.#project(action.projectId);
        expectDifferent(action.projectId, DEFAULT_ID, "the default project is never deleted");
        const inside = [...this.#workspaces.values()].filter((it) => it.projectId === action.projectId);
        expectSame(inside, [], `${action.id}: what is in the project`);
        this.#projects.delete(action.projectId);
        // What was assigned goes with it.
        for (const [type, read] of Object.entries(this.#assignments)) {
          const { [action.projectId]: _, ...projects } = read.projects;
          this.#assignments = { ...this.#assignments, [type]: { ...read, projects } };
        }
      }
    }
  }

  /** A project that exists, or that an earlier action has created. */
  #idOf({ id, name }: ProjectTarget): string {
    return this.#project(id ?? [...this.#projects.values()].find((it) => it.name === name)?.id ?? "nowhere").id;
  }

  state(): ActualOrganization {
    const assignments = this.actual.assignments === undefined ? {} : { assignments: this.#assignments };
    return {
      ...this.actual,
      ...assignments,
      projects: sortedById([...this.#projects.values()]),
      workspaces: sortedById([...this.#workspaces.values()]),
    };
  }

  #put(id: string, to: ProjectSettings): void {
    const holder = [...this.#projects.values()].find((it) => nameKey(it.name) === nameKey(to.name));
    if (holder !== undefined && holder.id !== id) throw new Error(`The name ${to.name} is taken by ${holder.id}.`);
    if (to.name.length > 40) throw new Error(`The name ${to.name} is too long.`);
    const { defaultExecutionMode: mode, defaultAgentPoolId: pool } = to;
    if (mode !== undefined && (mode === "agent") !== (pool !== null))
      throw new Error(`Mode ${String(mode)} with agent pool ${String(pool)}.`);
    this.#projects.set(id, project(id, { ...to, tags: to.tags && sortedByKey(to.tags) }));
  }

  #project(id: string): Project {
    const found = this.#projects.get(id);
    if (found === undefined) throw new Error(`The service has no project ${id}.`);
    return found;
  }
}

/** The organization after executing the actions one after the other. */
export function applied(actual: ActualOrganization, actions: readonly Change[]): ActualOrganization {
  const service = new SimulatedService(actual);
  for (const action of actions) service.execute(action);
  return service.state();
}

/** The order of tags has no meaning. */
export function sortedByKey(tags: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(tags).sort(([one], [other]) => (one < other ? -1 : 1)));
}

export function sortedById<T extends { readonly id: string }>(items: readonly T[]): T[] {
  return [...items].sort((one, other) => (one.id < other.id ? -1 : one.id > other.id ? 1 : 0));
}

/** A fast `expect(…).toEqual(…)`, for some hundred thousand comparisons. */
export function expectSame(found: unknown, expected: unknown, what: string): void {
  const [one, other] = [JSON.stringify(found), JSON.stringify(expected)];
  if (one !== other) throw new Error(`${what}:\n  found    ${one}\n  expected ${other}`);
}

export function expectDifferent(found: unknown, unexpected: unknown, what: string): void {
  if (JSON.stringify(found) === JSON.stringify(unexpected)) throw new Error(`${what}: ${JSON.stringify(found)}`);
}
