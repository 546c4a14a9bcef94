import { createHash } from "node:crypto";
import { quoteIfAmbiguous } from "../../../reconcile/text";
import { nameInPrograms, type ReportOptions } from "../../option-name";
import type { Compared, Drift, Plan } from "../../plan/comparison";
import { sectionsOf } from "./old-sections";
import { viewModelOf } from "./old-view-model";
import { REPORT_KINDS, reportKindOf } from "./old-wording";
import { diagramOf } from "./diagram";
import { PAGE_SCRIPT, PAGE_STYLE } from "./generated/assets";
import { markup, Markup, type Context } from "./markup";
import { changesSection, differencesSection, isInOverview, tilesOf } from "./overview";
import { listOf } from "./sections";

/**
 * An HTML page of organizations before and after their plans, or of how they differ from the code, which has no script.
 * It makes no requests: its content security policy allows only its own style and script. Pure.
 */
export function asHtml(compared: Compared, { optionName = nameInPrograms }: ReportOptions = {}): string {
  const names = compared.map(({ organization }) => organization).join(", ");
  const kind = compared[0] === undefined ? REPORT_KINDS.plan : reportKindOf(compared[0]);
  const articles = compared.map((it, index) =>
    articleOf(it, { prefix: `o${index}`, organization: it.organization, optionName }),
  );
  const script = kind.name === "plan" ? PAGE_SCRIPT : undefined;
  const policy = [
    "default-src 'none'",
    `style-src '${hashOf(PAGE_STYLE)}'`,
    ...(script === undefined ? [] : [`script-src '${hashOf(script)}'`]),
    "img-src data:",
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
  const page = markup`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content="${policy}" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="referrer" content="no-referrer" />
        <title>${kind.title} ${names}</title>
        <link rel="icon" href="data:," />
        ${new Markup(`<style>${PAGE_STYLE}</style>`)}
      </head>
      <body>
        <main>${articles}</main>
        ${script === undefined ? "" : new Markup(`<script>${script}</script>`)}
      </body>
    </html> `;
  return page.source;
}

function hashOf(text: string): string {
  return `sha256-${createHash("sha256").update(text).digest("base64")}`;
}

/** The part of a page about one organization: its sentences and numbers, and then all that there is to list. */
function articleOf(it: Plan | Drift, context: Context): Markup {
  const { organization, prefix } = context;
  const { command, title } = reportKindOf(it);
  const model = it.kind === "plan" ? viewModelOf(it) : undefined;
  const sections = sectionsOf(it, "page", context.optionName);
  const overview = sections.filter(isInOverview);
  return markup`<article class="organization" aria-labelledby="${prefix}-title">
    <header>
      <p class="kicker">tfprojects ${command}</p>
      <h1 id="${prefix}-title">${organization}</h1>
      ${sections.map((section) => {
        if (!("text" in section)) return "";
        const kind = section.name === "summary" ? "summary" : "note";
        return markup`<p class="${kind}">${section.text(quoteIfAmbiguous)}</p>`;
      })}
      <ul class="tiles" aria-label="Summary">
        ${tilesOf(it).map(([kind, text]) => {
          const [count = "", ...label] = text.split(" ");
          return markup`<li class="${kind} ${count === "0" ? "none" : "some"}"><b>${count}</b> ${label.join(" ")}</li>`;
        })}
      </ul>
    </header>
    ${sections.map((section) => {
      if (section !== overview[0]) return listOf(section, `${title} ${organization}`, context);
      return model === undefined ? differencesSection(it, overview, context) : changesSection(model, overview, context);
    })}
    ${model === undefined ? "" : diagramOf(model, context)}
  </article>`;
}
