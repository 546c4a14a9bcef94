import type { ChangeOf, Scope, Store } from "../../engine/kind";
import type { AttributeProblem } from "../../errors";
import { globalSetProblems } from "../applied-to";
import { conflictingSet, variables } from "../variable";
import { workspaces } from "../workspace";
import type { VariableSetRecord } from "./shape";

type Change = ChangeOf<VariableSetRecord>;

export function variableSetProblems(
  change: Change,
  { organizationId, before }: Scope<VariableSetRecord>,
  store: Store,
): readonly AttributeProblem[] {
  return [
    ...globalSetProblems(change, before),
    ...ownerProblems(change, change.ownerProjectId ?? before?.ownerProjectId ?? null, store),
    ...(before !== undefined && change.settings?.global === true ? conflicts(before.id, organizationId, store) : []),
  ];
}

/** A set that a project owns applies to nothing outside of it (our choice: undocumented). */
function ownerProblems(change: Change, owner: string | null, store: Store): readonly AttributeProblem[] {
  if (owner === null) return [];
  const { settings, projectIds = [], workspaceIds = [] } = change;
  const found: (AttributeProblem | false)[] = [
    settings?.global === true && {
      attribute: "global",
      detail: "Global must be false for a variable set that a project owns",
    },
    projectIds.some((id) => id !== owner) && {
      attribute: "projects",
      detail: "Projects must be the one that owns the variable set",
    },
    workspaceIds.some((id) => isElsewhere(store, id, owner)) && {
      attribute: "workspaces",
      detail: "Workspaces must be in the project that owns the variable set",
    },
  ];
  return found.filter((it) => it !== false);
}

/** Whether a workspace is in another project. Other rules reject those that do not exist. */
function isElsewhere(store: Store, workspaceId: string, projectId: string): boolean {
  const workspace = store.table(workspaces).get(workspaceId);
  return workspace !== undefined && workspace.projectId !== projectId;
}

/** A set cannot become global if another one that is has one of its variables. */
function conflicts(id: string, organizationId: string, store: Store): readonly AttributeProblem[] {
  const own = store.table(variables).where("variableSetId", id).all();
  const conflict = own.find((variable) => conflictingSet(store, organizationId, id, variable) !== undefined);
  if (conflict === undefined) return [];
  return [{ attribute: "global", detail: `Another global variable set has a variable ${conflict.key}` }];
}
