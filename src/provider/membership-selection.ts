import {
  matchText,
  needsTags,
  RULE_ATTRIBUTES,
  RESOURCES,
  sameName,
  select,
  selectionRule,
  WorkspaceIndex,
  type MembershipConfig,
  type MembershipState,
  type SelectedWorkspaces,
  type SelectionReason,
  type SelectionRule,
  type Workspace,
} from "../model";
import { isFullyKnown, sameValue } from "../plugin";
import { resolveWorkspaces, TagsNotReportedError, type OrganizationView } from "../reconcile";
import { memberOf } from "./private-state";

/*
 * Terraform plans a membership twice, in two processes, and both plans must be equal. The result of a rule can change
 * between the two, when somebody creates, renames or tags a workspace. So a plan uses the result of the last refresh,
 * which is in the state. Each plan evaluates a new or changed rule. Unless Terraform passes on the first result, it is
 * unknown in the plan, and the apply uses the result of the second plan.
 */

/** The lists of workspaces that the code sets; null for an omitted list. */
export interface SetLists {
  readonly workspace_ids: readonly string[] | null;
  readonly workspace_names: readonly string[] | null;
}

export const NO_LISTS: SetLists = { workspace_ids: null, workspace_names: null };

/** The configuration of a membership whose selection can change without a change of the code. */
export type DynamicConfig = Pick<MembershipState, (typeof RULE_ATTRIBUTES)[number] | "missing_workspaces">;

/** Whether workspaces can be added and removed without an error: by a rule, or because missing ones are skipped. */
export function isDynamic(config: DynamicConfig): boolean {
  return selectionRule(config) !== undefined || config.missing_workspaces === "warn";
}

/**
 * The lists that the code set when the membership was last applied, from its private state. The lists of the state
 * change with each refresh.
 *
 * @returns Undefined for a membership that was imported, or was not dynamic.
 */
export function listsIn(storedPrivateState: unknown): SetLists | undefined {
  const lists = memberOf(storedPrivateState, "lists");
  return lists === undefined
    ? undefined
    : { workspace_ids: listIn(lists, "ids"), workspace_names: listIn(lists, "names") };
}

/** The private state of an applied membership. */
export function listsToStore(config: DynamicConfig & SetLists): unknown {
  if (!isDynamic(config)) return undefined;
  return { lists: { ids: config.workspace_ids, names: config.workspace_names } };
}

function listIn(lists: unknown, name: "ids" | "names"): readonly string[] | null {
  const list = memberOf(lists, name);
  return Array.isArray(list) ? list.filter((it) => typeof it === "string") : null;
}

/** The lists, rule and handling of missing workspaces in a configuration; undefined while any of them is unknown. */
export function knownSelection(config: MembershipConfig): (DynamicConfig & SetLists) | undefined {
  const names = ["workspace_ids", "workspace_names", "missing_workspaces", ...RULE_ATTRIBUTES] as const;
  const known = names.map((name) => [name, config[name]] as const);
  if (!known.every(([, value]) => isFullyKnown(value))) return undefined;
  // All values are known.
  return Object.fromEntries(known) as unknown as DynamicConfig & SetLists;
}

/** A membership with a rule in the state. */
export type RecordedSelection = MembershipState & { readonly matched_workspaces: Readonly<Record<string, string>> };

/**
 * Whether the selection in the state of a membership is valid: the code has the rules and lists of the last apply.
 *
 * @param place.projectId - Undefined while it is unknown.
 */
export function selectsAsBefore(
  config: DynamicConfig & SetLists,
  prior: MembershipState | null,
  lists: SetLists | undefined,
  { projectId, organization }: { readonly projectId: string | undefined; readonly organization: string },
): prior is RecordedSelection {
  if (prior === null || lists === undefined || prior.matched_workspaces === null) return false;
  if (!sameName(prior.organization, organization)) return false;
  if (config.take_from === "default-project" && projectId !== prior.project_id) return false;
  const { attributes } = RESOURCES.tfprojects_workspace_membership;
  const isSame = (name: keyof SetLists | (typeof RULE_ATTRIBUTES)[number], one: unknown, other: unknown): boolean =>
    sameValue(attributes[name].type, one, other);
  return (
    // `max_moves` does not change what is selected.
    RULE_ATTRIBUTES.every((name) => name === "max_moves" || isSame(name, config[name], prior[name])) &&
    (["workspace_ids", "workspace_names"] as const).every((name) => isSame(name, config[name], lists[name]))
  );
}

/**
 * The workspaces that a membership selects now.
 *
 * @param own - IDs of its project, before and after the plan.
 * @throws TagsNotReportedError when a rule depends on tags that the service does not report.
 */
export async function selectLive(
  view: OrganizationView,
  { workspace_ids: ids, workspace_names: names }: SetLists,
  rule: SelectionRule | undefined,
  own: readonly string[],
): Promise<SelectedWorkspaces> {
  const [candidates, { found, missingIds, missingNames }] = await Promise.all([
    rule === undefined ? [] : candidatesOf(view, rule, own),
    resolveWorkspaces(view, ids ?? [], names ?? []),
  ]);
  const index = new WorkspaceIndex([...new Map([...candidates, ...found].map((it) => [it.id, it])).values()]);
  const lists = { workspaceIds: ids ?? [], workspaceNames: names ?? [] };
  const defaultProjectId = rule === undefined ? "" : await view.defaultProjectId();
  const result = select({ ...lists, rule }, index, { defaultProjectId, own });
  if (result.lacksTags) throw new TagsNotReportedError(view.name);
  return { ...result, missingIds, missingNames };
}

/**
 * Includes tags in the lists of workspaces, if there is a rule. Call this before a membership reads the first list:
 * another rule may need tags even if this one does not, and no page should be read twice.
 */
export async function prepareReads(view: OrganizationView, rule: SelectionRule | undefined): Promise<void> {
  if (rule !== undefined) await view.workspaces.includeTags({ required: needsTags(rule) });
}

/** The workspaces that a rule may select: with `default-project`, only those in the default project and in its own. */
async function candidatesOf(
  view: OrganizationView,
  rule: SelectionRule,
  own: readonly string[],
): Promise<readonly Workspace[]> {
  await prepareReads(view, rule);
  if (rule.takeFrom !== "default-project") return view.workspaces.all();
  const projects = new Set([await view.defaultProjectId(), ...own]);
  const inside = await Promise.all(
    [...projects].map((id) => view.workspaces.inProject(id, view.projects.knownWorkspaceCount(id))),
  );
  return inside.flat();
}

/** The workspaces that a rule matches, in any project. */
export function matching(
  organization: string,
  rule: SelectionRule | undefined,
  workspaces: readonly Workspace[],
): ReadonlySet<string> {
  if (rule === undefined) return new Set();
  const everywhere = { workspaceIds: [], workspaceNames: [], rule: { ...rule, takeFrom: "any" } } as const;
  const unused = { defaultProjectId: "", own: [] };
  const { selected, lacksTags } = select(everywhere, new WorkspaceIndex(workspaces), unused);
  if (lacksTags) throw new TagsNotReportedError(organization);
  return new Set(selected.map(({ workspace }) => workspace.id));
}

/** The map `matched_workspaces`. */
export function mapOf(
  selected: readonly { readonly workspace: Pick<Workspace, "id" | "name"> }[],
): Readonly<Record<string, string>> {
  return Object.fromEntries(selected.map(({ workspace: { id, name } }) => [id, name]));
}

/** Why a rule selects a workspace, for warnings; undefined if a list of the membership names the workspace. */
export function matchReason(reason: SelectionReason): string | undefined {
  return reason.by === "rule" ? matchText(reason) : undefined;
}
