/*
 * Messages about conflicts between resources, the same in the constructs, the provider and the engine.
 */

/** @param other - The other project: as much of its address as is known. */
export function duplicateProjectName(name: string, other: string): string {
  return (
    `The name ${JSON.stringify(name)} is also used by ${other}, but names are unique in an organization and ` +
    "case-insensitive. Rename or remove one of the two."
  );
}

/**
 * Also for two memberships of the same project: when one of them is destroyed, it releases a workspace that the other
 * still needs.
 *
 * @param workspace - Its name or ID.
 * @param other - The other membership: as much of its address as is known.
 */
export function workspaceInTwoMemberships(workspace: string, other: string): string {
  return (
    `The workspace ${JSON.stringify(workspace)} is also in ${other}, but a workspace can be in only one membership. ` +
    "Remove it from one of the two."
  );
}

/** Workspaces that an exclusive project releases are moved to the default project. */
export const EXCLUSIVE_DEFAULT_PROJECT =
  "The default project cannot be exclusive: workspaces in no other project are moved to it, so there is no project " +
  "to move others to. Omit `exclusive`.";
