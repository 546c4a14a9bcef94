import { POLICY_SET_MODES, type PolicySet } from "../../model";

/** How a policy set is assigned to a project, if it is. One that is both attached and excluded counts as excluded. */
export function modeIn({ projectIds, excludedProjectIds }: PolicySet, projectId: string): string | undefined {
  if (excludedProjectIds.includes(projectId)) return POLICY_SET_MODES.exclude;
  return projectIds.includes(projectId) ? POLICY_SET_MODES.names : undefined;
}

/** The policy sets after one is assigned to projects in another way. @param mode - Undefined: not at all. */
export function withMode(
  sets: readonly PolicySet[],
  setId: string,
  projects: readonly string[],
  mode: unknown,
): readonly PolicySet[] {
  const having = (ids: readonly string[], areThese: boolean): readonly string[] => [
    ...ids.filter((id) => !projects.includes(id)),
    ...(areThese ? projects : []),
  ];
  return sets.map((set) =>
    set.id === setId
      ? {
          ...set,
          projectIds: having(set.projectIds, mode === POLICY_SET_MODES.names),
          excludedProjectIds: having(set.excludedProjectIds, mode === POLICY_SET_MODES.exclude),
        }
      : set,
  );
}
