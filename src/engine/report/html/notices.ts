import { projectOf } from "../../actions/table";
import { projectKey } from "../../plan/action";
import type { Comparison } from "../../plan/comparison";
import type { PlanWarning } from "../../plan/warnings";
import type { Refusal } from "../../plan/refusal";
import { refusalText, subjectOf } from "../../findings/errors";
import { labelOf, warningText } from "../../findings/warnings";
import { rowId, type Context } from "./context";
import { folded } from "./fold";
import { markup, type Markup } from "./markup";

/** Leaves names as they are: a page escapes all of its texts. */
export function asIs(text: string): string {
  return text;
}

/** @param label - Names the section among those of other organizations. */
export function errorsSection(refusals: readonly Refusal[], heading: string, label: string): Markup | string {
  if (refusals.length === 0) return "";
  return markup`<section class="notice errors" aria-label="${label}">
    <h2>${heading}</h2>
    <ul>
      ${refusals.map((refusal) => markup`<li><b>${subjectOf(refusal)}</b> ${refusalText(refusal)}</li>`)}
    </ul>
  </section>`;
}

/** Longer lists of warnings are collapsed. */
const MAX_WARNINGS = 10;

/** Warnings, each as a link to the project that it is about. @param label - As of {@link errorsSection}. */
export function warningsSection(
  { actions }: Pick<Comparison, "actions">,
  warnings: readonly PlanWarning[],
  context: Context,
  label: string,
): Markup | string {
  if (warnings.length === 0) return "";
  const rowOf = ({ action: position }: PlanWarning): string | undefined => {
    const action = position === undefined ? undefined : actions[position];
    return action && rowId(context, projectKey(projectOf(action)));
  };
  return markup`<section class="notice warnings" aria-label="${label}">
    <h2>Warnings</h2>
    ${folded(
      warnings,
      MAX_WARNINGS,
      "more warnings",
      context,
      (shown) =>
        markup`<ul>
          ${shown.map(
            (warning) =>
              markup`<li class="${warning.kind}">
                ${linked(
                  markup`<span class="kind">${labelOf(warning)}</span
                    ><span>${warningText(warning)}</span>`,
                  rowOf(warning),
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
