import { compareStrings, groupBy } from "../../reconcile/lists";
import type { ActualOrganization } from "../actual-organization";
import { projectKey } from "./action";
import type { RequiredMove } from "./destinations";
import type { IdentifiedOrganization } from "./identity";
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

/** More deletions or moves than the limits allow, and more moves by a placement than it allows. */
export function exceededLimits(
  { desired: { placements = [] }, actual }: IdentifiedOrganization,
  deletions: readonly Deletion[],
  moves: readonly RequiredMove[],
  options: PlanningOptions,
): readonly Refusal[] {
  if (options.mode === "drift") return [];
  const { maxDeletes = defaultMaxDeletes(actual), maxMoves = defaultMaxMoves(actual) } = options;
  const refusals: Refusal[] = [];
  if (deletions.length > maxDeletes) {
    const projects = deletions.map(({ project }) => project.name).sort(compareStrings);
    const total = actual.projects.length;
    refusals.push({ cause: "too-many-deletes", code: "TOO_MANY_DELETES", projects, total, limit: maxDeletes });
  }
  if (maxMoves !== "all" && moves.length > maxMoves) {
    refusals.push({
      cause: "too-many-moves",
      code: "TOO_MANY_MOVES",
      reasons: [...groupBy(moves, ({ reason }) => reason)].map(([reason, { length }]) => [reason, length]),
      total: actual.workspaces.length,
      limit: maxMoves,
      isDefault: options.maxMoves === undefined,
      first: firstDeployment(moves, actual),
    });
  }
  for (const { address, maxMoves: limit = Infinity } of placements) {
    const placed = moves.filter(({ rule }) => rule?.placement === address);
    if (placed.length <= limit) continue;
    const workspaces = placed.map(({ workspace }) => workspace.name).sort(compareStrings);
    refusals.push({ cause: "too-many-placed", code: "TOO_MANY_MOVES", address, workspaces, limit });
  }
  return refusals;
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
