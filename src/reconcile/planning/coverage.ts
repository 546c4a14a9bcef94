import type { Project, Workspace } from "../../model";
import { compareNames } from "../lists";
import type { ActualOrganization } from "../organization";

/** How much of an organization is managed by the code. The default project always exists, and counts as managed. */
export interface Coverage {
  readonly projects: ManagedShare;
  readonly workspaces: ManagedShare;
  /** Projects that the code neither manages nor refers to, by name. */
  readonly unmanagedProjects: readonly Named[];
  /** Workspaces that no membership names, by name. */
  readonly unmanagedWorkspaces: readonly (Named & { readonly project: Named })[];
}

/** How many of all are managed. */
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
  destinations: ReadonlyMap<string, unknown>,
): Coverage {
  const projects = new Map(actual.projects.map((project) => [project.id, project]));
  const unmanagedWorkspaces = actual.workspaces.filter(({ id }) => !destinations.has(id));
  return {
    projects: { managed: actual.projects.length - unmanagedProjects.length, total: actual.projects.length },
    workspaces: { managed: actual.workspaces.length - unmanagedWorkspaces.length, total: actual.workspaces.length },
    unmanagedProjects: [...unmanagedProjects].sort(compareNames).map(named),
    unmanagedWorkspaces: [...unmanagedWorkspaces].sort(compareNames).map((workspace: Workspace) => {
      const project = projects.get(workspace.projectId) ?? { id: workspace.projectId, name: workspace.projectId };
      return { ...named(workspace), project: named(project) };
    }),
  };
}

function named({ id, name }: Named): Named {
  return { id, name };
}
