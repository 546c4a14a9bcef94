import type { Project, Workspace } from "../../model";
import type { ActualOrganization } from "../actual";
import { compared } from "../lists";

/** How much of an organization is in the code, and what is not. The default project counts as in the code: it is always there. */
export interface Coverage {
  readonly projects: Share;
  readonly workspaces: Share;
  /** Projects that the code neither manages nor refers to, by name. */
  readonly projectsOutside: readonly Named[];
  /** Workspaces that no membership names, by name. */
  readonly workspacesOutside: readonly (Named & { readonly project: Named })[];
}

/** So many of so many. */
export interface Share {
  readonly inCode: number;
  readonly total: number;
}

interface Named {
  readonly id: string;
  readonly name: string;
}

export function coverageOf(
  actual: ActualOrganization,
  projectsOutside: readonly Project[],
  wantedWorkspaces: ReadonlyMap<string, unknown>,
): Coverage {
  const projects = new Map(actual.projects.map((project) => [project.id, project]));
  const workspacesOutside = actual.workspaces.filter(({ id }) => !wantedWorkspaces.has(id));
  return {
    projects: { inCode: actual.projects.length - projectsOutside.length, total: actual.projects.length },
    workspaces: { inCode: actual.workspaces.length - workspacesOutside.length, total: actual.workspaces.length },
    projectsOutside: byName(projectsOutside).map(named),
    workspacesOutside: byName(workspacesOutside).map((workspace: Workspace) => {
      const project = projects.get(workspace.projectId) ?? { id: workspace.projectId, name: workspace.projectId };
      return { ...named(workspace), project: named(project) };
    }),
  };
}

function named({ id, name }: Named): Named {
  return { id, name };
}

function byName<T extends Named>(items: readonly T[]): readonly T[] {
  return [...items].sort((one, other) => compared(one.name, other.name));
}
