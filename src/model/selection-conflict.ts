import { formatList, MANY_LISTED } from "./text";

/** One of two memberships that name the same workspaces. */
export interface ConflictingMembership {
  /** The known part of its address, or `this membership`. */
  readonly label: string;
  /** What the membership selects, unless the label says so. @default - the label says so */
  readonly selects?: string | undefined;
}

/**
 * An error also for two memberships of the same project: destroying one would release workspaces that the other needs.
 *
 * @param workspaces - All that both name, by name or ID.
 * @param max - How many are listed.
 */
export function workspacesInTwoMemberships(
  workspaces: readonly string[],
  one: ConflictingMembership,
  other: ConflictingMembership,
  max = MANY_LISTED,
): string {
  const [noun, verb, pronoun] = workspaces.length === 1 ? ["workspace", "is", "it"] : ["workspaces", "are", "them"];
  const listed = formatList(workspaces, (name) => JSON.stringify(name), max);
  const [first, second] = [one, other].map(({ label, selects }) => (selects ? `${label} (${selects})` : label));
  return (
    `The ${noun} ${listed} ${verb} in ${first} and in ${second}, but a workspace can be in only one membership. ` +
    `Remove ${pronoun} from one of the two.`
  );
}
