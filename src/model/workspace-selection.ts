import { nameKey } from "./name";
import { conditionMatcher, exceptionMatcher, UNKNOWN_TAGS, type ConditionMatch } from "./rule-condition";
import type { SelectionRule } from "./selection-rule";
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
export type SelectionReason = { readonly by: "id" | "name" } | ({ readonly by: "rule" } & ConditionMatch);

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
    for (const { workspace } of workspaces.candidates(rule)) {
      const reason = match(workspace);
      if (reason === undefined || selected.has(workspace.id)) continue;
      const isTaken = rule.takeFrom !== "default-project" || own.has(workspace.projectId);
      if (reason === UNKNOWN_TAGS) lacksTags ||= isTaken;
      else if (isTaken) selected.set(workspace.id, { workspace, reason });
      else elsewhere.push({ workspace, reason });
    }
  }
  return { selected: [...selected.values()], missingIds, missingNames, elsewhere, lacksTags };
}

type MatchReason = Extract<SelectionReason, { readonly by: "rule" }>;

/** Returns why a rule matches a workspace; undefined if it does not. */
function matcherOfRule(rule: SelectionRule): (workspace: Workspace) => MatchReason | typeof UNKNOWN_TAGS | undefined {
  const matchOf = conditionMatcher(rule);
  const isExcepted = exceptionMatcher(rule);
  return (workspace) => {
    const excepted = isExcepted(workspace);
    const match = excepted === true ? undefined : matchOf(workspace);
    if (match === undefined) return undefined;
    return excepted === UNKNOWN_TAGS || match === UNKNOWN_TAGS ? UNKNOWN_TAGS : { by: "rule", ...match };
  };
}

/** Whether the lists of a membership name a workspace. */
export function isNamed(
  { workspaceIds, workspaceNames }: Pick<WorkspaceSelection, "workspaceIds" | "workspaceNames">,
  { id, name }: Pick<Workspace, "id" | "name">,
): boolean {
  return workspaceIds.includes(id) || workspaceNames.some((it) => nameKey(it) === nameKey(name));
}
