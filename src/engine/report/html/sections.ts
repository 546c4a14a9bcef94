import { messageOf } from "../../../model";
import { pluralize } from "../../../reconcile";
import { quoteIfAmbiguous } from "../../../reconcile/text";
import { percentOf } from "../../plan/destinations";
import { pairsTitle, pairText } from "./old-impact";
import { allWorkspaces, type Section, type SectionOf, type UnmanagedGroup } from "./old-sections";
import { listCard } from "./card";
import { folded, markup, nameList, pageSection, rowId, type Context, type Markup } from "./markup";

/**
 * A section that is a list, apart from those of the overview; nothing for sentences.
 *
 * @param title - Names the report: `Plan for acme`.
 */
export function listOf(section: Section, title: string, context: Context): Markup | string {
  switch (section.name) {
    case "errors":
      return errors(section, title);
    case "warnings":
      return warnings(section, title, context);
    case "impact":
      return impact(section, context);
    case "left":
      return left(section, title);
    case "coverage":
      return coverage(section, context);
    case "unmanaged":
      return unmanaged(section, context);
    default:
      return "";
  }
}

function errors({ heading, items }: SectionOf<"errors">, title: string): Markup {
  return pageSection(
    "notice errors",
    `Errors: ${title}`,
    heading,
    markup`<ul>
      ${items.map((it) => {
        const workspaces = allWorkspaces(it).map((name) => ({ name }));
        const list = workspaces.length === 0 ? "" : nameList(workspaces);
        return markup`<li><b>${it.where}</b> ${messageOf(it)}${list}</li>`;
      })}
    </ul>`,
  );
}

/** Longer lists of warnings are collapsed. */
const MAX_WARNINGS = 10;

/** Warnings, each as a link to the project that it is about. */
function warnings({ heading, items, projectOf }: SectionOf<"warnings">, title: string, context: Context): Markup {
  const rowOf = (project: string | undefined): string | undefined => project && rowId(context, project);
  const list = (shown: typeof items): Markup =>
    markup`<ul>
          ${shown.map(
            (it) =>
              markup`<li class="${it.code}">
                ${linked(
                  markup`<span class="kind">${it.summary}</span
                    ><span>${messageOf(it)}</span>`,
                  rowOf(projectOf(it)),
                )}
              </li>`,
          )}
        </ul>`;
  const content = folded(items, MAX_WARNINGS, "more warnings", context, list);
  return pageSection("notice warnings", `Warnings: ${title}`, heading, content);
}

/** A row of the warnings, as a link to its project if it is about one. */
function linked(content: Markup, row: string | undefined): Markup {
  return row === undefined ? markup`<span class="row">${content}</span>` : markup`<a href="#${row}">${content}</a>`;
}

/** Longer lists of pairs are collapsed. */
const MAX_IMPACTS = 50;

/** The effects of moves, a list for all pairs of projects that have the same. */
function impact({ heading, pairs: pairsOf, notes }: SectionOf<"impact">, context: Context): Markup {
  const all = pairsOf(quoteIfAmbiguous);
  const list = (shown: typeof all): Markup =>
    markup`<ul>
      ${shown.map(
        ({ pairs, rows }) =>
          markup`<li>
            <b>${pairsTitle(pairs)}</b>
            ${pairs.length > 1 ? markup`<p class="names">${pairs.map(pairText).join(", ")}</p>` : ""}
            <dl>
              ${rows.map(
                ({ label, items }) =>
                  markup`<dt>${label}</dt>
                    <dd>
                      ${items.map(({ kind, text }) => markup`<span class="${kind}">${text}</span> `)}
                    </dd>`,
              )}
            </dl>
          </li>`,
      )}
    </ul>`;
  return pageSection(
    "notice impact",
    `${heading} in ${context.organization}`,
    heading,
    markup`${folded(all, MAX_IMPACTS, "more", context, list)}
    ${notes(quoteIfAmbiguous).map((text) => markup`<p class="note">${text}</p>`)}`,
  );
}

/** The changes that an undo leaves as they are. */
function left({ heading, items }: SectionOf<"left">, title: string): Markup {
  return pageSection(
    "notice left",
    `${heading}: ${title}`,
    heading,
    markup`<ul>
      ${items.map(
        ({ text, code }) => markup`<li>${text}${code.length === 0 ? "" : markup`<pre>${code.join("\n")}</pre>`}</li>`,
      )}
    </ul>`,
  );
}

function coverage({ line, coverage: { projects, workspaces } }: SectionOf<"coverage">, context: Context): Markup {
  return pageSection(
    "overview",
    `Coverage of ${context.organization}`,
    "Coverage",
    markup`<div class="card coverage">
      <p>${line}</p>
      ${Object.entries({ Projects: projects, Workspaces: workspaces }).map(
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
    </div>`,
  );
}

/** Projects and workspaces that the code does not have; those that count as drift first. */
function unmanaged(section: SectionOf<"unmanaged">, context: Context): Markup {
  const { heading, projects, areProjectsDrift, groups } = section;
  const byProject = new Map(groups.map((group) => [group.id, group]));
  const holdings = projects.map(({ id, name }) => ({ name, workspaces: byProject.get(id)?.workspaces ?? [] }));
  const ids = new Set(projects.map(({ id }) => id));
  const others = groups.filter(({ id }) => !ids.has(id));
  const isOfCode = ({ workspaces }: UnmanagedGroup): boolean => workspaces.some((it) => it.isInManagedProject);
  const [inCode, elsewhere] = [others.filter(isOfCode), others.filter((it) => !isOfCode(it))];
  const cards = [
    unmanagedCard(
      "In projects of the code",
      inCode,
      inCode.some(({ isDrift }) => isDrift),
      context,
    ),
    unmanagedCard("Projects", holdings, areProjectsDrift, context, holdings.length),
    unmanagedCard("In other projects", elsewhere, false, context),
  ];
  const content = markup`<div class="cards">${cards}</div>`;
  return pageSection("overview", `${heading} in ${context.organization}`, heading, content);
}

/** A project, and unmanaged workspaces in it. */
type Holding = Pick<UnmanagedGroup, "name" | "workspaces">;

/** @param count - The number in the title. @default that of the workspaces */
function unmanagedCard(
  title: string,
  items: readonly Holding[],
  isDrift: boolean,
  context: Context,
  count = items.reduce((sum, { workspaces }) => sum + workspaces.length, 0),
): Markup | string {
  const kind = isDrift ? "updated" : "unmanaged";
  return listCard({ kind, title: isDrift ? `${title} (drift)` : title, items, count }, context, holdingItem);
}

function holdingItem({ name, workspaces }: Holding): Markup {
  if (workspaces.length === 0) return markup`<li><b>${name}</b></li>`;
  const count = pluralize(workspaces.length, "workspace");
  return markup`<li><b>${name}</b> <small>${count}</small>${nameList(workspaces)}</li>`;
}
