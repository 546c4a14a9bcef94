import { markup, type Markup } from "./markup";

/** The ID of a project's row in the page. */
export function rowId(prefix: string, key: string): string {
  return `${prefix}-${Buffer.from(key).toString("hex")}`;
}

/** A link to the row of a project. */
export function projectLink(prefix: string, key: string, name: string): Markup {
  return markup`<a class="to-project" href="#${rowId(prefix, key)}">${name}</a>`;
}
