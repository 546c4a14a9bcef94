import { ANY_ASSIGNMENT, ANY_OBJECT } from "../model";

/** The codes of errors that block a plan, and when each of them occurs. Markdown, for the documentation. */
export const PLAN_ERRORS = {
  INVALID_PROJECT: "A project of the code has an invalid name, description, duration, execution mode or tags.",
  DUPLICATE_PROJECT: "Two resources have the same name or ID.",
  UNKNOWN_PROJECT: "The code refers to a project that does not exist, or that the plan deletes.",
  UNKNOWN_WORKSPACE:
    "A membership has workspaces that do not exist, or that were renamed. Also when they are missing during apply, " +
    "and when no workspace has the name that `stages` was given.",
  WORKSPACE_IN_TWO_PROJECTS:
    "Two memberships name the same workspaces; a placement takes workspaces of a membership, too; or two " +
    "placements would move the same workspaces.",
  EXCLUSIVE_PROJECT_SHARED:
    "An exclusive membership is not the only one of its project, or a rule places workspaces there; or exclusive " +
    `${ANY_ASSIGNMENT} are not the only ones of their project.`,
  INVALID_ASSIGNMENT:
    `The code assigns a ${ANY_OBJECT} to a project that does not exist, or that cannot be ` +
    "assigned: the team `owners`, a global set, or one that another project owns. Or its import block is of another " +
    "project.",
  ASSIGNED_TWICE: `Two resources assign the same ${ANY_OBJECT} to a project.`,
  NAME_TAKEN: "Another project has the name. Also when that is found during apply.",
  DEFAULT_PROJECT: "The default project cannot be deleted, and cannot be exclusive.",
  PROJECT_NOT_EMPTY: "A project to be deleted still contains workspaces.",
  TOO_MANY_DELETES: "More projects would be deleted than the limit allows.",
  TOO_MANY_MOVES: "More workspaces would be moved than the limit of the plan, or of a placement, allows.",
  TAGS_NOT_REPORTED: "The service does not report what rules with tags depend on.",
  NOT_PERMITTED:
    "The token may not change or delete a project, as the service says when it is read; or it does not see the " +
    "default project, and workspaces would move there. It is a warning of a plan, and blocks its apply.",
  NOT_FOUND_OR_UNAUTHORIZED:
    "Something was not found that the token may not see: it does not see the default project either, or not all " +
    "workspaces of a project; or it may not read the teams or sets of a project. Nothing counts as deleted. Also " +
    "during apply.",
} as const;

/** Codes of errors that block a plan. */
export type PlanErrorCode = keyof typeof PLAN_ERRORS;

/** Codes of what is no error in the code: the token does not see something, or the service does not report it. */
const NOT_COMPARED: ReadonlySet<string> = new Set<PlanErrorCode>(["NOT_FOUND_OR_UNAUTHORIZED", "TAGS_NOT_REPORTED"]);

/** Whether an error says that something could not be compared; otherwise it counts as drift. */
export function isNotCompared({ code }: { readonly code: string }): boolean {
  return NOT_COMPARED.has(code);
}
