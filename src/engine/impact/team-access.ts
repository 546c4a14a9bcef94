import type { Permissions, TeamProjectAccess } from "../../model";
import { afterWrites } from "./writes";
import { ifReadable } from "../../reconcile/readable";
import {
  bothOf,
  effectsBetween,
  impactKind,
  lost,
  readEachProject,
  sorted,
  type ByProject,
  type ChangedPermission,
  type ImpactEffect,
  type MovedWorkspaces,
} from "./kind";

export interface TeamAccessRead {
  readonly access: ByProject<readonly TeamProjectAccess[]>;
  /** Names of teams by ID; without those that the token does not see. */
  readonly names: ReadonlyMap<string, string>;
}

export const teamAccess = impactKind<TeamAccessRead>({
  label: "team access",
  reads: "`GET /team-projects`, once a project; `GET /organizations/:organization/teams`, once if access changes",
  permission: "to manage the project's teams; secret teams are hidden from others than owners",
  meaning:
    "Teams that get or lose access, and those whose level changes (`read`, `write`, `maintain`, `admin` or `custom`; " +
    "for two `custom` levels, the permissions that differ). Permissions on the organization do not change.",
  async read(context) {
    const { assignments } = context.view;
    const unnamed = {
      access: await readEachProject(context, (id) => assignments.teamAccess(id).get()),
      names: new Map<string, string>(),
    };
    const isAny = context.moves.some((move) => (effectsOf(unnamed, move) ?? []).length > 0);
    const isDeleted = context.deletedIds.some((id) => (unnamed.access.get(id) ?? []).length > 0);
    if (!isAny && !isDeleted) return unnamed;
    const teams = (await ifReadable(assignments.teams.get())) ?? [];
    return { ...unnamed, names: new Map(teams.map(({ id, name }) => [id, name])) };
  },
  compare: (read, move) => {
    const effects = effectsOf(read, move);
    return effects && { effects };
  },
  deletedWith: ({ access, names }, projectId) => {
    const all = access.get(projectId);
    return all && sorted(all.map((it) => lost(grant(it, names))));
  },
});

function effectsOf({ access, names }: TeamAccessRead, move: MovedWorkspaces): readonly ImpactEffect[] | undefined {
  const both = bothOf(access, move, () => []);
  if (both === undefined) return undefined;
  const [before, existing] = both;
  const after = afterWrites("teamAccess", existing, move) ?? [];
  return effectsBetween(
    [before, after],
    ({ teamId }) => teamId,
    (it) => grant(it, names),
    (earlier, later) => {
      const areCustom = earlier.access === "custom" && later.access === "custom";
      const permissions = areCustom ? permissionChanges(earlier, later) : [];
      if (earlier.access === later.access && permissions.length === 0) return undefined;
      const { id, name } = grant(earlier, names);
      return { id, name, before: earlier.access, after: later.access, permissions };
    },
  );
}

function grant({ teamId, access }: TeamProjectAccess, names: TeamAccessRead["names"]) {
  return { id: teamId, name: names.get(teamId) ?? null, value: access };
}

function permissionChanges(before: TeamProjectAccess, after: TeamProjectAccess): readonly ChangedPermission[] {
  const [earlier, later] = [permissionsOf(before), permissionsOf(after)];
  return [...new Set([...Object.keys(earlier), ...Object.keys(later)])].sort().flatMap((name) => {
    const change = { name, before: earlier[name], after: later[name] };
    return change.before === change.after ? [] : [change];
  });
}

function permissionsOf({ projectAccess, workspaceAccess }: TeamProjectAccess): Partial<Permissions> {
  return Object.fromEntries([
    ...Object.entries(projectAccess).map(([name, value]) => [`project-access.${name}`, value] as const),
    ...Object.entries(workspaceAccess).map(([name, value]) => [`workspace-access.${name}`, value] as const),
  ]);
}
