import { pluralize } from "../../../reconcile";
import { projectKey } from "../../plan/action";
import { countMoved, type MoveGroup } from "../../plan/project-change";
import { REPORT_KINDS } from "../wording";
import { attributeChanges } from "../../actions/attribute-change";
import type { OrganizationViewModel, ProjectViewModel } from "../view-model";
import type { Section } from "../sections";
import { assignmentsCard, findingCards, listCard, movesCard } from "./card";
import { projectLink, type Context } from "./context";
import { markup, type Markup } from "./markup";
import { isMembersOnly, reasonsText } from "./moves";

/** Longer lists of projects are collapsed. */
const MAX_PROJECTS = 8;

/**
 * The changes of the plan in lists: projects that are deleted, renamed, created and changed, and moves between them.
 *
 * @param sections - Those with findings have cards, too.
 */
export function overviewOf(
  model: OrganizationViewModel,
  sections: readonly Section[],
  context: Context,
): Markup | string {
  const { projects, moves, organization } = model;
  const card = (
    kind: ProjectViewModel["change"],
    title: string,
    content: (project: ProjectViewModel) => Markup,
  ): Markup | string => {
    const items = projects.filter(({ change }) => change === kind);
    return listCard({ kind, title, items, limit: MAX_PROJECTS }, context, (it) => markup`<li>${content(it)}</li> `);
  };
  const cards = [
    card("deleted", "Deleted", (it) => markup`${projectLink(context, it.key, it.name)}${destinations(it)}`),
    card(
      "renamed",
      "Renamed",
      (it) =>
        markup`<del>${it.before?.name ?? ""}</del> <span aria-hidden="true">→ </span
          ><span class="visually-hidden">to </span>${projectLink(context, it.key, it.name)}`,
    ),
    card("created", "New", (it) => projectLink(context, it.key, it.name)),
    card("updated", "Changed", (it) => markup`${projectLink(context, it.key, it.name)}${attributeNames(it)}`),
    assignmentsCard(
      "Assignments",
      projects,
      MAX_PROJECTS,
      context,
      (it) => markup`<li>${projectLink(context, it.key, it.name)}${assignmentCounts(it)}</li> `,
    ),
    ...findingCards(sections, context),
  ].filter((it) => it !== "");
  if (cards.length === 0 && moves.length === 0) return "";
  const most = moves[0]?.workspaces.length ?? 1;
  return markup`<section class="overview" aria-label="Summary of the changes in ${organization}">
    <h2>Summary</h2>
    <div class="cards">${cards}</div>
    ${movesCard(
      { kind: "moves", title: "Moves", items: moves },
      { columns: REPORT_KINDS.plan.columns, caption: "that move, by the projects that they leave and enter" },
      context,
      (group) => moveRow(group, most, context),
    )}
  </section>`;
}

/** Where the workspaces of a deleted project go. */
function destinations({ movesOut }: ProjectViewModel): Markup | string {
  const [only, ...others] = movesOut;
  if (only === undefined) return "";
  const where = others.length === 0 ? only.to.name : pluralize(movesOut.length, "project");
  return markup` <small>${pluralize(countMoved(movesOut), "workspace")} → ${where}</small>`;
}

function attributeNames(project: ProjectViewModel): Markup {
  const names = attributeChanges(project).map(({ attribute }) => attribute);
  return markup` <small>${names.join(", ")}</small>`;
}

/** `2 to set, 1 to remove` */
function assignmentCounts({ assignments }: ProjectViewModel): Markup {
  const removed = assignments.filter(({ change }) => change === "remove").length;
  const counts = [
    [assignments.length - removed, "to set"],
    [removed, "to remove"],
  ] as const;
  const texts = counts.flatMap(([count, label]) => (count === 0 ? [] : [`${count} ${label}`]));
  return markup` <small>${texts.join(", ")}</small>`;
}

/** The row of a pair of projects. @param most - The largest number of workspaces in a row. */
function moveRow(group: MoveGroup, most: number, context: Context): Markup {
  const { from, to, workspaces } = group;
  const reasons = reasonsText(group);
  const share = Math.max(1, Math.round((workspaces.length / most) * 100));
  return markup`<tr class="${isMembersOnly(group) ? "member" : "other"}">
    <td>${projectLink(context, from.id, from.name)}</td>
    <td>${projectLink(context, projectKey(to), to.name)}</td>
    <td
      ><b>${workspaces.length}</b>${reasons === "" ? "" : markup` <small>${reasons}</small>`}<svg
        class="bar"
        viewBox="0 0 100 4"
        preserveAspectRatio="none"
        aria-hidden="true"
        focusable="false"
        ><rect width="${share}" height="4" /></svg
    ></td>
  </tr>`;
}
