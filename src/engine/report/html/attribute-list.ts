import { quoteIfAmbiguous } from "../../../reconcile/text";
import type { ProjectChange } from "../../plan/project-change";
import { ASSIGNMENT_SIGNS, assignmentText, type ChangeOfAssignment } from "../../actions/assignment-change";
import { attributeChanges } from "../../actions/attribute-change";
import { markup, type Markup } from "./markup";

/** The attributes that a new project has, or that differ, and the objects that are assigned to it. */
export function attributeList(project: Pick<ProjectChange, "before" | "after" | "assignments">): Markup {
  return markup`${attributesOf(project)}${assignmentsOf(project)}`;
}

export function assignmentsOf({ assignments: all }: Pick<ProjectChange, "assignments">): Markup | string {
  if (all.length === 0) return "";
  return markup`<ul class="assignments">
    ${all.map((it) => markup`<li class="${it.change}">${signed(it)}</li> `)}
  </ul>`;
}

/** `+ team platform (access write)` */
export function signed(change: ChangeOfAssignment): string {
  return `${ASSIGNMENT_SIGNS[change.change]} ${assignmentText(change, quoteIfAmbiguous)}`;
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
