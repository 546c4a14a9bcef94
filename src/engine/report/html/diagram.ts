import { groupBy } from "../../../lists";
import { pluralize } from "../../../reconcile";
import type { Change, Changes, Holder, Move } from "../blocks";
import { assignmentCount, bySeverity } from "../changes";
import { assignmentsOf, attributesOf, byWeight, countOf } from "./changes";
import { folded, markup, nameList, rowId, say, type Context, type Markup } from "./markup";

/** Longer lists of moves are collapsed. */
const MAX_MOVES = 12;
/** If more projects change, only this many have a row; a list has the changes of the others. */
const MAX_ROWS = 1_000;
const ROWS_OF_LARGE_PLAN = 300;
/** Maximum numbers of assignments, of pairs of projects, and of workspace names for each, for a further project. */
const MAX_FURTHER_ITEMS = 5;
const MAX_FURTHER_NAMES = 3;

/** Classes, signs and labels of projects by what happens to them. */
const KINDS = {
  create: ["created", "+", "new"],
  delete: ["deleted", "−", "deleted"],
  rename: ["renamed", "~", "renamed"],
  update: ["updated", "~", "changed"],
  assign: ["assigned", "~", "assignments"],
  none: ["unchanged", "", ""],
} as const satisfies Readonly<Record<Change["change"], readonly [string, string, string]>>;

/**
 * A row for each project that changes, with its state before and after, and a filter. The script draws links between
 * the rows. In a very large plan, projects with the heaviest changes have rows, and the others are in a list.
 */
export function diagramOf({ changes, unchanged }: Changes, context: Context): Markup {
  const ordered = byWeight(changes);
  if (ordered.length === 0) return unchangedList(unchanged);
  const rows = ordered.length > MAX_ROWS ? ROWS_OF_LARGE_PLAN : ordered.length;
  return markup`<h2>Projects before and after</h2>
          <div class="tools">
            <label
              >Filter
              <input
                type="search"
                class="filter"
                placeholder="project or workspace"
                autocomplete="off"
                spellcheck="false"
            /></label>
            <span class="found" role="status"></span>
          </div> <div class="diagram">
      <svg class="links" aria-hidden="true" focusable="false"></svg>
      <div class="heads" aria-hidden="true"><span>Before</span><span>After</span></div>
      ${rowGroups(ordered.slice(0, rows)).map(({ hub, others }) => rowsOf(hub, others, context))}
    </div>
    ${furtherList(ordered.slice(rows), context)} ${unchangedList(unchanged)}`;
}

/** Projects with the created or deleted ones that exchange most of their workspaces with them. Each is in one group. */
function rowGroups(changes: readonly Change[]) {
  const isHub = ({ change }: Change): boolean => change !== "create" && change !== "delete";
  const created = groupBy(changes, ({ change, movesIn: [most] }) => (change === "create" ? most?.from.key : undefined));
  const deleted = groupBy(changes, ({ change, movesOut: [most] }) => (change === "delete" ? most?.to.key : undefined));
  const others = new Map(
    changes.filter(isHub).map(({ key }): [string, readonly Change[]] => {
      const [arriving, leaving] = [created.get(key) ?? [], deleted.get(key) ?? []];
      return [key, arriving.length < leaving.length ? leaving : arriving];
    }),
  );
  const grouped = new Set([...others.values()].flat());
  return changes.flatMap((hub) => (grouped.has(hub) ? [] : [{ hub, others: others.get(hub.key) ?? [] }]));
}

/** The rows of a group. The card of its hub is as high as those of the others, with each entry near its other end. */
function rowsOf(hub: Change, others: readonly Change[], context: Context): Markup {
  const [first] = others;
  if (first === undefined) return row(hub, context);
  return markup`<div class="group ${KINDS[first.change][0]}">
    ${row(hub, context, others.length)}${others.map((change) => row(change, context))}
  </div>`;
}

/** @param beside - How many cards are beside one of its own. @default 0 */
function row(change: Change, context: Context, beside = 0): Markup {
  const { name, staying, movesIn, movesOut } = change;
  const [kind] = KINDS[change.change];
  const limit = Math.max(MAX_MOVES, beside);
  const stay = `${staying.length} ${staying.length === 1 ? "stays" : "stay"}`;
  const hasStaying = staying.length > 0;
  const before = markup`${title(change, "before", context)}${bundles(movesOut, "before", limit, context)}
    ${change.change !== "delete" && hasStaying ? markup`<p class="stays">${stay}</p>` : ""}`;
  const after = [
    title(change, "after", context),
    attributesOf(change),
    assignmentsOf(change, context),
    bundles(movesIn, "after", limit, context),
    hasStaying
      ? markup`<details class="unmoved"
          ><summary>${stay}</summary>
          <p class="names">${staying.join(", ")}</p></details
        >`
      : "",
  ];
  return markup`<div
    role="group"
    class="row ${kind}"
    aria-label="Project ${name}, ${kind === "unchanged" ? "only workspaces move" : kind}"
  >
    <div class="side before">
      ${change.change === "create" ? markup`<p class="absent">does not exist yet</p>` : before}
    </div>
    <div class="side after">${change.change === "delete" ? markup`<p class="absent">deleted</p>` : after}</div>
  </div>`;
}

/** The name of a project; links to the project lead to its state after the plan, or before its deletion. */
function title(change: Change, side: "before" | "after", context: Context): Markup {
  const [kind, sign, label] = KINDS[change.change];
  const isTarget = side === "after" || change.change === "delete";
  const name = side === "before" ? change.nameBefore : change.name;
  const tags = [
    isTarget && label !== "" ? markup`<span class="tag ${kind}">${sign} ${label}</span>` : "",
    change.isDefault ? markup`<span class="tag">default</span>` : "",
    side === "after" && change.found !== "" ? markup`<span class="tag">${change.found}</span>` : "",
  ];
  return markup`<h3>
    <span class="project" ${isTarget ? markup`id="${rowId(context, change.key)}"` : ""}>${name}</span>${tags}
  </h3>`;
}

/** Moves by the project at their other end. */
function bundles(moves: readonly Move[], side: "before" | "after", limit: number, context: Context): Markup | string {
  if (moves.length === 0) return "";
  const direction = side === "before" ? "moving out" : "moving in";
  return folded(
    moves,
    limit,
    "more projects",
    context,
    (shown) =>
      markup`<ul class="bundles" aria-label="Workspaces ${direction}">
        ${shown.map((move) => bundle(move, side, context))}
      </ul>`,
  );
}

function bundle(move: Move, side: "before" | "after", context: Context): Markup {
  const { from, to, count, reason, parts, isRequired } = move;
  const [other, arrow, one, many] =
    side === "before" ? [to, "→", "moves to", "move to"] : [from, "←", "comes from", "come from"];
  const hidden = `${pluralize(count, "workspace")} ${count === 1 ? one : many} `;
  const lists = parts.map((part) => nameList(part.names, part.reason === reason ? "" : part.reason));
  // Without line breaks: a list of thousands would be mostly white space.
  return markup`<li
    class="bundle ${isRequired ? "member" : "other"}"
    data-link="${from.key} ${to.key}"
    data-count="${count}"
    ><a class="route" href="#${rowId(context, other.key)}"
      ><span class="visually-hidden">${hidden}</span><span><span aria-hidden="true">${arrow} </span>${other.name}</span
      > ${reason === "" ? "" : markup`<small>${reason}</small> `}<b aria-hidden="true">${count}</b></a
    >${lists}</li
  >`;
}

/** Projects that change, a line for each. */
function furtherList(changes: readonly Change[], context: Context): Markup | string {
  if (changes.length === 0) return "";
  return markup`<details class="further-projects">
    <summary>${changes.length} more projects that change</summary>
    <ul>
      ${changes.map((change) => furtherItem(change, context))}
    </ul>
  </details>`;
}

/** Without line breaks, because there may be many thousands. */
function furtherItem(change: Change, context: Context): Markup {
  const { key, name, found, attributes, movesIn, movesOut } = change;
  const [kind, sign, label] = KINDS[change.change];
  const assignments = bySeverity(change.assignments, MAX_FURTHER_ITEMS);
  const texts = [
    ...attributes.map((it) => `${it.label}: ${it.before === undefined ? "" : `${say(it.before)} → `}${say(it.after)}`),
    ...first(
      assignments,
      ({ text }) => say(text),
      (rest) => assignmentCount(rest, "more assignment"),
    ),
    ...furtherMoves(movesOut, "→", ({ to }) => to.name),
    ...furtherMoves(movesIn, "←", ({ from }) => from.name),
    ...(found === "" ? [] : [found]),
  ];
  return markup`<li class="${kind}" id="${rowId(context, key)}"
    ><b>${name}</b>${label === "" ? "" : markup` <small>${sign} ${label}</small>`} ${texts.map(
      (text) => markup`<span>${text}</span> `,
    )}</li
  >`;
}

function furtherMoves(moves: readonly Move[], arrow: string, other: (move: Move) => string): readonly string[] {
  return first(
    moves,
    (move) => {
      const names = move.parts.flatMap((part) => part.names).slice(0, MAX_FURTHER_NAMES);
      const more = move.count - names.length;
      return `${arrow} ${other(move)}: ${names.join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
    },
    (rest) => `${arrow} ${pluralize(countOf(rest), "workspace")} of ${rest.length} more projects`,
  );
}

/** The texts of the first items, and one for all others. */
function first<T>(
  items: readonly T[],
  textOf: (item: T) => string,
  others: (rest: readonly T[]) => string,
): readonly string[] {
  const rest = items.slice(MAX_FURTHER_ITEMS);
  return [...items.slice(0, MAX_FURTHER_ITEMS).map(textOf), ...(rest.length === 0 ? [] : [others(rest)])];
}

function unchangedList(projects: readonly Holder[]): Markup {
  if (projects.length === 0) return markup``;
  return markup`<details class="unchanged-projects">
    <summary>${pluralize(projects.length, "project")} unchanged</summary>
    <ul>
      ${projects.map(
        ({ name, workspaces }) =>
          markup`<li>
            <b>${name}</b>${workspaces.length === 0 ? "" : markup` <span>${workspaces.join(", ")}</span>`}
          </li>`,
      )}
    </ul>
  </details>`;
}
