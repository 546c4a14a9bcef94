import { matcherOf, type Project, type Workspace } from "../../model";
import type { DeletionCause } from "./action";
import type { IdentifiedOrganization } from "./identity";

/** A project that the plan deletes. */
export interface Deletion {
  readonly project: Project;
  readonly cause: DeletionCause;
  /** Whether its workspaces move to the default project first. */
  readonly evacuate: boolean;
}

/** What an organization has that is not in the code. */
export interface UnmanagedObjects {
  /** Projects that the code neither manages nor refers to, except ignored, dropped and default ones. */
  readonly projects: readonly Project[];
  /** Projects that Terraform would destroy: they are in the state, but no longer in the code. */
  readonly dropped: readonly Deletion[];
  /** Unmanaged objects that are left alone: neither deleted nor moved, and not counted. */
  readonly ignored: {
    readonly patterns: readonly string[];
    /** Projects that have the name or ID of a pattern; the default project may be among them. */
    readonly projects: readonly Project[];
    /** Ids of the workspaces that have the name or ID of a pattern, or are in an ignored project. */
    readonly workspaces: ReadonlySet<string>;
  };
}

/**
 * Finds what the code neither manages nor refers to.
 *
 * @param isManaged - Whether the code says where the workspace with an id belongs.
 * @param patterns - Names of the objects to ignore; what the code names, or a rule places, is never ignored.
 */
export function unmanagedObjects(
  { desired, actual, managed, resolver }: IdentifiedOrganization,
  isManaged: (workspaceId: string) => boolean,
  patterns: readonly string[],
): UnmanagedObjects {
  const rules = (desired.placements ?? []).flatMap((it) => it.rules);
  const owners = [...desired.memberships, ...(desired.assignments ?? []), ...rules];
  const references = [...desired.references, ...owners.map(({ project }) => project)];
  const referred = references.flatMap((reference) => resolver.resolve(reference)?.id ?? []);
  const known = new Set([
    ...managed,
    // A reference alone does not make the default project a managed one.
    ...referred.filter((id) => id !== actual.defaultProjectId),
  ]);
  const matches = matcherOf(patterns);
  const projects = actual.projects.filter(({ id }) => !known.has(id));
  const ignored = projects.filter(matches);
  const ignoredIds = new Set(ignored.map(({ id }) => id));
  const isIgnored = (workspace: Workspace): boolean =>
    !isManaged(workspace.id) && (ignoredIds.has(workspace.projectId) || matches(workspace));
  const kept = new Set([...managed, ...ignoredIds]);
  const cause = desired.undo === undefined ? "dropped" : "undone";
  const dropped = new Map(
    (desired.inState?.droppedProjects ?? []).flatMap(({ id, deletionPolicy }) => {
      const project = resolver.withId(id);
      if (project === undefined || kept.has(id) || deletionPolicy === "retain") return [];
      return [[id, { project, cause, evacuate: deletionPolicy === "evacuate" }] as const];
    }),
  );
  const others = new Set([actual.defaultProjectId, ...ignoredIds, ...dropped.keys()]);
  return {
    projects: projects.filter(({ id }) => !others.has(id)),
    dropped: [...dropped.values()],
    ignored: {
      patterns,
      projects: ignored,
      workspaces: new Set(patterns.length === 0 ? [] : actual.workspaces.filter(isIgnored).map(({ id }) => id)),
    },
  };
}
