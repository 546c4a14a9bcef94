import { nameKey, selectionRule, type MembershipState, type SelectedWorkspace, type Workspace } from "../model";
import type { Diagnostics } from "../plugin";
import type { OrganizationView } from "../reconcile";
import { warnOfDrift } from "./membership-drift-warnings";
import { mapOf, NO_LISTS, selectLive, type SetLists } from "./membership-selection";
import { ownMember } from "../own-member";

/** The attributes of a membership that a refresh updates. */
type ObservedMembership = Pick<MembershipState, "workspace_ids" | "workspace_names" | "matched_workspaces">;

/**
 * The state of a membership after a refresh: without workspaces that left its project and, if it is exclusive, with
 * those that entered the project. With a rule, also with matching workspaces in the project, and with a map of all
 * workspaces that lists and rule select in any project. A warning lists all changes, and where the workspaces are.
 *
 * @param lists - The lists that the code set at the last apply; others are computed. Undefined if unknown.
 */
export async function observedMembership(
  view: OrganizationView,
  recorded: MembershipState,
  lists: SetLists | undefined,
  inside: readonly Workspace[],
  diagnostics: Diagnostics,
): Promise<ObservedMembership> {
  const rule = selectionRule(recorded);
  const { selected } =
    rule === undefined
      ? { selected: undefined }
      : await selectLive(view, lists ?? NO_LISTS, rule, [recorded.project_id]);
  const members = new Members(recorded, inside, selected);
  const lost = await lostWorkspaces(view, recorded, inside, members.map);
  // Fails if the token does not see every workspace of the project.
  if (lost.goneIds.length + lost.goneNames.length > 0) await view.allInProject(recorded.project_id);
  const isKept = recorded.missing_workspaces === "warn";
  const keptIds = isKept && isSet(lists, "workspace_ids") ? lost.goneIds : [];
  const keptNames = isKept && isSet(lists, "workspace_names") ? lost.goneNames : [];

  const insideIds = new Set(inside.map(({ id }) => id));
  const parallel = members.areParallel(lost.byName);
  await warnOfDrift(view, recorded, diagnostics, {
    moved: distinct([...lost.byId, ...lost.byName]).filter((workspace) => !insideIds.has(workspace.id)),
    deleted: lost.goneIds.filter((id) => !keptIds.includes(id)),
    missingNames: lost.goneNames,
    renamed: renamedMembers(recorded, members, parallel),
    added: members.added,
    selected,
    known: distinct([...inside, ...lost.byId, ...lost.unmatched]),
  });
  if (lists !== undefined) {
    return {
      workspace_ids: isSet(lists, "workspace_ids")
        ? [...members.inIds(isSet(lists, "workspace_names")), ...keptIds]
        : members.all.map(({ id }) => id),
      workspace_names: isSet(lists, "workspace_names")
        ? [...members.inNames(), ...keptNames]
        : members.all.map((it) => members.spelled(it)),
      matched_workspaces: members.map,
    };
  }
  return {
    workspace_ids: parallel ? members.all.map(({ id }) => id) : members.inIdsOnly(),
    workspace_names: parallel ? members.all.map((it) => members.spelled(it)) : members.inNames(),
    matched_workspaces: members.map,
  };
}

/** Renamed members: the map of the state has another name, or else its list of names lacks the current one. */
function renamedMembers(
  { matched_workspaces: map }: MembershipState,
  members: Members,
  areParallel: boolean,
): readonly Workspace[] {
  if (map !== null) return members.kept.filter(({ id, name }) => nameKey(ownMember(map, id) ?? name) !== nameKey(name));
  return areParallel ? members.kept.filter((it) => members.isRecorded(it) && !members.isNamed(it)) : [];
}

function isSet(lists: SetLists | undefined, name: keyof SetLists): boolean {
  return lists !== undefined && lists[name] !== null;
}

/**
 * The members of a membership that are in its project. The state has a set of IDs and a set of names. If both contain
 * the same workspaces, as is usual, they are updated together; otherwise each is updated separately.
 */
class Members {
  /** The workspaces that lists and rule select, in any project; null without a rule. */
  readonly map: MembershipState["matched_workspaces"];
  readonly kept: readonly Workspace[];
  /** Workspaces that entered an exclusive project. */
  readonly added: readonly Workspace[];
  readonly #ids: ReadonlySet<string>;
  readonly #spelling: ReadonlyMap<string, string>;

  constructor(
    recorded: MembershipState,
    readonly inside: readonly Workspace[],
    selected: readonly SelectedWorkspace[] | undefined,
  ) {
    this.map = selected === undefined ? null : mapOf(selected);
    this.#ids = new Set(recorded.workspace_ids);
    this.#spelling = new Map(recorded.workspace_names.map((name) => [nameKey(name), name]));
    const isMember = (it: Workspace): boolean => this.isRecorded(it) || Object.hasOwn(this.map ?? {}, it.id);
    this.kept = inside.filter(isMember);
    this.added = recorded.exclusive ? inside.filter((it) => !isMember(it)) : [];
  }

  get all(): readonly Workspace[] {
    return [...this.kept, ...this.added];
  }

  isRecorded(workspace: Workspace): boolean {
    return this.#ids.has(workspace.id) || this.isNamed(workspace);
  }

  isNamed({ name }: Workspace): boolean {
    return this.#spelling.has(nameKey(name));
  }

  /** The name as the state spells it. */
  spelled({ name }: Workspace): string {
    return this.#spelling.get(nameKey(name)) ?? name;
  }

  /** Whether IDs and names contain the same workspaces. @param elsewhere - Named workspaces in other projects. */
  areParallel(elsewhere: readonly (Workspace | undefined)[]): boolean {
    const named = [...this.inside.filter((it) => this.isNamed(it)), ...distinct(elsewhere)];
    return named.every(({ id }) => this.#ids.has(id));
  }

  /** IDs of a list that the code sets, with added ones unless another list shows them. */
  inIds(showsAdded: boolean): readonly string[] {
    const added = showsAdded ? this.added : [];
    return [...this.kept.filter(({ id }) => this.#ids.has(id)), ...added].map(({ id }) => id);
  }

  /** IDs of the workspaces that the names do not contain. */
  inIdsOnly(): readonly string[] {
    return this.all.filter((it) => this.#ids.has(it.id) || !this.isNamed(it)).map(({ id }) => id);
  }

  inNames(): readonly string[] {
    return this.all.filter((it) => this.isNamed(it)).map((it) => this.spelled(it));
  }
}

/** Workspaces of the state that are not in the project; undefined for those that do not exist. */
interface LostWorkspaces {
  readonly byId: readonly (Workspace | undefined)[];
  readonly byName: readonly (Workspace | undefined)[];
  /** Workspaces that the rule no longer selects. */
  readonly unmatched: readonly (Workspace | undefined)[];
  readonly goneIds: readonly string[];
  readonly goneNames: readonly string[];
}

async function lostWorkspaces(
  view: OrganizationView,
  recorded: MembershipState,
  inside: readonly Workspace[],
  map: MembershipState["matched_workspaces"],
): Promise<LostWorkspaces> {
  const insideIds = new Set(inside.map(({ id }) => id));
  const insideNames = new Set(inside.map(({ name }) => nameKey(name)));
  const ids = recorded.workspace_ids.filter((id) => !insideIds.has(id));
  const names = recorded.workspace_names.filter((name) => !insideNames.has(nameKey(name)));
  const known = new Set([...insideIds, ...ids, ...Object.keys(map ?? {})]);
  const unselected = Object.keys(recorded.matched_workspaces ?? {}).filter((id) => !known.has(id));
  const [byId, byName, unmatched] = await Promise.all([
    Promise.all(ids.map((id) => view.workspaces.byId(id))),
    Promise.all(names.map((name) => view.workspaces.byName(name, { confirmAbsence: true }))),
    Promise.all(unselected.map((id) => view.workspaces.byId(id))),
  ]);
  return {
    byId,
    byName,
    unmatched,
    goneIds: [
      ...ids.filter((_, index) => byId[index] === undefined),
      ...unselected.filter((_, index) => unmatched[index] === undefined),
    ],
    goneNames: names.filter((_, index) => byName[index] === undefined),
  };
}

function distinct(workspaces: readonly (Workspace | undefined)[]): readonly Workspace[] {
  return [...new Map(workspaces.flatMap((workspace) => (workspace ? [[workspace.id, workspace]] : []))).values()];
}
