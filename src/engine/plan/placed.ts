import { nameKey, type Workspace } from "../../model";
import { indexBy } from "../../reconcile/lists";
import { named, projectNames, type ActualOrganization, type DesiredOrganization } from "../organization";
import type { ProjectTarget } from "./action";
import type { ProjectResolver } from "./project-resolver";
import type { Deletion } from "./unmanaged";
import type { MisplacedWorkspace, PlanWarning } from "./warnings";

/** A workspace that the code of a `tfe_workspace` puts into a project: Terraform moves it, and no plan of ours does. */
export interface PlacedWorkspace {
  readonly workspace: Workspace;
  /** Of the `tfe_workspace`. */
  readonly address: string;
  /** Undefined when only Terraform knows it. */
  readonly to: ProjectTarget | undefined;
}

/**
 * The workspaces that `tfe_workspace` resources put into projects, by ID. A resource whose code was not read may set no
 * project, so its workspace is not among them.
 *
 * @param isFree - Whether no membership has a workspace: that one moves it.
 */
export function placedWorkspaces(
  { tfeWorkspaces = [] }: Pick<DesiredOrganization, "tfeWorkspaces">,
  { workspaces }: Pick<ActualOrganization, "workspaces">,
  resolver: ProjectResolver,
  isFree: (workspace: Workspace) => boolean,
): ReadonlyMap<string, PlacedWorkspace> {
  if (tfeWorkspaces.length === 0) return new Map();
  const byId = indexBy(workspaces, ({ id }) => id);
  const byName = indexBy(workspaces, ({ name }) => nameKey(name));
  const placed = tfeWorkspaces.flatMap(({ address, id, name, project, certainty }): readonly PlacedWorkspace[] => {
    const workspace = id === undefined ? byName.get(nameKey(name ?? "")) : byId.get(id);
    if (certainty === "recorded" || workspace === undefined || !isFree(workspace)) return [];
    return [{ workspace, address, to: project && resolver.resolve(project) }];
  });
  return indexBy(placed, ({ workspace }) => workspace.id);
}

/** Whether a workspace is in another project than its code sets, or may be: only Terraform knows that one. */
export function isLeaving({ workspace, to }: PlacedWorkspace): boolean {
  return to?.id !== workspace.projectId;
}

/**
 * The workspaces that are in another project than the known one that their code sets. A project that is deleted, and
 * not evacuated, is refused with what to do about them.
 */
export function misplacedWarnings(
  placed: ReadonlyMap<string, PlacedWorkspace>,
  deletions: readonly Deletion[],
  actual: ActualOrganization,
): readonly PlanWarning[] {
  const nameOf = projectNames(actual);
  const refused = new Set(deletions.flatMap(({ project, evacuate }) => (evacuate ? [] : [project.id])));
  const workspaces = [...placed.values()].flatMap((it): readonly MisplacedWorkspace[] => {
    const { workspace, address, to } = it;
    if (to === undefined || !isLeaving(it) || refused.has(workspace.projectId)) return [];
    const from = nameOf(workspace.projectId);
    return [{ address, workspace: named(workspace), from, to: to.name }];
  });
  if (workspaces.length === 0) return [];
  return [{ kind: "misplaced", addresses: workspaces.map(({ address }) => address), workspaces }];
}
