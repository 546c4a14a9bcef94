import { InvalidArgumentError } from "./errors";

/**
 * A path below `/api/v2`, each value percent-encoded: ``requestPath`/projects/${id}` ``.
 *
 * @throws InvalidArgumentError for a value that would change the path: empty, `.` or `..`.
 */
export function requestPath(fixed: TemplateStringsArray, ...values: readonly string[]): string {
  return String.raw({ raw: fixed }, ...values.map(encodeSegment));
}

function encodeSegment(value: string): string {
  if (value === "" || value === "." || value === "..") {
    throw new InvalidArgumentError(`${JSON.stringify(value)} is not a valid ID or name; nothing was sent.`);
  }
  try {
    return encodeURIComponent(value);
  } catch {
    throw new InvalidArgumentError(
      `${JSON.stringify(value)} cannot be sent, since it contains an unpaired surrogate; nothing was sent.`,
    );
  }
}

/** Query parameters by name; undefined ones are omitted. */
export type Query = Readonly<Record<string, string | number | undefined>>;

/** `?page%5Bsize%5D=100`, names and values percent-encoded; empty when there are none. */
export function queryString(query: Query): string {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : `${encodeURIComponent(name)}=${encodeURIComponent(value)}`,
  );
  return pairs.length === 0 ? "" : `?${pairs.join("&")}`;
}

/** A tag that a project or workspace must have, with this value where one is given. */
export interface TagFilter {
  readonly key: string;
  /** @default - any value */
  readonly value?: string | undefined;
}

/** `filter[tagged][i][key]` and `[value]`; all of them must match. */
export function tagFilterQuery(tags: readonly TagFilter[] | undefined): Query {
  return Object.fromEntries(
    (tags ?? []).flatMap(({ key, value }, index) => [
      [`filter[tagged][${index}][key]`, key],
      [`filter[tagged][${index}][value]`, value],
    ]),
  );
}
