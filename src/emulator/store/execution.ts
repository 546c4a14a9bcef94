import type { AttributeProblem } from "../errors";
import type { Execution, ExecutionMode, OrganizationRecord, ProjectRecord, WorkspaceRecord } from "./records";
import { EXECUTION_MODES } from "./records";
import type { Store } from "./store";

/*
 * Execution settings: a workspace inherits them from its project, a project from its organization. Mode and agent pool
 * are always overwritten together, as the service requires.
 */

/** A change to execution settings; undefined members keep their value. */
export interface ExecutionChange {
  /** As sent: possibly not one of {@link EXECUTION_MODES}. */
  readonly mode?: string | undefined;
  /** Null clears it. */
  readonly agentPoolId?: string | null | undefined;
  /** False clears the settings, which are then inherited. */
  readonly overwritten?: boolean | undefined;
  /** Where each of them is in the document, for error pointers. */
  readonly at: {
    readonly mode: DocumentLocation;
    readonly agentPool: DocumentLocation;
  };
}

export interface DocumentLocation {
  /** Name of the attribute or relationship. */
  readonly name: string;
  readonly pointer: string;
}

/** The location of an attribute of the document's resource. */
export function attributeLocation(name: string): DocumentLocation {
  return { name, pointer: `/data/attributes/${name}` };
}

/** The settings of a new organization. */
export const DEFAULT_EXECUTION: Execution = { mode: "remote", agentPoolId: null };
const INHERITED: Execution = { mode: null, agentPoolId: null };

/** Effective execution settings. */
export interface EffectiveExecution {
  readonly mode: ExecutionMode;
  readonly agentPoolId: string | null;
  /** Whether the settings are not inherited. */
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
  if (!setting?.mode) return undefined;
  return { mode: setting.mode, agentPoolId: setting.agentPoolId, overwritten: true };
}

/**
 * Applies a change, which must have passed {@link checkExecution}. A new value stops inheritance, unless the same
 * change restores it.
 *
 * @param inherited the mode that applies without own settings
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
  // Every other mode clears the pool, as the service does.
  if (mode !== "agent") return { mode, agentPoolId: null };
  const agentPoolId = change.agentPoolId === undefined ? (setting?.agentPoolId ?? null) : change.agentPoolId;
  return { mode, agentPoolId };
}

/** Problems with a change, with the service's messages where they are known. */
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
    return [poolWithoutAgentMode(at.agentPool)];
  }
  if (after?.mode === "agent" && after.agentPoolId === null) {
    return [problem(at.agentPool, "must be specified when using 'agent' execution mode")];
  }
  return [];
}

/** An agent pool that the execution mode does not use. */
export function poolWithoutAgentMode(at: DocumentLocation): AttributeProblem {
  return problem(at, "must not be specified unless using 'agent' execution mode");
}

function knownMode(mode: string | undefined): ExecutionMode | undefined {
  return EXECUTION_MODES.find((known) => known === mode);
}

function problem({ name, pointer }: DocumentLocation, what: string): AttributeProblem {
  const words = name.replaceAll("-", " ");
  return { attribute: name, detail: `${words.charAt(0).toUpperCase()}${words.slice(1)} ${what}`, pointer };
}
