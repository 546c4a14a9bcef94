/**
 * Characters that a terminal or a page would obey, hide or let run into their neighbours instead of showing them: controls, bidirectional
 * marks and other format characters, invisible fillers, line and paragraph separators, halves of surrogate pairs; and noncharacters, in place
 * of which readers of markdown show another. The two variation selectors that choose between a symbol and an emoji do no harm.
 */
const UNSAFE =
  /(?![\u{FE0E}\u{FE0F}])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}]/gu;

const SHORT_ESCAPES: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

/**
 * What a CI system that reads a log takes for a command: `##vso[…]`, `##[…]` and `##teamcity[…]` wherever they stand in a line, `::set-output …::`
 * where a line begins. What follows a blank counts as such a beginning, since lines are broken there. Of either it is the second character
 * that is spelled out.
 *
 * @see https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-commands
 * @see https://learn.microsoft.com/en-us/azure/devops/pipelines/scripts/logging-commands
 */
const LOG_COMMAND = /#(#)(?=[\w-]*\[)|(?<=^|\s):(:)(?=[a-z])/gi;

/**
 * Makes text from outside (names of workspaces, messages of the service) fit to be shown on one line: what is not to be seen is spelled out,
 * `\u{202e}`, and so is what a CI system would obey.
 */
export function sanitize(text: string): string {
  return text
    .replace(LOG_COMMAND, (command) => command.charAt(0) + visibleEscape(command.charAt(1)))
    .replace(UNSAFE, visibleEscape);
}

/** As {@link sanitize}, for text of ours that has several lines, in which there is text from outside. */
export function sanitizeLines(text: string): string {
  return text.split("\n").map(sanitize).join("\n");
}

/**
 * A document as JSON with the same meaning, in which nothing stands that a terminal or a CI system would obey: inside texts JSON can write any
 * character as an escape.
 */
export function sanitizeJson(document: unknown): string {
  return JSON.stringify(document, undefined, 2)
    .replace(LOG_COMMAND, (command) => command.charAt(0) + jsonEscape(command.charAt(1)))
    .split("\n")
    .map((line) => line.replace(UNSAFE, jsonEscape))
    .join("\n");
}

function visibleEscape(character: string): string {
  return SHORT_ESCAPES[character] ?? `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}

function jsonEscape(character: string): string {
  return Array.from(
    { length: character.length },
    (_, index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, "0")}`,
  ).join("");
}
