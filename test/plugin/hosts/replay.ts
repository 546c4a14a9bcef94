import type { Client, ServiceError } from "@grpc/grpc-js";
import { IDENTITIES, LIST_RESOURCES, providerDefinition, RESOURCES } from "../../../src/model";
import { UNKNOWN, type Schema } from "../../../src/plugin";
import { ObjectCodec } from "../../../src/plugin/value/object-codec";
import type { ObjectValue } from "../../../src/plugin/value/value";
import type { MessageType } from "../../../src/plugin/wire/message";
import * as protocol from "../../../src/plugin/wire/protocol";
import type { Call, Command, Host } from "./hosts";

/** A connection for one launch. */
export interface Connection {
  readonly client: Client;
  close(): Promise<void>;
}

const TYPE = "tfprojects_project";
const NONE = new Uint8Array();
const codec = new ObjectCodec(RESOURCES[TYPE]);
const identityCodec = new ObjectCodec(IDENTITIES[TYPE]);

/** The configuration of a project with nothing but a name, and what else is given. */
function configuration(given: ObjectValue): ObjectValue {
  const names = Object.keys(RESOURCES[TYPE].attributes);
  return { ...Object.fromEntries(names.map((name) => [name, null])), ...given };
}

/** What a host has in its state. */
interface Stored {
  readonly values: ObjectValue;
  readonly private: Uint8Array;
  readonly identity: ObjectValue | null;
}

/** What differs between commands. */
export interface Situation {
  /** The configuration; what is not given is not set. */
  readonly config: ObjectValue;
  readonly importId?: string;
  readonly importIdentity?: ObjectValue;
  /** The state of a `tfe_project` that is moved. */
  readonly moved?: object;
}

/**
 * A host, as far as a provider notices: makes the calls of a command, launch by launch, with what the calls before have
 * returned, and keeps the state.
 */
export class ReplayedHost {
  stored: Stored | null = null;
  /** What the list has returned. */
  readonly listed: { readonly displayName: string; readonly identity: ObjectValue | null; readonly state: unknown }[] =
    [];
  readonly identitySchemas: string[] = [];
  #planned: { readonly values: ObjectValue | null; readonly private: Uint8Array } | undefined;
  #plannedIdentity: ObjectValue | null = null;
  #situation: Situation = { config: {} };
  #client: Client | undefined;

  constructor(
    private readonly host: Host,
    private readonly provider: ObjectValue,
    private readonly connect: () => Promise<Connection>,
  ) {}

  /** Makes the calls of a command. @throws when one fails, or has an error */
  async run(command: Command, situation: Situation): Promise<void> {
    this.#situation = { ...situation, config: configuration(situation.config) };
    this.#planned = undefined;
    for (const launch of command) {
      const connection = await this.connect();
      this.#client = connection.client;
      try {
        // go-plugin's broker, which no provider needs, at every launch.
        await this.#unserved("/plugin.GRPCBroker/StartStream");
        for (const call of launch) await this.#call(call);
      } finally {
        await connection.close();
      }
    }
  }

  /** Whether the next plan changes nothing. */
  get isSettled(): boolean {
    const after = this.#planned?.values ?? null;
    return this.stored !== null && after !== null && isSame(this.stored.values, after);
  }

  async #call(call: Call): Promise<void> {
    const { config } = this.#situation;
    const wire = codec.encode(config);
    const current = codec.encode(this.stored?.values ?? null);
    const identity = this.#identityMessage(this.stored?.identity ?? null);
    switch (call) {
      case "GetProviderSchema": {
        const { serverCapabilities } = await this.#send("GetProviderSchema", protocol.GetProviderSchema, {});
        if (serverCapabilities?.moveResourceState !== true) throw new Error("Moves are not announced.");
        return;
      }
      case "GetResourceIdentitySchemas": {
        const { identitySchemas } = await this.#send(call, protocol.GetResourceIdentitySchemas, {});
        this.identitySchemas.push(...identitySchemas.keys());
        return;
      }
      case "GetFunctions":
        await this.#send(call, protocol.GetFunctions, {});
        return;
      case "StopProvider":
        await this.#send(call, protocol.StopProvider, {});
        return;
      case "ValidateProviderConfig":
        await this.#send(call, protocol.ValidateProviderConfig, { config: this.#providerConfig() });
        return;
      case "ConfigureProvider": {
        const request = { terraformVersion: "1.13.0", config: this.#providerConfig() };
        await this.#send(call, protocol.ConfigureProvider, request);
        return;
      }
      case "ValidateResourceConfig":
        await this.#send(call, protocol.ValidateResourceConfig, { typeName: TYPE, config: wire });
        return;
      case "UpgradeResourceState": {
        const json = Buffer.from(JSON.stringify(this.stored?.values));
        const request = { typeName: TYPE, version: 0, rawState: { json } };
        const { upgradedState } = await this.#send(call, protocol.UpgradeResourceState, request);
        this.#store({ values: codec.decode(upgradedState) });
        return;
      }
      case "UpgradeResourceIdentity": {
        const json = Buffer.from(JSON.stringify(this.stored?.identity));
        const request = { typeName: TYPE, version: 0, rawIdentity: { json } };
        const { upgradedIdentity } = await this.#send(call, protocol.UpgradeResourceIdentity, request);
        this.#store({ identity: decoded(upgradedIdentity) });
        return;
      }
      case "MoveResourceState": {
        const { targetState, targetPrivate } = await this.#send(call, protocol.MoveResourceState, {
          sourceProviderAddress: this.host.tfe,
          sourceTypeName: "tfe_project",
          sourceState: { json: Buffer.from(JSON.stringify(this.#situation.moved)) },
          sourcePrivate: Buffer.from('{"of":"tfe"}'),
          targetTypeName: TYPE,
        });
        this.stored = null;
        this.#store({ values: codec.decode(targetState), private: targetPrivate });
        return;
      }
      case "ImportResourceState": {
        const { importId = "", importIdentity } = this.#situation;
        const request = {
          typeName: TYPE,
          id: importId,
          identity: importIdentity && { identityData: identityCodec.encode(importIdentity) },
        };
        const { importedResources } = await this.#send(call, protocol.ImportResourceState, request);
        const [imported] = importedResources;
        this.stored = null;
        this.#store({ values: codec.decode(imported?.state), identity: decoded(imported?.identity) });
        return;
      }
      case "ReadResource": {
        const request = {
          typeName: TYPE,
          currentState: current,
          private: this.stored?.private,
          currentIdentity: identity,
        };
        const { newState, newIdentity, private: kept } = await this.#send(call, protocol.ReadResource, request);
        this.#store({ values: codec.decode(newState), identity: decoded(newIdentity), private: kept });
        return;
      }
      case "PlanResourceChange":
      case "PlanDelete": {
        const isDelete = call === "PlanDelete";
        const answer = await this.#send("PlanResourceChange", protocol.PlanResourceChange, {
          typeName: TYPE,
          priorState: current,
          proposedNewState: codec.encode(isDelete ? null : proposed(config, this.stored?.values ?? null)),
          config: codec.encode(isDelete ? null : config),
          priorPrivate: this.stored?.private,
          clientCapabilities: { storePlannedPrivate: this.host.storesPlannedPrivate },
          priorIdentity: identity,
          ...(this.host.storesPlannedPrivate && !isDelete ? { plannedPrivate: this.#planned?.private } : {}),
        });
        this.#planned = { values: codec.decode(answer.plannedState), private: answer.plannedPrivate };
        this.#plannedIdentity = this.host.hasIdentities ? decoded(answer.plannedIdentity) : null;
        return;
      }
      case "ApplyResourceChange": {
        if (this.#planned === undefined) throw new Error("Nothing is planned.");
        const {
          newState,
          newIdentity,
          private: kept,
        } = await this.#send(call, protocol.ApplyResourceChange, {
          typeName: TYPE,
          priorState: current,
          plannedState: codec.encode(this.#planned.values),
          config: codec.encode(this.#planned.values === null ? null : config),
          plannedPrivate: this.#planned.private,
          plannedIdentity: this.#identityMessage(this.#plannedIdentity),
        });
        this.#store({ values: codec.decode(newState), identity: decoded(newIdentity), private: kept });
        return;
      }
      case "ValidateListResourceConfig":
        await this.#send(call, protocol.ValidateListResourceConfig, {
          typeName: TYPE,
          config: nothing(LIST_RESOURCES[TYPE]),
        });
        return;
      case "ListResource":
        return this.#list();
    }
  }

  #store(found: Partial<Omit<Stored, "values">> & { readonly values?: ObjectValue | null }): void {
    const before: Stored = this.stored ?? { values: {}, private: NONE, identity: null };
    const { values = before.values } = found;
    const identity = this.host.hasIdentities ? (found.identity ?? before.identity) : null;
    this.stored = values === null ? null : { ...before, ...found, values, identity };
  }

  #identityMessage(identity: ObjectValue | null) {
    return this.host.hasIdentities && identity !== null ? { identityData: identityCodec.encode(identity) } : undefined;
  }

  #providerConfig() {
    return nothing(providerDefinition, this.provider);
  }

  async #send<Q, R extends object>(
    rpc: string,
    { request, response }: { readonly request: MessageType<unknown, Q>; readonly response: MessageType<R> },
    message: Q,
  ): Promise<R> {
    const bytes = Buffer.concat([request.encode(message), this.#capabilities(rpc)]);
    const answer = response.decode(await this.#unary(`/tfplugin6.Provider/${rpc}`, bytes));
    const problems = ("diagnostics" in answer ? answer.diagnostics : []) as {
      readonly severity: number;
      readonly summary: string;
      readonly detail: string;
    }[];
    const [error] = problems.filter(({ severity }) => severity === protocol.Severity.error);
    if (error !== undefined) throw new Error(`${rpc}: ${error.summary}: ${error.detail}`);
    return answer;
  }

  /** The capabilities of the client, in the calls that have them, as this host sends them. */
  #capabilities(rpc: string): Buffer {
    const field = CAPABILITIES_FIELD[rpc];
    if (field === undefined || this.host.capabilities.length === 0) return Buffer.alloc(0);
    const flags = Buffer.concat(this.host.capabilities.map((number) => Buffer.from([number << 3, 1])));
    return Buffer.concat([Buffer.from([(field << 3) | 2, flags.length]), flags]);
  }

  #unary(path: string, bytes: Buffer): Promise<Buffer> {
    const same = (given: Buffer) => given;
    return new Promise((resolve, reject) => {
      this.#client!.makeUnaryRequest(path, same, same, bytes, (error: ServiceError | null, answer?: Buffer) => {
        if (error === null) resolve(answer!);
        else reject(error);
      });
    });
  }

  async #unserved(path: string): Promise<void> {
    const answer: unknown = await this.#unary(path, Buffer.alloc(0)).catch((error: unknown) => error);
    if (!(answer instanceof Error) || !answer.message.includes("UNIMPLEMENTED")) throw new Error(`${path} is served.`);
  }

  async #list(): Promise<void> {
    const same = (given: Buffer) => given;
    const config = nothing(LIST_RESOURCES[TYPE]);
    const request = protocol.ListResource.request.encode({
      typeName: TYPE,
      config,
      includeResourceObject: true,
      limit: 100,
    });
    const events = this.#client!.makeServerStreamRequest("/tfplugin6.Provider/ListResource", same, same, request);
    for await (const bytes of events) {
      const event = protocol.ListResource.response.decode(bytes as Buffer);
      if (event.diagnostics.length > 0) throw new Error(event.diagnostics[0]!.summary);
      const { displayName } = event;
      this.listed.push({ displayName, identity: decoded(event.identity), state: codec.decode(event.resourceObject) });
    }
  }
}

/** The number of `ClientCapabilities` in the requests that have it. */
const CAPABILITIES_FIELD: Readonly<Record<string, number | undefined>> = {
  ConfigureProvider: 3,
  ValidateResourceConfig: 3,
  ReadResource: 5,
  PlanResourceChange: 7,
  ImportResourceState: 3,
};

function decoded(identity: protocol.IdentityMessage | undefined): ObjectValue | null {
  return identityCodec.decode(identity?.identityData);
}

function nothing(schema: Schema, given: ObjectValue = {}): protocol.DynamicValueMessage {
  const names = Object.keys(schema.attributes);
  return new ObjectCodec(schema).encode({ ...Object.fromEntries(names.map((name) => [name, null])), ...given });
}

/** The configuration, and for what it does not set, the state: as hosts propose a plan. */
function proposed(config: ObjectValue, prior: ObjectValue | null): ObjectValue {
  return Object.fromEntries(
    Object.entries(RESOURCES[TYPE].attributes).map(([name, { mode }]) => [
      name,
      config[name] ?? (mode === "optional" || mode === "required" ? null : (prior?.[name] ?? null)),
    ]),
  );
}

function isSame(one: ObjectValue, other: ObjectValue): boolean {
  const plain = (value: ObjectValue) =>
    JSON.stringify(value, (_, part: unknown) => (part === UNKNOWN ? "unknown" : part));
  return plain(one) === plain(other);
}
