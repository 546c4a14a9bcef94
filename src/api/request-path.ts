import { InvalidArgumentError } from "./errors/argument-error";

/**
 * A path below `/api/v2`, each value percent-encoded: ``requestPath`/projects/${id}` ``.
 *
 * @throws ArgumentError for a value that would make another path of it: empty, `.` or `..`.
 */
export function requestPath(fixed: TemplateStringsArray, ...values: readonly string[]): string {
  return String.raw({ raw: fixed }, ...values.map(encodeSegment));
}

function encodeSegment(value: string): string {
  if (value === "" || value === "." || value === "..") {
    throw new InvalidArgumentError(`${JSON.stringify(value)} is neither an id nor a name; nothing was sent.`);
  }
  try {
    return encodeURIComponent(value);
  } catch {
    throw new InvalidArgumentError(
      `${JSON.stringify(value)} is no text that can be sent (half of a character); nothing was sent.`,
    );
  }
}

/** Query parameters by their name; those that are undefined are left out. */
export type Query = Readonly<Record<string, string | number | undefined>>;

/** `?page%5Bsize%5D=100`, names and values percent-encoded (service-api.md section 4.3); empty when there are none. */
export function queryString(query: Query): string {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : `${encodeURIComponent(name)}=${encodeURIComponent(value)}`,
  );
  return pairs.length === 0 ? "" : `?${pairs.join("&")}`;
}
