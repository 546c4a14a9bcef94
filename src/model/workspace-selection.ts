import type { Workspace } from "./workspace";
import type { WorkspaceIndex } from "./workspace-index";

/**
 * What happens if a workspace in the lists of a membership does not exist. `error`: nothing is planned; `warn`: the
 * other workspaces are planned.
 */
export const MISSING_WORKSPACES = ["error", "warn"] as const;

/** The lists of a membership. */
interface WorkspaceLists {
  readonly workspaceIds: readonly string[];
  readonly workspaceNames: readonly string[];
}

/** A workspace that the lists of a membership name, and by what. */
interface NamedWorkspace {
  readonly workspace: Workspace;
  readonly by: "id" | "name";
}

/** What the lists of a membership name. */
export interface NamedWorkspaces {
  /** Each once. */
  readonly selected: readonly NamedWorkspace[];
  /** IDs that no workspace has. */
  readonly missingIds: readonly string[];
  /** Names that no workspace has. */
  readonly missingNames: readonly string[];
}

/** The workspaces that the lists of a membership name. Pure. */
export function selectNamed(
  { workspaceIds, workspaceNames }: WorkspaceLists,
  workspaces: WorkspaceIndex,
): NamedWorkspaces {
  const selected = new Map<string, NamedWorkspace>();
  const missing = (words: readonly string[], find: (word: string) => Workspace | undefined, by: "id" | "name") =>
    words.filter((word) => {
      const workspace = find(word);
      if (workspace !== undefined && !selected.has(workspace.id)) selected.set(workspace.id, { workspace, by });
      return workspace === undefined;
    });
  const missingIds = missing(workspaceIds, (id) => workspaces.withId(id), "id");
  const missingNames = missing(workspaceNames, (name) => workspaces.withName(name), "name");
  return { selected: [...selected.values()], missingIds, missingNames };
}
