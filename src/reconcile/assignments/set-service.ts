import { POLICY_SET_MODES, type PolicySet, type VariableSet } from "../../model";
import type { AssignableObject } from "./kind";
import { modeIn, withMode } from "./policy-set-mode";
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
    const set = (await assignments.variableSets.peek())?.find((it) => it.id === id);
    for (const projectId of projectIds) {
      const kept = assignments.variableSetsOf(projectId);
      const others = (all: readonly VariableSet[]) => all.filter((it) => it.id !== id);
      if (after === null) kept.update(others);
      else if (set === undefined) kept.forget();
      else kept.update((all) => [...others(all), set]);
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
      const mode = modeIn(set, projectId);
      return mode === undefined ? [] : [{ object: policySet(set), attributes: { mode } }];
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
    view.assignments.policySets.update((sets) => withMode(sets, id, projectIds, becomes));
  },

  forget: (view) => view.assignments.policySets.forget(),
};

function policySet({ id, name, isGlobal, isScopedByTags }: PolicySet): AssignableObject {
  return { id, name, fixed: isScopedByTags ? "tags" : isGlobal ? "global" : undefined };
}
