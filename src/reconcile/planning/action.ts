import type { ProjectSettings } from "../../model";

/** One write that brings the organization nearer to the code. */
export type Action = CreateAction | UpdateAction | MoveAction | DeleteAction;

interface ActionBase {
  /** Names the action within its plan: `create Platform`. */
  readonly id: string;
  /** Ids of the actions that come first: what makes a name free, what makes a project there, what empties it. */
  readonly dependsOn: readonly string[];
  /** Why, in words. */
  readonly reason: string;
}

/** A project that comes into being. */
export interface CreateAction extends ActionBase {
  readonly kind: "create";
  readonly address: string;
  readonly after: ProjectSettings;
}

/** A project that changes: of its attributes, those that differ. */
export interface UpdateAction extends ActionBase {
  readonly kind: "update";
  readonly address: string;
  readonly projectId: string;
  /** All attributes as they were found; a later action of the same project is based on those of the earlier. */
  readonly before: ProjectSettings;
  readonly after: ProjectSettings;
}

/** Workspaces that enter one project, in one request, all or none. */
export interface MoveAction extends ActionBase {
  readonly kind: "move";
  readonly destination: ProjectTarget;
  /** In order of names. */
  readonly workspaces: readonly MovedWorkspace[];
}

export interface MovedWorkspace {
  readonly id: string;
  readonly name: string;
  readonly from: { readonly id: string; readonly name: string };
  /**
   * - `member`: a membership names it;
   * - `evicted`: it leaves a project whose membership is exclusive;
   * - `evacuated`: it leaves a project that is deleted.
   */
  readonly reason: "member" | "evicted" | "evacuated";
}

/** A project that workspaces go to. */
export interface ProjectTarget {
  /** Null for a project that the plan creates. */
  readonly id: string | null;
  /** The name it has when the plan is done. */
  readonly name: string;
}

/** A project that ceases to be; it is empty when its turn comes. */
export interface DeleteAction extends ActionBase {
  readonly kind: "delete";
  readonly projectId: string;
  readonly before: ProjectSettings;
}
