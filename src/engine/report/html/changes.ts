import { groupBy } from "../../../lists";
import { quoteIfAmbiguous } from "../../../reconcile/text";
import { bySeverity, removalSuffix, signedText } from "../../changes/assignment-change";
import { attributeChanges } from "../../changes/attribute-change";
import { reasonsOf, type MoveGroup, type ProjectChange } from "../../plan/project-change";
import { REPORT_KINDS } from "./old-wording";
import { folded, markup, nameList, type Context, type Markup } from "./markup";

/* What changes in a project: attributes, assignments, and workspaces that move. */

/** Longer lists of assignments are collapsed. */
const MAX_ASSIGNMENTS = 12;

/** The objects that are assigned to a project, or taken off it. */
export function assignmentsOf(
  { assignments: all }: Pick<ProjectChange, "assignments">,
  context: Context,
): Markup | string {
  if (all.length === 0) return "";
  const ordered = bySeverity(all, MAX_ASSIGNMENTS + 1);
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

/** The attributes that a new project has, or that differ. */
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

/** The class of workspaces that move: whether a membership or a rule requires it of all of them. */
export function classOf({ workspaces }: MoveGroup): "member" | "other" {
  const isRequired = workspaces.every(({ reason }) => ["member", "placed", "undone"].includes(reason));
  return isRequired ? "member" : "other";
}

/** Why workspaces move, other than by a membership: `evicted`, `2 evicted, 1 released`; empty if there is no reason. */
export function reasonsText(group: MoveGroup): string {
  const reasons = [...groupBy(group.workspaces, ({ reason }) => REPORT_KINDS.plan.reasonOf({ reason }))];
  return reasons
    .filter(([reason]) => reason !== "")
    .map(([reason, { length }]) => (reasons.length === 1 ? reason : `${length} ${reason}`))
    .join(", ");
}

/** The workspaces of a group; a long list can be opened. */
export function workspaceNames(group: MoveGroup): readonly Markup[] {
  const reasons = reasonsOf(group);
  return reasons.map((it) =>
    nameList(it.workspaces, reasons.length > 1 || it.rule !== undefined ? REPORT_KINDS.plan.reasonOf(it) : ""),
  );
}
