import type { SectionOf } from "../sections";
import { rowId, type Context } from "./context";
import { folded } from "./fold";
import { markup, type Markup } from "./markup";

/** @param label - Names the section among those of other organizations. */
export function errorsSection({ heading, items }: SectionOf<"errors">, label: string): Markup {
  return markup`<section class="notice errors" aria-label="${label}">
    <h2>${heading}</h2>
    <ul>
      ${items.map(({ subject = "", text }) => markup`<li><b>${subject}</b> ${text}</li>`)}
    </ul>
  </section>`;
}

/** Longer lists of warnings are collapsed. */
const MAX_WARNINGS = 10;

/** Warnings, each as a link to the project that it is about. @param label - As of {@link errorsSection}. */
export function warningsSection({ heading, items }: SectionOf<"warnings">, context: Context, label: string): Markup {
  return markup`<section class="notice warnings" aria-label="${label}">
    <h2>${heading}</h2>
    ${folded(
      items,
      MAX_WARNINGS,
      "more warnings",
      context,
      (shown) =>
        markup`<ul>
          ${shown.map(
            ({ kind, label: short, text, project }) =>
              markup`<li class="${kind}">
                ${linked(
                  markup`<span class="kind">${short}</span
                    ><span>${text}</span>`,
                  project === undefined ? undefined : rowId(context, project),
                )}
              </li>`,
          )}
        </ul>`,
    )}
  </section>`;
}

/** A row of the warnings, as a link to its project if it is about one. */
function linked(content: Markup, row: string | undefined): Markup {
  return row === undefined ? markup`<span class="row">${content}</span>` : markup`<a href="#${row}">${content}</a>`;
}
