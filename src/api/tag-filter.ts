import type { Query } from "./request-path";

/** A tag that a project or workspace must have; with a value, that value. */
export interface TagFilter {
  readonly key: string;
  /** @default - whatever its value */
  readonly value?: string | undefined;
}

/** `filter[tagged][i][key]` and `[value]`; all of them must hold (facts, section 2). */
export function tagFilterQuery(tags: readonly TagFilter[] | undefined): Query {
  return Object.fromEntries(
    (tags ?? []).flatMap(({ key, value }, index) => [
      [`filter[tagged][${index}][key]`, key],
      [`filter[tagged][${index}][value]`, value],
    ]),
  );
}
