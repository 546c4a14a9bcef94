import type { ProjectSettings } from "../../../model";
import { attributeChanges } from "../project-change";
import { markup, type Markup } from "./markup";

/** The attributes that a new project has, or that differ. */
export function attributeList(before: ProjectSettings | null, after: ProjectSettings | null): Markup | string {
  const changes = after === null ? [] : attributeChanges(before, after);
  if (changes.length === 0) return "";
  return markup`<dl>
    ${changes.map(
      ({ attribute, from, to }) =>
        markup`<dt>${attribute}</dt>
          <dd>
            ${
              before === null
                ? ""
                : markup`<del><span class="visually-hidden">now </span>${from ?? absent(from)}</del>
                    <span aria-hidden="true">→</span>
                    <span class="visually-hidden">in the code </span>`
            }<ins>${to ?? "none"}</ins>
          </dd>`,
    )}
  </dl>`;
}

/** What a page shows in place of a value that there is not, or that was not read. */
export function absent(value: null | undefined): string {
  return value === null ? "none" : "not reported";
}
