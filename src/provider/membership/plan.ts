import { decideMembership, evictsAll, keepsMembers, type LeavingWorkspace, type MembershipChange } from "../../decide";
import {
  RESOURCES,
  type MembershipConfig,
  type MembershipPlan,
  type MembershipState,
  type Workspace,
} from "../../model";
import { changedAttributes, isKnown, type ConfiguredContext } from "../../plugin";
import type { OrganizationView } from "../../reconcile";
import { quote } from "../diagnostics";
import type { ResourceKey } from "../planned/resource-key";
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
import type { PlannedMoves } from "./move-warnings";
import type { PlannedMembership, StoredMembership } from "./private-state";
import { keptNotes, membersOf, transitNotes } from "./release";
import { knownLists, plannedLists, select, type KnownLists } from "./selection";

/** A planned membership and, if all workspaces are known, what was decided about it, and its moves. */
export interface Planned {
  readonly plan: MembershipPlan;
  readonly passedOn?: PlannedMembership;
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
  return { plan: { ...plan, ...plannedLists(config, prior) } };
}

/** Plans a membership: looks up its workspaces, checks them, and claims them. */
export async function planMembership(
  view: OrganizationView,
  input: PlanInput,
  context: ConfiguredContext<ProviderData>,
): Promise<Planned> {
  const { config, plan, resource } = input;
  const { provider } = context;
  const selects = selectionLabel(config);
  const destination = isKnown(plan.project_id) ? plan.project_id : undefined;
  if (destination !== undefined) {
    const exclusive = plan.exclusive === true;
    provider.plannedProjects.members.add(resource, destination, { exclusive, label: memberLabel(selects) });
    checkExclusive(resource, destination, exclusive, context);
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
  const failed: Planned = { plan };
  const selection = await select(view, lists, stored.names, first?.found);
  const found = selection.selected.map(({ workspace }) => workspace);
  await checkFound(view, selection, lists, context);
  checkOrganizations(view, found, diagnostics);
  if (destination !== undefined && checkKept(destination, plannedProjects, diagnostics)) {
    await checkProject(view, destination, diagnostics);
  }
  if (plan.exclusive === true) await checkNotDefault(view, destination, diagnostics);
  if (diagnostics.hasErrors) return failed;

  const change = changeOf(prior, plan, stored);
  const named = new Set([...found, ...selection.renamed].map(({ id }) => id));
  const needsMembers = prior !== null && !(keepsMembers(change) && stored.isRecorded);
  const members = needsMembers ? await membersOf(view, prior, diagnostics) : [];
  if (checkConflicts(resource, { found, destination }, lists, plannedWorkspaces, diagnostics)) return failed;
  // Without a refresh, the state may still have workspaces that left, and Terraform applies nothing.
  const isUpdate =
    prior === null || changedAttributes(RESOURCES.tfprojects_workspace_membership, prior, plan).length > 0;
  const claimant = { label: `the membership of ${destinationLabel(view, destination)}`, selects: input.selects };
  for (const { id } of found) plannedWorkspaces.add(resource, id, { projectId: destination, claimant });
  const inside = evictsAll(change) && destination !== undefined ? await view.workspaces.inProject(destination) : [];
  const { leaving, unrecorded } = decideMembership(change, { members, inside, isNamed: (id) => named.has(id) });
  // What leaves a membership that was exclusive before is in the state: the plan's attributes show it.
  const isEvicted = ({ reason }: LeavingWorkspace): boolean => evictsAll(change) && reason === "evicted";
  const dropped = leaving.filter((it) => !isEvicted(it)).map(({ workspace }) => workspace);
  const others = leaving.filter(isEvicted).map(({ workspace }) => workspace);
  const isFree = ({ id }: Workspace): boolean => !plannedWorkspaces.isClaimed(id);
  const evicted = namedBy(first, others).filter(isFree);
  for (const { id } of dropped) plannedWorkspaces.release(resource, id);

  const transit = await transitNotes(view, resource, { found, dropped, destination, storesPlannedPrivate }, provider);
  return {
    plan,
    passedOn: {
      released: dropped.map(({ id }) => id),
      retained: dropped
        .map(({ id }) => id)
        .filter((id) => stored.placed?.has(id) === true || plannedWorkspaces.ofAnother(resource, id)),
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
      notes: [...transit, ...(isUpdate ? keptNotes(view, prior, unrecorded.filter(isFree)) : [])],
    },
  };
}

function destinationLabel(view: OrganizationView, id: string | undefined): string {
  return id === undefined ? "a new project" : `project ${quote(view.projects.peek(id)?.name ?? id)}`;
}

/** What a plan changes about a membership, as far as is known. */
function changeOf(
  prior: MembershipState | null,
  { project_id: projectId, exclusive, on_destroy: onDestroy }: MembershipPlan,
  { isRecorded }: StoredMembership,
): MembershipChange {
  return {
    before: prior === null ? undefined : { projectId: prior.project_id, exclusive: prior.exclusive, isRecorded },
    after: { projectId: isKnown(projectId) ? projectId : null, exclusive: exclusive === true },
    retains: onDestroy === "retain",
  };
}

/** The evicted workspaces that the first plan names, if it was passed on: what has entered since waits for the next. */
function namedBy(first: PlannedMembership | undefined, evicted: readonly Workspace[]): readonly Workspace[] {
  if (first?.evicted === undefined) return evicted;
  const named = new Set(first.evicted);
  return evicted.filter(({ id }) => named.has(id));
}
