import { pageOf } from "../../engine/report/html/frame";
import { markup, type Markup, nameList } from "../../engine/report/html/markup";
import type { Workspace } from "../../model";
import { pluralize } from "../../reconcile";
import { countApart, isClose, type Comparison } from "./comparison";
import { unroutedText } from "./grouped-organization";
import type { Group, Grouping } from "./grouping";
import { bySize, formOf, leftOutText, namesOf, samplesOf, titleOf, type Suggestions } from "./suggestions";
import { ACCESS_NOTE, accessText, type TeamAccess } from "./team-access";
import { wayMeaning, wayText, type Way } from "./ways";

/** The page has tables of numbers, where those of plans lead from one project to another. */
const STYLE = `
table.numbers{table-layout:auto}
table.numbers td:nth-child(2)::before{content:none}
table.numbers :is(th,td):last-child{width:auto}
table.numbers .number{text-align:right;padding-right:28px;font-variant-numeric:tabular-nums}
.organization section{margin:0 0 36px}
.numbers td{overflow-wrap:normal}
.numbers td:first-child{white-space:nowrap}
.card:has(.numbers){overflow-x:auto}
section>.card{margin-bottom:12px}
.card code{overflow-wrap:anywhere}
.command{margin:0 0 12px;font-size:13px}
`;

/**
 * Suggestions as an HTML page without a script, which makes no requests. Pure.
 *
 * @param commandOf - The command that writes the code of a way.
 */
export function suggestionsAsPage(suggestions: Suggestions, commandOf: (way: Way) => string): string {
  const { found, leftOut, groupings, comparisons, access } = suggestions;
  const { organization, project, workspaces } = found;
  const words = leftOutText(leftOut);
  const main = markup`<article class="organization" aria-labelledby="title">
    <header>
      <p class="kicker">tfprojects import</p>
      <h1 id="title">${organization}</h1>
      <p class="summary">${pluralize(workspaces.length, "workspace")} of the default project,
        ${project.name}, in ${pluralize(groupings.length, "way")}: the best are first.</p>
      ${words === undefined ? "" : markup`<p class="note">${words}</p>`}
      ${access === undefined ? "" : markup`<p class="note">${ACCESS_NOTE}</p>`}
    </header>
    ${groupings.length === 0 ? "" : waysSection(groupings)}
    ${comparisons.length === 0 ? "" : comparisonSection(comparisons)}
    ${groupings.map((grouping) => groupingSection(grouping, access, commandOf))}
  </article>`;
  return pageOf({ title: `Ways to group the workspaces of ${organization}`, style: STYLE }, main);
}

function waysSection(groupings: readonly Grouping[]): Markup {
  const rows = groupings.map((grouping) => {
    const { way, groups, covered, left } = grouping;
    const [largest] = bySize(groups);
    return [
      markup`<td>${wayLink(way)}</td><td>${wayMeaning(way)}</td>`,
      ...[groups.length, covered, left.length].map(numberCell),
      markup`<td>${largest?.project ?? ""} (${largest?.workspaces.length ?? 0})</td><td>${formOf(grouping)}</td>`,
    ];
  });
  const headings = ["Way", "Groups by", "Groups", "Covered", "Left", "Largest group", "Written as"];
  return markup`<section aria-label="Ways"><h2>Ways</h2>${numbersTable(headings, ["Groups", "Covered", "Left"], rows)}
  </section>`;
}

/** @param numbers - The headings of columns with numbers. */
function numbersTable(
  headings: readonly string[],
  numbers: readonly string[],
  rows: readonly (readonly Markup[])[],
): Markup {
  const cells = headings.map(
    (it) => markup`<th scope="col" class="${numbers.includes(it) ? "number" : ""}">${it}</th>`,
  );
  return markup`<div class="card">
    <table class="numbers">
      <thead><tr>${cells}</tr></thead>
      <tbody>${rows.map((row) => markup`<tr>${row}</tr> `)}</tbody>
    </table>
  </div>`;
}

function numberCell(count: number): Markup {
  return markup`<td class="number">${count}</td>`;
}

function wayLink(way: Way): Markup {
  return markup`<a href="#${idOf(way)}">${wayText(way)}</a>`;
}

function idOf(way: Way): string {
  return `way-${Buffer.from(wayText(way)).toString("hex")}`;
}

function groupingSection(grouping: Grouping, access: TeamAccess | undefined, commandOf: (way: Way) => string): Markup {
  const { way, groups, left } = grouping;
  const unrouted = unroutedText(grouping);
  return markup`<section id="${idOf(way)}" aria-label="${wayText(way)}">
    <h2>${titleOf(grouping)}</h2>
    <p class="command"><code>${commandOf(way)}</code></p>
    ${unrouted === undefined ? "" : markup`<p class="note">${unrouted}</p>`}
    <div class="cards">
      ${bySize(groups).map((group) => groupCard(group, unrouted === undefined, access))}
      ${left.length === 0 ? "" : card("Left", left.length, names(left))}
    </div>
  </section>`;
}

/** @param isRouted - Whether its way is written as rules. */
function groupCard(
  { project, condition, workspaces }: Group,
  isRouted: boolean,
  access: TeamAccess | undefined,
): Markup {
  const { matchNames = [], matchTags = {} } = (isRouted ? condition : undefined) ?? {};
  const texts = [...matchNames, ...Object.entries(matchTags).map(([key, value]) => `${key} = ${value}`)];
  const rule = texts.length === 0 ? "" : markup`<small><code>${texts.join(", ")}</code></small>`;
  const teams =
    access === undefined ? "" : markup`<p class="names"><i>teams:</i> ${accessText(workspaces, access)}</p>`;
  return card(project, workspaces.length, markup`${rule}${names(workspaces)}${teams}`);
}

/** All names, three samples first: the others are collapsed. */
function names(workspaces: readonly Workspace[]): Markup {
  const samples = samplesOf(workspaces);
  return nameList([...samples, ...namesOf(workspaces).filter((name) => !samples.includes(name))]);
}

function card(title: string, count: number, content: Markup): Markup {
  return markup`<div class="card" role="group" aria-label="${title}">
    <h3><span class="project">${title}</span> <span class="count">${count}</span></h3>
    ${content}
  </div> `;
}

/** How two ways compare, those that agree most first; of those that mostly agree, all differences. */
function comparisonSection(comparisons: readonly Comparison[]): Markup {
  const share = (it: Comparison): number => it.alike / Math.max(1, it.alike + countApart(it));
  const rows = [...comparisons]
    .sort((one, other) => share(other) - share(one))
    .map((it) => [
      markup`<td>${wayLink(it.ways[0])}</td><td>${wayLink(it.ways[1])}</td>`,
      ...[it.alike, countApart(it)].map(numberCell),
    ]);
  const headings = ["Way", "And", "Alike", "Not alike"];
  return markup`<section aria-label="Comparison">
    <h2>Where two ways disagree</h2>
    <p class="note">
      Alike are workspaces in groups with the same name, or of which each has most workspaces in common with the other.
    </p>
    ${numbersTable(headings, ["Alike", "Not alike"], rows)}
    ${comparisons.filter(isClose).map(
      ({ ways, apart }) =>
        markup`<div class="card"><h3>${ways.map(wayText).join(" or ")}</h3>
          <ul>${apart.map(
            ({ projects, workspaces }) =>
              markup`<li><b>${projects.join(" or ")}</b> <small>${pluralize(workspaces.length, "workspace")}</small
                >${names(workspaces)}</li> `,
          )}</ul></div> `,
    )}
  </section>`;
}
