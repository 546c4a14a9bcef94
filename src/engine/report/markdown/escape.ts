import { sanitize } from "../../../sanitize";

/** A name that is safe in a code span in a table: printable ASCII that ends neither of them and is no HTML. */
const PLAIN_NAME = /^[\w.,;:!?'"()/+=%^@#~{}-]+(?: [\w.,;:!?'"()/+=%^@#~{}-]+)*$/;

/** A name as code, where Markdown recognizes no mentions, references or links. */
export function code(text: string): string {
  const sanitized = sanitize(text);
  return PLAIN_NAME.test(sanitized) ? `\`${sanitized}\`` : `<code>${withoutMarkup(sanitized)}</code>`;
}

/**
 * A sentence with names from outside, as plain text: without markup, ends of table cells, links, mentions (`@name`) and
 * references to issues (`#1`, `GH-1`).
 */
export function prose(text: string): string {
  return withoutMarkup(sanitize(text))
    .replace(/&#58;(?= |$)/g, ":")
    .replace(/&#(?:64|35);/g, "<span>$&</span>")
    .replace(/\b(gh)-(?=\d)/gi, "$1<span>-</span>");
}

/**
 * Everything that would be markup in a line that begins with other text, or in an item of a list: characters of HTML,
 * emphasis, code, links, mathematics, emoji (`:name:`) and table cells, what makes a text with a scheme or `www.` a
 * link, what begins a list or heading, all symbols that are not ASCII, and each space of several but the first, which
 * formatters remove. A `_` within a word is none.
 *
 * @see https://github.github.com/gfm/
 */
const MARKUP = new RegExp(
  [
    String.raw`[&<>${"`"}*[\]|\\~$:@#]`,
    String.raw`(?<![\p{L}\p{N}_]_*)_|_(?!_*[\p{L}\p{N}])`,
    String.raw`(?<=www)\.`,
    String.raw`\/(?=\/)`,
    String.raw`^[-+=]|(?<=^\d+)[.)]`,
    String.raw`[^\p{ASCII}\p{L}\p{N}]`,
    String.raw`(?<=^| ) | $`,
  ].join("|"),
  "giu",
);

/**
 * Replaces what would be markup with character references, which are never markup.
 *
 * @see https://spec.commonmark.org/0.31.2/#entity-and-numeric-character-references
 */
function withoutMarkup(text: string): string {
  return text.replace(MARKUP, (character) => `&#${character.codePointAt(0) ?? 0};`);
}
