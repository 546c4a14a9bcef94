import { isObject } from "../decode";
import type { AttributeProblem } from "../errors";
import type { DocumentLocation, ExecutionChange } from "../store/execution";
import { attributeLocation } from "../store/execution";
import type { RequestResource } from "./request-document";
import { readRelationship } from "./request-document";

/** The keys of a resource's execution settings. */
export interface ExecutionKeys {
  readonly mode: string;
  /** Attributes that hold the agent pool's ID; the first one present is read. */
  readonly agentPool: readonly string[];
  /** The relationship that has the ID if no attribute does. */
  readonly agentPoolRelationship: string;
  /** Members of `setting-overwrites` for mode and pool. */
  readonly overwrites: readonly string[];
}

/**
 * Projects and organizations. The API documentation, the Go client and the OpenAPI description use different keys for
 * the agent pool and for the members of `setting-overwrites`; all of them are read.
 */
export const DEFAULT_EXECUTION_KEYS: ExecutionKeys = {
  mode: "default-execution-mode",
  agentPool: ["default-agent-pool-id", "default-agent-pool"],
  agentPoolRelationship: "default-agent-pool",
  overwrites: ["default-execution-mode", "default-agent-pool", "execution-mode", "agent-pool"],
};

export const WORKSPACE_EXECUTION_KEYS: ExecutionKeys = {
  mode: "execution-mode",
  agentPool: ["agent-pool-id"],
  agentPoolRelationship: "agent-pool",
  overwrites: ["execution-mode", "agent-pool"],
};

/** The execution settings of a request document. */
export interface ParsedExecution {
  /** Undefined when the document has none. */
  readonly change: ExecutionChange | undefined;
  readonly problems: readonly AttributeProblem[];
  /** Attributes that were read. */
  readonly known: readonly string[];
  /**
   * Attributes to keep unchanged: members of `setting-overwrites` that the emulator ignores, such as those of Stacks.
   */
  readonly kept: Readonly<Record<string, unknown>>;
}

const OVERWRITES = "setting-overwrites";

/**
 * @param before the attributes kept so far
 * @throws HttpError 422 when a relationship is malformed
 */
export function readExecution(
  resource: RequestResource,
  keys: ExecutionKeys,
  before: Readonly<Record<string, unknown>> = {},
): ParsedExecution {
  const problems: AttributeProblem[] = [];
  const mode = readMode(resource, keys, problems);
  const { overwritten, others } = readOverwrites(resource, keys, problems);
  const agentPool = readAgentPool(resource, keys, problems);
  const isPresent = [mode, overwritten, agentPool.id].some((value) => value !== undefined);
  const change: ExecutionChange = {
    mode,
    agentPoolId: agentPool.id,
    overwritten,
    at: { mode: attributeLocation(keys.mode), agentPool: agentPool.at },
  };
  return {
    change: isPresent ? change : undefined,
    problems,
    known: [keys.mode, ...keys.agentPool, OVERWRITES, ...(keys.mode === "execution-mode" ? ["operations"] : [])],
    kept: Object.keys(others).length === 0 ? {} : { [OVERWRITES]: { ...asObject(before[OVERWRITES]), ...others } },
  };
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

function readOverwrites(
  { attributes }: RequestResource,
  { overwrites: names }: ExecutionKeys,
  problems: AttributeProblem[],
): { readonly overwritten: boolean | undefined; readonly others: Readonly<Record<string, unknown>> } {
  const given = attributes[OVERWRITES] ?? {};
  const wrong = (detail: string): { overwritten: undefined; others: Readonly<Record<string, unknown>> } => {
    problems.push({ attribute: OVERWRITES, detail });
    return { overwritten: undefined, others: {} };
  };
  if (!isObject(given)) return wrong("Setting overwrites must be an object");
  const values = new Set(names.map((name) => given[name] ?? undefined).filter((value) => value !== undefined));
  const [overwritten] = values;
  if (values.size > 1) {
    return wrong(
      "If agent-pool and execution-mode are both included in setting-overwrites, their values must be the same.",
    );
  }
  if (overwritten !== undefined && typeof overwritten !== "boolean") {
    return wrong("Setting overwrites must be true or false");
  }
  const others = Object.entries(given).filter(([name]) => !names.includes(name));
  return { overwritten, others: Object.fromEntries(others) };
}

/** An empty string means no pool: `hashicorp/tfe` sends it with every mode but `agent`. */
function readAgentPool(
  resource: RequestResource,
  keys: ExecutionKeys,
  problems: AttributeProblem[],
): { readonly id: string | null | undefined; readonly at: DocumentLocation } {
  const [first = keys.agentPoolRelationship] = keys.agentPool;
  const name = keys.agentPool.find((attribute) => resource.attributes[attribute] !== undefined);
  if (name !== undefined) {
    const id = resource.attributes[name];
    if (id !== null && typeof id !== "string") {
      problems.push({ attribute: name, detail: "Agent pool must be the ID of an agent pool" });
      return { id: undefined, at: attributeLocation(name) };
    }
    return { id: id === "" ? null : id, at: attributeLocation(name) };
  }
  const relationship = resource.relationships[keys.agentPoolRelationship];
  if (relationship === undefined) return { id: undefined, at: attributeLocation(first) };
  const at = {
    name: keys.agentPoolRelationship,
    pointer: `/data/relationships/${keys.agentPoolRelationship}`,
  };
  return { id: readRelationship(resource, keys.agentPoolRelationship, "agent-pools") ?? null, at };
}

function asObject(value: unknown): Readonly<Record<string, unknown>> {
  return isObject(value) ? value : {};
}
