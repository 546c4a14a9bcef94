import type { Workspace } from "../model";

/** What is known of a project that is deleted. */
export interface DeletionFacts {
  /** The workspaces in the project. */
  readonly inside: readonly Workspace[];
  /** Whether something else moves the workspace out of the project, before the deletion. */
  readonly leaves: (workspace: Workspace) => boolean;
  /** Whether an evacuation leaves the workspace where it is: the engine's `ignore` names it. @default false */
  readonly isIgnored?: ((workspace: Workspace) => boolean) | undefined;
}

/** What becomes of the workspaces in a project that is deleted. If some stay, the deletion is an error. */
export interface DeletionDecision {
  /** They are out of the project before it is deleted, whoever moves them. */
  readonly leaving: readonly Workspace[];
  /** They stay, so that the project cannot be deleted: the service, too, deletes only empty projects. */
  readonly staying: readonly Workspace[];
}

/**
 * Decides what becomes of the workspaces in a project that is deleted. Pure. The default project is never deleted, nor
 * is one whose `deletion_policy` is `retain`.
 *
 * @param isEvacuated - Whether the deletion moves them to the default project.
 */
export function decideDeletion(isEvacuated: boolean, { inside, leaves, isIgnored }: DeletionFacts): DeletionDecision {
  const isStaying = (it: Workspace): boolean => !leaves(it) && (!isEvacuated || isIgnored?.(it) === true);
  return { leaving: inside.filter((it) => !isStaying(it)), staying: inside.filter(isStaying) };
}
