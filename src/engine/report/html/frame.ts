import { createHash } from "node:crypto";
import { PAGE_STYLE } from "./generated/assets";
import { markup, Markup } from "./markup";

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
