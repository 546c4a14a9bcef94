import {
  isNamed,
  nameKey,
  RESOURCES,
  conditionText,
  selectionRule,
  type MembershipConfig,
  type MembershipPlan,
  type MembershipState,
  type SelectedWorkspace,
  type SelectionRule,
  type Workspace,
} from "../model";
import { changedAttributes, isKnown, UNKNOWN, type ConfiguredContext, type KnownConfigOf } from "../plugin";
import type { OrganizationView, RenamedWorkspace } from "../reconcile";
import { manyWorkspacesLabel, quote, workspacesLabel } from "./diagnostics";
import {
  checkConflicts,
  checkExclusive,
  checkExists,
  checkKept,
  checkMaxMoves,
  checkNotDefault,
  checkOrganizations,
  claimant,
  memberLabel,
  selectionLabel,
  wordsIn,
} from "./membership-checks";
import { membersOf, transitNotes } from "./membership-release";
import {
  isDynamic,
  knownSelection,
  listsIn,
  mapOf,
  matchReason,
  NO_LISTS,
  selectLive,
  selectsAsBefore,
  type DynamicConfig,
  type RecordedSelection,
  type SetLists,
} from "./membership-selection";
import { renamedMembers, reportMissing } from "./missing-workspaces";
import type { Note, PlannedMoves } from "./move-warnings";
import type { ResourceKey } from "./planned/registry";
import { NONE_RETAINED, selectionIn, type PlannedPrivate } from "./planned-private";
import type { ProviderData } from "./provider-data";

/** A planned membership, the private state for its apply and, if all workspaces are known, its moves. */
interface Planned {
  readonly plan: MembershipPlan;
  readonly privateState: PlannedPrivate;
  readonly moves?: PlannedMoves;
}

const SCHEMA = RESOURCES.tfprojects_workspace_membership;

interface PlanInput {
  readonly config: MembershipConfig;
  readonly prior: MembershipState | null;
  readonly plan: MembershipPlan;
  readonly resource: ResourceKey;
  /** Whether the membership is the new object of a replacement. */
  readonly isReplacement: boolean;
  readonly storedPrivateState: unknown;
  /** The private state of the first plan, if Terraform plans again while it applies. */
  readonly privateState: unknown;
  readonly storesPlannedPrivate: boolean;
}

/** Plans a membership: selects its workspaces, checks them, and adds them to the plan. */
export async function planWorkspaces(
  view: OrganizationView,
  input: PlanInput,
  context: ConfiguredContext<ProviderData>,
): Promise<Planned> {
  const { config, plan, resource } = input;
  const { provider, diagnostics } = context;
  const known = knownSelection(config);
  const rule = known && selectionRule(known);
  const selects = selectionLabel(known ?? knownLists(config), rule);
  const destination = isKnown(plan.project_id) ? plan.project_id : undefined;
  if (destination !== undefined) {
    const member = { exclusive: plan.exclusive === true, label: memberLabel(selects) };
    checkExclusive(member, provider.plannedProjects.join(resource, destination, member), diagnostics);
  }
  if (known === undefined) return unresolvedPlan(config, plan);
  return new MembershipPlanner(view, { ...input, known, rule, selects, destination }, context).plan();
}

interface KnownInput extends PlanInput {
  readonly known: DynamicConfig & SetLists;
  readonly rule: SelectionRule | undefined;
  /** What the membership selects, for errors. */
  readonly selects: string;
  /** ID of the project; undefined before it is created. */
  readonly destination: string | undefined;
}

/** A workspace that a membership selects, in any project. */
type Selected = Pick<SelectedWorkspace, "reason"> & { readonly workspace: Pick<Workspace, "id" | "name"> };

/** The workspaces that a plan selects, and the values that follow. */
interface Selection {
  readonly selected: readonly Selected[];
  readonly missingIds: readonly string[];
  readonly missingNames: readonly string[];
  readonly computed: Pick<MembershipPlan, "workspace_ids" | "workspace_names" | "matched_workspaces">;
  /** `state`: as of the last refresh; `first-plan`: as selected by the first plan; `now`: evaluated now. */
  readonly asOf: "state" | "first-plan" | "now";
  /** The workspaces with their current projects; the project ID of a workspace deleted since is empty. */
  readonly located: () => Promise<readonly SelectedWorkspace[]>;
}

class MembershipPlanner {
  constructor(
    private readonly view: OrganizationView,
    private readonly input: KnownInput,
    private readonly context: ConfiguredContext<ProviderData>,
  ) {}

  async plan(): Promise<Planned> {
    const selection = await this.#select();
    const { prior, plan } = this.input;
    const complete: MembershipPlan = { ...plan, ...selection.computed };
    const isUpdate = prior === null || changedAttributes(SCHEMA, prior, complete).length > 0;
    return selection.asOf === "state" && !isUpdate
      ? this.#unchanged(complete, selection)
      : this.#changed(complete, selection, isUpdate);
  }

  /** With the selection of the state, nothing needs to be read if nothing changes: the refresh has read everything. */
  async #unchanged(plan: MembershipPlan, selection: Selection): Promise<Planned> {
    const { destination } = this.input;
    const { provider, diagnostics } = this.context;
    if (destination !== undefined) checkKept(destination, provider.plannedProjects, diagnostics);
    await reportMissing(this.view, selection, await this.#renamed(selection), this.input.known, [], this.context);
    this.#claim(selection.selected);
    this.#warnOfNoMatch(selection);
    return { plan, privateState: NONE_RETAINED };
  }

  async #changed(complete: MembershipPlan, selection: Selection, isUpdate: boolean): Promise<Planned> {
    const { view } = this;
    const { known, rule, prior, plan, destination, resource } = this.input;
    const { storedPrivateState, storesPlannedPrivate } = this.input;
    const { provider, diagnostics } = this.context;
    const { plannedProjects, plannedWorkspaces } = provider;
    const failed: Planned = { plan: complete, privateState: NONE_RETAINED };
    const located = await selection.located();
    const selected = located.filter(({ workspace }) => workspace.projectId !== "");
    const found = selected.map(({ workspace }) => workspace);
    const renamed = await this.#renamed(selection);
    await reportMissing(view, selection, renamed, known, found, this.context);
    checkOrganizations(view, found, diagnostics);
    // With the selection of the state, the refresh has found the project.
    const isRefreshed = selection.asOf === "state" && destination === prior?.project_id;
    if (destination !== undefined && checkKept(destination, plannedProjects, diagnostics) && !isRefreshed) {
      await checkExists(view, destination, diagnostics);
    }
    if (plan.exclusive === true) await checkNotDefault(view, destination, diagnostics);
    if (diagnostics.hasErrors) return failed;

    const wanted = new Set(found.map(({ id }) => id));
    const members = prior === null || retainsDropped(prior, plan) ? [] : await membersOf(view, prior, diagnostics);
    // A renamed workspace stays in its project until the code has its new name.
    const stays = new Set(renamed.map(({ id }) => id));
    const dropped = members.filter(({ id }) => !wanted.has(id) && !stays.has(id));
    const entering = found.filter((workspace) => workspace.projectId !== destination);
    const matched = entering.filter((workspace) => !isNamed(wordsIn(known), workspace));
    // A workspace that the code no longer names leaves, even if the rule matches it.
    const before = wordsIn(listsIn(storedPrivateState) ?? NO_LISTS);
    const unmatched = dropped.filter((workspace) => !isNamed(before, workspace));
    if (isUpdate && !checkMaxMoves(rule, matched, unmatched, diagnostics)) return failed;
    if (!this.#claim(selected)) return failed;
    this.#warnOfNoMatch(selection);
    for (const { id } of dropped) plannedWorkspaces.release(resource, id);
    const transit = await transitNotes(view, resource, { found, dropped, destination, storesPlannedPrivate }, provider);
    const evicted =
      plan.exclusive === true && destination !== undefined && !wasExclusive(prior, destination)
        ? await this.#evicted(destination)
        : [];
    const moves: PlannedMoves = {
      resource,
      view,
      destination,
      // Without a refresh, the state may still have workspaces that left, and Terraform applies nothing.
      entering: isUpdate ? entering : [],
      leaving: isUpdate ? dropped : [],
      attribute: [known.workspace_names === null || known.workspace_ids?.length ? "workspace_ids" : "workspace_names"],
      evicted,
      notes: [...transit, ...this.#evictionNotes(evicted)],
      // The refresh has reported the reasons of a selection that is in the state.
      reasons:
        rule === undefined || selection.asOf === "state"
          ? undefined
          : new Map(selected.map(({ workspace, reason }) => [workspace.id, matchReason(reason)])),
    };
    const taken = dropped.map(({ id }) => id).filter((id) => plannedWorkspaces.claimOfAnother(resource, id));
    const passesOn = storesPlannedPrivate || isDynamic(known);
    return {
      plan: complete,
      privateState: { retained: [...taken, ...stays], ...(passesOn ? { found: located.map(withoutSettings) } : {}) },
      moves,
    };
  }

  async #select(): Promise<Selection> {
    const { view } = this;
    const { known, prior, rule, destination, storesPlannedPrivate, isReplacement } = this.input;
    const lists = listsIn(this.input.storedPrivateState);
    const place = { projectId: destination, organization: view.name };
    if (selectsAsBefore(known, prior, lists, place)) return this.#selectionOf(prior);
    const first = selectionIn(this.input.privateState);
    if (first !== undefined && isDynamic(known)) {
      const located = (): Promise<typeof first> => Promise.resolve(first);
      return { ...withMissing(first, known), computed: this.#computed(first), asOf: "first-plan", located };
    }
    if (first !== undefined) view.workspaces.recordEarlier(first.map(({ workspace }) => workspace));
    const own = [destination, prior?.project_id].flatMap((id) => id ?? []);
    const { selected, missingIds, missingNames } = await selectLive(view, known, rule, own);
    const located = (): Promise<typeof selected> => Promise.resolve(selected);
    // Later plans of the same change find the same workspaces, or are passed those of this plan.
    const isLasting = !isDynamic(known) || (storesPlannedPrivate && !isReplacement);
    const computed = isLasting ? this.#computed(selected) : this.#unknown(selected);
    return { selected, missingIds, missingNames, computed, asOf: "now", located };
  }

  /** The workspaces that the membership selects according to the state. */
  #selectionOf({ matched_workspaces: map }: RecordedSelection): Selection {
    const { known } = this.input;
    const words = wordsIn(known);
    const selected = Object.entries(map).map(([id, name]): Selected => {
      return { workspace: { id, name }, reason: { by: isNamed(words, { id, name }) ? "name" : "rule" } };
    });
    const located = async (): Promise<readonly SelectedWorkspace[]> => {
      // The apply needs this list, which saves a read of each workspace.
      if (this.input.destination !== undefined) await this.view.workspaces.inProject(this.input.destination);
      const found = await Promise.all(selected.map(({ workspace }) => this.view.workspaces.byId(workspace.id)));
      const { name: organization } = this.view;
      return selected.map(({ workspace, reason }, index) => {
        return { workspace: found[index] ?? { ...workspace, projectId: "", organization }, reason };
      });
    };
    return { ...withMissing(selected, known), computed: this.#computed(selected), asOf: "state", located };
  }

  #computed(selected: readonly Selected[]): Selection["computed"] {
    const { known, rule } = this.input;
    return {
      workspace_ids: known.workspace_ids ?? selected.map(({ workspace }) => workspace.id),
      workspace_names: known.workspace_names ?? selected.map(({ workspace }) => workspace.name),
      matched_workspaces: rule === undefined ? null : mapOf(selected),
    };
  }

  /**
   * The values while a later plan may select other workspaces. If the lists of the state are those of the code, they
   * stay: a missing workspace that appears waits for the next refresh. Workspaces that entered an exclusive project
   * leave it.
   */
  #unknown(selected: readonly SelectedWorkspace[]): Selection["computed"] {
    const { known, rule, prior } = this.input;
    const isSame =
      prior !== null &&
      rule === undefined &&
      changedAttributes(SCHEMA, prior, { ...prior, ...withoutNulls(known) }).length === 0;
    const ids = new Set(selected.map(({ workspace }) => workspace.id));
    const keys = new Set(selected.map(({ workspace }) => nameKey(workspace.name)));
    const isKept = (isSelected: boolean): boolean => this.input.plan.exclusive !== true || isSelected;
    return {
      workspace_ids:
        known.workspace_ids ?? (isSame ? prior.workspace_ids.filter((id) => isKept(ids.has(id))) : UNKNOWN),
      workspace_names:
        known.workspace_names ??
        (isSame ? prior.workspace_names.filter((name) => isKept(keys.has(nameKey(name)))) : UNKNOWN),
      matched_workspaces: rule === undefined ? null : UNKNOWN,
    };
  }

  /** Claims the workspaces, and returns true, unless another membership has claimed some of them. */
  #claim(selected: readonly Selected[]): boolean {
    const { known, rule, selects, resource, destination } = this.input;
    const { provider, diagnostics } = this.context;
    const project = destination === undefined ? undefined : (this.view.projects.peek(destination)?.name ?? destination);
    const label = project === undefined ? "a new project" : `project ${quote(project)}`;
    const claimedBy = claimant(label, selects, known, rule);
    if (checkConflicts(resource, selected, claimedBy, provider.plannedWorkspaces, diagnostics)) return false;
    for (const { workspace } of selected) {
      const claim = { projectId: destination, claimant: claimedBy(workspace) };
      provider.plannedWorkspaces.claim(resource, workspace.id, claim);
    }
    return true;
  }

  #renamed(selection: Selection): Promise<readonly RenamedWorkspace[]> {
    const { known, prior } = this.input;
    return renamedMembers(this.view, selection, known, prior);
  }

  #warnOfNoMatch({ selected }: Selection): void {
    const { known, rule } = this.input;
    if (rule === undefined || selected.some(({ workspace }) => !isNamed(wordsIn(known), workspace))) return;
    const attribute = rule.matchNames === undefined ? "match_tags" : "match_names";
    this.context.diagnostics.warning("Rule matches no workspace", `No workspace ${conditionText(rule)}.`, [attribute]);
  }

  /** The workspaces that a project loses by becoming exclusive. */
  async #evicted(projectId: string): Promise<readonly Workspace[]> {
    const inside = await this.view.workspaces.inProject(projectId);
    return inside.filter(({ id }) => !this.context.provider.plannedWorkspaces.isClaimed(id));
  }

  /** A note about workspaces that a project loses by becoming exclusive: the plan's attributes do not show them. */
  #evictionNotes(evicted: readonly Workspace[]): readonly Note[] {
    const { rule, destination = "" } = this.input;
    if (evicted.length === 0) return [];
    const label = rule === undefined ? workspacesLabel(evicted) : manyWorkspacesLabel(evicted);
    const detail =
      `The membership becomes exclusive: ${label} will be moved from project ${destination} to the default project, ` +
      "unless another membership takes them.";
    return [{ summary: "Workspaces leave an exclusive project", detail, attribute: ["exclusive"] }];
  }
}

/** The words of the lists that match none of these workspaces. */
function withMissing(
  selected: readonly Selected[],
  { workspace_ids: ids, workspace_names: names }: SetLists,
): Pick<Selection, "selected" | "missingIds" | "missingNames"> {
  const known = new Set(selected.map(({ workspace }) => workspace.id));
  const keys = new Set(selected.map(({ workspace }) => nameKey(workspace.name)));
  return {
    selected,
    missingIds: (ids ?? []).filter((id) => !known.has(id)),
    missingNames: (names ?? []).filter((name) => !keys.has(nameKey(name))),
  };
}

/** Removes the settings and tags of a workspace, which the apply does not need. */
function withoutSettings({ workspace, reason }: SelectedWorkspace): SelectedWorkspace {
  const { id, name, projectId, organization } = workspace;
  return { workspace: { id, name, projectId, organization }, reason };
}

function withoutNulls({ workspace_ids: ids, workspace_names: names }: SetLists): Partial<MembershipState> {
  return { ...(ids === null ? {} : { workspace_ids: ids }), ...(names === null ? {} : { workspace_names: names }) };
}

/** The plan if some workspaces are unknown: attributes that the configuration omits are known after apply. */
export function unresolvedPlan(config: MembershipConfig, plan: MembershipPlan): Planned {
  const hasNoRule = config.match_names === null && config.match_tags === null;
  return {
    plan: {
      ...plan,
      workspace_ids: config.workspace_ids ?? UNKNOWN,
      workspace_names: config.workspace_names ?? UNKNOWN,
      matched_workspaces: hasNoRule ? null : UNKNOWN,
    },
    privateState: NONE_RETAINED,
  };
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
  { project_id: projectId, exclusive, on_destroy: onDestroy }: MembershipPlan | KnownConfigOf<typeof SCHEMA>,
): boolean {
  const isMoved = prior !== null && projectId !== prior.project_id;
  return onDestroy === "retain" && (isMoved || exclusive !== true);
}

/** The lists, with their known workspaces. */
function knownLists(config: MembershipConfig): SetLists {
  const known = (values: MembershipConfig["workspace_ids"]): readonly string[] | null =>
    isKnown(values) ? (values ?? []).filter(isKnown) : null;
  return { workspace_ids: known(config.workspace_ids), workspace_names: known(config.workspace_names) };
}
