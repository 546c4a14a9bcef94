import { compareNames } from "../../reconcile/lists";
import { named, projectNames, type NamedObject } from "../actual-organization";
import { isManaged, type Places } from "./destinations";
import type { DriftOptions } from "./plan-options";
import type { IdentifiedOrganization } from "./identity";

/** How much of an organization is managed by the code. Ignored objects are counted neither as managed nor in totals. */
export interface Coverage {
  readonly projects: ManagedShare;
  readonly workspaces: ManagedShare;
  /**
   * The default project is never among the unmanaged projects, but counts as managed only if the code manages it. One
   * that the token does not see is not counted, and there may be others.
   */
  readonly defaultProject: "managed" | "unmanaged" | "ignored" | "hidden";
  /** Projects that the code neither manages nor refers to, by name; never the default project. */
  readonly unmanagedProjects: readonly NamedObject[];
  /** Workspaces that no membership names, no rule places, and no `tfe_workspace` puts into a project, by name. */
  readonly unmanagedWorkspaces: readonly UnmanagedWorkspace[];
  readonly ignored: IgnoredCounts;
}

/** How many of all are managed. */
export interface ManagedShare {
  readonly managed: number;
  readonly total: number;
}

/** How many unmanaged objects have the name of a pattern; workspaces also if their project has. */
export interface IgnoredCounts {
  readonly patterns: readonly string[];
  readonly projects: number;
  readonly workspaces: number;
}

/** A workspace that no membership names, no rule places, and no `tfe_workspace` puts into a project. */
export interface UnmanagedWorkspace extends NamedObject {
  readonly project: NamedObject;
  /** Whether the code manages its project: then the workspace was put there out of band. */
  readonly isInManagedProject: boolean;
}

/** Numbers of unmanaged objects that count as drift. */
export interface UnmanagedDrift {
  readonly projects: number;
  /** Workspaces in projects that the code manages. */
  readonly workspaces: number;
}

export function coverageOf({ actual, managed, resolver }: IdentifiedOrganization, places: Places): Coverage {
  const nameOf = projectNames(actual);
  const { unmanaged } = places;
  const { ignored } = unmanaged;
  const defaultProject = managed.has(actual.defaultProjectId)
    ? "managed"
    : ignored.projects.some(({ id }) => id === actual.defaultProjectId)
      ? "ignored"
      : resolver.withId(actual.defaultProjectId) !== undefined
        ? "unmanaged"
        : "hidden";
  const total = actual.projects.length - ignored.projects.length;
  const workspaces = actual.workspaces.filter(({ id }) => !ignored.workspaces.has(id));
  const unmanagedWorkspaces = workspaces.filter(({ id }) => !isManaged(places, id));
  return {
    projects: { managed: total - unmanaged.projects.length - (defaultProject === "unmanaged" ? 1 : 0), total },
    workspaces: { managed: workspaces.length - unmanagedWorkspaces.length, total: workspaces.length },
    defaultProject,
    unmanagedProjects: [...unmanaged.projects].sort(compareNames).map(named),
    unmanagedWorkspaces: unmanagedWorkspaces.sort(compareNames).map((workspace) => {
      const project = nameOf(workspace.projectId);
      return { ...named(workspace), project, isInManagedProject: managed.has(workspace.projectId) };
    }),
    ignored: { ...ignored, projects: ignored.projects.length, workspaces: ignored.workspaces.size },
  };
}

/**
 * Unmanaged objects count with `strict`. The default project exists in every organization, so it is no drift.
 *
 * @param workspaces - Those that are not misplaced, which counts already.
 */
export function unmanagedDriftOf(
  { unmanagedProjects }: Coverage,
  workspaces: readonly UnmanagedWorkspace[],
  { strict = false }: Pick<DriftOptions, "strict">,
): UnmanagedDrift {
  if (!strict) return { projects: 0, workspaces: 0 };
  return {
    projects: unmanagedProjects.length,
    workspaces: workspaces.filter(({ isInManagedProject }) => isInManagedProject).length,
  };
}

/** Rounded down: 100 means all of them. 100 if there are none. */
export function percentOf({ managed, total }: ManagedShare): number {
  return total === 0 ? 100 : Math.floor((managed * 1000) / total) / 10;
}
