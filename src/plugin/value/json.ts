/**
 * Parses JSON without rounding numbers to doubles as `JSON.parse` does. Terraform stores states as JSON.
 *
 * @param readNumber - Decodes a number from its digits.
 * @throws SyntaxError
 */
export function parseJson(text: string, readNumber: (digits: string) => unknown): unknown {
  // Numbers become strings with the prefix n, and strings get the prefix s: nothing is left to round.
  const marked = text.replace(
    /"([^"\\]*(?:\\.[^"\\]*)*)"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g,
    (token, inString: string | undefined) => (inString === undefined ? `"n${token}"` : `"s${inString}"`),
  );
  const unmark = (value: unknown): unknown => {
    if (typeof value === "string") return value.startsWith("n") ? readNumber(value.slice(1)) : value.slice(1);
    if (Array.isArray(value)) return value.map(unmark);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [name.slice(1), unmark(part)]));
  };
  return unmark(JSON.parse(marked));
}
