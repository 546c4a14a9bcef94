import { isWarning } from "../../diagnostics";
import { nameKey, PROJECT_SETTINGS, type SettingName } from "../../model";
import { formatList, pluralize } from "../../reconcile";
import {
  errorsInCode,
  workspacesOfUnmanagedProjects,
  type Comparison,
  type Drift,
  type Plan,
} from "../plan/comparison";
import { percentOf, unmanagedInPlace, type Coverage } from "../plan/destinations";
import { areCreated } from "../plan/memberships";
import { createdAddress, irreversibleOf } from "../changes/kinds";
import { isStdin } from "../../source";
import type { OptionName } from "../option-name";
import { summaryOf, type PlanSummary } from "../plan/project-change";
import { joined, listed, listedNames, text, type Count, type Part, type Text } from "./blocks";

/* The sentences of reports: each is undefined if there is nothing to say. */

/** How many changes a sentence names. */
const CHANGES_SHOWN = 5;

/** Where identities come from: `Identities: Terraform state terraform.tfstate (serial 12)`; undefined: from names. */
export function identitiesText({ desired }: Pick<Comparison, "desired">): Text | undefined {
  const { states = [], terraformPlan } = desired.inState ?? {};
  const shown = (source: string): Part => (isStdin(source) ? "from stdin" : { name: source });
  if (terraformPlan !== undefined) {
    const { source, createdAt } = terraformPlan;
    return text`Identities: Terraform plan ${shown(source)}${createdAt === undefined ? "" : ` (made ${createdAt})`}`;
  }
  if (states.length === 0) return undefined;
  const all = states.map(({ source, serial }) => text`${shown(source)} (serial ${serial})`);
  return text`Identities: Terraform state ${joined(all)}`;
}

/** The workspaces that a plan without a state leaves where they are. */
export function unlistedText({ unlisted }: Comparison): Text | undefined {
  if (unlisted.length === 0) return undefined;
  const [are, stay, them] = unlisted.length === 1 ? ["is", "stays", "it"] : ["are", "stay", "them"];
  const workspaces = pluralize(unlisted.length, "workspace");
  const why = `because no Terraform state shows whether a membership had ${them}`;
  const names = listedNames(unlisted.map(({ name }) => name));
  return text`${workspaces} in projects of the code ${are} in no membership and ${stay} there, ${why}: ${names}.`;
}

/** The workspaces that stay in the default project while others move. */
export function stayingText(comparison: Comparison): Text | undefined {
  const { defaultProjectId } = comparison.actual;
  const staying = unmanagedInPlace(comparison).filter(({ project }) => project.id === defaultProjectId);
  const [first] = staying;
  if (first === undefined || summaryOf(comparison).move === 0) return undefined;
  const stay = staying.length === 1 ? "stays" : "stay";
  const names = listedNames(staying.map(({ name }) => name));
  return text`${pluralize(staying.length, "workspace")} ${stay} in ${{ name: first.project.name }}: ${names}.`;
}

/** The limits that were set above their defaults: `Raised limits: maxMoves all (default 25).` */
export function raisedLimitsText({ raisedLimits }: Comparison, optionName: OptionName): Text | undefined {
  if (raisedLimits.length === 0) return undefined;
  const shown = raisedLimits.map((it) => `${optionName(it.option)} ${it.limit} (default ${it.default})`);
  return text`Raised ${raisedLimits.length === 1 ? "limit" : "limits"}: ${shown.join(", ")}.`;
}

/** The changes of a plan that cannot be undone, unless it is blocked. */
export function irreversibleText({ actions, errors }: Pick<Plan, "actions" | "errors">): Text | undefined {
  if (errors.length > 0) return undefined;
  const { deleted, unknown } = irreversibleOf(actions);
  const changes = unknown.map((it) => text`the change of ${formatList(it.attributes)} of ${{ name: it.name }}`);
  const parts = nonZero<Text>(
    [deleted.length, text`the deletion of ${pluralize(deleted.length, "project")}`],
    [changes.length, listed(changes, CHANGES_SHOWN)],
  );
  return parts.length === 0 ? undefined : text`Cannot be undone: ${joined(parts)}.`;
}

/** The projects that the plan would delete with `prune`. */
export function notPrunedText({ notPruned, desired }: Comparison, optionName: OptionName): Text | undefined {
  if (notPruned.length === 0) return undefined;
  const [are, them] = notPruned.length === 1 ? ["is", "it"] : ["are", "them"];
  // Others may be in other states, and in code that was not read.
  const { inState, unread = [], otherStacks = [] } = desired;
  const mayBeElsewhere = inState !== undefined || unread.length + otherStacks.length > 0;
  const next = mayBeElsewhere ? "" : `; ${optionName("prune")} deletes ${them}`;
  return text`${pluralize(notPruned.length, "project")} ${are} not in the code and ${are} left alone${next}.`;
}

/** The numbers of ignored objects: `Ignored: 2 projects and 14 workspaces (ignore sandbox-*).` */
export function ignoredText({ coverage }: Comparison, optionName: OptionName): Text | undefined {
  const { patterns, projects, workspaces } = coverage.ignored;
  if (projects + workspaces === 0) return undefined;
  const shown = patterns.map((pattern) => text`${optionName("ignore")} ${{ name: pattern }}`);
  return text`Ignored: ${countsOf([projects, "project"], [workspaces, "workspace"])} (${joined(shown, " ")}).`;
}

/** The workspaces that rules match and leave where they are. */
export function elsewhereText({ elsewhere }: Comparison): Text | undefined {
  if (elsewhere.length === 0) return undefined;
  const [match, stay, projects] =
    elsewhere.length === 1 ? ["matches a rule", "stays", "its project"] : ["match rules", "stay", "their projects"];
  const placements = listedNames([...new Set(elsewhere.map(({ rule }) => rule.placement))]);
  const shown = listed(elsewhere.map(({ name, project }) => text`${{ name }} (${{ name: project.name }})`));
  const what = text`${pluralize(elsewhere.length, "workspace")} ${match} of ${placements}`;
  const why = "because only workspaces of the default project are taken";
  return text`${what} and ${stay} in ${projects}, ${why}: ${shown}.`;
}

/** A plan in one line: `Plan: 2 to create, 1 to update, 12 workspaces to move, 0 to delete.` */
export function planSummary(plan: Plan, optionName: OptionName): string {
  const { actions, errors, notCompared } = plan;
  const { undo } = plan.desired;
  const afterApply = afterApplyCounts(plan);
  const hasChanges = actions.length + afterApply.length > 0;
  const suffix = notComparedSuffix(plan, optionName);
  const changes = `${[countsText(plan), ...afterApply].join("; ")}${suffix}.`;
  if (errors.length > 0) {
    const blocked = `Plan blocked by ${pluralize(errors.length, "error")}.`;
    return hasChanges ? `${blocked} Otherwise: ${changes}` : blocked;
  }
  if (hasChanges) return `${undo === undefined ? "Plan" : "Undo"}: ${changes}`;
  if (undo !== undefined) {
    const left = pluralize(undo.left.length, "change");
    return `Nothing to undo.${undo.left.length === 0 ? "" : ` What is left as it is: ${left}, see above.`}`;
  }
  return notCompared.length === 0 ? "No changes. The organization matches the code." : `No changes${suffix}.`;
}

/** The plans of several organizations in one line. */
export function totalSummary(plans: readonly Plan[]): string {
  const blocked = plans.filter(({ errors }) => errors.length > 0).length;
  const all = countsText({ actions: plans.flatMap(({ actions }) => actions) });
  return `Total of ${pluralize(plans.length, "organization")}: ${all}${blocked === 0 ? "" : `; ${blocked} blocked`}.`;
}

/** Members that are known only after apply, beside the numbers of changes: `2 created workspaces to place`. */
function afterApplyCounts({ afterApply }: Pick<Comparison, "afterApply">): readonly string[] {
  const created = afterApply.filter(areCreated).reduce((sum, { count = 0 }) => sum + count, 0);
  const unknown = afterApply.filter((it) => !areCreated(it)).length;
  return nonZero(
    [created, `${pluralize(created, "created workspace")} to place`],
    [unknown, `members of ${pluralize(unknown, "membership")} known only after apply`],
  );
}

/** The end of a sentence: the settings that were not compared, and why. */
function notComparedSuffix({ notCompared }: Comparison, optionName: OptionName): string {
  if (notCompared.length === 0) return "";
  // If a missing value means unset, every read includes the setting: only the option leaves it out.
  const isDuration = (name: SettingName): boolean => PROJECT_SETTINGS[name].whenAbsent === "unset";
  const reason = notCompared.some(isDuration) ? optionName("skipDurations") : "not reported by the service";
  const labels = notCompared.map((name) => (isDuration(name) ? "durations" : PROJECT_SETTINGS[name].label));
  return `; ${formatList(labels)} not compared (${reason})`;
}

/** Drift in one line: `Drift: 1 project missing, 2 changed, 3 workspaces misplaced. Unmanaged: 1 project.` */
export function driftSummary(drift: Drift, optionName: OptionName): string {
  const { hasDrift, isComplete, notCompared, errors } = drift;
  const unmanaged = unmanagedBesideDrift(drift);
  const suffix = notComparedSuffix(drift, optionName);
  // Otherwise the service does not report a part.
  const isUnseen = errors.some(({ code }) => code === "NOT_FOUND_OR_UNAUTHORIZED");
  if (!hasDrift) {
    if (!isComplete) {
      const part = isUnseen ? "the token can see" : "could be compared";
      return `No drift in the part of the organization that ${part}.${unmanaged}`;
    }
    const matches = notCompared.length === 0 ? ". The organization matches the code" : suffix;
    return `No drift${matches}.${unmanaged}`;
  }
  const { update, set, move, unset, delete: deleted } = summaryOf(drift);
  const inCode = errorsInCode(drift).length;
  const rest = isUnseen ? "the rest is not visible to the token" : "the rest was not compared";
  const differences = [
    missingProjects(drift),
    `${update} changed`,
    `${pluralize(move, "workspace")} misplaced`,
    ...nonZero([deleted, `${deleted} to delete`], [set + unset, `${pluralize(set + unset, "assignment")} changed`]),
    ...missingCounts(drift),
    ...afterApplyCounts(drift),
    ...nonZero([inCode, `${pluralize(inCode, "error")} in the code`]),
    ...(isComplete ? [] : [rest]),
    ...unmanagedDriftTexts(drift),
  ];
  return `Drift: ${differences.join(", ")}${suffix}.${unmanaged}`;
}

/** How many projects of the code were not found: `1 project missing`, or also `or not visible`. */
function missingProjects({ actions, warnings }: Comparison): string {
  const missing = new Set(actions.flatMap((it) => createdAddress(it) ?? []));
  const notFound = warnings.filter(isWarning("not-found")).flatMap(({ data }) => data.addresses);
  const mayExist = notFound.some((it) => missing.has(it));
  return `${pluralize(missing.size, "project")} missing${mayExist ? " or not visible" : ""}`;
}

/** How many members were not found by their names: `2 workspaces not found`, `1 workspace renamed`. */
function missingCounts({ missingWorkspaces }: Pick<Comparison, "missingWorkspaces">): readonly string[] {
  const missing = new Set(missingWorkspaces.flatMap((it) => it.missing.map(nameKey))).size;
  const renamed = new Set(missingWorkspaces.flatMap((it) => it.renamed.map(({ id }) => id))).size;
  return nonZero(
    [missing, `${pluralize(missing, "workspace")} not found`],
    [renamed, `${pluralize(renamed, "workspace")} renamed`],
  );
}

/** Unmanaged objects that count as drift: `2 projects unmanaged with 5 workspaces`. */
function unmanagedDriftTexts(drift: Drift): readonly string[] {
  const { projects, workspaces, unplaced } = drift.unmanagedDrift;
  const inside = workspacesOfUnmanagedProjects(drift);
  const contents = inside === 0 ? "" : ` with ${pluralize(inside, "workspace")}`;
  return nonZero(
    [projects, `${pluralize(projects, "project")} unmanaged${contents}`],
    [workspaces, `${pluralize(workspaces, "workspace")} unmanaged in projects of the code`],
    [unplaced, `${pluralize(unplaced, "workspace")} unplaced in the default project`],
  );
}

/** Other unmanaged objects than {@link unmanagedDriftTexts} has, as a sentence with a space before it. */
function unmanagedBesideDrift(drift: Drift): string {
  const { unmanagedDrift, coverage } = drift;
  const isCounted = unmanagedDrift.projects > 0;
  const inProjects = unmanagedDrift.workspaces + unmanagedDrift.unplaced;
  const counted = inProjects + (isCounted ? workspacesOfUnmanagedProjects(drift) : 0);
  const others = countsOf(
    [coverage.unmanagedProjects.length - unmanagedDrift.projects, "project"],
    [unmanagedInPlace(drift).length - counted, "workspace"],
  );
  if (others === "") return "";
  return ` ${isCounted || inProjects > 0 ? "Also unmanaged" : "Unmanaged"}: ${others}.`;
}

/**
 * `Coverage: 12 of 15 projects (80%) and 130 of 142 workspaces (91.5%) are managed.` With the unmanaged workspaces that
 * the report has as misplaced, since its list of unmanaged ones does not have them.
 */
export function coverageText(drift: Drift): string {
  const { projects, workspaces, defaultProject, unmanagedWorkspaces } = drift.coverage;
  const misplaced = unmanagedWorkspaces.length - unmanagedInPlace(drift).length;
  const shares = `${shareText(projects, "project")} and ${shareText(workspaces, "workspace")} are managed`;
  const notes: Partial<Record<Coverage["defaultProject"], string>> = {
    unmanaged: "; the default project is not in the code",
    hidden: "; the token does not see the default project, and perhaps others",
  };
  const others = misplaced === 0 ? "" : `; ${misplaced} of the others ${misplaced === 1 ? "is" : "are"} misplaced`;
  return `Coverage: ${shares}${others}${notes[defaultProject] ?? ""}.`;
}

function shareText(share: Coverage["projects"], noun: string): string {
  return `${share.managed} of ${pluralize(share.total, noun)} (${percentOf(share)}%)`;
}

/** The numbers of changes; of assignments only those that there are. */
export function planCounts({ create, update, set, move, unset, delete: deleted }: PlanSummary): readonly Count[] {
  return [
    { kind: "create", text: `${create} to create` },
    { kind: "update", text: `${update} to update` },
    { kind: "move", text: `${pluralize(move, "workspace")} to move` },
    { kind: "delete", text: `${deleted} to delete` },
    ...nonZero<Count>(
      [set, { kind: "update", text: `${pluralize(set, "assignment")} to set` }],
      [unset, { kind: "delete", text: `${pluralize(unset, "assignment")} to remove` }],
    ),
  ];
}

function countsText(changes: Pick<Comparison, "actions">): string {
  return planCounts(summaryOf(changes))
    .map((it) => it.text)
    .join(", ");
}

/** The numbers of differences, and of what is unmanaged. */
export function driftCounts(drift: Drift): readonly Count[] {
  const { update, set, move, unset, delete: dropped } = summaryOf(drift);
  return [
    { kind: "create", text: missingProjects(drift) },
    { kind: "update", text: `${pluralize(update, "project")} changed` },
    { kind: "move", text: `${pluralize(move, "workspace")} misplaced` },
    ...nonZero<Count>(
      [dropped, { kind: "delete", text: `${pluralize(dropped, "project")} no longer in the code` }],
      [set + unset, { kind: "update", text: `${pluralize(set + unset, "assignment")} changed` }],
    ),
    ...missingCounts(drift).map((it): Count => ({ kind: "update", text: it })),
    { kind: "unmanaged", text: `${pluralize(drift.coverage.unmanagedProjects.length, "project")} unmanaged` },
    { kind: "unmanaged", text: `${pluralize(unmanagedInPlace(drift).length, "workspace")} unmanaged` },
  ];
}

/** `1 project and 2 workspaces` */
function countsOf(...numbers: readonly (readonly [number, string])[]): string {
  return nonZero(...numbers.map(([count, noun]) => [count, pluralize(count, noun)] as const)).join(" and ");
}

/** What is said of numbers, but of 0. */
function nonZero<T = string>(...numbers: readonly (readonly [count: number, said: T])[]): readonly T[] {
  return numbers.filter(([count]) => count !== 0).map(([, said]) => said);
}
