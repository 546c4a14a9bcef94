import { sanitize } from "../sanitize";

/** A name without special characters in a code span or a table. */
const PLAIN_NAME = /^[A-Za-z0-9._-]+(?: [A-Za-z0-9._-]+)*$/;

/** A name as code, where Markdown recognizes no mentions, references or links. */
export function code(text: string): string {
  return PLAIN_NAME.test(text) ? `\`${text}\`` : htmlCode(text);
}

/** As {@link code}, in HTML: Markdown is not rendered in the summary of a `<details>` element. */
export function htmlCode(text: string): string {
  return `<code>${characterReferences(sanitize(text), /[\p{L}\p{N}]/u)}</code>`;
}

/**
 * A sentence with names from outside, as plain text: without markup, ends of table cells, links, mentions (`@name`) and
 * references to issues (`#1`, `GH-1`).
 */
export function prose(text: string): string {
  return characterReferences(sanitize(text), /[\p{L}\p{N} ,;()"'-]/u)
    .replace(/&#46;(?= |$)/g, ".")
    .replace(/&#58;(?= |$)/g, ":")
    .replace(/&#(?:64|35);/g, "<span>$&</span>")
    .replace(/\b(gh)-(?=\d)/gi, "$1<span>-</span>");
}

/**
 * Replaces all characters except `kept` with character references, which are never markup.
 *
 * @see https://spec.commonmark.org/0.31.2/#entity-and-numeric-character-references
 */
function characterReferences(text: string, kept: RegExp): string {
  return Array.from(text, (character) =>
    kept.test(character) ? character : `&#${character.codePointAt(0) ?? 0};`,
  ).join("");
}
