import type { RESOURCES } from "../model";
import {
  EXCLUSIVE_DEFAULT_PROJECT,
  nameKey,
  sameName,
  type MembershipConfig,
  type MembershipPlan,
  type MembershipState,
  type Workspace,
} from "../model";
import { isKnown, UNKNOWN, type ConfiguredContext, type Diagnostics, type KnownConfigOf } from "../plugin";
import { pluralize, formatList, resolveWorkspaces, WorkspacesNotFoundError, type OrganizationView } from "../reconcile";
import { DESTROY_HINT } from "./diagnostics";
import { membersIn, warnOfTransit, type RetainedWorkspaces } from "./membership-release";
import type { Claim, ResourceKey } from "./planned-changes";
import type { ProviderData } from "./provider-data";

/** A membership as it is planned, and what the plan notes for the update. */
interface Planned {
  readonly plan: MembershipPlan;
  readonly privateState: RetainedWorkspaces;
}

/** What there is to plan. */
interface PlanInput {
  readonly config: MembershipConfig;
  readonly prior: MembershipState | null;
  readonly plan: MembershipPlan;
  readonly resource: ResourceKey;
  readonly storesPlannedPrivate: boolean;
}

/** The plan with the workspaces looked up, where all that names them is known. */
export async function planWorkspaces(
  view: OrganizationView,
  { config, prior, plan, resource: planner, storesPlannedPrivate: keepsNotes }: PlanInput,
  { provider, diagnostics }: ConfiguredContext<ProviderData>,
): Promise<Planned> {
  const { plannedChanges: planned } = provider;
  const ids = knownStrings(config.workspace_ids);
  const names = knownStrings(config.workspace_names);
  if (ids === undefined || names === undefined) return unresolvedPlan(config, plan);

  const { found, missingIds, missingNames } = await resolveWorkspaces(view, ids, names);
  addMissingWorkspaces(view, diagnostics, "workspace_ids", missingIds);
  addMissingWorkspaces(view, diagnostics, "workspace_names", missingNames, renamedHint(found, prior));
  for (const stranger of found.filter(({ organization }) => !sameName(organization, view.name))) {
    diagnostics.error(
      "A workspace of another organization",
      `Workspace ${JSON.stringify(stranger.name)} (${stranger.id}) belongs to the organization ${JSON.stringify(stranger.organization)}, and the membership to ${JSON.stringify(view.name)}: workspaces move only within an organization.`,
      ["workspace_ids"],
    );
  }
  const { project_id: projectId } = plan;
  const destination = isKnown(projectId) ? projectId : undefined;
  if (destination !== undefined) await checkProject(view, destination, provider, diagnostics);
  if (plan.exclusive === true && destination === (await view.defaultProjectId())) {
    diagnostics.error("The default project cannot be exclusive", EXCLUSIVE_DEFAULT_PROJECT, ["exclusive"]);
  }
  if (diagnostics.hasErrors) return { plan, privateState: NONE_RETAINED };

  const contested = found.flatMap((workspace) => {
    const claim = planned.claimOfAnother(planner, workspace.id);
    return claim === undefined ? [] : [{ workspace, claim }];
  });
  for (const { workspace, claim } of contested) {
    const attribute = ids.includes(workspace.id) ? "workspace_ids" : "workspace_names";
    diagnostics.error("A workspace in two memberships", claimConflict(workspace, claim, destination), [attribute]);
  }
  if (contested.length > 0) return { plan, privateState: NONE_RETAINED };
  const wanted = new Set(found.map(({ id }) => id));
  planned.claim(planner, wanted, destination);

  const members = prior === null || retainsDropped(prior, plan) ? [] : await membersIn(view, prior);
  const dropped = members.filter(({ id }) => !wanted.has(id));
  for (const { id } of dropped) planned.release(planner, id);
  await warnOfTransit(
    view,
    planner,
    { found, dropped, destination, storesPlannedPrivate: keepsNotes },
    { provider, diagnostics },
  );
  if (plan.exclusive === true && destination !== undefined && !wasExclusive(prior, destination)) {
    await warnOfEvictions(view, destination, wanted, diagnostics);
  }
  const stay = dropped.map(({ id }) => id).filter((id) => planned.claimOfAnother(planner, id) !== undefined);
  const complete: MembershipPlan = {
    ...plan,
    workspace_ids: config.workspace_ids ?? [...wanted],
    workspace_names: config.workspace_names ?? found.map(({ name }) => name),
  };
  return { plan: complete, privateState: { retained: stay } };
}

const NONE_RETAINED: RetainedWorkspaces = { retained: [] };

function addMissingWorkspaces(
  view: OrganizationView,
  diagnostics: Diagnostics,
  attribute: "workspace_ids" | "workspace_names",
  missing: readonly string[],
  hint = "",
): void {
  if (missing.length === 0) return;
  const created =
    attribute === "workspace_names"
      ? " For a workspace that this deployment creates, put its id into workspace_ids: that is known only after it is created."
      : "";
  diagnostics.error(
    "Unknown workspace",
    `${new WorkspacesNotFoundError(view.name, missing).message}${hint}\n\nTake out of the code what was deleted, and correct what was renamed.${created}`,
    [attribute],
  );
}

/** Which recorded workspaces the code no longer names: a name that is missing may be what one of them was called. */
function renamedHint(found: readonly Workspace[], prior: MembershipState | null): string {
  const names = new Set(found.map(({ name }) => nameKey(name)));
  const unnamed = (prior?.workspace_names ?? []).filter((name) => !names.has(nameKey(name)));
  if (unnamed.length === 0) return "";
  return ` The membership also has ${formatList(unnamed)}, which the code does not name: perhaps it was renamed.`;
}

async function checkProject(
  view: OrganizationView,
  projectId: string,
  { plannedChanges: planned }: ProviderData,
  diagnostics: Diagnostics,
): Promise<void> {
  if (planned.isDeleted(projectId)) {
    diagnostics.error(
      "A project that is deleted",
      `This plan deletes project ${projectId}, into which the membership puts its workspaces. Refer to the project by its resource's id, ` +
        `so that the membership follows it, or take the membership out of the code too.${DESTROY_HINT}`,
      ["project_id"],
    );
    return;
  }
  const project = await view.projects.byId(projectId);
  if (project !== undefined && sameName(project.organization, view.name)) return;
  diagnostics.error(
    "Unknown project",
    `The organization ${JSON.stringify(view.name)} has no project ${projectId}, or the token may not see it.`,
    ["project_id"],
  );
}

/** The plan where not all that names the workspaces is known: what the code leaves out is known after apply. */
export function unresolvedPlan(config: MembershipConfig, plan: MembershipPlan): Planned {
  return {
    plan: {
      ...plan,
      workspace_ids: config.workspace_ids ?? UNKNOWN,
      workspace_names: config.workspace_names ?? UNKNOWN,
    },
    privateState: NONE_RETAINED,
  };
}

/**
 * Whether the project was exclusive to the membership before. Then a refresh has added whatever came in to the record, and the plan shows it
 * as removed; what came in later is left for the next plan to show.
 */
export function wasExclusive(prior: MembershipState | null, projectId: string): boolean {
  return prior?.exclusive === true && prior.project_id === projectId;
}

/** Says which workspaces a project loses by becoming exclusive: the plan's attributes cannot show those. */
async function warnOfEvictions(
  view: OrganizationView,
  projectId: string,
  wanted: ReadonlySet<string>,
  diagnostics: Diagnostics,
): Promise<void> {
  const inside = await view.workspaces.inProject(projectId);
  const evicted = inside.filter(({ id }) => !wanted.has(id));
  if (evicted.length === 0) return;
  diagnostics.warning(
    "Workspaces leave an exclusive project",
    `The membership becomes exclusive: ${namesOf(evicted)} will be moved from project ${projectId} to the default project.`,
    ["exclusive"],
  );
}

/** Whether the workspaces that the code no longer names stay where they are. */
export function retainsDropped(
  prior: MembershipState | null,
  {
    project_id: projectId,
    exclusive,
    on_destroy: onDestroy,
  }: MembershipPlan | KnownConfigOf<typeof RESOURCES.tfprojects_workspace_membership>,
): boolean {
  const isMoved = prior !== null && projectId !== prior.project_id;
  return onDestroy === "retain" && (isMoved || exclusive !== true);
}

/** All texts of a set; undefined while any is unknown, none when it is not set. */
export function knownStrings(values: MembershipConfig["workspace_ids"]): readonly string[] | undefined {
  if (!isKnown(values)) return undefined;
  const known = (values ?? []).filter(isKnown);
  return known.length === (values ?? []).length ? known : undefined;
}

function claimConflict(workspace: Workspace, { projectId: other }: Claim, projectId: string | undefined): string {
  return (
    `Workspace ${JSON.stringify(workspace.name)} (${workspace.id}) is put into ${named(other)} by another membership, and into ${named(projectId)} ` +
    `by this one. A workspace lives in one project: take it out of one of them.${DESTROY_HINT}`
  );
}

function named(projectId: string | undefined): string {
  return projectId === undefined ? "a new project" : `project ${projectId}`;
}

function namesOf(workspaces: readonly Workspace[]): string {
  return `${pluralize(workspaces.length, "workspace")} (${formatList(workspaces.map(({ name }) => name))})`;
}
