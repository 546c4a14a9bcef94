import { groupBy } from "../../lists";
import { ADVISORY_FAILURES, DEFAULT_ADVISORY_FAILURES, parseGateExpression } from "../../model";
import type { Gate, GateRequirement, RunSelector } from "../organization";
import { repetitionOf, type Block, type Blocks } from "./blocks";
import type { Evaluation } from "./evaluation";
import { asObjects, textOf } from "../../json";
import { isOwn } from "../../model/provider-address";
import { parseTemplate } from "../../terraform/template";
import { ownMember } from "../../own-member";
import type { Value } from "./value";

/** A gate of the code, and what depends on it. */
export interface GateInCode extends Pick<Gate, "conditions"> {
  readonly gate: Block;
  /** The task stages data sources that the gate uses: at least one. */
  readonly taskStages: readonly [Block, ...Block[]];
  /** Resources of the provider that depend on the gate, directly or via others. */
  readonly dependents: readonly Block[];
}

/** The data source of task stages: without one there are no gates. */
export const TASK_STAGES = "tfprojects_run_task_stages";

/**
 * What Terraform awaits before it deploys what depends on it: resources and data sources with conditions on the task
 * stages of a run, as a `RunTaskGate` writes them; and data sources that wait for task stages, and that no such
 * condition uses.
 */
export function gatesIn(
  blocks: Blocks,
  evaluation: Evaluation,
  organizationOf: (block: Block) => string | undefined,
): readonly GateInCode[] {
  const all = [...blocks.resources, ...blocks.dataSources];
  const taskStagesAt = (address: string): readonly Block[] => {
    const block = blocks.byAddress.get(address);
    return block?.type === TASK_STAGES ? [block] : [];
  };
  const requirement = (kind: "verdict" | "completed", block: Block): GateRequirement =>
    requirementOf(kind, block, evaluation, organizationOf(block));
  const addressesOf = addressFinder(blocks);
  const dependentsOf = dependents(all, addressesOf);
  const conditional = all.flatMap((gate): readonly GateInCode[] => {
    const conditions = conditionsOf(gate)
      .map((condition) => ({ condition, used: addressesOf(condition).flatMap(taskStagesAt) }))
      .filter(({ used }) => used.length > 0);
    const [first, ...others] = conditions.flatMap(({ used }) => used);
    if (first === undefined) return [];
    const its = dependentsOf(gate);
    return [
      {
        // A resource of the provider with such a condition is not a gate, but depends on one.
        ...(isOwnResource(gate) ? { gate: first, dependents: [gate, ...its] } : { gate, dependents: its }),
        taskStages: [first, ...others],
        conditions: conditions.map(({ condition }): GateRequirement => {
          const [block] = taskStagesAt(gateAddressIn(condition) ?? "");
          if (block !== undefined) return requirement("verdict", block);
          return { kind: "unknown", reason: `Only Terraform can evaluate its condition ${textOf(condition)}.` };
        }),
      },
    ];
  });
  const used = new Set(conditional.flatMap(({ taskStages }) => taskStages));
  const waiting = blocks.dataSources.filter(
    (block) => block.type === TASK_STAGES && !used.has(block) && isSet(block.body["wait_for_completion"]),
  );
  return [
    ...conditional,
    ...waiting.map((gate): GateInCode => {
      const conditions = [requirement("completed", gate)];
      return { gate, taskStages: [gate], conditions, dependents: dependentsOf(gate) };
    }),
  ];
}

function isOwnResource({ type, mode }: Block): boolean {
  return isOwn(type) && mode === "managed";
}

/** The conditions of a block, with its address in place of `self`. */
function conditionsOf({ body, localAddress }: Block): readonly unknown[] {
  return asObjects(body["lifecycle"])
    .flatMap(({ precondition, postcondition }) => [...asObjects(precondition), ...asObjects(postcondition)])
    .map(({ condition }) =>
      typeof condition === "string" ? condition.replaceAll(/(?<![\w.-])self\./g, `${localAddress}.`) : condition,
    );
}

/** The address of the task stages in a condition that a `RunTaskGate` writes; undefined for other conditions. */
function gateAddressIn(condition: unknown): string | undefined {
  const [part, ...others] = typeof condition === "string" ? parseTemplate(condition) : [];
  return part?.kind === "expression" && others.length === 0 ? parseGateExpression(part.expression) : undefined;
}

function requirementOf(
  kind: "verdict" | "completed",
  block: Block,
  evaluation: Evaluation,
  organization: string | undefined,
): GateRequirement {
  const { body, address } = block;
  const read = (name: string): Value | undefined => evaluation.tryEvaluate(body[name]);
  const stages = requiredStages(read("required_stages"));
  const unknown =
    [...RUN_ATTRIBUTES, "advisory_failures"].find((name) => read(name) === undefined) ??
    (stages === undefined ? "required_stages" : repetitionOf(block));
  if (unknown !== undefined) {
    return { kind: "unknown", reason: `Only Terraform can evaluate ${unknown} of ${address}.` };
  }
  const run = selectorOf(read, organization);
  if (run === undefined) return { kind: "unknown", reason: `${address} has no organization for its workspace.` };
  const advisory = read("advisory_failures");
  const advisoryFailures = ADVISORY_FAILURES.find((known) => known === advisory) ?? DEFAULT_ADVISORY_FAILURES;
  const waits = isSet(body["wait_for_completion"]);
  return { kind, run, advisoryFailures, ...(stages?.length && { requiredStages: stages }), ...(waits && { waits }) };
}

/** The stages of a list; empty without one, and undefined if only Terraform knows them. */
function requiredStages(value: Value | undefined): readonly string[] | undefined {
  if (value === null) return [];
  if (!Array.isArray(value)) return undefined;
  const stages = value.filter((stage: unknown) => typeof stage === "string");
  return stages.length === value.length ? stages : undefined;
}

const RUN_ATTRIBUTES = ["run_id", "workspace_id", "workspace_name", "organization"] as const;

/** The run that a data source reads: its validation ensures that one of these is set. */
function selectorOf(
  read: (name: (typeof RUN_ATTRIBUTES)[number]) => Value | undefined,
  organization: string | undefined,
): RunSelector | undefined {
  const [runId, workspaceId, workspaceName] = [read("run_id"), read("workspace_id"), read("workspace_name")];
  if (typeof runId === "string") return { runId };
  if (typeof workspaceId === "string") return { workspaceId };
  return typeof workspaceName === "string" && organization !== undefined ? { organization, workspaceName } : undefined;
}

/** Finds the resources of the provider that refer to a block, directly or via others. */
function dependents(
  blocks: readonly Block[],
  addressesOf: (value: unknown) => readonly string[],
): (block: Block) => readonly Block[] {
  const references = blocks.flatMap((block) => addressesOf(block.body).map((address) => ({ block, address })));
  const referring = groupBy(references, ({ address }) => address);
  return (block) => {
    const found = new Set<Block>();
    const pending = [block];
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      for (const { block: other } of referring.get(next.localAddress) ?? []) {
        if (other === block || found.has(other)) continue;
        found.add(other);
        pending.push(other);
      }
    }
    return [...found].filter(isOwnResource);
  };
}

const ADDRESS = /(?<![\w.-])(?:data\.)?[A-Za-z_][\w-]*\.[A-Za-z_][\w-]*/g;

/** Finds what may be an address in the strings of a value, apart from comments, and in local values it refers to. */
function addressFinder({ locals }: Pick<Blocks, "locals">): (value: unknown) => readonly string[] {
  const ofLocal = new Map<string, ReadonlySet<string>>();
  const search = (value: unknown): ReadonlySet<string> => {
    const found = new Set<string>();
    for (const address of mentionsIn(value)) {
      found.add(address);
      if (!address.startsWith("local.")) continue;
      if (!ofLocal.has(address)) {
        // A local value may refer to itself.
        ofLocal.set(address, new Set());
        ofLocal.set(address, search(ownMember(locals, address.slice("local.".length))));
      }
      for (const its of ofLocal.get(address) ?? []) found.add(its);
    }
    return found;
  };
  return (value) => [...search(value)];
}

function mentionsIn(value: unknown): readonly string[] {
  if (typeof value === "string") return value.match(ADDRESS) ?? [];
  if (Array.isArray(value)) return value.flatMap(mentionsIn);
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => {
    return name === "//" ? [] : [...mentionsIn(name), ...mentionsIn(member)];
  });
}

/** Whether a flag is set, or only Terraform knows. */
function isSet(flag: unknown): boolean {
  return flag !== undefined && flag !== null && flag !== false && flag !== "false";
}
