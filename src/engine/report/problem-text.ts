import {
  duplicateProjectName,
  EXCLUSIVE_DEFAULT_PROJECT,
  exclusiveIsShared,
  namesInCycle,
  REMOVE_AFTER_MOVE,
  workspacesInTwoMemberships,
} from "../../model";
import { cannotTell, defaultProjectNotVisible, someNotVisible } from "../../reconcile/absence";
import { MOVE_REASONS } from "../../reconcile/consequences";
import { missingWorkspaces } from "../../reconcile/missing-workspaces";
import { renamedText } from "../../reconcile/renamed-workspaces";
import { formatList, pluralize, quote } from "../../reconcile/text";
import type { NamedObject } from "../organization";
import type { Comparison } from "../plan/comparison";
import { MIN_MAX_MOVES } from "../plan/limits";
import type { Refusal, SoughtProject } from "../plan/refusal";

/*
 * The errors of a plan in words, and what drift has not found; `warning-text.ts` has the warnings. Messages that the
 * constructs and the provider share are in `model/`, and messages that the provider shares are in `reconcile/`.
 */

/** What a refusal is about: a resource's address, or `project "Platform" (prj-…)`. */
export function subjectOf(refusal: Refusal): string {
  switch (refusal.cause) {
    case "too-many-deletes":
      return "deletions";
    case "too-many-moves":
      return "moves";
    case "hidden-destination":
      return `project ${refusal.projectId}`;
    case "unknown-tags":
      return `organization ${quote(refusal.organization)}`;
    case "not-visible":
      return refusal.address ?? `organization ${quote(refusal.organization)}`;
    default:
      return "address" in refusal ? refusal.address : `project ${labelOf(refusal.project)}`;
  }
}

/** What is wrong, and what to do about it. */
export function refusalText(refusal: Refusal): string {
  const { advice } = refusal;
  return advice === undefined ? textOf(refusal) : `${textOf(refusal)} ${advice}`;
}

function textOf(refusal: Refusal): string {
  switch (refusal.cause) {
    case "invalid-attribute":
      return refusal.problem.message;
    case "same-name":
      return duplicateProjectName(refusal.name, refusal.other);
    case "same-id":
      return (
        `Project ${refusal.id} is also managed by ${refusal.other}, but two resources cannot manage one project. ` +
        `Change or remove one of them.`
      );
    case "unknown-import":
      return (
        `An import block names project ${refusal.id}, but the organization ${quote(refusal.organization)} has no ` +
        `such project, or the token is not authorized to read it. Correct the id, or remove the import block.`
      );
    case "unknown-project": {
      const { reference, organization } = refusal;
      const which = reference.by === "address" ? "that it refers to" : soughtText(reference);
      return (
        `The organization ${quote(organization)} has no project ${which}, or the token is not authorized to read it. ` +
        `Correct the reference, or remove the membership from the code.`
      );
    }
    case "renamed-project":
      return (
        `The code renames the project ${quote(refusal.previous)} to ${quote(refusal.renamed.name)}. ` +
        `Refer to ${refusal.renamed.address} instead of the old name.`
      );
    case "deleted-project":
      return (
        `The plan deletes project ${labelOf(refusal.deleted)}, and the membership moves workspaces ` +
        `into it. Keep the project in the code, or remove the membership too.`
      );
    case "unknown-workspaces":
      return `${missingWorkspaces(refusal.organization, refusal.workspaces, refusal.suggestions)} ${CORRECT_NAMES}`;
    case "renamed-workspaces":
      return renamedText(refusal.renamed);
    case "two-memberships":
      return workspacesInTwoMemberships(
        refusal.workspaces,
        { label: refusal.address, rule: refusal.rule },
        { label: refusal.other, rule: refusal.otherRule },
        refusal.language,
      );
    case "unknown-tags":
      return (
        "The service does not report the tags of workspaces, or does not tell their own tags from inherited ones, so " +
        `the rules of ${formatList(refusal.addresses)} cannot be evaluated. Nothing is planned for them. ` +
        "Select their workspaces by names, or use a release of the service that reports tags."
      );
    case "too-many-rule-moves": {
      const { takenIn, letGo, limit } = refusal;
      const counts = [
        ...(takenIn === 0 ? [] : [`take in ${pluralize(takenIn, "workspace")}`]),
        ...(letGo === 0 ? [] : [`let go ${pluralize(letGo, "workspace")}`]),
      ].join(" and ");
      return (
        `Its rule would ${counts} (${formatList(refusal.workspaces)}), and the membership allows ${limit}. ` +
        "Narrow the rule, or raise the limit in the code."
      );
    }
    case "exclusive-shared":
      return exclusiveIsShared(refusal.others);
    case "name-taken":
      return (
        `The name ${quote(refusal.name)} is taken by the unmanaged project ${refusal.holder}. ` +
        `Choose another name, add that project to the code, or delete it.`
      );
    case "name-cycle":
      return namesInCycle(refusal.renames);
    case "default-project-deleted":
      return (
        `The default project cannot be deleted. To stop managing it, set its deletion_policy to "retain" with ` +
        `\`terraform apply\` before you remove it from the code.`
      );
    case "default-project-exclusive":
      return EXCLUSIVE_DEFAULT_PROJECT;
    case "not-empty":
      return notEmpty(refusal);
    case "too-many-deletes":
      return tooManyDeletes(refusal);
    case "too-many-moves":
      return tooManyMoves(refusal);
    case "not-permitted":
      return (
        `The token is not authorized to ${refusal.action} this project. ` +
        `Use a token that can manage projects: of the owners team, of a team that may manage projects, ` +
        `or of the organization.`
      );
    case "hidden-destination":
      return defaultProjectNotVisible(refusal.moves);
    case "hidden-workspaces":
      return someNotVisible(refusal.project, refusal.project.seen);
    case "hidden-members": {
      const { workspaces, destination } = refusal;
      return `Not found: ${formatList(workspaces)}. ${someNotVisible(destination, destination.seen)}`;
    }
    case "not-visible": {
      const projects = listed("project", refusal.projects.map(soughtText));
      const what = [projects, listed("workspace", refusal.workspaces)].filter((it) => it !== "").join(" and ");
      const count = refusal.projects.length + refusal.workspaces.length;
      return cannotTell(`${what.charAt(0).toUpperCase()}${what.slice(1)}`, refusal.organization, count);
    }
  }
}

/** What to do about workspaces that were not found. */
export const CORRECT_NAMES = "Remove deleted workspaces from the code, and correct the names of renamed ones.";

type RefusalOf<C extends Refusal["cause"]> = Extract<Refusal, { readonly cause: C }>;

const WHY_DELETED: Readonly<Record<RefusalOf<"not-empty">["deletion"], string>> = {
  unmanaged: "is unmanaged",
  dropped: "was removed from the code",
  undone: "was created by the changes that are undone",
};

function notEmpty({ workspaces, deletion, evacuate, leaving }: RefusalOf<"not-empty">): string {
  const is = WHY_DELETED[deletion];
  const them = leaving.length === 0 ? "them" : "the others";
  const isIgnored = evacuate ? ` that ${workspaces.length === 1 ? "is" : "are"} ignored` : "";
  const next =
    evacuate || deletion === "undone"
      ? `Move ${them} to another project.`
      : deletion === "unmanaged"
        ? `Assign ${them} to a project of the code.`
        : `Assign ${them} to a project of the code, or keep the project in the code with deletion_policy = ` +
          '"evacuate", run `terraform apply`, and remove it then: they then move to the default project.';
  const contains = `still contains ${pluralize(workspaces.length, "workspace")}${isIgnored}`;
  return [
    `The project ${is} and ${contains}: ${formatList(workspaces)}.`,
    ...(leaving.length === 0 ? [] : [removeAfterMove(leaving, workspaces.length)]),
    ...(leaving.length === workspaces.length ? [] : [next]),
  ].join(" ");
}

/** @param owners - Of as many of these workspaces. */
function removeAfterMove(owners: readonly string[], workspaces: number): string {
  const projects =
    owners.length < workspaces
      ? `the project of ${owners.length} of them`
      : workspaces === 1
        ? "its project"
        : "their projects";
  return `Terraform sets ${projects} (${formatList(owners)}), but ${REMOVE_AFTER_MOVE}`;
}

function tooManyDeletes({ projects, total, limit }: RefusalOf<"too-many-deletes">): string {
  const isSmall = limit === 0 && total < 4;
  const allowed = isSmall ? "By default, none of fewer than 4 may be deleted." : `The limit is ${limit}.`;
  const deleted = `${pluralize(projects.length, "project")} of ${total} (${formatList(projects)})`;
  return `The plan would delete ${deleted}. ${allowed}`;
}

/** A first deployment is described as one; any other plan is described by its reasons. */
function tooManyMoves({ reasons, total, limit, isDefault, first }: RefusalOf<"too-many-moves">): string {
  const count = reasons.reduce((sum, [, moves]) => sum + moves, 0);
  const counts = Object.entries(MOVE_REASONS).flatMap(([reason, { counted }]) =>
    reasons.filter(([it]) => it === reason).map(([, moves]) => `${moves} ${counted}`),
  );
  const what =
    first === undefined
      ? `(${counts.join(", ")})`
      : `out of the default project ${quote(first.source)} into ${pluralize(first.destinations, "project")} of the ` +
        `code, as in a first deployment`;
  const allowed = isDefault
    ? `By default, at most ${limit} may be moved: a quarter of all, or ${MIN_MAX_MOVES} if that is more.`
    : `The limit is ${limit}.`;
  return `The plan would move ${pluralize(count, "workspace")} of ${total} ${what}. ${allowed}`;
}

/** Heading of {@link missingFindings}. */
export const MISSING_HEADING = "Workspaces not found";

/** What drift shows of workspaces that do not exist or have other names: of each membership one or two findings. */
export function missingFindings({
  missingWorkspaces: all,
}: Pick<Comparison, "missingWorkspaces">): readonly { readonly address: string; readonly text: string }[] {
  return all.flatMap(({ address, organization, renamed, missing, suggestions }) => [
    ...(renamed.length === 0 ? [] : [{ address, text: renamedText(renamed) }]),
    ...(missing.length === 0
      ? []
      : [{ address, text: `${missingWorkspaces(organization, missing, suggestions)} ${CORRECT_NAMES}` }]),
  ]);
}

/** How an error names a project that was not found. */
export function soughtText(project: SoughtProject): string {
  switch (project.by) {
    case "id":
      return project.id;
    case "name":
      return quote(project.name);
    case "address":
      return project.address;
    case "record":
      return labelOf(project);
    case "default":
      return "the default project";
  }
}

function labelOf({ id, name }: NamedObject): string {
  return `${quote(name)} (${id})`;
}

/** `project "Platform" (prj-…)`, `2 workspaces (api, web)`; empty without names. */
function listed(noun: string, names: readonly string[]): string {
  if (names.length === 0) return "";
  return names.length === 1 ? `${noun} ${formatList(names)}` : `${names.length} ${noun}s (${formatList(names)})`;
}
