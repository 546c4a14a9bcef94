/** A document in docs/ that is generated as a whole. */
export interface Page {
  /** Relative to docs/. */
  readonly path: string;
  /** Deterministic: depends only on the repository, not on time or the machine. */
  readonly markdown: () => string;
}
