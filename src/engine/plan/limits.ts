import { compareStrings, groupBy } from "../../reconcile/lists";
import type { ActualOrganization } from "../actual-organization";
import type { DesiredPlacement } from "../organization";
import { projectKey } from "./action";
import type { RequiredMove } from "./destinations";
import type { PlanningOptions } from "./plan-options";
import type { Deletion } from "./unmanaged";
import type { Refusal } from "./refusal";

/** A limit that was set above its default. */
export type LimitName = "maxDeletes" | "maxMoves";

/** A limit that a plan's options raise. */
export interface RaisedLimit {
  readonly option: LimitName;
  readonly limit: number | "all";
  readonly default: number;
}

/** This many workspaces may always be moved, in an organization of any size. */
export const MIN_MAX_MOVES = 25;

type OrganizationSize = Pick<ActualOrganization, "projects" | "workspaces">;

function defaultMaxDeletes({ projects }: OrganizationSize): number {
  return Math.floor(projects.length / 4);
}

function defaultMaxMoves({ workspaces }: OrganizationSize): number {
  return Math.max(MIN_MAX_MOVES, Math.floor(workspaces.length / 4));
}

/** The limits that were set above their defaults, whether or not the plan needs it. */
export function raisedLimits(options: PlanningOptions, actual: OrganizationSize): readonly RaisedLimit[] {
  const { maxDeletes, maxMoves, mode } = options;
  if (mode === "drift") return [];
  const limits = [
    { option: "maxDeletes", limit: maxDeletes, default: defaultMaxDeletes(actual) },
    { option: "maxMoves", limit: maxMoves, default: defaultMaxMoves(actual) },
  ] as const;
  return limits.flatMap(({ limit, ...rest }) =>
    limit === "all" || (limit !== undefined && limit > rest.default) ? [{ ...rest, limit }] : [],
  );
}

/** More deletions or moves than the limits allow. */
export function exceededLimits(
  deletions: readonly Deletion[],
  moves: readonly RequiredMove[],
  options: PlanningOptions,
  actual: ActualOrganization,
): readonly Refusal[] {
  if (options.mode === "drift") return [];
  const maxDeletes = options.maxDeletes ?? defaultMaxDeletes(actual);
  const maxMoves = options.maxMoves ?? defaultMaxMoves(actual);
  return [
    ...(deletions.length > maxDeletes ? [tooManyDeletes(deletions, maxDeletes, actual)] : []),
    ...(maxMoves !== "all" && moves.length > maxMoves
      ? [tooManyMoves(moves, maxMoves, options.maxMoves === undefined, actual)]
      : []),
  ];
}

function tooManyDeletes(deletions: readonly Deletion[], limit: number, { projects }: OrganizationSize): Refusal {
  const names = deletions.map(({ project }) => project.name).sort(compareStrings);
  return { cause: "too-many-deletes", code: "TOO_MANY_DELETES", projects: names, total: projects.length, limit };
}

function tooManyMoves(
  moves: readonly RequiredMove[],
  limit: number,
  isDefault: boolean,
  actual: ActualOrganization,
): Refusal {
  return {
    cause: "too-many-moves",
    code: "TOO_MANY_MOVES",
    reasons: [...groupBy(moves, ({ reason }) => reason)].map(([reason, { length }]) => [reason, length]),
    total: actual.workspaces.length,
    limit,
    isDefault,
    first: firstDeployment(moves, actual),
  };
}

/** A first deployment moves workspaces only out of the default project. */
function firstDeployment(
  moves: readonly RequiredMove[],
  { projects, defaultProjectId }: ActualOrganization,
): Extract<Refusal, { readonly cause: "too-many-moves" }>["first"] {
  const isFirst = ({ workspace, reason }: RequiredMove): boolean =>
    workspace.projectId === defaultProjectId && (reason === "member" || reason === "placed");
  if (!moves.every(isFirst)) return;
  return {
    source: projects.find(({ id }) => id === defaultProjectId)?.name ?? defaultProjectId,
    destinations: new Set(moves.map(({ to }) => projectKey(to))).size,
  };
}

/** Placements that would move more workspaces than they allow. */
export function exceededPlacementLimits(
  placements: readonly DesiredPlacement[],
  moves: readonly RequiredMove[],
  { mode }: PlanningOptions,
): readonly Refusal[] {
  if (mode === "drift") return [];
  return placements.flatMap(({ address, maxMoves: limit }): Refusal[] => {
    const placed = moves.filter(({ rule }) => rule?.placement === address);
    if (limit === undefined || placed.length <= limit) return [];
    const workspaces = placed.map(({ workspace }) => workspace.name).sort(compareStrings);
    return [{ cause: "too-many-placed", code: "TOO_MANY_MOVES", address, workspaces, limit }];
  });
}
