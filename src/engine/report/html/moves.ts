import { groupBy } from "../../../reconcile";
import { REPORT_KINDS } from "../wording";
import { reasonsOf, type MoveGroup } from "../../plan/project-change";
import { markup, type Markup } from "./markup";

/** Names of workspaces that are shown without opening their list. */
const MAX_NAMES = 5;
const NAMES_OF_LONG_LIST = 3;

/** Whether a membership or a rule requires the moves of all workspaces of the group. */
export function isMembersOnly({ workspaces }: MoveGroup): boolean {
  return workspaces.every(({ reason }) => reason === "member" || reason === "placed" || reason === "undone");
}

/** Why workspaces move, other than by a membership: `evicted`, `2 evicted, 1 released`; empty if there is no reason. */
export function reasonsText(group: MoveGroup): string {
  const reasons = [...groupBy(group.workspaces, ({ reason }) => reason)].map(([reason, { length }]) => {
    return { text: REPORT_KINDS.plan.reasonOf({ reason }), count: length };
  });
  return reasons
    .filter(({ text }) => text !== "")
    .map(({ text, count }) => (reasons.length === 1 ? text : `${count} ${text}`))
    .join(", ");
}

/** The workspaces of a group; a long list can be opened. */
export function workspaceNames(group: MoveGroup): readonly Markup[] {
  const reasons = reasonsOf(group);
  return reasons.map((it) =>
    nameList(it.workspaces, reasons.length > 1 || it.rule !== undefined ? REPORT_KINDS.plan.reasonOf(it) : ""),
  );
}

/** Names; a long list can be opened. @param label - Before the names, if there is one. */
export function nameList(objects: readonly { readonly name: string }[], label = ""): Markup {
  const names = objects.map(({ name }) => name);
  const prefix = label === "" ? "" : markup`<i>${label}:</i> `;
  if (names.length <= MAX_NAMES) return markup`<p class="names">${prefix}${unbroken(names)}</p>`;
  const shown = names.slice(0, NAMES_OF_LONG_LIST);
  return markup`<details class="names"
    ><summary>${prefix}${unbroken(shown)} <small>and ${names.length - shown.length} more</small></summary
    ><p>${names.slice(NAMES_OF_LONG_LIST).join(", ")}</p></details
  >`;
}

/** Names that are not broken at their hyphens, with commas between them. */
function unbroken(names: readonly string[]): readonly Markup[] {
  return names.map((name, index) => markup`<span>${name}${index === names.length - 1 ? "" : ","}</span> `);
}
