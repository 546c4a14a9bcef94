import { PLAN_ERRORS } from "../../src/diagnostics";
import { COMMAND_ERRORS, ENGINE_ERRORS } from "../../src/engine/report/error-codes";
import { table } from "./block";

const REVIEW = "[Terraform's plan as JSON](terraform-or-engine.md#reviewing-terraforms-plan)";

type Codes<Errors> = Readonly<Record<keyof Errors, string>>;

/** What to do about an error. Its message is often more specific. */
const COMMAND_REMEDIES: Codes<typeof COMMAND_ERRORS> = {
  USAGE: "Run the command with `--help`.",
  NO_CODE: "Name the folder of the CDK app, or one with Terraform JSON.",
  UNREADABLE_CODE: `For what only Terraform can read, such as HCL, pass ${REVIEW}, or use \`*.tf.json\`.`,
  SYNTH_FAILED: "Install its packages if one is missing, or correct the app; its own output is above the error.",
  INVALID_CONFIGURATION: `Correct what \`errors\` names. If only Terraform can evaluate it, pass ${REVIEW}.`,
  INVALID_STATE: "Pass the state of this code with `--state`, as `terraform state pull` prints it.",
  STATE_LOCKED: "Wait until Terraform has ended, or release a lock that was left behind with `terraform force-unlock`.",
  INVALID_PLAN: "Make the plan again.",
  STALE_PLAN: "Make the plan again, review it, and apply that.",
  ADDRESS_MISMATCH: "Set `TFE_ADDRESS`, or use `apply --address`, if the address of the plan is the right one.",
  PLAN_BLOCKED: "Correct the errors of the plan: see [below](#errors-that-block-a-plan).",
  GATE_CLOSED: "Wait for the run, override its failures, or use `--ignore-gates`.",
  APPROVAL_REQUIRED: "Run it in a terminal, or with `--auto-approve`.",
  CANCELED: "Nothing: nothing was changed.",
  FILE_EXISTS: "Move or delete the file, or use the option that the message names.",
  FILE_CHANGED: "Run the command again: it reads the file as it is now.",
  OUTPUT: "Free space, or correct the path or its permissions. If something was changed, run the command again.",
  FAILED: "Follow the message.",
  INTERNAL: "Report it, with what stderr has.",
};

const PLAN_REMEDIES: Codes<typeof PLAN_ERRORS> = {
  INVALID_PROJECT: "Correct the attribute that the message names.",
  DUPLICATE_PROJECT: "Remove one of them, or rename it. Names are compared without regard to case.",
  UNKNOWN_PROJECT: "Correct the name or ID, or add the project to the code.",
  UNKNOWN_WORKSPACE:
    "Correct the name, for which the message has the nearest ones, or remove it; `missingWorkspaces` `warn` allows it.",
  WORKSPACE_IN_TWO_PROJECTS: "Add the line of the message to one of the memberships, or remove the workspace from it.",
  EXCLUSIVE_PROJECT_SHARED: "Put all workspaces into one membership, or remove `exclusive`.",
  INVALID_ASSIGNMENT: "Correct the name, for which the message has the nearest one, or the import ID; or remove it.",
  ASSIGNED_TWICE: "Remove it from one of the two.",
  NAME_TAKEN: "Import the project, or set `adoptExisting`, `previousNames` or another name.",
  DEFAULT_PROJECT: 'Set `deletionPolicy: "retain"`; remove `exclusive`.',
  PROJECT_NOT_EMPTY:
    'Set `deletionPolicy: "evacuate"`, use `--evacuate`, or move the workspaces first (`tfe_workspace`: by Terraform).',
  TOO_MANY_DELETES: "Review the deletions, then raise `--max-deletes`.",
  TOO_MANY_MOVES: "Review the moves, then raise `--max-moves`, or `maxMoves` of the placement.",
  TAGS_NOT_REPORTED: "Select the workspaces by names, or use a release of the service that reports tags.",
  NOT_PERMITTED: "Use a token of an owner, or grant the permission.",
  NOT_FOUND_OR_UNAUTHORIZED: "Use a token that sees all projects of the organization.",
};

const ENGINE_REMEDIES: Codes<typeof ENGINE_ERRORS> = {
  ORGANIZATION_NOT_FOUND: "Correct `TFE_ORGANIZATION` or the code, or use a token of a member.",
  PROJECT_GONE: "Plan again.",
  NO_CURRENT_RUN: "Start a run of the workspace, or use the ID of a run.",
  OWN_RUN: "Use the run that must come first, or do not wait for it.",
  NOT_READ_IN_TIME: "Run it again, or raise `--timeout` or `timeout_seconds`.",
  OUTCOME_UNKNOWN: "Plan again: the plan shows whether the change was made.",
};

/** Errors of the command line: when they occur, and what to do. */
export function commandErrors(): string {
  return catalogue(COMMAND_ERRORS, COMMAND_REMEDIES);
}

/** Errors that block a plan, and other errors of the engine. */
export function planErrors(): string {
  return catalogue(PLAN_ERRORS, PLAN_REMEDIES);
}

export function engineErrors(): string {
  return catalogue(ENGINE_ERRORS, ENGINE_REMEDIES);
}

function catalogue<Errors extends Readonly<Record<string, string>>>(errors: Errors, remedies: Codes<Errors>): string {
  const rows = Object.entries(errors).map(([code, when]) => [`\`${code}\``, when, remedies[code] ?? ""]);
  return table(["code", "when", "what to do"], rows);
}
