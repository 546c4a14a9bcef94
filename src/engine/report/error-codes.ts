import type { ErrorCode as ClientCode } from "../../api";
import { ANY_ASSIGNMENT, ANY_OBJECT, CDK_APP } from "../../model";
import type { ReconcileErrorCode } from "../../reconcile";
import type { RefusalCode } from "../plan/refusal";
import type { UserErrorCode } from "../../user-error";

/** Errors of the command line itself, and when each of them occurs. */
export const COMMAND_ERRORS: Readonly<Record<UserErrorCode, string>> = {
  USAGE: "An option or argument is unknown, invalid, missing, or conflicts with another one.",
  NO_CODE: "The path has no code, or the code has no projects and no memberships.",
  UNREADABLE_CODE: "A file of the code cannot be read, or only by Terraform. `errors` lists these files.",
  SYNTH_FAILED: `The ${CDK_APP} failed.`,
  INVALID_CONFIGURATION: "The code is invalid, or only Terraform can evaluate it. `errors` lists the problems.",
  INVALID_STATE: "A Terraform state cannot be read, or is not the state of the code.",
  STATE_LOCKED: "Terraform holds the lock of a state.",
  INVALID_PLAN: "A plan cannot be used: it is damaged, incomplete, or has another format.",
  STALE_PLAN: "The organization or a Terraform state has changed since the plan was made.",
  ADDRESS_MISMATCH: "A plan is for another address than the token. Nothing was sent.",
  PLAN_BLOCKED: "The plan is blocked by errors, so it was neither saved nor applied.",
  GATE_CLOSED: "A gate of the code is closed, or its status is unknown. Nothing was changed.",
  APPROVAL_REQUIRED: "Approval is required, but confirmation needs a terminal.",
  CANCELED: "The changes were not approved.",
  FILE_EXISTS: "A file to be written already exists, with other content.",
  FILE_CHANGED: "A file was changed after it was read, so it was not written.",
  OUTPUT: "A result or a file cannot be written. The exit status says whether something was changed.",
  FAILED: "Any other error that the message explains.",
  INTERNAL: "A bug in tfprojects. stderr has what a report of it needs.",
};

/** Errors that block a plan: members of `errors` of an organization. */
export const PLAN_ERRORS: Readonly<Record<RefusalCode, string>> = {
  INVALID_PROJECT: "A project of the code has an invalid name, description, duration, execution mode or tags.",
  DUPLICATE_PROJECT: "Two resources have the same name or ID.",
  UNKNOWN_PROJECT: "The code refers to a project that does not exist, or that the plan deletes.",
  UNKNOWN_WORKSPACE:
    "A membership has workspaces that do not exist, or that were renamed. Also when they are missing during apply, " +
    "and when no workspace has the name that `stages` was given.",
  WORKSPACE_IN_TWO_PROJECTS:
    "Two memberships name the same workspaces; a placement takes workspaces of a membership from any project; or two " +
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
};

/** Errors of the engine that are not found in a plan. */
export const ENGINE_ERRORS: Readonly<Record<Exclude<ReconcileErrorCode, RefusalCode>, string>> = {
  ORGANIZATION_NOT_FOUND: "The organization does not exist, or the token may not read it.",
  PROJECT_GONE: "A project was deleted after it was last read.",
  NO_CURRENT_RUN: "A workspace has no run, or the service does not say which run is its current one.",
  OWN_RUN: "A gate or a wait is for the run in which it runs itself (TFC_RUN_ID).",
  NOT_READ_IN_TIME: "Task stages could not be read within the time limit, not even once.",
  OUTCOME_UNKNOWN:
    "The response to a change was lost, and its outcome could not be verified; or a change was made in part.",
};

/** A code of the client in upper case: `NOT_FOUND` of `not-found`. */
export type Uppercased<Code extends string> = Code extends `${infer Word}-${infer Rest}`
  ? `${Uppercase<Word>}_${Uppercased<Rest>}`
  : Uppercase<Code>;
/** Codes of client errors, as documents and the engine spell them. */
export type ServiceErrorCode = Uppercased<ClientCode>;

/** The code of a client error, as documents spell it. */
export function serviceErrorCode<Code extends ClientCode>(code: Code): Uppercased<Code> {
  // As the type says: upper case, with underscores.
  return code.toUpperCase().replaceAll("-", "_") as Uppercased<Code>;
}

/** Every code that an error in a document can have. */
export type DocumentErrorCode = UserErrorCode | RefusalCode | ReconcileErrorCode | ServiceErrorCode;
