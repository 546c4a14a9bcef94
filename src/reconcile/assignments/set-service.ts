import { POLICY_SET_MODES, type AssignmentAttributes, type PolicySet, type VariableSet } from "../../model";
import type { OrganizationView } from "../view";
import type { AssignableObject } from "./kind";
import type { AssignmentService } from "./service";

/** The requests about the variable sets of projects. */
export const variableSetService: AssignmentService = {
  objects: async (view) => (await view.assignments.variableSets.get()).map(variableSet),

  async observe(view, projectId, _isNamed, call) {
    const sets = await view.assignments.variableSetsOf(projectId).get(call);
    return sets.map((set) => ({ object: variableSet(set), attributes: {} }));
  },

  countIn: () => undefined,

  async send(view, projectIds, { object: { id }, after }) {
    const { client, assignments } = view;
    if (after === null) await client.variableSets.removeProjects(id, projectIds);
    else await client.variableSets.addProjects(id, projectIds);
    const added = after === null ? [] : (await assignments.variableSets.get()).filter((it) => it.id === id);
    for (const projectId of projectIds) {
      assignments.variableSetsOf(projectId).update((all) => [...all.filter((it) => it.id !== id), ...added]);
    }
  },

  forget: (view, projectId) => view.assignments.variableSetsOf(projectId).forget(),
};

function variableSet({ id, name, isGlobal, ownerProjectId }: VariableSet): AssignableObject {
  return { id, name, fixed: ownerProjectId !== null ? "owned" : isGlobal ? "global" : undefined };
}

/** The requests about the policy sets of projects. One list has the sets of all projects. */
export const policySetService: AssignmentService = {
  objects: async (view) => (await view.assignments.policySets.get()).map(policySet),

  async observe(view, projectId, _isNamed, call) {
    const sets = await view.assignments.policySets.get(call);
    return sets.flatMap((set) => {
      const attributes = attributesIn(set, projectId);
      return attributes === undefined ? [] : [{ object: policySet(set), attributes }];
    });
  },

  countIn: () => undefined,

  async send(view, projectIds, { object: { id }, before, after }) {
    const [was, becomes] = [before?.["mode"], after?.["mode"]];
    const { policySets } = view.client;
    const { names: applied, exclude: excluded } = POLICY_SET_MODES;
    if (becomes === applied) await policySets.addProjects(id, projectIds);
    if (becomes === excluded) await policySets.addProjectExclusions(id, projectIds);
    if (was === applied && becomes !== applied) await policySets.removeProjects(id, projectIds);
    if (was === excluded && becomes !== excluded) await policySets.removeProjectExclusions(id, projectIds);
    record(view, id, projectIds, becomes);
  },

  forget: (view) => view.assignments.policySets.forget(),
};

function policySet({ id, name, isGlobal, isScopedByTags }: PolicySet): AssignableObject {
  return { id, name, fixed: isScopedByTags ? "tags" : isGlobal ? "global" : undefined };
}

/** A project that is both attached and excluded counts as excluded. */
function attributesIn(
  { projectIds, excludedProjectIds }: PolicySet,
  projectId: string,
): AssignmentAttributes | undefined {
  if (excludedProjectIds.includes(projectId)) return { mode: POLICY_SET_MODES.exclude };
  return projectIds.includes(projectId) ? { mode: POLICY_SET_MODES.names } : undefined;
}

function record(view: OrganizationView, id: string, projectIds: readonly string[], mode: unknown): void {
  const withMode = (ids: readonly string[], isThis: boolean): readonly string[] => [
    ...ids.filter((it) => !projectIds.includes(it)),
    ...(isThis ? projectIds : []),
  ];
  view.assignments.policySets.update((sets) =>
    sets.map((set) =>
      set.id === id
        ? {
            ...set,
            projectIds: withMode(set.projectIds, mode === POLICY_SET_MODES.names),
            excludedProjectIds: withMode(set.excludedProjectIds, mode === POLICY_SET_MODES.exclude),
          }
        : set,
    ),
  );
}
