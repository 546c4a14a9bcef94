import { ENFORCEMENT_LEVELS, RUN_STAGES, TASK_RESULT_STATUSES, TASK_STAGE_STATUSES } from "../../model";
import type { Decoded, Decoder } from "../decode";
import { jsonObject, arrayOf, boolean, record, nullable, number, object, oneOf, optional, string } from "../decode";
import { DecodeError } from "../errors";

/*
 * The records of the store. Types are derived from decoders, so that records restored from a state file have their
 * declared type. Records refer to each other by ID.
 */

/** A single record: how far the clock has been advanced, in milliseconds. */
export const clockRecord = object({ id: string, sequence: number, advanced: number });

const recorded = { id: string, sequence: number };

export const POLICY_KINDS = ["opa", "sentinel"] as const;

/** Where runs are executed. */
export const EXECUTION_MODES = ["remote", "local", "agent"] as const;
/** Where runs are executed. */
export type ExecutionMode = (typeof EXECUTION_MODES)[number];

/**
 * Execution settings. Without a mode they are inherited; mode `agent` requires an agent pool, other modes have none.
 */
const execution = object({ mode: nullable(oneOf(EXECUTION_MODES)), agentPoolId: nullable(string) });
export type Execution = Decoded<typeof execution>;

/** A key-value tag; the value is null when absent. */
const tagBinding = object({ id: string, key: string, value: nullable(string), createdAt: string });
export type TagBinding = Decoded<typeof tagBinding>;

/*
 * Members that were added after the first format are optional. For `execution` and `tagBindings`, undefined also means
 * that no client has ever set them.
 */
const tagged = { tagBindings: optional(arrayOf(tagBinding)) };
/** Unknown relationships from clients, returned unchanged. */
const keptRelationships = { relationships: optional(jsonObject) };

/** The service's rule, which also makes a name safe to print for a shell. */
export function isOrganizationName(name: string): boolean {
  return /^[A-Za-z0-9_-]+$/.test(name);
}

const organizationName: Decoder<string> = (value, path) => {
  const name = string(value, path);
  if (isOrganizationName(name)) return name;
  const shown = JSON.stringify(name).slice(0, 60);
  throw new DecodeError(path, `is ${shown}; an organization's name can only include letters, numbers, -, and _.`);
};

export const organizationRecord = object({
  ...recorded,
  name: organizationName,
  defaultProjectId: string,
  createdAt: string,
  execution: optional(execution),
  /** Unknown attributes from clients, returned unchanged. */
  attributes: jsonObject,
  ...keptRelationships,
});
export type OrganizationRecord = Decoded<typeof organizationRecord>;

export const projectRecord = object({
  ...recorded,
  organizationId: string,
  name: string,
  description: nullable(string),
  autoDestroyActivityDuration: nullable(string),
  createdAt: string,
  execution: optional(execution),
  ...tagged,
  attributes: jsonObject,
  ...keptRelationships,
});
export type ProjectRecord = Decoded<typeof projectRecord>;

export const workspaceRecord = object({
  ...recorded,
  organizationId: string,
  projectId: string,
  name: string,
  /** True: the project's duration applies. False: the workspace has its own, or none (null). */
  inheritsAutoDestroy: boolean,
  autoDestroyActivityDuration: nullable(string),
  createdAt: string,
  updatedAt: string,
  execution: optional(execution),
  ...tagged,
  /** IDs of its tags without values, in the order they were added. */
  tagIds: optional(arrayOf(string)),
  lock: optional(object({ by: string, reason: string })),
  /** IDs of the workspaces that can read its state; some may have been deleted. */
  remoteStateConsumerIds: optional(arrayOf(string)),
  attributes: jsonObject,
  ...keptRelationships,
});
export type WorkspaceRecord = Decoded<typeof workspaceRecord>;

/** A tag without a value, of an organization. */
export const tagRecord = object({ ...recorded, organizationId: string, name: string, createdAt: string });
export type TagRecord = Decoded<typeof tagRecord>;

export const agentPoolRecord = object({
  ...recorded,
  organizationId: string,
  name: string,
  /** Whether every workspace of the organization can use it. */
  organizationScoped: boolean,
  createdAt: string,
  attributes: jsonObject,
  ...keptRelationships,
});
export type AgentPoolRecord = Decoded<typeof agentPoolRecord>;

/** A team. The emulator's tokens belong to none. */
export const teamRecord = object({ ...recorded, organizationId: string, name: string, createdAt: string });
export type TeamRecord = Decoded<typeof teamRecord>;

/** The levels of access of a team to a project. */
export const TEAM_ACCESS_LEVELS = ["read", "write", "maintain", "admin", "custom"] as const;
/** The level of access of a team to a project; with `custom`, the access is set in detail. */
export type TeamAccessLevel = (typeof TEAM_ACCESS_LEVELS)[number];

/** The permissions of a team with `custom` access on the project itself; names are the service's. */
export const projectAccess = object({
  settings: optional(oneOf(["read", "update", "delete"])),
  teams: optional(oneOf(["none", "read", "manage"])),
  "variable-sets": optional(oneOf(["none", "read", "write"])),
});
/** The permissions of a team with `custom` access on the project itself. */
export type ProjectAccess = Decoded<typeof projectAccess>;

/** The permissions of a team with `custom` access on the workspaces in the project. */
export const workspaceAccess = object({
  create: optional(boolean),
  move: optional(boolean),
  locking: optional(boolean),
  delete: optional(boolean),
  runs: optional(oneOf(["read", "plan", "apply"])),
  variables: optional(oneOf(["none", "read", "write"])),
  "state-versions": optional(oneOf(["none", "read-outputs", "read", "write"])),
  "sentinel-mocks": optional(oneOf(["none", "read"])),
  "run-tasks": optional(boolean),
  "policy-overrides": optional(boolean),
});
/** The permissions of a team with `custom` access on the workspaces in the project. */
export type WorkspaceAccess = Decoded<typeof workspaceAccess>;

/** The access of a team to a project. */
export const teamProjectRecord = object({
  ...recorded,
  teamId: string,
  projectId: string,
  access: oneOf(TEAM_ACCESS_LEVELS),
  /** Only with `custom` access. */
  projectAccess,
  workspaceAccess,
});
export type TeamProjectRecord = Decoded<typeof teamProjectRecord>;

/** What a variable set or policy set applies to; some projects and workspaces may have been deleted. */
const applied = {
  organizationId: string,
  name: string,
  description: nullable(string),
  global: boolean,
  projectIds: arrayOf(string),
  workspaceIds: arrayOf(string),
  createdAt: string,
};

/** A variable set. The emulator has no variables. */
export const variableSetRecord = object({
  ...recorded,
  ...applied,
  priority: boolean,
  /** The project that owns it; null if the organization does. */
  ownerProjectId: nullable(string),
});
export type VariableSetRecord = Decoded<typeof variableSetRecord>;

/** A policy set. The emulator has no policies. */
export const policySetRecord = object({
  ...recorded,
  ...applied,
  kind: oneOf(POLICY_KINDS),
  overridable: boolean,
  excludedProjectIds: arrayOf(string),
  excludedWorkspaceIds: arrayOf(string),
});
export type PolicySetRecord = Decoded<typeof policySetRecord>;

export const runTaskRecord = object({
  ...recorded,
  organizationId: string,
  name: string,
  url: string,
  description: nullable(string),
  /** Key for the signature of requests; null for none. Never returned. */
  hmacKey: nullable(string),
  /** Whether the task runs. */
  enabled: boolean,
  /** Global configuration: runs in workspaces it is not attached to; null for none. */
  global: nullable(
    object({ enabled: boolean, stages: arrayOf(oneOf(RUN_STAGES)), enforcementLevel: oneOf(ENFORCEMENT_LEVELS) }),
  ),
  /** The agent pool that sends the requests; null for the service. The emulator has no agents. */
  agentPoolId: optional(nullable(string)),
  createdAt: string,
  updatedAt: string,
  attributes: jsonObject,
});
export type RunTaskRecord = Decoded<typeof runTaskRecord>;

/** A run task attached to a workspace. */
export const workspaceTaskRecord = object({
  ...recorded,
  workspaceId: string,
  taskId: string,
  stages: arrayOf(oneOf(RUN_STAGES)),
  enforcementLevel: oneOf(ENFORCEMENT_LEVELS),
});
export type WorkspaceTaskRecord = Decoded<typeof workspaceTaskRecord>;

export const CONFIGURATION_STATUSES = ["pending", "uploaded", "archived"] as const;

/** A configuration version. The content is not kept. */
export const configurationVersionRecord = object({
  ...recorded,
  workspaceId: string,
  status: oneOf(CONFIGURATION_STATUSES),
  statusTimestamps: record(string),
  /** Whether the upload queues a run. */
  autoQueueRuns: boolean,
  /** Whether its runs are plan-only. */
  speculative: boolean,
  /** Whether it becomes the current version only once a run has applied it. */
  provisional: boolean,
  /** The secret in the upload URL. */
  uploadKey: string,
  createdBy: string,
  createdAt: string,
});
export type ConfigurationVersionRecord = Decoded<typeof configurationVersionRecord>;

export const runRecord = object({
  ...recorded,
  workspaceId: string,
  message: string,
  isSpeculative: boolean,
  isDestroy: boolean,
  /** Whether it applies without confirmation. */
  autoApply: boolean,
  /** Whether it was confirmed. */
  confirmed: boolean,
  createdAt: string,
  canceled: boolean,
  discarded: boolean,
  /** Whether it is active in its workspace or queued; undefined when completed, and for plan-only runs. */
  underway: optional(boolean),
  /** Who created and who confirmed it. */
  createdBy: optional(string),
  confirmedBy: optional(string),
  configurationVersionId: optional(string),
  statusTimestamps: record(string),
  attributes: jsonObject,
});
export type RunRecord = Decoded<typeof runRecord>;

/** A comment on a run. */
export const commentRecord = object({ ...recorded, runId: string, body: string });
export type CommentRecord = Decoded<typeof commentRecord>;

export const taskStageRecord = object({
  ...recorded,
  runId: string,
  stage: oneOf(RUN_STAGES),
  status: oneOf(TASK_STAGE_STATUSES),
  statusTimestamps: record(string),
  createdAt: string,
  updatedAt: string,
  /** When the run reached the stage, in milliseconds since the Unix epoch; null before. */
  turnAt: nullable(number),
  /** Whether failed mandatory tasks of the stage can be overridden. */
  tasksOverridable: boolean,
  overridden: boolean,
  /** Whether the status was set out of band, regardless of the results. */
  setByControl: boolean,
  /** When an overridden stage passes, in milliseconds since the Unix epoch; null unless it was just overridden. */
  passesAt: nullable(number),
  /** Whether only advisory results failed, so that the run continues. */
  letsRunGoOn: optional(boolean),
});
export type TaskStageRecord = Decoded<typeof taskStageRecord>;

export const taskResultRecord = object({
  ...recorded,
  taskStageId: string,
  status: oneOf(TASK_RESULT_STATUSES),
  message: nullable(string),
  url: nullable(string),
  statusTimestamps: record(string),
  createdAt: string,
  updatedAt: string,
  taskId: string,
  taskName: string,
  taskUrl: nullable(string),
  isSpeculative: boolean,
  workspaceTaskId: nullable(string),
  enforcementLevel: oneOf(ENFORCEMENT_LEVELS),
  /** The secret that authorizes the callback. */
  accessToken: string,
  /** Whether the request to the run task has yet to be sent. */
  callDue: boolean,
  /** When the task last reported, or the run reached the stage, in milliseconds since the Unix epoch; null before. */
  heardAt: nullable(number),
  /** When the result times out without a report, in milliseconds since the Unix epoch; null if it cannot. */
  timesOutAt: nullable(number),
});
export type TaskResultRecord = Decoded<typeof taskResultRecord>;

/** Severity levels of a tag of an outcome. */
export const TAG_LEVELS = ["none", "info", "warning", "error"] as const;

/** A detailed result of a run task. */
export const taskResultOutcomeRecord = object({
  ...recorded,
  taskResultId: string,
  /** The ID that the run task gave it. */
  outcomeId: string,
  description: string,
  /** Markdown. */
  body: nullable(string),
  url: nullable(string),
  tags: record(arrayOf(object({ label: string, level: oneOf(TAG_LEVELS) }))),
  createdAt: string,
});
export type TaskResultOutcomeRecord = Decoded<typeof taskResultOutcomeRecord>;

/** Statuses of a policy evaluation in the OpenAPI description. */
export const POLICY_EVALUATION_STATUSES = [
  "pending",
  "queued",
  "running",
  "passed",
  "failed",
  "overridden",
  "errored",
  "canceled",
  "unreachable",
] as const;
/** The status of a policy evaluation. */
export type PolicyEvaluationStatus = (typeof POLICY_EVALUATION_STATUSES)[number];

export const policyEvaluationRecord = object({
  ...recorded,
  taskStageId: string,
  status: oneOf(POLICY_EVALUATION_STATUSES),
  policyKind: oneOf(POLICY_KINDS),
  enforcementLevel: oneOf(ENFORCEMENT_LEVELS),
  /** Whether the policy set allows failures to be overridden. */
  overridable: boolean,
  statusTimestamps: record(string),
  createdAt: string,
  updatedAt: string,
});
/** A policy evaluation of a task stage. */
export type PolicyEvaluationRecord = Decoded<typeof policyEvaluationRecord>;
