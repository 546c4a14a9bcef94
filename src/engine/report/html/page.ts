import { createHash } from "node:crypto";
import { nameInPrograms, type ReportOptions } from "../../option-name";
import type { Compared } from "../../plan/comparison";
import { REPORT_KINDS } from "../wording";
import { article } from "./article";
import { PAGE_SCRIPT, PAGE_STYLE } from "./generated/assets";
import { markup, Markup } from "./markup";

/**
 * An HTML page of organizations before and after their plans, or of how they differ from the code, which has no script.
 * Pure.
 */
export function asHtml(compared: Compared, { optionName = nameInPrograms }: ReportOptions = {}): string {
  const names = compared.map(({ organization }) => organization).join(", ");
  const articles = compared.map((it, index) => article(it, { prefix: `o${index}`, optionName }));
  const kind = compared[0]?.kind ?? "plan";
  return pageOf(`${REPORT_KINDS[kind].title} ${names}`, articles, kind === "plan" ? PAGE_SCRIPT : undefined);
}

/**
 * An HTML page that makes no requests: its content security policy allows only its own style and script.
 *
 * @param script - The only script that the page may run. @default none
 */
function pageOf(title: string, content: readonly Markup[], script?: string): string {
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
