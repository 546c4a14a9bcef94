import type { Workspace, WorkspaceIndex } from "../model";

/** The lists of a membership. */
export interface WorkspaceLists {
  readonly workspaceIds: readonly string[];
  readonly workspaceNames: readonly string[];
}

/** How to find the workspaces of lists. */
export type WorkspaceFinder = Pick<WorkspaceIndex, "withId" | "withName">;

/** A workspace that lists name, and by what. */
interface SelectedWorkspace {
  readonly workspace: Workspace;
  readonly by: "id" | "name";
}

/** A workspace whose name differs from the one in the code. */
export interface RenamedWorkspace {
  /** The name in the code. */
  readonly from: string;
  readonly id: string;
  /** The current name. */
  readonly to: string;
}

/** What the lists of a membership name. */
export interface WorkspaceSelection {
  /** Each once. */
  readonly selected: readonly SelectedWorkspace[];
  /** IDs that no workspace has. */
  readonly missingIds: readonly string[];
  /** Names that no workspace has, except those in `renamed`. */
  readonly missingNames: readonly string[];
  /** Members that the lists refer to by a former name. They are not selected by it, but stay where they are. */
  readonly renamed: readonly RenamedWorkspace[];
}

/**
 * Finds the workspaces that the lists of a membership name. Pure.
 *
 * @param withFormerName - The member that certainly had this name. @default none is known
 */
export function selectWorkspaces(
  { workspaceIds, workspaceNames }: WorkspaceLists,
  workspaces: WorkspaceFinder,
  withFormerName: (name: string) => Workspace | undefined = () => undefined,
): WorkspaceSelection {
  const selected = new Map<string, SelectedWorkspace>();
  const select = (by: SelectedWorkspace["by"], workspace: Workspace | undefined): boolean => {
    if (workspace !== undefined && !selected.has(workspace.id)) selected.set(workspace.id, { workspace, by });
    return workspace !== undefined;
  };
  const missingIds = workspaceIds.filter((id) => !select("id", workspaces.withId(id)));
  const notFound = workspaceNames.filter((name) => !select("name", workspaces.withName(name)));
  const renamed = notFound.flatMap((from): readonly RenamedWorkspace[] => {
    const member = withFormerName(from);
    return member === undefined || selected.has(member.id) ? [] : [{ from, id: member.id, to: member.name }];
  });
  const isRenamed = new Set(renamed.map(({ from }) => from));
  const missingNames = notFound.filter((name) => !isRenamed.has(name));
  return { selected: [...selected.values()], missingIds, missingNames, renamed };
}
