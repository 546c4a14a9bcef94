import type { Project, Workspace } from "../../model";
import type { ActualOrganization } from "../actual";
import { compareStrings } from "../lists";

/** How much of an organization is in the code, and what is not. The default project counts as in the code: it is always there. */
export interface Coverage {
  readonly projects: ManagedShare;
  readonly workspaces: ManagedShare;
  /** Projects that the code neither manages nor refers to, by name. */
  readonly unmanagedProjects: readonly Named[];
  /** Workspaces that no membership names, by name. */
  readonly unmanagedWorkspaces: readonly (Named & { readonly project: Named })[];
}

/** So many of so many. */
export interface ManagedShare {
  readonly managed: number;
  readonly total: number;
}

interface Named {
  readonly id: string;
  readonly name: string;
}

export function coverageOf(
  actual: ActualOrganization,
  unmanagedProjects: readonly Project[],
  wantedWorkspaces: ReadonlyMap<string, unknown>,
): Coverage {
  const projects = new Map(actual.projects.map((project) => [project.id, project]));
  const unmanagedWorkspaces = actual.workspaces.filter(({ id }) => !wantedWorkspaces.has(id));
  return {
    projects: { managed: actual.projects.length - unmanagedProjects.length, total: actual.projects.length },
    workspaces: { managed: actual.workspaces.length - unmanagedWorkspaces.length, total: actual.workspaces.length },
    unmanagedProjects: byName(unmanagedProjects).map(named),
    unmanagedWorkspaces: byName(unmanagedWorkspaces).map((workspace: Workspace) => {
      const project = projects.get(workspace.projectId) ?? { id: workspace.projectId, name: workspace.projectId };
      return { ...named(workspace), project: named(project) };
    }),
  };
}

function named({ id, name }: Named): Named {
  return { id, name };
}

function byName<T extends Named>(items: readonly T[]): readonly T[] {
  return [...items].sort((one, other) => compareStrings(one.name, other.name));
}
