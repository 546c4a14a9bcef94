import { isFullyKnown, UNKNOWN } from "../../src/schema";
import type { ObjectValue } from "../../src/plugin/value/value";
import { dependenciesOf, isData, transitiveDependencies, typeOf, withIgnored } from "./configuration";
import type { Block, Configuration } from "./configuration";
import type { PlannedChange, PlanOptions } from "./plan";
import { differs, replacedFor, withComputed } from "./resource-walk";
import type { PlannedObject, ResourceWalk } from "./resource-walk";
import type { State, StoredObject } from "./state";
import type { Step } from "./walk";

const NO_BYTES = new Uint8Array();

/** Refreshes and plans each object in the configuration and the state. */
export class PlanWalk {
  readonly changes = new Map<string, PlannedChange>();
  readonly refreshed: Map<string, StoredObject>;
  /** The data sources that were read. */
  readonly data = new Map<string, ObjectValue>();
  readonly drifted: string[] = [];
  readonly #direct: ReadonlyMap<string, readonly string[]>;
  readonly #all: ReadonlyMap<string, ReadonlySet<string>>;

  constructor(
    private readonly resources: ResourceWalk,
    private readonly configuration: Configuration,
    state: State,
    private readonly options: PlanOptions,
  ) {
    this.refreshed = new Map(state);
    this.#direct = dependenciesOf(configuration);
    this.#all = transitiveDependencies(this.#direct);
  }

  /** One step for each object. Objects that are not in the configuration have no dependencies, and come first. */
  steps(): readonly Step[] {
    const blocks = Object.entries(this.configuration.resources);
    const configured = new Set(blocks.map(([address]) => address));
    const orphans = [...this.refreshed].filter(([address]) => !configured.has(address));
    const { targets } = this.options;
    const targeted = targets && new Set(targets.flatMap((address) => [address, ...(this.#all.get(address) ?? [])]));
    const all: readonly Step[] = [
      ...orphans.map(([address, stored]) => ({ id: address, after: [], run: () => this.#orphan(address, stored) })),
      ...blocks.map(([address, block]) => ({
        id: address,
        after: this.#direct.get(address) ?? [],
        run: () => (isData(address) ? this.#data(address, block) : this.#resource(address, block)),
      })),
    ];
    return targeted === undefined ? all : all.filter(({ id }) => targeted.has(id));
  }

  async #orphan(address: string, stored: StoredObject): Promise<boolean> {
    const upgraded = await this.resources.upgrade(address, stored);
    if (upgraded === undefined) return false;
    const isPlanned = this.options.mode !== "refresh-only";
    // In the order of Terraform 1.11: the object of the plan is the one before the refresh.
    const privateState = isPlanned ? await this.resources.planDelete(address, upgraded) : NO_BYTES;
    if (privateState === undefined) return false;
    const current = await this.#refresh(address, upgraded);
    if (current === undefined) return false;
    if (current !== null && isPlanned) {
      this.#add({ address, action: "delete", before: upgraded.values, after: null, private: privateState });
    }
    return true;
  }

  async #resource(address: string, block: Block): Promise<boolean> {
    const stored = this.refreshed.get(address);
    let current: StoredObject | null | undefined = null;
    if (stored !== undefined) {
      const upgraded = await this.resources.upgrade(address, stored);
      if (upgraded === undefined) return false;
      const dependencies = [...new Set([...this.#managed(address), ...stored.dependencies])];
      current = await this.#refresh(address, { ...upgraded, dependencies });
      if (current === undefined) return false;
    }
    if (this.options.mode === "refresh-only") {
      if (current !== null) this.resources.values.set(address, current.values);
      return true;
    }
    const config = await this.resources.validConfig(address, block);
    if (config === undefined) return false;
    return this.#change(address, withIgnored(config, block, current?.values ?? null), current);
  }

  /** The current object; null if it does not exist. */
  async #refresh(address: string, stored: StoredObject): Promise<StoredObject | null | undefined> {
    const isRead = this.options.refresh !== false;
    const current = isRead ? await this.resources.read(address, stored) : stored;
    if (current === undefined) return undefined;
    if (current === null) this.refreshed.delete(address);
    else this.refreshed.set(address, current);
    if (current === null || differs(this.resources.schema(address), stored.values, current.values)) {
      this.drifted.push(address);
    }
    return current;
  }

  async #change(address: string, config: ObjectValue, current: StoredObject | null): Promise<boolean> {
    const schema = this.resources.schema(address);
    const before = current?.values ?? null;
    // A tainted object is planned as a new one, and shown as replaced.
    const prior = current === null || current.isTainted ? null : current;
    const first = await this.resources.plan(address, config, prior);
    if (first === undefined) return false;
    const isReplaced =
      prior !== null &&
      (replacedFor(schema, prior.values, first).length > 0 || (this.options.replace ?? []).includes(address));
    const planned: PlannedObject | undefined = isReplaced
      ? await this.resources.plan(address, config, null, first.private)
      : first;
    if (planned === undefined) return false;
    this.resources.values.set(address, planned.planned);
    const isSame = before !== null && !differs(schema, before, planned.planned);
    if (isSame && prior !== null && !isReplaced) return true;
    const action = before === null ? "create" : prior === null || isReplaced ? "replace" : "update";
    this.#add({ address, action, before, after: planned.planned, private: planned.private });
    return true;
  }

  async #data(address: string, block: Block): Promise<boolean> {
    const config = this.resources.config(address, block);
    if (config === undefined) return false;
    // Only direct dependencies count.
    const isPending = (this.#direct.get(address) ?? []).some((other) => !isData(other) && this.changes.has(other));
    if (isPending || !isFullyKnown(config)) {
      const after = this.#unread(address, config);
      this.resources.values.set(address, after);
      const isPlanned = this.options.mode !== "refresh-only";
      if (isPlanned) this.#add({ address, action: "read", before: null, after, private: NO_BYTES });
      return true;
    }
    const valid = await this.resources.validConfig(address, block);
    const values = valid === undefined ? undefined : await this.resources.readData(address, valid);
    if (values === undefined) return false;
    this.resources.values.set(address, values);
    this.data.set(address, values);
    return true;
  }

  /** A data source before it is read: computed values are unknown. */
  #unread(address: string, config: ObjectValue): ObjectValue {
    return withComputed(this.resources.schema(address), config, () => UNKNOWN);
  }

  #managed(address: string): readonly string[] {
    return [...(this.#all.get(address) ?? [])].filter((other) => !isData(other));
  }

  #add(change: Omit<PlannedChange, "type">): void {
    this.changes.set(change.address, { ...change, type: typeOf(change.address) });
  }
}

/** Plans the deletion of every object in the state, dependents first. */
export function destroySteps(
  resources: ResourceWalk,
  refreshed: State,
  add: (change: PlannedChange) => void,
): readonly Step[] {
  return [...refreshed].map(([address, stored]) => ({
    id: address,
    after: [...refreshed].flatMap(([other, { dependencies }]) => (dependencies.includes(address) ? [other] : [])),
    run: async () => {
      const upgraded = await resources.upgrade(address, stored);
      const privateState = upgraded === undefined ? undefined : await resources.planDelete(address, upgraded);
      if (upgraded === undefined || privateState === undefined) return false;
      const { type, values } = upgraded;
      add({ address, type, action: "delete", before: values, after: null, private: privateState });
      return true;
    },
  }));
}
