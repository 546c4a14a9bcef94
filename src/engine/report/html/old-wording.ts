import { isWarning } from "../../../diagnostics";
import { nameKey, PROJECT_SETTINGS, takenText, type SettingName } from "../../../model";
import { formatList, MOVE_REASONS, pluralize } from "../../../reconcile";
import {
  errorsInCode,
  workspacesOfUnmanagedProjects,
  type Comparison,
  type Drift,
  type Plan,
} from "../../plan/comparison";
import { percentOf, unmanagedInPlace, type Coverage } from "../../plan/destinations";
import { areCreated } from "../../plan/memberships";
import { createdAddress, irreversibleOf } from "../../changes/kinds";
import { shownSource } from "../../../source";
import type { OptionName } from "../../option-name";
import { summaryOf, type PlanSummary, type ProjectChange, type ReasonGroup } from "../../plan/project-change";

/* The words that all formats have in common: those of each kind of report, and its sentences. */

/** A report of a plan or of drift, with the words of all formats. */
export interface ReportKind {
  readonly name: "plan" | "drift";
  /** Makes such a report. */
  readonly command: string;
  /** Before the name of an organization. */
  readonly title: string;
  /** Says that a plan takes over a project by its name; empty for others. */
  readonly foundByName: (project: Pick<ProjectChange, "isFoundByName">) => string;
  /** Heading of errors. */
  readonly errors: string;
  /** Says before the changes of projects which way round they are; empty where nothing else is possible. */
  readonly direction: string;
  /** Headings of the current and the future project of workspaces. */
  readonly columns: readonly [from: string, to: string];
  /** `2 workspaces move`, before one of the words for the future project. */
  readonly moves: (count: number) => string;
  /** Of changes of projects, after their names; empty where the change itself is shown. */
  readonly labels: Readonly<Record<ProjectChange["change"], string>>;
  readonly prepositions: { readonly from: string; readonly to: string; readonly here: string };
  /** Why workspaces move that no membership names, in a few words; empty for others. */
  readonly reasonOf: (moved: Pick<ReasonGroup, "reason" | "rule">) => string;
}

/** The rule that places workspaces, and what its patterns took; empty if there is none. */
function ruleText({ rule }: Pick<ReasonGroup, "rule">): string {
  return rule === undefined ? "" : takenText(rule.position, rule.matches);
}

export const REPORT_KINDS: Readonly<Record<ReportKind["name"], ReportKind>> = {
  plan: {
    name: "plan",
    command: "plan",
    title: "Plan for",
    foundByName: ({ isFoundByName }) => (isFoundByName ? "exists, found by its name" : ""),
    errors: "The plan is blocked by errors",
    direction: "",
    columns: ["From", "To"],
    moves: (count) => `${pluralize(count, "workspace")} ${count === 1 ? "moves" : "move"}`,
    labels: { create: "new", update: "", assign: "assignments", delete: "deleted", none: "" },
    prepositions: { from: "from", to: "to", here: "in" },
    reasonOf: (moved) =>
      ruleText(moved) || (moved.reason === "member" || moved.reason === "undone" ? "" : moved.reason),
  },
  drift: {
    name: "drift",
    command: "drift",
    title: "Drift of",
    foundByName: () => "",
    errors: "Errors",
    direction: "To match the code, an apply would make these changes:",
    columns: ["Current project", "Project in the code"],
    moves: (count) => `${pluralize(count, "workspace")} ${count === 1 ? "belongs" : "belong"}`,
    labels: {
      create: "missing",
      update: "changed",
      assign: "assignments changed",
      delete: "to be deleted",
      none: "",
    },
    prepositions: { from: "in", to: "in", here: "here" },
    reasonOf: (moved) => ruleText(moved) || MOVE_REASONS[moved.reason].ofMisplaced,
  },
};

/** The words of a report: an undo has those of a plan, and a title of its own. */
export function reportKindOf(it: Plan | Drift): ReportKind {
  const words = REPORT_KINDS[it.kind];
  return it.kind === "drift" || it.desired.undo === undefined ? words : { ...words, command: "undo", title: "Undo in" };
}

/** How many changes a sentence names. */
const CHANGES_SHOWN = 5;

/**
 * Where identities come from: `Identities: Terraform state terraform.tfstate (serial 12)`. Empty if they are names.
 *
 * @param format - Applied to paths of files.
 */
export function identitiesText({ desired }: Pick<Comparison, "desired">, format: (path: string) => string): string {
  const { states = [], terraformPlan } = desired.inState ?? {};
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
  const [are, stay, them] = leftInPlace.length === 1 ? ["is", "stays", "it"] : ["are", "stay", "them"];
  const names = leftInPlace.map(({ name }) => name);
  return (
    `${pluralize(names.length, "workspace")} in projects of the code ${are} in no membership and ${stay} there, ` +
    `because no Terraform state shows whether a membership had ${them}: ${formatList(names, format)}.`
  );
}

/**
 * The workspaces that stay in the default project while others move: `27 workspaces stay in Default Project:
 * legacy-app-00, …`. Empty when nothing moves.
 */
export function stayingText(comparison: Comparison, format: (name: string) => string): string {
  const { defaultProjectId } = comparison.actual;
  const staying = unmanagedInPlace(comparison).filter(({ project }) => project.id === defaultProjectId);
  const [first] = staying;
  if (first === undefined || summaryOf(comparison).move === 0) return "";
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

/** The changes of a plan that cannot be undone; empty without any, and if the plan is blocked. */
export function irreversibleText(
  { actions, errors }: Pick<Plan, "actions" | "errors">,
  format: (name: string) => string,
): string {
  if (errors.length > 0) return "";
  const { deleted, unknown } = irreversibleOf(actions);
  const changes = unknown.map(({ name, attributes }) => `the change of ${formatList(attributes)} of ${format(name)}`);
  const parts = nonZero(
    [deleted.length, `the deletion of ${pluralize(deleted.length, "project")}`],
    [changes.length, formatList(changes, undefined, CHANGES_SHOWN)],
  );
  return parts.length === 0 ? "" : `Cannot be undone: ${parts.join(", ")}.`;
}

/** The projects that the plan would delete with `prune`; empty when there are none. */
export function leftAloneText({ leftAlone, desired }: Comparison, optionName: OptionName): string {
  if (leftAlone.length === 0) return "";
  const [are, them] = leftAlone.length === 1 ? ["is", "it"] : ["are", "them"];
  const text = `${pluralize(leftAlone.length, "project")} ${are} not in the code and ${are} left alone`;
  // Others may be in other states, and in code that was not read.
  const { inState, unread = [], otherStacks = [] } = desired;
  const mayBeElsewhere = inState !== undefined || unread.length + otherStacks.length > 0;
  return mayBeElsewhere ? `${text}.` : `${text}; ${optionName("prune")} deletes ${them}.`;
}

/** The numbers of ignored objects: `Ignored: 2 projects and 14 workspaces (ignore sandbox-*).` Empty without any. */
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
  const placements = [...new Set(elsewhere.map(({ rule }) => rule.placement))];
  const shown = elsewhere.map(({ name, project }) => `${format(name)} (${format(project.name)})`);
  return (
    `${pluralize(elsewhere.length, "workspace")} ${one ? "matches a rule" : "match rules"} of ` +
    `${formatList(placements, format)} and ${one ? "stays" : "stay"} in ${one ? "its project" : "their projects"}, ` +
    `because only workspaces of the default project are taken: ${formatList(shown)}.`
  );
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
export function missingProjects({ actions, warnings }: Comparison): string {
  const missing = new Set(actions.flatMap((it) => createdAddress(it) ?? []));
  const notFound = warnings.filter(isWarning("not-found")).flatMap(({ data }) => data.addresses);
  const mayExist = notFound.some((it) => missing.has(it));
  return `${pluralize(missing.size, "project")} missing${mayExist ? " or not visible" : ""}`;
}

/** How many members were not found by their names: `2 workspaces not found`, `1 workspace renamed`. */
export function missingCounts({ missingWorkspaces }: Pick<Comparison, "missingWorkspaces">): readonly string[] {
  const missing = new Set(missingWorkspaces.flatMap((it) => it.missing.map(nameKey))).size;
  const renamed = new Set(missingWorkspaces.flatMap((it) => it.renamed.map(({ id }) => id))).size;
  return nonZero(
    [missing, `${pluralize(missing, "workspace")} not found`],
    [renamed, `${pluralize(renamed, "workspace")} renamed`],
  );
}

/** Unmanaged objects that count as drift: `2 projects unmanaged with 5 workspaces`. */
function unmanagedDriftTexts(drift: Drift): readonly string[] {
  const { projects, workspaces } = drift.unmanagedDrift;
  const inside = workspacesOfUnmanagedProjects(drift);
  const contents = inside === 0 ? "" : ` with ${pluralize(inside, "workspace")}`;
  return nonZero(
    [projects, `${pluralize(projects, "project")} unmanaged${contents}`],
    [workspaces, `${pluralize(workspaces, "workspace")} unmanaged in projects of the code`],
  );
}

/** Other unmanaged objects than {@link unmanagedDriftTexts} has, as a sentence with a space before it. */
function unmanagedBesideDrift(drift: Drift): string {
  const { unmanagedDrift, coverage } = drift;
  const isCounted = unmanagedDrift.projects > 0;
  const counted = unmanagedDrift.workspaces + (isCounted ? workspacesOfUnmanagedProjects(drift) : 0);
  const others = countsOf(
    [coverage.unmanagedProjects.length - unmanagedDrift.projects, "project"],
    [unmanagedInPlace(drift).length - counted, "workspace"],
  );
  if (others === "") return "";
  return ` ${isCounted || unmanagedDrift.workspaces > 0 ? "Also unmanaged" : "Unmanaged"}: ${others}.`;
}

/**
 * `Coverage: 12 of 15 projects (80%) and 130 of 142 workspaces (91.5%) are managed.` With the unmanaged workspaces that
 * the report has as misplaced, since its list of unmanaged ones does not have them.
 */
export function coverageLine(drift: Drift): string {
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

/** A number with what it is of, `12 workspaces to move`, and its class in a page. */
export type CountText = readonly [kind: "create" | "update" | "move" | "delete" | "unmanaged", text: string];

/** The numbers of changes; of assignments only those that there are. */
export function planCounts({ create, update, set, move, unset, delete: deleted }: PlanSummary): readonly CountText[] {
  return [
    ["create", `${create} to create`],
    ["update", `${update} to update`],
    ["move", `${pluralize(move, "workspace")} to move`],
    ["delete", `${deleted} to delete`],
    ...nonZero<CountText>(
      [set, ["update", `${pluralize(set, "assignment")} to set`]],
      [unset, ["delete", `${pluralize(unset, "assignment")} to remove`]],
    ),
  ];
}

function countsText(changes: Pick<Comparison, "actions">): string {
  return planCounts(summaryOf(changes))
    .map(([, text]) => text)
    .join(", ");
}

/** `1 project and 2 workspaces` */
function countsOf(...numbers: readonly (readonly [number, string])[]): string {
  return nonZero(...numbers.map(([count, noun]) => [count, pluralize(count, noun)] as const)).join(" and ");
}

/** What is said of numbers, but of 0. */
export function nonZero<T = string>(...numbers: readonly (readonly [count: number, said: T])[]): readonly T[] {
  return numbers.filter(([count]) => count !== 0).map(([, said]) => said);
}

function shareText(share: Coverage["projects"], noun: string): string {
  return `${share.managed} of ${pluralize(share.total, noun)} (${percentOf(share)}%)`;
}
