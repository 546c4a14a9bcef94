import { attributeOf } from "../../model";
import { percentOf, type Coverage } from "../plan/coverage";
import { refusalText, workspacesOf } from "../findings/errors";
import { warningText } from "../findings/warnings";
import { named } from "../actual-organization";
import type { Compared, Comparison } from "../plan/comparison";
import type { Refusal } from "../plan/refusal";
import type { BatchOutcome } from "../action-outcome";
import { VERSION } from "../../version";
import { actionId, actionsJson, idAt } from "../actions/table";
import { errorJson, type NextStepOf } from "./error";
import { impactJson } from "./impact-json";
import type { PlanOutcome } from "./outcome";
import { leftSentence } from "./left-text";
import { changesByProject, summaryOf } from "../plan/project-change";
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
export function applyAsJson(outcomes: readonly PlanOutcome[]): string {
  const organizations = outcomes.map((it) => ({
    ...organizationJson(it.plan),
    outcomes: outcomesJson(it),
    ...doneBeforeJson(it),
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

function organizationJson(comparison: Comparison): object {
  const { states = [] } = comparison.desired.recorded ?? {};
  return {
    name: comparison.organization,
    language: comparison.desired.language ?? "terraform",
    states: states.map(({ source, lineage, serial }) => ({ source, lineage, serial })),
    ...terraformPlanJson(comparison),
    applyable: comparison.refusals.length === 0 && comparison.actions.length > 0,
    summary: summaryOf(comparison),
    raised_limits: raisedLimitsJson(comparison),
    errors: comparison.refusals.map(refusalJson),
    warnings: comparison.warnings.map((warning) => {
      const { kind, action, addresses } = warning;
      return {
        code: kind,
        message: warningText(warning),
        ...(action === undefined ? {} : { action: idAt(comparison, action) }),
        ...(addresses === undefined ? {} : { addresses }),
      };
    }),
    actions: actionsJson(comparison),
    impact: impactJson(comparison),
    coverage: coverageJson(comparison.coverage),
    unmanaged_drift: { projects: comparison.unmanagedDrift.projects, workspaces: comparison.unmanagedDrift.workspaces },
    missing_workspaces: comparison.missingWorkspaces.map(({ address, renamed, missing }) => ({
      address,
      missing,
      renamed: renamed.map(({ from, id, to }) => ({ name: from, workspace: { id, name: to } })),
    })),
    known_after_apply: comparison.afterApply.map(({ address, project, count, created, dependsOn, kept }) => ({
      address,
      project: { id: project.id, name: project.name },
      count: count ?? null,
      created: created.map((it) => ({ address: it.address, name: it.name ?? null })),
      depends_on: dependsOn,
      left_in_place: kept.map(named),
    })),
    elsewhere: comparison.elsewhere.map(({ id, name, project, rule }) => ({
      id,
      name,
      project: named(project),
      rule,
    })),
    found_by_name: changesByProject(comparison)
      .filter(({ isFoundByName }) => isFoundByName)
      .map(({ key: id, name }) => ({ id, name })),
    left_alone: comparison.leftAlone.map(named),
    left_in_place: comparison.leftInPlace.map(named),
    not_compared: comparison.notCompared.map(attributeOf),
    ...undoJson(comparison),
  };
}

/** The changes that an undo leaves as they are; nothing for other plans. */
function undoJson({ desired: { undo } }: Comparison): object {
  if (undo === undefined) return {};
  return {
    undo: {
      left: undo.left.map((it) => ({
        action: it.action,
        code: it.cause,
        message: leftSentence(it),
        ...(it.project === undefined ? {} : { project: named(it.project) }),
        ...(it.workspaces === undefined ? {} : { workspaces: it.workspaces.map(named) }),
        ...(it.attributes === undefined ? {} : { attributes: it.attributes }),
        ...(it.code === undefined ? {} : { declaration: it.code.join("\n") }),
      })),
    },
  };
}

function terraformPlanJson({ desired }: Comparison): object {
  const { terraformPlan } = desired.recorded ?? {};
  if (terraformPlan === undefined) return {};
  return { terraform_plan: { source: terraformPlan.source, created_at: terraformPlan.createdAt ?? null } };
}

function refusalJson(refusal: Refusal): object {
  const { address } = "address" in refusal ? refusal : {};
  const workspaces = workspacesOf(refusal);
  return {
    code: refusal.code,
    message: refusalText(refusal),
    ...(address === undefined ? {} : { address }),
    ...("addresses" in refusal ? { addresses: refusal.addresses } : {}),
    ...("project" in refusal ? { project: named(refusal.project) } : {}),
    ...(workspaces.length === 0 ? {} : { workspaces }),
  };
}

function outcomesJson({ plan, outcomes }: PlanOutcome): readonly object[] {
  return plan.actions.flatMap((action, index) => {
    const outcome = outcomes[index];
    if (outcome === undefined) return [];
    return [
      {
        action: actionId(action),
        outcome: outcome.kind,
        ...(outcome.kind === "done" && outcome.createdId !== undefined ? { project_id: outcome.createdId } : {}),
        ...(outcome.kind === "done" && outcome.warning !== undefined ? { warning: outcome.warning } : {}),
        ...(outcome.kind === "failed" ? { error: errorJson(outcome.error) } : {}),
        ...(outcome.batches === undefined ? {} : { batches: outcome.batches.map(batchJson) }),
      },
    ];
  });
}

function batchJson({ batch, kind, workspaces }: BatchOutcome): object {
  return { batch, outcome: kind, workspaces: workspaces.map(named) };
}

function doneBeforeJson({ doneBefore = [] }: PlanOutcome): object {
  if (doneBefore.length === 0) return {};
  return {
    done_before: doneBefore.map(({ action, isComplete, createdId, workspaces }) => ({
      action: actionId(action),
      complete: isComplete,
      ...(createdId === undefined ? {} : { project_id: createdId }),
      ...(workspaces === undefined ? {} : { workspaces: workspaces.map(named) }),
    })),
  };
}

function raisedLimitsJson({ raisedLimits }: Comparison): readonly object[] {
  const names = { maxDeletes: "max-deletes", maxMoves: "max-moves" };
  return raisedLimits.map(({ option, limit, default: standard }) => ({
    option: names[option],
    limit,
    default: standard,
  }));
}

function coverageJson(coverage: Coverage): object {
  const { projects, workspaces, defaultProject, unmanagedProjects, unmanagedWorkspaces, ignored } = coverage;
  return {
    projects: shareJson(projects),
    workspaces: shareJson(workspaces),
    default_project: defaultProject,
    unmanaged_projects: unmanagedProjects.map(named),
    unmanaged_workspaces: unmanagedWorkspaces.map(({ id, name, project, isInManagedProject }) => ({
      id,
      name,
      project: named(project),
      in_managed_project: isInManagedProject,
    })),
    ignored: { patterns: ignored.patterns, projects: ignored.projects, workspaces: ignored.workspaces },
  };
}

function shareJson({ managed, total }: Coverage["projects"]): object {
  return { managed, total, percent: percentOf({ managed, total }) };
}
