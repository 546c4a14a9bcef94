import type { CodeLanguage } from "../../model";
import { compareNames, groupBy } from "../../reconcile/lists";
import { renamedText } from "../../reconcile/renamed-workspaces";
import { projectOf } from "../actions/table";
import { missingText, refusalText, subjectOf } from "../findings/errors";
import { driftWarnings, kindOf } from "../findings/warnings";
import { createdText } from "../findings/members-after-apply";
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
import { irreversibleText, leftTexts } from "./left-text";
import {
  coverageLine,
  driftSummary,
  elsewhereText,
  identitiesText,
  ignoredText,
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

/** A sentence, or two. */
interface Sentence {
  readonly name:
    | ("identities" | "raised-limits" | "left-in-place" | "staying" | "ignored" | "elsewhere")
    | ("summary" | "irreversible" | "left-alone");
  /** @param format - Applied to texts from outside. */
  readonly text: (format: Format) => string;
}

/** What should be known about the code or the organization. */
interface Findings<Name extends "errors" | "missing" | "warnings" | "created"> {
  readonly name: Name;
  readonly heading: string;
  readonly findings: readonly Finding[];
}

export interface Finding {
  readonly severity: "error" | "caution" | "warning" | "note";
  readonly text: string;
  /** What it is about, before the text. */
  readonly subject?: string | undefined;
  /** What a list of very many has in place of the text. */
  readonly brief?: string | undefined;
  /** Of a warning. */
  readonly kind?: PlanWarning["kind"];
  /** A few words for it. */
  readonly label?: string;
  /** The key of the project that it is about. */
  readonly project?: string | undefined;
}

/** What happens to projects and workspaces. */
interface Changes {
  readonly name: "changes";
  readonly changes: readonly ProjectChange[];
}

/** What changes for workspaces that move, by pairs of projects. */
interface Impact {
  readonly name: "impact";
  readonly heading: string;
  /** @param format - Applied to texts from outside. */
  readonly pairs: (format: Format) => readonly ImpactSection[];
  readonly notes: (format: Format) => readonly string[];
}

/** What an undo leaves as it is, with code that makes it anew. */
interface Left {
  readonly name: "left";
  readonly heading: string;
  /** Of the code. */
  readonly language: CodeLanguage;
  readonly left: readonly { readonly text: string; readonly code: readonly string[] }[];
}

/** What the code does not have. */
interface Unmanaged {
  readonly name: "unmanaged";
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

/** How much is managed. */
interface Shares {
  readonly name: "coverage";
  readonly line: string;
  readonly coverage: Coverage;
}

export type Section =
  | Sentence
  | Findings<"errors">
  | Findings<"missing">
  | Findings<"warnings">
  | Findings<"created">
  | Changes
  | Impact
  | Left
  | Unmanaged
  | Shares;
export type SectionName = Section["name"];
export type SectionOf<Name extends SectionName> = Extract<Section, { readonly name: Name }>;

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
    ...[
      "missing",
      "warnings",
      "left",
      "irreversible",
      "changes",
      "created",
      "impact",
      "left-alone",
      "coverage",
      "unmanaged",
    ],
  ],
  page: [
    ...["summary", "identities", "raised-limits", "left-in-place", "staying", "ignored", "elsewhere", "left-alone"],
    ...["irreversible", "errors", "changes", "missing", "created", "warnings", "left", "impact", "coverage"],
    "unmanaged",
  ],
} as const satisfies Readonly<Record<string, readonly SectionName[]>>;

/** What a report shows, in the order of its medium; sections without content are left out. */
export function sectionsOf(it: Plan | Drift, medium: keyof typeof ORDERS, optionName: OptionName): readonly Section[] {
  const own = it.kind === "plan" ? planSections(it, optionName) : driftSections(it, optionName);
  const all = new Map([...commonSections(it, optionName), ...own].map((section) => [section.name, section]));
  return ORDERS[medium].flatMap((name) => {
    const section = all.get(name);
    return section === undefined || isEmpty(section) ? [] : [section];
  });
}

function isEmpty(section: Section): boolean {
  switch (section.name) {
    case "changes":
      return section.changes.length === 0;
    case "impact":
      return section.pairs(asIs).length + section.notes(asIs).length === 0;
    case "left":
      return section.left.length === 0;
    case "unmanaged":
      return section.projects.length + section.groups.length === 0;
    case "coverage":
      return false;
    default:
      return "findings" in section ? section.findings.length === 0 : section.text(asIs) === "";
  }
}

/** Leaves names as they are. */
export const asIs: Format = (text) => text;

function commonSections(it: Plan | Drift, optionName: OptionName): readonly Section[] {
  return [
    { name: "identities", text: (format) => identitiesText(it, format) },
    { name: "raised-limits", text: () => raisedLimitsText(it, optionName) },
    { name: "ignored", text: (format) => ignoredText(it, format, optionName) },
    { name: "elsewhere", text: (format) => elsewhereText(it, format) },
    { name: "errors", heading: REPORT_KINDS[it.kind].errors, findings: it.refusals.map(errorOf) },
    { name: "missing", heading: "Workspaces not found", findings: missingMembers(it) },
    { name: "changes", changes: changesByProject(it) },
    { name: "created", heading: "Workspaces created by the Terraform plan", findings: createdMembers(it) },
  ];
}

function planSections(plan: Plan, optionName: OptionName): readonly Section[] {
  return [
    { name: "summary", text: () => planSummary(plan, optionName) },
    { name: "left-in-place", text: (format) => leftInPlaceText(plan, format) },
    { name: "staying", text: (format) => stayingText(plan, format) },
    { name: "warnings", heading: "Warnings", findings: plan.warnings.map((it) => warningOf(it, plan)) },
    {
      name: "impact",
      heading: "What the moves change",
      pairs: (format) => impactSections(plan, format),
      notes: (format) => impactNotes(plan, format, optionName),
    },
    { name: "left", heading: "Left as it is", language: plan.desired.language ?? "terraform", left: leftTexts(plan) },
    { name: "irreversible", text: (format) => irreversibleText(plan, format) },
    { name: "left-alone", text: () => leftAloneText(plan, optionName) },
  ];
}

function driftSections(drift: Drift, optionName: OptionName): readonly Section[] {
  return [
    { name: "summary", text: () => driftSummary(drift, optionName) },
    { name: "warnings", heading: "Warnings", findings: driftWarnings(drift).map((it) => warningOf(it, drift)) },
    { name: "coverage", line: coverageLine(drift.coverage), coverage: drift.coverage },
    {
      name: "unmanaged",
      projects: drift.coverage.unmanagedProjects,
      areProjectsDrift: drift.unmanagedDrift.projects > 0,
      groups: unmanagedGroups(drift),
    },
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
