import { formatList, pluralize, quote } from "../../reconcile/text";
import type { ActualOrganization } from "../organization";
import type { MovedWorkspace } from "./action";
import type { RequiredMove } from "./destinations";
import type { Deletion, Refusal } from "./guards";
import { resolvedKey } from "./project-resolver";

/** How much a plan may delete and move. */
export interface LimitOptions {
  /** How many projects may be deleted. @default a quarter of all, rounded down: none of fewer than four */
  readonly maxDeletes?: number | undefined;
  /** How many workspaces may be moved, for whatever reason. @default a quarter of all, rounded down, at least 25 */
  readonly maxMoves?: number | "all" | undefined;
  /** Whether there are limits. Drift has none, because nothing is applied. @default true */
  readonly limited?: boolean | undefined;
}

/** A limit that was set above its default. */
export interface RaisedLimit {
  /** Name of the option of the command line. */
  readonly option: "max-deletes" | "max-moves";
  readonly limit: number | "all";
  readonly default: number;
}

/** So many workspaces may always be moved, however few there are. */
const MIN_MAX_MOVES = 25;

type OrganizationSize = Pick<ActualOrganization, "projects" | "workspaces">;

function defaultMaxDeletes({ projects }: OrganizationSize): number {
  return Math.floor(projects.length / 4);
}

function defaultMaxMoves({ workspaces }: OrganizationSize): number {
  return Math.max(MIN_MAX_MOVES, Math.floor(workspaces.length / 4));
}

/** The limits that were set above their defaults, whether or not the plan needs it. */
export function raisedLimits(options: LimitOptions, actual: OrganizationSize): readonly RaisedLimit[] {
  const { maxDeletes, maxMoves, limited = true } = options;
  if (!limited) return [];
  const limits = [
    { option: "max-deletes", limit: maxDeletes, default: defaultMaxDeletes(actual) },
    { option: "max-moves", limit: maxMoves, default: defaultMaxMoves(actual) },
  ] as const;
  return limits.flatMap(({ limit, ...rest }) =>
    limit === "all" || (limit !== undefined && limit > rest.default) ? [{ ...rest, limit }] : [],
  );
}

/** More deletions or moves than the limits allow. */
export function exceededLimits(
  deletions: readonly Deletion[],
  moves: readonly RequiredMove[],
  options: LimitOptions,
  actual: ActualOrganization,
): readonly Refusal[] {
  if (options.limited === false) return [];
  const maxDeletes = options.maxDeletes ?? defaultMaxDeletes(actual);
  const maxMoves = options.maxMoves ?? defaultMaxMoves(actual);
  return [
    ...(deletions.length > maxDeletes ? [tooManyDeletes(deletions, maxDeletes, actual)] : []),
    ...(maxMoves !== "all" && moves.length > maxMoves ? [tooManyMoves(moves, options.maxMoves, actual)] : []),
  ];
}

function tooManyDeletes(deletions: readonly Deletion[], max: number, { projects }: OrganizationSize): Refusal {
  const isSmall = max === 0 && projects.length < 4;
  const limit = isSmall ? "By default, none of fewer than 4 may be deleted." : `The limit is ${max}.`;
  const message =
    `The plan would delete ${pluralize(deletions.length, "project")} of ${projects.length} ` +
    `(${formatList(deletions.map(({ project }) => project.name))}). ${limit}`;
  const remedy = { option: "maxDeletes", needed: deletions.length } as const;
  return { code: "TOO_MANY_DELETES", subject: "deletions", message, remedy };
}

/** @param max - The limit that was set; undefined for the default. */
function tooManyMoves(
  moves: readonly RequiredMove[],
  max: number | "all" | undefined,
  actual: ActualOrganization,
): Refusal {
  const limit =
    max === undefined
      ? `By default, at most ${defaultMaxMoves(actual)} may be moved: ` +
        `a quarter of all, or ${MIN_MAX_MOVES} if that is more.`
      : `The limit is ${max}.`;
  const message =
    `The plan would move ${pluralize(moves.length, "workspace")} of ${actual.workspaces.length} ` +
    `${describeMoves(moves, actual)}. ${limit}`;
  return { code: "TOO_MANY_MOVES", subject: "moves", message, remedy: { option: "maxMoves", needed: moves.length } };
}

/** A first deployment moves workspaces only out of the default project; any other plan is described by its reasons. */
function describeMoves(moves: readonly RequiredMove[], { projects, defaultProjectId }: ActualOrganization): string {
  const isFirst = moves.every(
    ({ workspace, reason }) => workspace.projectId === defaultProjectId && reason === "member",
  );
  if (isFirst) {
    const source = projects.find(({ id }) => id === defaultProjectId)?.name ?? defaultProjectId;
    const destinations = new Set(moves.map(({ to }) => resolvedKey(to))).size;
    return (
      `out of the default project ${quote(source)} into ${pluralize(destinations, "project")} of the code, ` +
      `as in a first deployment`
    );
  }
  const counts = REASONS.flatMap(([reason, text]) => {
    const { length } = moves.filter((move) => move.reason === reason);
    return length === 0 ? [] : [`${length} ${text}`];
  });
  return `(${counts.join(", ")})`;
}

/** The reasons of moves in the order in which they are counted. */
const REASONS: readonly (readonly [MovedWorkspace["reason"], string])[] = [
  ["member", "to the project of their membership"],
  ["evicted", "evicted from exclusive projects"],
  ["evacuated", "evacuated from deleted projects"],
  ["released", "released from memberships"],
];
