import { ASSIGNMENTS, POLICY_SET_MODES, type AssignmentAttributes, type PolicySet } from "../../model";
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
      const attributes = attributesIn(set, projectId);
      return attributes === undefined ? [] : [{ object: assignable(set), attributes }];
    });
  },

  /**
   * Removes first: a failure in between leaves nothing assigned, which a later plan shows. Excludes before it attaches,
   * so that a set from which the project is to be excluded does not apply in between.
   */
  async send(view, projectIds, { object: { id }, after }) {
    const { assignments, client } = view;
    const find = async () => (await assignments.policySets.get()).find((it) => it.id === id);
    let set = await find();
    const { isAttached, isExcluded } = relationOf(after);
    if (after === null && !projectIds.some((it) => set !== undefined && attributesIn(set, it) !== undefined)) {
      for (const projectId of projectIds) await observeAssignments(view, policySets, projectId, { objects: [id] });
      set = await find();
    }
    const has = (ids: readonly string[] = []): boolean => projectIds.some((it) => ids.includes(it));
    await sendInOrder([
      !isAttached && has(set?.projectIds) && (() => client.policySets.removeProjects(id, projectIds)),
      !isExcluded && has(set?.excludedProjectIds) && (() => client.policySets.removeProjectExclusions(id, projectIds)),
      isExcluded && (() => client.policySets.addProjectExclusions(id, projectIds)),
      isAttached && (() => client.policySets.addProjects(id, projectIds)),
    ]);
    assignments.policySets.update((sets) => changed(sets, id, projectIds, after));
  },

  forget: (view) => view.assignments.policySets.forget(),

  async isAssigned({ assignments }, projectId, objectId) {
    const set = await assignments.policySet(objectId).get();
    return set && attributesIn(set, projectId) !== undefined;
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

/**
 * How a policy set is assigned to a project, if it is. One that is both attached and excluded counts as excluded; that
 * it is attached, which no code can say, is what an undo restores.
 */
function attributesIn(
  { projectIds, excludedProjectIds, isGlobal }: PolicySet,
  projectId: string,
): AssignmentAttributes | undefined {
  const isAttached = projectIds.includes(projectId);
  if (!excludedProjectIds.includes(projectId)) return isAttached ? { mode: APPLIED } : undefined;
  return { mode: EXCLUDED, ...(isAttached && !isGlobal ? { attached: true } : {}) };
}

/** The lists of a policy set that have a project: the inverse of {@link attributesIn}. */
function relationOf(attributes: AssignmentAttributes | null): Record<"isAttached" | "isExcluded", boolean> {
  const { mode, attached } = attributes ?? {};
  return { isAttached: mode === APPLIED || attached === true, isExcluded: mode === EXCLUDED };
}

/** The policy sets after one is assigned to projects in another way. @param after - Null: not at all. */
function changed(
  sets: readonly PolicySet[],
  setId: string,
  projects: readonly string[],
  after: AssignmentAttributes | null,
): readonly PolicySet[] {
  const { isAttached, isExcluded } = relationOf(after);
  const having = (ids: readonly string[], areThese: boolean): readonly string[] => [
    ...ids.filter((id) => !projects.includes(id)),
    ...(areThese ? projects : []),
  ];
  return sets.map((set) =>
    set.id === setId
      ? {
          ...set,
          projectIds: having(set.projectIds, isAttached),
          excludedProjectIds: having(set.excludedProjectIds, isExcluded),
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
/** A set that is attached, too, applies nowhere in the project until the exclusion ends. */
const OF_BOTH: AssignmentWording = {
  ...OF_EXCLUDED,
  noun: `assigned and excluded ${NOUN}`,
  says: ["mode", "attached"],
  set: ({ objects, project }) => `assign ${objects} to ${project}, and exclude it`,
  unset: ({ objects, project }) => `remove ${objects} from ${project}, and end its exclusion`,
  wasSet: ({ objects, project }) => `${objects} was assigned to ${project}, and this excluded`,
  wasUnset: ({ objects, project }) => `${objects} was removed from ${project}, and its exclusion ended`,
  isUnset: (it) => `${OF_APPLIED.isUnset(it)}, and its exclusion ends`,
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
    policySets: applied.policySets && changed(applied.policySets, object.id, [projectId], after),
  }),
  wording({ fixed }, { mode, attached }) {
    if (mode !== EXCLUDED) return OF_APPLIED;
    if (attached === true) return OF_BOTH;
    return fixed === "global" ? OF_EXCLUDED_FROM_GLOBAL : OF_EXCLUDED;
  },
  // To be excluded from a global set is what exclusions are for.
  fixedReason: ({ fixed }, { mode }) => (fixed === "global" && mode === EXCLUDED ? undefined : fixed),
});
