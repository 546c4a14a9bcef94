import { computed, optional, required, string } from "../../../src/plugin";
import type { ListResource, ListedObject, Provider, Resource, Schema } from "../../../src/plugin";
import { JsonLogger } from "../../../src/plugin/logger";
import { listResource } from "../../../src/plugin/rpc/list-calls";
import { validateListResourceConfig } from "../../../src/plugin/rpc/validate-calls";
import { configureProvider, getMetadata, getProviderSchema } from "../../../src/plugin/rpc/provider-calls";
import { Session } from "../../../src/plugin/rpc/session";
import { ObjectCodec } from "../../../src/plugin/value/object-codec";
import type { ObjectValue } from "../../../src/plugin/value/value";

const schema = {
  description: "",
  attributes: { id: computed(string, { description: "" }) },
} satisfies Schema;
const identitySchema = {
  description: "",
  attributes: { id: required(string, { description: "" }) },
} satisfies Schema;
const listSchema = {
  description: "",
  attributes: { prefix: optional(string, { description: "" }) },
} satisfies Schema;

type List = ListResource<typeof listSchema, null>;

async function session(list: List["list"], validate?: List["validate"]): Promise<Session> {
  const it: Resource<typeof schema, null> = {
    type: "test_it",
    schema,
    identity: {
      schema: identitySchema,
      of: ({ id }) => ({ id }),
      import: ({ id }) => Promise.resolve({ id: String(id) }),
    },
    read: (state) => Promise.resolve(state),
    create: () => Promise.resolve({ id: "" }),
    update: () => Promise.resolve({ id: "" }),
    delete: () => Promise.resolve(),
  };
  const provider: Provider<Schema, null> = {
    name: "test",
    version: "1.0.0",
    schema: { description: "", attributes: {} },
    resources: [it],
    dataSources: [],
    listResources: [{ type: "test_it", schema: listSchema, list, ...(validate === undefined ? {} : { validate }) }],
    configure: () => null,
  };
  const made = new Session(provider, new JsonLogger({ module: "test", write: () => undefined, level: "off" }));
  await configureProvider(made, { terraformVersion: "1.14.0", config: undefined });
  return made;
}

const none = new Uint8Array();
const config = (value: ObjectValue) => ({ json: none, msgpack: none, ...new ObjectCodec(listSchema).encode(value) });
const request = { typeName: "test_it", config: config({ prefix: "p" }), includeResourceObject: false, limit: 0 };

async function events(made: Session, change: Partial<typeof request> = {}) {
  const all = [];
  for await (const event of listResource(made, { ...request, ...change })) all.push(event);
  return all.map(({ displayName, identity, resourceObject, diagnostics }) => ({
    displayName,
    identity: new ObjectCodec(identitySchema).decode(identity?.identityData),
    object: new ObjectCodec(schema).decode(resourceObject),
    diagnostics: diagnostics?.map(({ summary }) => summary),
  }));
}

const nothing: List["list"] = async function* () {
  yield* await Promise.resolve([]);
};

const object = (id: string): ListedObject => ({ displayName: `Object ${id}`, identity: { id } });

describe("a list of objects", () => {
  it("is in the schema and the metadata", async () => {
    const made = await session(nothing);
    const listed = getProviderSchema(made).listResourceSchemas?.get("test_it")?.block?.attributes;
    expect(listed).toMatchObject([{ name: "prefix", optional: true }]);
    expect(getMetadata(made).listResources).toEqual([{ typeName: "test_it" }]);
  });

  it("has one event for each object, with its state if it is asked for", async () => {
    const made = await session(async function* ({ config: { prefix }, includesState }) {
      await Promise.resolve();
      for (const id of [`${String(prefix)}1`, `${String(prefix)}2`]) {
        yield { ...object(id), state: includesState ? { id } : undefined };
      }
    });
    const one = { displayName: "Object p1", identity: { id: "p1" }, object: null, diagnostics: [] };
    expect(await events(made)).toEqual([one, { ...one, displayName: "Object p2", identity: { id: "p2" } }]);
    expect((await events(made, { includeResourceObject: true })).map((event) => event.object)).toEqual([
      { id: "p1" },
      { id: "p2" },
    ]);
  });

  it("ends at the limit, and when nobody takes more, without asking for another object", async () => {
    const asked: string[] = [];
    const list: List["list"] = async function* () {
      await Promise.resolve();
      try {
        for (const id of ["1", "2", "3"]) {
          asked.push(id);
          yield object(id);
        }
      } finally {
        asked.push("end");
      }
    };
    expect(await events(await session(list), { limit: 2 })).toHaveLength(2);
    expect(asked.splice(0)).toEqual(["1", "2", "end"]);
    for await (const _ of listResource(await session(list), request)) break;
    expect(asked).toEqual(["1", "end"]);
  });

  it("ends with an error, after the objects before it; warnings come with the next object", async () => {
    const made = await session(async function* (_request, { diagnostics }) {
      await Promise.resolve();
      diagnostics.warning("Careful", "It is old.");
      yield object("1");
      throw new Error("out of order");
    });
    expect(await events(made)).toEqual([
      { displayName: "Object 1", identity: { id: "1" }, object: null, diagnostics: ["Careful"] },
      { displayName: undefined, identity: null, object: null, diagnostics: ["Cannot list test_it"] },
    ]);
    const bad = await session(async function* () {
      await Promise.resolve();
      yield { displayName: "Bad", identity: { id: 5 } };
    });
    expect((await events(bad))[0]?.diagnostics).toEqual(["Provider bug: test_it.id"]);
    expect((await events(made, { typeName: "test_no" }))[0]?.diagnostics).toEqual(["Unknown list resource"]);
    made.stop("enough");
    expect((await events(made))[0]?.diagnostics).toEqual(["Interrupted: list test_it"]);
  });

  it("is validated, also without a configuration", async () => {
    const seen: unknown[] = [];
    const made = await session(nothing, ({ prefix }, { diagnostics }) => {
      seen.push(prefix);
      if (prefix === "bad") diagnostics.error("Bad prefix", "Use another.");
    });
    const validate = (given: typeof request.config | undefined) =>
      validateListResourceConfig(made, { typeName: "test_it", config: given });
    expect((await validate(config({ prefix: "bad" }))).diagnostics).toMatchObject([{ summary: "Bad prefix" }]);
    expect((await validate(undefined)).diagnostics).toEqual([]);
    expect(seen).toEqual(["bad", null]);
  });
});
