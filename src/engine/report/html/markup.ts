import { sanitize } from "../../../sanitize";

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
