import {
  keepsDropped,
  RESOURCES,
  type MembershipConfig,
  type MembershipPlan,
  type MembershipState,
  type Workspace,
} from "../../model";
import { changedAttributes, isKnown, type ConfiguredContext, type KnownConfigOf } from "../../plugin";
import type { OrganizationView } from "../../reconcile";
import { quote, workspacesLabel } from "../diagnostics";
import type { ResourceKey } from "../planned/registry";
import { checkProject } from "../project-check";
import type { ProviderData } from "../provider-data";
import {
  checkConflicts,
  checkExclusive,
  checkFound,
  checkKept,
  checkNotDefault,
  checkOrganizations,
  memberLabel,
  selectionLabel,
} from "./checks";
import type { Note, PlannedMoves } from "./move-warnings";
import { NOTHING_PLANNED, type PlannedMembership, type StoredMembership } from "./private-state";
import { keptNotes, membersOf, transitNotes } from "./release";
import { knownLists, plannedLists, select, type KnownLists } from "./selection";

/** A planned membership, what it passes on and, if all workspaces are known, its moves. */
export interface Planned {
  readonly plan: MembershipPlan;
  readonly passedOn: PlannedMembership;
  readonly moves?: PlannedMoves;
}

export interface PlanInput {
  readonly config: MembershipConfig;
  readonly prior: MembershipState | null;
  readonly plan: MembershipPlan;
  readonly resource: ResourceKey;
  readonly stored: StoredMembership;
  /** What the first plan has passed on, if Terraform plans again while it applies. */
  readonly first: PlannedMembership | undefined;
  readonly storesPlannedPrivate: boolean;
}

/** The plan of a membership whose workspaces are not looked up. */
export function unresolvedPlan({ config, prior, plan }: Pick<PlanInput, "config" | "prior" | "plan">): Planned {
  return {
    plan: { ...plan, ...plannedLists(config, prior) },
    passedOn: NOTHING_PLANNED,
  };
}

/** Plans a membership: looks up its workspaces, checks them, and claims them. */
export async function planMembership(
  view: OrganizationView,
  input: PlanInput,
  context: ConfiguredContext<ProviderData>,
): Promise<Planned> {
  const { config, plan, resource } = input;
  const { provider, diagnostics } = context;
  const selects = selectionLabel(config);
  const destination = isKnown(plan.project_id) ? plan.project_id : undefined;
  if (destination !== undefined) {
    const member = { exclusive: plan.exclusive === true, label: memberLabel(selects) };
    checkExclusive(member, provider.plannedProjects.join(resource, destination, member), diagnostics);
  }
  const unresolved = unresolvedPlan(input);
  const lists = knownLists(config);
  return lists === undefined
    ? unresolved
    : resolvedPlan(view, { ...input, ...unresolved, lists, selects, destination }, context);
}

interface ResolvedInput extends PlanInput {
  readonly lists: KnownLists;
  /** What the membership selects, for errors. */
  readonly selects: string;
  /** ID of the project; undefined before it is created. */
  readonly destination: string | undefined;
}

async function resolvedPlan(
  view: OrganizationView,
  input: ResolvedInput,
  context: ConfiguredContext<ProviderData>,
): Promise<Planned> {
  const { lists, prior, plan, destination, resource, stored, first, storesPlannedPrivate } = input;
  const { provider, diagnostics } = context;
  const { plannedProjects, plannedWorkspaces } = provider;
  const failed: Planned = { plan, passedOn: NOTHING_PLANNED };
  const selection = await select(view, lists, stored.names, first?.found);
  const { found } = selection;
  await checkFound(view, selection, lists, context);
  checkOrganizations(view, found, diagnostics);
  if (destination !== undefined && checkKept(destination, plannedProjects, diagnostics)) {
    await checkProject(view, destination, diagnostics);
  }
  if (plan.exclusive === true) await checkNotDefault(view, destination, diagnostics);
  if (diagnostics.hasErrors) return failed;

  const stays = new Set([...found, ...selection.renamed].map(({ id }) => id));
  const keeps = retainsDropped(prior, plan, stored);
  const members = prior === null || (keeps && stored.isRecorded) ? [] : await membersOf(view, prior, diagnostics);
  const left = members.filter(({ id }) => !stays.has(id));
  const dropped = keeps ? [] : left;
  if (checkConflicts(resource, found, lists, plannedWorkspaces, diagnostics)) return failed;
  const claimant = { label: `the membership of ${destinationLabel(view, destination)}`, selects: input.selects };
  for (const { id } of found) plannedWorkspaces.claim(resource, id, { projectId: destination, claimant });
  for (const { id } of dropped) plannedWorkspaces.release(resource, id);

  const transit = await transitNotes(view, resource, { found, dropped, destination, storesPlannedPrivate }, provider);
  const becomesExclusive = plan.exclusive === true && destination !== undefined && !wasExclusive(prior, destination);
  const isFree = ({ id }: Workspace): boolean => !stays.has(id) && !plannedWorkspaces.isClaimed(id);
  const inside = becomesExclusive ? await view.workspaces.inProject(destination) : [];
  const evicted = namedBy(first, inside).filter(isFree);
  // Without a refresh, the state may still have workspaces that left, and Terraform applies nothing.
  const isUpdate =
    prior === null || changedAttributes(RESOURCES.tfprojects_workspace_membership, prior, plan).length > 0;
  return {
    plan,
    passedOn: {
      retained: dropped.map(({ id }) => id).filter((id) => plannedWorkspaces.claimOfAnother(resource, id)),
      renamed: selection.renamed.map(({ id }) => id),
      found,
      ...(destination === undefined ? {} : { evicted: evicted.map(({ id }) => id) }),
    },
    moves: {
      resource,
      view,
      destination,
      entering: isUpdate ? found.filter(({ projectId }) => projectId !== destination) : [],
      leaving: isUpdate ? dropped : [],
      evicted,
      attribute: [lists.workspace_names === null || lists.workspace_ids?.length ? "workspace_ids" : "workspace_names"],
      notes: [
        ...transit,
        ...evictionNotes(evicted, destination),
        ...(isUpdate && keeps && !becomesExclusive ? keptNotes(view, prior, left.filter(isFree)) : []),
      ],
    },
  };
}

function destinationLabel(view: OrganizationView, id: string | undefined): string {
  return id === undefined ? "a new project" : `project ${quote(view.projects.peek(id)?.name ?? id)}`;
}

/** A note about workspaces that a project loses by becoming exclusive: the plan's attributes do not show them. */
function evictionNotes(evicted: readonly Workspace[], projectId = ""): readonly Note[] {
  if (evicted.length === 0) return [];
  const detail =
    `The membership becomes exclusive: ${workspacesLabel(evicted)} will be moved from project ${projectId} to the ` +
    "default project, unless another membership takes them.";
  return [{ summary: "Workspaces leave an exclusive project", detail, attribute: ["exclusive"] }];
}

/** The evicted workspaces that the first plan names, if it was passed on: what has entered since waits for the next. */
export function namedBy(first: PlannedMembership | undefined, evicted: readonly Workspace[]): readonly Workspace[] {
  if (first?.evicted === undefined) return evicted;
  const named = new Set(first.evicted);
  return evicted.filter(({ id }) => named.has(id));
}

/**
 * Whether the membership was already exclusive in this project. If so, a refresh has added workspaces that entered the
 * project to the state, and the plan shows them as removed. Workspaces that enter later are left to the next plan.
 */
export function wasExclusive(prior: MembershipState | null, projectId: string): boolean {
  return prior?.exclusive === true && prior.project_id === projectId;
}

/** Whether workspaces that the configuration no longer contains stay where they are. */
export function retainsDropped(
  prior: MembershipState | null,
  {
    project_id: projectId,
    exclusive,
    on_destroy: onDestroy,
  }: MembershipPlan | KnownConfigOf<(typeof RESOURCES)["tfprojects_workspace_membership"]>,
  { isRecorded }: StoredMembership,
): boolean {
  return keepsDropped({
    isRecorded,
    retains: onDestroy === "retain",
    code: { exclusive: exclusive === true, isMoved: prior !== null && projectId !== prior.project_id },
  });
}
