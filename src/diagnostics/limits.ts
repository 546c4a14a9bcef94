import { MOVE_REASONS, type MoveReason } from "../reconcile/consequences";
import { formatList, pluralize, quote } from "../reconcile/text";
import { planError } from "./plan-error";

/** These of all projects would be deleted. */
export const tooManyDeletes = planError(
  "TOO_MANY_DELETES",
  "Too many deletions",
  ({
    projects,
    total,
    limit,
  }: {
    readonly projects: readonly string[];
    readonly total: number;
    readonly limit: number;
  }) => {
    const isSmall = limit === 0 && total < 4;
    const allowed = isSmall ? "By default, none of fewer than 4 may be deleted." : `The limit is ${limit}.`;
    const deleted = `${pluralize(projects.length, "project")} of ${total} (${formatList(projects)})`;
    return {
      where: "deletions",
      detail: `The plan would delete ${deleted}. ${allowed}`,
      nextStep: `To allow this, use {maxDeletes} ${projects.length}.`,
    };
  },
);

/** How many of all workspaces would be moved, by reason. Names the reasons, unless it is a first deployment. */
export const tooManyMoves = planError(
  "TOO_MANY_MOVES",
  "Too many moves",
  ({
    reasons,
    total,
    limit,
    minimum,
    first,
  }: {
    readonly reasons: readonly (readonly [reason: MoveReason, count: number])[];
    readonly total: number;
    readonly limit: number;
    /** What the default allows in any case; undefined if the limit is not the default. */
    readonly minimum?: number | undefined;
    /** If all of them leave the default project for projects of the code: its name, and how many these are. */
    readonly first?: { readonly source: string; readonly destinations: number } | undefined;
  }) => {
    const count = reasons.reduce((sum, [, moves]) => sum + moves, 0);
    const counts = Object.entries(MOVE_REASONS).flatMap(([reason, { counted }]) =>
      reasons.filter(([it]) => it === reason).map(([, moves]) => `${moves} ${counted}`),
    );
    const what =
      first === undefined
        ? `(${counts.join(", ")})`
        : `out of the default project ${quote(first.source)} into ${pluralize(first.destinations, "project")} of the ` +
          `code, as in a first deployment`;
    const allowed =
      minimum === undefined
        ? `The limit is ${limit}.`
        : `By default, at most ${limit} may be moved: a quarter of all, or ${minimum} if that is more.`;
    return {
      where: "moves",
      detail: `The plan would move ${pluralize(count, "workspace")} of ${total} ${what}. ${allowed}`,
      nextStep: `To allow this, use {maxMoves} ${count}, or {maxMoves} all for any number.`,
    };
  },
);
