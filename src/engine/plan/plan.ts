import { isNotCompared, SETTING_NAMES, type SettingName } from "../../model";
import { compareNames, groupBy } from "../../reconcile/lists";
import { named, type ActualOrganization, type DesiredOrganization, type NamedObject } from "../organization";
import type { Comparison, Drift, Plan, UnmanagedDrift } from "./comparison";
import { coverageOf, type Coverage } from "./coverage";
import { placeWorkspaces, type Places } from "./destinations";
import { isDrift, isIncomplete } from "./drift";
import { permissionWarnings, refusalsOf } from "./guards";
import { identifyProjects, type IdentifiedOrganization } from "./identity";
import { impactOf, withRelated } from "./impact";
import { raisedLimits } from "./limits";
import { missingDrift, missingWarnings } from "./missing-workspaces";
import { requiredChanges, sentByAddress, type RequiredChanges } from "./pending-actions";
import { planOptionsOf, type DriftOptions, type PlanningOptions, type PlanOptions } from "./plan-options";
import type { Refusal } from "./refusal";
import { misplacedWarnings, twoOwnersWarnings } from "./tfe-workspaces";
import { gateWarnings, unknownMemberWarnings, warningsFor } from "./warnings";

/** What the code requires of an organization, before it is described: nothing that is read later changes it. */
export interface Decision {
  /** Code and organization, and which projects are the same. */
  readonly identified: IdentifiedOrganization;
  /** Which workspaces belong where. */
  readonly places: Places;
  readonly changes: RequiredChanges;
  /** What forbids them. */
  readonly refusals: readonly Refusal[];
  readonly options: PlanningOptions;
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
  return planOf(decidePlan(desired, actual, options));
}

/** Compares an organization with the code. Pure, as {@link planOrganization} is. */
export function compareOrganization(
  desired: DesiredOrganization,
  actual: ActualOrganization,
  { ignore, strict }: DriftOptions = {},
): Drift {
  // Only these: with the options of a plan there would be deletions, too.
  const decision = decide(desired, actual, { ignore, strict, mode: "drift" });
  const comparison = describeComparison(decision, decision.identified.actual);
  return { kind: "drift", hasDrift: isDrift(comparison), isComplete: !isIncomplete(comparison), ...comparison };
}

/** What a plan changes: {@link planOf} makes the plan of it. */
export function decidePlan(desired: DesiredOrganization, actual: ActualOrganization, options: PlanOptions): Decision {
  return decide(desired, actual, { ...options, mode: "plan" });
}

/** @param actual - The organization, with what was read because of the changes. @default as it was */
export function planOf(decision: Decision, actual: ActualOrganization = decision.identified.actual): Plan {
  return { kind: "plan", options: planOptionsOf(decision.options), ...describeComparison(decision, actual) };
}

function decide(desired: DesiredOrganization, actual: ActualOrganization, options: PlanningOptions): Decision {
  const identified = identifyProjects(desired, actual);
  const places = placeWorkspaces(identified, options.ignore);
  const changes = requiredChanges(identified, places, options);
  const refusals = refusalsOf(identified, places, changes, options);
  return { identified, places, changes, refusals, options };
}

/** What was decided, with what should be known about it. @param actual - With what was read because of the changes. */
function describeComparison(decision: Decision, actual: ActualOrganization): Comparison {
  const { identified, places, changes, refusals, options } = decision;
  const { desired, identity, resolver } = identified;
  const { destinations, absence, unmanaged } = places;
  const { actions, deletions, prunable } = changes;
  const { related } = actual;
  const ownImpact = impactOf(actions, actual, resolver);
  const impact = related === undefined ? ownImpact : withRelated(ownImpact, related, resolver);
  const coverage = coverageOf(identified, places);
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
        ...missingWarnings(destinations.missingWorkspaces, options.mode === "plan"),
        ...destinations.warnings,
        ...twoOwnersWarnings(identified, destinations),
        ...misplacedWarnings(destinations.placed, deletions, actual),
        ...gateWarnings(desired, actions),
        ...permissionWarnings(changes, identified),
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
    missingWorkspaces: options.mode === "drift" ? missingDrift(destinations.missingWorkspaces) : [],
    afterApply: destinations.afterApply,
    selections: destinations.selections,
    elsewhere: destinations.elsewhere,
    leftInPlace: desired.recorded === undefined ? leftInPlace(decision, coverage) : [],
    notCompared: notCompared(decision),
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
function leftInPlace({ identified: { actual }, changes }: Decision, coverage: Coverage): readonly NamedObject[] {
  const moved = new Set(changes.moves.map(({ workspace }) => workspace.id));
  return coverage.unmanagedWorkspaces
    .filter((it) => it.isInManagedProject && it.project.id !== actual.defaultProjectId && !moved.has(it.id))
    .map(named);
}

function notCompared({ identified: { desired, identity }, changes }: Decision): readonly SettingName[] {
  const sent = sentByAddress(changes.pending);
  return SETTING_NAMES.filter((name) =>
    desired.projects.some((project) => {
      const found = identity.get(project.address);
      if (found === undefined || sent.get(project.address)?.includes(name) === true) return false;
      return isNotCompared(name, found, project);
    }),
  );
}
