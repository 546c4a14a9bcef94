import { REMOVE_AFTER_MOVE } from "../../model";
import { MOVE_REASONS } from "../../reconcile/consequences";
import { missingWorkspaces } from "../../reconcile/missing-workspaces";
import { formatList, pluralize, quote } from "../../reconcile/text";
import type { NamedObject } from "../actual-organization";
import { MIN_MAX_MOVES } from "../plan/limits";
import type { Refusal, SoughtProject } from "../plan/refusal";

/*
 * The longer texts of the table in `errors.ts`, and words that errors and warnings have in common.
 */

/** An error with this cause. */
export type RefusalOf<C extends Refusal["cause"]> = Extract<Refusal, { readonly cause: C }>;

/** Workspaces that were not found, and the next step. */
export function missingText(...missing: Parameters<typeof missingWorkspaces>): string {
  const text = missingWorkspaces(...missing);
  return `${text} Remove deleted workspaces from the code, and correct the names of renamed ones.`;
}

const WHY_DELETED: Readonly<Record<RefusalOf<"not-empty">["deletion"], string>> = {
  unmanaged: "is unmanaged",
  dropped: "was removed from the code",
  undone: "was created by the changes that are undone",
};

export function notEmpty({ workspaces, deletion, evacuate, leaving }: RefusalOf<"not-empty">): string {
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

/** @param owners - Addresses of the `tfe_workspace` resources of some of these workspaces. */
function removeAfterMove(owners: readonly string[], workspaces: number): string {
  const projects =
    owners.length < workspaces
      ? `the project of ${owners.length} of them`
      : workspaces === 1
        ? "its project"
        : "their projects";
  return `Terraform sets ${projects} (${formatList(owners)}), but ${REMOVE_AFTER_MOVE}`;
}

/** Names the reasons of the moves, unless they are those of a first deployment. */
export function tooManyMoves({ reasons, total, limit, isDefault, first }: RefusalOf<"too-many-moves">): string {
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
  return `The plan would move ${pluralize(countOf(reasons), "workspace")} of ${total} ${what}. ${allowed}`;
}

export function countOf(reasons: RefusalOf<"too-many-moves">["reasons"]): number {
  return reasons.reduce((sum, [, moves]) => sum + moves, 0);
}

/** How a finding names a project that was not found. */
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

export function capitalized(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

export function labelOf({ id, name }: NamedObject): string {
  return `${quote(name)} (${id})`;
}

/** `project "Platform" (prj-…)`, `2 workspaces (api, web)`; empty without names. */
export function listed(noun: string, names: readonly string[]): string {
  if (names.length === 0) return "";
  return names.length === 1 ? `${noun} ${formatList(names)}` : `${names.length} ${noun}s (${formatList(names)})`;
}
