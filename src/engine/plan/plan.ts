import { isNotCompared, SETTING_NAMES, type SettingName } from "../../model";
import { compareNames, groupBy } from "../../reconcile/lists";
import type { ActualOrganization, DesiredOrganization } from "../organization";
import { unknownMemberWarnings } from "./after-apply-warnings";
import type { Comparison, Drift, Plan, UnmanagedDrift } from "./comparison";
import { coverageOf, type Coverage } from "./coverage";
import { named, type NamedObject } from "../organization";
import { placeWorkspaces } from "./destinations";
import { gateWarnings } from "./gate-warnings";
import { prohibitions, refusalsOf } from "./guards";
import { identifyProjects } from "./identity";
import { impactOf, withRelated } from "./impact";
import { raisedLimits } from "./limits";
import { missingDrift, missingWarnings } from "./missing-workspaces";
import { decideActions, sentByAddress, type DecidedOrganization } from "./pending-actions";
import { isDrift, isIncomplete } from "./drift";
import { planOptionsOf, type DriftOptions, type PlanningOptions, type PlanOptions } from "./plan-options";
import type { Refusal } from "./refusal";
import { misplacedWarnings } from "./placed";
import { twoOwnersWarnings } from "./two-owners";
import { warningsFor } from "./warnings";

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
  const sendsUnreported = actual.skipsDurations !== true;
  return { ...options, limited: true, toleratesMissing: false, sendsUnreported };
}

/** Compares an organization with the code. Pure, as {@link planOrganization} is. */
export function compareOrganization(
  desired: DesiredOrganization,
  actual: ActualOrganization,
  options: DriftOptions = {},
): Drift {
  // Only these: with the options of a plan there would be deletions, too.
  const { ignore, strict } = options;
  const planning = { ignore, strict, limited: false, toleratesMissing: true, sendsUnreported: false };
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
  const { desired, actual, identity, resolver, destinations, absence, unmanaged } = draft;
  const { actions, deletions, refusals, prunable } = draft;
  const { related } = actual;
  const ownImpact = impactOf(actions, actual, resolver);
  const impact = related === undefined ? ownImpact : withRelated(ownImpact, related, resolver);
  const coverage = coverageOf(draft);
  const unmanagedIds = new Set([...unmanaged.projects, ...unmanaged.ignored.projects].map(({ id }) => id));
  unmanagedIds.delete(actual.defaultProjectId);
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
        ...unknownMemberWarnings(destinations.afterApply),
        ...missingWarnings(destinations.missingWorkspaces, !options.toleratesMissing),
        ...destinations.warnings,
        ...twoOwnersWarnings(desired, destinations, resolver, actual),
        ...misplacedWarnings(destinations.placed, deletions, actual),
        ...gateWarnings(desired, actions),
        ...prohibitions(draft).map((refusal) => ({ kind: "not-permitted", refusal }) as const),
      ],
      groupBy(
        actual.workspaces.filter(({ projectId }) => unmanagedIds.has(projectId)),
        ({ projectId }) => projectId,
      ),
      impact,
    ),
    impact,
    raisedLimits: raisedLimits(options, actual),
    coverage,
    unmanagedDrift: options.strict === true ? unmanagedDriftOf(coverage) : NO_UNMANAGED_DRIFT,
    leftAlone: options.prune === true || desired.undo !== undefined ? [] : [...prunable].sort(compareNames).map(named),
    missingWorkspaces: options.toleratesMissing ? missingDrift(destinations.missingWorkspaces) : [],
    afterApply: destinations.afterApply,
    selections: destinations.selections,
    elsewhere: destinations.elsewhere,
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
  const sent = sentByAddress(pending);
  return SETTING_NAMES.filter((name) =>
    desired.projects.some((project) => {
      const found = identity.get(project.address);
      if (found === undefined || sent.get(project.address)?.includes(name) === true) return false;
      return isNotCompared(name, found, project);
    }),
  );
}
