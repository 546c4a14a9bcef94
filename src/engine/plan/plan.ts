import { isNotCompared, SETTING_NAMES, type SettingName } from "../../model";
import { compareNames, groupBy } from "../../reconcile/lists";
import type { ActualOrganization, DesiredOrganization } from "../organization";
import type { Action } from "./action";
import { coverageOf, type Coverage } from "./coverage";
import { named, type NamedObject } from "../organization";
import { placeWorkspaces } from "./destinations";
import { gateWarnings } from "./gate-warnings";
import { refusalsOf } from "./guards";
import { identifyProjects } from "./identity";
import { impactOf, withRelated, type PlanImpact } from "./impact";
import { raisedLimits, type RaisedLimit } from "./limits";
import { decideActions, sentUnreported, type DecidedOrganization } from "./pending-actions";
import { isDrift, isIncomplete } from "./drift";
import { planOptionsOf, type DriftOptions, type PlanningOptions, type PlanOptions } from "./plan-options";
import type { Refusal } from "./refusal";
import { twoOwnersWarnings } from "./two-owners";
import { warningsFor, type PlanWarning } from "./warnings";

/** How an organization differs from the code, and what would change that: plain data, JSON without loss. */
export interface Comparison {
  readonly organization: string;
  /** What was compared. */
  readonly desired: DesiredOrganization;
  readonly actual: ActualOrganization;
  /** Projects of the code that exist, and that no Terraform state has. */
  readonly notInState: readonly { readonly address: string; readonly id: string }[];
  /** In an order in which they can be executed one by one; `dependsOn` says which may run at the same time. */
  readonly actions: readonly Action[];
  /** Why the plan is blocked; empty when it can be applied. */
  readonly refusals: readonly Refusal[];
  /** What should be reviewed before approval, the most severe first. */
  readonly warnings: readonly PlanWarning[];
  /** What workspaces and people gain and lose by moves and deletions. */
  readonly impact: PlanImpact;
  /** The limits of deletions and moves that were set above their defaults. */
  readonly raisedLimits: readonly RaisedLimit[];
  /** How much of the organization is managed, before the plan is applied. */
  readonly coverage: Coverage;
  /** What is unmanaged and counts as drift; nothing unless the comparison is strict. */
  readonly unmanagedDrift: UnmanagedDrift;
  /** Unmanaged projects that `prune` would delete, and that this plan leaves alone, by name. */
  readonly leftAlone: readonly NamedObject[];
  /**
   * Workspaces in projects of the code that no membership contains. Without a state nothing shows whether a membership
   * had them, so they stay; empty with a state.
   */
  readonly leftInPlace: readonly NamedObject[];
  /** The settings that were neither compared nor sent for every project of the code, because they were not read. */
  readonly notCompared: readonly SettingName[];
}

/** What turns an organization into what the code says. */
export interface Plan extends Comparison {
  readonly kind: "plan";
  /** The options that it was made with. */
  readonly options: PlanOptions;
}

/** How an organization differs from the code. Nothing limits or blocks it, since it is not applied. */
export interface Drift extends Comparison {
  readonly kind: "drift";
  /** Whether there are differences: changes, errors in the code, or unmanaged objects if they count. */
  readonly hasDrift: boolean;
  /** Whether the token sees everything that is compared; otherwise `refusals` says what it does not see. */
  readonly isComplete: boolean;
}

/** What a report shows: the plans of organizations, or their drift. */
export type Compared = readonly Plan[] | readonly Drift[];

/** Numbers of unmanaged objects that count as drift. */
export interface UnmanagedDrift {
  readonly projects: number;
  /** Workspaces in projects that the code manages. */
  readonly workspaces: number;
}

/** A plan before it is reported: it does not depend on what is read for its impact. */
export interface PlanDraft extends DecidedOrganization {
  readonly refusals: readonly Refusal[];
}

/**
 * Plans the changes that the code requires. Pure: no I/O, no clock, no randomness; equal input gives an equal plan, and
 * the order in which the service lists things changes nothing.
 */
export function planOrganization(
  desired: DesiredOrganization,
  actual: ActualOrganization,
  options: PlanOptions = {},
): Plan {
  return reportPlan(draftPlan(desired, actual, options), options);
}

/** The options of a plan. Settings that were not read are not sent, since the service may report them. */
function planning(options: PlanOptions, actual: ActualOrganization): PlanningOptions {
  return { ...options, limited: true, sendsUnreported: actual.skipsDurations !== true };
}

/** Compares an organization with the code. Pure, as {@link planOrganization} is. */
export function compareOrganization(
  desired: DesiredOrganization,
  actual: ActualOrganization,
  options: DriftOptions = {},
): Drift {
  const planning = { ...options, limited: false, sendsUnreported: false };
  const comparison = reportComparison(draftOf(desired, actual, planning), planning);
  return { kind: "drift", hasDrift: isDrift(comparison), isComplete: !isIncomplete(comparison), ...comparison };
}

export function draftPlan(desired: DesiredOrganization, actual: ActualOrganization, options: PlanOptions): PlanDraft {
  return draftOf(desired, actual, planning(options, actual));
}

function draftOf(desired: DesiredOrganization, actual: ActualOrganization, options: PlanningOptions): PlanDraft {
  const identified = identifyProjects(desired, actual);
  const placed = placeWorkspaces(identified, options.ignore);
  const decided = decideActions(placed, options);
  const refusals = refusalsOf(decided, options);
  return { ...decided, refusals };
}

export function reportPlan(draft: PlanDraft, options: PlanOptions): Plan {
  return { kind: "plan", options: planOptionsOf(options), ...reportComparison(draft, planning(options, draft.actual)) };
}

function reportComparison(draft: PlanDraft, options: PlanningOptions): Comparison {
  const { desired, actual, identity, resolver, destinations, absence, beside } = draft;
  const { actions, refusals, prunable } = draft;
  const { related } = actual;
  const ownImpact = impactOf(actions, actual, resolver);
  const impact = related === undefined ? ownImpact : withRelated(ownImpact, related, resolver);
  const coverage = coverageOf(draft);
  const unmanaged = new Set([...beside.projects, ...beside.ignored.projects].map(({ id }) => id));
  unmanaged.delete(actual.defaultProjectId);
  return {
    organization: actual.name,
    desired,
    actual,
    notInState: desired.projects.flatMap(({ address, recordedId }) => {
      const id = identity.get(address)?.id;
      return id === undefined || id === recordedId ? [] : [{ address, id }];
    }),
    actions,
    refusals,
    warnings: warningsFor(
      actions,
      [
        ...absence.warnings,
        ...twoOwnersWarnings(desired, destinations, resolver, actual),
        ...gateWarnings(desired, actions),
      ],
      groupBy(
        actual.workspaces.filter(({ projectId }) => unmanaged.has(projectId)),
        ({ projectId }) => projectId,
      ),
      impact,
    ),
    impact,
    raisedLimits: raisedLimits(options, actual),
    coverage,
    unmanagedDrift: options.strict === true ? unmanagedDriftOf(coverage) : NO_UNMANAGED_DRIFT,
    leftAlone: options.prune === true ? [] : [...prunable].sort(compareNames).map(named),
    leftInPlace: desired.recorded === undefined ? leftInPlace(draft, coverage) : [],
    notCompared: notCompared(draft),
  };
}

const NO_UNMANAGED_DRIFT: UnmanagedDrift = { projects: 0, workspaces: 0 };

/** The default project exists in every organization, so it is no drift; it can only be managed. */
function unmanagedDriftOf({ unmanagedProjects, unmanagedWorkspaces }: Coverage): UnmanagedDrift {
  return {
    projects: unmanagedProjects.length,
    workspaces: unmanagedWorkspaces.filter(({ isInManagedProject }) => isInManagedProject).length,
  };
}

/** Workspaces in projects of the code, but for the default one, that nothing assigns, moves or ignores. By name. */
function leftInPlace({ actual, moves }: PlanDraft, coverage: Coverage): readonly NamedObject[] {
  const moved = new Set(moves.map(({ workspace }) => workspace.id));
  return coverage.unmanagedWorkspaces
    .filter((it) => it.isInManagedProject && it.project.id !== actual.defaultProjectId && !moved.has(it.id))
    .map(named);
}

function notCompared({ desired, identity, pending }: PlanDraft): readonly SettingName[] {
  const sent = new Map(pending.flatMap((it) => (it.kind === "update" ? [[it.address, sentUnreported(it)]] : [])));
  return SETTING_NAMES.filter((name) =>
    desired.projects.some((project) => {
      const found = identity.get(project.address);
      if (found === undefined || sent.get(project.address)?.includes(name) === true) return false;
      return isNotCompared(name, found, project);
    }),
  );
}
