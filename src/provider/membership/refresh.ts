import { nameKey, type MembershipState, type Workspace } from "../../model";
import type { Diagnostics } from "../../plugin";
import type { OrganizationView } from "../../reconcile";
import { warnOfDrift } from "./drift-warning";
import type { SetLists, StoredMembership } from "./private-state";

/** The lists of a membership after a refresh, and what to store with it. */
interface Refreshed {
  readonly lists: Pick<MembershipState, "workspace_ids" | "workspace_names">;
  readonly stored: StoredMembership;
}

/**
 * A refresh removes workspaces that left the project and, if the membership is exclusive, adds those that entered it.
 * Both lists have the same workspaces, unless the code sets both. With `missing_workspaces`, what is missing or renamed
 * stays in the list of the code. A warning lists the changes, and where the workspaces are.
 */
export async function refresh(
  view: OrganizationView,
  inState: MembershipState,
  stored: StoredMembership,
  inside: readonly Workspace[],
  diagnostics: Diagnostics,
): Promise<Refreshed> {
  const lost = await lostWorkspaces(view, inState, inside);
  // Fails if the token does not see every workspace of the project.
  if (lost.goneIds.length + lost.goneNames.length > 0) await view.allInProject(inState.project_id);
  const isSet = (name: keyof SetLists): boolean => stored.lists?.has(name) === true;
  const keeps = (name: keyof SetLists): boolean => inState.missing_workspaces === "warn" && isSet(name);

  const ids = new Set(inState.workspace_ids);
  const spelling = new Map(inState.workspace_names.map((name) => [nameKey(name), name]));
  const goneKeys = new Set(lost.goneNames.map(nameKey));
  /** The name in the state of a workspace that has another one now. */
  const formerName = ({ id }: Workspace): string | undefined => {
    const name = stored.names.get(id);
    return name !== undefined && goneKeys.has(nameKey(name)) ? name : undefined;
  };
  const nameInState = (it: Workspace): string | undefined => spelling.get(nameKey(it.name)) ?? formerName(it);
  const isNamed = (it: Workspace): boolean => nameInState(it) !== undefined;
  const isMember = (it: Workspace): boolean => ids.has(it.id) || isNamed(it);
  const kept = inside.filter(isMember);
  const added = inState.exclusive ? inside.filter((it) => !isMember(it)) : [];
  const all = [...kept, ...added];
  const hasOwnLists = isSet("workspace_ids") && isSet("workspace_names");
  const byId = hasOwnLists ? [...kept.filter(({ id }) => ids.has(id)), ...added] : all;
  const byName = hasOwnLists ? kept.filter(isNamed) : all;
  const keptIds = keeps("workspace_ids") ? lost.goneIds : [];
  const shownName = (it: Workspace): string =>
    spelling.get(nameKey(it.name)) ?? (keeps("workspace_names") ? formerName(it) : undefined) ?? it.name;
  const isRenamed = new Set(inside.flatMap((it) => formerName(it) ?? []).map(nameKey));

  await warnOfDrift(view, inState, diagnostics, {
    moved: lost.elsewhere,
    deleted: keptIds.length > 0 ? [] : lost.goneIds,
    renamed: byName.filter((it) => isMember(it) && !spelling.has(nameKey(it.name)) && shownName(it) === it.name),
    added,
    names: stored.names,
  });
  return {
    lists: {
      workspace_ids: [...byId.map(({ id }) => id), ...keptIds],
      workspace_names: [
        ...byName.map(shownName),
        ...(keeps("workspace_names") ? lost.goneNames.filter((name) => !isRenamed.has(nameKey(name))) : []),
      ],
    },
    stored: { ...stored, names: new Map([...all.map((it) => [it.id, it.name] as const), ...stored.names]) },
  };
}

/** What the state has, and is not in the project. */
interface LostWorkspaces {
  readonly elsewhere: readonly Workspace[];
  readonly goneIds: readonly string[];
  readonly goneNames: readonly string[];
}

async function lostWorkspaces(
  view: OrganizationView,
  inState: MembershipState,
  inside: readonly Workspace[],
): Promise<LostWorkspaces> {
  const insideIds = new Set(inside.map(({ id }) => id));
  const insideNames = new Set(inside.map(({ name }) => nameKey(name)));
  const ids = inState.workspace_ids.filter((id) => !insideIds.has(id));
  const names = inState.workspace_names.filter((name) => !insideNames.has(nameKey(name)));
  const [byId, byName] = await Promise.all([
    Promise.all(ids.map((id) => view.workspaces.byId(id))),
    Promise.all(names.map((name) => view.workspaces.byName(name, { confirmAbsence: true }))),
  ]);
  const found = [...byId, ...byName].flatMap((workspace) => workspace ?? []);
  const elsewhere = new Map(found.filter(({ id }) => !insideIds.has(id)).map((workspace) => [workspace.id, workspace]));
  return {
    elsewhere: [...elsewhere.values()],
    goneIds: ids.filter((_, index) => byId[index] === undefined),
    goneNames: names.filter((_, index) => byName[index] === undefined),
  };
}
