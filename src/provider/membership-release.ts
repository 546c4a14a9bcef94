import { nameKey, type MembershipPlan, type MembershipState, type Workspace } from "../model";
import { isKnown, type ConfiguredContext, type DeletionContext } from "../plugin";
import { pluralize, formatList, projectNotEmpty, type OrganizationView } from "../reconcile";
import { withDiagnostics } from "./diagnostics";
import { idsIn, type ResourceKey } from "./planned-changes";
import type { ProviderData } from "./provider-data";

/**
 * What the plan of a deletion leaves for it: ids of the workspaces that stay where they are, since another membership fetches them there, and
 * of those that make way for the deletion of their project.
 */
interface ReleasePlan {
  readonly retained: readonly string[];
  readonly evacuated: readonly string[];
  /** Ids of all workspaces that the project held when it was planned that some make way. */
  readonly observed: readonly string[];
}

/** The workspaces of a recorded membership that live in its project now. */
export async function membersIn(view: OrganizationView, state: MembershipState): Promise<readonly Workspace[]> {
  const inside = await view.workspaces.inProject(state.project_id);
  const ids = new Set(state.workspace_ids);
  const names = new Set(state.workspace_names.map(nameKey));
  return inside.filter((workspace) => ids.has(workspace.id) || names.has(nameKey(workspace.name)));
}

/** Plans that a membership is deleted: its workspaces go to the default project, unless another membership fetches them. */
export async function planRelease(
  prior: MembershipState,
  { provider }: ConfiguredContext<ProviderData>,
): Promise<ReleasePlan | undefined> {
  if (prior.on_destroy === "retain") return undefined;
  const members = await membersIn(provider.organization(prior.organization), prior);
  for (const { id } of members) provider.plannedChanges.release(prior, id);
  return releasePlan(prior, provider);
}

/** What becomes of the workspaces of a membership when it is deleted, as far as the plan knows who takes them. */
export async function releasePlan(prior: MembershipState, provider: ProviderData): Promise<ReleasePlan> {
  const { plannedChanges: planned } = provider;
  const view = provider.organization(prior.organization);
  const taken = (await membersIn(view, prior)).map(({ id }) => id).filter((id) => planned.isClaimed(id));
  const makeWay = taken.filter((id) => planned.isDeletedWith(prior.project_id, id));
  const inside = makeWay.length === 0 ? [] : await view.workspaces.inProject(prior.project_id);
  return {
    retained: taken.filter((id) => !makeWay.includes(id)),
    evacuated: makeWay,
    observed: inside.map(({ id }) => id),
  };
}

/** Deletes a membership. */
export async function applyRelease(
  prior: MembershipState,
  { provider, privateState: note }: DeletionContext<ProviderData>,
): Promise<void> {
  const staying = idsOf(note, "retained");
  const makingWay = idsOf(note, "evacuated");
  const goes = (id: string): boolean => prior.on_destroy !== "retain" || makingWay.has(id);
  const summary = `Cannot move the workspaces of project ${prior.project_id} to the default project`;
  await withDiagnostics({ summary }, async () => {
    const view = provider.organization(prior.organization);
    if (makingWay.size > 0) await rejectNewWorkspaces(view, prior.project_id, idsOf(note, "observed"));
    const leaving = (await membersIn(view, prior)).map(({ id }) => id).filter(goes);
    await provider.releases.release(view, prior.project_id, leaving, { retained: staying, evacuated: makingWay });
  });
}

/**
 * What came into a project after its deletion was planned makes the deletion fail: then nothing makes way for it either.
 *
 * @throws ProjectNotEmptyError
 */
async function rejectNewWorkspaces(
  view: OrganizationView,
  projectId: string,
  observed: ReadonlySet<string>,
): Promise<void> {
  const added = (await view.workspaces.freshInProject(projectId)).filter(({ id }) => !observed.has(id));
  if (added.length === 0) return;
  throw await projectNotEmpty(view, projectId, added);
}

/**
 * Whether the plan so far deletes the project that the membership leaves, without knowing that the membership takes its workspaces along: Terraform
 * deletes a project before it changes a membership, and after it deletes one. So the membership is replaced.
 */
export async function mustReplace(
  prior: MembershipState | null,
  plan: MembershipPlan,
  provider: ProviderData,
): Promise<boolean> {
  const { plannedChanges: planned } = provider;
  if (prior === null || (isKnown(plan.project_id) && plan.project_id === prior.project_id)) return false;
  if (!planned.isDeleted(prior.project_id)) return false;
  const members = await membersIn(provider.organization(prior.organization), prior);
  return members.some(({ id }) => planned.isDeletedWith(prior.project_id, id));
}

interface Transit {
  /** What the membership is to hold. */
  readonly found: readonly Workspace[];
  /** What it lets go. */
  readonly dropped: readonly Workspace[];
  readonly destination: string | undefined;
  /** Whether what it lets go is known to be taken, when the plan is applied, as far as it is known now. */
  readonly storesPlannedPrivate: boolean;
}

/** Warns of workspaces that may stand in the default project on their way from one membership to another. */
export async function warnOfTransit(
  view: OrganizationView,
  resource: ResourceKey,
  { found, dropped, destination, storesPlannedPrivate: keepsNotes }: Transit,
  {
    provider: { plannedChanges: planned },
    diagnostics,
  }: Pick<ConfiguredContext<ProviderData>, "provider" | "diagnostics">,
): Promise<void> {
  const entering = found.filter(
    ({ id, projectId }) =>
      projectId !== destination && (planned.isReleasedByAnother(resource, id) || planned.isDeleted(projectId)),
  );
  const handedOver = keepsNotes ? [] : dropped.filter(({ id }) => planned.claimOfAnother(resource, id) !== undefined);
  const passing = [...entering, ...handedOver];
  if (passing.length === 0) return;
  const defaultProjectId = await view.defaultProjectId();
  const transient = passing.filter(({ projectId }) => projectId !== defaultProjectId);
  if (transient.length === 0) return;
  diagnostics.warning(
    "Workspaces change memberships",
    `${pluralize(transient.length, "workspace")} (${formatList(transient.map(({ name }) => name))}) may stand in the default project for a moment, with its ` +
      "settings and access. Terraform applies the membership that lets a workspace go and the one that takes it in no order, and deletes a project before its " +
      "workspaces are taken elsewhere; what it applies at the same time is moved directly. " +
      'With on_destroy = "retain", applied before, a membership lets its workspaces go without moving them.',
    ["workspace_ids"],
  );
}

/** What the plan of a change noted: ids of the workspaces that stay where they are, since another membership fetches them there. */
export type RetainedWorkspaces = Pick<ReleasePlan, "retained">;

/** Ids of the workspaces that a plan has noted as {@link RetainedWorkspaces}. */
export function retainedIn(note: unknown): ReadonlySet<string> {
  return idsOf(note, "retained");
}

function idsOf(note: unknown, kind: keyof ReleasePlan): ReadonlySet<string> {
  return idsIn(typeof note === "object" && note !== null ? Reflect.get(note, kind) : undefined);
}
