import type { VariableSet } from "../../model";
import type { OrganizationView } from "../view";
import {
  assignmentKind,
  inProject,
  namesOf,
  type AssignableObject,
  type AssignmentRequests,
  type AssignmentWrite,
} from "./kind";

const requests: AssignmentRequests = {
  objects: async (view) => (await view.assignments.variableSets.get()).map((it) => assignable(view, it)),

  async observe(view, projectId, _isNamed, call) {
    const sets = await view.assignments.variableSetsOf(projectId).get(call);
    return sets.map((set) => ({ object: inProject(assignable(view, set), projectId), attributes: {} }));
  },

  async send(view, projectIds, { object: { id }, after }) {
    const { client, assignments } = view;
    if (after === null) await client.variableSets.removeProjects(id, projectIds);
    else await client.variableSets.addProjects(id, projectIds);
    assignments.variableSets.update((all) =>
      all.map((it) => (it.id === id ? withProjects(it, projectIds, after) : it)),
    );
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

  async listedElsewhere({ assignments: { variableSets } }, projectId, isRead) {
    const all = await (isRead ? variableSets.get().catch(() => undefined) : variableSets.peek());
    return (all ?? []).filter((it) => it.projectIds.includes(projectId)).map(({ id }) => id);
  },

  async isAssigned({ assignments }, projectId, objectId) {
    return (await assignments.variableSet(objectId).get())?.projectIds.includes(projectId);
  },
};

/** A set after it is applied to projects, or removed from them. */
function withProjects(set: VariableSet, projectIds: readonly string[], after: AssignmentWrite["after"]): VariableSet {
  const others = set.projectIds.filter((id) => !projectIds.includes(id));
  return { ...set, projectIds: after === null ? others : [...others, ...projectIds] };
}

function assignable(
  { projects }: OrganizationView,
  { id, name, isGlobal, ownerProjectId }: VariableSet,
): AssignableObject {
  if (ownerProjectId === null) return { id, name, fixed: isGlobal ? "global" : undefined };
  return { id, name, fixed: "owned", owner: { id: ownerProjectId, name: projects.peek(ownerProjectId)?.name } };
}

/** What is known of a set that is not read. */
const NEW_SET = {
  description: null,
  isGlobal: false,
  hasPriority: false,
  ownerProjectId: null,
  projectIds: [],
  workspaceIds: [],
};

/** The variable sets of a project. */
export const variableSets = assignmentKind("tfprojects_project_variable_sets", {
  requires: "This takes a token that may manage the variable sets of the organization.",
  permission: {
    of: "organization",
    name: "can-manage-varsets",
    isGranted: ({ organization }) => organization?.canManageVariableSets,
  },
  isBatched: true,
  hasIds: false,
  requests,
  write: (assignments) => ({ names: namesOf(assignments) }),
  appliedAfter: (applied, _, { object, after }) => ({
    variableSets: applied.variableSets && [
      ...applied.variableSets.filter(({ id }) => id !== object.id),
      ...(after === null ? [] : [{ ...NEW_SET, id: object.id, name: object.name ?? object.id }]),
    ],
  }),
});
