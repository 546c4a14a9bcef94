import { createHash } from "node:crypto";
import { nameInPrograms, type ReportOptions } from "../../option-name";
import type { Compared } from "../../plan/comparison";
import type { Report, Summary } from "../blocks";
import { reportOf } from "../sections";
import { sectionOf } from "./blocks";
import { diagramOf } from "./diagram";
import { PAGE_SCRIPT, PAGE_STYLE } from "./generated/assets";
import { markup, Markup, say, type Context } from "./markup";

/**
 * An HTML page of organizations before and after their plans, or of how they differ from the code, which has no script.
 * It makes no requests: its content security policy allows only its own style and script. Pure.
 */
export function asHtml(compared: Compared, { optionName = nameInPrograms }: ReportOptions = {}): string {
  const reports = compared.map((it) => reportOf(it, "page", optionName));
  const names = reports.map(({ organization }) => organization).join(", ");
  const { title, kind } = reports[0] ?? { title: "Plan for", kind: "plan" };
  const articles = reports.map((report, index) =>
    articleOf(report, { prefix: `o${index}`, organization: report.organization, optionName }),
  );
  const script = kind === "plan" ? PAGE_SCRIPT : undefined;
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
        <title>${title} ${names}</title>
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
