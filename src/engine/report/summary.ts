import { PROJECT_SETTINGS, type SettingName } from "../../model";
import { formatList, pluralize } from "../../reconcile";
import { percentOf, type Coverage } from "../plan/coverage";
import { errorsInCode, isDrift, isIncomplete, workspacesOfUnmanagedProjects } from "../plan/drift";
import { areCreated } from "../plan/after-apply";
import { irreversibleOf, movedBy } from "../actions/table";
import type { Comparison } from "../plan/comparison";
import { shownSource } from "../../source";
import type { OptionName } from "../option-name";
import { summaryOf, type PlanSummary } from "../plan/project-change";

/** How many changes a sentence names. */
const CHANGES_SHOWN = 5;

/**
 * Where identities come from: `Identities: Terraform state terraform.tfstate (serial 12)`. Empty if they are names.
 *
 * @param format - Applied to paths of files.
 */
export function identitiesText({ desired }: Pick<Comparison, "desired">, format: (path: string) => string): string {
  const { states = [], terraformPlan } = desired.recorded ?? {};
  if (terraformPlan !== undefined) {
    const { source, createdAt } = terraformPlan;
    const age = createdAt === undefined ? "" : ` (made ${createdAt})`;
    return `Identities: Terraform plan ${shownSource(source, format)}${age}`;
  }
  if (states.length === 0) return "";
  const shown = states.map(({ source, serial }) => `${shownSource(source, format)} (serial ${serial})`);
  return `Identities: Terraform state ${shown.join(", ")}`;
}

/** The workspaces that a plan without a state leaves where they are; empty when there are none. */
export function leftInPlaceText({ leftInPlace }: Comparison, format: (name: string) => string): string {
  if (leftInPlace.length === 0) return "";
  const [are, stay] = leftInPlace.length === 1 ? ["is", "stays"] : ["are", "stay"];
  return (
    `${pluralize(leftInPlace.length, "workspace")} in projects of the code ${are} in no membership and ${stay} ` +
    `there, because no Terraform state shows whether a membership had them: ` +
    `${formatList(
      leftInPlace.map(({ name }) => name),
      format,
    )}.`
  );
}

/**
 * The workspaces that stay in the default project while others move: `27 workspaces stay in Default Project:
 * legacy-app-00, …`. Empty when nothing moves.
 */
export function stayingText({ actions, actual, coverage }: Comparison, format: (name: string) => string): string {
  const moved = new Set(actions.flatMap(movedBy).map(({ id }) => id));
  const staying = coverage.unmanagedWorkspaces.filter(
    ({ id, project }) => project.id === actual.defaultProjectId && !moved.has(id),
  );
  const [first] = staying;
  if (first === undefined || moved.size === 0) return "";
  const stay = staying.length === 1 ? "stays" : "stay";
  const names = staying.map(({ name }) => name);
  const which = `${pluralize(staying.length, "workspace")} ${stay} in ${format(first.project.name)}`;
  return `${which}: ${formatList(names, format)}.`;
}

/** The limits that were set above their defaults: `Raised limits: maxMoves all (default 25).` Empty without any. */
export function raisedLimitsText({ raisedLimits }: Comparison, optionName: OptionName): string {
  if (raisedLimits.length === 0) return "";
  const shown = raisedLimits.map((it) => `${optionName(it.option)} ${it.limit} (default ${it.default})`);
  return `Raised ${raisedLimits.length === 1 ? "limit" : "limits"}: ${shown.join(", ")}.`;
}

/** What of a plan cannot be undone; empty if everything can, and if the plan is blocked. */
export function irreversibleText(
  { actions, refusals }: Pick<Comparison, "actions" | "refusals">,
  format: (name: string) => string,
): string {
  if (refusals.length > 0) return "";
  const { deleted, unknown } = irreversibleOf(actions);
  const changes = unknown.map(({ name, attributes }) => `the change of ${formatList(attributes)} of ${format(name)}`);
  const parts = [
    ...(deleted.length === 0 ? [] : [`the deletion of ${pluralize(deleted.length, "project")}`]),
    ...(changes.length === 0 ? [] : [formatList(changes, undefined, CHANGES_SHOWN)]),
  ];
  return parts.length === 0 ? "" : `Cannot be undone: ${parts.join(", ")}.`;
}

/** The projects that the plan would delete with `prune`; empty when there are none. */
export function leftAloneText({ leftAlone }: Comparison, optionName: OptionName): string {
  if (leftAlone.length === 0) return "";
  const [are, them] = leftAlone.length === 1 ? ["is", "it"] : ["are", "them"];
  return (
    `${pluralize(leftAlone.length, "project")} ${are} not in the code and ${are} left alone; ` +
    `${optionName("prune")} deletes ${them}.`
  );
}

/** What patterns leave out: `Ignored: 2 projects and 14 workspaces (ignore sandbox-*).` Empty if nothing is ignored. */
export function ignoredText(
  { coverage }: Comparison,
  format: (pattern: string) => string,
  optionName: OptionName,
): string {
  const { patterns, projects, workspaces } = coverage.ignored;
  if (projects + workspaces === 0) return "";
  const shown = patterns.map((pattern) => `${optionName("ignore")} ${format(pattern)}`).join(" ");
  return `Ignored: ${countsOf([projects, "project"], [workspaces, "workspace"])} (${shown}).`;
}

/** The workspaces that rules match and leave where they are; empty when there are none. */
export function elsewhereText({ elsewhere }: Comparison, format: (name: string) => string): string {
  if (elsewhere.length === 0) return "";
  const one = elsewhere.length === 1;
  const memberships = [...new Set(elsewhere.map(({ address }) => address))];
  const rules = memberships.length === 1 ? "the rule" : "the rules";
  const shown = elsewhere.map(({ name, project }) => `${format(name)} (${format(project.name)})`);
  return (
    `${pluralize(elsewhere.length, "workspace")} ${one ? "matches" : "match"} ${rules} of ` +
    `${formatList(memberships, format)} and ${one ? "stays" : "stay"} in ${one ? "its project" : "their projects"}, ` +
    `because only workspaces of the default project are taken: ${formatList(shown)}.`
  );
}

/** A plan in one line: `Plan: 2 to create, 1 to update, 12 workspaces to move, 0 to delete.` */
export function planSummary(plan: Comparison, optionName: OptionName): string {
  const afterApply = afterApplyCounts(plan);
  const changes = `${[counts(summaryOf(plan)), ...afterApply].join("; ")}${notComparedSuffix(plan, optionName)}.`;
  if (plan.refusals.length > 0) {
    const blocked = `Plan blocked by ${pluralize(plan.refusals.length, "error")}.`;
    return plan.actions.length + afterApply.length === 0 ? blocked : `${blocked} Otherwise: ${changes}`;
  }
  const { undo } = plan.desired;
  if (plan.actions.length + afterApply.length > 0) return `${undo === undefined ? "Plan" : "Undo"}: ${changes}`;
  if (undo !== undefined) {
    const left =
      undo.left.length === 0 ? "" : ` What is left as it is: ${pluralize(undo.left.length, "change")}, see above.`;
    return `Nothing to undo.${left}`;
  }
  return plan.notCompared.length === 0
    ? "No changes. The organization matches the code."
    : `No changes${notComparedSuffix(plan, optionName)}.`;
}

/** What a summary adds to the numbers of changes: `2 created workspaces to place`; empty if there is nothing. */
function afterApplyCounts({ afterApply }: Pick<Comparison, "afterApply">): readonly string[] {
  const created = afterApply.filter(areCreated).reduce((sum, { count = 0 }) => sum + count, 0);
  const unknown = afterApply.filter((it) => !areCreated(it)).length;
  return [
    ...(created === 0 ? [] : [`${created} created ${created === 1 ? "workspace" : "workspaces"} to place`]),
    ...(unknown === 0 ? [] : [`members of ${pluralize(unknown, "membership")} known only after apply`]),
  ];
}

/** The end of a sentence, which says what was not compared, and why. */
function notComparedSuffix({ notCompared }: Comparison, optionName: OptionName): string {
  if (notCompared.length === 0) return "";
  // If a missing value means unset, every read includes the setting: only the option leaves it out.
  const isDuration = (name: SettingName): boolean => PROJECT_SETTINGS[name].whenAbsent === "unset";
  const reason = notCompared.some(isDuration) ? optionName("skipDurations") : "not reported by the service";
  const labels = notCompared.map((name) => (isDuration(name) ? "durations" : PROJECT_SETTINGS[name].label));
  return `; ${formatList(labels)} not compared (${reason})`;
}

/** The plans of several organizations in one line. */
export function totalSummary(plans: readonly Comparison[]): string {
  const blocked = plans.filter(({ refusals }) => refusals.length > 0).length;
  const all = counts(summaryOf({ actions: plans.flatMap(({ actions }) => actions) }));
  return `Total of ${pluralize(plans.length, "organization")}: ${all}${blocked === 0 ? "" : `; ${blocked} blocked`}.`;
}

/** Drift in one line: `Drift: 1 project missing, 2 changed, 3 workspaces misplaced. Unmanaged: 1 project.` */
export function driftSummary(plan: Comparison, optionName: OptionName): string {
  const { create, update, move, delete: deleted } = summaryOf(plan);
  const inCode = errorsInCode(plan);
  const unmanaged = unmanagedBesideDrift(plan);
  if (!isDrift(plan)) {
    if (isIncomplete(plan)) return `No drift in the part of the organization that ${comparedPart(plan)}.${unmanaged}`;
    return plan.notCompared.length === 0
      ? `No drift. The organization matches the code.${unmanaged}`
      : `No drift${notComparedSuffix(plan, optionName)}.${unmanaged}`;
  }
  const differences = [
    `${pluralize(create, "project")} missing`,
    `${update} changed`,
    `${pluralize(move, "workspace")} misplaced`,
    ...(deleted === 0 ? [] : [`${deleted} to delete`]),
    ...missingTexts(plan),
    ...afterApplyCounts(plan),
    ...(inCode.length === 0 ? [] : [`${pluralize(inCode.length, "error")} in the code`]),
    ...(isIncomplete(plan)
      ? [seesAll(plan) ? "the rest was not compared" : "the rest is not visible to the token"]
      : []),
    ...unmanagedDriftTexts(plan),
  ];
  return `Drift: ${differences.join(", ")}${notComparedSuffix(plan, optionName)}.${unmanaged}`;
}

/** Which part was compared of an organization that cannot be compared as a whole. */
function comparedPart(plan: Comparison): string {
  return seesAll(plan) ? "could be compared" : "the token can see";
}

/** Whether the token sees what is compared, and the service does not report all of it. */
function seesAll({ refusals }: Comparison): boolean {
  return refusals.every(({ code }) => code !== "NOT_FOUND_OR_UNAUTHORIZED");
}

/** Workspaces of the code that do not exist, or have other names: `2 workspaces not found`, `1 workspace renamed`. */
function missingTexts({ missingWorkspaces }: Comparison): readonly string[] {
  const count = (kind: "missing" | "renamed"): number =>
    missingWorkspaces.reduce((sum, it) => sum + it[kind].length, 0);
  return [
    ...(count("missing") === 0 ? [] : [`${pluralize(count("missing"), "workspace")} not found`]),
    ...(count("renamed") === 0 ? [] : [`${pluralize(count("renamed"), "workspace")} renamed`]),
  ];
}

/**
 * What is unmanaged and counts as drift: `2 projects unmanaged with 5 workspaces`, `3 workspaces unmanaged in projects
 * of the code`.
 */
function unmanagedDriftTexts(plan: Comparison): readonly string[] {
  const { projects, workspaces } = plan.unmanagedDrift;
  const inside = workspacesOfUnmanagedProjects(plan);
  const contents = inside === 0 ? "" : ` with ${pluralize(inside, "workspace")}`;
  return [
    ...(projects === 0 ? [] : [`${pluralize(projects, "project")} unmanaged${contents}`]),
    ...(workspaces === 0 ? [] : [`${pluralize(workspaces, "workspace")} unmanaged in projects of the code`]),
  ];
}

/** What is unmanaged and is not in {@link unmanagedDriftTexts}, as a sentence with a space before it. */
function unmanagedBesideDrift(plan: Comparison): string {
  const { unmanagedDrift, coverage } = plan;
  const isCounted = unmanagedDrift.projects > 0;
  const counts = countsOf(
    [coverage.unmanagedProjects.length - unmanagedDrift.projects, "project"],
    [
      coverage.unmanagedWorkspaces.length -
        unmanagedDrift.workspaces -
        (isCounted ? workspacesOfUnmanagedProjects(plan) : 0),
      "workspace",
    ],
  );
  if (counts === "") return "";
  return ` ${isCounted || unmanagedDrift.workspaces > 0 ? "Also unmanaged" : "Unmanaged"}: ${counts}.`;
}

/** `Coverage: 12 of 15 projects (80%) and 130 of 142 workspaces (91.5%) are managed.` */
export function coverageLine({ projects, workspaces, defaultProject }: Coverage): string {
  const shares = `${shareText(projects, "project")} and ${shareText(workspaces, "workspace")} are managed`;
  const notes: Partial<Record<Coverage["defaultProject"], string>> = {
    unmanaged: "; the default project is not in the code",
    hidden: "; the token does not see the default project, and perhaps others",
  };
  return `Coverage: ${shares}${notes[defaultProject] ?? ""}.`;
}

function counts({ create, update, move, delete: deleted }: PlanSummary): string {
  return `${create} to create, ${update} to update, ${pluralize(move, "workspace")} to move, ${deleted} to delete`;
}

/** Numbers other than 0: `1 project and 2 workspaces`. */
function countsOf(...numbers: readonly (readonly [number, string])[]): string {
  return numbers.flatMap(([count, noun]) => (count === 0 ? [] : [pluralize(count, noun)])).join(" and ");
}

function shareText(share: Coverage["projects"], noun: string): string {
  return `${share.managed} of ${pluralize(share.total, noun)} (${percentOf(share)}%)`;
}
