import { blockBodies, type Block, type Blocks } from "./blocks";

/** A gate of the code, and what depends on it. */
export interface GateInCode {
  readonly gate: Block;
  /** A data source with task stages that the gate stands on. */
  readonly taskStages: Block;
  /** Resources of the provider that depend on the gate, directly or via others. */
  readonly dependents: readonly Block[];
}

const TASK_STAGES = "tfprojects_run_task_stages";

/**
 * What Terraform awaits before it deploys what depends on it: resources whose conditions stand on the task stages of a
 * run, as a `RunTaskGate` writes them; and data sources that wait for task stages, and that no such resource uses.
 */
export function gatesIn({ resources, dataSources }: Blocks): readonly GateInCode[] {
  const taskStages = new Map(
    dataSources.filter(({ type }) => type === TASK_STAGES).map((block) => [block.localAddress, block]),
  );
  if (taskStages.size === 0) return [];
  const found = resources.flatMap((gate) => {
    const conditions = blockBodies(gate.body["lifecycle"]).flatMap((it) => [it["precondition"], it["postcondition"]]);
    const used = addressesIn(conditions).flatMap((address) => taskStages.get(address) ?? []);
    return used[0] === undefined ? [] : [{ gate, used, taskStages: used[0] }];
  });
  const usedByGates = new Set(found.flatMap(({ used }) => used));
  const waiting = [...taskStages.values()].filter(
    (block) => !usedByGates.has(block) && isSet(block.body["wait_for_completion"]),
  );
  if (found.length + waiting.length === 0) return [];
  const dependentsOf = dependents([...resources, ...dataSources]);
  return [
    ...found.map(({ gate, taskStages }): GateInCode => {
      // A resource of the provider with such a condition is not the gate, but what it keeps closed.
      return isOurs(gate)
        ? { gate: taskStages, taskStages, dependents: [gate, ...dependentsOf(gate).filter(isOurs)] }
        : { gate, taskStages, dependents: dependentsOf(gate).filter(isOurs) };
    }),
    ...waiting.map((gate) => ({ gate, taskStages: gate, dependents: dependentsOf(gate).filter(isOurs) })),
  ];
}

function isOurs({ type, localAddress }: Block): boolean {
  return type.startsWith("tfprojects_") && !localAddress.startsWith("data.");
}

/** Finds the blocks that refer to a block, directly or via others. */
function dependents(blocks: readonly Block[]): (block: Block) => readonly Block[] {
  const referring = new Map<string, Block[]>();
  for (const block of blocks) {
    for (const address of new Set(addressesIn(block.body))) {
      const known = referring.get(address);
      if (known === undefined) referring.set(address, [block]);
      else known.push(block);
    }
  }
  return (block) => {
    const found = new Set<Block>();
    const pending = [block];
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      for (const other of referring.get(next.localAddress) ?? []) {
        if (other === block || found.has(other)) continue;
        found.add(other);
        pending.push(other);
      }
    }
    return [...found];
  };
}

const ADDRESS = /(?<![\w.-])(?:data\.)?[A-Za-z_][\w-]*\.[A-Za-z_][\w-]*/g;

/** What may be an address in the strings of a value, apart from comments. */
function addressesIn(value: unknown): readonly string[] {
  if (typeof value === "string") return value.match(ADDRESS) ?? [];
  if (Array.isArray(value)) return value.flatMap(addressesIn);
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => (name === "//" ? [] : addressesIn(member)));
}

/** Whether a flag is set, or only Terraform knows. */
function isSet(flag: unknown): boolean {
  return flag !== undefined && flag !== null && flag !== false && flag !== "false";
}
