import { isNotCompared, SETTING_NAMES, type SettingName } from "../../model";
import { compareNames, groupBy } from "../../reconcile/lists";
import { named, type ActualOrganization, type NamedObject } from "../organization";
import { unknownMemberWarnings } from "./after-apply-warnings";
import type { Comparison, UnmanagedDrift } from "./comparison";
import { coverageOf, type Coverage } from "./coverage";
import { gateWarnings } from "./gate-warnings";
import { prohibitions } from "./guards";
import { impactOf, withRelated } from "./impact";
import { raisedLimits } from "./limits";
import { missingDrift, missingWarnings } from "./missing-workspaces";
import type { Places } from "./destinations";
import type { IdentifiedOrganization } from "./identity";
import { sentByAddress, type RequiredChanges } from "./pending-actions";
import { misplacedWarnings } from "./placed";
import type { PlanningOptions } from "./plan-options";
import type { Refusal } from "./refusal";
import { twoOwnersWarnings } from "./two-owners";
import { warningsFor } from "./warnings";

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

/** What was decided, with what should be known about it. @param actual - With what was read because of the changes. */
export function describeComparison(decision: Decision, actual: ActualOrganization): Comparison {
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
        ...twoOwnersWarnings(desired, destinations, resolver, actual),
        ...misplacedWarnings(destinations.placed, deletions, actual),
        ...gateWarnings(desired, actions),
        ...prohibitions(changes, actual).map((refusal) => ({ kind: "not-permitted", refusal }) as const),
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
