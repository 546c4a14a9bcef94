import type { ErrorCode as ClientCode } from "../../api";
import { CDK_APP } from "../../model";
import type { ReconcileErrorCode } from "../../reconcile";
import type { PlanErrorCode } from "../../diagnostics";
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

/** Errors of the engine that are not found in a plan. */
export const ENGINE_ERRORS: Readonly<Record<Exclude<ReconcileErrorCode, PlanErrorCode>, string>> = {
  ORGANIZATION_NOT_FOUND: "The organization does not exist, or the token may not read it.",
  PROJECT_GONE: "A project was deleted after it was last read.",
  NO_CURRENT_RUN: "A workspace has no run, or the service does not say which run is its current one.",
  OWN_RUN: "A gate or a wait is for the run in which it runs itself (TFC_RUN_ID).",
  NOT_READ_IN_TIME: "Task stages could not be read within the time limit, not even once.",
  OUTCOME_UNKNOWN:
    "The response to a change was lost, and its outcome could not be verified; or a change was made in part.",
};

/** A code of the client in upper case: `NOT_FOUND` of `not-found`. */
type Uppercased<Code extends string> = Code extends `${infer Word}-${infer Rest}`
  ? `${Uppercase<Word>}_${Uppercased<Rest>}`
  : Uppercase<Code>;
/** The code of a client error, as documents spell it. */
export function serviceErrorCode<Code extends ClientCode>(code: Code): Uppercased<Code> {
  // As the type says: upper case, with underscores.
  return code.toUpperCase().replaceAll("-", "_") as Uppercased<Code>;
}

/** Every code that an error in a document can have. */
export type DocumentErrorCode =
  | keyof typeof COMMAND_ERRORS
  | keyof typeof ENGINE_ERRORS
  | PlanErrorCode
  | Uppercased<ClientCode>;
