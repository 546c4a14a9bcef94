import type { OptionName } from "../../option-name";
import { markup, type Markup } from "./markup";

/** The section of an organization, as the parts of its page need it. */
export interface Context {
  /** Of the IDs in the section. */
  readonly prefix: string;
  readonly optionName: OptionName;
}

/** The ID of a project in the page. */
export function rowId({ prefix }: Context, key: string): string {
  return `${prefix}-${Buffer.from(key).toString("hex")}`;
}

/** A link to a project. */
export function projectLink(context: Context, key: string, name: string): Markup {
  return markup`<a class="to-project" href="#${rowId(context, key)}">${name}</a>`;
}
