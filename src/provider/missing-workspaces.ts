import { isNamed, type MembershipState, type SelectionReason, type Workspace } from "../model";
import type { Diagnostics } from "../plugin";
import {
  renamedText,
  renamedWorkspaces,
  workspacesNotFound,
  WorkspacesNotFoundError,
  type OrganizationView,
  type RenamedWorkspace,
} from "../reconcile";
import type { DynamicConfig, SetLists } from "./membership-selection";

/** Words of the lists that no workspace has. */
interface MissingWords {
  readonly missingIds: readonly string[];
  readonly missingNames: readonly string[];
}

/** A workspace that a membership selects, and why. */
interface Selected {
  readonly workspace: Pick<Workspace, "id" | "name">;
  readonly reason: SelectionReason;
}

type Lists = SetLists & Pick<DynamicConfig, "missing_workspaces">;

/**
 * Members that the code names by a name which they no longer have. They are known by their IDs, in the state or in the
 * code, and no name and no rule selects them.
 */
export async function renamedMembers(
  view: OrganizationView,
  { selected, missingNames }: MissingWords & { readonly selected: readonly Selected[] },
  lists: Lists,
  prior: MembershipState | null,
): Promise<readonly RenamedWorkspace[]> {
  if (missingNames.length === 0) return [];
  const ids = new Set([...(prior?.workspace_ids ?? []), ...(lists.workspace_ids ?? [])]);
  const names = { workspaceIds: [], workspaceNames: lists.workspace_names ?? [] };
  for (const { workspace, reason } of selected) {
    if (reason.by !== "id" || isNamed(names, workspace)) ids.delete(workspace.id);
  }
  // A plan that only warns reads nothing for it; a refresh has read the members.
  const { workspaces } = view;
  const known =
    lists.missing_workspaces === "warn"
      ? [...ids].map((id) => workspaces.peek(id))
      : await Promise.all([...ids].map((id) => workspaces.byId(id)));
  return renamedWorkspaces(
    missingNames,
    known.flatMap((workspace) => workspace ?? []),
  );
}

/**
 * Adds errors about words that no workspace has, or warnings with `missing_workspaces`.
 *
 * @param renamed - From {@link renamedMembers}.
 * @param found - Workspaces that are not suggested.
 */
export async function reportMissing(
  view: OrganizationView,
  { missingIds, missingNames }: MissingWords,
  renamed: readonly RenamedWorkspace[],
  lists: Lists,
  found: readonly Workspace[],
  diagnostics: Diagnostics,
): Promise<void> {
  const report = (summary: string, detail: string, attribute: keyof SetLists): void => {
    if (lists.missing_workspaces === "warn") diagnostics.warning(summary, detail, [attribute]);
    else diagnostics.error(summary, detail, [attribute]);
  };
  if (renamed.length > 0) {
    report("Workspace renamed", renamedText(renamed), "workspace_names");
  }
  const isRenamed = new Set(renamed.map(({ from }) => from));
  const others = missingNames.filter((name) => !isRenamed.has(name));
  for (const [attribute, missing] of [
    ["workspace_ids", missingIds],
    ["workspace_names", others],
  ] as const) {
    if (missing.length === 0) continue;
    report("Workspace not found", await notFoundText(view, attribute, missing, lists, found), attribute);
  }
}

async function notFoundText(
  view: OrganizationView,
  attribute: keyof SetLists,
  missing: readonly string[],
  lists: Lists,
  found: readonly Workspace[],
): Promise<string> {
  const isTolerated = lists.missing_workspaces === "warn";
  const { message } =
    isTolerated && !view.workspaces.isComplete
      ? new WorkspacesNotFoundError(view.name, missing)
      : await workspacesNotFound(view, missing, found);
  if (isTolerated) return message;
  const created =
    attribute === "workspace_names"
      ? " For a workspace that is created in the same apply, use its ID in workspace_ids instead: the ID is known " +
        "only after the workspace is created."
      : "";
  return (
    `${message}\n\n` +
    `Remove workspaces that were deleted from the configuration, and update names that were changed.${created}`
  );
}
