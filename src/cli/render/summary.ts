import { pluralize, type PlanWarning, type Coverage, type OrganizationPlan } from "../../reconcile";
import { summaryOf, type PlanSummary } from "./project-change";

/** Of what needs attention, what tells of the organization as it is, and not of what a plan would do to it. */
export function driftWarnings({ warnings: attention }: OrganizationPlan): readonly PlanWarning[] {
  return attention.filter(({ kind }) => kind === "possible-rename");
}

/** What is counted of a plan, in one line: `Plan: 2 to create, 1 to update, 12 workspaces to move, 0 to delete.` */
export function planSummary(plan: OrganizationPlan): string {
  if (plan.refusals.length > 0) {
    const why = `Refused, for ${pluralize(plan.refusals.length, "reason")}: nothing can be applied.`;
    return plan.actions.length === 0
      ? why
      : `${why} Without that: ${counts(summaryOf(plan))}${notComparedSuffix(plan)}.`;
  }
  if (plan.actions.length > 0) return `Plan: ${counts(summaryOf(plan))}${notComparedSuffix(plan)}.`;
  return plan.notCompared.length === 0
    ? "No changes. The organization is as the code says."
    : `No changes in what was compared${notComparedSuffix(plan)}.`;
}

/** The end of a sentence that says what was not compared, where not all was. */
function notComparedSuffix({ notCompared }: OrganizationPlan): string {
  return notCompared.length === 0 ? "" : "; durations not compared (--skip-durations)";
}

/** The plans of several organizations together. */
export function totalSummary(plans: readonly OrganizationPlan[]): string {
  const refused = plans.filter(({ refusals }) => refusals.length > 0).length;
  const all = counts(summaryOf({ actions: plans.flatMap(({ actions }) => actions) }));
  return `${pluralize(plans.length, "organization")} in all: ${all}${refused === 0 ? "" : `; ${refused} refused`}.`;
}

/** What is counted of drift, in one line. */
export function driftSummary(plan: OrganizationPlan): string {
  const { create, update, move, delete: deleted } = summaryOf(plan);
  const { refusals, coverage } = plan;
  const unmanagedCounts = [
    ...(coverage.unmanagedProjects.length === 0 ? [] : [pluralize(coverage.unmanagedProjects.length, "project")]),
    ...(coverage.unmanagedWorkspaces.length === 0 ? [] : [pluralize(coverage.unmanagedWorkspaces.length, "workspace")]),
  ].join(" and ");
  const unmanaged = unmanagedCounts === "" ? "" : ` Not in code: ${unmanagedCounts}.`;
  if (plan.actions.length === 0 && refusals.length === 0) {
    return plan.notCompared.length === 0
      ? `No drift. What is in the code is as the code says.${unmanaged}`
      : `No drift in what was compared${notComparedSuffix(plan)}.${unmanaged}`;
  }
  const differences = [
    `${pluralize(create, "project")} missing`,
    `${update} different`,
    `${pluralize(move, "workspace")} elsewhere`,
    ...(deleted === 0 ? [] : [`${deleted} to delete`]),
    ...(refusals.length === 0 ? [] : [`${pluralize(refusals.length, "problem")} in the code`]),
  ];
  return `Drift: ${differences.join(", ")}${notComparedSuffix(plan)}.${unmanaged}`;
}

/** `Coverage: 12 of 15 projects (80 %) and 130 of 142 workspaces (91.5 %) are in the code.` */
export function coverageLine({ projects, workspaces }: Coverage): string {
  return `Coverage: ${shareText(projects, "project")} and ${shareText(workspaces, "workspace")} are in the code.`;
}

/** Rounded down, so that 100 means all; all of nothing is 100. */
export function percentOf({ managed: inCode, total }: Coverage["projects"]): number {
  return total === 0 ? 100 : Math.floor((inCode * 1000) / total) / 10;
}

export function counts({ create, update, move, delete: deleted }: PlanSummary): string {
  return `${create} to create, ${update} to update, ${pluralize(move, "workspace")} to move, ${deleted} to delete`;
}

function shareText(share: Coverage["projects"], noun: string): string {
  return `${share.managed} of ${pluralize(share.total, noun)} (${percentOf(share)} %)`;
}
