import { pluralize } from "../../../reconcile";
import { ownMember } from "../../../own-member";
import type * as blocks from "../blocks";
import { pairsTitle, pairText, type Block, type Change, type Holder, type Item, type Move } from "../blocks";
import { assignmentsOf, attributesOf, byWeight, countOf, movesOf } from "./changes";
import {
  bar,
  folded,
  markup,
  nameList,
  pageSection,
  projectLink,
  rowId,
  say,
  type Context,
  type Markup,
} from "./markup";

/* The sections of a page. Sentences and numbers are in its header, and the diagram of moves is at its end. */

/** Longer lists are collapsed. */
const MAX_ITEMS = 10;
const MAX_PROJECTS = 8;
const MAX_EFFECTS = 50;

/** A block as a section; nothing for sentences. */
export function sectionOf(block: Block, context: Context): Markup | string {
  switch (block.kind) {
    case "list":
      return list(block, context);
    case "changes":
      return block.changes.length === 0 ? "" : overview(block, context);
    case "effects":
      return effects(block, context);
    case "coverage":
      return coverage(block, context);
    case "unmanaged":
      return unmanaged(block, context);
    default:
      return "";
  }
}

/** The classes of lists. */
const TONES = { error: "errors", difference: "warnings", warning: "warnings", new: "left", note: "left" } as const;

function list({ tone, heading, items, noun }: blocks.List, context: Context): Markup {
  const limit = noun === undefined ? items.length : MAX_ITEMS;
  const content = folded(
    items,
    limit,
    `more ${noun}s`,
    context,
    (shown) =>
      markup`<ul>
        ${shown.map((it) => markup`<li class="${it.isCaution === true ? "caution" : ""}">${item(it, context)}</li> `)}
      </ul>`,
  );
  return pageSection(`notice ${TONES[tone]}`, heading, context, content);
}

/** An item with a label is a row, and a link to its project if it is about one. */
function item({ where, label, text, project, names = [], code }: Item, context: Context): Markup {
  if (label !== undefined) {
    const row = markup`<span class="kind">${label}</span><span>${say(text)}</span>`;
    if (project === undefined) return markup`<span class="row">${row}</span>`;
    return markup`<a href="#${rowId(context, project)}">${row}</a>`;
  }
  return markup`${where === undefined ? "" : markup`<b>${where}</b> `}${say(text)}${
    names.length === 0 ? "" : nameList(names)
  }${code === undefined ? "" : markup`<pre>${code.lines.join("\n")}</pre>`}`;
}

type CardKind = "create" | "update" | "rename" | "delete" | "assign";

/** What an overview has a list of, in this order. */
const CARDS: Readonly<Record<"plan" | "drift", Readonly<Partial<Record<CardKind, string>>>>> = {
  plan: { delete: "Deleted", rename: "Renamed", create: "New", update: "Changed", assign: "Assignments" },
  drift: { create: "Missing", update: "Changed", delete: "No longer in the code", assign: "Assignments changed" },
};

/** Projects by what happens to them, and the moves between them. Of a plan, details are in the diagram. */
function overview(block: blocks.Changes, context: Context): Markup {
  const isPlan = block.of === "plan";
  const changes = isPlan ? byWeight(block.changes) : block.changes;
  const cards = Object.entries(CARDS[block.of]).map(([name, title]) => {
    // Whether or not a project changes besides, its assignments are in a list of their own.
    const isOfKind = ({ change, assignments }: Change): boolean =>
      name === "assign" ? assignments.length > 0 : (change === "rename" && !isPlan ? "update" : change) === name;
    const items = changes.filter(isOfKind);
    const count = name === "assign" ? items.reduce((sum, it) => sum + it.assignments.length, 0) : items.length;
    const limit = isPlan ? MAX_PROJECTS : MAX_ITEMS;
    return card({ kind: classOf(name), title, count, limit, items }, context, (it) =>
      isPlan ? changedItem(it, name, context) : differenceItem(it, name, context),
    );
  });
  return pageSection(
    "overview",
    isPlan ? "Summary" : "Differences from the code",
    context,
    markup`${block.direction === "" ? "" : markup`<p class="note">${block.direction}</p>`}
    <div class="cards">${cards}</div>
    ${movesTable(block, context)}`,
  );
}

function changedItem(change: Change, card: string, context: Context): Markup {
  const before = markup`<del>${change.nameBefore}</del> <span aria-hidden="true">→ </span
    ><span class="visually-hidden">to </span>`;
  const detail = ownMember(DETAILS, card)?.(change) ?? "";
  return markup`<li>
    ${card === "rename" ? before : ""}${projectLink(context, change)}${detail && markup` <small>${detail}</small>`}
  </li>`;
}

/** The class of a card: `deleted`, `assigned`. */
function classOf(name: string): string {
  return name.endsWith("e") ? `${name}d` : `${name}ed`;
}

/** What a card says of a project, by its kind. */
const DETAILS: Readonly<Record<string, (change: Change) => string>> = {
  delete: ({ movesOut }) => {
    const [only, ...others] = movesOut;
    if (only === undefined) return "";
    const where = others.length === 0 ? only.to.name : pluralize(movesOut.length, "project");
    return `${pluralize(countOf(movesOut), "workspace")} → ${where}`;
  },
  update: ({ attributes }) => attributes.map(({ label }) => label).join(", "),
  assign: ({ assignments }) => {
    const removed = assignments.filter(({ change }) => change === "remove").length;
    const set = assignments.length - removed;
    return [set > 0 ? `${set} to set` : "", removed > 0 ? `${removed} to remove` : ""].filter(Boolean).join(", ");
  },
};

/** Another list has the ID of a project that changes otherwise, too. */
function differenceItem(change: Change, name: string, context: Context): Markup {
  const id = name === "assign" && change.change !== "assign" ? "" : markup`id="${rowId(context, change.key)}"`;
  return markup`<li ${id}>
    <b>${change.name}</b>
    ${name === "assign" ? assignmentsOf(change, context) : attributesOf(change)}
  </li>`;
}

/** Moves by their source and destination; those of a plan with the most workspaces first. */
function movesTable({ of, changes, columns }: blocks.Changes, context: Context): Markup | string {
  const isPlan = of === "plan";
  const moves = movesOf(changes, isPlan);
  const most = moves[0]?.count ?? 1;
  const [kind, title] = isPlan ? ["moves", "Moves"] : ["moves misplaced", "Misplaced"];
  const count = countOf(moves);
  return card(
    { kind, title, count, limit: MAX_ITEMS, items: moves, more: "more pairs of projects" },
    context,
    (move) => (isPlan ? moveRow(move, most, context) : misplacedRow(move)),
    (rows, isFolded) =>
      markup`<table>
        <caption class="visually-hidden">${isFolded ? "More workspaces" : "Workspaces"} by their projects</caption>
        <thead class="${isFolded ? "visually-hidden" : ""}">
          <tr>
            ${[...columns, "Workspaces"].map((column) => markup`<th scope="col">${column}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${rows}
        </tbody>
      </table>`,
  );
}

/** @param most - The largest number of workspaces in a row. */
function moveRow({ from, to, count, reason, isRequired }: Move, most: number, context: Context): Markup {
  return markup`<tr class="${isRequired ? "member" : "other"}">
    <td>${projectLink(context, from)}</td>
    <td>${projectLink(context, to)}</td>
    <td
      ><b>${count}</b>${reason === "" ? "" : markup` <small>${reason}</small>`}${bar(
        Math.max(1, Math.round((count / most) * 100)),
      )}</td
    >
  </tr>`;
}

function misplacedRow({ from, to, parts }: Move): Markup {
  return markup`<tr>
    <td><b>${from.name}</b></td>
    <td><b>${to.name}</b></td>
    <td
      >${parts.map(
        ({ reason, names }) =>
          markup`<b>${names.length}</b>${reason === "" ? "" : markup` <small>${reason}</small>`}${nameList(names)}`,
      )}</td
    >
  </tr>`;
}

/** A list for all pairs of projects that have the same. */
function effects({ heading, groups, notes }: blocks.Effects, context: Context): Markup {
  const all = folded(
    groups,
    MAX_EFFECTS,
    "more",
    context,
    (shown) =>
      markup`<ul>
        ${shown.map(
          ({ pairs, rows }) =>
            markup`<li>
              <b>${say(pairsTitle(pairs))}</b>
              ${pairs.length > 1 ? markup`<p class="names">${pairs.map((it) => say(pairText(it))).join(", ")}</p>` : ""}
              <dl>
                ${rows.map(
                  ({ label, items }) =>
                    markup`<dt>${label}</dt>
                      <dd>
                        ${items.map(({ kind, text }) => markup`<span class="${kind}">${say(text)}</span> `)}
                      </dd>`,
                )}
              </dl>
            </li>`,
        )}
      </ul>`,
  );
  const below = notes.map((note) => markup`<p class="note">${say(note)}</p>`);
  return pageSection("notice impact", heading, context, markup`${all} ${below}`);
}

function coverage({ text, shares }: blocks.Coverage, context: Context): Markup {
  return pageSection(
    "overview",
    "Coverage",
    context,
    markup`<div class="card coverage">
      <p>${say(text)}</p>
      ${shares.map(
        ({ label, percent }) => markup`<p class="share"><span>${label}</span> <b>${percent}%</b>${bar(percent)}</p>`,
      )}
    </div>`,
  );
}

/** Projects and workspaces that the code does not have; those that count as drift first. */
function unmanaged({ heading, projects, areProjectsDrift, groups }: blocks.Unmanaged, context: Context): Markup {
  const inPlace = (place: (typeof groups)[number]["place"]) => groups.filter((group) => group.place === place);
  const cardOf = (title: string, items: readonly Holder[], isDrift: boolean, isOfProjects = false): Markup | string => {
    const workspaces = items.reduce((sum, it) => sum + it.workspaces.length, 0);
    const count = isOfProjects ? items.length : workspaces;
    const [kind, suffix] = isDrift ? ["updated", " (drift)"] : ["unmanaged", ""];
    return card({ kind, title: `${title}${suffix}`, count, limit: MAX_ITEMS, items }, context, holderItem);
  };
  const cardOfGroups = (title: string, items: typeof groups): Markup | string =>
    cardOf(
      title,
      items,
      items.some(({ isDrift }) => isDrift),
    );
  return pageSection(
    "overview",
    heading,
    context,
    markup`<div class="cards">${[
      cardOfGroups("In projects of the code", inPlace("managed")),
      cardOfGroups("In the default project", inPlace("default")),
      cardOf("Projects", projects, areProjectsDrift, true),
      cardOfGroups("In other projects", inPlace("other")),
    ]}</div>`,
  );
}

function holderItem({ name, workspaces }: Holder): Markup {
  if (workspaces.length === 0) return markup`<li><b>${name}</b></li>`;
  const count = pluralize(workspaces.length, "workspace");
  return markup`<li><b>${name}</b> <small>${count}</small>${nameList(workspaces)}</li>`;
}

interface Card<T> {
  /** Its class. */
  readonly kind: string;
  readonly title: string;
  /** The number in the title. */
  readonly count: number;
  readonly items: readonly T[];
  /** How many items are shown; the others are collapsed. */
  readonly limit: number;
  /** What collapsed items are called. @default more */
  readonly more?: string;
}

/** A list with a title; nothing if it has no items. @param wrap - Around the items. @default a list */
function card<T>(
  { kind, title, count, items, limit, more = "more" }: Card<T>,
  context: Context,
  entry: (it: T) => Markup,
  wrap = (shown: readonly Markup[], _isFolded: boolean): Markup =>
    markup`<ul>
      ${shown}
    </ul>`,
): Markup | string {
  if (items.length === 0) return "";
  return markup`<div class="card ${kind}" role="group" aria-label="${title}">
    <h3>${title} <span class="count">${count}</span></h3>
    ${folded(items, limit, more, context, (shown, isFolded) => wrap(shown.map(entry), isFolded))}
  </div>`;
}
