import { VERSION } from "../../version";
import { attributeOf, SETTING_NAMES, type ProjectSettings } from "../../model";
import type { Action, Coverage, OrganizationPlan } from "../../reconcile";
import { harmlessJson } from "./harmless";
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
  return documentOf("plan", plans);
}

/** What differs between organizations and their code: the same document, of the kind `drift`. */
export function driftAsJson(plans: readonly OrganizationPlan[]): string {
  return documentOf("drift", plans);
}

function documentOf(kind: "plan" | "drift", plans: readonly OrganizationPlan[]): string {
  const document = {
    format_version: FORMAT_VERSION,
    tfprojects_version: VERSION,
    kind,
    organizations: plans.map(organization),
  };
  return `${harmlessJson(document)}\n`;
}

function organization(plan: OrganizationPlan): object {
  return {
    name: plan.organization,
    applyable: plan.refusals.length === 0 && plan.actions.length > 0,
    summary: summaryOf(plan),
    refusals: plan.refusals.map(({ code, subject, message }) => ({ code, subject, message })),
    attention: plan.attention.map(({ kind, action, message }) => ({ kind, action, message })),
    actions: plan.actions.map(actionMembers),
    coverage: coverageMembers(plan.coverage),
    durations_compared: plan.notCompared.length === 0,
  };
}

function actionMembers(action: Action): object {
  const { id, kind, reason, after } = action;
  const common = { id, kind, reason, depends_on: after };
  switch (action.kind) {
    case "create":
      return { ...common, address: action.address, before: null, after: attributes(action.to) };
    case "update":
      return {
        ...common,
        address: action.address,
        project_id: action.projectId,
        before: attributes(action.from),
        after: attributes(action.to),
      };
    case "delete":
      return { ...common, project_id: action.projectId, before: attributes(action.from), after: null };
    case "move":
      return {
        ...common,
        destination: { id: action.destination.id, name: action.destination.name },
        workspaces: action.workspaces.map(({ id, name, from, because }) => ({
          id,
          name,
          from: { id: from.id, name: from.name },
          because,
        })),
      };
  }
}

function attributes(settings: ProjectSettings): object {
  return Object.fromEntries(SETTING_NAMES.map((name) => [attributeOf(name), settings[name]]));
}

function coverageMembers({ projects, workspaces, projectsOutside, workspacesOutside }: Coverage): object {
  return {
    projects: share(projects),
    workspaces: share(workspaces),
    projects_outside: projectsOutside.map(({ id, name }) => ({ id, name })),
    workspaces_outside: workspacesOutside.map(({ id, name, project }) => ({
      id,
      name,
      project: { id: project.id, name: project.name },
    })),
  };
}

function share({ inCode, total }: Coverage["projects"]): object {
  return { in_code: inCode, total, percent: percentOf({ inCode, total }) };
}
