import { isRecord } from "../schema";

/*
 * Which workspaces, teams or sets a resource releases when it stops to name them: one answer for the provider, which
 * plans a change, and the engine.
 */

/** A membership that stops to contain workspaces. */
export interface ReleasingMembership {
  /**
   * Whether its workspaces were recorded as its own: by an apply, or by an import that names them. The import of a
   * whole project takes what it finds, whoever put it there.
   */
  readonly isRecorded: boolean;
  /** Whether its `on_destroy`, in the code or, if that has no such membership, in the state, is `retain`. */
  readonly retains: boolean;
  /** The membership in the code; undefined if it has none. */
  readonly code: MembershipInCode | undefined;
}

interface MembershipInCode {
  readonly exclusive: boolean;
  /** Whether it has another project than before. */
  readonly isMoved: boolean;
}

/**
 * Whether workspaces that the membership no longer contains stay in its project, unless other code moves them. An
 * exclusive membership evicts them all the same.
 */
export function keepsDropped({ isRecorded, retains, code }: ReleasingMembership): boolean {
  if (!isRecorded) return true;
  return retains && (code === undefined || code.isMoved || !code.exclusive);
}

/**
 * What the private state of a membership, or of what assigns objects to a project, has from the import of a whole
 * project until an apply changes it.
 */
export const NOT_RECORDED = { isRecorded: false } as const;

/** Whether what a resource has was recorded as its own, as its private state has it. */
export function isRecorded(stored: unknown): boolean {
  return !isRecord(stored) || stored["isRecorded"] !== NOT_RECORDED.isRecorded;
}
