import type { AttributeProblem } from "./problem";
import type { Execution, ExecutionMode, OrganizationRecord, ProjectRecord, WorkspaceRecord } from "./records";
import { EXECUTION_MODES } from "./records";
import type { Store } from "./store";

/*
 * Where runs are executed: a workspace inherits it from its project, a project from its organization, unless it has a setting of its
 * own (facts, section 5; for workspaces the service's public documentation). Mode and agent pool are overwritten together: the service
 * refuses to tell them apart.
 */

/** What is said of an execution setting; what is undefined is not spoken of. */
export interface ExecutionChange {
  /** As it was sent, so that it may be none of {@link EXECUTION_MODES}. */
  readonly mode?: string | undefined;
  /** Null: expressly none. */
  readonly agentPoolId?: string | null | undefined;
  /** False: what was set is cleared, and inherited from now on. */
  readonly overwritten?: boolean | undefined;
  /** Where each of them stands in the document. */
  readonly at: {
    readonly mode: DocumentLocation;
    readonly agentPool: DocumentLocation;
    readonly overwrites: DocumentLocation;
  };
}

interface DocumentLocation {
  /** Name of the attribute or relationship. */
  readonly name: string;
  readonly pointer: string;
}

/** What an organization has before anybody sets it. */
export const DEFAULT_EXECUTION: Execution = { mode: "remote", agentPoolId: null };
const INHERITED: Execution = { mode: null, agentPoolId: null };

/** An execution setting as it works, not only as it was set. */
export interface EffectiveExecution {
  readonly mode: ExecutionMode;
  readonly agentPoolId: string | null;
  /** Whether it is a setting of the thing's own. */
  readonly overwritten: boolean;
}

export function organizationExecution(organization: OrganizationRecord): EffectiveExecution {
  const { mode, agentPoolId } = organization.execution ?? DEFAULT_EXECUTION;
  return { mode: mode ?? "remote", agentPoolId, overwritten: true };
}

export function projectExecution(store: Store, project: ProjectRecord): EffectiveExecution {
  const inherited = organizationExecution(store.organizations.expect(project.organizationId));
  return own(project.execution) ?? { ...inherited, overwritten: false };
}

export function workspaceExecution(store: Store, workspace: WorkspaceRecord): EffectiveExecution {
  const inherited = projectExecution(store, store.projects.expect(workspace.projectId));
  return own(workspace.execution) ?? { ...inherited, overwritten: false };
}

function own(setting: Execution | undefined): EffectiveExecution | undefined {
  if (setting === undefined || setting.mode === null) return undefined;
  return { mode: setting.mode, agentPoolId: setting.agentPoolId, overwritten: true };
}

/**
 * The setting as it is after the change: a value makes it the thing's own, unless the same change says that it is to be inherited. The
 * change must have passed {@link checkExecution}.
 *
 * @param inherited what holds for the thing without a setting of its own.
 */
export function changedExecution(
  setting: Execution | undefined,
  inherited: ExecutionMode,
  change: ExecutionChange | undefined,
): Execution | undefined {
  if (change === undefined) return setting;
  if (change.overwritten === false) return INHERITED;
  const pooled = typeof change.agentPoolId === "string";
  const mode = knownMode(change.mode) ?? setting?.mode ?? (pooled ? inherited : null);
  // A pool leaves with the mode that needs it: the service does the same (facts, section 5: switching a project back to remote).
  if (mode !== "agent") return { mode, agentPoolId: null };
  const agentPoolId = change.agentPoolId === undefined ? (setting?.agentPoolId ?? null) : change.agentPoolId;
  return { mode, agentPoolId };
}

/** All that is wrong with a change to a setting; the words are the service's where they are public (facts, section 1.3). */
export function checkExecution(
  store: Store,
  organizationId: string,
  change: ExecutionChange | undefined,
  setting: Execution | undefined,
  inherited: ExecutionMode,
): AttributeProblem[] {
  if (change === undefined) return [];
  const { mode, agentPoolId, overwritten, at } = change;
  if (mode !== undefined && knownMode(mode) === undefined) {
    return [problem(at.mode, `must be one of ${EXECUTION_MODES.join(", ")}`)];
  }
  if (typeof agentPoolId === "string" && store.agentPools.get(agentPoolId)?.organizationId !== organizationId) {
    return [problem(at.agentPool, "must be an agent pool of the organization")];
  }
  if (overwritten === false) return [];
  const after = changedExecution(setting, inherited, change);
  if (overwritten === true && (after?.mode ?? null) === null) {
    return [problem(at.mode, "must be specified when setting-overwrites says that it is overwritten")];
  }
  if (typeof agentPoolId === "string" && after?.mode !== "agent") {
    return [problem(at.agentPool, "must not be specified unless using 'agent' execution mode")];
  }
  if (after?.mode === "agent" && after.agentPoolId === null) {
    return [problem(at.agentPool, "must be specified when using 'agent' execution mode")];
  }
  return [];
}

function knownMode(mode: string | undefined): ExecutionMode | undefined {
  return EXECUTION_MODES.find((known) => known === mode);
}

function problem({ name, pointer }: DocumentLocation, what: string): AttributeProblem {
  const words = name.replaceAll("-", " ");
  return { attribute: name, detail: `${words.charAt(0).toUpperCase()}${words.slice(1)} ${what}`, pointer };
}
