/**
 * Characters that a terminal or a page would obey, hide or let run into their neighbours instead of showing them: controls, bidirectional
 * marks and other format characters, invisible fillers, line and paragraph separators, halves of surrogate pairs; and noncharacters, in place
 * of which readers of markdown show another. The two variation selectors that choose between a symbol and an emoji do no harm.
 */
const HARMFUL =
  /(?![\u{FE0E}\u{FE0F}])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}]/gu;

const SHORT: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

/**
 * Makes text from outside (names of workspaces, messages of the service) fit to be shown on one line: what is not to be seen is spelled out,
 * `\u{202e}`.
 */
export function harmless(text: string): string {
  return text.replace(HARMFUL, (character) => SHORT[character] ?? `\\u{${codeOf(character)}}`);
}

/** As {@link harmless}, in quotation marks; `(none)` for null. For values that may be empty or hold spaces. */
export function quoted(value: string | null): string {
  return value === null ? "(none)" : `"${harmless(value)}"`;
}

function codeOf(character: string): string {
  return (character.codePointAt(0) ?? 0).toString(16);
}
