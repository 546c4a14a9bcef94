/** A key-value tag of a project or workspace. */
export interface Tag {
  readonly key: string;
  /** Empty for a tag without a value. */
  readonly value: string;
}

/**
 * How a response refers to the tags of an object that it does not include:
 *
 * - `linked`: by a relationship, with a link or with tags that are not in the response;
 * - `absent`: not at all, as HCP Terraform for an object without tags;
 * - `indistinct`: it includes them, and does not distinguish own tags from inherited ones.
 */
export type TagReference = "linked" | "absent" | "indistinct";

/** Why the tags of a workspace are unknown. */
export const UNKNOWN_TAGS_REASONS = [
  "too-many-links",
  "link-not-found",
  "indistinct",
  "not-reported",
  "not-filtered",
] as const;

/**
 * - `too-many-links`: the service links to them, and to those of more workspaces than are read one by one;
 * - `link-not-found`: it links to them, and does not find them;
 * - `indistinct`: it does not distinguish own tags from inherited ones;
 * - `not-reported`: it refers to the tags of no workspace, although some may have a key in question;
 * - `not-filtered`: it refers to the tags of no workspace, and does not filter workspaces by tags either.
 */
export type UnknownTagsReason = (typeof UNKNOWN_TAGS_REASONS)[number];
