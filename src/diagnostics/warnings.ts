import type { RenamedWorkspace } from "../decide";
import {
  ANY_OBJECTS,
  assignmentWithTwoOwners,
  twoOwners,
  unmatchedText,
  unreachedText,
  type AssignmentOwners,
  type Diagnostic,
  type NamedObject,
  type TwoOwners,
  type UnmatchedRule,
  type UnreachedRule,
} from "../model";
import { DELETED_WITH_PROJECT, deletedProject, forcedMove, type ForcedMove } from "../reconcile/consequences";
import { renamedText } from "../reconcile/missing-workspaces";
import { formatList, quote } from "../reconcile/text";
import { gatesText, type GateReading } from "./gates";
import {
  identityText,
  destroyedAnywayText,
  sharingText,
  type ChangedIdentity,
  type ChangedSharing,
} from "./move-texts";
import type { SoughtProject } from "./names";
import { allNotPermitted, type NotPermitted } from "./visibility";
import * as texts from "./warning-texts";
import { missingText, type MissingMembers } from "./workspaces";

/** A kind of warnings. */
interface WarningKind<Facts> {
  /** What to review before approval. */
  readonly text: (facts: Facts) => string;
  /** When it occurs. Markdown, for the documentation. */
  readonly meaning: string;
  /** A few words for the kind. @default - its code */
  readonly summary?: string;
  /** `caution` if the change cannot be undone by a later plan. @default warning */
  readonly severity?: "caution";
  /**
   * Whether reports of drift show it, too: it is about the current organization, or about something that keeps changing
   * it, and not about the changes of a plan.
   *
   * @default false
   */
  readonly concernsDrift?: boolean;
  /** What its addresses are of. @default - it has none */
  readonly addresses?: string;
}

/** A warning about a change of the plan. */
interface OfChange {
  readonly action: string;
}

/** A warning about the code. */
interface OfCode {
  readonly addresses: readonly string[];
}

/** Workspaces move although no membership requires it. */
interface ForcedMoves extends OfChange {
  readonly destination: string;
  readonly moved: readonly NamedObject[];
}

/** Infers the facts of a kind from its texts. */
function kind<Facts extends object>(it: WarningKind<Facts>): WarningKind<Facts> {
  return it;
}

/*
 * The warnings of a plan and of drift. Their order here is the order in which reports show them, whatever their
 * severity is. A new one needs an entry here, its condition in `warningsOf` of `engine/plan/findings.ts`, a sample in
 * the tests of diagnostics, and `npm run docs`, which writes the table of docs/plan-reports.md and the codes in
 * schema/plan.schema.json. Longer texts are in `warning-texts.ts`.
 */
const WARNINGS = {
  "not-permitted": kind({
    summary: "not permitted",
    text: (all: NotPermitted) => `${allNotPermitted(all)} An apply with this token changes nothing.`,
    meaning:
      "The token is not authorized to make changes: `apply` with this token refuses the plan before its first change.",
  }),
  recreated: kind({
    summary: "destroyed and created",
    severity: "caution",
    text: ({ recreated }: OfCode & { readonly recreated: readonly texts.RecreatedWorkspace[] }) =>
      texts.recreatedText(recreated),
    meaning:
      "Terraform's plan destroys a `tfe_workspace`, and creates one with its name, because a key of `for_each` has " +
      "changed, or the position in a `count`, or because it is replaced: the workspace's state is lost.",
    addresses: "the tfe_workspace resources that are destroyed",
  }),
  delete: kind({
    severity: "caution",
    text: ({
      project,
      related,
    }: OfChange & {
      readonly project: NamedObject;
      /** Sentences about what is deleted with it, if that was read. */
      readonly related?: string | undefined;
    }) => deletedProject(project, related),
    meaning: `A project is deleted, with ${DELETED_WITH_PROJECT}. If the impact was read, the warning names them.`,
  }),
  "destroyed-anyway": kind({
    summary: "destroyed anyway",
    severity: "caution",
    text: ({
      destroyed,
      destination,
    }: OfChange & { readonly destroyed: readonly NamedObject[]; readonly destination: string }) =>
      destroyedAnywayText(destroyed, destination),
    meaning:
      "Workspaces that do not allow destroy plans move into a project with an auto-destroy duration, which destroys " +
      "what they manage all the same.",
  }),
  "run-identity": kind({
    summary: "run identity",
    concernsDrift: true,
    text: ({ identities }: { readonly identities: readonly ChangedIdentity[] }) => identityText(identities),
    meaning:
      "Runs of workspaces that move, or whose project is renamed, [present another " +
      "identity](plan-reports.md#identity-of-runs): clouds and Vault that trust the name of the project reject them.",
  }),
  "state-lost": kind({
    summary: "state not shared",
    concernsDrift: true,
    text: ({ changes }: { readonly changes: readonly ChangedSharing[] }) => sharingText(changes, "lost"),
    meaning:
      "Workspaces share their state with their project, and others can no longer read it after the moves: their runs " +
      "fail.",
  }),
  "state-gained": kind({
    summary: "state shared",
    severity: "caution",
    concernsDrift: true,
    text: ({ changes }: { readonly changes: readonly ChangedSharing[] }) => sharingText(changes, "gained"),
    meaning: "Workspaces share their state with their project, and others can read it after the moves.",
  }),
  evacuate: kind({
    text: forcedMoves("evacuated"),
    meaning: "Workspaces move to the default project, because their project is deleted.",
  }),
  gate: kind({
    text: ({ gates }: OfCode & { readonly gates: readonly GateReading[] }) => gatesText(gates),
    meaning:
      "The code has a [gate](gated-pipeline.md), which is open, closed or was not read: an apply changes nothing " +
      "unless it is open.",
    addresses: "the gates, then what depends on them",
  }),
  "not-found": kind({
    summary: "not found",
    concernsDrift: true,
    text: ({
      projects,
      countAs,
    }: OfCode & { readonly projects: readonly SoughtProject[]; readonly countAs: "deleted" | "missing" }) =>
      texts.notFoundText(projects, countAs),
    meaning:
      "Projects count as gone that the token may not see: [not readable is not " +
      "gone](engine.md#not-readable-is-not-gone).",
    addresses: "what was not found",
  }),
  "possible-rename": kind({
    summary: "renamed?",
    concernsDrift: true,
    text: ({ name, from }: OfChange & { readonly name: string; readonly from: NamedObject }) =>
      texts.possibleRenameText(name, from),
    meaning:
      "A project is missing, and its workspaces are all in one unmanaged project, and more than half of that: it may " +
      "be the same one, renamed in the code or out of band.",
  }),
  "not-in-state": kind({
    summary: "not in the state",
    concernsDrift: true,
    text: ({ projects }: OfCode & { readonly projects: readonly NamedObject[] }) => texts.notInStateText(projects),
    meaning:
      "Projects of the code exist, as the code has them, and Terraform's state does not have them: [found by their " +
      "names](terraform-or-engine.md#how-the-engine-identifies-projects).",
    addresses: "the projects",
  }),
  "two-owners": kind({
    summary: "two owners",
    concernsDrift: true,
    text: ({ owners }: OfCode & { readonly owners: TwoOwners }) => twoOwners(owners),
    meaning:
      "A `tfe_workspace` resource also puts workspaces of a membership, or of a rule, into a project: [two " +
      "owners](terraform-or-engine.md#two-owners-of-one-workspace).",
    addresses: "the membership or placement, then the tfe_workspace resources",
  }),
  "two-owners-of-objects": kind({
    summary: "two owners",
    concernsDrift: true,
    text: ({ owners }: OfCode & { readonly owners: AssignmentOwners }) => assignmentWithTwoOwners(owners),
    meaning:
      `Resources of \`hashicorp/tfe\` assign ${ANY_OBJECTS} to a project to which the code assigns the same, or no ` +
      "others: [two owners](migrate-from-tfe.md#access-and-sets).",
    addresses: "what assigns objects, then the resources of hashicorp/tfe",
  }),
  misplaced: kind({
    summary: "not where the code puts it",
    concernsDrift: true,
    text: ({ misplaced }: OfCode & { readonly misplaced: readonly texts.MisplacedWorkspace[] }) =>
      texts.misplacedText(misplaced),
    meaning:
      "Workspaces are in other projects than those that their `tfe_workspace` resources set: Terraform moves them " +
      "there, and this plan does not.",
    addresses: "the tfe_workspace resources",
  }),
  "renamed-workspaces": kind({
    summary: "renamed",
    text: ({ addresses, renamed }: OfCode & { readonly renamed: readonly RenamedWorkspace[] }) =>
      `${formatList(addresses)}: ${renamedText(renamed)}`,
    meaning: "Names of a membership whose workspaces have other names now, if its `missingWorkspaces` is `warn`.",
    addresses: "the membership",
  }),
  "missing-workspaces": kind({
    summary: "not found",
    concernsDrift: true,
    text: ({ addresses, organization, workspaces, suggestions }: OfCode & MissingMembers) =>
      `${formatList(addresses)}: ${missingText(organization, workspaces, suggestions)}`,
    meaning: "Workspaces of a membership that do not exist, if its `missingWorkspaces` is `warn`.",
    addresses: "the membership",
  }),
  "unknown-members": kind({
    summary: "known after apply",
    concernsDrift: true,
    text: ({ members }: OfCode & { readonly members: texts.UnknownMembers }) => texts.unknownMembersText(members),
    meaning:
      "Terraform's plan has a membership with workspaces that are known only after apply, and that [may " +
      "exist](terraform-or-engine.md#reviewing-terraforms-plan).",
    addresses: "the membership",
  }),
  "lost-match": kind({
    summary: "lost match",
    text: ({ addresses, lost }: OfCode & { readonly lost: readonly NamedObject[] }) =>
      texts.lostMatchText(addresses, lost),
    meaning: "Workspaces that rules move in Terraform's plan no longer exist, or have other names: they are left out.",
    addresses: "the placement",
  }),
  "new-match": kind({
    summary: "new match",
    concernsDrift: true,
    text: ({ addresses, matching }: OfCode & { readonly matching: readonly NamedObject[] }) =>
      texts.newMatchText(addresses, matching),
    meaning:
      "Workspaces match a rule, and did not when the saved plan, or Terraform's, was made: they wait for the next " +
      "plan.",
    addresses: "the placement",
  }),
  "no-match": kind({
    summary: "no match",
    concernsDrift: true,
    text: ({ addresses, rules }: OfCode & { readonly rules: readonly UnmatchedRule[] }) =>
      unmatchedText(rules, formatList(addresses)),
    meaning:
      "Rules of a placement match no workspace, or patterns of rules that match some by others; with a " +
      "similar pattern that matches names, and with a workspace that has the tag of a rule as a [flat " +
      "tag](placement.md#notes).",
    addresses: "the placement",
  }),
  "no-reach": kind({
    summary: "not reached",
    concernsDrift: true,
    text: ({ addresses, rules }: OfCode & { readonly rules: readonly UnreachedRule[] }) =>
      unreachedText(rules, formatList(addresses)),
    meaning:
      "Rules of a placement match workspaces, and earlier rules or exceptions match all of these. A catch-all for " +
      "which nothing is left is not meant, nor a rule into the same project.",
    addresses: "the placement",
  }),
  "removed-objects": kind({
    summary: "removed",
    text: texts.removedText,
    meaning:
      `The plan removes ${ANY_OBJECTS} from a project, or ends exclusions, because the code does not name them and ` +
      "is `exclusive`, or because an `import` block records them and the code does not name them.",
    addresses: "what is exclusive, or imported",
  }),
  "unmanaged-objects": kind({
    summary: "unmanaged",
    concernsDrift: true,
    text: texts.unmanagedText,
    meaning: `A project has ${ANY_OBJECTS} that the code, which assigns others to it, does not have.`,
    addresses: "what assigns others",
  }),
  evict: kind({
    text: forcedMoves("evicted"),
    meaning:
      "Workspaces move to the default project, because the exclusive membership of their project does not have them.",
  }),
  release: kind({
    text: forcedMoves("released"),
    meaning:
      "Workspaces move to the default project, because they are no longer in a membership that Terraform's state has.",
  }),
  "auto-destroy": kind({
    text: texts.inheritedText,
    meaning:
      "Workspaces get an auto-destroy duration by a move that they do not have now: for each destination, how many " +
      "from which project.",
  }),
} as const;

export type WarningCode = keyof typeof WARNINGS;

/** The facts of a kind of warnings. */
export type WarningFacts<Code extends WarningCode> = Parameters<(typeof WARNINGS)[Code]["text"]>[0];

const KINDS: ReadonlyMap<string, Pick<WarningKind<never>, "meaning" | "addresses" | "concernsDrift">> = new Map(
  Object.entries(WARNINGS),
);

/** Facts, as a warning about them. */
export function warningOf<Code extends WarningCode>(
  code: Code,
  facts: WarningFacts<Code>,
): Diagnostic<WarningFacts<Code>> {
  const kinds: { readonly [C in WarningCode]: WarningKind<WarningFacts<C>> } = WARNINGS;
  const { text, severity = "warning", summary = code } = kinds[code];
  return { severity, code, where: "", summary, detail: text(facts), data: facts };
}

/** Tells the warnings of a kind from others. */
export function isWarning<Code extends WarningCode>(
  code: Code,
): (diagnostic: Diagnostic) => diagnostic is Diagnostic<WarningFacts<Code>> {
  return (diagnostic): diagnostic is Diagnostic<WarningFacts<Code>> => diagnostic.code === code;
}

const RANKS = [...KINDS.keys()];

/** Compares warnings: the more severe one comes first. */
export function compareSeverity(one: Diagnostic, other: Diagnostic): number {
  return RANKS.indexOf(one.code) - RANKS.indexOf(other.code);
}

/** The warnings that reports of drift show. */
export function driftWarnings(warnings: readonly Diagnostic[]): readonly Diagnostic[] {
  return warnings.filter(({ code }) => KINDS.get(code)?.concernsDrift === true);
}

/** The kinds for the documentation, the most severe first. */
export function documentedWarnings(): readonly {
  readonly code: string;
  readonly meaning: string;
  readonly addresses: string | undefined;
}[] {
  return [...KINDS].map(([code, { meaning, addresses, concernsDrift }]) => {
    return { code, meaning: concernsDrift ? `${meaning} \`drift\` shows this warning too.` : meaning, addresses };
  });
}

function forcedMoves(reason: ForcedMove): (facts: ForcedMoves) => string {
  return ({ moved, destination }) => forcedMove(moved, quote(destination), reason);
}
