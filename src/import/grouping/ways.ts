import { compareStrings } from "../../lists";
import { nameKey, type Workspace } from "../../model";
import { canMatch } from "../rules";
import type { TellingWords, Word } from "./words";

/** A way to group workspaces. */
export type Way =
  | {
      readonly by: "word";
      /** From the front, or negative from the end. */
      readonly position: WordPosition;
    }
  | {
      readonly by: "tag";
      /** The key of the tag. */
      readonly key: string;
    }
  | { readonly by: "repository"; readonly part: RepositoryPart };

/** The places of words that names can be grouped by. */
const WORD_POSITIONS = [1, 2, 3, -1, -2, -3] as const;
type WordPosition = (typeof WORD_POSITIONS)[number];

/** The owner of a repository, and the first folder of the working directory in it. */
const REPOSITORY_PARTS = ["owner", "folder"] as const;
type RepositoryPart = (typeof REPOSITORY_PARTS)[number];

/** What a workspace has in common with others of its group. */
export interface Common {
  /** The same for all of the group. */
  readonly key: string;
  /** The same as a text, for the name of a project. */
  readonly text: string;
  /** Where it is in the name, if it is a word of it. */
  readonly word?: Word;
}

/** What a workspace has in common with others by a way; undefined if it has nothing for it. */
export function commonBy(way: Way, words: TellingWords): (workspace: Workspace) => Common | undefined {
  switch (way.by) {
    case "word":
      return (workspace) => {
        const word = words.of(workspace.name).at(way.position > 0 ? way.position - 1 : way.position);
        return word && commonWord(workspace, word);
      };
    case "tag":
      return ({ tags = [] }) => {
        const tag = tags.find(({ key }) => key === way.key);
        // A tag without a value says what its key says.
        return tag && canMatch(tag) ? { key: tag.value, text: tag.value || tag.key } : undefined;
      };
    case "repository":
      return ({ repository }) => {
        const text = repository?.[way.part];
        return text === undefined ? undefined : { key: nameKey(text), text };
      };
  }
}

/** A word of a workspace's name as what it has in common with others. */
export function commonWord({ name }: Workspace, word: Word): Common {
  return { key: word.key, text: name.slice(word.start, word.end), word };
}

/** A way as text: `word:1`, `word:-1`, `tag:team`, `repository:owner`. */
export function wayText(way: Way): string {
  switch (way.by) {
    case "word":
      return `word:${way.position}`;
    case "tag":
      return `tag:${way.key}`;
    case "repository":
      return `repository:${way.part}`;
  }
}

/** Parses what {@link wayText} returns; undefined for other texts. */
export function parseWay(text: string): Way | undefined {
  const [, key] = /^tag:(.+)$/s.exec(text) ?? [];
  return key === undefined ? FIXED_WAYS.find((way) => wayText(way) === text) : { by: "tag", key };
}

/** All ways but those by tags, in their order. */
export const FIXED_WAYS: readonly Way[] = [
  ...WORD_POSITIONS.map((position): Way => ({ by: "word", position })),
  ...REPOSITORY_PARTS.map((part): Way => ({ by: "repository", part })),
];

/** All ways as a text, for messages. */
export const WAYS_TEXT = [...FIXED_WAYS.map(wayText), "tag:KEY"].join(", ");

/** What a way groups by, as words: `by the second word of names`. */
export function wayMeaning(way: Way): string {
  switch (way.by) {
    case "word":
      return `by the ${ORDINALS[way.position]} of names`;
    case "tag":
      return `by the values of the tag ${way.key}`;
    case "repository":
      return way.part === "owner"
        ? "by the owner of the repository"
        : "by the first folder of the working directory in the repository";
  }
}

const ORDINALS: Readonly<Record<WordPosition, string>> = {
  1: "first word",
  2: "second word",
  3: "third word",
  [-1]: "last word",
  [-2]: "last word but one",
  [-3]: "last word but two",
};

/** Compares ways for `sort`: fixed ones in their order, then tags by their keys. */
export function compareWays(one: Way, other: Way): number {
  const [its, others] = [one, other].map((way) => (way.by === "tag" ? FIXED_WAYS.length : placeOf(way)));
  return (its ?? 0) - (others ?? 0) || compareStrings(wayText(one), wayText(other));
}

function placeOf(way: Way): number {
  return FIXED_WAYS.findIndex((it) => wayText(it) === wayText(way));
}
