/** A key-value tag of a project or workspace. */
export interface Tag {
  readonly key: string;
  /** Empty for a tag without a value. */
  readonly value: string;
}
