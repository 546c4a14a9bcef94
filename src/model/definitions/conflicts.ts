/*
 * Rules that hold between several resources of the code, and the texts in which every way of deploying tells that they are broken.
 */

/** @param other - What else has the name: as much of an address as is known. */
export function duplicateProjectName(name: string, other: string): string {
  return (
    `The name ${JSON.stringify(name)} is also that of ${other}, and names are unique in an organization without regard to case. ` +
    "Rename one of the two, or remove it."
  );
}

/**
 * Also where both memberships are of one project: whichever is destroyed first lets the workspace go, and the other one loses it.
 *
 * @param workspace - Its name or id.
 * @param other - The other membership: as much of an address as is known.
 */
export function workspaceInTwoMemberships(workspace: string, other: string): string {
  return (
    `The workspace ${JSON.stringify(workspace)} is also in ${other}. A workspace lives in exactly one project, and one membership says in which: ` +
    "remove it from one of the two."
  );
}

/** What every exclusive project lets go is moved to the default project. */
export const EXCLUSIVE_DEFAULT_PROJECT =
  "The default project cannot be exclusive: workspaces that no project wants are moved to it, so there is nowhere to move others. Leave `exclusive` out.";
