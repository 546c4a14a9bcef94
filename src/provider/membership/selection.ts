import {
  nameKey,
  RESOURCES,
  type MembershipConfig,
  type MembershipPlan,
  type MembershipState,
  type Workspace,
} from "../../model";
import { isFullyKnown, isKnown, sameValue, UNKNOWN } from "../../plugin";
import { resolveWorkspaces, type OrganizationView, type RenamedWorkspace } from "../../reconcile";
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

/** The workspaces that the lists of the code name. */
export interface Selection {
  readonly found: readonly Workspace[];
  readonly missingIds: readonly string[];
  /** Names that neither a workspace has, nor a renamed member had. */
  readonly missingNames: readonly string[];
  /** Members that the code refers to by a former name. They are not found by it, but stay where they are. */
  readonly renamed: readonly RenamedWorkspace[];
}

/**
 * @param names - Of members, as stored with the membership. A renamed one is recognized by its ID.
 * @param first - The workspaces that an earlier plan of the same change has found.
 */
export async function select(
  view: OrganizationView,
  lists: KnownLists,
  names: StoredMembership["names"],
  first: PlannedMembership["found"] | undefined,
): Promise<Selection> {
  const { workspace_ids: ids, workspace_names: wanted } = lists;
  // Reads again which workspaces exist only if some need not.
  if (first !== undefined && !lists.isTolerant) view.workspaces.recordEarlier(first);
  const { found, missingIds, missingNames } =
    first === undefined ? await resolveWorkspaces(view, ids ?? [], wanted ?? []) : among(first, lists);
  const renamed = await renamedMembers(view, missingNames, found, names);
  const isRenamed = new Set(renamed.map(({ from }) => from));
  return { found, missingIds, missingNames: missingNames.filter((name) => !isRenamed.has(name)), renamed };
}

function among(
  found: readonly Workspace[],
  { workspace_ids: ids, workspace_names: names }: SetLists,
): Omit<Selection, "renamed"> {
  const known = new Set(found.map(({ id }) => id));
  const keys = new Set(found.map(({ name }) => nameKey(name)));
  return {
    found,
    missingIds: (ids ?? []).filter((id) => !known.has(id)),
    missingNames: (names ?? []).filter((name) => !keys.has(nameKey(name))),
  };
}

async function renamedMembers(
  view: OrganizationView,
  missingNames: readonly string[],
  found: readonly Workspace[],
  names: StoredMembership["names"],
): Promise<readonly RenamedWorkspace[]> {
  const isFound = new Set(found.map(({ id }) => id));
  const idOf = new Map([...names].map(([id, name]) => [nameKey(name), id]));
  const renamed = missingNames.map(async (from): Promise<readonly RenamedWorkspace[]> => {
    const id = idOf.get(nameKey(from));
    const workspace = id === undefined || isFound.has(id) ? undefined : await view.workspaces.byId(id);
    return workspace === undefined ? [] : [{ from, id: workspace.id, to: workspace.name }];
  });
  return (await Promise.all(renamed)).flat();
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
