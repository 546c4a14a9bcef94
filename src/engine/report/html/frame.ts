import { createHash } from "node:crypto";
import { PAGE_STYLE } from "./generated/assets";
import { markup, Markup } from "./markup";

interface Frame {
  readonly title: string;
  /** Beside that of all pages. @default none */
  readonly style?: string;
  /** @default none */
  readonly script?: string | undefined;
}

/** A page. It makes no requests: its content security policy allows only its own style and script. Pure. */
export function pageOf({ title, style: own = "", script }: Frame, main: Markup | readonly Markup[]): string {
  const style = `${PAGE_STYLE}${own}`;
  const policy = [
    "default-src 'none'",
    `style-src '${hashOf(style)}'`,
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
        ${new Markup(`<style>${style}</style>`)}
      </head>
      <body>
        <main>${main}</main>
        ${script === undefined ? "" : new Markup(`<script>${script}</script>`)}
      </body>
    </html> `;
  return page.source;
}

function hashOf(text: string): string {
  return `sha256-${createHash("sha256").update(text).digest("base64")}`;
}
