/** A file of the generated app. */
export interface GeneratedFile {
  /** Relative to the app's folder, with `/`. */
  readonly path: string;
  readonly content: string;
}
