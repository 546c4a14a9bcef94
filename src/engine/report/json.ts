import { attributeOf, messageOf, type Diagnostic } from "../../model";
import { percentOf, type Coverage } from "../plan/destinations";
import { named } from "../actual-organization";
import type { Compared, Comparison, Plan } from "../plan/comparison";
import type { DoneBefore } from "../plan/progress";
import type { LimitName } from "../plan/plan-options";
import { isWarning, type GateReading } from "../../diagnostics";
import type { Outcome, Result } from "../result";
import { VERSION } from "../../version";
import { changesJson } from "../changes/json";
import { errorJson, type NextStepOf } from "./error";
import { impactJson } from "./impact-json";
import { leftSentence } from "./left-text";
import { changesByProject, summaryOf } from "../plan/project-change";
import type { LeftChange } from "../left-changes";
import { sanitizeJson } from "../../sanitize";

/**
 * `MAJOR.MINOR` version of all documents. New members raise the minor version; members that are removed or change their
 * meaning raise the major one. `schema/plan.schema.json` describes those of `plan`, `drift` and `apply`, and errors.
 */
const FORMAT_VERSION = "2.0";

/**
 * Plans or drift as a JSON document that ends with a line break. Pure: equal plans give equal bytes. Names are not
 * changed; characters that a terminal or a CI system would interpret are escaped.
 */
export function asJson(compared: Compared): string {
  return toDocument(compared[0]?.kind ?? "plan", { organizations: compared.map(organizationJson) });
}

/** Plans with the outcomes of their actions as a JSON document; plans that are blocked or empty have none. */
export function applyAsJson(outcomes: readonly Result[]): string {
  const organizations = outcomes.map(({ plan, outcomes: ended, doneBefore = [] }) => ({
    ...organizationJson(plan),
    outcomes: ended.map((outcome, index) => ({ action: plan.actions[index]?.id, ...outcomeJson(outcome) })),
    done_before: doneBefore.length === 0 ? undefined : doneBefore.map(doneBeforeJson),
  }));
  return toDocument("apply", { organizations });
}

/**
 * An error that leaves a command without a result, as a JSON document.
 *
 * @param nextStepOf - The next step after an error, in words of the caller. @default the error's own
 */
export function errorAsJson(error: unknown, nextStepOf?: NextStepOf): string {
  return toDocument("error", { error: errorJson(error, nextStepOf) });
}

/** The kinds of documents: most are names of commands. */
type Kind =
  | "plan"
  | "drift"
  | "apply"
  | "explain"
  | "stages"
  | "suggest"
  | "doctor"
  | "conformance"
  | "migrate"
  | "error";

/** A JSON document that ends with a line break. */
export function toDocument(kind: Kind, content: object): string {
  return `${sanitizeJson({ format_version: FORMAT_VERSION, tfprojects_version: VERSION, kind, ...content })}\n`;
}

/** Members that are undefined are missing in the document. */
function organizationJson(comparison: Comparison): object {
  const { desired, errors, actions } = comparison;
  const { states = [], terraformPlan } = desired.inState ?? {};
  return {
    name: comparison.organization,
    language: desired.language ?? "terraform",
    states: states.map(({ source, lineage, serial }) => ({ source, lineage, serial })),
    terraform_plan: terraformPlan && { source: terraformPlan.source, created_at: terraformPlan.createdAt ?? null },
    applyable: errors.length === 0 && actions.length > 0,
    summary: summaryOf(comparison),
    raised_limits: comparison.raisedLimits.map((it) => ({
      option: LIMITS[it.option],
      limit: it.limit,
      default: it.default,
    })),
    errors: errors.map(blockingErrorJson),
    warnings: comparison.warnings.map(warningJson),
    actions: changesJson(actions),
    impact: impactJson(comparison),
    coverage: coverageJson(comparison.coverage),
    unmanaged_drift: comparison.unmanagedDrift,
    missing_workspaces: comparison.missingWorkspaces.map(({ address, renamed, missing }) => ({
      address,
      missing,
      renamed: renamed.map(({ from, id, to }) => ({ name: from, workspace: { id, name: to } })),
    })),
    known_after_apply: comparison.afterApply.map(({ address, project, count, created, ...it }) => ({
      address,
      project,
      count: count ?? null,
      created: created.map((workspace) => ({ address: workspace.address, name: workspace.name ?? null })),
      depends_on: it.dependsOn,
      kept: it.kept.map(named),
    })),
    elsewhere: comparison.elsewhere.map((it) => ({ ...named(it), project: named(it.project), rule: it.rule })),
    found_by_name: changesByProject(comparison).flatMap(({ key: id, name, isFoundByName }) =>
      isFoundByName ? { id, name } : [],
    ),
    not_pruned: comparison.notPruned.map(named),
    unlisted: comparison.unlisted.map(named),
    not_compared: comparison.notCompared.map(attributeOf),
    undo: desired.undo && { restores: desired.undo.restores, left: desired.undo.left.map(leftJson) },
  };
}

/** What a plan with a single move says of it. */
export function proposedJson({ errors, warnings, impact }: Plan): object {
  return { errors: errors.map(blockingErrorJson), warnings: warnings.map(warningJson), impact: impactJson({ impact }) };
}

/** What to review before a plan is approved. */
function warningJson(warning: Diagnostic): object {
  return {
    code: warning.code,
    message: messageOf(warning),
    action: warning.data.action,
    addresses: warning.data.addresses,
    gates: isGate(warning) ? warning.data.gates.map(gateJson) : undefined,
  };
}

const isGate = isWarning("gate");

function gateJson({ address, status, reasons, dependents }: GateReading): object {
  return { address, status, reason: reasons.length === 0 ? undefined : reasons.join(" "), dependents };
}

/** A change that an undo leaves as it is. */
function leftJson(left: LeftChange): object {
  const { action, cause, project, workspaces, attributes, code } = left;
  return {
    action,
    code: cause,
    message: leftSentence(left),
    project: project && named(project),
    workspaces: workspaces?.map(named),
    attributes,
    declaration: code?.join("\n"),
  };
}

/** An error that blocks a plan. */
export function blockingErrorJson(error: Diagnostic): object {
  const { address, addresses, project, workspaces = [] } = error.data;
  return {
    code: error.code,
    message: messageOf(error),
    address,
    addresses,
    project: project && named(project),
    workspaces: workspaces.length === 0 ? undefined : workspaces,
  };
}

function outcomeJson(outcome: Outcome): object {
  const isDependent = outcome.kind === "skipped" && outcome.reason === "dependency";
  return {
    outcome: outcome.kind,
    reason: outcome.kind === "skipped" ? outcome.reason : undefined,
    failures: isDependent ? outcome.failures : undefined,
    project_id: outcome.kind === "done" ? outcome.createdId : undefined,
    warning: outcome.kind === "done" ? outcome.warning : undefined,
    error: outcome.kind === "failed" ? errorJson(outcome.error.cause) : undefined,
  };
}

function doneBeforeJson({ action, isComplete, createdId, workspaces }: DoneBefore): object {
  return {
    action: action.id,
    complete: isComplete,
    project_id: createdId,
    workspaces: workspaces?.map(named),
  };
}

/** How documents name limits. */
const LIMITS: Readonly<Record<LimitName, string>> = { maxDeletes: "max-deletes", maxMoves: "max-moves" };

function coverageJson(coverage: Coverage): object {
  return {
    projects: shareJson(coverage.projects),
    workspaces: shareJson(coverage.workspaces),
    default_project: coverage.defaultProject,
    unmanaged_projects: coverage.unmanagedProjects.map(named),
    unmanaged_workspaces: coverage.unmanagedWorkspaces.map(({ project, isInManagedProject, ...it }) => ({
      ...named(it),
      project: named(project),
      in_managed_project: isInManagedProject,
    })),
    ignored: coverage.ignored,
  };
}

function shareJson(share: Coverage["projects"]): object {
  return { ...share, percent: percentOf(share) };
}
