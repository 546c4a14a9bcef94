import type { Project } from "../model";
import { pluralize, quote } from "./text";

/*
 * An object that the token cannot see looks like one that does not exist: reads return 404, and lists omit it. An
 * object that is not found counts as deleted only while the token sees the organization's default project, which
 * always exists: `visibility.ts` checks that, and `engine/plan/absence.ts` applies the rule to plans. Even then a
 * warning names both causes, because a token may see the default project and not another.
 */

/** The possible causes when something was not found: `it was deleted, or the token is not authorized to see it`. */
export function eitherCause(pronoun: "it" | "they"): string {
  return pronoun === "it"
    ? "it was deleted, or the token is not authorized to see it"
    : "they were deleted, or the token is not authorized to see them";
}

/** The warning about `count` objects that count as deleted. @param what - Their names: `Project prj-…`. */
export function countsAsGone(what: string, count = 1): string {
  return count === 1
    ? `${what} was not found: ${eitherCause("it")}. It counts as deleted.`
    : `${what} were not found: ${eitherCause("they")}. They count as deleted.`;
}

/** The advice after {@link countsAsGone}. */
export const CHECK_BEFORE_APPLY =
  "If it still exists, do not apply this: use a token that sees all projects of the organization.";

/**
 * The error if objects were not found, and the token does not see the default project.
 *
 * @param what - Their names: `Project prj-…`, or `2 projects and 1 workspace (…)`.
 */
export function cannotTell(what: string, organization: string, count = 1): string {
  const [were, pronoun] = count === 1 ? (["was", "it"] as const) : (["were", "they"] as const);
  return (
    `${what} ${were} not found: ${eitherCause(pronoun)}. The token does not see the default project of the ` +
    `organization ${quote(organization)} either, although every organization has one, so nothing counts as deleted. ` +
    `Use a token that sees all projects of the organization.`
  );
}

/** Why workspaces cannot move to the default project. */
export function defaultProjectNotVisible(moves: number): string {
  return (
    `${pluralize(moves, "workspace")} of other projects would move to the default project, which the token is not ` +
    `authorized to see. Use a token that can move workspaces into it.`
  );
}

/** Whether a project contains more workspaces than the token sees. */
export function hidesWorkspaces({ workspaceCount }: Project, seen: number): boolean {
  return workspaceCount !== undefined && workspaceCount > seen;
}

/** Why workspaces that a project seems to lack do not count as missing from it. */
export function someNotVisible(
  { id, name, workspaceCount = 0 }: Pick<Project, "id" | "name" | "workspaceCount">,
  seen: number,
): string {
  return (
    `Project ${quote(name)} (${id}) contains ${pluralize(workspaceCount, "workspace")}, but the token sees ` +
    `${seen === 0 ? "none" : seen} of them, so nothing counts as missing from it. ` +
    `Use a token that sees all workspaces of the project.`
  );
}
