import { allButOne, eachWith, formatList, MANY_LISTED } from "./text";

/** One of the memberships that name the same workspaces. */
export interface ConflictingMembership {
  /** The known part of its address, or `this membership`. */
  readonly label: string;
  /** What the membership selects, unless the label says so. @default - the label says so */
  readonly selects?: string | undefined;
}

/**
 * An error also for memberships of the same project: destroying one would release workspaces that the others need.
 *
 * @param workspaces - What all of them name, by name or ID.
 * @param memberships - At least two.
 * @param max - How many are listed.
 */
export function workspacesInMemberships(
  workspaces: readonly string[],
  memberships: readonly ConflictingMembership[],
  max = MANY_LISTED,
): string {
  const [noun, verb, pronoun] = workspaces.length === 1 ? ["workspace", "is", "it"] : ["workspaces", "are", "them"];
  const listed = formatList(workspaces, (name) => JSON.stringify(name), max);
  const labels = memberships.map(({ label, selects }) => (selects ? `${label} (${selects})` : label));
  return (
    `The ${noun} ${listed} ${verb} ${eachWith("in", labels)}, but a workspace can be in only one membership. ` +
    `Remove ${pronoun} from ${allButOne(labels)}.`
  );
}
