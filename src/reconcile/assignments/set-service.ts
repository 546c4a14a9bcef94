import { POLICY_SET_MODES, type PolicySet, type VariableSet } from "../../model";
import { PartlyMadeError } from "./errors";
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

  /**
   * Removes first: a failure in between leaves nothing assigned, which a later plan shows. A set that was both attached
   * and excluded would count as excluded.
   */
  async send(view, projectIds, { object: { id }, after }) {
    const { assignments, client } = view;
    const { names: applied, exclude: excluded } = POLICY_SET_MODES;
    const set = (await assignments.policySets.get()).find((it) => it.id === id);
    const becomes = after?.["mode"];
    const has = (ids: readonly string[] = []): boolean => projectIds.some((it) => ids.includes(it));
    await sendInOrder([
      becomes !== applied && has(set?.projectIds) && (() => client.policySets.removeProjects(id, projectIds)),
      becomes !== excluded &&
        has(set?.excludedProjectIds) &&
        (() => client.policySets.removeProjectExclusions(id, projectIds)),
      becomes === applied && (() => client.policySets.addProjects(id, projectIds)),
      becomes === excluded && (() => client.policySets.addProjectExclusions(id, projectIds)),
    ]);
    assignments.policySets.update((sets) => withMode(sets, id, projectIds, becomes));
  },

  forget: (view) => view.assignments.policySets.forget(),
};

/** @throws PartlyMadeError when a request fails after another one has succeeded */
async function sendInOrder(requests: readonly (false | (() => Promise<void>))[]): Promise<void> {
  const needed = requests.filter((it) => it !== false);
  for (const [index, send] of needed.entries()) {
    try {
      await send();
    } catch (error) {
      throw index === 0 ? error : new PartlyMadeError(error);
    }
  }
}

function policySet({ id, name, isGlobal, isScopedByTags }: PolicySet): AssignableObject {
  return { id, name, fixed: isScopedByTags ? "tags" : isGlobal ? "global" : undefined };
}
