import { inspect } from "node:util";
import * as v from "valibot";
import { checkObjectPattern, nearestName } from "../../model";
import { formatList } from "../../reconcile/text";
import { PASS_TERRAFORM_PLAN } from "../../terraform/plan-file";
import { UserError, usageError } from "../../user-error";
import type { ActualOrganization } from "../actual-organization";
import type { DesiredOrganization } from "../organization";

/** Which objects outside of the code a plan may change, and how many deletions and moves it may have. */
export interface PlanOptions {
  /** Whether the code is authoritative: unmanaged projects are deleted. @default false */
  readonly prune?: boolean | undefined;
  /**
   * Whether workspaces of deleted projects move to the default project; otherwise the plan is blocked.
   *
   * @default false
   */
  readonly evacuate?: boolean | undefined;
  /** How many projects may be deleted. @default a quarter of all, rounded down: none of fewer than four */
  readonly maxDeletes?: number | undefined;
  /** How many workspaces may be moved, for whatever reason. @default a quarter of all, rounded down, at least 25 */
  readonly maxMoves?: number | "all" | undefined;
  /**
   * Names or IDs of unmanaged projects and workspaces to leave alone, in which `*` is a wildcard. They are neither
   * deleted nor moved, and left out of coverage, and so are the workspaces of such a project. What a membership names,
   * or a rule places, is not unmanaged.
   *
   * @default none
   */
  readonly ignore?: readonly string[] | undefined;
  /**
   * Whether auto-destroy durations are not read. The service's list need not include them, so each project of the code
   * would take a request of its own. They are then not compared, and the plan says so.
   *
   * @default false
   */
  readonly skipDurations?: boolean | undefined;
}

/** The options of a plan, and of the reads for it. */
export interface ObserveOptions extends PlanOptions {
  /**
   * Whether to read what moves and deletions change besides the projects: team access, variable sets, policy sets and
   * tags.
   *
   * @default false
   */
  readonly impact?: boolean | undefined;
}

/** What counts as drift. */
export interface DriftOptions extends Pick<PlanOptions, "ignore" | "skipDurations"> {
  /** Whether unmanaged projects, and unmanaged workspaces in projects of the code, count as drift. @default false */
  readonly strict?: boolean | undefined;
  /**
   * Whether workspaces in the default project count as drift that no membership, no rule and no `tfe_workspace` of the
   * code has: new ones that nobody has placed.
   *
   * @default false
   */
  readonly unplaced?: boolean | undefined;
}

/**
 * Checks options that a program passes: those of the command line are read from texts.
 *
 * @throws UserError `USAGE` when one has no valid value, such as a limit that is not a number, which would limit
 *   nothing; or when a pattern can match nothing.
 */
export function checkOptions(options: ObserveOptions & DriftOptions): void {
  const [issue] = v.safeParse(allOptions, options).issues ?? [];
  if (issue !== undefined) throw invalidOption(issue, options);
  const [problem] = (options.ignore ?? []).flatMap(checkObjectPattern);
  if (problem !== undefined) {
    throw usageError(`\`ignore\`: ${problem.message}`, "Change the pattern, or leave it out.");
  }
}

function invalidOption({ type, message, path }: v.BaseIssue<unknown>, options: unknown): UserError {
  const [option] = path ?? [];
  if (option === undefined) return usageError(`Options must be an object, and are ${inspect(options)}.`, "Pass one.");
  const name = String(option.key);
  if (type === "strict_object") return unknownOption(name);
  return usageError(`\`${name}\` ${message}, and is ${inspect(option.value)}.`, "Change it, or leave it out.");
}

function unknownOption(name: string): UserError {
  const names = Object.keys(allOptions.entries);
  const nearest = nearestName(name, names);
  return usageError(
    `\`${name}\` is no option of a plan or of drift.`,
    nearest === undefined ? `There are ${names.join(", ")}.` : `Did you mean \`${nearest}\`?`,
  );
}

/**
 * Checks that code which is authoritative was read as a whole.
 *
 * @throws UserError when it was not: with `prune`, a plan would delete the projects of the rest.
 */
export function checkPrunable(
  { unread = [], otherStacks = [] }: DesiredOrganization,
  { prune = false }: PlanOptions,
): void {
  if (!prune) return;
  const options = { code: "UNREADABLE_CODE", remedy: { kind: "no-prune" } } as const;
  if (otherStacks.length > 0) {
    throw new UserError(
      `\`prune\` would delete the projects of the other stacks of the app: ${formatList(otherStacks)}.`,
      "Pass the folder of the app, whose stacks are read together.",
      options,
    );
  }
  if (unread.length === 0) return;
  throw new UserError(
    `\`prune\` would delete the projects of code that tfprojects cannot read: ${formatList(unread)}.`,
    `Pass Terraform's plan, which has all of the code: ${PASS_TERRAFORM_PLAN}.`,
    options,
  );
}

/** What an organization is compared with, and how. */
export interface ComparisonOptions extends PlanOptions, DriftOptions {
  /**
   * - `plan`: deletions and moves are limited, and workspaces that do not exist block it. Settings of the code that the
   *   service does not report are sent if Terraform would send them.
   * - `drift`: nothing is limited, and such workspaces are differences. Such settings are not compared.
   */
  readonly mode: "plan" | "drift";
}

const flag = v.boolean("must be true or false");
const count = (expected: string) => v.pipe(v.number(expected), v.integer(expected), v.minValue(0, expected));
const COUNT = "must be a whole number, 0 or more";
const COUNT_OR_ALL = `${COUNT}, or "all"`;
const PATTERNS = "must be a list of strings";

const planEntries = {
  prune: flag,
  evacuate: flag,
  maxDeletes: count(COUNT),
  maxMoves: v.union([count(COUNT_OR_ALL), v.literal("all")], COUNT_OR_ALL),
  ignore: v.pipe(v.array(v.string(PATTERNS), PATTERNS), v.readonly()),
  skipDurations: flag,
} satisfies Record<keyof PlanOptions, v.GenericSchema>;

/** The options of a plan, as a saved plan has them. */
export const planOptions: v.GenericSchema<PlanOptions> = v.partial(v.object(planEntries));

const allOptions = v.partial(v.strictObject({ ...planEntries, impact: flag, strict: flag, unplaced: flag }));

/** These options without others. */
export function planOptionsOf(options: PlanOptions): PlanOptions {
  const { prune, evacuate, maxDeletes, maxMoves, ignore, skipDurations } = options;
  return { prune, evacuate, maxDeletes, maxMoves, ignore, skipDurations } satisfies Record<keyof PlanOptions, unknown>;
}

/** A limit that was set above its default. */
export interface RaisedLimit {
  readonly option: "maxDeletes" | "maxMoves";
  readonly limit: number | "all";
  readonly default: number;
}

export type LimitName = RaisedLimit["option"];

/** This many workspaces may always be moved, in an organization of any size. */
export const MIN_MAX_MOVES = 25;

/** The limits that apply unless options set them. */
export function defaultLimits({ projects, workspaces }: ActualOrganization): Readonly<Record<LimitName, number>> {
  return {
    maxDeletes: Math.floor(projects.length / 4),
    maxMoves: Math.max(MIN_MAX_MOVES, Math.floor(workspaces.length / 4)),
  };
}

/** The limits that were set above their defaults, whether or not the plan needs it. */
export function raisedLimits(options: ComparisonOptions, actual: ActualOrganization): readonly RaisedLimit[] {
  if (options.mode === "drift") return [];
  const defaults = defaultLimits(actual);
  return (["maxDeletes", "maxMoves"] as const).flatMap((option) => {
    const { [option]: limit } = options;
    const isRaised = limit === "all" || (limit !== undefined && limit > defaults[option]);
    return isRaised ? [{ option, default: defaults[option], limit }] : [];
  });
}
