import type { WorkspaceSelection } from "../../decide";
import {
  exclusiveDefaultProject,
  exclusiveShared,
  inTwoMemberships,
  listedAndPlaced,
  placedInExclusive,
  type ConflictingMembership,
} from "../../diagnostics/conflicts";
import { groupBy } from "../../lists";
import { sameName, type Diagnostic, type MembershipConfig, type Workspace } from "../../model";
import { isKnown, type ConfiguredContext, type Diagnostics } from "../../plugin";
import { formatList, renamedText, WorkspacesNotFoundError, type OrganizationView } from "../../reconcile";
import { conflictAt, DESTROY_HINT, inApp, quote } from "../diagnostics";
import type { PlannedProjects } from "../planned/projects";
import type { ResourceKey } from "../planned/resource-key";
import type { Claim, PlannedWorkspaces } from "../planned/workspaces";
import type { ProviderData } from "../provider-data";
import type { SetLists } from "./private-state";
import type { KnownLists } from "./selection";

/*
 * Checks of the plan of a membership, and their errors.
 */

type Checking = Pick<ConfiguredContext<ProviderData>, "provider" | "diagnostics">;

/** The membership that is planned second is rejected, whichever of the two is exclusive. */
export function checkExclusive(
  resource: ResourceKey,
  projectId: string,
  exclusive: boolean,
  { provider: { plannedProjects }, diagnostics }: Checking,
): void {
  const { members } = plannedProjects;
  for (const { rules = [] } of members.placedWith(resource, projectId)) {
    diagnostics.add(conflictAt(["exclusive"], placedInExclusive({ rules, membership: "this membership" })));
  }
  const others = members.sharingWith(resource, projectId);
  if (others.length === 0) return;
  const shared = exclusiveShared({ others: others.map(({ label }) => `another ${label}`) });
  diagnostics.add(conflictAt([exclusive ? "exclusive" : "project_id"], shared));
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
  const { summary, detail } = exclusiveDefaultProject({});
  diagnostics.error(summary, detail, ["exclusive"]);
}

/** Adds errors about IDs and names that match no workspace; with `missing_workspaces`, warnings. */
export async function checkFound(
  view: OrganizationView,
  { selected, missingIds, missingNames, renamed }: WorkspaceSelection,
  { isTolerant }: KnownLists,
  { provider, diagnostics }: Checking,
): Promise<void> {
  const report = (summary: string, detail: string, attribute: keyof SetLists): void => {
    if (isTolerant) diagnostics.warning(summary, detail, [attribute]);
    else diagnostics.error(summary, detail + DESTROY_HINT, [attribute]);
  };
  if (renamed.length > 0) report("Workspace renamed", renamedText(renamed), "workspace_names");
  for (const [attribute, missing] of [
    ["workspace_ids", missingIds],
    ["workspace_names", missingNames],
  ] as const) {
    if (missing.length === 0) continue;
    // A warning sends no requests for suggestions.
    const isSought = (!isTolerant || view.workspaces.isComplete) && provider.soughtSuggestions.add(missing);
    const others = isSought ? await freeNames(view, selected, provider) : [];
    const { message } = new WorkspacesNotFoundError(view.name, missing, others);
    report("Workspace not found", isTolerant ? message : `${message}\n\n${remedy(attribute)}`, attribute);
  }
}

/** Names of the workspaces that no resource of the plan so far has. None if they cannot be read. */
async function freeNames(
  view: OrganizationView,
  selected: WorkspaceSelection["selected"],
  { plannedWorkspaces }: ProviderData,
): Promise<readonly string[]> {
  const all = await view.workspaces.all().catch((): readonly Workspace[] => []);
  const known = new Set(selected.map(({ workspace }) => workspace.id));
  return all.filter(({ id }) => !known.has(id) && !plannedWorkspaces.isClaimed(id)).map(({ name }) => name);
}

function remedy(attribute: keyof SetLists): string {
  const created =
    attribute === "workspace_names"
      ? " For a workspace that is created in the same apply, use its ID in workspace_ids instead: the ID is known " +
        "only after the workspace is created."
      : "";
  return (
    "Remove workspaces that were deleted from the configuration, and update names that were changed; or set " +
    `missing_workspaces = "warn" (${inApp("missingWorkspaces")}).${created}`
  );
}

/** The known part of the lists, for errors about others, since providers do not know addresses. Empty for nothing. */
export function selectionLabel({
  workspace_ids: ids,
  workspace_names: names,
}: Pick<MembershipConfig, keyof SetLists>): string {
  const known = (list: MembershipConfig["workspace_ids"]): readonly string[] =>
    isKnown(list) ? (list ?? []).filter(isKnown) : [];
  const words = [...known(names), ...known(ids)];
  return words.length === 0 ? "" : formatList(words);
}

/** The name of a membership in errors about others of the same project, without an article. */
export function memberLabel(selects: string): string {
  return selects === "" ? "membership" : `membership (of ${selects})`;
}

/**
 * Adds an error for each other membership or placement of the plan so far that moves some of these workspaces: only
 * what is planned second can detect this. Returns whether there is one.
 */
export function checkConflicts(
  resource: ResourceKey,
  {
    found: workspaces,
    destination,
  }: { readonly found: readonly Workspace[]; readonly destination: string | undefined },
  lists: SetLists,
  plannedWorkspaces: PlannedWorkspaces,
  diagnostics: Diagnostics,
): boolean {
  const conflicts = workspaces.flatMap((workspace) => {
    const claim = plannedWorkspaces.conflictWith(resource, workspace.id, { projectId: destination });
    return claim === undefined ? [] : [{ workspace, claim }];
  });
  const ids = new Set(lists.workspace_ids);
  for (const group of groupBy(conflicts, ({ claim }) => claim.resource).values()) {
    const names = group.map(({ workspace }) => workspace.name);
    const isListed = group.some(({ workspace }) => ids.has(workspace.id));
    const attribute = isListed ? "workspace_ids" : "workspace_names";
    const membership = { label: "this membership" };
    diagnostics.add(conflictAt([attribute], conflictWith(group[0].claim.entry, names, membership)));
  }
  return conflicts.length > 0;
}

/**
 * Workspaces are both in a membership and in another one, or in a membership and moved by a placement.
 *
 * @param claim - That of the other membership, or of the placement.
 */
export function conflictWith(
  { claimant, takeFrom }: Pick<Claim, "claimant" | "takeFrom">,
  workspaces: readonly string[],
  membership: ConflictingMembership,
): Diagnostic {
  if (takeFrom === undefined) return inTwoMemberships({ workspaces, memberships: [membership, claimant] });
  const { label } = membership;
  return listedAndPlaced({ workspaces, membership: label, placement: claimant.label, language: "terraform" });
}
