/**
 * JSON without loss of digits: numbers come as text, because `JSON.parse` rounds them to doubles. Terraform stores
 * states as JSON and hands them over with every plan.
 */
export function parseJson(text: string): unknown {
  // Strings are marked s, numbers n; then everything is a string and JSON.parse has nothing to round.
  const marked = text.replace(
    /"([^"\\]*(?:\\.[^"\\]*)*)"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g,
    (token, inString: string | undefined) => (inString === undefined ? `"n${token}"` : `"s${inString}"`),
  );
  return unmark(JSON.parse(marked));
}

/** A number in a JSON document, digit by digit. */
export class JsonNumber {
  constructor(readonly text: string) {}
}

function unmark(value: unknown): unknown {
  if (typeof value === "string") return value.startsWith("n") ? new JsonNumber(value.slice(1)) : value.slice(1);
  if (Array.isArray(value)) return value.map(unmark);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name.slice(1), unmark(part)]));
}
