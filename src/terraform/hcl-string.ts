/**
 * A quoted string in HCL. Characters that are invisible or misleading (controls, bidirectional marks)
 * are escaped, and so is the second `#` of `##vso[`, which CI systems execute wherever it is printed.
 *
 * @see https://developer.hashicorp.com/terraform/language/expressions/strings#escape-sequences
 */
export function hclString(text: string): string {
  const escaped = text.replace(NEEDS_ESCAPE, (character) => {
    const short = SHORT_ESCAPES.get(character);
    if (short !== undefined) return short;
    const code = (character.codePointAt(0) ?? 0).toString(16);
    return code.length > 4 ? `\\U${code.padStart(8, "0")}` : `\\u${code.padStart(4, "0")}`;
  });
  // In templates, "$${" and "%%{" mean "${" and "%{".
  return `"${escaped.replace(/[$%](?=\{)/g, "$&$&")}"`;
}

/** What the escape sequences in a quoted string mean; templates stay. @throws RangeError for one that means nothing */
export function unescapeHcl(text: string): string {
  return text.replace(ESCAPE, (_, character: string, four?: string, eight?: string) => {
    const code = four ?? eight;
    return code === undefined ? (CONTROLS.get(character) ?? character) : String.fromCodePoint(parseInt(code, 16));
  });
}

const ESCAPE = /\\(u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|.)/gs;

const CONTROLS: ReadonlyMap<string, string> = new Map([
  ["n", "\n"],
  ["r", "\r"],
  ["t", "\t"],
]);

/** Unicode's category "other" and line separators, except the two joiners, which some scripts and emoji need. */
const NEEDS_ESCAPE = /["\\]|(?<=#)#(?=[\w-]*\[)|(?![\u200c\u200d])[\p{C}\p{Zl}\p{Zp}]/gu;

const SHORT_ESCAPES: ReadonlyMap<string, string> = new Map([
  ['"', '\\"'],
  ["\\", "\\\\"],
  ["\n", "\\n"],
  ["\r", "\\r"],
  ["\t", "\\t"],
]);
