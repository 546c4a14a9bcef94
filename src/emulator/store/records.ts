import { ENFORCEMENT_LEVELS, RUN_STAGES, TASK_RESULT_STATUSES, TASK_STAGE_STATUSES } from "../../model";
import type { Decoded, Decoder } from "../decode";
import {
  jsonObject,
  arrayOf,
  DecodeError,
  boolean,
  record,
  nullable,
  number,
  object,
  oneOf,
  optional,
  string,
} from "../decode";
import { isOrganizationName } from "./organization-name";

/*
 * What the emulator remembers, one shape for each kind of thing. Types are read off the decoders, so that what comes back from a
 * state file is what the types say. Relations are identifiers: by them, a record never has to change because another did.
 */

/** There is one: how much time was let pass, in milliseconds. */
export const clockRecord = object({ id: string, sequence: number, advanced: number });

const recorded = { id: string, sequence: number };

/** All ways to execute runs (facts, section 5). */
export const EXECUTION_MODES = ["remote", "local", "agent"] as const;
export type ExecutionMode = (typeof EXECUTION_MODES)[number];

/** Where runs are executed. Without a mode, that is inherited; an agent pool goes with mode `agent`, and only with it. */
const execution = object({ mode: nullable(oneOf(EXECUTION_MODES)), agentPoolId: nullable(string) });
export type Execution = Decoded<typeof execution>;

/** A key-value tag. The value is null when none was given. */
const tagBinding = object({ id: string, key: string, value: nullable(string), createdAt: string });
export type TagBinding = Decoded<typeof tagBinding>;

/*
 * Members that a state file of an earlier emulator may lack are optional. For `execution` and `tagBindings`, undefined also says that no
 * client ever spoke of them.
 */
const tagged = { tagBindings: optional(arrayOf(tagBinding)) };
/** What clients sent beyond what the contract knows; returned as it came. */
const keptRelationships = { relationships: optional(jsonObject) };

/** Checked, because the emulator's command gives it to shells. */
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
  /** What clients sent beyond what the contract knows; returned as it came. */
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
  /** True: the project's duration holds. False: the workspace has its own, or has switched it off (null). */
  inheritsAutoDestroy: boolean,
  autoDestroyActivityDuration: nullable(string),
  createdAt: string,
  updatedAt: string,
  execution: optional(execution),
  ...tagged,
  /** Identifiers of its tags without values, in the order in which it was given them. */
  tagIds: optional(arrayOf(string)),
  lock: optional(object({ by: string, reason: string })),
  /** Identifiers of the workspaces that may read its state; some may be gone. */
  remoteStateConsumerIds: optional(arrayOf(string)),
  attributes: jsonObject,
  ...keptRelationships,
});
export type WorkspaceRecord = Decoded<typeof workspaceRecord>;

/** A tag without a value: organizations have them, workspaces are given them. */
export const tagRecord = object({ ...recorded, organizationId: string, name: string, createdAt: string });
export type TagRecord = Decoded<typeof tagRecord>;

export const agentPoolRecord = object({
  ...recorded,
  organizationId: string,
  name: string,
  /** Whether every workspace of the organization may use it. */
  organizationScoped: boolean,
  createdAt: string,
  attributes: jsonObject,
  ...keptRelationships,
});
export type AgentPoolRecord = Decoded<typeof agentPoolRecord>;

export const runTaskRecord = object({
  ...recorded,
  organizationId: string,
  name: string,
  url: string,
  description: nullable(string),
  /** Signs the calls of the task; null when they are not signed. Never returned. */
  hmacKey: nullable(string),
  /** Whether runs call it. */
  enabled: boolean,
  /** Where it works without being attached; null when nowhere. */
  global: nullable(
    object({ enabled: boolean, stages: arrayOf(oneOf(RUN_STAGES)), enforcementLevel: oneOf(ENFORCEMENT_LEVELS) }),
  ),
  /** The agents that are to call it; null when the service does. No agent ever calls one here. */
  agentPoolId: optional(nullable(string)),
  createdAt: string,
  updatedAt: string,
  attributes: jsonObject,
});
export type RunTaskRecord = Decoded<typeof runTaskRecord>;

/** A run task at work in a workspace, in one or more run stages. */
export const workspaceTaskRecord = object({
  ...recorded,
  workspaceId: string,
  taskId: string,
  stages: arrayOf(oneOf(RUN_STAGES)),
  enforcementLevel: oneOf(ENFORCEMENT_LEVELS),
});
export type WorkspaceTaskRecord = Decoded<typeof workspaceTaskRecord>;

export const CONFIGURATION_STATUSES = ["pending", "uploaded", "archived"] as const;

/** A version of a workspace's configuration. What was uploaded is not kept. */
export const configurationVersionRecord = object({
  ...recorded,
  workspaceId: string,
  status: oneOf(CONFIGURATION_STATUSES),
  statusTimestamps: record(string),
  /** Whether the upload makes a run. */
  autoQueueRuns: boolean,
  /** Whether its runs plan only. */
  speculative: boolean,
  /** Whether it is not the workspace's current one until a run has applied it. */
  provisional: boolean,
  /** The secret with which a configuration is uploaded, and nothing else can be done. */
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
  /** Whether it goes on from plan to apply without being told to. */
  autoApply: boolean,
  /** Whether it was told to. */
  confirmed: boolean,
  createdAt: string,
  canceled: boolean,
  discarded: boolean,
  /** Whether it works in its workspace, or waits for those before it to come to their end; never so of a run that plans only. */
  underway: optional(boolean),
  /** Who made it, and who let it go on to its apply. */
  createdBy: optional(string),
  confirmedBy: optional(string),
  configurationVersionId: optional(string),
  statusTimestamps: record(string),
  attributes: jsonObject,
});
export type RunRecord = Decoded<typeof runRecord>;

export const taskStageRecord = object({
  ...recorded,
  runId: string,
  stage: oneOf(RUN_STAGES),
  status: oneOf(TASK_STAGE_STATUSES),
  statusTimestamps: record(string),
  createdAt: string,
  updatedAt: string,
  /** When the run came to the stage, in milliseconds since 1970; null when it has not. */
  turnAt: nullable(number),
  /** Whether failed mandatory tasks of this stage may be overridden, as a failed overridable policy may. */
  tasksOverridable: boolean,
  overridden: boolean,
  /** Whether control put it into its status, whatever is in it. */
  setByControl: boolean,
  /** When an overridden stage comes from `running` to `passed`, in milliseconds since 1970; null when it is not on that way. */
  passesAt: nullable(number),
  /** True of a stage that has failed by its advisory results alone, which do not stop the run. */
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
  /** The secret with which the run task reports, and nothing else can be done. */
  accessToken: string,
  /** Whether the service is still to call the run task; it never calls some. */
  callDue: boolean,
  /** When the task was last heard of, or the run came to the stage, in milliseconds since 1970; null before that. */
  heardAt: nullable(number),
  /** When the result times out unless the task is heard of before, in milliseconds since 1970; null when it cannot. */
  timesOutAt: nullable(number),
});
export type TaskResultRecord = Decoded<typeof taskResultRecord>;

/** How urgent a tag of an outcome is. */
export const TAG_LEVELS = ["none", "info", "warning", "error"] as const;

/** A detail of what a run task found (facts, section 6.3). */
export const taskResultOutcomeRecord = object({
  ...recorded,
  taskResultId: string,
  /** The run task's own name for it. */
  outcomeId: string,
  description: string,
  /** Markdown. */
  body: nullable(string),
  url: nullable(string),
  tags: record(arrayOf(object({ label: string, level: oneOf(TAG_LEVELS) }))),
  createdAt: string,
});
export type TaskResultOutcomeRecord = Decoded<typeof taskResultOutcomeRecord>;

/** All statuses of a policy evaluation (the service's public OpenAPI description). */
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
export type PolicyEvaluationStatus = (typeof POLICY_EVALUATION_STATUSES)[number];

export const POLICY_KINDS = ["opa", "sentinel"] as const;

export const policyEvaluationRecord = object({
  ...recorded,
  taskStageId: string,
  status: oneOf(POLICY_EVALUATION_STATUSES),
  policyKind: oneOf(POLICY_KINDS),
  enforcementLevel: oneOf(ENFORCEMENT_LEVELS),
  /** Whether the policy set allows a failure to be overridden. */
  overridable: boolean,
  statusTimestamps: record(string),
  createdAt: string,
  updatedAt: string,
});
export type PolicyEvaluationRecord = Decoded<typeof policyEvaluationRecord>;
