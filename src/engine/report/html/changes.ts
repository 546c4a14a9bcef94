import { compareNames } from "../../../reconcile/lists";
import type { Change, Move } from "../blocks";
import { assignmentCount, bySeverity } from "../changes";
import { folded, markup, say, type Context, type Markup } from "./markup";

/* What changes in a project, and the order of projects and moves in a page. */

/** Longer lists of assignments are collapsed. */
const MAX_ASSIGNMENTS = 12;

/** The heaviest changes first, if as many workspaces move. */
const WEIGHTS: readonly Change["change"][] = ["delete", "create", "rename", "update", "assign", "none"];

/**
 * Changes by their weight: deletions first, then by the number of workspaces that move in and out; equal ones by name.
 * Moves in and out of each are by the number of workspaces, too.
 */
export function byWeight(changes: readonly Change[]): readonly Change[] {
  const isDeletion = ({ change }: Change): number => (change === "delete" ? 1 : 0);
  const moved = ({ movesIn, movesOut }: Change): number => countOf(movesIn) + countOf(movesOut);
  return [...changes]
    .sort(
      (one, other) =>
        isDeletion(other) - isDeletion(one) ||
        moved(other) - moved(one) ||
        WEIGHTS.indexOf(one.change) - WEIGHTS.indexOf(other.change) ||
        compareNames(one, other),
    )
    .map((it) => ({ ...it, movesIn: byCount(it.movesIn), movesOut: byCount(it.movesOut) }));
}

/** Those of the most workspaces first; equal ones stay in their order. */
function byCount(moves: readonly Move[]): readonly Move[] {
  return [...moves].sort((one, other) => other.count - one.count);
}

/** All moves by the names of their projects, or first by the number of workspaces. */
export function movesOf(changes: readonly Change[], isByCount: boolean): readonly Move[] {
  const moves = changes.flatMap(({ movesIn }) => movesIn);
  const byName = moves.sort((one, other) => compareNames(one.to, other.to) || compareNames(one.from, other.from));
  return isByCount ? byCount(byName) : byName;
}

/** How many workspaces move. */
export function countOf(moves: readonly Move[]): number {
  return moves.reduce((sum, { count }) => sum + count, 0);
}

/** The objects that are assigned to a project, or taken off it. */
export function assignmentsOf({ assignments: all }: Change, context: Context): Markup | string {
  if (all.length === 0) return "";
  const ordered = bySeverity(all, MAX_ASSIGNMENTS + 1);
  const more = assignmentCount(ordered.slice(MAX_ASSIGNMENTS), "more assignment").replace(/^\d+ /, "");
  return folded(
    ordered,
    MAX_ASSIGNMENTS,
    more,
    context,
    (shown) =>
      markup`<ul class="assignments">
    ${shown.map((it) => markup`<li class="${it.change}">${say(it.text)}</li> `)}
  </ul>`,
  );
}

/** The attributes that a new project has, or that differ. */
export function attributesOf({ attributes }: Change): Markup | string {
  if (attributes.length === 0) return "";
  return markup`<dl>
    ${attributes.map(
      ({ label, before, after }) =>
        markup`<dt>${label}</dt>
          <dd>
            ${
              before === undefined
                ? ""
                : markup`<del><span class="visually-hidden">now </span>${say(before)}</del>
                    <span aria-hidden="true">→</span>
                    <span class="visually-hidden">in the code </span>`
            }<ins>${say(after)}</ins>
          </dd>`,
    )}
  </dl>`;
}
