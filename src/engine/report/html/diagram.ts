import { groupBy } from "../../../lists";
import type { ProjectSettings } from "../../../model";
import { pluralize } from "../../../reconcile";
import { projectKey } from "../../changes/change";
import { countMoved, type MoveGroup } from "../../plan/project-change";
import { quoteIfAmbiguous } from "../../../reconcile/text";
import { assignmentCount, bySeverity, signedText, type ChangeOfAssignment } from "../../changes/assignment-change";
import { attributeTexts } from "../../changes/attribute-change";
import { REPORT_KINDS } from "./old-wording";
import type { Changed, OrganizationViewModel, ProjectViewModel } from "./old-view-model";
import { assignmentsOf, attributesOf, classOf, reasonsText, shownValue, workspaceNames } from "./changes";
import { folded, markup, rowId, type Context, type Markup } from "./markup";

/** Longer lists of moves are collapsed. */
const MAX_MOVES = 12;
/** If more projects change, only this many have a row; a list has the changes of the others. */
const MAX_ROWS = 1_000;
const ROWS_OF_LARGE_PLAN = 300;
/** Maximum numbers of assignments, of pairs of projects, and of workspace names for each, for a further project. */
const MAX_FURTHER_ITEMS = 5;
const MAX_FURTHER_NAMES = 3;

/**
 * A row for each project that changes, with its state before and after, and a filter. The script draws links between
 * the rows. In a very large plan, projects with the heaviest changes have rows, and the others are in a list.
 */
export function diagramOf(model: OrganizationViewModel, context: Context): Markup {
  const changed = model.projects.filter((it) => !isUnchanged(it));
  const unchanged = model.projects.filter(isUnchanged);
  if (changed.length === 0) return markup` ${unchangedList(unchanged)}`;
  const links = new Map(model.moves.map((group, index) => [pairKey(group), `${context.prefix}-m${index}`]));
  const rows = changed.length > MAX_ROWS ? ROWS_OF_LARGE_PLAN : changed.length;
  const page: Page = { ...context, linkOf: (group) => links.get(pairKey(group)) ?? "" };
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
          </div> <div class="diagram">
      <svg class="links" aria-hidden="true" focusable="false"></svg>
      <div class="heads" aria-hidden="true"><span>Before</span><span>After</span></div>
      ${rowGroups(changed.slice(0, rows)).map(({ hub, others }) => rowsOf(hub, others, page))}
    </div>
    ${furtherList(changed.slice(rows), page)} ${unchangedList(unchanged)}`;
}

interface Page extends Context {
  /** The ID of a group of moves, which both of its projects have. */
  readonly linkOf: (group: MoveGroup) => string;
}

function pairKey({ from, to }: MoveGroup): string {
  return `${from.id} ${projectKey(to)}`;
}

/** Projects with the created or deleted ones that exchange most of their workspaces with them. Each is in one group. */
function rowGroups(projects: readonly ProjectViewModel[]) {
  const hubs = projects.filter(({ before, after }) => before !== null && after !== null);
  const created = groupBy(projects, ({ before, movesIn }) => (before === null ? movesIn[0]?.from.id : undefined));
  const deleted = groupBy(projects, ({ after, movesOut: [most] }) =>
    after === null && most !== undefined ? projectKey(most.to) : undefined,
  );
  const others = new Map(
    hubs.map(({ key }): [string, readonly ProjectViewModel[]] => {
      const [arriving, leaving] = [created.get(key) ?? [], deleted.get(key) ?? []];
      return [key, arriving.length < leaving.length ? leaving : arriving];
    }),
  );
  const grouped = new Set([...others.values()].flat());
  return projects.flatMap((hub) => (grouped.has(hub) ? [] : [{ hub, others: others.get(hub.key) ?? [] }]));
}

/** The rows of a group. The card of its hub is as high as those of the others, with each entry near its other end. */
function rowsOf(hub: ProjectViewModel, others: readonly ProjectViewModel[], page: Page): Markup {
  const [first] = others;
  if (first === undefined) return row(hub, page);
  return markup`<div class="group ${first.change}">
    ${row(hub, page, others.length)}${others.map((project) => row(project, page))}
  </div>`;
}

/** @param beside - How many cards are beside one of its own. @default 0 */
function row(project: ProjectViewModel, page: Page, beside = 0): Markup {
  const { name, before, after, change, unmoved } = project;
  const limit = Math.max(MAX_MOVES, beside);
  const movesOut = bundles(project.movesOut, "before", limit, page);
  const movesIn = bundles(project.movesIn, "after", limit, page);
  const changes = [attributesOf(project), assignmentsOf(project, page), movesIn];
  return markup`<div
    role="group"
    class="row ${change}"
    aria-label="Project ${name}, ${change === "unchanged" ? "only workspaces move" : change}"
  >
    <div class="side before">
      ${
        before === null
          ? markup`<p class="absent">does not exist yet</p>`
          : markup`${title(project, before, "before", page)}${movesOut}
              ${after === null || unmoved.length === 0 ? "" : markup`<p class="stays">${stay(unmoved.length)}</p>`}`
      }
    </div>
    <div class="side after">
      ${
        after === null
          ? markup`<p class="absent">deleted</p>`
          : markup`${title(project, after, "after", page)}${changes}${unmovedList(project)}`
      }
    </div>
  </div>`;
}

/** Projects that change, a line for each. */
function furtherList(projects: readonly ProjectViewModel[], page: Page): Markup | string {
  if (projects.length === 0) return "";
  return markup`<details class="further-projects">
    <summary>${projects.length} more projects that change</summary>
    <ul>
      ${projects.map((project) => furtherItem(project, page))}
    </ul>
  </details>`;
}

/** Without line breaks, because there may be many thousands. */
function furtherItem(project: ProjectViewModel, page: Page): Markup {
  const { key, name, change, assignments, movesIn, movesOut } = project;
  const tag = change === "unchanged" ? "" : markup` <small>${SIGNS[change]} ${TAGS[change]}</small>`;
  const texts = [
    ...attributeTexts(project, shownValue).map((it) => it.join(": ")),
    ...furtherAssignments(assignments),
    ...furtherMoves(movesOut, "→", ({ to }) => to.name),
    ...furtherMoves(movesIn, "←", ({ from }) => from.name),
    ...[REPORT_KINDS.plan.foundByName(project)].filter((it) => it !== ""),
  ];
  return markup`<li class="${change}" id="${rowId(page, key)}"
    ><b>${name}</b>${tag} ${texts.map((text) => markup`<span>${text}</span> `)}</li
  >`;
}

function furtherAssignments(all: readonly ChangeOfAssignment[]): readonly string[] {
  const ordered = bySeverity(all, MAX_FURTHER_ITEMS);
  const rest = ordered.slice(MAX_FURTHER_ITEMS);
  const shown = ordered.slice(0, MAX_FURTHER_ITEMS).map((it) => signedText(it, quoteIfAmbiguous));
  return rest.length === 0 ? shown : [...shown, assignmentCount(rest, "more assignment")];
}

function furtherMoves(
  groups: readonly MoveGroup[],
  arrow: string,
  other: (group: MoveGroup) => string,
): readonly string[] {
  const rest = groups.slice(MAX_FURTHER_ITEMS);
  const shown = groups.slice(0, MAX_FURTHER_ITEMS).map((group) => {
    const names = group.workspaces.slice(0, MAX_FURTHER_NAMES);
    const more = group.workspaces.length - names.length;
    return `${arrow} ${other(group)}: ${namesOf(names)}${more > 0 ? ` and ${more} more` : ""}`;
  });
  return rest.length === 0
    ? shown
    : [...shown, `${arrow} ${pluralize(countMoved(rest), "workspace")} of ${rest.length} more projects`];
}

/** The name of a project; links to the project lead to its state after the plan, or before its deletion. */
function title(project: ProjectViewModel, { name }: ProjectSettings, side: "before" | "after", page: Page): Markup {
  const isTarget = side === "after" || project.after === null;
  const tag = side === "before" && project.change !== "deleted" ? "" : TAGS[project.change];
  const found = side === "after" ? REPORT_KINDS.plan.foundByName(project) : "";
  return markup`<h3>
    <button
      type="button"
      class="project"
      ${isTarget ? markup`id="${rowId(page, project.key)}"` : ""}
      aria-label="${name}, ${side}${tag === "" ? "" : `: ${tag}`}"
      >${name}</button
    >${
      tag === "" ? "" : markup`<span class="tag ${project.change}">${SIGNS[project.change]} ${tag}</span>`
    }${project.isDefault ? markup`<span class="tag">default</span>` : ""}${
      found === "" ? "" : markup`<span class="tag">${found}</span>`
    }
  </h3>`;
}

const TAGS = {
  created: "new",
  deleted: "deleted",
  renamed: "renamed",
  updated: "changed",
  assigned: "assignments",
  unchanged: "",
} as const satisfies Readonly<Record<Changed, string>>;
const SIGNS = { created: "+", deleted: "−", renamed: "~", updated: "~", assigned: "~", unchanged: "" } as const;

/** Moves by the project at their other end. */
function bundles(groups: readonly MoveGroup[], side: "before" | "after", limit: number, page: Page): Markup | string {
  if (groups.length === 0) return "";
  const direction = side === "before" ? "moving out" : "moving in";
  return folded(
    groups,
    limit,
    "more projects",
    page,
    (shown) =>
      markup`<ul class="bundles" aria-label="Workspaces ${direction}">
        ${shown.map((group) => bundle(group, side, page))}
      </ul>`,
  );
}

function bundle(group: MoveGroup, side: "before" | "after", page: Page): Markup {
  const { from, to, workspaces } = group;
  const isOut = side === "before";
  const other = isOut ? to.name : from.name;
  const reasons = reasonsText(group);
  const [arrow, verb] = isOut ? ["→", "move to"] : ["←", "come from"];
  const count = pluralize(workspaces.length, "workspace");
  const hidden = `${count} ${workspaces.length === 1 ? verb.replace(" ", "s ") : verb} `;
  // Without line breaks: a list of thousands would be mostly white space.
  return markup`<li
    class="bundle ${classOf(group)}"
    data-link="${page.linkOf(group)}"
    data-count="${workspaces.length}"
    ><a class="route" href="#${rowId(page, isOut ? projectKey(to) : from.id)}"
      ><span class="visually-hidden">${hidden}</span><span><span aria-hidden="true">${arrow} </span>${other}</span
      > ${reasons === "" ? "" : markup`<small>${reasons}</small> `}<b aria-hidden="true">${workspaces.length}</b></a
    >${workspaceNames(group)}</li
  >`;
}

function stay(count: number): string {
  return `${count} ${count === 1 ? "stays" : "stay"}`;
}

function unmovedList({ unmoved }: ProjectViewModel): Markup | string {
  if (unmoved.length === 0) return "";
  return markup`<details class="unmoved">
    <summary>${stay(unmoved.length)}</summary>
    <p class="names">${namesOf(unmoved)}</p>
  </details>`;
}

function namesOf(workspaces: readonly { readonly name: string }[]): string {
  return workspaces.map(({ name }) => name).join(", ");
}

function unchangedList(projects: readonly ProjectViewModel[]): Markup | string {
  if (projects.length === 0) return "";
  return markup`<details class="unchanged-projects">
    <summary>${pluralize(projects.length, "project")} unchanged</summary>
    <ul>
      ${projects.map(
        ({ name, unmoved }) =>
          markup`<li>
            <b>${name}</b>${unmoved.length === 0 ? "" : markup` <span>${namesOf(unmoved)}</span>`}
          </li>`,
      )}
    </ul>
  </details>`;
}

function isUnchanged({ change, movesIn, movesOut }: ProjectViewModel): boolean {
  return change === "unchanged" && movesIn.length + movesOut.length === 0;
}
