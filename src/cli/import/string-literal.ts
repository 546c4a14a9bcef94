/**
 * A text as a literal of TypeScript, with the quotes that prettier would choose. What a reader could not see, or would be misled by (control
 * characters, marks that turn the direction of writing), is written as an escape; so is the second sign of `##vso[`, which a CI system obeys
 * wherever it is printed.
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

/** All of Unicode's "other" characters and line separators, but for the two joiners, which whole scripts and emoji need. */
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
 * A text as it has to be given to a construct, so that Terraform takes it for itself: texts of Terraform are templates, in which `$${` and `%%{`
 * stand for `${` and `%{`. The marks of cdktf's own references (`${TfToken[`, of lists `#{`, of maps `&{`) are broken up, or cdktf would look for
 * what they refer to. A byte order mark at the beginning is put into an expression, or Terraform would drop it.
 */
export function escapeTemplate(text: string): string {
  if (text.startsWith(BYTE_ORDER_MARK)) return `\${"${BYTE_ORDER_MARK}"}${escapeTemplate(text.slice(1))}`;
  return text.replace(/([$%#&])\{(TfToken\[)?/g, (found: string, sign: string, mark: string | undefined) => {
    const doubled = sign === "$" || sign === "%" ? sign + found : found;
    return mark === undefined ? doubled : doubled.replace("TfToken", 'T${"f"}Token');
  });
}

const BYTE_ORDER_MARK = "\ufeff";
