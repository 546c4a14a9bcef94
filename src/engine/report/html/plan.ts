import type { Comparison, Plan } from "../../plan/comparison";
import { IMPACT_HEADING, impactNotes, impactSections, pairsTitle, pairText } from "../impact";
import { irreversibleText, LEFT_HEADING, leftOf, leftSentence } from "../left-text";
import { createdMembers } from "../after-apply-text";
import { viewModelOf } from "../view-model";
import { summaryOf } from "../../plan/project-change";
import { elsewhereText, identitiesText, ignoredText, leftAloneText, raisedLimitsText } from "../summary";
import type { Context } from "./context";
import { diagramOf } from "./diagram";
import { folded } from "./fold";
import type { Section } from "./frame";
import { markup, type Markup } from "./markup";
import { asIs } from "./notices";
import { overviewOf } from "./overview";

/** What the page of a plan has for an organization: its projects before and after. */
export function planSection(plan: Plan, context: Context): Section {
  const { optionName } = context;
  const model = viewModelOf(plan);
  const { create, update, move, delete: deleted } = summaryOf(plan);
  return {
    notes: [
      identitiesText(plan, asIs),
      raisedLimitsText(plan, optionName),
      ignoredText(plan, asIs, optionName),
      elsewhereText(plan, asIs),
      leftAloneText(plan, optionName),
      irreversibleText(plan),
      ...leftOf(plan).map((it) => [`${LEFT_HEADING}: ${leftSentence(it)}`, ...(it.code ?? [])].join("\n")),
    ],
    tiles: [
      ["create", "to create", create],
      ["update", "to update", update],
      ["move", move === 1 ? "workspace to move" : "workspaces to move", move],
      ["delete", "to delete", deleted],
    ],
    changes: overviewOf(model, createdMembers(plan), context),
    details: markup`${impactSection(plan, context)} ${plan.actions.length === 0 ? "" : TOOLS}
    ${diagramOf(model, context)}`,
  };
}

const TOOLS = markup`<h2>Projects before and after</h2>
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

/** Longer lists of what moves change are collapsed. */
const MAX_IMPACTS = 50;

/** What the moves change, a list for the pairs of projects for which the same changes. */
function impactSection(plan: Comparison, context: Context): Markup | string {
  const sections = impactSections(plan, asIs);
  const texts = impactNotes(plan, asIs, context.optionName);
  if (sections.length + texts.length === 0) return "";
  return markup`<section class="notice impact" aria-label="${IMPACT_HEADING} in ${plan.organization}">
    <h2>${IMPACT_HEADING}</h2>
    ${folded(
      sections,
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
    ${texts.map((text) => markup`<p class="note">${text}</p>`)}
  </section>`;
}
