import { computed, DiagnosticError, nullable, number, required, string } from "../../../src/plugin";
import type { MoveSource, Provider, Resource, Schema } from "../../../src/plugin";
import { JsonLogger } from "../../../src/plugin/logger";
import { moveResourceState } from "../../../src/plugin/rpc/move-call";
import { configureProvider, getProviderSchema } from "../../../src/plugin/rpc/provider-calls";
import { Session } from "../../../src/plugin/rpc/session";
import { ObjectCodec } from "../../../src/plugin/value/object-codec";

const schema = {
  version: 1,
  description: "",
  attributes: {
    id: computed(string, { description: "" }),
    color: required(string, { description: "" }),
    amount: computed(nullable(number), { description: "" }),
  },
} satisfies Schema;

const source: MoveSource<typeof schema> = {
  providers: ["registry.terraform.io/hashicorp/other", "registry.opentofu.org/hashicorp/other"],
  type: "other_it",
  schemaVersions: [0, 2],
  move({ key, colour, count }) {
    if (colour === "broken") throw new Error("It is broken.");
    if (colour === "none") throw DiagnosticError.of("No color", "It has none.");
    return { id: String(key), color: String(colour), amount: (count ?? null) as number | null };
  },
};

function sessionWith(change: Partial<Resource<typeof schema, null>> = {}): Session {
  const it: Resource<typeof schema, null> = {
    type: "test_it",
    schema,
    read: (state) => Promise.resolve(state),
    create: () => Promise.reject(new Error("not called")),
    update: () => Promise.reject(new Error("not called")),
    delete: () => Promise.resolve(),
    upgrade: ({ colour, ...rest }, version) => ({ ...rest, color: `${String(colour)} of ${version}` }),
    movableFrom: [source],
    ...change,
  };
  const provider: Provider<Schema, null> = {
    name: "test",
    version: "1.2.3",
    schema: { description: "", attributes: {} },
    resources: [it, { ...it, type: "test_other", movableFrom: [] }],
    dataSources: [],
    configure: () => null,
  };
  return new Session(provider, new JsonLogger({ module: "test", write: () => undefined, level: "off" }));
}

const stored = { key: "k-1", colour: "red", count: 5, dropped: true };
const privateData = Buffer.from("{}");

function request(change: Partial<Parameters<typeof moveResourceState>[1]> = {}, state: object = stored) {
  return {
    sourceProviderAddress: "registry.terraform.io/hashicorp/other",
    sourceTypeName: "other_it",
    sourceSchemaVersion: 0,
    sourceState: { json: Buffer.from(JSON.stringify(state)) },
    targetTypeName: "test_it",
    sourcePrivate: privateData,
    sourceIdentity: undefined,
    sourceIdentitySchemaVersion: 0,
    ...change,
  };
}

async function moved(...args: Parameters<typeof request>) {
  const { targetState, targetPrivate, diagnostics } = await moveResourceState(sessionWith(), request(...args));
  return { state: new ObjectCodec(schema).decode(targetState), targetPrivate, diagnostics };
}

describe("MoveResourceState", () => {
  it("is announced in the schema", () => {
    expect(getProviderSchema(sessionWith()).serverCapabilities).toMatchObject({ moveResourceState: true });
  });

  it("converts one that the host takes for an object of this provider, which has no such type", async () => {
    const { state, diagnostics } = await moved({ sourceProviderAddress: "terraform.local/example/test" });
    expect([state, diagnostics]).toEqual([{ id: "k-1", color: "red", amount: 5 }, []]);
  });

  it.each(["registry.terraform.io/hashicorp/other", "registry.opentofu.org/hashicorp/other", "other"])(
    "converts an object of another type of the provider %s, without its private data",
    async (sourceProviderAddress) => {
      for (const sourceSchemaVersion of [0, 2]) {
        expect(await moved({ sourceProviderAddress, sourceSchemaVersion })).toEqual({
          state: { id: "k-1", color: "red", amount: 5 },
          targetPrivate: undefined,
          diagnostics: [],
        });
      }
    },
  );

  it.each(["terraform.local/one/test", "registry.terraform.io/two/test", "test"])(
    "takes objects of its own as they are, from the address %s, with their private data, and upgrades old ones",
    async (sourceProviderAddress) => {
      const own = { sourceProviderAddress, sourceTypeName: "test_it" };
      const state = { id: "k-1", color: "red", dropped: true };
      expect(await moved({ ...own, sourceSchemaVersion: 1 }, state)).toEqual({
        state: { id: "k-1", color: "red", amount: null },
        targetPrivate: privateData,
        diagnostics: [],
      });
      expect((await moved({ ...own, sourceSchemaVersion: 0 }, { id: "k-1", colour: "red" })).state).toEqual({
        id: "k-1",
        color: "red of 0",
        amount: null,
      });
      expect((await moved({ ...own, sourceSchemaVersion: 2 }, state)).diagnostics).toMatchObject([
        {
          summary: "Resource instance managed by newer provider version",
          detail:
            "The state of test_it has schema version 2, and this version of the provider supports up to 1. Upgrade " +
            "the provider to the version that stored the state, or a newer one.",
        },
      ]);
    },
  );

  it.each([
    [{ sourceTypeName: "other_that" }, /object of type other_that of the provider registry\.terraform\.io\/hashicorp/],
    [{ sourceProviderAddress: "example.com/a/other" }, /other_it of registry\.terraform\.io\/hashicorp\/other or reg/],
    [{ sourceProviderAddress: "another" }, /, or test_it of this provider\./],
    [{ targetTypeName: "test_other" }, /can move objects to test_other only from test_other of this provider\./],
    [{ sourceTypeName: "test_other", sourceProviderAddress: "terraform.local/one/test" }, /import it/],
    [{ sourceTypeName: "test_it" }, /object of type test_it of the provider registry\.terraform\.io\/hashicorp/],
    [{ sourceSchemaVersion: 1 }, /has schema version 1, and .* "test" \(1\.2\.3\) can move schema versions 0, 2/],
  ])("rejects any other object: %j", async (change, detail) => {
    const { state, diagnostics } = await moved(change);
    const { sourceTypeName, targetTypeName } = request(change);
    expect(state).toBeNull();
    expect(diagnostics).toMatchObject([
      {
        severity: 1,
        summary: `Cannot move ${sourceTypeName} to ${targetTypeName}`,
        detail: expect.stringMatching(detail),
      },
    ]);
    expect(diagnostics?.[0]?.detail).toContain("`removed` block (`lifecycle { destroy = false }`)");
  });

  it("rejects states that are not JSON, objects that cannot be converted, and wrong conversions", async () => {
    expect((await moved({ sourceState: undefined })).diagnostics).toMatchObject([
      { summary: "Cannot read the state of other_it" },
    ]);
    expect((await moved({}, { ...stored, colour: "none" })).diagnostics).toMatchObject([{ summary: "No color" }]);
    expect((await moved({}, { ...stored, colour: "broken" })).diagnostics).toMatchObject([
      { summary: "Cannot move other_it to test_it", detail: "It is broken." },
    ]);
    expect((await moved({}, { ...stored, count: "many" })).diagnostics).toMatchObject([
      { summary: "Provider bug: test_it.amount" },
    ]);
    expect((await moved({ targetTypeName: "test_none" })).diagnostics).toMatchObject([{ summary: "Unknown resource" }]);
  });

  it("calls stateLoaded if the provider is configured: OpenTofu makes no other call for the object then", async () => {
    const seen: unknown[] = [];
    const session = sessionWith({ stateLoaded: (state) => void seen.push(state) });
    await moveResourceState(session, request());
    expect(seen).toEqual([]);
    await configureProvider(session, { terraformVersion: "1.12.0", config: undefined });
    await moveResourceState(session, request());
    expect(seen).toEqual([{ id: "k-1", color: "red", amount: 5 }]);
    const own = { sourceProviderAddress: "test", sourceTypeName: "test_it", sourceSchemaVersion: 1 };
    await moveResourceState(session, { ...request(own), sourceState: { json: Buffer.from("null") } });
    expect(seen).toHaveLength(1);
  });
});
