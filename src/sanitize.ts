/**
 * Characters that a terminal or a page would interpret or hide instead of showing: controls, bidirectional marks and
 * other format characters, invisible fillers, line and paragraph separators, unpaired surrogates, and noncharacters,
 * which markdown renderers replace. The two variation selectors that choose between a symbol and an emoji are safe.
 */
const UNSAFE =
  /(?![\u{FE0E}\u{FE0F}])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}]/gu;

const SHORT_ESCAPES: ReadonlyMap<string, string> = new Map([
  ["\n", "\\n"],
  ["\r", "\\r"],
  ["\t", "\\t"],
]);

/**
 * Commands that a CI system executes when it finds them in a log: `##vso[…]`, `##[…]` and `##teamcity[…]` anywhere in a
 * line, `::set-output …::` at its beginning. Text after whitespace counts as a beginning, since lines are wrapped
 * there. The second character of each prefix is escaped.
 *
 * @see https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-commands
 * @see https://learn.microsoft.com/en-us/azure/devops/pipelines/scripts/logging-commands
 */
const LOG_COMMAND = /#(#)(?=[\w-]*\[)|(?<=^|\s):(:)(?=[a-z])/gi;

/**
 * Escapes text from outside (workspace names, messages of the service) for display on one line: unsafe characters
 * become visible, as in `\u{202e}`, and CI systems recognize no command.
 */
export function sanitize(text: string): string {
  return text
    .replace(LOG_COMMAND, (command) => command.charAt(0) + visibleEscape(command.charAt(1)))
    .replace(UNSAFE, visibleEscape);
}

/** A sanitized text in quotation marks. */
export function quoteSanitized(text: string): string {
  return `"${sanitize(text)}"`;
}

/** Like {@link sanitize}, for our own multi-line text that contains text from outside. */
export function sanitizeLines(text: string): string {
  return text.split("\n").map(sanitize).join("\n");
}

/** Serializes a document to JSON that a terminal or CI system does not interpret, using JSON's own escapes. */
export function sanitizeJson(document: unknown): string {
  return JSON.stringify(document, undefined, 2)
    .replace(LOG_COMMAND, (command) => command.charAt(0) + jsonEscape(command.charAt(1)))
    .split("\n")
    .map((line) => line.replace(UNSAFE, jsonEscape))
    .join("\n");
}

function visibleEscape(character: string): string {
  return SHORT_ESCAPES.get(character) ?? `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}

function jsonEscape(character: string): string {
  return Array.from(
    { length: character.length },
    (_, index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, "0")}`,
  ).join("");
}
