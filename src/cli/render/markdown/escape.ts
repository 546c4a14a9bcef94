import { sanitize } from "../sanitize";

/** A name that means nothing but itself in a code span, also in a table. */
const PLAIN_NAME = /^[A-Za-z0-9._-]+(?: [A-Za-z0-9._-]+)*$/;

/** A name as code: what is in code pings nobody, refers to nothing and is no address. */
export function code(text: string): string {
  return PLAIN_NAME.test(text) ? `\`${text}\`` : htmlCode(text);
}

/** As {@link code}, where markdown does not look: in the summary of folded text. */
export function htmlCode(text: string): string {
  return `<code>${characterReferences(sanitize(text), /[\p{L}\p{N}]/u)}</code>`;
}

/**
 * A sentence that may hold names from outside, as text that is nothing but text: no markup, no table's end, no address that becomes a link,
 * no `@name` that pings, no `#1` and no `GH-1` that refers.
 */
export function prose(text: string): string {
  return characterReferences(sanitize(text), /[\p{L}\p{N} ,;()"'-]/u)
    .replace(/&#46;(?= |$)/g, ".")
    .replace(/&#58;(?= |$)/g, ":")
    .replace(/&#(?:64|35);/g, "<span>$&</span>")
    .replace(/\b(gh)-(?=\d)/gi, "$1<span>-</span>");
}

/**
 * Character references for all but the characters that are kept. The text of a reference is never taken for markup (CommonMark, "Entity and
 * numeric character references").
 */
function characterReferences(text: string, kept: RegExp): string {
  return Array.from(text, (character) =>
    kept.test(character) ? character : `&#${character.codePointAt(0) ?? 0};`,
  ).join("");
}
