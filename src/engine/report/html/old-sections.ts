import { compareStrings, groupBy, indexBy } from "../../../lists";
import { createdNames, driftWarnings, renamedWorkspaces, unknownWorkspaces } from "../../../diagnostics";
import { MAX_LISTED, type Diagnostic } from "../../../model";
import { compareNames } from "../../../reconcile/lists";
import { pluralize, quote } from "../../../reconcile/text";
import { attributeChanges } from "../../changes/attribute-change";
import { projectOf } from "../../changes/kinds";
import type { OptionName } from "../../option-name";
import { projectKey } from "../../changes/change";
import { isWorkspaceDrift, type Comparison, type Drift, type Plan } from "../../plan/comparison";
import { unmanagedInPlace, type UnmanagedWorkspace } from "../../plan/destinations";
import { changesByProject } from "../../plan/project-change";
import { areCertain, areCreated, type MembersKnownAfterApply } from "../../plan/memberships";
import { impactNotes, impactSections, type Format } from "./old-impact";
import { leftTexts } from "../left-text";
import * as wording from "./old-wording";

/*
 * What a report shows. Formats decide how a section looks and how much of a long one they show; what there is, and in
 * which order, is decided here.
 */

/** What reports show of diagnostics, and of members that Terraform's plan creates. */
export type Said = Pick<Diagnostic, "where" | "detail" | "nextStep"> & Partial<Pick<Diagnostic, "data">>;

export interface UnmanagedGroup {
  readonly id: string;
  readonly name: string;
  readonly isDrift: boolean;
  readonly workspaces: readonly UnmanagedWorkspace[];
}

export type Section = ReturnType<typeof commonSections | typeof planSections | typeof driftSections>[number];
type SectionName = Section["name"];
export type SectionOf<Name extends SectionName> = Extract<Section, { readonly name: Name }>;

/**
 * The order of sections. A terminal has the result, and what belongs to it, at the end, where the last lines are in
 * view; a comment and a page begin with it. Each order has all sections: one that is missing would not be shown.
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
  const all = indexBy<SectionName, Section>([...commonSections(it, optionName), ...own], ({ name }) => name);
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
const asIs: Format = (text) => text;

/** What is said in a sentence or two. @param text - Gets what formats names and other texts from outside. */
function sentence<const Name extends string>(name: Name, text: (format: Format) => string) {
  return { name, text };
}

function list<const Name extends string, Item>(name: Name, heading: string, items: readonly Item[]) {
  return { name, heading, items };
}

function commonSections(it: Plan | Drift, optionName: OptionName) {
  return [
    // Where the identities of projects come from: Terraform states, or a Terraform plan.
    sentence("identities", (format) => wording.identitiesText(it, format)),
    // What blocks a plan, its limits included; of drift, errors in the code, and what the token cannot see.
    list("errors", wording.REPORT_KINDS[it.kind].errors, it.errors),
    // What happens to projects, and to workspaces that move into or out of them.
    changesOf(it),
    // Workspaces that Terraform's plan creates, by membership.
    list("created", "Workspaces created by the Terraform plan", createdMembers(it)),
    // How much the patterns of `ignore` leave out.
    sentence("ignored", (format) => wording.ignoredText(it, format, optionName)),
    // Workspaces that rules match and leave in other projects.
    sentence("elsewhere", (format) => wording.elsewhereText(it, format)),
  ];
}

function planSections(plan: Plan, optionName: OptionName) {
  const { undo, language = "terraform" } = plan.desired;
  // What changes for workspaces that move. If one moves, a note says at least what was not compared.
  const impact = {
    name: "impact",
    heading: "What the moves change",
    pairs: (format: Format) => impactSections(plan, format),
    notes: (format: Format) => impactNotes(plan, format, optionName),
  } as const;
  return [
    ...(plan.impact.moves.length === 0 ? [] : [impact]),
    // The limits that were set above their defaults.
    sentence("raised-limits", () => wording.raisedLimitsText(plan, optionName)),
    // What to review before approval.
    warningsOf(plan, plan.warnings),
    // The changes that an undo leaves as they are. Code is in the language that the organization's code has.
    {
      name: "left",
      heading: "Left as it is",
      language,
      items: undo === undefined ? [] : leftTexts(undo.left),
    } as const,
    // Without a state: workspaces in projects of the code that are in no membership.
    sentence("left-in-place", (format) => wording.leftInPlaceText(plan, format)),
    // Workspaces that stay in the default project while others move.
    sentence("staying", (format) => wording.stayingText(plan, format)),
    // All changes in numbers, or that there are none.
    sentence("summary", () => wording.planSummary(plan, optionName)),
    // The changes that no undo takes back.
    sentence("irreversible", (format) => wording.irreversibleText(plan, format)),
    // Without `prune`: unmanaged projects that it would delete.
    sentence("left-alone", () => wording.leftAloneText(plan, optionName)),
  ];
}

function driftSections(drift: Drift, optionName: OptionName) {
  const { coverage } = drift;
  // Projects, and workspaces by project, that the code does not have.
  const unmanaged = {
    name: "unmanaged",
    heading: "Unmanaged",
    projects: coverage.unmanagedProjects,
    areProjectsDrift: drift.unmanagedDrift.projects > 0,
    groups: unmanagedGroups(drift),
  } as const;
  return [
    ...(unmanaged.projects.length + unmanaged.groups.length === 0 ? [] : [unmanaged]),
    // Workspaces of memberships that do not exist, or have other names. In a plan they are errors or warnings.
    list("missing", missingHeading(drift), missingMembers(drift)),
    // Only the kinds that concern drift.
    warningsOf(drift, driftWarnings(drift.warnings)),
    // How much is managed.
    { name: "coverage", line: wording.coverageLine(drift), coverage } as const,
    // All differences in numbers, or that there are none.
    sentence("summary", () => wording.driftSummary(drift, optionName)),
  ];
}

/** The changes of projects, with what the signs of attributes and assignments mean, if there are some. */
function changesOf(it: Plan | Drift) {
  const items = changesByProject(it);
  const isDirected = items.some((change) => change.assignments.length + attributeChanges(change).length > 0);
  return { name: "changes", items, direction: isDirected ? wording.REPORT_KINDS[it.kind].direction : "" } as const;
}

/** All workspaces that an error is about, if its text does not have all of them: formats that have room list them. */
export function allWorkspaces({ data: { workspaces = [] } = {} }: Said): readonly string[] {
  return workspaces.length > MAX_LISTED ? [...workspaces].sort(compareStrings) : [];
}

function warningsOf({ actions }: Comparison, items: readonly Diagnostic[]) {
  const byId = indexBy(actions, ({ id }) => id);
  /** The key of the project that a warning is about. */
  const projectOfItem = ({ data }: Diagnostic): string | undefined => {
    const action = byId.get(data.action ?? "");
    return action && projectKey(projectOf(action));
  };
  return { ...list("warnings", "Warnings", items), projectOf: projectOfItem } as const;
}

function missingHeading({ missingWorkspaces }: Comparison): string {
  if (missingWorkspaces.every(({ renamed }) => renamed.length === 0)) return "Workspaces not found";
  const areRenamed = missingWorkspaces.every(({ missing }) => missing.length === 0);
  return areRenamed ? "Workspaces renamed" : "Workspaces not found or renamed";
}

/** Of drift: workspaces that do not exist, or have other names; of each membership one or two findings. */
function missingMembers({ missingWorkspaces }: Comparison): readonly Diagnostic[] {
  return missingWorkspaces.flatMap(({ renamed, missing: workspaces, ...it }) => [
    ...(renamed.length === 0 ? [] : [renamedWorkspaces({ ...it, renamed })]),
    ...(workspaces.length === 0 ? [] : [unknownWorkspaces({ ...it, workspaces })]),
  ]);
}

/** The members that Terraform's plan creates; others are warnings. */
function createdMembers({ afterApply }: Comparison): readonly Said[] {
  return afterApply.filter(areCreated).map((it) => ({ where: it.address, detail: createdText(it) }));
}

/** `Project "Web" gets api, created by this plan.` */
function createdText(members: MembersKnownAfterApply): string {
  const { project, count, created } = members;
  const names = createdNames(members);
  const gets = areCertain(members)
    ? `${names}, created by this plan`
    : `${count ?? 0} of ${pluralize(created.length, "workspace")} that this plan creates (${names})`;
  return `Project ${quote(project.name)} gets ${gets}.`;
}

/** Those that count as drift first, then by name. */
function unmanagedGroups(drift: Comparison): readonly UnmanagedGroup[] {
  return [...groupBy(unmanagedInPlace(drift), ({ project }) => project.id).values()]
    .map((workspaces) => {
      const [first] = workspaces;
      return { ...first.project, isDrift: isWorkspaceDrift(drift, first), workspaces };
    })
    .sort((one, other) => Number(other.isDrift) - Number(one.isDrift) || compareNames(one, other));
}
