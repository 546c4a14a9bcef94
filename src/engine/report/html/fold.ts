import type { Context } from "./context";
import { markup, type Markup } from "./markup";

/** Items of a collapsed list; the number of further ones is shown in their place. */
const MAX_FOLDED = 500;

/**
 * A list that shows its first items, and the others when it is opened.
 *
 * @param limit - How many are shown. A list with one more is not collapsed, because that would not save space.
 * @param wrap - Wraps items in a list; also called for collapsed items.
 * @param label - Names the collapsed items, after their number: `more projects`.
 */
export function folded<T>(
  items: readonly T[],
  limit: number,
  label: string,
  { optionName }: Context,
  wrap: (items: readonly T[], isFolded: boolean) => Markup,
): Markup {
  if (items.length <= limit + 1) return wrap(items, false);
  const rest = items.slice(limit);
  const omitted = rest.length - MAX_FOLDED;
  return markup`${wrap(items.slice(0, limit), false)}
    <details class="more">
      <summary>${rest.length} ${label}</summary>
      ${wrap(rest.slice(0, MAX_FOLDED), true)}
      ${
        omitted > 0
          ? markup`<p class="note">${omitted} more are not in this page. ${optionName("json")} has all of them.</p>`
          : ""
      }
    </details>`;
}
