import type { Emulator } from "../../../src/emulator";
import { PROVIDERS, type Hidden } from "./given";

/*
 * What applies to workspaces, by the documentation of the service: a model of its own, which reads the state of the
 * emulator, and shares nothing with the client and the engine.
 */

/** What applies to a workspace, and what its runs can do. */
export interface Applying {
  readonly projectId: string;
  /** The part of the subject of its runs that names the project. */
  readonly subject: string;
  /** To what its runs authenticate. */
  readonly providers: readonly string[];
  /** By kind: the name of each object, with `#` and an ID where others have the same name; and its value. */
  readonly kinds: Readonly<Record<Kind, ReadonlyMap<string, string | undefined>>>;
  readonly settings: Readonly<Record<"autoDestroyActivityDuration" | "defaultExecutionMode", string | null>>;
  /** Names of the workspaces whose states its runs may read because these share them with the project. */
  readonly reads: ReadonlySet<string>;
}

export const KINDS = ["teamAccess", "variableSets", "policySets", "tags", "runTasks", "notifications"] as const;
export type Kind = (typeof KINDS)[number];

export type State = ReturnType<Emulator["state"]>["organizations"][number];

type Named = readonly [name: string, value: string | undefined];

function accessTo({ teams }: State, projectId: string): readonly Named[] {
  return teams.flatMap((team) => {
    const level = team.projects[projectId];
    return level === undefined ? [] : [[team.name, level] as const];
  });
}

/** What is deleted with a project: the kinds of objects that it has, or that are linked to it. */
export function deletedWith(state: State, projectId: string, hidden: Hidden): Readonly<Partial<Record<Kind, Named[]>>> {
  const linked = (sets: readonly { readonly name: string; readonly projectIds: readonly string[] }[]): Named[] =>
    sets.filter(({ projectIds }) => projectIds.includes(projectId)).map(({ name }) => [name, undefined]);
  const { tags } = state.projects.find(({ id }) => id === projectId)!;
  return {
    teamAccess: [...accessTo(state, projectId)],
    variableSets: linked(state.variableSets),
    policySets: linked(state.policySets),
    tags: Object.entries(tags).map(([key, value]) => [key, value ?? ""]),
    notifications: (hidden.notifications.get(projectId) ?? []).map((kind) => [kind, undefined]),
  };
}

/** By the name of the workspace. */
export function applyingIn(state: State, hidden: Hidden): ReadonlyMap<string, Applying> {
  const found = state.projects.flatMap((project) =>
    project.workspaces.map((workspace) => {
      const { id, name } = workspace;
      const own = hidden.workspaces.get(name)!;
      const sets = state.variableSets.filter(
        (set) => set.global || set.projectIds.includes(project.id) || set.workspaceIds.includes(id),
      );
      const policies = state.policySets.filter(
        (set) =>
          set.projectIds.includes(project.id) ||
          set.workspaceIds.includes(id) ||
          (set.global && !set.excludedProjectIds.includes(project.id)),
      );
      const variables = [...workspace.variables, ...sets.flatMap((set) => set.variables)];
      const keys = variables.map(({ key }) => key);
      const it: Applying = {
        projectId: project.id,
        subject: `organization:${state.name}:project:${project.name}`,
        providers: Object.entries(PROVIDERS).flatMap(([provider, key]) => (keys.includes(key) ? provider : [])),
        kinds: {
          teamAccess: new Map(accessTo(state, project.id)),
          variableSets: new Map(sets.map((set) => [set.name, undefined])),
          policySets: new Map(policies.map((set) => [set.name, undefined])),
          tags: new Map(
            Object.entries(project.tags).flatMap(([key, value]) =>
              hidden.readsTags && key in workspace.tags ? [] : [[key, value ?? ""] as const],
            ),
          ),
          runTasks: new Map(hidden.tasks.get(project.id) ?? []),
          notifications: new Map(
            (hidden.notifications.get(project.id) ?? []).map((kind) => [`${kind}#${project.id}`, undefined]),
          ),
        },
        settings: {
          autoDestroyActivityDuration: own.duration ?? project.autoDestroyActivityDuration,
          defaultExecutionMode: project.executionMode,
        },
        reads: new Set(
          project.workspaces
            .filter((other) => other.id !== id && hidden.workspaces.get(other.name)!.sharesState)
            .map((other) => other.name),
        ),
      };
      return [name, it] as const;
    }),
  );
  return new Map(found);
}
