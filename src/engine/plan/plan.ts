import type { GateReading } from "../../diagnostics";
import type { Diagnostic } from "../../model";
import { named, type ActualOrganization } from "../actual-organization";
import type { DesiredOrganization } from "../organization";
import { isDrift, isIncomplete, type Comparison, type Drift, type Plan } from "./comparison";
import { coverageOf, placeWorkspaces, unmanagedInPlace, type Places, type UnmanagedWorkspace } from "./destinations";
import { refusalsOf, warningsOf } from "./findings";
import { identifyProjects, type IdentifiedOrganization } from "./identity";
import { impactOf, movesOf } from "../impact/impact";
import {
  planOptionsOf,
  raisedLimits,
  type DriftOptions,
  type ComparisonOptions,
  type PlanOptions,
} from "./plan-options";
import { notCompared, requiredChanges, type RequiredChanges } from "./required-changes";

/** The changes that the code requires of an organization: nothing that is read later affects them. */
export interface Decision {
  /** Code and organization, and which projects are the same. */
  readonly identified: IdentifiedOrganization;
  /** Which workspaces belong where. */
  readonly places: Places;
  readonly changes: RequiredChanges;
  /** The errors that block them. */
  readonly errors: readonly Diagnostic[];
  readonly options: ComparisonOptions;
}

/**
 * Plans the changes that the code requires. Pure: no I/O, no clock, no randomness; equal input gives an equal plan, and
 * the order in which the service lists things changes nothing.
 */
export function makePlan(desired: DesiredOrganization, actual: ActualOrganization, options: PlanOptions = {}): Plan {
  return completePlan(decideChanges(desired, actual, options));
}

/**
 * Compares an organization with the code. Pure, as {@link makePlan} is. Drift leaves out what only an apply needs: all
 * limits, also those in the code; deletions of unmanaged projects; settings that the service does not report; the
 * impact that is read; and the advice of errors. Workspaces that have other names are differences instead of errors or
 * warnings, as are those that do not exist, unless the code tolerates that. Of its warnings, reports show those that
 * `concernsDrift` marks.
 */
export function detectDrift(
  desired: DesiredOrganization,
  actual: ActualOrganization,
  { ignore, strict, unplaced }: DriftOptions = {},
): Drift {
  // Leaves out the options of a plan, such as `prune`, that a program may pass.
  const decision = decide(desired, actual, { ignore, strict, unplaced, mode: "drift" });
  const comparison = comparisonOf(decision);
  return { kind: "drift", hasDrift: isDrift(comparison), isComplete: !isIncomplete(comparison), ...comparison };
}

/** Decides on the changes of a plan, which {@link completePlan} completes. */
export function decideChanges(
  desired: DesiredOrganization,
  actual: ActualOrganization,
  options: PlanOptions,
): Decision {
  return decide(desired, actual, { ...options, mode: "plan" });
}

/**
 * @param related - The organization with its related objects. @default without them
 * @param gates - Those of the code, as they were read. @default nothing read them
 */
export function completePlan(decision: Decision, related?: ActualOrganization, gates?: readonly GateReading[]): Plan {
  return { kind: "plan", options: planOptionsOf(decision.options), ...comparisonOf(decision, related, gates) };
}

/**
 * Decides on the changes, and throws nothing: what is wrong with the code, or beyond a limit, is an error of the plan,
 * and blocks it. What the token may not do becomes a warning: the plan can be saved, and another token may apply it.
 */
function decide(desired: DesiredOrganization, actual: ActualOrganization, options: ComparisonOptions): Decision {
  const identified = identifyProjects(desired, actual);
  const places = placeWorkspaces(identified, options);
  const changes = requiredChanges(identified, places, options);
  // A new limit needs its option, `RaisedLimit` and default in `plan-options.ts`, a line in `exceededLimits` of
  // `findings.ts`, its error in `diagnostics/limits.ts`, and a flag in `addPlanFlags` of `cli/plan-flags.ts`; the
  // compiler asks for what else depends on them.
  const errors = refusalsOf(identified, places, changes, options);
  return { identified, places, changes, errors, options };
}

/** Adds warnings and numbers to the changes. @param related - With related objects. @default they were not read */
function comparisonOf(decision: Decision, related?: ActualOrganization, gates?: readonly GateReading[]): Comparison {
  const { identified, places, changes, errors, options } = decision;
  const { desired, identity, resolver } = identified;
  const { actions } = changes;
  const actual = related ?? identified.actual;
  const impact = impactOf(movesOf(actions, actual, resolver), actual);
  const coverage = coverageOf(identified, places.unmanaged);
  const inPlace = unmanagedInPlace({ actions, coverage });
  const inManagedProjects = inPlace.filter(({ isInManagedProject }) => isInManagedProject);
  const isUnplaced = ({ project }: UnmanagedWorkspace): boolean =>
    options.unplaced === true && project.id === actual.defaultProjectId;
  const moved = new Set(changes.moves.map(({ workspace }) => workspace.id));
  return {
    organization: actual.name,
    desired,
    actual,
    notInState: desired.projects.flatMap(({ address, stateId }) => {
      const id = identity.get(address)?.id;
      return id === undefined || id === stateId ? [] : [{ address, id }];
    }),
    actions,
    errors,
    warnings: warningsOf(identified, places, changes, impact, gates),
    impact,
    raisedLimits: raisedLimits(options, actual),
    coverage,
    unmanagedDrift: {
      projects: options.strict === true ? coverage.unmanagedProjects.length : 0,
      workspaces: options.strict === true ? inManagedProjects.filter((it) => !isUnplaced(it)).length : 0,
      unplaced: inPlace.filter(isUnplaced).length,
    },
    notPruned: changes.notPruned,
    missingWorkspaces: places.missingWorkspaces,
    afterApply: places.afterApply,
    // Those that the plan does not move for another reason.
    elsewhere: places.elsewhere.filter(({ id }) => !moved.has(id)),
    unlisted:
      desired.inState === undefined
        ? inManagedProjects.filter(({ project }) => project.id !== actual.defaultProjectId).map(named)
        : [],
    notCompared: notCompared(identified, changes),
  };
}
