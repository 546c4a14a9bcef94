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
