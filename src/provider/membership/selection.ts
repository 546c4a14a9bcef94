import { selectWorkspaces, type WorkspaceSelection } from "../../decide";
import {
  nameKey,
  RESOURCES,
  WorkspaceIndex,
  type MembershipConfig,
  type MembershipPlan,
  type MembershipState,
  type Workspace,
} from "../../model";
import { isFullyKnown, isKnown, sameValue, UNKNOWN } from "../../plugin";
import { readEach, readListed, type OrganizationView } from "../../reconcile";
import type { PlannedMembership, SetLists, StoredMembership } from "./private-state";

/*
 * Terraform plans a membership twice, in two processes, and both plans must be equal, even if a workspace is created or
 * renamed in between. So no plan has what it has looked up: the list that the code leaves out is that of the state, or
 * known after apply.
 */

/** The lists of the code, and what happens if one of their workspaces does not exist. */
export interface KnownLists extends SetLists {
  readonly isTolerant: boolean;
}

/** Undefined while any of them is unknown. */
export function knownLists({
  workspace_ids: ids,
  workspace_names: names,
  missing_workspaces: missing,
}: MembershipConfig): KnownLists | undefined {
  if (!isFullyKnown(ids) || !isFullyKnown(names) || !isKnown(missing)) return undefined;
  // Fully known.
  const lists = { workspace_ids: ids, workspace_names: names } as SetLists;
  return { ...lists, isTolerant: missing === "warn" };
}

/** The lists in a plan: those of the code; else that of the state if its other list equals the code's. */
export function plannedLists(
  { workspace_ids: ids, workspace_names: names }: MembershipConfig,
  prior: MembershipState | null,
): Pick<MembershipPlan, "workspace_ids" | "workspace_names"> {
  const { attributes } = RESOURCES.tfprojects_workspace_membership;
  const isInState = (name: keyof SetLists, value: unknown): boolean =>
    prior !== null && sameValue(attributes[name].type, value, prior[name]);
  return {
    workspace_ids: ids ?? (prior !== null && isInState("workspace_names", names) ? prior.workspace_ids : UNKNOWN),
    workspace_names: names ?? (prior !== null && isInState("workspace_ids", ids) ? prior.workspace_names : UNKNOWN),
  };
}

/**
 * Finds the workspaces that the lists of the code name.
 *
 * @param names - Of members, as stored with the membership. A renamed one is recognized by its ID.
 * @param first - The workspaces that an earlier plan of the same change has found.
 */
export async function select(
  view: OrganizationView,
  { workspace_ids: workspaceIds, workspace_names: workspaceNames, isTolerant }: KnownLists,
  names: StoredMembership["names"],
  first: PlannedMembership["found"] | undefined,
): Promise<WorkspaceSelection> {
  const lists = { workspaceIds: workspaceIds ?? [], workspaceNames: workspaceNames ?? [] };
  // Reads again which workspaces exist only if some need not.
  if (first !== undefined && !isTolerant) view.workspaces.recordEarlier(first);
  const listed = first === undefined ? await readListed(view, lists) : new WorkspaceIndex(first);
  const idOf = new Map([...names].map(([id, name]) => [nameKey(name), id]));
  const notFound = lists.workspaceNames.filter((name) => listed.withName(name) === undefined);
  const former = await readEach(notFound, async (name) => {
    const id = idOf.get(nameKey(name));
    return id === undefined ? undefined : (listed.withId(id) ?? view.workspaces.byId(id));
  });
  return selectWorkspaces(lists, listed, (name) => former.get(name));
}

/**
 * The names to store with an applied membership: those of the code, or else of the workspaces.
 *
 * @param former - The former names of renamed members.
 */
export function namesToStore(
  lists: SetLists,
  found: readonly Workspace[],
  former: Iterable<readonly [id: string, name: string]>,
): StoredMembership["names"] {
  const spelling = new Map((lists.workspace_names ?? []).map((name) => [nameKey(name), name]));
  return new Map([...found.map(({ id, name }) => [id, spelling.get(nameKey(name)) ?? name] as const), ...former]);
}
