import type { Tag } from "./tag";

/** A variable set: variables that apply to workspaces, to projects or to an organization. */
export interface VariableSet {
  /** Identifier, prefix `varset-`. */
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  /** Whether it applies to every workspace of its owner, the organization or the project. */
  readonly isGlobal: boolean;
  /** Whether its values take precedence over more specific ones. */
  readonly hasPriority: boolean;
  /** The project that owns it; null if the organization does, or if the response does not say. */
  readonly ownerProjectId: string | null;
  /** The projects that it is applied to, if the response lists them. A global set is applied to none. */
  readonly projectIds: readonly string[];
  /** The workspaces that it is applied to directly, if the response lists them. */
  readonly workspaceIds: readonly string[];
}

/** A policy set: policies that apply to workspaces, to projects or to an organization. */
export interface PolicySet {
  /** Identifier, prefix `polset-`. */
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  /** `sentinel`, `opa` or `tfpolicy`; null if the response does not say. */
  readonly kind: string | null;
  /** Whether it applies to every workspace of the organization that is not excluded. */
  readonly isGlobal: boolean;
  /** Whether it selects workspaces by their tags. */
  readonly isScopedByTags: boolean;
  /** The tags by which it selects workspaces, or excludes them; empty for others. Undefined if they are not known. */
  readonly tagSelectors: TagSelectors | undefined;
  /** The projects that it is attached to, as the response lists them. A global set is attached to none. */
  readonly projectIds: readonly string[];
  /** Whether these are all: the response may list fewer projects than it counts. */
  readonly listsAllProjects: boolean;
  /** The workspaces that it is attached to directly. */
  readonly workspaceIds: readonly string[];
  readonly excludedProjectIds: readonly string[];
  readonly excludedWorkspaceIds: readonly string[];
}

/** The tags by which a policy set selects workspaces. */
export interface TagSelectors {
  readonly selectors: readonly TagSelector[];
  /** Undefined if the response does not say. */
  readonly matching: (typeof TAG_MATCHINGS)[number] | undefined;
}

/** Whether a workspace needs one of the tags by which a policy set selects, or all of them. */
export const TAG_MATCHINGS = ["any", "all"] as const;

/** A tag that selects workspaces of a policy set, or excludes them. */
export interface TagSelector {
  readonly key: string;
  /** Null: only tags without a value match. */
  readonly value: string | null;
  readonly isExclude: boolean;
}

/**
 * Whether a policy set that selects workspaces by tags applies to one with these tags, its own and inherited ones;
 * undefined if the service has not said enough to tell.
 */
export function selectsByTags(
  { isGlobal, tagSelectors }: Pick<PolicySet, "isGlobal" | "tagSelectors">,
  tags: readonly Tag[],
): boolean | undefined {
  if (tagSelectors === undefined) return undefined;
  const { selectors, matching } = tagSelectors;
  const isMatched = ({ key, value }: TagSelector): boolean =>
    tags.some((tag) => tag.key === key && tag.value === (value ?? ""));
  const matched = selectors.filter(isMatched);
  // Selectors of a global set exclude workspaces, those of others include them.
  const isSelected = matching === "all" ? matched.length === selectors.length : matched.length > 0;
  if (matching === undefined && matched.length > 0 && matched.length < selectors.length) return undefined;
  return isGlobal ? !isSelected : isSelected && selectors.length > 0;
}
