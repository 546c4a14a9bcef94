import type { InheritedSettings, WorkspaceSetting } from "./definitions/project-settings";
import type { Tag, UnknownTagsReason } from "./tag";
import { charactersBeside } from "./text";
import type { Violation } from "./violation";

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
  /** Settings that are inherited from the project unless the workspace has its own; undefined if unknown. */
  readonly settings?: InheritedSettings<WorkspaceSetting> | undefined;
  /** Whether all workspaces of its project may read its state, and not those of the organization. @default false */
  readonly sharesStateWithProject?: true | undefined;
  /** Whether no run may destroy what it manages; auto-destroy of its project does so all the same. @default false */
  readonly refusesDestroyPlans?: true | undefined;
  /** The ID of the OAuth token by which its repository is read; undefined without one. */
  readonly vcsTokenId?: string | undefined;
  /** Where its configuration is; undefined without a repository. */
  readonly repository?: WorkspaceRepository | undefined;
  /**
   * The workspace's own key-value tags, without those inherited from its project; undefined if the response does not
   * include them, or does not distinguish the two.
   */
  readonly tags?: readonly Tag[] | undefined;
  /** Its flat tags, `tag_names`, which have no value: no rule looks at them. Undefined if there are none. */
  readonly flatTags?: readonly string[] | undefined;
  /** Why the tags are unknown although they were sought; undefined if they are known, or were not sought. */
  readonly unknownTags?: UnknownTagsReason | undefined;
}

/**
 * Whether an auto-destroy duration of its project destroys what the workspace manages, although it does not allow
 * destroy plans: unless it is known to have a duration of its own.
 */
export function isDestroyedAnyway({ refusesDestroyPlans, settings }: Workspace): boolean {
  return refusesDestroyPlans === true && settings?.autoDestroyActivityDuration?.isInherited !== false;
}

/** The VCS repository of a workspace, and the place in it. */
export interface WorkspaceRepository {
  /** Whose it is: `acme`, or with groups of GitLab `acme/payments`. Undefined if its identifier names no owner. */
  readonly owner?: string | undefined;
  /** The first folder of the working directory; undefined if that is the repository's root. */
  readonly folder?: string | undefined;
}

/** Characters that names of workspaces must not contain. */
export const INVALID_IN_WORKSPACE_NAMES = /[^A-Za-z0-9_-]/gu;

/**
 * Validates the characters of a workspace's name.
 *
 * @see https://developer.hashicorp.com/terraform/cloud-docs/api-docs/workspaces#create-a-workspace
 */
export function checkWorkspaceName(name: string): readonly Violation<"characters">[] {
  const others = charactersBeside(INVALID_IN_WORKSPACE_NAMES, name);
  if (others === undefined) return [];
  const shown = JSON.stringify(name);
  const message = `A workspace name may only contain letters, numbers, "-" and "_"; ${shown} has ${others}.`;
  return [{ rule: "characters", message }];
}

/**
 * What happens if a workspace in the lists of a membership does not exist. `error`: nothing is planned; `warn`: the
 * other workspaces are planned.
 */
export const MISSING_WORKSPACES = ["error", "warn"] as const;

/** What happens to workspaces when their membership is removed from the code. */
export const RELEASE_POLICIES = ["default-project", "retain"] as const;
/** `default-project`: they are moved to the organization's default project; `retain`: they stay where they are. */
export type ReleasePolicy = (typeof RELEASE_POLICIES)[number];
