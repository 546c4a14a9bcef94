import { quoteIfAmbiguous } from "../../../reconcile/text";
import { sanitize } from "../../../sanitize";
import type { OptionName } from "../../option-name";
import { printed, type Format, type Text } from "../blocks";

/* What pages are made of: safe HTML, sections, links to projects, and lists that can be opened. */

/** HTML that is safe in a page: made by {@link markup}, or part of the page itself. */
export class Markup {
  constructor(readonly source: string) {}
}

type Part = Markup | string | number | readonly Part[];

/** HTML in which every value that is not HTML already is sanitized and escaped. */
export function markup(fixed: TemplateStringsArray, ...values: readonly Part[]): Markup {
  return new Markup(fixed.reduce((page, piece, index) => page + sourceOf(values[index - 1] ?? "") + piece));
}

function sourceOf(part: Part): string {
  if (part instanceof Markup) return part.source;
  if (typeof part === "object") return part.map(sourceOf).join("");
  return sanitize(String(part)).replace(/[&<>"'`]/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** The part of a page about an organization, as what is in it needs it. */
export interface Context {
  /** Of the IDs in the part. */
  readonly prefix: string;
  readonly organization: string;
  readonly optionName: OptionName;
}

/** The ID of a project in the page. */
export function rowId({ prefix }: Context, key: string): string {
  return `${prefix}-${Buffer.from(key).toString("hex")}`;
}

/** A link to a project. */
export function projectLink(context: Context, { key, name }: { readonly key: string; readonly name: string }): Markup {
  return markup`<a class="to-project" href="#${rowId(context, key)}">${name}</a>`;
}

/** A bar as long as a number of hundredths of its line. */
export function bar(percent: number): Markup {
  return markup`<svg class="bar" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true" focusable="false"
    ><rect class="all" width="100" height="4" /><rect width="${percent}" height="4" /></svg
  >`;
}

/** A part of an article with a heading. */
export function pageSection(kind: string, heading: string, { organization }: Context, content: Part): Markup {
  return markup`<section class="${kind}" aria-label="${heading} in ${organization}">
    <h2>${heading}</h2>
    ${content}
  </section>`;
}

const FORMAT: Format = {
  name: quoteIfAmbiguous,
  value: (value) => value ?? (value === null ? "none" : "not reported"),
  sentence: (sentence) => sentence,
};

/** A text, which {@link markup} escapes. */
export function say(text: Text): string {
  return printed(text, FORMAT);
}

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

/** Names of workspaces that are shown without opening their list. */
const MAX_NAMES = 5;
const NAMES_OF_LONG_LIST = 3;

/** Names; a long list can be opened. @param label - Before the names, if there is one. */
export function nameList(names: readonly string[], label = ""): Markup {
  const prefix = label === "" ? "" : markup`<i>${label}:</i> `;
  if (names.length <= MAX_NAMES) return markup`<p class="names">${prefix}${unbroken(names)}</p>`;
  const shown = names.slice(0, NAMES_OF_LONG_LIST);
  return markup`<details class="names"
    ><summary>${prefix}${unbroken(shown)} <small>and ${names.length - shown.length} more</small></summary
    ><p>${names.slice(NAMES_OF_LONG_LIST).join(", ")}</p></details
  >`;
}

/** Names that are not broken at their hyphens, with commas between them. */
function unbroken(names: readonly string[]): readonly Markup[] {
  return names.map((name, index) => markup`<span>${name}${index === names.length - 1 ? "" : ","}</span> `);
}
