import { isKnown, sameValue, UNKNOWN, valueTypes, type Schema } from "../../src/schema";
import { ObjectCodec } from "../../src/plugin/value/object-codec";
import type { ObjectValue, Value } from "../../src/plugin/value/value";
import * as protocol from "../../src/plugin/wire/protocol";
import { planProblems, unknownAttributes } from "./checks";
import { argumentsOf, evaluate, isData, typeOf } from "./configuration";
import type { Block } from "./configuration";
import { checkedArguments } from "./launch";
import type { Launch } from "./launch";
import type { Schemas } from "./schemas";
import { storedJson } from "./state";
import type { StoredObject } from "./state";

const NO_BYTES = new Uint8Array();

/** The result of {@link ResourceWalk.plan}. */
export interface PlannedObject {
  readonly planned: ObjectValue;
  readonly private: Uint8Array;
  /** Attributes that cannot be updated in place. */
  readonly requiresReplace: readonly string[];
  /** Null if it is not known yet, or not stored. */
  readonly identity: ObjectValue | null;
}

/** The calls for resources and data sources. Each checks the response, and returns undefined if there are errors. */
export class ResourceWalk {
  /** Address → current object, for references. */
  readonly values = new Map<string, ObjectValue | typeof UNKNOWN>();

  constructor(
    readonly launch: Launch,
    readonly schemas: Schemas,
  ) {}

  schema(address: string): Schema {
    const type = typeOf(address);
    const found = (isData(address) ? this.schemas.dataSources : this.schemas.resources).get(type);
    if (found === undefined)
      throw new Error(`The provider has no ${isData(address) ? "data source" : "resource"} ${type}.`);
    return found;
  }

  /** The arguments of the block, with the values of references. */
  config(address: string, block: Block): ObjectValue | undefined {
    const evaluated = Object.fromEntries(
      Object.entries(argumentsOf(block)).map(([name, value]) => [
        name,
        evaluate(value, (other) => this.values.get(other) ?? UNKNOWN),
      ]),
    );
    return checkedArguments(this.launch, address, this.schema(address), evaluated);
  }

  /** {@link config}, validated by the provider. */
  async validConfig(address: string, block: Block): Promise<ObjectValue | undefined> {
    const config = this.config(address, block);
    if (config === undefined) return undefined;
    const request = { typeName: typeOf(address), config: new ObjectCodec(this.schema(address)).encode(config) };
    const { failed } = isData(address)
      ? await this.launch.call("ValidateDataResourceConfig", protocol.ValidateDataResourceConfig, address, request)
      : await this.launch.call("ValidateResourceConfig", protocol.ValidateResourceConfig, address, request);
    return failed ? undefined : config;
  }

  /** The stored object in the current schema. */
  async upgrade(address: string, stored: StoredObject): Promise<StoredObject | undefined> {
    const schema = this.schema(address);
    const json = Buffer.from(storedJson(stored.values));
    const { upgradedState, failed } = await this.launch.call(
      "UpgradeResourceState",
      protocol.UpgradeResourceState,
      address,
      { typeName: stored.type, version: stored.schemaVersion, rawState: { json } },
    );
    const values = failed ? null : new ObjectCodec(schema).decode(upgradedState);
    return values === null ? undefined : { ...stored, values, schemaVersion: schema.version ?? 0 };
  }

  /** The object as one of the resource to which it is moved. */
  async move(from: string, to: string, stored: StoredObject, ownAddress: string): Promise<StoredObject | undefined> {
    const { provider = ownAddress, ...object } = stored;
    const targetTypeName = typeOf(to);
    const schema = this.schema(to);
    const answer = await this.launch.call("MoveResourceState", protocol.MoveResourceState, to, {
      sourceProviderAddress: provider,
      sourceTypeName: typeOf(from),
      sourceSchemaVersion: stored.schemaVersion,
      sourceState: { json: Buffer.from(storedJson(stored.values)) },
      sourcePrivate: stored.private,
      sourceIdentity: stored.identity ? { json: Buffer.from(storedJson(stored.identity)) } : undefined,
      targetTypeName,
    });
    const values = answer.failed ? null : new ObjectCodec(schema).decode(answer.targetState);
    if (values === null || !this.isStorable(to, values)) return undefined;
    return {
      ...object,
      type: targetTypeName,
      values,
      private: answer.targetPrivate,
      schemaVersion: schema.version ?? 0,
      identity: this.identityIn(targetTypeName, answer.targetIdentity),
    };
  }

  /** An identity as it is sent; undefined if it is not stored. */
  identityMessage(typeName: string, identity: ObjectValue | null | undefined): protocol.IdentityMessage | undefined {
    const schema = this.schemas.identities.get(typeName);
    if (schema === undefined || identity === undefined || identity === null) return undefined;
    return { identityData: new ObjectCodec(schema).encode(identity) };
  }

  /** An identity to store. */
  identityIn(typeName: string, message: protocol.IdentityMessage | undefined): ObjectValue | null {
    const schema = this.schemas.identities.get(typeName);
    return schema === undefined ? null : new ObjectCodec(schema).decode(message?.identityData);
  }

  /** The current object; null if it does not exist. */
  async read(address: string, stored: StoredObject): Promise<StoredObject | null | undefined> {
    const codec = new ObjectCodec(this.schema(address));
    const { newState, failed, ...answer } = await this.launch.call("ReadResource", protocol.ReadResource, address, {
      typeName: stored.type,
      currentState: codec.encode(stored.values),
      private: stored.private,
      currentIdentity: this.identityMessage(stored.type, stored.identity),
    });
    if (failed) return undefined;
    const values = codec.decode(newState);
    if (values === null) return null;
    const identity = this.identityIn(stored.type, answer.newIdentity);
    return this.isStorable(address, values) ? { ...stored, values, private: answer.private, identity } : undefined;
  }

  /**
   * @param prior - Null to plan a new object.
   * @param priorPrivate - Private data of the object or, for a replacement, of the plan of its update.
   * @param plannedPrivate - Private data of the first plan, if it is planned again during apply.
   */
  async plan(
    address: string,
    config: ObjectValue,
    prior: StoredObject | null,
    priorPrivate: Uint8Array = prior?.private ?? NO_BYTES,
    plannedPrivate: Uint8Array = NO_BYTES,
  ): Promise<PlannedObject | undefined> {
    const schema = this.schema(address);
    const codec = new ObjectCodec(schema);
    const { storesPlannedPrivate } = this.launch.options;
    const answer = await this.launch.call("PlanResourceChange", protocol.PlanResourceChange, address, {
      typeName: typeOf(address),
      priorState: codec.encode(prior?.values ?? null),
      proposedNewState: codec.encode(proposed(schema, config, prior?.values ?? null)),
      config: codec.encode(config),
      priorPrivate,
      clientCapabilities: { storePlannedPrivate: storesPlannedPrivate },
      plannedPrivate: storesPlannedPrivate ? plannedPrivate : NO_BYTES,
      priorIdentity: this.identityMessage(typeOf(address), prior?.identity),
    });
    const planned = answer.failed ? null : codec.decode(answer.plannedState);
    if (planned === null) return undefined;
    const problems = planProblems(schema, { config, prior: prior?.values ?? null, planned });
    if (problems.length > 0) {
      this.launch.error(address, "Provider produced invalid plan", problems.join("\n"));
      return undefined;
    }
    const requiresReplace = answer.requiresReplace.flatMap(({ steps }) => steps[0]?.attributeName ?? []);
    const identity = this.identityIn(typeOf(address), answer.plannedIdentity);
    return { planned, private: answer.plannedPrivate, requiresReplace, identity };
  }

  /** Plans the deletion, and returns the private data. */
  async planDelete(address: string, stored: StoredObject): Promise<Uint8Array | undefined> {
    const codec = new ObjectCodec(this.schema(address));
    const answer = await this.launch.call("PlanResourceChange", protocol.PlanResourceChange, address, {
      typeName: stored.type,
      priorState: codec.encode(stored.values),
      proposedNewState: codec.encode(null),
      config: codec.encode(null),
      priorPrivate: stored.private,
      priorIdentity: this.identityMessage(stored.type, stored.identity),
    });
    if (answer.failed) return undefined;
    if (codec.decode(answer.plannedState) === null) return answer.plannedPrivate;
    this.launch.error(
      address,
      "Provider produced invalid plan",
      "The planned state of a destroyed object is not null.",
    );
    return undefined;
  }

  async readData(address: string, config: ObjectValue): Promise<ObjectValue | undefined> {
    const codec = new ObjectCodec(this.schema(address));
    const { state, failed } = await this.launch.call("ReadDataSource", protocol.ReadDataSource, address, {
      typeName: typeOf(address),
      config: codec.encode(config),
    });
    const values = failed ? null : codec.decode(state);
    if (failed) return undefined;
    if (values !== null) return this.isStorable(address, values) ? values : undefined;
    this.launch.error(address, "Provider produced null object", "A data source must give an object.");
    return undefined;
  }

  /** Whether all values are known; adds an error otherwise. */
  isStorable(address: string, values: ObjectValue): boolean {
    const unknown = unknownAttributes(values);
    if (unknown.length === 0) return true;
    this.launch.error(address, "Provider produced invalid object", `Not wholly known: ${unknown.join(", ")}.`);
    return false;
  }
}

/** The proposed new state: the configuration, and prior values of computed attributes that are not set. */
function proposed(schema: Schema, config: ObjectValue, prior: ObjectValue | null): ObjectValue {
  return withComputed(schema, config, (name) => prior?.[name] ?? null);
}

/** The configuration with other values of computed attributes that are not set. In blocks, nothing is computed. */
export function withComputed(schema: Schema, config: ObjectValue, valueOf: (name: string) => Value): ObjectValue {
  const computed = Object.entries(schema.attributes).flatMap(([name, { mode }]) => {
    const isComputed = mode === "computed" || mode === "optional-computed";
    return isComputed && (config[name] ?? null) === null ? [[name, valueOf(name)] as const] : [];
  });
  return { ...config, ...Object.fromEntries(computed) };
}

/** Whether the planned object differs from the one before. */
export function differs(schema: Schema, before: ObjectValue, after: ObjectValue): boolean {
  return changed(schema, before, after).length > 0;
}

/** The changed attributes that require a replacement. */
export function replacedFor(
  schema: Schema,
  before: ObjectValue,
  { planned, requiresReplace }: PlannedObject,
): readonly string[] {
  const names = new Set(changed(schema, before, planned));
  return requiresReplace.filter((name) => names.has(name) || !isKnown(planned[name]));
}

function changed(schema: Schema, before: ObjectValue, after: ObjectValue): readonly string[] {
  return Object.entries(valueTypes(schema)).flatMap(([name, type]) =>
    sameValue(type, before[name], after[name]) ? [] : [name],
  );
}
