import { computed, optional, required, string } from "../../../src/plugin";
import type { Provider, Resource, ResourceIdentity, Schema } from "../../../src/plugin";
import { JsonLogger } from "../../../src/plugin/logger";
import { applyResourceChange } from "../../../src/plugin/rpc/apply-call";
import { getResourceIdentitySchemas, upgradeResourceIdentity } from "../../../src/plugin/rpc/identity-calls";
import { moveResourceState } from "../../../src/plugin/rpc/move-call";
import { planResourceChange } from "../../../src/plugin/rpc/plan-call";
import { configureProvider } from "../../../src/plugin/rpc/provider-calls";
import { importResourceState, readResource } from "../../../src/plugin/rpc/resource-calls";
import { Session } from "../../../src/plugin/rpc/session";
import { ObjectCodec } from "../../../src/plugin/value/object-codec";
import type { ObjectValue } from "../../../src/plugin/value/value";
import type { IdentityMessage } from "../../../src/plugin/wire/protocol";

const schema = {
  description: "",
  attributes: { id: computed(string, { description: "" }), name: required(string, { description: "" }) },
} satisfies Schema;

const identitySchema = {
  version: 1,
  description: "",
  attributes: {
    id: required(string, { description: "The ID." }),
    place: optional(string, { description: "Where.", unset: "here" }),
  },
} satisfies Schema;

const identity: ResourceIdentity<typeof schema, string, typeof identitySchema> = {
  schema: identitySchema,
  of: ({ id }, { provider }) => ({ id, place: provider }),
  import: ({ id, place }) => Promise.resolve({ id, name: `${id} at ${String(place)}` }),
  upgrade: ({ key }, version) => ({ id: `${String(key)} of ${version}`, place: "there" }),
};

async function session(change: Partial<Resource<typeof schema, string>> = {}): Promise<Session> {
  const it: Resource<typeof schema, string> = {
    type: "test_it",
    schema,
    identity,
    read: (state) => Promise.resolve(state.name === "gone" ? null : state),
    create: ({ config: { name } }) => Promise.resolve({ id: "1", name }),
    update: ({ config: { name }, prior: { id } }) => Promise.resolve({ id, name }),
    delete: () => Promise.resolve(),
    import: (id) => Promise.resolve({ id, name: "by id" }),
    ...change,
  };
  const { identity: _, ...without } = it;
  const provider: Provider<Schema, string> = {
    name: "test",
    version: "1.0.0",
    schema: { description: "", attributes: {} },
    resources: [it, { ...without, type: "test_without" }],
    dataSources: [],
    configure: () => "here",
  };
  const made = new Session(provider, new JsonLogger({ module: "test", write: () => undefined, level: "off" }));
  await configureProvider(made, { terraformVersion: "1.12.0", config: undefined });
  return made;
}

const none = new Uint8Array();
const wire = (value: ObjectValue | null) => ({ json: none, msgpack: none, ...new ObjectCodec(schema).encode(value) });
const identityWire = (value: ObjectValue) => ({
  identityData: { json: none, msgpack: none, ...new ObjectCodec(identitySchema).encode(value) },
});
const decoded = (message: IdentityMessage | undefined) => new ObjectCodec(identitySchema).decode(message?.identityData);

const stored = { id: "1", name: "one" };
const here = { id: "1", place: "here" };
const there = identityWire({ id: "1", place: "there" });
const read = { typeName: "test_it", currentState: wire(stored), private: none, currentIdentity: undefined };
const plan = {
  typeName: "test_it",
  priorState: wire(stored),
  proposedNewState: wire(stored),
  config: wire({ id: null, name: "one" }),
  priorPrivate: none,
  plannedPrivate: none,
  clientCapabilities: undefined,
  priorIdentity: undefined,
};
const apply = {
  typeName: "test_it",
  priorState: wire(null),
  plannedState: wire(stored),
  config: plan.config,
  plannedPrivate: none,
  plannedIdentity: undefined,
};

describe("the identity of objects", () => {
  it("has a schema, for resources that have one", async () => {
    const { identitySchemas } = getResourceIdentitySchemas(await session());
    expect([...identitySchemas!.keys()]).toEqual(["test_it"]);
    expect(identitySchemas!.get("test_it")).toEqual({
      version: 1,
      identityAttributes: [
        expect.objectContaining({ name: "id", requiredForImport: true, optionalForImport: false }),
        expect.objectContaining({ name: "place", optionalForImport: true, description: "Where. Default: here." }),
      ],
    });
  });

  it("is added by read, plan and apply where none is stored", async () => {
    const made = await session();
    expect(decoded((await readResource(made, read)).newIdentity)).toEqual(here);
    expect(decoded((await planResourceChange(made, plan)).plannedIdentity)).toEqual(here);
    const deletion = { ...plan, proposedNewState: wire(null) };
    expect(decoded((await planResourceChange(made, deletion)).plannedIdentity)).toEqual(here);
    expect(decoded((await applyResourceChange(made, apply)).newIdentity)).toEqual(here);
    // What a new object will be is not known.
    expect((await planResourceChange(made, { ...plan, priorState: wire(null) })).plannedIdentity).toBeUndefined();
  });

  it("stays as it is stored, unless an attribute is missing", async () => {
    const made = await session();
    expect((await readResource(made, { ...read, currentIdentity: there })).newIdentity).toBe(there);
    expect((await planResourceChange(made, { ...plan, priorIdentity: there })).plannedIdentity).toBe(there);
    const update = { ...apply, priorState: wire(stored), plannedIdentity: there };
    expect((await applyResourceChange(made, update)).newIdentity).toBe(there);
    const incomplete = identityWire({ id: "1", place: null });
    expect(decoded((await readResource(made, { ...read, currentIdentity: incomplete })).newIdentity)).toEqual(here);
  });

  it("goes with the object, and stays if a read or a change fails", async () => {
    const fail = () => Promise.reject(new Error("out of order"));
    const made = await session();
    const gone = await readResource(made, { ...read, currentState: wire({ ...stored, name: "gone" }) });
    expect([gone.newState?.msgpack, gone.newIdentity]).toEqual([wire(null).msgpack, undefined]);
    const failing = await session({ read: fail, update: fail });
    expect((await readResource(failing, { ...read, currentIdentity: there })).newIdentity).toBe(there);
    const update = { ...apply, priorState: wire(stored), plannedIdentity: there };
    expect((await applyResourceChange(failing, update)).newIdentity).toBe(there);
  });

  it("imports an object, and every import returns it", async () => {
    const made = await session();
    const request = { typeName: "test_it", id: "", identity: identityWire({ id: "7", place: null }) };
    const { importedResources } = await importResourceState(made, request);
    expect(new ObjectCodec(schema).decode(importedResources?.[0]?.state)).toEqual({ id: "7", name: "7 at null" });
    expect(decoded(importedResources?.[0]?.identity)).toEqual({ id: "7", place: "here" });
    const byId = await importResourceState(made, { ...request, id: "8", identity: undefined });
    expect(decoded(byId.importedResources?.[0]?.identity)).toEqual({ id: "8", place: "here" });
  });

  it("is upgraded from an older version, not from a newer one", async () => {
    const made = await session();
    const upgrade = (version: number, stored: object) =>
      upgradeResourceIdentity(made, {
        typeName: "test_it",
        version,
        rawIdentity: { json: Buffer.from(JSON.stringify(stored)) },
      });
    expect(decoded((await upgrade(0, { key: "k" })).upgradedIdentity)).toEqual({ id: "k of 0", place: "there" });
    expect(decoded((await upgrade(1, { ...here, dropped: 1 })).upgradedIdentity)).toEqual(here);
    expect((await upgrade(2, here)).diagnostics).toMatchObject([
      { summary: "Resource identity managed by newer provider version" },
    ]);
  });

  it("moves with an object to another address of the provider", async () => {
    const made = await session();
    const request = {
      sourceProviderAddress: "terraform.local/another/test",
      sourceTypeName: "test_it",
      sourceSchemaVersion: 0,
      sourceState: { json: Buffer.from(JSON.stringify(stored)) },
      targetTypeName: "test_it",
      sourcePrivate: none,
      sourceIdentity: { json: Buffer.from(JSON.stringify(here)) },
      sourceIdentitySchemaVersion: 1,
    };
    expect(decoded((await moveResourceState(made, request)).targetIdentity)).toEqual(here);
    const older = { ...request, sourceIdentity: undefined };
    expect((await moveResourceState(made, older)).targetIdentity).toBeUndefined();
  });

  it("is nothing that other resources have", async () => {
    const made = await session();
    const typeName = "test_without";
    expect((await readResource(made, { ...read, typeName, currentIdentity: there })).newIdentity).toBeUndefined();
    const rawIdentity = { json: Buffer.from("{}") };
    for (const { diagnostics } of [
      await importResourceState(made, { typeName, id: "", identity: there }),
      await upgradeResourceIdentity(made, { typeName, version: 0, rawIdentity }),
    ]) {
      expect(diagnostics).toMatchObject([
        { summary: "test_without has no identity", detail: expect.stringContaining("Use `id`") },
      ]);
    }
  });
});
