import type { Row, Section } from "./catalogue";
import { nameOf, reasonOf, slugOf } from "./catalogue";
import type { Showing } from "./statement";
import { idOf, SIDES } from "./statement";

/** What is wrong with what tests state and show, whether they pass or not: sentences. */
export function problemsOf(showings: readonly Showing[], sections: readonly Section[]): readonly string[] {
  const statements = showings.filter(({ shown }) => typeof shown !== "string");
  const stated = statements.map(({ shown }) => idOf(shown));
  // A group of tests that is repeated states the same again.
  const places = new Map(statements.map(({ file, shown }) => [JSON.stringify([file, shown]), idOf(shown)]));
  const slugs = sections.map(slugOf);
  return [
    ...showings
      .filter(({ shown }) => !stated.includes(idOf(shown)))
      .map(({ file, shown }) => `${file} shows "${idOf(shown)}", which no test states.`),
    ...duplicates([...places.values()]).map((id) => `"${id}" is stated twice.`),
    ...sections.filter(({ rows }) => rows.length === 0).map(({ title }) => `"${title}" has no statements.`),
    ...sections
      .flatMap(({ rows }) => rows)
      .flatMap((row) => problemsWith(row, slugs).map((problem) => `"${row.id}" ${problem}.`)),
  ];
}

function problemsWith(row: Row, slugs: readonly string[]): readonly string[] {
  const isLine = [nameOf(row), row.says].every((text) => /^.{1,160}$/.test(text));
  const links = [...row.says.matchAll(/\(#([^)]*)\)/g)].map(([, slug = ""]) => slug);
  return [
    ...(isLine ? [] : ["is not a line of at most 160 characters"]),
    ...links.filter((slug) => !slugs.includes(slug)).map((slug) => `has a link to "${slug}", which is no section`),
    ...(row.tests.emulator.length + row.tests.client.length > 0 ? [] : ["has no test of the emulator or the client"]),
    ...SIDES.flatMap((side) => {
      if (row.tests[side].length > 0) return row.reasons[side] ? [`has tests of ${side}, and a reason why not`] : [];
      const isRequired = side !== "terraform" || row.basis.mark === "API reference";
      return isRequired && !reasonOf(row, side) ? [`has no test of ${side}, and no reason`] : [];
    }),
  ];
}

function duplicates<Item>(items: readonly Item[]): readonly Item[] {
  const seen = new Set<Item>();
  return items.filter((item) => seen.has(item) || !seen.add(item));
}
