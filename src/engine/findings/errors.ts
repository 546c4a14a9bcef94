import {
  ASSIGNMENTS,
  assignedTwice,
  duplicateProjectName,
  EXCLUSIVE_DEFAULT_PROJECT,
  exclusiveAssignmentsShared,
  exclusiveIsShared,
  listedAndPlaced,
  MAX_LISTED,
  namesInCycle,
  placedInExclusive,
  placedTwice,
  rulesLabel,
  settingIn,
  tooManyMoves,
  workspacesInMemberships,
} from "../../model";
import { ASSIGNMENT_KINDS, changeForbidden } from "../../reconcile/assignments";
import { defaultProjectNotVisible, someNotVisible } from "../../reconcile/absence";
import { movesForbidden } from "../../reconcile/move-permissions";
import { renamedText } from "../../reconcile/missing-workspaces";
import { formatList, pluralize, quote } from "../../reconcile/text";
import type { OptionName } from "../option-name";
import type { Plan } from "../plan/comparison";
import type { Refusal, RefusalCauses } from "../plan/refusal";
import * as texts from "./texts";

type Cause = keyof RefusalCauses;

/** An error with this cause. */
type RefusalOf<C extends Cause> = Extract<Refusal, { readonly cause: C }>;

/** A kind of errors that block a plan. */
interface ErrorKind<C extends Cause> {
  /** The problem, and the next step. */
  readonly text: (error: RefusalOf<C>) => string;
  /** The object that the error is about. @default - its address, or its project */
  readonly subject?: (error: RefusalOf<C>) => string;
  /** The option that would allow the plan. @default - there is none */
  readonly advice?: (error: RefusalOf<C>, optionName: OptionName) => string | undefined;
  /** All workspaces that the error is about. @default - its `workspaces`, if it has some */
  readonly workspaces?: (error: RefusalOf<C>) => readonly string[];
}

/*
 * The errors that block a plan, which `plan/findings.ts` finds, and what the token may not do (a `Prohibition`), which
 * blocks only its apply. An exceeded limit is an error like any other; if an option raises it, the advice names that.
 * Longer texts are in `texts.ts`; those that the constructs and the provider have, too, in `model/`, and those that
 * only the provider has, too, in `reconcile/`.
 */
const ERRORS: { readonly [C in Cause]: ErrorKind<C> } = {
  "invalid-attribute": { text: ({ problem }) => problem.message },
  "same-name": { text: ({ name, other }) => duplicateProjectName(name, other) },
  "same-id": {
    text: ({ id, other }) =>
      `Project ${id} is also managed by ${other}, but two resources cannot manage one project. ` +
      `Change or remove one of them.`,
  },
  "unknown-import": {
    text: ({ imported, organization }) =>
      `An import block names project ${texts.soughtText(imported)}, but the organization ${quote(organization)} has ` +
      `no such project, or the token is not authorized to read it. Correct the id, or remove the import block.`,
  },
  "unknown-project": {
    text: ({ reference, organization }) => {
      const which = reference.by === "address" ? "that it refers to" : texts.soughtText(reference);
      return (
        `The organization ${quote(organization)} has no project ${which}, or the token is not authorized to read it. ` +
        `Correct the reference, or remove the resource from the code.`
      );
    },
  },
  "renamed-project": {
    text: ({ previous, renamed }) =>
      `The code renames the project ${quote(previous)} to ${quote(renamed.name)}. ` +
      `Refer to ${renamed.address} instead of the old name.`,
  },
  "deleted-project": {
    text: ({ deleted }) =>
      `The plan deletes project ${texts.labelOf(deleted)}, and this resource is about it. ` +
      `Keep the project in the code, or remove the resource, too.`,
  },
  "unknown-workspaces": {
    text: ({ organization, workspaces, suggestions }) => texts.missingText(organization, workspaces, suggestions),
  },
  "renamed-workspaces": {
    text: ({ renamed }) => renamedText(renamed),
    workspaces: ({ renamed }) => renamed.map(({ from }) => from),
  },
  "two-memberships": {
    text: ({ workspaces, address, others }) =>
      workspacesInMemberships(
        workspaces,
        [...others, address].map((label) => ({ label })),
        MAX_LISTED,
      ),
  },
  "unknown-target": { text: texts.unknownTargetText },
  "deleted-target": {
    text: ({ rules, deleted }) => {
      const [place, them] = rules.length === 1 ? ["places", "the rule"] : ["place", "the rules"];
      return (
        `The plan deletes project ${texts.labelOf(deleted)}, and ${rulesLabel(rules)} ${place} workspaces in it. ` +
        `Keep the project in the code, or remove ${them}, too.`
      );
    },
  },
  "placed-in-exclusive": { text: ({ rules, membership }) => placedInExclusive(rules, membership) },
  "listed-and-placed": {
    text: ({ workspaces, membership, address, language }) =>
      listedAndPlaced(workspaces, membership, address, language, MAX_LISTED),
  },
  "placed-twice": {
    text: ({ workspaces, address, others }) => placedTwice(workspaces, [...others, address], MAX_LISTED),
  },
  "unknown-tags": {
    subject: ({ organization }) => `organization ${quote(organization)}`,
    text: ({ addresses, workspaces }) =>
      `The service does not report the tags of ${pluralize(workspaces.length, "workspace")} ` +
      `(${formatList(workspaces)}), or does not tell their own tags from inherited ones, so the rules of ` +
      `${formatList(addresses)} cannot be evaluated for them. ` +
      "Select workspaces by names, or use a release of the service that reports tags.",
  },
  "too-many-placed": {
    text: ({ workspaces, limit, language }) => tooManyMoves(workspaces, { maxMoves: limit }, language, MAX_LISTED),
  },
  "unreadable-objects": {
    text: ({ type, projectName }) =>
      `The token is not authorized to read the ${ASSIGNMENTS[type].label} of project ${quote(projectName)}, or ` +
      `the service has none. ${ASSIGNMENT_KINDS[type].requires}`,
  },
  "invalid-assignment": { text: ({ message }) => message },
  "imported-elsewhere": {
    text: ({ imported, projectName }) =>
      `The import block is of project ${texts.soughtText(imported)}, and project_id of project ` +
      `${quote(projectName)}, so Terraform would replace what it imports. Use the ID of the same ` +
      "project in both, or remove the import block.",
  },
  "assigned-twice": {
    text: ({ type, objects, address, others }) => assignedTwice(type, objects, [...others, address]),
  },
  "assignments-shared": { text: ({ type, others }) => exclusiveAssignmentsShared(type, others) },
  "exclusive-shared": { text: ({ others }) => exclusiveIsShared(others) },
  "name-taken": {
    text: ({ name, holder }) =>
      `The name ${quote(name)} is taken by the unmanaged project ${holder}. ` +
      `Choose another name, add that project to the code, or delete it.`,
  },
  "not-adopted": { text: texts.notAdoptedText },
  "name-cycle": { text: ({ renames }) => namesInCycle(renames) },
  "default-project-deleted": {
    text: ({ language }) =>
      "The default project cannot be deleted. To stop managing it, set " +
      `${settingIn(language, "deletion_policy", "retain")} with \`terraform apply\` before you remove it from the ` +
      "code.",
  },
  "default-project-exclusive": { text: () => EXCLUSIVE_DEFAULT_PROJECT },
  "not-empty": {
    text: texts.notEmptyText,
    advice: ({ deletion, evacuate, leaving }, optionName) => {
      if (evacuate) return `Or use ${optionName("ignore")} for this project too.`;
      const canEvacuate = deletion === "unmanaged" && leaving.length === 0;
      return canEvacuate ? `Or use ${optionName("evacuate")} to move them to the default project.` : undefined;
    },
  },
  "too-many-deletes": {
    subject: () => "deletions",
    text: texts.tooManyDeletesText,
    advice: ({ projects }, optionName) => `To allow this, use ${optionName("maxDeletes")} ${projects.length}.`,
  },
  "too-many-moves": {
    subject: () => "moves",
    text: texts.tooManyMovesText,
    advice: ({ reasons }, optionName) => {
      const option = optionName("maxMoves");
      return `To allow this, use ${option} ${texts.countOf(reasons)}, or ${option} all for any number.`;
    },
  },
  "not-permitted": {
    text: ({ action }) => `The token is not authorized to ${action} this project. ${texts.MANAGING_TOKEN}`,
  },
  "create-not-permitted": {
    subject: ({ organization }) => `organization ${quote(organization)}`,
    text: ({ projects }) =>
      `The token is not authorized to create ${texts.listed("project", projects)}. ${texts.MANAGING_TOKEN}`,
  },
  "assign-not-permitted": {
    subject: ({ organization }) => `organization ${quote(organization)}`,
    text: ({ type, projects }) => changeForbidden(ASSIGNMENT_KINDS[type], texts.listed("project", projects)),
  },
  "move-not-permitted": { text: movesForbidden },
  "hidden-destination": {
    subject: ({ projectId }) => `project ${projectId}`,
    text: ({ moves }) => defaultProjectNotVisible(moves),
  },
  "hidden-workspaces": { text: ({ project }) => someNotVisible(project, project.seen) },
  "hidden-members": {
    text: ({ workspaces, destination }) =>
      `Not found: ${formatList(workspaces)}. ${someNotVisible(destination, destination.seen)}`,
  },
  "not-visible": {
    subject: ({ address, organization }) => address ?? `organization ${quote(organization)}`,
    text: texts.notVisibleText,
  },
};

function kindOf<C extends Cause>({ cause }: { readonly cause: C }): ErrorKind<C> {
  return ERRORS[cause];
}

/** What an error is about: a resource's address, `project "Platform" (prj-…)`, an organization, all `moves`. */
export function subjectOf(error: Refusal): string {
  const subject = kindOf(error).subject?.(error);
  if (subject !== undefined) return subject;
  if ("address" in error) return error.address ?? "";
  return "project" in error ? `project ${texts.labelOf(error.project)}` : "";
}

/** The problem, and the next step; with the caller's advice, if there is some. */
export function refusalText(error: Refusal): string {
  const text = kindOf(error).text(error);
  return error.advice === undefined ? text : `${text} ${error.advice}`;
}

/** A plan whose errors name the options that would allow it. */
export function withAdvice(plan: Plan, optionName: OptionName): Plan {
  const refusals = plan.refusals.map((it) => {
    const advice = kindOf(it).advice?.(it, optionName);
    return advice === undefined ? it : { ...it, advice };
  });
  return { ...plan, refusals };
}

/** All workspaces that an error is about, by name or ID. */
export function workspacesOf(error: Refusal): readonly string[] {
  return kindOf(error).workspaces?.(error) ?? ("workspaces" in error ? error.workspaces : []);
}

/** An error that blocks a plan because of a workspace; without its other workspaces, if it says the same of each. */
export function errorAbout(workspace: string, error: Refusal): Refusal | undefined {
  if (error.cause === "renamed-workspaces") {
    const renamed = error.renamed.filter(({ to }) => to === workspace);
    return renamed.length === 0 ? undefined : { ...error, renamed };
  }
  if (!workspacesOf(error).includes(workspace)) return undefined;
  switch (error.cause) {
    case "two-memberships":
    case "listed-and-placed":
    case "placed-twice":
    case "unknown-tags":
      return { ...error, workspaces: [workspace] };
    default:
      return error;
  }
}
