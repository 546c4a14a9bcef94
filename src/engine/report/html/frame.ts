import { createHash } from "node:crypto";
import type { Comparison } from "../../plan/comparison";
import type { ReportKind } from "../kind";
import type { Context } from "./context";
import { PAGE_STYLE } from "./generated/assets";
import { markup, Markup } from "./markup";
import { errorsSection, warningsSection } from "./notices";

/** What a page has for each organization. */
export interface Section {
  /** What the report is based on, and what it leaves out; empty texts are left out. */
  readonly notes: readonly string[];
  /** Numbers, each with its class and label. */
  readonly tiles: readonly (readonly [kind: string, label: string, count: number])[];
  /** Before and after the warnings. */
  readonly changes: Markup | string;
  readonly details: Markup;
}

/** The part of a page about one organization. */
export function article(report: ReportKind, plan: Comparison, context: Context, section: Section): Markup {
  const { organization } = plan;
  return markup`<article class="organization" aria-labelledby="${context.prefix}-title">
    <header>
      <p class="kicker">tfprojects ${report.name}</p>
      <h1 id="${context.prefix}-title">${organization}</h1>
      <p class="summary">${report.summary(plan, context.optionName)}</p>
      ${section.notes.filter((text) => text !== "").map((text) => markup`<p class="note">${text}</p>`)}
      <ul class="tiles" aria-label="Summary">
        ${section.tiles.map(
          ([kind, label, count]) =>
            markup`<li class="${kind} ${count === 0 ? "none" : "some"}"><b>${count}</b> ${label}</li>`,
        )}
      </ul>
    </header>
    ${errorsSection(plan.refusals, report.errors, `Errors: ${report.title} ${organization}`)}
    ${section.changes}
    ${warningsSection(plan, report.warnings(plan), context, `Warnings: ${report.title} ${organization}`)}
    ${section.details}
  </article>`;
}

/**
 * An HTML page that makes no requests: its content security policy allows only its own style and script.
 *
 * @param script - The only script that the page may run. @default none
 */
export function pageOf(title: string, content: readonly Markup[], script?: string): string {
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
        <title>${title}</title>
        <link rel="icon" href="data:," />
        ${new Markup(`<style>${PAGE_STYLE}</style>`)}
      </head>
      <body>
        <main>${content}</main>
        ${script === undefined ? "" : new Markup(`<script>${script}</script>`)}
      </body>
    </html> `;
  return page.source;
}

function hashOf(text: string): string {
  return `sha256-${createHash("sha256").update(text).digest("base64")}`;
}
