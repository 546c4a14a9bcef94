import { nameInPrograms, type ReportOptions } from "../../option-name";
import type { Compared } from "../../plan/comparison";
import type { Report, Summary } from "../blocks";
import { reportOf } from "../sections";
import { sectionOf } from "./blocks";
import { diagramOf } from "./diagram";
import { pageOf } from "./frame";
import { PAGE_SCRIPT } from "./generated/assets";
import { markup, type Markup, say, type Context } from "./markup";

/**
 * An HTML page of organizations before and after their plans, or of how they differ from the code, which has no script.
 * Pure.
 */
export function asHtml(compared: Compared, { optionName = nameInPrograms }: ReportOptions = {}): string {
  const reports = compared.map((it) => reportOf(it, "page", optionName));
  const names = reports.map(({ organization }) => organization).join(", ");
  const { title, kind } = reports[0] ?? { title: "Plan for", kind: "plan" };
  const articles = reports.map((report, index) =>
    articleOf(report, { prefix: `o${index}`, organization: report.organization, optionName }),
  );
  return pageOf({ title: `${title} ${names}`, script: kind === "plan" ? PAGE_SCRIPT : undefined }, articles);
}

/** The part of a page about one organization: its sentences and numbers, and then all that there is to list. */
function articleOf({ kind, command, organization, blocks }: Report, context: Context): Markup {
  const { prefix } = context;
  return markup`<article class="organization" aria-labelledby="${prefix}-title">
    <header>
      <p class="kicker">tfprojects ${command}</p>
      <h1 id="${prefix}-title">${organization}</h1>
      ${blocks.map((it) => {
        if (it.kind === "summary") return markup`<p class="summary">${say(it.text)}</p>`;
        return it.kind === "paragraph" ? markup`<p class="note">${say(it.text)}</p>` : "";
      })}
      ${blocks.map((it) => (it.kind === "summary" ? tiles(it) : ""))}
    </header>
    ${blocks.map((it) => sectionOf(it, context))}
    ${blocks.map((it) => (it.kind === "changes" && kind === "plan" ? diagramOf(it, context) : ""))}
  </article>`;
}

function tiles({ counts }: Summary): Markup {
  return markup`<ul class="tiles" aria-label="Summary">
    ${counts.map(({ kind, text }) => {
      const [count = "", ...label] = text.split(" ");
      return markup`<li class="${kind} ${count === "0" ? "none" : "some"}"><b>${count}</b> ${label.join(" ")}</li>`;
    })}
  </ul>`;
}
