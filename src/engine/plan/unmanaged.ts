import type { Project, Workspace } from "../../model";
import { matcherOf } from "./name-pattern";
import type { ActualOrganization, DesiredOrganization } from "../organization";
import type { Identity } from "./identity";
import type { ProjectResolver } from "./project-resolver";

/** What an organization has beside the code. */
export interface UnmanagedObjects {
  /** Projects that the code neither manages nor refers to, except ignored ones; never the default project. */
  readonly projects: readonly Project[];
  readonly ignored: IgnoredObjects;
}

/** Unmanaged objects that are left alone: neither deleted nor moved, and not counted. */
export interface IgnoredObjects {
  readonly patterns: readonly string[];
  /** Projects that have the name or ID of a pattern; the default project may be among them. */
  readonly projects: readonly Project[];
  /** Ids of the workspaces that have the name or ID of a pattern, or are in an ignored project. */
  readonly workspaces: ReadonlySet<string>;
}

/**
 * Finds what the code neither manages nor refers to.
 *
 * @param members - By id, the workspaces that memberships name.
 * @param patterns - Names of the objects to ignore; what the code names is never ignored.
 */
export function unmanagedObjects(
  desired: DesiredOrganization,
  actual: ActualOrganization,
  { identity, resolver }: { readonly identity: Identity; readonly resolver: ProjectResolver },
  members: ReadonlyMap<string, unknown>,
  patterns: readonly string[],
): UnmanagedObjects {
  const references = [...desired.references, ...desired.memberships.map(({ project }) => project)];
  const referred = references.flatMap((reference) => resolver.resolve(reference)?.id ?? []);
  const known = new Set([
    ...[...identity.values()].map(({ id }) => id),
    // A reference alone does not make the default project a managed one.
    ...referred.filter((id) => id !== actual.defaultProjectId),
  ]);
  const matches = matcherOf(patterns);
  const projects = actual.projects.filter(({ id }) => !known.has(id));
  const ignored = projects.filter(matches);
  const ignoredIds = new Set(ignored.map(({ id }) => id));
  const isIgnored = (workspace: Workspace): boolean =>
    !members.has(workspace.id) && (ignoredIds.has(workspace.projectId) || matches(workspace));
  return {
    projects: projects.filter(({ id }) => id !== actual.defaultProjectId && !ignoredIds.has(id)),
    ignored: {
      patterns,
      projects: ignored,
      workspaces: new Set(patterns.length === 0 ? [] : actual.workspaces.filter(isIgnored).map(({ id }) => id)),
    },
  };
}
