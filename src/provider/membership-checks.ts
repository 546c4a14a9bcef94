import {
  EXCLUSIVE_DEFAULT_PROJECT,
  exclusiveIsShared,
  isNamed,
  conditionText,
  sameName,
  sharedExclusiveProjects,
  workspacesInTwoMemberships,
  type ConflictingMembership,
  type SelectionReason,
  type SelectionRule,
  type Workspace,
} from "../model";
import type { Diagnostics } from "../plugin";
import { formatList, groupBy, pluralize, type OrganizationView } from "../reconcile";
import { DESTROY_HINT, manyWorkspacesLabel, projectNotFound, quote } from "./diagnostics";
import type { SetLists } from "./membership-selection";
import type { PlannedProjects, ProjectMember } from "./planned/projects";
import type { ResourceKey } from "./planned/registry";
import type { PlannedWorkspaces } from "./planned/workspaces";

/*
 * Checks before a membership is planned.
 */

/** The membership that is planned second is rejected, whichever of the two is exclusive. */
export function checkExclusive(
  member: ProjectMember,
  others: readonly ProjectMember[],
  diagnostics: Diagnostics,
): void {
  if (sharedExclusiveProjects([member, ...others], () => "this one").length === 0) return;
  diagnostics.error(
    "Exclusive membership shares its project",
    exclusiveIsShared(others.map(({ label }) => label)) + DESTROY_HINT,
    [member.exclusive ? "exclusive" : "project_id"],
  );
}

/** Workspaces of other organizations cannot be moved. */
export function checkOrganizations(
  view: OrganizationView,
  workspaces: readonly Workspace[],
  diagnostics: Diagnostics,
): void {
  for (const { name, id, organization } of workspaces) {
    if (sameName(organization, view.name)) continue;
    diagnostics.error(
      "Workspace in another organization",
      `Workspace ${quote(name)} (${id}) belongs to the organization ${quote(organization)}, and the membership to ` +
        `${quote(view.name)}. Workspaces can only move within an organization.`,
      ["workspace_ids"],
    );
  }
}

export async function checkExists(view: OrganizationView, projectId: string, diagnostics: Diagnostics): Promise<void> {
  const project = await view.projects.byId(projectId);
  if (project !== undefined && sameName(project.organization, view.name)) return;
  diagnostics.error("Project not found", projectNotFound(view.name, projectId), ["project_id"]);
}

/** Adds an error if the plan so far deletes the project. Returns whether it is kept. */
export function checkKept(projectId: string, plannedProjects: PlannedProjects, diagnostics: Diagnostics): boolean {
  if (!plannedProjects.isDeleted(projectId)) return true;
  diagnostics.error(
    "Project will be deleted",
    `This plan deletes project ${projectId}, but the membership moves workspaces into it. Refer to the project by ` +
      "the id of its resource, so that the membership follows it, or remove the membership, too." +
      DESTROY_HINT,
    ["project_id"],
  );
  return false;
}

export async function checkNotDefault(
  view: OrganizationView,
  projectId: string | undefined,
  diagnostics: Diagnostics,
): Promise<void> {
  if (projectId !== (await view.defaultProjectId())) return;
  diagnostics.error("Invalid exclusive", EXCLUSIVE_DEFAULT_PROJECT, ["exclusive"]);
}

/** What a membership selects, for errors about others, since providers do not know addresses. Empty for nothing. */
export function selectionLabel({ workspace_ids: ids, workspace_names: names }: SetLists, rule?: SelectionRule): string {
  const words = [...(names ?? []), ...(ids ?? [])];
  return [
    ...(words.length === 0 ? [] : [formatList(words)]),
    ...(rule === undefined ? [] : [`what ${conditionText(rule)}`]),
  ].join(" and ");
}

/** The name of a membership in errors about others of the same project. */
export function memberLabel(selects: string): string {
  return selects === "" ? "another membership" : `another membership (of ${selects})`;
}

type NamedWorkspace = Pick<Workspace, "id" | "name">;

/** The part of a membership that claims a workspace, for errors: without its rule if its lists name the workspace. */
export function claimant(
  project: string,
  selects: string,
  lists: SetLists,
  rule: SelectionRule | undefined,
): (workspace: NamedWorkspace) => ConflictingMembership {
  const named = { label: `the membership of ${project}`, selects };
  const matched = { ...named, rule };
  return (workspace) => (rule === undefined || isNamed(wordsIn(lists), workspace) ? named : matched);
}

/** The lists that the code sets, as a selection has them. */
export function wordsIn({ workspace_ids: ids, workspace_names: names }: SetLists): {
  readonly workspaceIds: readonly string[];
  readonly workspaceNames: readonly string[];
} {
  return { workspaceIds: ids ?? [], workspaceNames: names ?? [] };
}

/**
 * Adds an error for each other membership of the plan so far that selects some of these workspaces: only the membership
 * that is planned second can detect this. Returns whether there is one.
 */
export function checkConflicts(
  resource: ResourceKey,
  selected: readonly { readonly workspace: NamedWorkspace; readonly reason: SelectionReason }[],
  claimedBy: (workspace: NamedWorkspace) => ConflictingMembership,
  plannedWorkspaces: PlannedWorkspaces,
  diagnostics: Diagnostics,
): boolean {
  const conflicts = selected.flatMap(({ workspace, reason }) => {
    const claim = plannedWorkspaces.conflictWith(resource, workspace.id, {});
    return claim === undefined ? [] : [{ workspace, reason, claim }];
  });
  for (const group of groupBy(conflicts, ({ claim }) => claim.resource).values()) {
    const own = group.map(({ workspace }) => claimedBy(workspace));
    const others = group.map(({ claim }) => claim.entry.claimant);
    const [one, other] = [allByRule(own), allByRule(others)];
    if (one === undefined || other === undefined) continue;
    const names = group.map(({ workspace }) => workspace.name);
    diagnostics.error(
      pluralSummary(names.length),
      workspacesInTwoMemberships(names, { label: "this membership", rule: one.rule }, other, "terraform") +
        DESTROY_HINT,
      [attributeOf(group, one.rule)],
    );
  }
  return conflicts.length > 0;
}

function pluralSummary(count: number): string {
  return count === 1 ? "Workspace in two memberships" : `${count} workspaces in two memberships`;
}

/** One of the memberships, with its rule if the rule selects all of the workspaces. */
function allByRule(memberships: readonly ConflictingMembership[]): ConflictingMembership | undefined {
  return memberships.find(({ rule }) => rule === undefined) ?? memberships[0];
}

function attributeOf(
  selected: readonly { readonly reason: SelectionReason }[],
  rule: SelectionRule | undefined,
): string {
  if (selected.some(({ reason }) => reason.by === "id")) return "workspace_ids";
  if (rule === undefined) return "workspace_names";
  return rule.matchNames === undefined ? "match_tags" : "match_names";
}

/** Adds an error if a rule adds and releases more than `max_moves` workspaces. Returns whether it does not. */
export function checkMaxMoves(
  rule: SelectionRule | undefined,
  entering: readonly Workspace[],
  leaving: readonly Workspace[],
  diagnostics: Diagnostics,
): boolean {
  const count = entering.length + leaving.length;
  if (rule?.maxMoves === undefined || count <= rule.maxMoves) return true;
  const parts = [
    ...(entering.length === 0 ? [] : [`adds ${manyWorkspacesLabel(entering)}`]),
    ...(leaving.length === 0 ? [] : [`releases ${manyWorkspacesLabel(leaving)}`]),
  ];
  diagnostics.error(
    "Too many moves",
    `The membership ${parts.join(" and ")} because of its rule: ${pluralize(count, "move")}, but max_moves is ` +
      `${rule.maxMoves}. Narrow the rule, or raise max_moves if these moves are intended.` +
      DESTROY_HINT,
    ["max_moves"],
  );
  return false;
}
