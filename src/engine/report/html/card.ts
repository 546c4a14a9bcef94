import { countMoved, type MoveGroup, type ProjectChange } from "../../plan/project-change";
import type { Section } from "../sections";
import type { Context } from "./context";
import { folded } from "./fold";
import { markup, type Markup } from "./markup";

interface Card<T> {
  /** Its class. */
  readonly kind: string;
  readonly title: string;
  readonly items: readonly T[];
  /** The number in the title. @default that of the items */
  readonly count?: number;
  /** How many items are shown; the others are collapsed. */
  readonly limit: number;
}

/** A list with a title; nothing if it has no items. */
export function listCard<T>(card: Card<T>, context: Context, item: (it: T) => Markup): Markup | string {
  return cardOf(
    card,
    "more",
    context,
    (shown) =>
      markup`<ul>
        ${shown.map(item)}
      </ul>`,
  );
}

/** The projects whose assignments change, whether or not they change besides; the number is that of assignments. */
export function assignmentsCard<T extends Pick<ProjectChange, "assignments">>(
  title: string,
  projects: readonly T[],
  limit: number,
  context: Context,
  item: (it: T) => Markup,
): Markup | string {
  const items = projects.filter(({ assignments }) => assignments.length > 0);
  const count = items.reduce((sum, { assignments }) => sum + assignments.length, 0);
  return listCard({ kind: "assigned", title, items, count, limit }, context, item);
}

/** Findings beside the changes of projects. */
export function findingCards(sections: readonly Section[], context: Context): readonly (Markup | string)[] {
  return sections.flatMap((section) => {
    if (section.name !== "missing" && section.name !== "created") return [];
    const { heading: title, items } = section;
    const kind = section.name === "missing" ? "updated" : "created";
    return listCard(
      { kind, title, items, limit: MAX_FINDINGS },
      context,
      ({ subject = "", text }) => markup`<li><b>${subject}</b> <small>${text}</small></li>`,
    );
  });
}

const MAX_FINDINGS = 10;

/** A table of moves by their source and destination; nothing if there are none. */
export function movesCard(
  card: Omit<Card<MoveGroup>, "limit" | "count">,
  { columns, caption }: { readonly columns: readonly [from: string, to: string]; readonly caption: string },
  context: Context,
  row: (group: MoveGroup) => Markup,
): Markup | string {
  return cardOf(
    { ...card, count: countMoved(card.items), limit: MAX_MOVES },
    "more pairs of projects",
    context,
    (shown, isFolded) =>
      markup`<table>
        <caption class="visually-hidden">
          ${isFolded ? "More workspaces" : "Workspaces"} ${caption}
        </caption>
        <thead class="${isFolded ? "visually-hidden" : ""}">
          <tr>
            ${[...columns, "Workspaces"].map((column) => markup`<th scope="col">${column}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${shown.map(row)}
        </tbody>
      </table>`,
  );
}

const MAX_MOVES = 10;

function cardOf<T>(
  { kind, title, items, count = items.length, limit }: Card<T>,
  more: string,
  context: Context,
  content: (items: readonly T[], isFolded: boolean) => Markup,
): Markup | string {
  if (items.length === 0) return "";
  return markup`<div class="card ${kind}" role="group" aria-label="${title}">
    <h3>${title} <span class="count">${count}</span></h3>
    ${folded(items, limit, more, context, content)}
  </div>`;
}
