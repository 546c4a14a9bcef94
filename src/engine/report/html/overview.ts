import { messageOf } from "../../../model";
import { pluralize } from "../../../reconcile";
import { attributeChanges } from "../../changes/attribute-change";
import { projectKey } from "../../changes/change";
import type { Comparison, Drift, Plan } from "../../plan/comparison";
import { unmanagedInPlace } from "../../plan/destinations";
import {
  countMoved,
  moveGroups,
  reasonsOf,
  summaryOf,
  type MoveGroup,
  type ProjectChange,
} from "../../plan/project-change";
import type { Section } from "./old-sections";
import { CHANGED, type Changed, type OrganizationViewModel, type ProjectViewModel } from "./old-view-model";
import { missingCounts, missingProjects, nonZero, planCounts, REPORT_KINDS, type CountText } from "./old-wording";
import { listCard, movesCard } from "./card";
import { assignmentsOf, attributesOf, classOf, reasonsText } from "./changes";
import { markup, nameList, pageSection, projectLink, rowId, type Context, type Markup } from "./markup";

/** The numbers of a page, each with its class. */
export function tilesOf(it: Plan | Drift): readonly CountText[] {
  const summary = summaryOf(it);
  if (it.kind === "plan") return planCounts(summary);
  const { update, set, move, unset, delete: dropped } = summary;
  return [
    ["create", missingProjects(it)],
    ["update", `${pluralize(update, "project")} changed`],
    ["move", `${pluralize(move, "workspace")} misplaced`],
    ...nonZero<CountText>(
      [dropped, ["delete", `${pluralize(dropped, "project")} no longer in the code`]],
      [set + unset, ["update", `${pluralize(set + unset, "assignment")} changed`]],
    ),
    ...missingCounts(it).map((text) => ["update", text] as const),
    ["unmanaged", `${pluralize(it.coverage.unmanagedProjects.length, "project")} unmanaged`],
    ["unmanaged", `${pluralize(unmanagedInPlace(it).length, "workspace")} unmanaged`],
  ];
}

/** Whether the overview has a section. */
export function isInOverview({ name }: Section): boolean {
  return name === "changes" || name === "missing" || name === "created";
}

/** Longer lists of projects are collapsed. */
const MAX_PROJECTS = 8;

/** The changes of a plan in lists: projects that are deleted, renamed, created and changed, and moves between them. */
export function changesSection(
  { organization, projects, moves }: OrganizationViewModel,
  sections: readonly Section[],
  context: Context,
): Markup {
  const link = ({ key, name }: ProjectViewModel): Markup => projectLink(context, key, name);
  const card = (kind: Changed, title: string, content: typeof link): Markup | string => {
    const items = projects.filter(({ change }) => change === kind);
    return listCard({ kind, title, items, limit: MAX_PROJECTS }, context, (it) => markup`<li>${content(it)}</li> `);
  };
  const assigned = { title: "Assignments", limit: MAX_PROJECTS, ...withAssignments(projects) };
  const cards = [
    card("deleted", "Deleted", (it) => markup`${link(it)}${destinations(it)}`),
    card("renamed", "Renamed", (it) => markup`${earlierName(it)}${link(it)}`),
    card("created", "New", link),
    card("updated", "Changed", (it) => markup`${link(it)}${attributeNames(it)}`),
    listCard(assigned, context, (it) => markup`<li>${link(it)}${assignmentCounts(it)}</li> `),
    ...findingCards(sections, context),
  ];
  const most = moves[0]?.workspaces.length ?? 1;
  return pageSection(
    "overview",
    `Summary of the changes in ${organization}`,
    "Summary",
    markup`<div class="cards">${cards}</div>
    ${movesCard(
      { kind: "moves", title: "Moves", items: moves },
      { columns: REPORT_KINDS.plan.columns, caption: "that move, by the projects that they leave and enter" },
      context,
      (group) => moveRow(group, most, context),
    )}`,
  );
}

/** Where the workspaces of a deleted project go. */
function destinations({ movesOut }: ProjectViewModel): Markup | string {
  const [only, ...others] = movesOut;
  if (only === undefined) return "";
  const where = others.length === 0 ? only.to.name : pluralize(movesOut.length, "project");
  return markup` <small>${pluralize(countMoved(movesOut), "workspace")} → ${where}</small>`;
}

function earlierName({ before }: ProjectViewModel): Markup {
  return markup`<del>${before?.name ?? ""}</del> <span aria-hidden="true">→ </span
          ><span class="visually-hidden">to </span>`;
}

function attributeNames(project: ProjectViewModel): Markup {
  const names = attributeChanges(project).map(({ attribute }) => attribute);
  return markup` <small>${names.join(", ")}</small>`;
}

/** `2 to set, 1 to remove` */
function assignmentCounts({ assignments }: ProjectViewModel): Markup {
  const removed = assignments.filter(({ change }) => change === "remove").length;
  const set = assignments.length - removed;
  return markup` <small>${nonZero([set, `${set} to set`], [removed, `${removed} to remove`]).join(", ")}</small>`;
}

/** The row of a pair of projects. @param most - The largest number of workspaces in a row. */
function moveRow(group: MoveGroup, most: number, context: Context): Markup {
  const { from, to, workspaces } = group;
  const reasons = reasonsText(group);
  const share = Math.max(1, Math.round((workspaces.length / most) * 100));
  return markup`<tr class="${classOf(group)}">
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

/** Missing and changed projects, and misplaced workspaces. */
export function differencesSection(drift: Comparison, sections: readonly Section[], context: Context): Markup {
  const section = sections.find((it) => it.name === "changes");
  const { items: changes = [], direction = "" } = section ?? {};
  const card = (change: ProjectChange["change"], title: string): Markup | string => {
    const items = changes.filter((it) => it.change === change);
    return listCard({ kind: CHANGED[change], title, items }, context, (it) => changedItem(it, context));
  };
  const assigned = { title: "Assignments changed", ...withAssignments(changes) };
  const cards = [
    card("create", "Missing"),
    card("update", "Changed"),
    card("delete", "No longer in the code"),
    listCard(assigned, context, (it) => assignedItem(it, context)),
  ];
  // An apply does not change these.
  const findings = findingCards(sections, context);
  return pageSection(
    "overview",
    `Differences of ${drift.organization} from the code`,
    "Differences from the code",
    markup`${findings.length === 0 ? "" : markup`<div class="cards">${findings}</div>`}
    ${direction === "" ? "" : markup`<p class="note">${direction}</p>`}
    <div class="cards"
      >${cards}</div
    >
    ${movesCard(
      { kind: "moves misplaced", title: "Misplaced", items: moveGroups(drift) },
      { columns: REPORT_KINDS.drift.columns, caption: "that are in another project than in the code" },
      context,
      misplacedRow,
    )}`,
  );
}

function changedItem(change: ProjectChange, context: Context): Markup {
  return markup`<li id="${rowId(context, change.key)}">
    <b>${change.name}</b>
    ${attributesOf(change)}
  </li>`;
}

/** Another card has the ID of a project that also changes otherwise. */
function assignedItem(change: ProjectChange, context: Context): Markup {
  const id = change.change === "assign" ? markup`id="${rowId(context, change.key)}"` : "";
  return markup`<li ${id}>
    <b>${change.name}</b>
    ${assignmentsOf(change, context)}
  </li>`;
}

function misplacedRow(group: MoveGroup): Markup {
  return markup`<tr>
    <td><b>${group.from.name}</b></td>
    <td><b>${group.to.name}</b></td>
    <td
      >${reasonsOf(group).map((moved) => {
        const reason = REPORT_KINDS.drift.reasonOf(moved);
        return markup`<b>${moved.workspaces.length}</b>${
          reason === "" ? "" : markup` <small>${reason}</small>`
        }${nameList(moved.workspaces)}`;
      })}</td
    >
  </tr>`;
}

/** The projects whose assignments change, whether or not they change besides; the number is that of assignments. */
function withAssignments<T extends Pick<ProjectChange, "assignments">>(projects: readonly T[]) {
  const items = projects.filter(({ assignments }) => assignments.length > 0);
  return { kind: "assigned", items, count: items.reduce((sum, { assignments }) => sum + assignments.length, 0) };
}

/** Findings beside the changes of projects. */
function findingCards(sections: readonly Section[], context: Context): readonly (Markup | string)[] {
  return sections.flatMap((section) => {
    if (section.name !== "missing" && section.name !== "created") return [];
    const { name, heading: title, items } = section;
    const kind = name === "missing" ? "updated" : "created";
    return listCard(
      { kind, title, items },
      context,
      (it) => markup`<li><b>${it.where}</b> <small>${messageOf(it)}</small></li>`,
    );
  });
}
