import { formatList } from "../text";

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

/**
 * Memberships that share their project although one of them is exclusive: an apply of that one moves the workspaces of
 * the others out, and an apply of the others moves them back. One for each project: its first exclusive membership,
 * with the others.
 *
 * @param projectOf - Identifies the project of a membership; undefined while it is not known.
 */
export function sharedExclusiveProjects<M extends { readonly exclusive: boolean }>(
  memberships: readonly M[],
  projectOf: (membership: M) => string | undefined,
): readonly { readonly membership: M; readonly others: readonly M[] }[] {
  const byProject = new Map<string, M[]>();
  for (const membership of memberships) {
    const project = projectOf(membership);
    if (project !== undefined) byProject.set(project, [...(byProject.get(project) ?? []), membership]);
  }
  return [...byProject.values()].flatMap((all) => {
    const membership = all.find(({ exclusive }) => exclusive);
    if (membership === undefined || all.length === 1) return [];
    return [{ membership, others: all.filter((it) => it !== membership) }];
  });
}

/** @param others - The other memberships of the project: as much of their addresses as is known. */
export function exclusiveIsShared(others: readonly string[]): string {
  return (
    `An exclusive membership must be the only one of its project, but ${formatList(others)} ` +
    `${others.length === 1 ? "has" : "have"} the same project. Put all workspaces into one membership, or set ` +
    "`exclusive` on none of them."
  );
}
