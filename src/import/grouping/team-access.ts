import { compareStrings, groupBy } from "../../lists";
import type { TeamWorkspaceAccess, Workspace } from "../../model";
import { type OrganizationView } from "../../reconcile";
import { allOf } from "../../reconcile/lists";
import { ifReadable } from "../../reconcile/readable";
import type { Grouping } from "./grouping";

/** The own access of teams to workspaces, by the IDs of workspaces; undefined where the token may not read it. */
export type TeamAccess = ReadonlyMap<string, readonly TeamLevel[] | undefined>;

/** A team with its level of access. */
export interface TeamLevel {
  /** Its name, or its ID if the token does not see the team. */
  readonly team: string;
  /** `read`, `plan`, `write`, `admin` or `custom`. */
  readonly access: string;
  /** With `custom`: single permissions. */
  readonly permissions?: TeamWorkspaceAccess["permissions"] | undefined;
}

/** The access of teams to the workspaces of a group. */
export interface GroupAccess {
  /** What teams may on all of these workspaces, sorted by team. */
  readonly common: readonly TeamLevel[];
  /** What teams may on some of them, and on how many; sorted by team. */
  readonly differing: readonly (TeamLevel & { readonly workspaces: number })[];
  /** How many of these workspaces the token may not read the access of. */
  readonly unknown: number;
}

/** The workspaces that are in a group of any way. */
export function workspacesInGroups(groupings: readonly Grouping[]): readonly Workspace[] {
  return [...new Set(groupings.flatMap(({ groups }) => groups.flatMap(({ workspaces }) => workspaces)))];
}

/** Reads the own access of teams to workspaces: one request for each, and those for the list of teams. */
export async function readTeamAccess(view: OrganizationView, workspaces: readonly Workspace[]): Promise<TeamAccess> {
  const readOne = async ({ id }: Workspace) =>
    [id, await ifReadable(allOf(view.client.teamWorkspaces.list(id)))] as const;
  const [teams = [], ...all] = await Promise.all([
    ifReadable(view.assignments.teams.get()),
    ...workspaces.map(readOne),
  ]);
  const names = new Map(teams.map(({ id, name }) => [id, name]));
  return new Map(all.map(([id, access]) => [id, access?.map((it) => levelOf(it, names))]));
}

function levelOf({ teamId, access, permissions }: TeamWorkspaceAccess, names: ReadonlyMap<string, string>): TeamLevel {
  const team = names.get(teamId) ?? teamId;
  return access === "custom" ? { team, access, permissions } : { team, access };
}

/** What teams may on the workspaces of a group. Pure. */
export function accessOf(workspaces: readonly Workspace[], access: TeamAccess): GroupAccess {
  const known = workspaces.flatMap(({ id }) => {
    const levels = access.get(id);
    return levels === undefined ? [] : [levels];
  });
  const counted = [...groupBy(known.flat(), (it) => JSON.stringify(it)).values()]
    .map(([level, ...others]) => ({ ...level, workspaces: others.length + 1 }))
    .sort((one, other) => compareStrings(one.team, other.team) || compareStrings(one.access, other.access));
  const isCommon = (it: { readonly workspaces: number }): boolean => it.workspaces === known.length;
  return {
    common: counted.filter(isCommon).map(({ workspaces: _all, ...level }) => level),
    differing: counted.filter((it) => !isCommon(it)),
    unknown: workspaces.length - known.length,
  };
}

/** Explains {@link accessText}. */
export const ACCESS_NOTE = "Teams are those with access to the workspaces themselves; after ≠, to some of them only.";

/** `ops write, platform read; ≠ auditors read (3 of 45); 2 not visible`. Pure. */
export function accessText(workspaces: readonly Workspace[], access: TeamAccess): string {
  const { common, differing, unknown } = accessOf(workspaces, access);
  const count = workspaces.length;
  const all = common.map((it) => `${it.team} ${it.access}`);
  const some = differing.map((it) => `${it.team} ${it.access} (${it.workspaces} of ${count})`);
  const isNone = all.length + some.length === 0 && unknown < count;
  return [
    ...(all.length === 0 ? [] : [all.join(", ")]),
    ...(some.length === 0 ? [] : [`≠ ${some.join(", ")}`]),
    ...(isNone ? ["none"] : []),
    ...(unknown === 0 ? [] : [`${unknown === count ? "" : `${unknown} `}not visible`]),
  ].join("; ");
}
