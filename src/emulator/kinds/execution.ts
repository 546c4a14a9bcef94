import { EXECUTION_MODES } from "../../model";
import { isObject, nullable, oneOf, optional } from "../decode";
import type { AttributeProblem } from "../errors";
import type { Store } from "../engine/kind";
import { isOfOrganization } from "../engine/rules";
import { wordsOf } from "../engine/words";
import type { RequestResource } from "../http/request-document";
import { readRelationship } from "../http/request-document";

/*
 * Execution settings: a workspace inherits them from its project, a project from its organization. Mode and agent pool
 * are always overwritten together, as the service requires.
 */

/** Where runs are executed. */
export type ExecutionMode = (typeof EXECUTION_MODES)[number];

/** The member of a record with its own mode: null inherits, and so does undefined, which no client has ever set. */
export const executionMode = optional(nullable(oneOf(EXECUTION_MODES)));

/** Execution settings of one object. Mode `agent` requires an agent pool, other modes have none. */
export interface Execution {
  readonly mode: ExecutionMode | null | undefined;
  readonly agentPoolId: string | null;
}

/** Effective execution settings. */
export interface EffectiveExecution {
  readonly mode: ExecutionMode;
  readonly agentPoolId: string | null;
  /** Whether the settings are not inherited. */
  readonly overwritten: boolean;
}

/** What applies to an object with its own settings, or else what it inherits. */
export function effective({ mode, agentPoolId }: Execution, inherited: EffectiveExecution): EffectiveExecution {
  if (mode === null || mode === undefined) return { ...inherited, overwritten: false };
  return { mode, agentPoolId, overwritten: true };
}

/** The members of `setting-overwrites` that the emulator has. */
export function settingOverwrites(
  { overwritten }: Pick<EffectiveExecution, "overwritten">,
  ...names: readonly string[]
): Readonly<Record<string, boolean>> {
  return Object.fromEntries(names.map((name) => [name, overwritten]));
}

/** A change to execution settings; undefined members keep their value. */
interface ExecutionChange {
  /** As given: possibly not one of {@link EXECUTION_MODES}. */
  readonly mode?: string | undefined;
  /** Null clears it. */
  readonly agentPoolId?: string | null | undefined;
  /** False clears the settings, which are then inherited. */
  readonly overwritten?: boolean | undefined;
  /** Where each of them is in the document, for error pointers. */
  readonly at: { readonly mode: DocumentLocation; readonly agentPool: DocumentLocation };
}

interface DocumentLocation {
  /** Name of the attribute or relationship. */
  readonly name: string;
  readonly pointer: string;
}

/** The location of an attribute of the document's resource. */
export function attributeLocation(name: string): DocumentLocation {
  return { name, pointer: `/data/attributes/${name}` };
}

/** What settings are changed: those of an object in an organization, which inherits a mode. */
export interface ExecutionScope {
  readonly store: Store;
  readonly organizationId: string;
  readonly own: Execution;
  readonly inherited: ExecutionMode;
  /** Whether the object can choose a pool of the organization. @default any */
  canUse?(agentPoolId: string): boolean;
}

/** The settings after a change, or what is wrong with it. Without a change, there is neither. */
export interface ChangedExecution {
  readonly execution?: Execution;
  readonly problems: readonly AttributeProblem[];
}

/** Changes execution settings, with the service's messages where they are known. */
function changeExecution(change: ExecutionChange, scope: ExecutionScope): ChangedExecution {
  const { mode, agentPoolId, overwritten, at } = change;
  const after = changed(change, scope);
  const wrong = (where: DocumentLocation, what: string): ChangedExecution => ({ problems: [problem(where, what)] });
  if (mode !== undefined && knownMode(mode) === undefined) return wrong(at.mode, oneOfModes(EXECUTION_MODES));
  if (
    typeof agentPoolId === "string" &&
    !isOfOrganization(scope.store, "agent-pools", agentPoolId, scope.organizationId)
  ) {
    return wrong(at.agentPool, "must be an agent pool of the organization");
  }
  if (typeof agentPoolId === "string" && scope.canUse?.(agentPoolId) === false) {
    return { problems: [poolNotAllowed(at.agentPool)] };
  }
  if (overwritten === false) return { execution: after, problems: [] };
  if (overwritten === true && after.mode === null) {
    return wrong(at.mode, "must be specified when setting-overwrites says that it is overwritten");
  }
  if (typeof agentPoolId === "string" && after.mode !== "agent") {
    return { problems: [poolWithoutAgentMode(at.agentPool)] };
  }
  if (after.mode === "agent" && after.agentPoolId === null) {
    return wrong(at.agentPool, "must be specified when using 'agent' execution mode");
  }
  return { execution: after, problems: [] };
}

/** The settings after a change: an agent pool alone makes the effective mode the object's own. */
function changed({ mode, agentPoolId, overwritten }: ExecutionChange, { own, inherited }: ExecutionScope): Execution {
  if (overwritten === false) return { mode: null, agentPoolId: null };
  const after = knownMode(mode) ?? own.mode ?? (typeof agentPoolId === "string" ? inherited : null);
  // Every other mode clears the pool, as the service does.
  if (after !== "agent") return { mode: after, agentPoolId: null };
  return { mode: after, agentPoolId: agentPoolId === undefined ? own.agentPoolId : agentPoolId };
}

/** An agent pool that does not allow the workspace; the text of the service. */
export function poolNotAllowed({ name, pointer }: DocumentLocation): AttributeProblem {
  return {
    attribute: name,
    detail: "Agent pool workspace does not have access to use this agent pool",
    pointer,
  };
}

/** An agent pool that the execution mode does not use. */
function poolWithoutAgentMode(at: DocumentLocation): AttributeProblem {
  return problem(at, "must not be specified unless using 'agent' execution mode");
}

/** The service's text. */
function oneOfModes(modes: readonly string[]): string {
  const quoted = modes.map((mode) => `'${mode}'`);
  return `must be ${quoted.slice(0, -1).join(", ")}, or ${quoted.at(-1) ?? ""}`;
}

function knownMode(mode: string | undefined): ExecutionMode | undefined {
  return EXECUTION_MODES.find((known) => known === mode);
}

function problem({ name, pointer }: DocumentLocation, what: string): AttributeProblem {
  return { attribute: name, detail: `${wordsOf(name)} ${what}`, pointer };
}

/** The keys of an object's execution settings in documents. */
export interface ExecutionKeys {
  readonly mode: string;
  /** Attributes that hold the agent pool's ID; the first one present is read. */
  readonly agentPool: readonly [string, ...string[]];
  /** The relationship that has the ID if no attribute does. */
  readonly agentPoolRelationship: string;
  /** Members of `setting-overwrites` for mode and pool. */
  readonly overwrites: readonly string[];
  /** The mode that inherits, as `setting-overwrites` does. @default none */
  readonly inheriting?: string;
}

/**
 * Organizations, and projects. The API documentation, the Go client and the OpenAPI description use different keys for
 * the agent pool and for the members of `setting-overwrites`; all of them are read.
 */
export const DEFAULT_EXECUTION_KEYS: ExecutionKeys = {
  mode: "default-execution-mode",
  agentPool: ["default-agent-pool-id", "default-agent-pool"],
  agentPoolRelationship: "default-agent-pool",
  overwrites: ["default-execution-mode", "default-agent-pool", "execution-mode", "agent-pool"],
};

export const PROJECT_EXECUTION_KEYS: ExecutionKeys = { ...DEFAULT_EXECUTION_KEYS, inheriting: "default" };

export const WORKSPACE_EXECUTION_KEYS: ExecutionKeys = {
  mode: "execution-mode",
  agentPool: ["agent-pool-id"],
  agentPoolRelationship: "agent-pool",
  overwrites: ["execution-mode", "agent-pool"],
};

/** Reads and makes the change in a request document. @throws HttpError 422 when a relationship is malformed */
export function readExecution(resource: RequestResource, keys: ExecutionKeys, scope: ExecutionScope): ChangedExecution {
  const problems: AttributeProblem[] = [];
  const mode = readMode(resource, keys, problems);
  const overwritten = readOverwrites(resource, keys, problems);
  const agentPool = readAgentPool(resource, keys, problems);
  const isPresent = [mode, overwritten, agentPool.id].some((value) => value !== undefined);
  if (problems.length > 0 || !isPresent) return { problems };
  const at = { mode: attributeLocation(keys.mode), agentPool: agentPool.at };
  const { inheriting } = keys;
  const modes: readonly string[] = inheriting === undefined ? EXECUTION_MODES : [inheriting, ...EXECUTION_MODES];
  if (mode !== undefined && !modes.includes(mode)) return { problems: [problem(at.mode, oneOfModes(modes))] };
  const change = { agentPoolId: agentPool.id, overwritten, at };
  if (mode === undefined || mode !== inheriting) return changeExecution({ ...change, mode }, scope);
  // Otherwise the pool would be ignored.
  if (typeof agentPool.id === "string") return { problems: [poolWithoutAgentMode(at.agentPool)] };
  return changeExecution({ ...change, overwritten: overwritten ?? false }, scope);
}

/** `operations` predates execution modes: true is remote, false is local. */
function readMode(
  { attributes }: RequestResource,
  { mode: name }: ExecutionKeys,
  problems: AttributeProblem[],
): string | undefined {
  const mode = attributes[name] ?? undefined;
  const operations = name === "execution-mode" ? (attributes["operations"] ?? undefined) : undefined;
  if (mode !== undefined && typeof mode !== "string") {
    problems.push({ attribute: name, detail: "Execution mode must be a string" });
    return undefined;
  }
  if (operations === undefined) return mode;
  if (typeof operations !== "boolean") {
    problems.push({ attribute: "operations", detail: "Operations must be true or false" });
    return mode;
  }
  if (mode !== undefined) {
    problems.push({ attribute: "operations", detail: "Operations must not be specified if execution-mode is" });
  }
  return mode ?? (operations ? "remote" : "local");
}

const OVERWRITES = "setting-overwrites";

function readOverwrites(
  { attributes }: RequestResource,
  { overwrites: names }: ExecutionKeys,
  problems: AttributeProblem[],
): boolean | undefined {
  const given = attributes[OVERWRITES] ?? {};
  const values = new Set(isObject(given) ? names.flatMap((name) => given[name] ?? []) : []);
  const detail = overwritesProblem(given, values.size);
  if (detail !== undefined) problems.push({ attribute: OVERWRITES, detail });
  const [overwritten] = values;
  return typeof overwritten === "boolean" ? overwritten : undefined;
}

function overwritesProblem(given: unknown, values: number): string | undefined {
  if (!isObject(given)) return "Setting overwrites must be an object";
  const isWrong = Object.values(given).some((value) => value !== null && typeof value !== "boolean");
  if (isWrong) return "Setting overwrites must be true or false";
  return values > 1
    ? "If agent-pool and execution-mode are both included in setting-overwrites, their values must be the same."
    : undefined;
}

/** An empty string means no pool: `hashicorp/tfe` sends it with every mode but `agent`. */
function readAgentPool(
  resource: RequestResource,
  keys: ExecutionKeys,
  problems: AttributeProblem[],
): { readonly id: string | null | undefined; readonly at: DocumentLocation } {
  const name = keys.agentPool.find((attribute) => resource.attributes[attribute] !== undefined);
  if (name !== undefined) {
    const id = resource.attributes[name];
    if (id !== null && typeof id !== "string") {
      problems.push({ attribute: name, detail: "Agent pool must be the ID of an agent pool" });
      return { id: undefined, at: attributeLocation(name) };
    }
    return { id: id === "" ? null : id, at: attributeLocation(name) };
  }
  const relationship = keys.agentPoolRelationship;
  if (resource.relationships[relationship] === undefined) {
    return { id: undefined, at: attributeLocation(keys.agentPool[0]) };
  }
  const at = { name: relationship, pointer: `/data/relationships/${relationship}` };
  return { id: readRelationship(resource, relationship, "agent-pools") ?? null, at };
}
