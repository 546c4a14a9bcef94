import { pluralize } from "../../../reconcile";
import { projectKey } from "../../plan/action";
import { countMoved, type MoveGroup } from "../move-group";
import { attributeChanges } from "../project-change";
import type { OrganizationViewModel, ProjectViewModel } from "../view-model";
import { projectLink, type Context } from "./context";
import { folded } from "./fold";
import { markup, type Markup } from "./markup";
import { isMembersOnly, reasonsText } from "./moves";

/** Longer lists of projects and of moves are collapsed. */
const MAX_PROJECTS = 8;
const MAX_MOVES = 10;

/** What the plan does, in lists: what is deleted, renamed, created and changed, and what moves from where to where. */
export function overviewOf(model: OrganizationViewModel, context: Context): Markup | string {
  const of = (change: ProjectViewModel["change"]): readonly ProjectViewModel[] =>
    model.projects.filter((project) => project.change === change);
  const cards = [
    card("deleted", "Deleted", of("deleted"), context, (it) => markup`${link(it, context)}${destinations(it)}`),
    card(
      "renamed",
      "Renamed",
      of("renamed"),
      context,
      (it) =>
        markup`<del>${it.before?.name ?? ""}</del> <span aria-hidden="true">→ </span
          ><span class="visually-hidden">to </span>${link(it, context)}`,
    ),
    card("created", "New", of("created"), context, (it) => link(it, context)),
    card("updated", "Changed", of("updated"), context, (it) => markup`${link(it, context)}${attributeNames(it)}`),
  ].filter((it) => it !== "");
  if (cards.length === 0 && model.moves.length === 0) return "";
  return markup`<section class="overview" aria-label="Summary of the changes in ${model.organization}">
    <h2>Summary</h2>
    <div class="cards">${cards}</div>
    ${movesTable(model.moves, context)}
  </section>`;
}

function card(
  kind: ProjectViewModel["change"],
  title: string,
  projects: readonly ProjectViewModel[],
  context: Context,
  item: (project: ProjectViewModel) => Markup,
): Markup | string {
  if (projects.length === 0) return "";
  return markup`<div class="card ${kind}" role="group" aria-label="${title}">
    <h3>${title} <span class="count">${projects.length}</span></h3>
    ${folded(
      projects,
      MAX_PROJECTS,
      "more",
      context,
      (shown) =>
        markup`<ul>
          ${shown.map((it) => markup`<li>${item(it)}</li> `)}
        </ul>`,
    )}
  </div>`;
}

function link({ key, before, after }: ProjectViewModel, context: Context): Markup {
  return projectLink(context, key, (after ?? before)?.name ?? "");
}

/** Where the workspaces of a deleted project go. */
function destinations({ movesOut }: ProjectViewModel): Markup | string {
  const [only, ...others] = movesOut;
  if (only === undefined) return "";
  const where = others.length === 0 ? only.to.name : pluralize(movesOut.length, "project");
  return markup` <small>${pluralize(countMoved(movesOut), "workspace")} → ${where}</small>`;
}

function attributeNames({ before, after }: ProjectViewModel): Markup | string {
  if (after === null) return "";
  const names = attributeChanges(before, after).map(({ attribute }) => attribute);
  return markup` <small>${names.join(", ")}</small>`;
}

function movesTable(moves: readonly MoveGroup[], context: Context): Markup | string {
  if (moves.length === 0) return "";
  const most = moves[0]?.workspaces.length ?? 1;
  const count = countMoved(moves);
  return markup`<div class="card moves" role="group" aria-label="Moves">
    <h3>Moves <span class="count">${count}</span></h3>
    ${folded(
      moves,
      MAX_MOVES,
      "more pairs of projects",
      context,
      (shown, isFolded) =>
        markup`<table>
          <caption class="visually-hidden">
            ${isFolded ? "More workspaces" : "Workspaces"} that move, by the projects that they leave and enter
          </caption>
          <thead class="${isFolded ? "visually-hidden" : ""}">
            <tr>
              <th scope="col">From</th>
              <th scope="col">To</th>
              <th scope="col">Workspaces</th>
            </tr>
          </thead>
          <tbody>
            ${shown.map((group) => moveRow(group, most, context))}
          </tbody>
        </table>`,
    )}
  </div>`;
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
