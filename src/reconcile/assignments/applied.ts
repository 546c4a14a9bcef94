import type { AssignmentType, PolicySet, TeamProjectAccess, VariableSet } from "../../model";
import type { AssignmentWrite } from "./kind";
import { withMode } from "./policy-sets";
import { accessOf } from "./team-access";

/** What applies to a project; undefined for what could not be read. */
export interface Applied {
  readonly teamAccess: readonly TeamProjectAccess[] | undefined;
  readonly variableSets: readonly VariableSet[] | undefined;
  /** All policy sets of the organization. */
  readonly policySets: readonly PolicySet[] | undefined;
}

/** A change of an assignment, with the type of its resource. */
export interface TypedWrite extends Pick<AssignmentWrite, "object" | "after"> {
  readonly type: AssignmentType;
}

/** What applies to a project once changes of its assignments are made. */
export function appliedAfter(applied: Applied, projectId: string, writes: readonly TypedWrite[]): Applied {
  return writes.reduce((result, write) => AFTER[write.type](result, projectId, write), applied);
}

type After = (applied: Applied, projectId: string, write: TypedWrite) => Applied;

const AFTER: Readonly<Record<AssignmentType, After>> = {
  tfprojects_project_team_access: (applied, projectId, { object, after }) => ({
    ...applied,
    teamAccess: applied.teamAccess && [
      ...applied.teamAccess.filter(({ teamId }) => teamId !== object.id),
      ...(after === null ? [] : [{ id: "", teamId: object.id, projectId, ...accessOf(after) }]),
    ],
  }),
  tfprojects_project_variable_sets: (applied, _, { object, after }) => ({
    ...applied,
    variableSets: applied.variableSets && [
      ...applied.variableSets.filter(({ id }) => id !== object.id),
      ...(after === null ? [] : [assignedSet(object)]),
    ],
  }),
  tfprojects_project_policy_sets: (applied, projectId, { object, after }) => ({
    ...applied,
    policySets: applied.policySets && withMode(applied.policySets, object.id, [projectId], after?.["mode"]),
  }),
};

function assignedSet({ id, name = id }: TypedWrite["object"]): VariableSet {
  return { id, name, description: null, isGlobal: false, hasPriority: false, ownerProjectId: null, workspaceIds: [] };
}
