import type { Section } from "./catalogue";
import { catalogue } from "./catalogue";
import { showingsIn } from "./collect";

/** The sections that files with these sources make, without the empty ones. */
export function sectionsOf(sources: Readonly<Record<string, string>>): readonly Section[] {
  const showings = Object.entries(sources).flatMap(([file, source]) => showingsIn(`test/${file}.test.ts`, source));
  return catalogue(showings).filter(({ rows }) => rows.length > 0);
}
