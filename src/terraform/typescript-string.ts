/**
 * A TypeScript string literal, with the quotes that Prettier would choose. Characters that are invisible or misleading
 * (controls, bidirectional marks) are escaped, and so is the second `#` of `##vso[`, which CI systems execute when it
 * is printed.
 */
export function stringLiteral(text: string): string {
  const quote = count(text, '"') > count(text, "'") ? "'" : '"';
  const escaped = text.replace(NEEDS_ESCAPE, (character) => {
    if (character === '"' || character === "'") return character === quote ? `\\${character}` : character;
    const short = SHORT_ESCAPES.get(character);
    if (short !== undefined) return short;
    const code = (character.codePointAt(0) ?? 0).toString(16);
    return code.length > 4 ? `\\u{${code}}` : `\\u${code.padStart(4, "0")}`;
  });
  return quote + escaped + quote;
}

/** Unicode's category "other" and line separators, except for the two joiners, which some scripts and emoji need. */
const NEEDS_ESCAPE = /["'\\]|(?<=#)#(?=[\w-]*\[)|(?![\u200c\u200d])[\p{C}\p{Zl}\p{Zp}]/gu;

const SHORT_ESCAPES: ReadonlyMap<string, string> = new Map([
  ["\\", "\\\\"],
  ["\n", "\\n"],
  ["\r", "\\r"],
  ["\t", "\\t"],
]);

function count(text: string, character: string): number {
  return text.split(character).length - 1;
}

/**
 * Escapes a string that a construct passes to Terraform, which reads strings as templates: `$${` and `%%{` mean `${`
 * and `%{`. The markers of cdktf's tokens (`${TfToken[`, `#{` for lists, `&{` for maps) are split, so that cdktf does
 * not resolve them. A byte order mark at the start is put into an expression, because Terraform would remove it.
 *
 * @see https://developer.hashicorp.com/terraform/language/expressions/strings#escape-sequences
 */
export function escapeTemplate(text: string): string {
  if (text.startsWith(BYTE_ORDER_MARK)) return `\${"${BYTE_ORDER_MARK}"}${escapeTemplate(text.slice(1))}`;
  return text.replace(/([$%#&])\{(TfToken\[)?/g, (match: string, sign: string, marker: string | undefined) => {
    const doubled = sign === "$" || sign === "%" ? sign + match : match;
    return marker === undefined ? doubled : doubled.replace("TfToken", 'T${"f"}Token');
  });
}

const BYTE_ORDER_MARK = "\ufeff";
