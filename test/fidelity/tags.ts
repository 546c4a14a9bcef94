/*
 * Tests that rows refer to have ids, which stay when titles are reworded: tags at the end of the title, as in
 * `pages follow one another @pages-follow`. A group may have an id for all its tests. Where rows refer to single cases
 * of a parameterized test, the id has the case in it, as in `each status comes through @status-%s`, or the tag is at
 * the end of the case's name in the table.
 *
 * A reference is an id, with `*` for anything, as in `status-*`. A colon leads from a group to what is in it, as in
 * `documents-full:contains-id`.
 */

/** The ids at the end of a title, as it is when the test runs. */
export function idsIn(title: string): readonly string[] {
  const tags = /(?: @[^\s@]+)+$/.exec(title)?.[0] ?? "";
  return tags.split(" @").slice(1);
}

/** Whether the reference means the test with these titles: those of its groups, from the outermost in, and its own. */
export function isReferredTo(reference: string, titles: readonly string[]): boolean {
  let left = titles.map(idsIn);
  for (const part of partsOf(reference)) {
    const pattern = patternOf(part);
    const index = left.findIndex((ids) => ids.some((id) => pattern.test(id)));
    if (index === -1) return false;
    left = left.slice(index + 1);
  }
  return true;
}

/** The ids that a reference consists of, from the outermost group in. */
export function partsOf(reference: string): readonly string[] {
  return reference.split(":");
}

/** The ids that stand in a test's source, with `*` for what the title of a parameterized test has filled in. */
export function idsInSource(source: string): readonly string[] {
  const parameter = /%[a-z]|\$\w+/g;
  return [...source.matchAll(/(?: @(?:[a-z0-9=-]|%[a-z]|\$\w+)+)+(?=["'`])/g)].flatMap(([tags]) =>
    idsIn(tags).map((id) => id.replace(parameter, "*")),
  );
}

/** Whether a part of a reference may mean tests with an id of the source. */
export function mayMean(part: string, id: string): boolean {
  return patternOf(id).test(part.replaceAll("*", "x"));
}

function patternOf(id: string): RegExp {
  return new RegExp(`^${id.split("*").map(escaped).join(".*")}$`);
}

function escaped(text: string): string {
  return text.replace(/[.+?^${}()|[\]\\]/g, "\\$&");
}
