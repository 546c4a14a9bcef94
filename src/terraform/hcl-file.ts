/*
 * What an HCL file consists of, with positions in its text.
 */

/** A block: `resource "tfe_project" "platform" { … }`. */
export interface HclBlock extends HclBody {
  readonly type: string;
  readonly labels: readonly HclLabel[];
  readonly start: number;
  /** After the opening brace. */
  readonly bodyStart: number;
  /** At the closing brace. */
  readonly bodyEnd: number;
  /** After the closing brace. */
  readonly end: number;
}

export interface HclLabel {
  readonly text: string;
  readonly start: number;
  /** After the closing quote. */
  readonly end: number;
}

/** `name = expression` */
export interface HclAttribute {
  readonly name: string;
  readonly start: number;
  readonly valueStart: number;
  /** After the expression. */
  readonly end: number;
}

export interface HclBody {
  readonly attributes: readonly HclAttribute[];
  readonly blocks: readonly HclBlock[];
}

/**
 * The first two names of a reference: `tfe_project.platform` of `tfe_project.platform.id`. What begins with a variable
 * of a `for` or with the iterator of a `dynamic` block is none.
 */
export interface HclReference {
  readonly root: string;
  /** Undefined for a name that nothing follows, such as the key of an object. */
  readonly next: string | undefined;
  readonly start: number;
  /** After `root`. */
  readonly end: number;
  /** Type of the outermost block that it is in: `resource`. Undefined outside of blocks. */
  readonly blockType: string | undefined;
}

export interface HclComment {
  readonly start: number;
  /** Before the line break if it ends with its line. */
  readonly end: number;
}

export interface HclFile extends HclBody {
  readonly text: string;
  /** They are in the order of the text. */
  readonly references: readonly HclReference[];
  /** They are in the order of the text. */
  readonly comments: readonly HclComment[];
  /** The number of the line, from 1. */
  readonly lineAt: (offset: number) => number;
}

/** How many items match, in a list that starts with all matching items. */
export function countWhile<T>(items: readonly T[], isSo: (item: T) => boolean): number {
  let [low, high] = [0, items.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    const item = items[middle];
    if (item !== undefined && isSo(item)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The number of the line at an offset of a text, from 1. */
export function lineNumbers(text: string): HclFile["lineAt"] {
  const starts = [0];
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return (offset) => countWhile(starts, (start) => start <= offset);
}
