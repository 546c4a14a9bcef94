import { compareStrings, groupBy } from "../../reconcile/lists";
import type { ActualOrganization, DesiredMembership } from "../organization";
import { projectKey } from "./action";
import type { Places, RequiredMove } from "./destinations";
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
  if (moves.some(({ workspace, reason }) => workspace.projectId !== defaultProjectId || reason !== "member")) return;
  return {
    source: projects.find(({ id }) => id === defaultProjectId)?.name ?? defaultProjectId,
    destinations: new Set(moves.map(({ to }) => projectKey(to))).size,
  };
}

/** Memberships whose rules take in and let go more workspaces than they allow. */
export function exceededRuleLimits(
  memberships: readonly DesiredMembership[],
  moves: readonly RequiredMove[],
  released: Places["released"],
  { mode }: PlanningOptions,
): readonly Refusal[] {
  if (mode === "drift") return [];
  return memberships.flatMap(({ address, rule }): Refusal[] => {
    const limit = rule?.maxMoves;
    if (limit === undefined) return [];
    const takenIn = moves.filter(({ by }) => by?.match !== undefined && by.membership.address === address);
    const letGo = moves.filter(({ workspace, by }) => {
      return released.get(workspace.id) === address && by?.membership.address !== address;
    });
    if (takenIn.length + letGo.length <= limit) return [];
    const workspaces = [...takenIn, ...letGo].map(({ workspace }) => workspace.name).sort(compareStrings);
    const counts = { takenIn: takenIn.length, letGo: letGo.length, limit };
    return [{ cause: "too-many-rule-moves", code: "TOO_MANY_MOVES", address, ...counts, workspaces }];
  });
}
