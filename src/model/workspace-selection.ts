import { nameKey } from "./name";
import { patternMatcher } from "./name-pattern";
import { ANY_VALUE, type SelectionRule } from "./selection-rule";
import type { Tag } from "./tag";
import type { Workspace } from "./workspace";
import type { WorkspaceIndex } from "./workspace-index";

/** Which workspaces a membership selects: those in its lists, and those that its rule matches. */
export interface WorkspaceSelection {
  readonly workspaceIds: readonly string[];
  readonly workspaceNames: readonly string[];
  /** @default - no rule: only the workspaces in the lists */
  readonly rule?: SelectionRule | undefined;
}

/**
 * What happens if a workspace in the lists of a membership does not exist. `error`: nothing is planned; `warn`: the
 * other workspaces are planned.
 */
export const MISSING_WORKSPACES = ["error", "warn"] as const;

/** The projects that matter to `takeFrom`. */
export interface SelectionPlaces {
  /** ID of the organization's default project. */
  readonly defaultProjectId: string;
  /** IDs of the membership's own project before and after the plan; empty for a project that does not exist yet. */
  readonly own: readonly string[];
}

/** Why a membership selects a workspace: its lists name it, or its rule matches it. */
export type SelectionReason =
  | { readonly by: "id" | "name" }
  | {
      readonly by: "rule";
      /** The first pattern that matches the name; undefined if the rule has none. */
      readonly pattern?: string | undefined;
      /** The tags of the rule, all of which the workspace has; undefined if the rule has none. */
      readonly tags?: readonly Tag[] | undefined;
    };

/** A workspace that a membership selects, and why. */
export interface SelectedWorkspace {
  readonly workspace: Workspace;
  readonly reason: SelectionReason;
}

/** The workspaces that a membership selects. */
export interface SelectedWorkspaces {
  /** Each once: those in the lists, then those that match, in the order of the index. */
  readonly selected: readonly SelectedWorkspace[];
  /** IDs in the list that no workspace has. */
  readonly missingIds: readonly string[];
  /** Names in the list that no workspace has. */
  readonly missingNames: readonly string[];
  /** Workspaces that match but stay where they are: the rule takes workspaces only from the default project. */
  readonly elsewhere: readonly SelectedWorkspace[];
  /** Whether more workspaces may be selected, depending on unknown tags. */
  readonly lacksTags: boolean;
}

/**
 * The workspaces that a membership selects. Pure. A workspace that is in its lists and matches its rule counts as
 * named: exceptions and `takeFrom` concern only the rule.
 */
export function select(
  { workspaceIds, workspaceNames, rule }: WorkspaceSelection,
  workspaces: WorkspaceIndex,
  places: SelectionPlaces,
): SelectedWorkspaces {
  const selected = new Map<string, SelectedWorkspace>();
  const name = (workspace: Workspace, by: "id" | "name"): void => {
    if (!selected.has(workspace.id)) selected.set(workspace.id, { workspace, reason: { by } });
  };
  const missing = (words: readonly string[], find: (word: string) => Workspace | undefined, by: "id" | "name") =>
    words.filter((word) => {
      const workspace = find(word);
      if (workspace !== undefined) name(workspace, by);
      return workspace === undefined;
    });
  const missingIds = missing(workspaceIds, (id) => workspaces.withId(id), "id");
  const missingNames = missing(workspaceNames, (it) => workspaces.withName(it), "name");
  const elsewhere: SelectedWorkspace[] = [];
  let lacksTags = false;
  if (rule !== undefined) {
    const match = matcherOfRule(rule);
    const own = new Set([places.defaultProjectId, ...places.own]);
    for (const { workspace, key } of workspaces.candidates(rule)) {
      const reason = match(workspace, key);
      if (reason === undefined || selected.has(workspace.id)) continue;
      const isTaken = rule.takeFrom !== "default-project" || own.has(workspace.projectId);
      if (reason === UNKNOWN_TAGS) lacksTags ||= isTaken;
      else if (isTaken) selected.set(workspace.id, { workspace, reason });
      else elsewhere.push({ workspace, reason });
    }
  }
  return { selected: [...selected.values()], missingIds, missingNames, elsewhere, lacksTags };
}

const UNKNOWN_TAGS = "unknown tags";
type MatchReason = Extract<SelectionReason, { readonly by: "rule" }>;

/** Returns why a rule matches a workspace; undefined if it does not. */
function matcherOfRule({
  matchNames,
  matchTags,
  exceptNames = [],
  exceptTags = {},
}: SelectionRule): (workspace: Workspace, key: string) => MatchReason | typeof UNKNOWN_TAGS | undefined {
  const patternOf = patternMatcher(matchNames ?? []);
  const exceptionOf = patternMatcher(exceptNames);
  const wanted = tagsOf(matchTags ?? {});
  const excepted = tagsOf(exceptTags);
  const tags = matchTags === undefined ? undefined : wanted;
  const dependsOnTags = wanted.length + excepted.length > 0;
  return (workspace, key) => {
    const pattern = patternOf(key);
    if ((matchNames !== undefined && pattern === undefined) || exceptionOf(key) !== undefined) return undefined;
    if (dependsOnTags) {
      const has = workspace.tags;
      if (has === undefined) return UNKNOWN_TAGS;
      if (!wanted.every((tag) => hasTag(has, tag)) || excepted.some((tag) => hasTag(has, tag))) return undefined;
    }
    return { by: "rule", ...(pattern === undefined ? {} : { pattern }), ...(tags === undefined ? {} : { tags }) };
  };
}

function tagsOf(tags: Readonly<Record<string, string>>): readonly Tag[] {
  return Object.entries(tags).map(([key, value]) => ({ key, value }));
}

function hasTag(tags: readonly Tag[], { key, value }: Tag): boolean {
  return tags.some((tag) => tag.key === key && (value === ANY_VALUE || tag.value === value));
}

/** Why a rule matches a workspace: `matches "net-*"`, `matches "net-*" and has tag team=net`. */
export function matchText({ pattern, tags = [] }: MatchReason): string {
  const patterns = pattern === undefined ? [] : [pattern];
  return conditionsText(patterns, tags);
}

/** The condition of a rule: `matches "net-*" or "web-*" and has tag team=net`. */
export function ruleText({ matchNames = [], matchTags = {} }: SelectionRule): string {
  return conditionsText(matchNames, tagsOf(matchTags));
}

function conditionsText(patterns: readonly string[], tags: readonly Tag[]): string {
  const shownTags = tags.map(({ key, value }) => (value === "" ? key : `${key}=${value}`)).join(", ");
  return [
    ...(patterns.length === 0 ? [] : [`matches ${patterns.map((it) => JSON.stringify(it)).join(" or ")}`]),
    ...(tags.length === 0 ? [] : [`has ${tags.length === 1 ? "tag" : "tags"} ${shownTags}`]),
  ].join(" and ");
}

/** Whether the lists of a membership name a workspace. */
export function isNamed(
  { workspaceIds, workspaceNames }: Pick<WorkspaceSelection, "workspaceIds" | "workspaceNames">,
  { id, name }: Pick<Workspace, "id" | "name">,
): boolean {
  return workspaceIds.includes(id) || workspaceNames.some((it) => nameKey(it) === nameKey(name));
}
