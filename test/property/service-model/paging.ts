import type { ExpectedResponse } from "./expected-response";
import { Address, failure, ok } from "./expected-response";

/** Documented: 20 by default, at most 100. */
const DEFAULT_SIZE = 20;
const LARGEST_SIZE = 100;

/**
 * The page of the items that a query asks for, with its links and counts. Emulator's choices: an empty list has one
 * page; past the end there is neither a page before nor one after; a parameter that says nothing is as if it were
 * absent.
 */
export function page(
  path: string,
  query: URLSearchParams,
  items: readonly unknown[],
  moreMeta: Readonly<Record<string, unknown>> = {},
): ExpectedResponse {
  const number = wholeNumber(query.get("page[number]"), 1);
  const size = wholeNumber(query.get("page[size]"), DEFAULT_SIZE);
  if (number === undefined || size === undefined || number < 1 || size < 1 || size > LARGEST_SIZE)
    return failure(422, "invalid attribute");

  const pages = Math.ceil(items.length / size);
  const previous = number > 1 && number <= pages ? number - 1 : null;
  const next = number < pages ? number + 1 : null;
  const link = (to: number | null): Address | null => {
    if (to === null) return null;
    const same = Object.fromEntries(query.entries());
    return new Address(path, { ...same, "page[number]": String(to), "page[size]": String(size) });
  };
  const shown = items.slice((number - 1) * size, number * size);
  return ok(shown, {
    links: {
      self: link(number),
      first: link(1),
      prev: link(previous),
      next: link(next),
      last: link(Math.max(1, pages)),
    },
    meta: {
      ...moreMeta,
      pagination: {
        "current-page": number,
        "page-size": size,
        "prev-page": previous,
        "next-page": next,
        "total-pages": pages,
        "total-count": items.length,
      },
    },
  });
}

function wholeNumber(text: string | null, otherwise: number): number | undefined {
  if (text === null || text === "") return otherwise;
  return /^\d{1,9}$/.test(text) ? Number(text) : undefined;
}
