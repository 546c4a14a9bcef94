import { quoteIfAmbiguous } from "../../../reconcile/text";
import type { ProjectChange } from "../../plan/project-change";
import { bySeverity, removalSuffix, signedText } from "../../actions/assignment-change";
import { attributeChanges } from "../../actions/attribute-change";
import type { Context } from "./context";
import { folded } from "./fold";
import { markup, type Markup } from "./markup";

/** Longer lists of assignments are collapsed. */
const MAX_ASSIGNMENTS = 12;

/** The attributes that a new project has, or that differ, and the objects that are assigned to it. */
export function attributeList(
  project: Pick<ProjectChange, "before" | "after" | "assignments">,
  context: Context,
): Markup {
  return markup`${attributesOf(project)}${assignmentsOf(project, context)}`;
}

export function assignmentsOf(
  { assignments: all }: Pick<ProjectChange, "assignments">,
  context: Context,
): Markup | string {
  if (all.length === 0) return "";
  const ordered = all.length > MAX_ASSIGNMENTS + 1 ? bySeverity(all) : all;
  return folded(
    ordered,
    MAX_ASSIGNMENTS,
    `more assignments${removalSuffix(ordered.slice(MAX_ASSIGNMENTS))}`,
    context,
    (shown) =>
      markup`<ul class="assignments">
    ${shown.map((it) => markup`<li class="${it.change}">${signedText(it, quoteIfAmbiguous)}</li> `)}
  </ul>`,
  );
}

export function attributesOf(project: Pick<ProjectChange, "before" | "after">): Markup | string {
  const changes = attributeChanges(project);
  if (changes.length === 0) return "";
  return markup`<dl>
    ${changes.map(
      ({ attribute, from, to }) =>
        markup`<dt>${attribute}</dt>
          <dd>
            ${
              project.before === null
                ? ""
                : markup`<del><span class="visually-hidden">now </span>${shownValue(from)}</del>
                    <span aria-hidden="true">→</span>
                    <span class="visually-hidden">in the code </span>`
            }<ins>${shownValue(to)}</ins>
          </dd>`,
    )}
  </dl>`;
}

/** A value as a page shows it; `none` if it is unset, `not reported` if it was not read. */
export function shownValue(value: string | null | undefined): string {
  return value ?? (value === null ? "none" : "not reported");
}
