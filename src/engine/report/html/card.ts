import { countMoved, type MoveGroup } from "../../plan/project-change";
import { folded, markup, type Context, type Markup } from "./markup";

/** Longer lists are collapsed. */
const MAX_ITEMS = 10;

interface Card<T> {
  /** Its class. */
  readonly kind: string;
  readonly title: string;
  readonly items: readonly T[];
  /** The number in the title. @default that of the items */
  readonly count?: number;
  /** How many items are shown; the others are collapsed. @default 10 */
  readonly limit?: number;
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

/** A table of moves by their source and destination; nothing if there are none. */
export function movesCard(
  card: Omit<Card<MoveGroup>, "limit" | "count">,
  { columns, caption }: { readonly columns: readonly [from: string, to: string]; readonly caption: string },
  context: Context,
  row: (group: MoveGroup) => Markup,
): Markup | string {
  return cardOf(
    { ...card, count: countMoved(card.items) },
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

function cardOf<T>(
  { kind, title, items, count = items.length, limit = MAX_ITEMS }: Card<T>,
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
