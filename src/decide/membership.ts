import type { Workspace } from "../model";

/** A membership as the state has it, or as an import records it. */
interface MembershipBefore {
  readonly projectId: string;
  readonly exclusive: boolean;
  /**
   * Whether its workspaces were recorded as its own: by an apply, or by an import that names them. The import of a
   * whole project takes what it finds, whoever put it there; such a membership is not exclusive yet.
   */
  readonly isRecorded: boolean;
}

/** A membership in the code. */
interface MembershipAfter {
  /** Null before the project is created. */
  readonly projectId: string | null;
  readonly exclusive: boolean;
}

/** What the code changes about a membership: it is new if there is nothing before, and deleted if nothing after. */
export interface MembershipChange {
  readonly before?: MembershipBefore | undefined;
  readonly after?: MembershipAfter | undefined;
  /** Whether its `on_destroy`, in the code or, if that has no such membership, in the state, is `retain`. */
  readonly retains: boolean;
}

/** Workspaces of the projects of a membership, each where it is now. */
export interface MembershipFacts {
  /**
   * Those in the project before that the membership has in the state. A refresh records all workspaces of the project
   * of an exclusive one.
   */
  readonly members: readonly Workspace[];
  /** All in the project after: read only if {@link evictsAll}. */
  readonly inside: readonly Workspace[];
  /** Whether the code names the workspace, or a renamed one by its former name. */
  readonly isNamed: (workspaceId: string) => boolean;
}

/**
 * What happens to the workspaces that a membership does not name: they leave. One that `WorkspaceClaims` has for
 * another resource goes there instead: callers leave it to that.
 */
export interface MembershipDecision {
  /** They move to the default project, as the membership has them no longer, or to empty an exclusive project. */
  readonly leaving: readonly LeavingWorkspace[];
  /** They stay since an import found them in the project, and did not name them. */
  readonly unrecorded: readonly Workspace[];
}

export interface LeavingWorkspace {
  readonly workspace: Workspace;
  readonly reason: "released" | "evicted";
}

/** Decides which workspaces leave with a change of a membership. Pure. */
export function decideMembership(
  change: MembershipChange,
  { members, inside, isNamed }: MembershipFacts,
): MembershipDecision {
  const { before, after } = change;
  const left = members.filter(({ id }) => !isNamed(id));
  const evicted = evictsAll(change) ? inside.filter(({ id }) => !isNamed(id)) : [];
  const dropped = keepsMembers(change) ? [] : left;
  const isExclusive = ({ projectId }: Workspace): boolean => after?.exclusive === true && after.projectId === projectId;
  const leaving = new Map([...dropped, ...evicted].map((workspace) => [workspace.id, workspace]));
  return {
    leaving: [...leaving.values()].map((workspace) => {
      return { workspace, reason: isExclusive(workspace) ? "evicted" : "released" };
    }),
    unrecorded: before?.isRecorded === false ? left.filter(({ id }) => !leaving.has(id)) : [],
  };
}

/**
 * Whether a membership evicts whatever is in its project, because it becomes exclusive there. One that was exclusive
 * has what entered since in its state: what enters after the refresh is left to the next plan.
 */
export function evictsAll({ before, after }: MembershipChange): boolean {
  if (after === undefined || !after.exclusive || after.projectId === null) return false;
  return before === undefined || !before.exclusive || before.projectId !== after.projectId;
}

/**
 * Whether the workspaces of the state that the membership no longer names stay in its project. An exclusive one evicts
 * them all the same.
 */
export function keepsMembers({ before, after, retains }: MembershipChange): boolean {
  if (before === undefined || !before.isRecorded) return true;
  return retains && (after === undefined || after.projectId !== before.projectId || !after.exclusive);
}
