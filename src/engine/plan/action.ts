import type { ProjectSettings } from "../../model";
import type { PlacingRule } from "../organization";
import type { MoveReason } from "../../reconcile/consequences";

/** One write that brings the organization closer to the code. */
export type Action = CreateAction | UpdateAction | MoveAction | DeleteAction;

export type Kind = Action["kind"];

/** An action, of a kind or of any, that has not been ordered yet. */
export type PendingAction<K extends Kind = Kind> = {
  [P in K]: Omit<Extract<Action, { readonly kind: P }>, "dependsOn">;
}[K];

/**
 * Why a project is deleted; `dropped`: it is in Terraform's state, but no longer in the code; `undone`: the changes
 * that are undone have created it.
 */
export type DeletionCause = "unmanaged" | "dropped" | "undone";

interface ActionBase {
  /** Positions in the plan of the actions that must come first: they free a name, create a project, or empty it. */
  readonly dependsOn: readonly number[];
}

/** Creates a project. */
export interface CreateAction extends ActionBase {
  readonly kind: "create";
  readonly address: string;
  readonly after: ProjectSettings;
}

/** Changes those attributes of a project that differ. */
export interface UpdateAction extends ActionBase {
  readonly kind: "update";
  readonly address: string;
  readonly projectId: string;
  /** All attributes as observed, or as an earlier action of the same project leaves them. */
  readonly before: ProjectSettings;
  readonly after: ProjectSettings;
  /** Its settings in Terraform's state, used for those that the service does not report. */
  readonly recorded?: ProjectSettings | undefined;
  /** Whether this undoes a change. @default the code requires it */
  readonly cause?: "undone" | undefined;
}

/** Moves workspaces to one project, in one request unless it is applied in batches: all of them or none. */
export interface MoveAction extends ActionBase {
  readonly kind: "move";
  readonly destination: ProjectTarget;
  /** Sorted by name. */
  readonly workspaces: readonly MovedWorkspace[];
}

/** A workspace that moves, and why. */
export interface MovedWorkspace {
  readonly id: string;
  readonly name: string;
  readonly from: { readonly id: string; readonly name: string };
  readonly reason: MoveReason;
  /** The rule that places it, if that is the reason. */
  readonly rule?: PlacingRule | undefined;
}

/** Deletes a project, which is empty by then. */
export interface DeleteAction extends ActionBase {
  readonly kind: "delete";
  readonly cause: DeletionCause;
  readonly projectId: string;
  readonly before: ProjectSettings;
}

/** A project with its name after the plan: one that exists, or one of the code that the plan creates. */
export type ProjectTarget =
  | { readonly id: string; readonly name: string }
  | { readonly id: null; readonly name: string; readonly address: string };

/** Identifies a project within a plan. */
export function projectKey(project: ProjectTarget): string {
  return project.id ?? project.address;
}
