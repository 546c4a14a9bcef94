import { pluralize, quoteIfAmbiguous } from "../../../reconcile/text";
import type { Plan } from "../../plan/comparison";
import { summaryOf } from "../../plan/project-change";
import { pairsTitle, pairText } from "../impact";
import type { SectionOf } from "../sections";
import type { Context } from "./context";
import { folded } from "./fold";
import { markup, type Markup } from "./markup";

/** The numbers of a page, each with its class and label. */
export type Tiles = readonly (readonly [kind: string, label: string, count: number])[];

export function planTiles(plan: Plan): Tiles {
  const { create, update, set, move, unset, delete: deleted } = summaryOf(plan);
  return [
    ["create", "to create", create],
    ["update", "to update", update],
    ["move", `${nounAfter(move, "workspace")} to move`, move],
    ["delete", "to delete", deleted],
    ...tileIfAny("update", `${nounAfter(set, "assignment")} to set`, set),
    ...tileIfAny("delete", `${nounAfter(unset, "assignment")} to remove`, unset),
  ];
}

/** A number of which a page says nothing if it is 0. */
export function tileIfAny(kind: string, label: string, count: number): Tiles {
  return count === 0 ? [] : [[kind, label, count]];
}

/** A noun after its number. */
export function nounAfter(count: number, one: string): string {
  return pluralize(count, one).slice(`${count} `.length);
}

/** The heading and the filter of the diagram. */
export function toolsOf({ actions }: Plan): Markup | string {
  if (actions.length === 0) return "";
  return markup`<h2>Projects before and after</h2>
          <div class="tools">
            <label
              >Filter
              <input
                type="search"
                class="filter"
                placeholder="project or workspace"
                autocomplete="off"
                spellcheck="false"
            /></label>
            <span class="found" role="status"></span>
            <span class="hint"
              ><kbd>/</kbd> filter · <kbd>↑</kbd> <kbd>↓</kbd> select · <kbd>←</kbd> <kbd>→</kbd> follow a
              move</span
            >
          </div>`;
}

/** Longer lists of pairs are collapsed. */
const MAX_IMPACTS = 50;

/** The effects of moves, a list for all pairs of projects that have the same. */
export function impactSection(
  { heading, pairs: pairsOf, notes }: SectionOf<"impact">,
  organization: string,
  context: Context,
): Markup {
  return markup`<section class="notice impact" aria-label="${heading} in ${organization}">
    <h2>${heading}</h2>
    ${folded(
      pairsOf(quoteIfAmbiguous),
      MAX_IMPACTS,
      "more",
      context,
      (shown) =>
        markup`<ul>
      ${shown.map(
        ({ pairs, rows }) =>
          markup`<li>
            <b>${pairsTitle(pairs)}</b>
            ${pairs.length > 1 ? markup`<p class="names">${pairs.map(pairText).join(", ")}</p>` : ""}
            <dl>
              ${rows.map(
                ({ label, items }) =>
                  markup`<dt>${label}</dt>
                    <dd>
                      ${items.map(({ kind, text }) => markup`<span class="${kind}">${text}</span> `)}
                    </dd>`,
              )}
            </dl>
          </li>`,
      )}
    </ul>`,
    )}
    ${notes(quoteIfAmbiguous).map((text) => markup`<p class="note">${text}</p>`)}
  </section>`;
}

/** The changes that an undo leaves as they are. @param label - Names the section among those of other organizations. */
export function leftSection({ heading, items }: SectionOf<"left">, label: string): Markup {
  return markup`<section class="notice left" aria-label="${label}">
    <h2>${heading}</h2>
    <ul>
      ${items.map(
        ({ text, code }) => markup`<li>${text}${code.length === 0 ? "" : markup`<pre>${code.join("\n")}</pre>`}</li>`,
      )}
    </ul>
  </section>`;
}
