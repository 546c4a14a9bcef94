import { compareStrings, groupBy, indexBy } from "../../lists";
import { createdNames, driftWarnings, isWarning, renamedWorkspaces, unknownWorkspaces } from "../../diagnostics";
import { MAX_LISTED, messageOf, type Diagnostic } from "../../model";
import { compareNames } from "../../reconcile/lists";
import { pluralize, quote } from "../../reconcile/text";
import { projectOf } from "../changes/kinds";
import type { OptionName } from "../option-name";
import { projectKey } from "../changes/change";
import { isWorkspaceDrift, type Comparison, type Drift, type Plan } from "../plan/comparison";
import { percentOf, unmanagedInPlace } from "../plan/destinations";
import { areCertain, areCreated, type MembersKnownAfterApply } from "../plan/memberships";
import { summaryOf } from "../plan/project-change";
import type { Block, Coverage, Item, List, Paragraph, Report, Summary, Text, Unmanaged } from "./blocks";
import { changesOf } from "./changes";
import { effectsOf } from "./effects";
import { leftTexts } from "./left-text";
import * as sentences from "./sentences";

/*
 * What a report shows: a function for each section, which makes its block, and the order of sections by medium. A
 * section that is missing in an order would not be shown.
 */

type Section = (it: Plan | Drift, optionName: OptionName) => Block | undefined;

const SECTIONS = {
  /** Where the identities of projects come from: Terraform states, or a Terraform plan. */
  identities: (it) => paragraph(sentences.identitiesText(it), { role: "basis" }),
  /** The limits that were set above their defaults. */
  "raised-limits": ofPlan((plan, optionName) =>
    paragraph(sentences.raisedLimitsText(plan, optionName), { role: "basis", isWarning: true }),
  ),
  /** What blocks a plan, its limits included; of drift, errors in the code, and what the token cannot see. */
  errors,
  /** Workspaces of memberships that do not exist, or have other names. In a plan they are errors or warnings. */
  missing: ofDrift(missing),
  /** What to review before approval; of drift, only the kinds that concern it. */
  warnings,
  /** What happens to projects, and to workspaces that move into or out of them. */
  changes: (it) => changesOf(it),
  /** Workspaces that Terraform's plan creates, by membership. */
  created,
  /** What changes for workspaces that move. */
  impact: ofPlan(effectsOf),
  /** The changes that an undo leaves as they are. */
  left: ofPlan(left),
  /** Without a state: workspaces in projects of the code that are in no membership. */
  unlisted: ofPlan((plan) => paragraph(sentences.unlistedText(plan), { role: "remark" })),
  /** Workspaces that stay in the default project while others move. */
  staying: ofPlan((plan) => paragraph(sentences.stayingText(plan))),
  /** Projects, and workspaces by project, that the code does not have. */
  unmanaged: ofDrift(unmanaged),
  /** How much the patterns of `ignore` leave out. */
  ignored: (it, optionName) => paragraph(sentences.ignoredText(it, optionName)),
  /** Workspaces that rules match and leave in other projects. */
  elsewhere: (it) => paragraph(sentences.elsewhereText(it)),
  /** How much is managed. */
  coverage: ofDrift(coverage),
  /** All changes or differences in numbers, or that there are none. */
  summary,
  /** The changes that no undo takes back. */
  irreversible: ofPlan((plan) => paragraph(sentences.irreversibleText(plan))),
  /** Without `prune`: unmanaged projects that it would delete. */
  "not-pruned": ofPlan((plan, optionName) => paragraph(sentences.notPrunedText(plan, optionName))),
} as const satisfies Readonly<Record<string, Section>>;

export type SectionName = keyof typeof SECTIONS;

/**
 * Text is for a terminal, which has the result, and what belongs to it, at the end, where the last lines are in view;
 * Markdown for a comment, HTML for a page. JSON has the plan itself, and no sections. A test finds what an order lacks.
 */
const ORDERS = {
  terminal: [
    ...["identities", "raised-limits", "errors", "missing", "warnings", "changes", "created", "impact", "left"],
    ...["unlisted", "staying", "unmanaged", "ignored", "elsewhere", "coverage", "summary", "irreversible"],
    "not-pruned",
  ],
  comment: [
    ...["summary", "unlisted", "staying", "raised-limits", "ignored", "elsewhere", "identities", "errors"],
    ...["missing", "warnings", "left", "irreversible", "changes", "created", "impact", "not-pruned", "coverage"],
    "unmanaged",
  ],
  page: [
    ...["summary", "identities", "raised-limits", "unlisted", "staying", "ignored", "elsewhere", "not-pruned"],
    ...["irreversible", "errors", "missing", "changes", "created", "warnings", "left", "impact", "coverage"],
    "unmanaged",
  ],
} as const satisfies Readonly<Record<string, readonly SectionName[]>>;

/** What a terminal shows of a move that nobody has written yet: what it changes, and nothing of the code. */
const OF_PROPOSED_MOVE: readonly SectionName[] = ["errors", "warnings", "impact"];

/** What a report shows of a plan or of drift, in the order of its medium. */
export function reportOf(it: Plan | Drift, medium: keyof typeof ORDERS, optionName: OptionName): Report {
  const isUndo = it.kind === "plan" && it.desired.undo !== undefined;
  const [command, title] = isUndo
    ? ["undo", "Undo in"]
    : it.kind === "plan"
      ? ["plan", "Plan for"]
      : ["drift", "Drift of"];
  const blocks = sectionsOf(it, medium, optionName).map(({ block }) => block);
  return { kind: it.kind, command, title, organization: it.organization, blocks };
}

/** What a plan with a single move says of it. */
export function proposedBlocks(plan: Plan, optionName: OptionName): readonly Block[] {
  return sectionsOf(plan, "terminal", optionName).flatMap(({ name, block }) =>
    OF_PROPOSED_MOVE.includes(name) ? block : [],
  );
}

/** The sections that have content. */
export function sectionsOf(
  it: Plan | Drift,
  medium: keyof typeof ORDERS,
  optionName: OptionName,
): readonly { readonly name: SectionName; readonly block: Block }[] {
  return ORDERS[medium].flatMap((name) => {
    const block = SECTIONS[name](it, optionName);
    return block === undefined ? [] : [{ name, block }];
  });
}

function ofPlan(section: (plan: Plan, optionName: OptionName) => Block | undefined): Section {
  return (it, optionName) => (it.kind === "plan" ? section(it, optionName) : undefined);
}

function ofDrift(section: (drift: Drift) => Block | undefined): Section {
  return (it) => (it.kind === "drift" ? section(it) : undefined);
}

function paragraph(text: Text | undefined, how: Partial<Paragraph> = {}): Paragraph | undefined {
  return text && { kind: "paragraph", text, ...how };
}

function list({ items, ...it }: Omit<List, "kind">): List | undefined {
  return items.length === 0 ? undefined : { kind: "list", items, ...it };
}

function summary(it: Plan | Drift, optionName: OptionName): Summary {
  const [text, counts] =
    it.kind === "plan"
      ? [sentences.planSummary(it, optionName), sentences.planCounts(summaryOf(it))]
      : [sentences.driftSummary(it, optionName), sentences.driftCounts(it)];
  return { kind: "summary", text: [text], counts };
}

function errors(it: Plan | Drift): List | undefined {
  const heading = it.kind === "plan" ? "The plan is blocked by errors" : "Errors";
  return list({ tone: "error", heading, items: it.errors.map(finding) });
}

/** Of each membership one or two findings. */
function missing({ missingWorkspaces }: Drift): List | undefined {
  const areMissing = missingWorkspaces.some((it) => it.missing.length > 0);
  const areRenamed = missingWorkspaces.some(({ renamed }) => renamed.length > 0);
  const found = missingWorkspaces.flatMap(({ renamed, missing: workspaces, ...it }) => [
    ...(renamed.length === 0 ? [] : [renamedWorkspaces({ ...it, renamed })]),
    ...(workspaces.length === 0 ? [] : [unknownWorkspaces({ ...it, workspaces })]),
  ]);
  const what = areMissing && areRenamed ? "not found or renamed" : areRenamed ? "renamed" : "not found";
  return list({ tone: "difference", heading: `Workspaces ${what}`, items: found.map(finding) });
}

function warnings(it: Plan | Drift): List | undefined {
  const shown = it.kind === "plan" ? it.warnings : driftWarnings(it.warnings);
  const { length: deletions } = shown.filter(isWarning("delete"));
  const byId = indexBy(it.actions, ({ id }) => id);
  const items = shown.map((warning): Item => {
    const { severity, summary: label, data } = warning;
    const action = byId.get(data.action ?? "");
    return {
      label,
      text: [{ sentence: messageOf(warning) }],
      isCaution: severity === "caution",
      project: action && projectKey(projectOf(action)),
      ...(isWarning("delete")(warning) && {
        group: {
          heading: `${pluralize(deletions, "project")} ${deletions === 1 ? "is" : "are"} deleted`,
          name: warning.data.project.name,
          many: `${deletions} projects will be deleted; they are listed below.`,
        },
      }),
    };
  });
  return list({ tone: "warning", heading: "Warnings", noun: "warning", items });
}

/** The members that Terraform's plan creates; others are warnings. */
function created({ afterApply }: Comparison): List | undefined {
  const items = afterApply
    .filter(areCreated)
    .map((it) => ({ where: it.address, text: [{ sentence: createdText(it) }] }));
  return list({ tone: "new", heading: "Workspaces created by the Terraform plan", noun: "membership", items });
}

/** `Project "Web" gets api, created by this plan.` */
function createdText(members: MembersKnownAfterApply): string {
  const { project, count, created: all } = members;
  const names = createdNames(members);
  const gets = areCertain(members)
    ? `${names}, created by this plan`
    : `${count ?? 0} of ${pluralize(all.length, "workspace")} that this plan creates (${names})`;
  return `Project ${quote(project.name)} gets ${gets}.`;
}

/** Code is in the language that the organization's code has. */
function left({ desired: { undo, language = "terraform" } }: Plan): List | undefined {
  const items = leftTexts(undo?.left ?? []).map(({ text, code: lines }): Item => ({
    text: [{ sentence: text }],
    ...(lines.length > 0 && { code: { language, lines } }),
  }));
  return list({ tone: "note", heading: "Left as it is", noun: "change", items });
}

function finding(it: Diagnostic): Item {
  const { workspaces = [] } = it.data;
  const names = workspaces.length > MAX_LISTED ? { names: [...workspaces].sort(compareStrings) } : {};
  return { where: it.where, text: [{ sentence: messageOf(it) }], ...names };
}

function coverage(drift: Drift): Coverage {
  const { projects, workspaces } = drift.coverage;
  return {
    kind: "coverage",
    text: [sentences.coverageText(drift)],
    shares: [
      { label: "Projects", percent: percentOf(projects) },
      { label: "Workspaces", percent: percentOf(workspaces) },
    ],
  };
}

function unmanaged(drift: Drift): Unmanaged | undefined {
  const { unmanagedProjects } = drift.coverage;
  const byProject = groupBy(unmanagedInPlace(drift), ({ project }) => project.id);
  if (unmanagedProjects.length + byProject.size === 0) return undefined;
  const ids = new Set(unmanagedProjects.map(({ id }) => id));
  const placeOf = (id: string, isManaged: boolean): "default" | "managed" | "unmanaged" | "other" => {
    if (id === drift.actual.defaultProjectId) return "default";
    if (ids.has(id)) return "unmanaged";
    return isManaged ? "managed" : "other";
  };
  const groups = [...byProject.values()].map((workspaces) => {
    const [first] = workspaces;
    return {
      name: first.project.name,
      isDrift: isWorkspaceDrift(drift, first),
      place: placeOf(first.project.id, first.isInManagedProject),
      workspaces: workspaces.map(({ name }) => name),
    } as const;
  });
  return {
    kind: "unmanaged",
    heading: "Unmanaged",
    areProjectsDrift: drift.unmanagedDrift.projects > 0,
    projects: unmanagedProjects.map(({ id, name }) => {
      return { name, workspaces: (byProject.get(id) ?? []).map((it) => it.name) };
    }),
    groups: groups.sort((one, other) => Number(other.isDrift) - Number(one.isDrift) || compareNames(one, other)),
  };
}
