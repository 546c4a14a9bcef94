import { compareStrings } from "../../lists";

/** A way to group workspaces: by the first words of their names, or by the values of a tag. */
export type Way =
  | { readonly by: "words"; readonly count: WordCount }
  | {
      readonly by: "tag";
      /** The key of the tag. */
      readonly key: string;
    };

/** The numbers of words that names can be grouped by. */
export const WORD_COUNTS = [1, 2, 3] as const;
export type WordCount = (typeof WORD_COUNTS)[number];

/** A way as text: `words:1`, `tag:team`. */
export function wayText(way: Way): string {
  return way.by === "words" ? `words:${way.count}` : `tag:${way.key}`;
}

/** Parses what {@link wayText} returns; undefined for other texts. */
export function parseWay(text: string): Way | undefined {
  const [, key] = /^tag:(.+)$/s.exec(text) ?? [];
  if (key !== undefined) return { by: "tag", key };
  const count = WORD_COUNTS.find((it) => text === `words:${it}`);
  return count && { by: "words", count };
}

/** Compares ways for `sort`: by words first, fewer before more, then by tags in the order of their keys. */
export function compareWays(one: Way, other: Way): number {
  if (one.by === "words") return other.by === "words" ? one.count - other.count : -1;
  return other.by === "words" ? 1 : compareStrings(one.key, other.key);
}
