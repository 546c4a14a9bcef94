import type { AssignmentAttributes, AssignmentType, ProjectSettings, NamedObject } from "../../model";
import type { MoveReason } from "../../reconcile/consequences";
import type { PlacingRule } from "../organization";

/** One write that brings the organization closer to the code. */
export type Action = CreateAction | UpdateAction | SetAction | MoveAction | UnsetAction | DeleteAction;

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
  readonly inState?: ProjectSettings | undefined;
  /** Whether this undoes a change. @default the code requires it */
  readonly cause?: "undone" | undefined;
}

/** An object of the organization, such as a team, and the project that it is assigned to. */
interface Assigned {
  /** The type of the resource that assigns it. */
  readonly type: AssignmentType;
  readonly project: ProjectTarget;
  readonly object: NamedObject;
}

/** Assigns an object to a project, or changes how it is assigned. */
export interface SetAction extends ActionBase, Assigned {
  readonly kind: "set";
  readonly address: string;
  /** Null if it is not assigned before. */
  readonly before: AssignmentAttributes | null;
  /** Those that the code leaves to the service are missing. */
  readonly after: AssignmentAttributes;
  /** Whether this undoes a change. @default the code requires it */
  readonly cause?: "undone" | undefined;
}

/**
 * Why an object is no longer assigned to a project; `exclusive`: the code names others, and is exclusive; `imported`:
 * an `import` block records it, and the code names others; `dropped`: Terraform's state has it, and the code no longer
 * does; `undone`: the changes that are undone have assigned it.
 */
export type UnsetCause = "exclusive" | "imported" | "dropped" | "undone";

/** Takes an object off a project, as the workspaces that leave it have left. */
export interface UnsetAction extends ActionBase, Assigned {
  readonly kind: "unset";
  readonly cause: UnsetCause;
  readonly before: AssignmentAttributes;
}

/** Moves workspaces to one project, in one request: all of them or none. */
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
