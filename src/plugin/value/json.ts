/**
 * JSON without loss of digits. `JSON.parse` would round numbers to doubles; Terraform stores states as JSON, and hands
 * them over with every plan.
 *
 * @param readNumber what stands for a number, from its digits
 * @throws SyntaxError
 */
export function parseJson(text: string, readNumber: (digits: string) => unknown): unknown {
  // Strings are marked s, numbers n; then everything is a string and JSON.parse has nothing to round.
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
