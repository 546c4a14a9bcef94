import type { InheritedSettings, WorkspaceSetting } from "./definitions/project-settings";
import type { Tag } from "./tag";

/** A workspace: the attributes that memberships, gates and the impact of moves need. */
export interface Workspace {
  /** Identifier, prefix `ws-`. */
  readonly id: string;
  /** Unique in the organization. */
  readonly name: string;
  /** The workspace's project; every workspace is in exactly one. */
  readonly projectId: string;
  /** Name of the organization. */
  readonly organization: string;
  /**
   * The workspace's current run, prefix `run-`: null where it has none, undefined where the response does not contain
   * it.
   */
  readonly currentRunId?: string | null | undefined;
  /** Settings that it inherits from its project unless it has its own; undefined where not known. */
  readonly settings?: InheritedSettings<WorkspaceSetting> | undefined;
  /**
   * The workspace's own key-value tags, without those that it inherits from its project; undefined where the response
   * does not include them, or does not tell one from the other.
   */
  readonly tags?: readonly Tag[] | undefined;
}

/** What happens to workspaces when their membership is removed from the code. */
export const RELEASE_POLICIES = ["default-project", "retain"] as const;
/** `default-project`: they are moved to the organization's default project; `retain`: they stay where they are. */
export type ReleasePolicy = (typeof RELEASE_POLICIES)[number];
