/**
 * A rule that selects workspaces by their names and tags: those that match one of `matchNames` and all of `matchTags`,
 * and none of `exceptNames` and `exceptTags`. A member that is not set restricts nothing.
 */
export interface SelectionRule {
  /** Patterns of names, in which `*` is a wildcard. */
  readonly matchNames?: readonly string[] | undefined;
  /** Keys and values of the workspace's own tags; {@link ANY_VALUE} for any value. */
  readonly matchTags?: Readonly<Record<string, string>> | undefined;
  readonly exceptNames?: readonly string[] | undefined;
  readonly exceptTags?: Readonly<Record<string, string>> | undefined;
  /** Where matching workspaces are taken from. @default any */
  readonly takeFrom?: TakeFrom | undefined;
  /** How many workspaces a plan may add and release because of the rule. @default - any number */
  readonly maxMoves?: number | undefined;
}

/** Where a rule takes workspaces from. */
export const TAKE_FROM = ["any", "default-project"] as const;
/**
 * - `any`: from every project;
 * - `default-project`: only from the organization's default project. Workspaces that are already in the project of the
 *   membership stay in it.
 */
export type TakeFrom = (typeof TAKE_FROM)[number];

/** In `matchTags` and `exceptTags`: a tag with this key and any value. */
export const ANY_VALUE = "*";

/** Whether the tags of workspaces decide what a rule selects. */
export function needsTags({ matchTags = {}, exceptTags = {} }: SelectionRule): boolean {
  return Object.keys(matchTags).length + Object.keys(exceptTags).length > 0;
}
