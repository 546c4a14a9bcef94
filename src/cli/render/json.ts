import { VERSION } from "../../version";
import { attributeOf, SETTING_NAMES, type ProjectSettings } from "../../model";
import type { Action, Coverage, OrganizationPlan } from "../../reconcile";
import { sanitizeJson } from "./sanitize";
import { summaryOf } from "./project-change";
import { percentOf } from "./summary";

/**
 * Version of the document, as `MAJOR.MINOR`: a member that is added raises the minor number, a member that goes or changes its meaning the major
 * one. `schema/plan.schema.json` describes it.
 */
export const FORMAT_VERSION = "1.1";

/**
 * Plans for programs: one JSON document, with a line break at its end. Pure; equal plans give equal bytes. Names in it are as the service and the
 * code have them: what a terminal or a CI system would obey is written as an escape of JSON.
 */
export function planAsJson(plans: readonly OrganizationPlan[]): string {
  return toDocument("plan", plans);
}

/** What differs between organizations and their code: the same document, of the kind `drift`. */
export function driftAsJson(plans: readonly OrganizationPlan[]): string {
  return toDocument("drift", plans);
}

function toDocument(kind: "plan" | "drift", plans: readonly OrganizationPlan[]): string {
  const document = {
    format_version: FORMAT_VERSION,
    tfprojects_version: VERSION,
    kind,
    organizations: plans.map(organizationJson),
  };
  return `${sanitizeJson(document)}\n`;
}

function organizationJson(plan: OrganizationPlan): object {
  return {
    name: plan.organization,
    applyable: plan.refusals.length === 0 && plan.actions.length > 0,
    summary: summaryOf(plan),
    refusals: plan.refusals.map(({ code, subject, message }) => ({ code, subject, message })),
    attention: plan.warnings.map(({ kind, action, message }) => ({ kind, action, message })),
    actions: plan.actions.map(actionJson),
    coverage: coverageJson(plan.coverage),
    durations_compared: plan.notCompared.length === 0,
  };
}

function actionJson(action: Action): object {
  const { id, kind, reason, dependsOn: after } = action;
  const common = { id, kind, reason, depends_on: after };
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
        workspaces: action.workspaces.map(({ id, name, from, reason: because }) => ({
          id,
          name,
          from: { id: from.id, name: from.name },
          because,
        })),
      };
  }
}

function attributesJson(settings: ProjectSettings): object {
  return Object.fromEntries(SETTING_NAMES.map((name) => [attributeOf(name), settings[name]]));
}

function coverageJson({
  projects,
  workspaces,
  unmanagedProjects: projectsOutside,
  unmanagedWorkspaces: workspacesOutside,
}: Coverage): object {
  return {
    projects: shareJson(projects),
    workspaces: shareJson(workspaces),
    projects_outside: projectsOutside.map(({ id, name }) => ({ id, name })),
    workspaces_outside: workspacesOutside.map(({ id, name, project }) => ({
      id,
      name,
      project: { id: project.id, name: project.name },
    })),
  };
}

function shareJson({ managed: inCode, total }: Coverage["projects"]): object {
  return { in_code: inCode, total, percent: percentOf({ managed: inCode, total }) };
}
