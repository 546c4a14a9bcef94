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
} from "../../plan/project-change";
import { REPORT_KINDS } from "../kind";
import type { Section, SectionOf, UnmanagedGroup } from "../sections";
import { attributeList } from "./attribute-list";
import { findingCards, listCard, movesCard } from "./card";
import { rowId, type Context } from "./context";
import { markup, type Markup } from "./markup";
import { nameList } from "./moves";
import type { Tiles } from "./plan";

/** Longer lists are collapsed. */
const MAX_ITEMS = 10;

export function driftTiles(drift: Drift): Tiles {
  const { create, update, move, delete: dropped } = summaryOf(drift);
  const { unmanagedProjects, unmanagedWorkspaces } = drift.coverage;
  return [
    ["create", `${noun(create, "project")} missing`, create],
    ["update", `${noun(update, "project")} changed`, update],
    ["move", `${noun(move, "workspace")} misplaced`, move],
    ...(dropped === 0 ? [] : [["delete", `${noun(dropped, "project")} no longer in the code`, dropped] as const]),
    ["unmanaged", `${noun(unmanagedProjects.length, "project")} unmanaged`, unmanagedProjects.length],
    ["unmanaged", `${noun(unmanagedWorkspaces.length, "workspace")} unmanaged`, unmanagedWorkspaces.length],
  ];
}

/** A noun after its number. */
function noun(count: number, one: string): string {
  return pluralize(count, one).slice(`${count} `.length);
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
  ].filter((it) => it !== "");
  const moves = moveGroups(drift);
  return markup`<section class="overview" aria-label="Differences of ${drift.organization} from the code">
    <h2>Differences from the code</h2>
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

function projectItem(change: ProjectChange, context: Context): Markup {
  return markup`<li id="${rowId(context, change.key)}">
    <b>${change.name}</b>
    ${attributeList(change)}
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
