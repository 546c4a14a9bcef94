import { attributeOf, SETTING_NAMES, type ProjectSettings } from "../../model";
import { isOutcomeUnknown, type Action, type Coverage, type OrganizationPlan } from "../../reconcile";
import { VERSION } from "../../version";
import { sanitizedMessage, type PlanOutcome } from "./outcome";
import { summaryOf } from "./project-change";
import { sanitizeJson } from "./sanitize";
import { percentOf } from "./summary";

/**
 * `MAJOR.MINOR` version of the documents of `plan`, `drift` and `apply`. New members raise the minor version; members
 * that are removed or change their meaning raise the major one. `schema/plan.schema.json` describes the documents of
 * `plan` and `drift`.
 */
const FORMAT_VERSION = "2.0";

/**
 * Plans as a JSON document that ends with a line break. Pure: equal plans give equal bytes. Names are not changed;
 * characters that a terminal or a CI system would interpret are escaped.
 */
export function planAsJson(plans: readonly OrganizationPlan[]): string {
  return toDocument("plan", plans.map(organizationJson));
}

/** Drift as a JSON document, in the same format as a plan. */
export function driftAsJson(plans: readonly OrganizationPlan[]): string {
  return toDocument("drift", plans.map(organizationJson));
}

/** The outcomes of plans as a JSON document. */
export function applyAsJson(outcomes: readonly PlanOutcome[]): string {
  return toDocument("apply", outcomes.map(outcomesJson));
}

function toDocument(kind: "plan" | "drift" | "apply", organizations: readonly object[]): string {
  const document = { format_version: FORMAT_VERSION, tfprojects_version: VERSION, kind, organizations };
  return `${sanitizeJson(document)}\n`;
}

function organizationJson(plan: OrganizationPlan): object {
  return {
    name: plan.organization,
    states: plan.states.map(({ source, lineage, serial }) => ({ source, lineage, serial })),
    applyable: plan.refusals.length === 0 && plan.actions.length > 0,
    summary: summaryOf(plan),
    errors: plan.refusals.map(({ code, subject, message }) => ({ code, subject, message })),
    warnings: plan.warnings.map(({ kind, action, message }) => ({ kind, action, message })),
    actions: plan.actions.map(actionJson),
    coverage: coverageJson(plan.coverage),
    not_compared: plan.notCompared.map(attributeOf),
  };
}

function outcomesJson({ plan, outcomes }: PlanOutcome): object {
  return {
    name: plan.organization,
    outcomes: plan.actions.map(({ id }) => {
      const outcome = outcomes.get(id) ?? { kind: "skipped" as const };
      return {
        action: id,
        outcome: outcome.kind,
        ...(outcome.kind === "done" && outcome.createdId !== undefined ? { project_id: outcome.createdId } : {}),
        ...(outcome.kind === "failed"
          ? { error: sanitizedMessage(outcome.error), outcome_unknown: isOutcomeUnknown(outcome.error) }
          : {}),
      };
    }),
  };
}

function actionJson(action: Action): object {
  const { id, kind, reason, dependsOn } = action;
  const common = { id, kind, reason, depends_on: dependsOn };
  switch (action.kind) {
    case "create":
      return { ...common, address: action.address, before: null, after: attributesJson(action.after) };
    case "update":
      return {
        ...common,
        address: action.address,
        project_id: action.projectId,
        before: attributesJson(action.before),
        after: attributesJson(action.after),
      };
    case "delete":
      return { ...common, project_id: action.projectId, before: attributesJson(action.before), after: null };
    case "move":
      return {
        ...common,
        destination: { id: action.destination.id, name: action.destination.name },
        workspaces: action.workspaces.map(({ id, name, from, reason }) => ({
          id,
          name,
          from: { id: from.id, name: from.name },
          reason,
        })),
      };
  }
}

function attributesJson(settings: ProjectSettings): object {
  return Object.fromEntries(SETTING_NAMES.map((name) => [attributeOf(name), settings[name]]));
}

function coverageJson({ projects, workspaces, unmanagedProjects, unmanagedWorkspaces }: Coverage): object {
  return {
    projects: shareJson(projects),
    workspaces: shareJson(workspaces),
    unmanaged_projects: unmanagedProjects.map(({ id, name }) => ({ id, name })),
    unmanaged_workspaces: unmanagedWorkspaces.map(({ id, name, project }) => ({
      id,
      name,
      project: { id: project.id, name: project.name },
    })),
  };
}

function shareJson({ managed, total }: Coverage["projects"]): object {
  return { managed, total, percent: percentOf({ managed, total }) };
}
