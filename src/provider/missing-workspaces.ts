import { isNamed, type MembershipState, type SelectionReason, type Workspace } from "../model";
import type { ConfiguredContext } from "../plugin";
import {
  renamedText,
  renamedWorkspaces,
  WorkspacesNotFoundError,
  type OrganizationView,
  type RenamedWorkspace,
} from "../reconcile";
import type { DynamicConfig, SetLists } from "./membership-selection";
import type { ProviderData } from "./provider-data";

/** Words of the lists that match no workspace. */
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
 * Members that the code refers to by a former name. Their IDs are known, from the state or the code, and no other name
 * and no rule selects them.
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
  // A plan that only warns sends no requests for this; the refresh has read the members.
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
 * Adds errors about words that match no workspace; with `missing_workspaces`, warnings.
 *
 * @param renamed - From {@link renamedMembers}.
 * @param found - Workspaces that are not suggested, like those of other memberships.
 */
export async function reportMissing(
  view: OrganizationView,
  { missingIds, missingNames }: MissingWords,
  renamed: readonly RenamedWorkspace[],
  lists: Lists,
  found: readonly Workspace[],
  { provider, diagnostics }: Pick<ConfiguredContext<ProviderData>, "provider" | "diagnostics">,
): Promise<void> {
  const isTolerated = lists.missing_workspaces === "warn";
  const report = (summary: string, detail: string, attribute: keyof SetLists): void => {
    if (isTolerated) diagnostics.warning(summary, detail, [attribute]);
    else diagnostics.error(summary, detail, [attribute]);
  };
  if (renamed.length > 0) report("Workspace renamed", renamedText(renamed), "workspace_names");
  const isRenamed = new Set(renamed.map(({ from }) => from));
  const notRenamed = missingNames.filter((name) => !isRenamed.has(name));
  for (const [attribute, missing] of [
    ["workspace_ids", missingIds],
    ["workspace_names", notRenamed],
  ] as const) {
    if (missing.length === 0) continue;
    // A warning sends no requests for suggestions.
    const isSought = (!isTolerated || view.workspaces.isComplete) && provider.soughtSuggestions.add(missing);
    const others = isSought ? await freeNames(view, found, provider) : [];
    const { message } = new WorkspacesNotFoundError(view.name, missing, others);
    report("Workspace not found", isTolerated ? message : `${message}\n\n${remedy(attribute)}`, attribute);
  }
}

/** Names of the workspaces that no membership of the plan so far has. None if they cannot be read. */
async function freeNames(
  view: OrganizationView,
  found: readonly Workspace[],
  { plannedWorkspaces }: ProviderData,
): Promise<readonly string[]> {
  const all = await view.workspaces.all().catch((): readonly Workspace[] => []);
  const known = new Set(found.map(({ id }) => id));
  return all.filter(({ id }) => !known.has(id) && !plannedWorkspaces.isClaimed(id)).map(({ name }) => name);
}

function remedy(attribute: keyof SetLists): string {
  const created =
    attribute === "workspace_names"
      ? " For a workspace that is created in the same apply, use its ID in workspace_ids instead: the ID is known " +
        "only after the workspace is created."
      : "";
  return `Remove workspaces that were deleted from the configuration, and update names that were changed.${created}`;
}
