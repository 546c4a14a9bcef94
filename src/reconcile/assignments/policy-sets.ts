import { ASSIGNMENTS, POLICY_SET_MODES, type PolicySet } from "../../model";
import { PartlyMadeError } from "./errors";
import { assignmentKind, namesOf, type AssignableObject, type AssignmentRequests } from "./kind";
import { observeAssignments } from "./observe";
import { assignedWording, type AssignmentWording } from "./wording";

const { names: APPLIED, exclude: EXCLUDED } = POLICY_SET_MODES;

/** One list has the sets of all projects. */
const requests: AssignmentRequests = {
  objects: async (view) => (await view.assignments.policySets.get()).map(assignable),

  async observe(view, projectId, _isNamed, call) {
    const sets = await view.assignments.policySets.get(call);
    return sets.flatMap((set) => {
      const mode = modeIn(set, projectId);
      return mode === undefined ? [] : [{ object: assignable(set), attributes: { mode } }];
    });
  },

  /**
   * Removes first: a failure in between leaves nothing assigned, which a later plan shows. A set that was both attached
   * and excluded would count as excluded.
   */
  async send(view, projectIds, { object: { id }, after }) {
    const { assignments, client } = view;
    const find = async () => (await assignments.policySets.get()).find((it) => it.id === id);
    let set = await find();
    const becomes = after?.["mode"];
    if (after === null && !projectIds.some((it) => set !== undefined && modeIn(set, it) !== undefined)) {
      for (const projectId of projectIds) await observeAssignments(view, policySets, projectId, { objects: [id] });
      set = await find();
    }
    const has = (ids: readonly string[] = []): boolean => projectIds.some((it) => ids.includes(it));
    await sendInOrder([
      becomes !== APPLIED && has(set?.projectIds) && (() => client.policySets.removeProjects(id, projectIds)),
      becomes !== EXCLUDED &&
        has(set?.excludedProjectIds) &&
        (() => client.policySets.removeProjectExclusions(id, projectIds)),
      becomes === APPLIED && (() => client.policySets.addProjects(id, projectIds)),
      becomes === EXCLUDED && (() => client.policySets.addProjectExclusions(id, projectIds)),
    ]);
    assignments.policySets.update((sets) => withMode(sets, id, projectIds, becomes));
  },

  forget: (view) => view.assignments.policySets.forget(),

  async isAssigned({ assignments }, projectId, objectId) {
    const set = await assignments.policySet(objectId).get();
    return set && modeIn(set, projectId) !== undefined;
  },
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

function assignable({ id, name, isGlobal, isScopedByTags }: PolicySet): AssignableObject {
  return { id, name, fixed: isScopedByTags ? "tags" : isGlobal ? "global" : undefined };
}

/** How a policy set is assigned to a project, if it is. One that is both attached and excluded counts as excluded. */
function modeIn({ projectIds, excludedProjectIds }: PolicySet, projectId: string): string | undefined {
  if (excludedProjectIds.includes(projectId)) return EXCLUDED;
  return projectIds.includes(projectId) ? APPLIED : undefined;
}

/** The policy sets after one is assigned to projects in another way. @param mode - Undefined: not at all. */
function withMode(
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
          projectIds: having(set.projectIds, mode === APPLIED),
          excludedProjectIds: having(set.excludedProjectIds, mode === EXCLUDED),
        }
      : set,
  );
}

const { object: NOUN } = ASSIGNMENTS.tfprojects_project_policy_sets;
const OF_APPLIED = assignedWording(NOUN, ["mode"]);
const OF_EXCLUDED: AssignmentWording = {
  noun: `exclusion from ${NOUN}`,
  says: ["mode"],
  set: ({ objects, project }) => `exclude ${project} from ${objects}`,
  unset: ({ objects, project }) => `end the exclusion of ${project} from ${objects}`,
  wasSet: ({ objects, project }) => `${project} was excluded from ${objects}`,
  wasUnset: ({ objects, project }) => `the exclusion of ${project} from ${objects} was ended`,
  isUnset: ({ objects, project }) => `the exclusion of ${project} from ${objects} ends`,
  isUnmanaged: ({ objects, project }) =>
    `${project} is excluded from ${objects}, and not by the code: left as excluded`,
};
/** Other sets apply only where they are assigned. */
const OF_EXCLUDED_FROM_GLOBAL: AssignmentWording = {
  ...OF_EXCLUDED,
  isUnset: (it) => `${OF_EXCLUDED.isUnset(it)}, so the ${it.isOne ? "set applies" : "sets apply"} from now on`,
};

/** The policy sets of a project, and those from which it is excluded. */
export const policySets = assignmentKind("tfprojects_project_policy_sets", {
  requires: "This takes an organization with policies, and a token with its permission to manage policies.",
  isBatched: true,
  hasIds: false,
  requests,
  write(assignments) {
    const withMode = (mode: string) => namesOf(assignments.filter(({ attributes }) => attributes["mode"] === mode));
    const excluded = withMode(EXCLUDED);
    return { names: withMode(APPLIED), exclude: excluded.length === 0 ? null : excluded };
  },
  appliedAfter: (applied, projectId, { object, after }) => ({
    policySets: applied.policySets && withMode(applied.policySets, object.id, [projectId], after?.["mode"]),
  }),
  wording({ fixed }, { mode }) {
    if (mode !== EXCLUDED) return OF_APPLIED;
    return fixed === "global" ? OF_EXCLUDED_FROM_GLOBAL : OF_EXCLUDED;
  },
  // To be excluded from a global set is what exclusions are for.
  fixedReason: ({ fixed }, { mode }) => (fixed === "global" && mode === EXCLUDED ? undefined : fixed),
});
