import { pluralize } from "../../../reconcile";
import type { Drift } from "../../plan/comparison";
import { percentOf } from "../../plan/coverage";
import {
  changesByProject,
  type MoveGroup,
  moveGroups,
  type ProjectChange,
  reasonsOf,
  summaryOf,
  unmanagedInPlace,
} from "../../plan/project-change";
import { REPORT_KINDS } from "../wording";
import type { Section, SectionOf, UnmanagedGroup } from "../sections";
import { assignmentsOf, attributesOf } from "./attribute-list";
import { assignmentsCard, findingCards, listCard, movesCard } from "./card";
import { rowId, type Context } from "./context";
import { markup, type Markup } from "./markup";
import { nameList } from "./moves";
import { nounAfter, tileIfAny, type Tiles } from "./plan";

/** Longer lists are collapsed. */
const MAX_ITEMS = 10;

export function driftTiles(drift: Drift): Tiles {
  const { create, update, set, move, unset, delete: dropped } = summaryOf(drift);
  const projects = drift.coverage.unmanagedProjects.length;
  const workspaces = unmanagedInPlace(drift).length;
  return [
    ["create", `${nounAfter(create, "project")} missing`, create],
    ["update", `${nounAfter(update, "project")} changed`, update],
    ["move", `${nounAfter(move, "workspace")} misplaced`, move],
    ...tileIfAny("delete", `${nounAfter(dropped, "project")} no longer in the code`, dropped),
    ...tileIfAny("update", `${nounAfter(set + unset, "assignment")} changed`, set + unset),
    ["unmanaged", `${nounAfter(projects, "project")} unmanaged`, projects],
    ["unmanaged", `${nounAfter(workspaces, "workspace")} unmanaged`, workspaces],
  ];
}

/** Missing and changed projects, and misplaced workspaces. @param sections - Those with findings have cards, too. */
export function differencesSection(drift: Drift, sections: readonly Section[], context: Context): Markup {
  const changes = changesByProject(drift);
  const card = (change: ProjectChange["change"], kind: string, title: string): Markup | string => {
    const items = changes.filter((it) => it.change === change);
    return listCard({ kind, title, items, limit: MAX_ITEMS }, context, (it) => projectItem(it, context));
  };
  const cards = [
    card("create", "created", "Missing"),
    card("update", "updated", "Changed"),
    card("delete", "deleted", "No longer in the code"),
    assignmentsCard("Assignments changed", changes, MAX_ITEMS, context, (it) => assignedItem(it, context)),
  ].filter((it) => it !== "");
  const moves = moveGroups(drift);
  return markup`<section class="overview" aria-label="Differences of ${drift.organization} from the code">
    <h2>Differences from the code</h2>
    ${directionNote(sections)}
    <div class="cards"
      >${cards}${findingCards(sections, context)}</div
    >
    ${movesCard(
      { kind: "moves misplaced", title: "Misplaced", items: moves },
      { columns: REPORT_KINDS.drift.columns, caption: "that are in another project than in the code" },
      context,
      misplacedRow,
    )}
  </section>`;
}

function directionNote(sections: readonly Section[]): Markup | string {
  const [direction = ""] = sections.flatMap((it) => (it.name === "changes" ? it.direction : []));
  return direction === "" ? "" : markup`<p class="note">${direction}</p>`;
}

function projectItem(change: ProjectChange, context: Context): Markup {
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

export function coverageSection({ line, coverage }: SectionOf<"coverage">, organization: string): Markup {
  const shares = Object.entries({ Projects: coverage.projects, Workspaces: coverage.workspaces });
  return markup`<section class="overview" aria-label="Coverage of ${organization}">
    <h2>Coverage</h2>
    <div class="card coverage">
      <p>${line}</p>
      ${shares.map(
        ([label, share]) =>
          markup`<p class="share"
            ><span>${label}</span> <b>${percentOf(share)}%</b><svg
              class="bar"
              viewBox="0 0 100 4"
              preserveAspectRatio="none"
              aria-hidden="true"
              focusable="false"
              ><rect class="all" width="100" height="4" /><rect width="${percentOf(share)}" height="4" /></svg
          ></p>`,
      )}
    </div>
  </section>`;
}

/** Projects and workspaces that the code does not have; those that count as drift first. */
export function unmanagedSection(
  { projects, areProjectsDrift, groups }: SectionOf<"unmanaged">,
  organization: string,
  context: Context,
): Markup {
  const byProject = new Map(groups.map((group) => [group.id, group]));
  const holdings = projects.map(({ id, name }) => ({ name, workspaces: byProject.get(id)?.workspaces ?? [] }));
  const ids = new Set(projects.map(({ id }) => id));
  const others = groups.filter(({ id }) => !ids.has(id));
  const isOfCode = ({ workspaces }: UnmanagedGroup): boolean => workspaces.some((it) => it.isInManagedProject);
  const [inCode, elsewhere] = [others.filter(isOfCode), others.filter((it) => !isOfCode(it))];
  const isDriftInCode = inCode.some(({ isDrift }) => isDrift);
  const cards = [
    unmanagedCard("In projects of the code", inCode, isDriftInCode, context),
    unmanagedCard("Projects", holdings, areProjectsDrift, context, holdings.length),
    unmanagedCard("In other projects", elsewhere, false, context),
  ].filter((it) => it !== "");
  return markup`<section class="overview" aria-label="Unmanaged in ${organization}">
    <h2>Unmanaged</h2>
    <div class="cards">${cards}</div>
  </section>`;
}

/** A project, and unmanaged workspaces in it. */
type Holding = Pick<UnmanagedGroup, "name" | "workspaces">;

/** @param count - The number in the title. @default that of the workspaces */
function unmanagedCard(
  title: string,
  holdings: readonly Holding[],
  isDrift: boolean,
  context: Context,
  count = holdings.reduce((sum, { workspaces }) => sum + workspaces.length, 0),
): Markup | string {
  const shown = isDrift ? `${title} (drift)` : title;
  const kind = isDrift ? "updated" : "unmanaged";
  return listCard({ kind, title: shown, items: holdings, count, limit: MAX_ITEMS }, context, holdingItem);
}

function holdingItem({ name, workspaces }: Holding): Markup {
  if (workspaces.length === 0) return markup`<li><b>${name}</b></li>`;
  const count = pluralize(workspaces.length, "workspace");
  return markup`<li><b>${name}</b> <small>${count}</small>${nameList(workspaces)}</li>`;
}
