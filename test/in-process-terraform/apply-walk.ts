import { ObjectCodec } from "../../src/plugin/value/object-codec";
import type { ObjectValue } from "../../src/plugin/value/value";
import * as protocol from "../../src/plugin/wire/protocol";
import { deviations, unknownAttributes } from "./checks";
import { dependenciesOf, isData, transitiveDependencies, typeOf, withIgnored } from "./configuration";
import type { Block, Configuration } from "./configuration";
import type { Plan, PlannedChange } from "./plan";
import { differs } from "./resource-walk";
import type { ResourceWalk } from "./resource-walk";
import type { State, StoredObject } from "./state";
import type { Step } from "./walk";

/** A change to apply. */
interface Change {
  readonly config: ObjectValue | null;
  /** Null for a create. */
  readonly current: StoredObject | null;
  /** Null for a delete. */
  readonly planned: ObjectValue | null;
  /** The provider's private data of the plan. */
  readonly plannedPrivate: Uint8Array;
  readonly identity?: ObjectValue | null | undefined;
}

/** Applies a plan in the order of Terraform. */
export class ApplyWalk {
  /** The state as far as the walk has come. */
  readonly state: Map<string, StoredObject>;
  private readonly refreshed: State;
  private readonly changes: ReadonlyMap<string, PlannedChange>;
  readonly #all: ReadonlyMap<string, ReadonlySet<string>>;

  constructor(
    private readonly resources: ResourceWalk,
    private readonly configuration: Configuration,
    { refreshed, changes, data }: Pick<Plan, "refreshed" | "changes" | "data">,
  ) {
    this.refreshed = refreshed;
    this.changes = changes;
    this.#all = transitiveDependencies(dependenciesOf(configuration));
    for (const [address, values] of data) resources.values.set(address, values);
    for (const [address, { values }] of refreshed) resources.values.set(address, values);
    // Objects that do not change get the dependencies in the configuration.
    this.state = new Map(
      [...refreshed].map(([address, stored]) => {
        const isKept = this.#all.has(address) && !changes.has(address);
        return [address, isKept ? { ...stored, dependencies: this.#managed(address) } : stored];
      }),
    );
  }

  /**
   * A deletion waits for the deletions of dependents. A create or update waits for the dependencies in its
   * configuration, and for the deletions of former dependents and dependencies: a resource that no longer depends on
   * another is updated after the other is deleted.
   */
  steps(): readonly Step[] {
    const deleted = [...this.changes.values()].filter(({ action }) => action === "delete" || action === "replace");
    const deletedThatDependedOn = (address: string): readonly string[] =>
      deleted.flatMap((other) => (this.#stored(other.address).includes(address) ? [deletion(other.address)] : []));
    const changed = [...this.changes.values()].filter(({ action }) => action !== "delete");
    return [
      ...deleted.map((change) => ({
        id: deletion(change.address),
        after: deletedThatDependedOn(change.address),
        run: () => this.#delete(change),
      })),
      ...changed.map((change) => {
        const { address, action } = change;
        const configured = [...(this.#all.get(address) ?? [])];
        if (action === "read") return { id: address, after: configured, run: () => this.#read(change) };
        const left = [address, ...this.#stored(address)].map(deletion);
        const after = [...configured, ...deletedThatDependedOn(address), ...left];
        return { id: address, after, run: () => this.#createOrUpdate(change) };
      }),
    ];
  }

  /** The dependencies of the object in the state. */
  #stored(address: string): readonly string[] {
    return this.refreshed.get(address)?.dependencies ?? [];
  }

  async #delete({ address, action, before, private: note }: PlannedChange): Promise<boolean> {
    const stored = this.state.get(address);
    if (stored === undefined) return true;
    const upgraded = await this.resources.upgrade(address, stored);
    if (upgraded === undefined) return false;
    // The object of the plan, which may be older than the state.
    const current = before === null ? upgraded : { ...upgraded, values: before };
    const isGone = await this.#apply(address, { config: null, current, planned: null, plannedPrivate: note });
    // The new object is planned without a prior one.
    if (isGone && action === "replace") this.resources.values.delete(address);
    return isGone;
  }

  async #createOrUpdate({ address, action, after, private: planned }: PlannedChange): Promise<boolean> {
    const stored = this.state.get(address);
    const current = stored === undefined ? null : await this.resources.upgrade(address, stored);
    if (current === undefined || after === null) return false;
    const config = await this.resources.validConfig(address, this.#block(address));
    if (config === undefined) return false;
    const ignoring = withIgnored(config, this.#block(address), current?.values ?? null);
    // As Terraform does, the apply gets the configuration as it is written.
    const final = await this.resources.plan(address, ignoring, current, current?.private, planned);
    if (final === undefined) return false;
    const problems = deviations(this.resources.schema(address), after, final.planned);
    if (problems.length > 0) {
      this.resources.launch.error(address, "Provider produced inconsistent final plan", problems.join("\n"));
      return false;
    }
    if (action === "update" && current === null) {
      throw new Error(`${address} is not in the state, and cannot be updated.`);
    }
    // Unknown values may turn out to be equal to the prior ones.
    if (current !== null && !differs(this.resources.schema(address), current.values, final.planned)) return true;
    return this.#apply(address, {
      config,
      current,
      planned: final.planned,
      plannedPrivate: final.private,
      identity: final.identity,
    });
  }

  async #read({ address }: PlannedChange): Promise<boolean> {
    const config = await this.resources.validConfig(address, this.#block(address));
    const values = config === undefined ? undefined : await this.resources.readData(address, config);
    if (values !== undefined) this.resources.values.set(address, values);
    return values !== undefined;
  }

  /** Applies one change, and stores the new state. Returns whether it succeeded. */
  async #apply(
    address: string,
    { config, current, planned, plannedPrivate: note, identity }: Change,
  ): Promise<boolean> {
    const { launch } = this.resources;
    const schema = this.resources.schema(address);
    const codec = new ObjectCodec(schema);
    const typeName = typeOf(address);
    const answer = await launch.call("ApplyResourceChange", protocol.ApplyResourceChange, address, {
      typeName,
      priorState: codec.encode(current?.values ?? null),
      plannedState: codec.encode(planned),
      config: codec.encode(config),
      plannedPrivate: note,
      plannedIdentity: this.resources.identityMessage(typeName, identity ?? current?.identity),
    });
    const before = launch.diagnostics.length;
    const given = codec.decode(answer.newState);
    const values = given === null ? null : this.#known(address, given);
    if (!answer.failed) this.#checkResult(address, planned, values);
    const ok = !answer.failed && launch.diagnostics.length === before;
    // After a failure without a new state, the object stays as it was.
    if (values === null && answer.failed) return false;
    if (values === null) {
      this.state.delete(address);
      return ok;
    }
    this.resources.values.set(address, values);
    this.state.set(address, {
      type: typeName,
      values,
      private: answer.private,
      dependencies: planned === null ? (current?.dependencies ?? []) : this.#managed(address),
      isTainted: planned === null || current !== null ? (current?.isTainted ?? false) : !ok,
      schemaVersion: schema.version ?? 0,
      identity: this.resources.identityIn(typeName, answer.newIdentity),
    });
    return ok;
  }

  /** The values to store: unknown ones become null, with an error. */
  #known(address: string, values: ObjectValue): ObjectValue {
    const unknown = unknownAttributes(values);
    if (unknown.length === 0) return values;
    const summary = "Provider returned invalid result object after apply";
    this.resources.launch.error(address, summary, `Unknown after apply: ${unknown.join(", ")}.`);
    return { ...values, ...Object.fromEntries(unknown.map((name) => [name, null])) };
  }

  #checkResult(address: string, planned: ObjectValue | null, values: ObjectValue | null): void {
    const { launch } = this.resources;
    const summary = "Provider produced inconsistent result after apply";
    if (planned === null) {
      if (values !== null) launch.error(address, summary, "The object was deleted in the plan, but still exists.");
    } else if (values === null) launch.error(address, summary, "Root object was present, but now absent.");
    else {
      const problems = deviations(this.resources.schema(address), planned, values);
      if (problems.length > 0) launch.error(address, summary, problems.join("\n"));
    }
  }

  #block(address: string): Block {
    const block = this.configuration.resources[address];
    if (block === undefined) throw new Error(`${address} is not in the configuration.`);
    return block;
  }

  #managed(address: string): readonly string[] {
    return [...(this.#all.get(address) ?? [])].filter((other) => !isData(other));
  }
}

function deletion(address: string): string {
  return `${address} (destroy)`;
}
