import type { CodeLanguage } from "../../model";
import { compareNames, groupBy } from "../../reconcile/lists";
import { renamedText } from "../../reconcile/renamed-workspaces";
import { projectOf } from "../actions/table";
import { missingText, refusalText, subjectOf } from "../findings/errors";
import { driftWarnings, kindOf } from "../findings/warnings";
import { createdText } from "../findings/warning-texts";
import type { OptionName } from "../option-name";
import { projectKey } from "../plan/action";
import type { Comparison, Drift, Plan } from "../plan/comparison";
import type { Coverage, UnmanagedWorkspace } from "../plan/coverage";
import { isWorkspaceDrift } from "../plan/drift";
import { changesByProject, type ProjectChange } from "../plan/project-change";
import type { Refusal } from "../plan/refusal";
import type { PlanWarning } from "../plan/warnings";
import { areCreated } from "../plan/after-apply";
import { impactNotes, impactSections, type Format, type ImpactSection } from "./impact";
import { REPORT_KINDS } from "./kind";
import { leftTexts, type LeftItem } from "./left-text";
import {
  coverageLine,
  driftSummary,
  elsewhereText,
  identitiesText,
  ignoredText,
  irreversibleText,
  leftAloneText,
  leftInPlaceText,
  planSummary,
  raisedLimitsText,
  stayingText,
} from "./summary";

/*
 * What a report shows. Formats decide how a section looks and how much of a long one they show; what there is, and in
 * which order, is decided here.
 */

/** The sections of reports, and what each of them shows. */
interface Sections {
  /** Where the identities of projects come from: Terraform states, or a Terraform plan. */
  readonly identities: Sentence;
  /** Of a plan: the limits that were set above their defaults. */
  readonly "raised-limits": Sentence;
  /** What blocks a plan, its limits included; of drift, errors in the code, and what the token cannot see. */
  readonly errors: Findings;
  /** Of drift: workspaces of memberships that do not exist, or have other names. A plan has errors or warnings. */
  readonly missing: Findings;
  /** What to review before approval; of drift, only the kinds that concern the current organization. */
  readonly warnings: Findings;
  /** What happens to projects, and to workspaces that move into or out of them. */
  readonly changes: { readonly items: readonly ProjectChange[] };
  /** Workspaces that Terraform's plan creates, by membership. */
  readonly created: Findings;
  /** Of a plan: what changes for workspaces that move. */
  readonly impact: Impact;
  /** Of an undo: the changes that it leaves as they are. */
  readonly left: Left;
  /** Of a plan without a state: workspaces in projects of the code that are in no membership. */
  readonly "left-in-place": Sentence;
  /** Of a plan: workspaces that stay in the default project while others move. */
  readonly staying: Sentence;
  /** Of drift: projects and workspaces that the code does not have. */
  readonly unmanaged: Unmanaged;
  /** How much the patterns of `ignore` leave out. */
  readonly ignored: Sentence;
  /** Workspaces that rules match and leave in other projects. */
  readonly elsewhere: Sentence;
  /** Of drift: how much is managed. */
  readonly coverage: { readonly line: string; readonly coverage: Coverage };
  /** All changes in numbers, or that there are none. */
  readonly summary: Sentence;
  /** Of a plan: the changes that no undo takes back. */
  readonly irreversible: Sentence;
  /** Of a plan without `prune`: unmanaged projects that it would delete. */
  readonly "left-alone": Sentence;
}

interface Sentence {
  /** One sentence or two. @param format - Applied to texts from outside. */
  readonly text: (format: Format) => string;
}

interface Findings {
  readonly heading: string;
  readonly items: readonly Finding[];
}

/** Something to know about the code or the organization. */
export interface Finding {
  readonly severity: "error" | "caution" | "warning" | "note";
  readonly text: string;
  /** The object that the finding is about, before the text. */
  readonly subject?: string | undefined;
  /** Replaces the text in a list of very many. */
  readonly brief?: string | undefined;
  /** Of a warning. */
  readonly kind?: PlanWarning["kind"];
  /** A few words for it. */
  readonly label?: string;
  /** The key of the project that it is about. */
  readonly project?: string | undefined;
}

interface Impact {
  readonly heading: string;
  /** @param format - Applied to texts from outside. */
  readonly pairs: (format: Format) => readonly ImpactSection[];
  readonly notes: (format: Format) => readonly string[];
}

interface Left {
  readonly heading: string;
  /** Of the code. */
  readonly language: CodeLanguage;
  readonly items: readonly LeftItem[];
}

interface Unmanaged {
  readonly projects: Coverage["unmanagedProjects"];
  /** Whether these count as drift. */
  readonly areProjectsDrift: boolean;
  /** By project: those that count as drift first, then by name. */
  readonly groups: readonly UnmanagedGroup[];
}

export interface UnmanagedGroup {
  readonly id: string;
  readonly name: string;
  readonly isDrift: boolean;
  readonly workspaces: readonly UnmanagedWorkspace[];
}

export type SectionName = keyof Sections;
export type SectionOf<Name extends SectionName> = { [N in Name]: { readonly name: N } & Sections[N] }[Name];
export type Section = SectionOf<SectionName>;
export type SentenceSection = Extract<Section, Sentence>;

/**
 * The order of sections: the result of a report is last on a terminal, where the last lines are in view, and first in a
 * comment and on a page, which begins with notes and numbers.
 */
const ORDERS = {
  terminal: [
    ...["identities", "raised-limits", "errors", "missing", "warnings", "changes", "created", "impact", "left"],
    ...["left-in-place", "staying", "unmanaged", "ignored", "elsewhere", "coverage", "summary", "irreversible"],
    "left-alone",
  ],
  comment: [
    ...["summary", "left-in-place", "staying", "raised-limits", "ignored", "elsewhere", "identities", "errors"],
    ...["missing", "warnings", "left", "irreversible", "changes", "created", "impact", "left-alone", "coverage"],
    "unmanaged",
  ],
  page: [
    ...["summary", "identities", "raised-limits", "left-in-place", "staying", "ignored", "elsewhere", "left-alone"],
    ...["irreversible", "errors", "changes", "missing", "created", "warnings", "left", "impact", "coverage"],
    "unmanaged",
  ],
} as const satisfies Readonly<Record<string, readonly SectionName[]>>;

/** The sections of a report that have content, in the order of its medium. */
export function sectionsOf(it: Plan | Drift, medium: keyof typeof ORDERS, optionName: OptionName): readonly Section[] {
  const own = it.kind === "plan" ? planSections(it, optionName) : driftSections(it, optionName);
  const all = new Map([...commonSections(it, optionName), ...own].map((section) => [section.name, section]));
  return ORDERS[medium].flatMap((name) => {
    const section = all.get(name);
    return section !== undefined && hasContent(section) ? [section] : [];
  });
}

function hasContent(section: Section): boolean {
  if ("text" in section) return section.text(asIs) !== "";
  return !("items" in section) || section.items.length > 0;
}

/** Leaves names as they are. */
export const asIs: Format = (text) => text;

function commonSections(it: Plan | Drift, optionName: OptionName): readonly Section[] {
  return [
    { name: "identities", text: (format) => identitiesText(it, format) },
    { name: "errors", heading: REPORT_KINDS[it.kind].errors, items: it.refusals.map(errorOf) },
    { name: "changes", items: changesByProject(it) },
    { name: "created", heading: "Workspaces created by the Terraform plan", items: createdMembers(it) },
    { name: "ignored", text: (format) => ignoredText(it, format, optionName) },
    { name: "elsewhere", text: (format) => elsewhereText(it, format) },
  ];
}

function planSections(plan: Plan, optionName: OptionName): readonly Section[] {
  const { undo, language = "terraform" } = plan.desired;
  // If something moves, a note says at least what was not compared.
  const impact: Section = {
    name: "impact",
    heading: "What the moves change",
    pairs: (format) => impactSections(plan, format),
    notes: (format) => impactNotes(plan, format, optionName),
  };
  return [
    ...(plan.impact.moves.length === 0 ? [] : [impact]),
    { name: "raised-limits", text: () => raisedLimitsText(plan, optionName) },
    { name: "warnings", heading: "Warnings", items: plan.warnings.map((it) => warningOf(it, plan)) },
    { name: "left", heading: "Left as it is", language, items: leftTexts(undo?.left ?? []) },
    { name: "left-in-place", text: (format) => leftInPlaceText(plan, format) },
    { name: "staying", text: (format) => stayingText(plan, format) },
    { name: "summary", text: () => planSummary(plan, optionName) },
    { name: "irreversible", text: (format) => irreversibleText(plan, format) },
    { name: "left-alone", text: () => leftAloneText(plan, optionName) },
  ];
}

function driftSections(drift: Drift, optionName: OptionName): readonly Section[] {
  const { unmanagedProjects: projects } = drift.coverage;
  const areProjectsDrift = drift.unmanagedDrift.projects > 0;
  const groups = unmanagedGroups(drift);
  const unmanaged: Section = { name: "unmanaged", projects, areProjectsDrift, groups };
  return [
    ...(projects.length + groups.length === 0 ? [] : [unmanaged]),
    { name: "missing", heading: "Workspaces not found", items: missingMembers(drift) },
    { name: "warnings", heading: "Warnings", items: driftWarnings(drift).map((it) => warningOf(it, drift)) },
    { name: "coverage", line: coverageLine(drift.coverage), coverage: drift.coverage },
    { name: "summary", text: () => driftSummary(drift, optionName) },
  ];
}

function errorOf(refusal: Refusal): Finding {
  return { severity: "error", subject: subjectOf(refusal), text: refusalText(refusal) };
}

function warningOf(warning: PlanWarning, { actions }: Comparison): Finding {
  const { kind } = warning;
  const { severity = "warning", text, brief, label = kind } = kindOf(warning);
  const action = warning.action === undefined ? undefined : actions[warning.action];
  const project = action && projectKey(projectOf(action));
  return { severity, text: text(warning), brief: brief?.(warning), kind, label, project };
}

/** Of drift: workspaces that do not exist, or have other names; of each membership one or two findings. */
function missingMembers({ missingWorkspaces }: Comparison): readonly Finding[] {
  return missingWorkspaces.flatMap(({ address: subject, organization, renamed, missing, suggestions }): Finding[] => [
    ...(renamed.length === 0 ? [] : [{ severity: "warning", subject, text: renamedText(renamed) } as const]),
    ...(missing.length === 0
      ? []
      : [{ severity: "warning", subject, text: missingText(organization, missing, suggestions) } as const]),
  ]);
}

/** The members that Terraform's plan creates; others are warnings. */
function createdMembers({ afterApply }: Comparison): readonly Finding[] {
  return afterApply.filter(areCreated).map((it) => ({ severity: "note", subject: it.address, text: createdText(it) }));
}

function unmanagedGroups(drift: Comparison): readonly UnmanagedGroup[] {
  return [...groupBy(drift.coverage.unmanagedWorkspaces, ({ project }) => project.id).values()]
    .map((workspaces) => {
      const [first] = workspaces;
      return { ...first.project, isDrift: isWorkspaceDrift(drift, first), workspaces };
    })
    .sort((one, other) => Number(other.isDrift) - Number(one.isDrift) || compareNames(one, other));
}
