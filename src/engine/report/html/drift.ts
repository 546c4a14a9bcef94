import { compareNames, groupBy, pluralize } from "../../../reconcile";
import type { Comparison, Drift } from "../../plan/comparison";
import { percentOf, type UnmanagedWorkspace } from "../../plan/coverage";
import { moveGroups, reasonsOf, type MoveGroup } from "../../plan/move-group";
import { REPORT_KINDS } from "../kind";
import { changesByProject, summaryOf, type ProjectChange } from "../../plan/project-change";
import { CREATED_HEADING, createdMembers } from "../after-apply-text";
import { MISSING_HEADING, missingFindings } from "../missing-text";
import { coverageLine, elsewhereText, identitiesText, ignoredText } from "../summary";
import { attributeList } from "./attribute-list";
import { findingsCard, listCard, movesCard } from "./card";
import { rowId, type Context } from "./context";
import type { Section } from "./frame";
import { markup, type Markup } from "./markup";
import { nameList } from "./moves";
import { asIs } from "./notices";

/** Longer lists are collapsed. */
const MAX_ITEMS = 10;

/** What the page of drift has for an organization: how it differs from the code, and what is unmanaged. */
export function driftSection(plan: Drift, context: Context): Section {
  return {
    notes: [identitiesText(plan, asIs), ignoredText(plan, asIs, context.optionName), elsewhereText(plan, asIs)],
    tiles: tilesOf(plan),
    changes: differencesSection(plan, context),
    details: markup`${coverageSection(plan)} ${unmanagedSection(plan, context)}`,
  };
}

function tilesOf(plan: Comparison): Section["tiles"] {
  const { create, update, move, delete: dropped } = summaryOf(plan);
  const { unmanagedProjects, unmanagedWorkspaces } = plan.coverage;
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

/** What is missing, changed and misplaced. */
function differencesSection(plan: Comparison, context: Context): Markup | string {
  const changes = changesByProject(plan);
  const card = (change: ProjectChange["change"], kind: string, title: string): Markup | string => {
    const items = changes.filter((it) => it.change === change);
    return listCard({ kind, title, items, limit: MAX_ITEMS }, context, (it) => projectItem(it, context));
  };
  const cards = [
    card("create", "created", "Missing"),
    card("update", "updated", "Changed"),
    card("delete", "deleted", "No longer in the code"),
  ].filter((it) => it !== "");
  const moves = moveGroups(plan);
  const missing = missingFindings(plan);
  const created = createdMembers(plan);
  if (cards.length + moves.length + missing.length + created.length === 0) return "";
  return markup`<section class="overview" aria-label="Differences of ${plan.organization} from the code">
    <h2>Differences from the code</h2>
    <div class="cards"
      >${cards}${findingsCard({ kind: "updated", title: MISSING_HEADING, items: missing }, context)}${findingsCard(
        { kind: "created", title: CREATED_HEADING, items: created },
        context,
      )}</div
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

function coverageSection({ coverage, organization }: Comparison): Markup {
  const { projects, workspaces } = coverage;
  const shares = [
    ["Projects", projects],
    ["Workspaces", workspaces],
  ] as const;
  return markup`<section class="overview" aria-label="Coverage of ${organization}">
    <h2>Coverage</h2>
    <div class="card coverage">
      <p>${coverageLine(coverage)}</p>
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
function unmanagedSection({ coverage, unmanagedDrift, organization }: Comparison, context: Context): Markup | string {
  const { unmanagedProjects, unmanagedWorkspaces } = coverage;
  if (unmanagedProjects.length + unmanagedWorkspaces.length === 0) return "";
  const byProject = groupBy(unmanagedWorkspaces, ({ project }) => project.id);
  const projects = unmanagedProjects.map(({ id, name }) => ({ name, workspaces: byProject.get(id) ?? [] }));
  const ids = new Set(unmanagedProjects.map(({ id }) => id));
  const others = unmanagedWorkspaces.filter(({ project }) => !ids.has(project.id));
  const cards = [
    unmanagedCard(
      "In projects of the code",
      inProjects(others.filter(({ isInManagedProject }) => isInManagedProject)),
      unmanagedDrift.workspaces > 0,
      context,
    ),
    unmanagedCard("Projects", projects, unmanagedDrift.projects > 0, context, projects.length),
    unmanagedCard(
      "In other projects",
      inProjects(others.filter(({ isInManagedProject }) => !isInManagedProject)),
      false,
      context,
    ),
  ].filter((it) => it !== "");
  return markup`<section class="overview" aria-label="Unmanaged in ${organization}">
    <h2>Unmanaged</h2>
    <div class="cards">${cards}</div>
  </section>`;
}

/** A project, and unmanaged workspaces in it. */
interface Holding {
  readonly name: string;
  readonly workspaces: readonly UnmanagedWorkspace[];
}

function inProjects(workspaces: readonly UnmanagedWorkspace[]): readonly Holding[] {
  return [...groupBy(workspaces, ({ project }) => project.id).values()]
    .map((inside) => ({ name: inside[0].project.name, workspaces: inside }))
    .sort(compareNames);
}

/** @param count - What the title counts. @default the workspaces */
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
