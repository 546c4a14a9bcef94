import {
  needsTags,
  select,
  WorkspaceIndex,
  type SelectedWorkspaces,
  type SelectionPlaces,
  type SelectionReason,
  type SelectionRule,
  type Tag,
  type Workspace,
} from "../model";

/** Why the rule of a membership does not select a workspace, although it matches in part. */
export interface NearMiss {
  /** What matches. */
  readonly matches: RuleMatch;
  /** What keeps the workspace out; at least one. */
  readonly obstacles: readonly Obstacle[];
}

type RuleMatch = Extract<SelectionReason, { readonly by: "rule" }>;

/** What keeps a workspace out of a rule, by the attribute that does. */
export type Obstacle =
  | { readonly attribute: "match_names" }
  | { readonly attribute: "match_tags"; readonly tags: readonly Tag[] }
  | { readonly attribute: "except_names"; readonly pattern: string }
  | { readonly attribute: "except_tags"; readonly tags: readonly Tag[] }
  | { readonly attribute: "take_from" }
  /** The Terraform plan that is explained was made before it matched. */
  | { readonly attribute: "matched_workspaces" }
  /** The response does not have the workspace's tags, so the rule cannot be evaluated. */
  | { readonly attribute: "tags" };

/**
 * Why a rule that does not select a workspace nearly does: its names or its tags match, or its tags cannot be compared.
 * Undefined if neither does. Each part of the rule is evaluated as a rule of its own.
 *
 * @param isNew - Whether the rule matches it, and the Terraform plan that is explained does not have it.
 */
export function nearMiss(
  rule: SelectionRule,
  workspace: Workspace,
  places: SelectionPlaces,
  { isNew }: { readonly isNew: boolean },
): NearMiss | undefined {
  const { matchNames, matchTags, exceptNames, exceptTags, takeFrom } = rule;
  const names = matchNames && ruleMatchOf({ matchNames }, workspace);
  const tags = matchTags && ruleMatchOf({ matchTags }, workspace);
  const lacksTags = needsTags(rule) && workspace.tags === undefined;
  if (names === undefined && tags === undefined && (matchNames !== undefined || !lacksTags)) return undefined;
  const obstacles: Obstacle[] = [];
  if (matchNames !== undefined && names === undefined) obstacles.push({ attribute: "match_names" });
  const missing = lacksTags ? [] : tagsOf(matchTags).filter((tag) => !has(workspace, tag));
  if (missing.length > 0) obstacles.push({ attribute: "match_tags", tags: missing });
  const pattern = exceptNames && ruleMatchOf({ matchNames: exceptNames }, workspace)?.pattern;
  if (pattern !== undefined) obstacles.push({ attribute: "except_names", pattern });
  const excepting = tagsOf(exceptTags).filter((tag) => has(workspace, tag));
  if (excepting.length > 0) obstacles.push({ attribute: "except_tags", tags: excepting });
  if (isElsewhere(takeFrom, workspace, places)) obstacles.push({ attribute: "take_from" });
  if (lacksTags) obstacles.push({ attribute: "tags" });
  if (isNew) obstacles.push({ attribute: "matched_workspaces" });
  return { matches: { by: "rule", pattern: names?.pattern, tags: tags?.tags }, obstacles };
}

function isElsewhere(takeFrom: SelectionRule["takeFrom"], workspace: Workspace, places: SelectionPlaces): boolean {
  return selectBy({ takeFrom }, workspace, places).elsewhere.length > 0;
}

function has(workspace: Workspace, { key, value }: Tag): boolean {
  return ruleMatchOf({ matchTags: { [key]: value } }, workspace) !== undefined;
}

function tagsOf(tags: Readonly<Record<string, string>> = {}): readonly Tag[] {
  return Object.entries(tags).map(([key, value]) => ({ key, value }));
}

/** Why a rule matches a workspace, wherever it is; undefined if it does not, or if that is not known. */
function ruleMatchOf(rule: SelectionRule, workspace: Workspace): RuleMatch | undefined {
  const [selected] = selectBy(rule, workspace, { defaultProjectId: workspace.projectId, own: [] }).selected;
  return selected?.reason.by === "rule" ? selected.reason : undefined;
}

function selectBy(rule: SelectionRule, workspace: Workspace, places: SelectionPlaces): SelectedWorkspaces {
  return select({ workspaceIds: [], workspaceNames: [], rule }, new WorkspaceIndex([workspace]), places);
}
