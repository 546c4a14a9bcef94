import { ANY_OBJECTS, assignmentWithTwoOwners, twoOwners, unmatchedText, unreachedText } from "../../model";
import { DELETED_WITH_PROJECT, deletedProject, forcedMove } from "../../reconcile/consequences";
import { renamedText } from "../../reconcile/missing-workspaces";
import { formatList, quote, quoteIfAmbiguous } from "../../reconcile/text";
import type { Prohibition } from "../plan/refusal";
import { FORCED_MOVES, type ForcedMoveWarning, type PlanWarning } from "../plan/warnings";
import { refusalText, subjectOf } from "./errors";
import { WARNING_KINDS } from "./severity";
import * as texts from "./texts";

type Kind = PlanWarning["kind"];
type WarningOf<K extends Kind> = Extract<PlanWarning, { readonly kind: K }>;

/** A kind of warnings. */
interface WarningKind<K extends Kind> {
  /** The text to review before approval. */
  readonly text: (warning: WarningOf<K>) => string;
  /** When it occurs. Markdown, for the documentation. */
  readonly meaning: string;
  /** Replaces the text in a list of very many. @default - nothing */
  readonly brief?: (warning: WarningOf<K>) => string;
  /** A few words for the kind. @default - its code */
  readonly label?: string;
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

/*
 * The warnings of a plan and of drift. A new kind needs its data in `plan/warnings.ts`, its place in `severity.ts`, an
 * entry here, and what finds it, in `warningsOf` of `plan/findings.ts`. Longer texts are in `texts.ts`.
 */
const WARNINGS: { readonly [K in (typeof WARNING_KINDS)[number]]: WarningKind<K> } = {
  "not-permitted": {
    label: "not permitted",
    text: ({ refusals }) => `${notPermitted(refusals)} An apply with this token changes nothing.`,
    meaning:
      "The token is not authorized to make changes: `apply` with this token refuses the plan before its first change.",
  },
  recreated: {
    label: "destroyed and created",
    severity: "caution",
    text: texts.recreatedText,
    meaning:
      "Terraform's plan destroys a `tfe_workspace`, and creates one with its name, because a key of `for_each` has " +
      "changed, or the position in a `count`, or because it is replaced: the workspace's state is lost.",
    addresses: "the tfe_workspace resources that are destroyed",
  },
  delete: {
    severity: "caution",
    brief: ({ project }) => project.name,
    text: ({ project, related }) => deletedProject(project, related && texts.deletedWith(related)),
    meaning: `A project is deleted, with ${DELETED_WITH_PROJECT}. If the impact was read, the warning names them.`,
  },
  evacuate: {
    text: forcedMoveText,
    meaning: "Workspaces move to the default project, because their project is deleted.",
  },
  gate: {
    text: texts.gatesText,
    meaning:
      "The code has a [gate](gated-pipeline.md), which is open, closed or was not read: an apply changes nothing " +
      "unless it is open.",
    addresses: "the gates, then what depends on them",
  },
  "not-found": {
    label: "not found",
    concernsDrift: true,
    text: texts.notFoundText,
    meaning:
      "Projects count as gone that the token may not see: [not readable is not " +
      "gone](reliability.md#not-readable-is-not-gone).",
    addresses: "what was not found",
  },
  "possible-rename": {
    label: "renamed?",
    concernsDrift: true,
    text: texts.possibleRenameText,
    meaning:
      "A project is missing, and its workspaces are all in one unmanaged project, and more than half of that: it may " +
      "be the same one, renamed in the code or out of band.",
  },
  "not-in-state": {
    label: "not in the state",
    concernsDrift: true,
    text: texts.notInStateText,
    meaning:
      "Projects of the code exist, as the code has them, and Terraform's state does not have them: [found by their " +
      "names](terraform-or-engine.md#how-the-engine-identifies-projects).",
    addresses: "the projects",
  },
  "two-owners": {
    label: "two owners",
    concernsDrift: true,
    text: ({ owners }) => twoOwners(owners),
    meaning:
      "A `tfe_workspace` resource also puts workspaces of a membership, or of a rule, into a project: [two " +
      "owners](terraform-or-engine.md#two-owners-of-one-workspace).",
    addresses: "the membership or placement, then the tfe_workspace resources",
  },
  "two-owners-of-objects": {
    label: "two owners",
    concernsDrift: true,
    text: ({ owners }) => assignmentWithTwoOwners(owners),
    meaning:
      `Resources of \`hashicorp/tfe\` assign ${ANY_OBJECTS} to a project to which the code assigns the same, or no ` +
      "others: [two owners](landing-zone.md#taking-over-from-hashicorptfe).",
    addresses: "what assigns objects, then the resources of hashicorp/tfe",
  },
  misplaced: {
    label: "not where the code puts it",
    concernsDrift: true,
    text: texts.misplacedText,
    meaning:
      "Workspaces are in other projects than those that their `tfe_workspace` resources set: Terraform moves them " +
      "there, and this plan does not.",
    addresses: "the tfe_workspace resources",
  },
  "renamed-workspaces": {
    label: "renamed",
    text: ({ addresses, renamed }) => `${formatList(addresses)}: ${renamedText(renamed)}`,
    meaning: "Names of a membership whose workspaces have other names now, if its `missingWorkspaces` is `warn`.",
    addresses: "the membership",
  },
  "missing-workspaces": {
    label: "not found",
    concernsDrift: true,
    text: ({ addresses, organization, workspaces, suggestions }) =>
      `${formatList(addresses)}: ${texts.missingText(organization, workspaces, suggestions)}`,
    meaning: "Workspaces of a membership that do not exist, if its `missingWorkspaces` is `warn`.",
    addresses: "the membership",
  },
  "unknown-members": {
    label: "known after apply",
    concernsDrift: true,
    text: texts.unknownMembersText,
    meaning:
      "Terraform's plan has a membership with workspaces that are known only after apply, and that [may " +
      "exist](terraform-or-engine.md#reviewing-terraforms-plan).",
    addresses: "the membership",
  },
  "lost-match": {
    label: "lost match",
    text: texts.lostMatchText,
    meaning: "Workspaces that rules move in Terraform's plan no longer exist, or have other names: they are left out.",
    addresses: "the placement",
  },
  "new-match": {
    label: "new match",
    concernsDrift: true,
    text: texts.newMatchText,
    meaning:
      "Workspaces match a rule, and did not when the saved plan, or Terraform's, was made: they wait for the next " +
      "plan.",
    addresses: "the placement",
  },
  "no-match": {
    label: "no match",
    concernsDrift: true,
    text: ({ addresses, rules }) => unmatchedText(rules, formatList(addresses)),
    meaning:
      "Rules of a placement match no workspace, or patterns of rules that match some by others; with a " +
      "similar pattern that matches names, and with a workspace that has the tag of a rule as a [flat " +
      "tag](placement.md#notes).",
    addresses: "the placement",
  },
  "no-reach": {
    label: "not reached",
    concernsDrift: true,
    text: ({ addresses, rules }) => unreachedText(rules, formatList(addresses)),
    meaning:
      "Rules of a placement match workspaces, and earlier rules or exceptions match all of these. A catch-all for " +
      "which nothing is left is not meant, nor a rule into the same project.",
    addresses: "the placement",
  },
  "removed-objects": {
    label: "removed",
    text: texts.removedText,
    meaning:
      `The plan removes ${ANY_OBJECTS} from a project, or ends exclusions, because the code does not name them and ` +
      "is `exclusive`, or because an `import` block records them and the code does not name them.",
    addresses: "what is exclusive, or imported",
  },
  "unmanaged-objects": {
    label: "unmanaged",
    concernsDrift: true,
    text: (assigned) => `${texts.assignedClause("isUnmanaged", assigned, ({ name }) => quoteIfAmbiguous(name))}.`,
    meaning: `A project has ${ANY_OBJECTS} that the code, which assigns others to it, does not have.`,
    addresses: "what assigns others",
  },
  evict: {
    text: forcedMoveText,
    meaning:
      "Workspaces move to the default project, because the exclusive membership of their project does not have them.",
  },
  release: {
    text: forcedMoveText,
    meaning:
      "Workspaces move to the default project, because they are no longer in a membership that Terraform's state has.",
  },
  "auto-destroy": {
    text: texts.inheritedText,
    meaning:
      "Workspaces get an auto-destroy duration by a move that they do not have now: for each destination, how many " +
      "from which project.",
  },
};

/** The entry of a kind of warnings. */
export function kindOf<K extends Kind>({ kind }: { readonly kind: K }): WarningKind<K> {
  return WARNINGS[kind];
}

/** The text to review before approval. */
export function warningText(warning: PlanWarning): string {
  return kindOf(warning).text(warning);
}

/** The warnings that reports of drift show. */
export function driftWarnings({ warnings }: { readonly warnings: readonly PlanWarning[] }): readonly PlanWarning[] {
  return warnings.filter((it) => kindOf(it).concernsDrift === true);
}

/** The kinds for the documentation, the most severe first. */
export function documentedWarnings(): readonly (Pick<WarningKind<Kind>, "meaning" | "addresses"> & {
  readonly code: Kind;
})[] {
  return WARNING_KINDS.map((code) => {
    const { meaning, addresses, concernsDrift } = kindOf({ kind: code });
    return { code, meaning: concernsDrift ? `${meaning} \`drift\` shows this warning too.` : meaning, addresses };
  });
}

/** What the token may not do: one error with its object, or all changes of projects in a sentence, and the others. */
function notPermitted(refusals: readonly Prohibition[]): string {
  const [first, ...others] = refusals;
  if (first !== undefined && others.length === 0) return `${subjectOf(first)}: ${refusalText(first)}`;
  const actions = (["create", "update", "delete"] as const).flatMap((verb) => {
    const names = refusals.flatMap((it) => projectsTo(verb, it));
    return names.length === 0 ? [] : [`${verb} ${texts.listed("project", names)}`];
  });
  const all = new Intl.ListFormat("en").format(actions);
  const ofProjects = actions.length === 0 ? [] : [`The token is not authorized to ${all}. ${texts.MANAGING_TOKEN}`];
  const rest = refusals.filter(({ cause }) => cause !== "create-not-permitted" && cause !== "not-permitted");
  return [...ofProjects, ...rest.map(refusalText)].join(" ");
}

function projectsTo(action: "create" | "update" | "delete", it: Prohibition): readonly string[] {
  if (it.cause === "create-not-permitted") return action === "create" ? it.projects : [];
  return it.cause === "not-permitted" && it.action === action ? [it.project.name] : [];
}

function forcedMoveText({ kind, workspaces, destination }: ForcedMoveWarning): string {
  return forcedMove(workspaces, quote(destination), FORCED_MOVES[kind]);
}
