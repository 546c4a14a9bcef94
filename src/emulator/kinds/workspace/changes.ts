import type { ChangeContext, ChangeOf, ReadPart, Scope, Store } from "../../engine/kind";
import type { AttributeProblem } from "../../errors";
import { invalidAt, invalidParameters } from "../../errors";
import type { RequestResource } from "../../http/request-document";
import { agentPools, allowsWorkspace } from "../agent-pool";
import { attributeLocation, poolNotAllowed, readExecution, WORKSPACE_EXECUTION_KEYS } from "../execution";
import { projectExecution, projects } from "../project";
import { readTagBindings } from "../tag-binding";
import { autoDestroy, destroyPlanProblems, isAutoDestroyTimeCleared } from "./auto-destroy";
import { readNewTags } from "./name-tags";
import type { WorkspaceRecord } from "./shape";

export function read(
  resource: RequestResource,
  { organizationId, parent, before }: Scope<WorkspaceRecord>,
  { store }: ChangeContext,
): ReadPart<WorkspaceRecord> {
  const project = store.table(projects).get(parent?.id ?? "");
  const inherited = project === undefined ? "remote" : projectExecution(store, project).mode;
  const own = { mode: before?.executionMode, agentPoolId: before?.agentPoolId ?? null };
  const canUse = (id: string): boolean =>
    allowsWorkspace(store.table(agentPools).expect(id), { id: before?.id, projectId: parent?.id ?? "" });
  const scope = { store, organizationId, own, inherited, canUse };
  const { execution, problems } = readExecution(resource, WORKSPACE_EXECUTION_KEYS, scope);
  const tagged = readTagBindings(resource, before, store);
  // New tags are only checked here, since nothing is created yet.
  readNewTags(resource);
  return {
    change: {
      ...tagged.change,
      ...(execution === undefined ? {} : { executionMode: execution.mode, agentPoolId: execution.agentPoolId }),
    },
    problems: [...problems, ...tagged.problems],
  };
}

export function rules(
  change: ChangeOf<WorkspaceRecord>,
  scope: Scope<WorkspaceRecord>,
  store: Store,
): readonly AttributeProblem[] {
  const { before } = scope;
  const { settings = {}, remoteStateConsumerIds } = change;
  const after = { ...before?.settings, ...settings };
  const problems = [...moveProblems(change, before, store), ...destroyPlanProblems(change, scope, store)];
  if (after.globalRemoteState === true && after.projectRemoteState === true) {
    const detail = "Global remote state and project remote state cannot both be true";
    problems.push({ attribute: "global-remote-state", detail });
  }
  if (after.fileTriggersEnabled === false && (exclusiveTriggers(after, settings).triggerPatterns ?? []).length > 0) {
    const detail = "'trigger_patterns' cannot be populated when 'file_triggers_enabled' is set to false.";
    problems.push({ attribute: "trigger-patterns", detail });
  }
  if (remoteStateConsumerIds !== undefined && after.globalRemoteState === true) {
    throw invalidParameters(["Remote state consumers cannot be chosen while global-remote-state is true"]);
  }
  const own = remoteStateConsumerIds?.indexOf(before?.id ?? "") ?? -1;
  if (own >= 0) throw invalidAt(`/data/${own}/id`, "A workspace cannot be a consumer of its own state");
  return problems;
}

/** Whether a workspace can keep its own agent pool in a project that the pool does not allow depends on options. */
function moveProblems(
  { projectId, agentPoolId }: ChangeOf<WorkspaceRecord>,
  before: WorkspaceRecord | undefined,
  store: Store,
): readonly AttributeProblem[] {
  if (store.choices.moveWithAgentPool === "accept" || before === undefined || projectId === undefined) return [];
  const pool = store.table(agentPools).get((agentPoolId === undefined ? before.agentPoolId : agentPoolId) ?? "");
  if (projectId === before.projectId || pool === undefined) return [];
  return allowsWorkspace(pool, { id: before.id, projectId })
    ? []
    : [poolNotAllowed(attributeLocation("agent-pool-id"))];
}

type Settings = WorkspaceRecord["settings"];

/** Trigger prefixes and patterns are mutually exclusive: setting one, also to nothing, clears the other. */
function exclusiveTriggers(after: Settings, given: Settings): Settings {
  if (given.triggerPrefixes !== undefined && given.triggerPatterns === undefined) {
    return { ...after, triggerPatterns: [] };
  }
  if (given.triggerPatterns !== undefined && given.triggerPrefixes === undefined) {
    return { ...after, triggerPrefixes: [] };
  }
  return after;
}

export function settle(record: WorkspaceRecord, change: ChangeOf<WorkspaceRecord>): WorkspaceRecord {
  const settings = exclusiveTriggers(record.settings, change.settings ?? {});
  const cleared = isAutoDestroyTimeCleared(change) ? { ...settings, autoDestroyAt: null } : settings;
  const settled = autoDestroy(record, change);
  return settled === record && cleared === record.settings ? record : { ...record, ...settled, settings: cleared };
}
