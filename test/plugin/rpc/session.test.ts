import { computed, defaulted, DiagnosticError, required, string, UNKNOWN } from "../../../src/plugin";
import type { Provider, Resource, Schema } from "../../../src/plugin";
import { JsonLogger } from "../../../src/plugin/logger";
import { applyResourceChange } from "../../../src/plugin/rpc/apply-call";
import { planResourceChange } from "../../../src/plugin/rpc/plan-call";
import { configureProvider } from "../../../src/plugin/rpc/provider-calls";
import { importResourceState, readResource, upgradeResourceState } from "../../../src/plugin/rpc/resource-calls";
import { Session } from "../../../src/plugin/rpc/session";
import { ObjectCodec } from "../../../src/plugin/value/object-codec";
import type { ObjectValue } from "../../../src/plugin/value/value";
import type { DynamicValueMessage } from "../../../src/plugin/wire/protocol";

const schema = {
  description: "",
  attributes: {
    id: computed(string, { description: "" }),
    name: required(string, { description: "" }),
    color: defaulted(string, { description: "", default: "blue" }),
  },
} satisfies Schema;

const good: Resource<typeof schema, string> = {
  type: "test_it",
  schema,
  read: (state) => Promise.resolve(state),
  create: ({ config: { name, color } }, { provider }) => Promise.resolve({ id: `${provider}-1`, name, color }),
  update: ({ config: { name, color }, prior: { id } }) => Promise.resolve({ id, name, color }),
  delete: () => Promise.resolve(),
};

function sessionWith(change: Partial<typeof good> = {}): Session {
  const provider: Provider<Schema, string> = {
    name: "test",
    version: "1.0.0",
    schema: { description: "", attributes: {} },
    resources: [{ ...good, ...change }],
    dataSources: [],
    configure: () => "configured",
  };
  return new Session(provider, new JsonLogger({ module: "test", write: () => undefined, level: "off" }));
}

async function configured(change: Partial<typeof good> = {}): Promise<Session> {
  const session = sessionWith(change);
  await configureProvider(session, { terraformVersion: "1.11.4", config: undefined });
  return session;
}

const codec = () => new ObjectCodec(schema);
/** As it comes over the wire. */
function wire(value: ObjectValue | null): { msgpack: Uint8Array; json: Uint8Array } {
  return { msgpack: codec().encode(value).msgpack ?? new Uint8Array(), json: new Uint8Array() };
}
const value = (message: DynamicValueMessage | undefined) => codec().decode(message);

const none = new Uint8Array();
/** Fields that Terraform does not send before protocol 6.11. */
const notSent = { clientCapabilities: undefined, plannedPrivate: none, priorIdentity: undefined };
const config = { id: null, name: "n", color: null };
const planned: ObjectValue = { id: UNKNOWN, name: "n", color: "blue" };
const stored = { id: "configured-1", name: "n", color: "blue" };
const create = {
  typeName: "test_it",
  priorState: wire(null),
  config: wire(config),
  plannedState: wire(planned),
  plannedPrivate: none,
  plannedIdentity: undefined,
};
const update = { ...create, priorState: wire({ ...stored, name: "old" }), plannedState: wire(stored) };

describe("the calls of Terraform", () => {
  it("plan and create an object", async () => {
    const session = await configured();
    const { priorState, typeName } = create;
    const plan = await planResourceChange(session, {
      typeName,
      priorState,
      config: create.config,
      proposedNewState: wire(config),
      priorPrivate: none,
      ...notSent,
    });
    expect(value(plan.plannedState)).toEqual(planned);
    expect(value((await applyResourceChange(session, create)).newState)).toEqual(stored);
  });

  it("report what a plan gets wrong, unless the handler has reported errors itself", async () => {
    const planOf = async (plan: (typeof good)["plan"]) => {
      const session = await configured({ plan });
      const { priorState, typeName } = create;
      const request = { typeName, priorState, config: create.config, proposedNewState: wire(config) };
      return (await planResourceChange(session, { ...request, priorPrivate: none, ...notSent })).diagnostics;
    };
    const wrong = { planned: { id: UNKNOWN, name: "another", color: "blue" } } as const;
    expect(await planOf(() => Promise.resolve(wrong))).toMatchObject([
      { severity: 1, summary: "Provider bug: test_it.name" },
    ]);
    const told = await planOf((_request, { diagnostics }) => {
      diagnostics.warning("Mind", "That is unusual.", ["color"]);
      diagnostics.error("No", "Not that.", ["name"]);
      return Promise.resolve(wrong);
    });
    expect(told).toMatchObject([
      { severity: 2, summary: "Mind", detail: "That is unusual." },
      { severity: 1, summary: "No", detail: "Not that." },
    ]);
    const mistyped = { planned: { ...wrong.planned, color: 5 as never } };
    expect(await planOf(() => Promise.resolve(mistyped))).toMatchObject([
      { summary: "Provider bug: test_it.color", detail: expect.stringMatching(/^"plan" of test_it returned/) },
    ]);
  });

  it("pass the replaced object to the plan of the new one, and its private state to the deletion", async () => {
    const plans: unknown[] = [];
    const notes: unknown[] = [];
    const session = await configured({
      plan: ({ prior, replaces, planned: proposed }) => {
        plans.push({ prior, replaces });
        return Promise.resolve({
          planned: proposed,
          deletionPrivateState: replaces === null ? undefined : ["mind the gap"],
        });
      },
      delete: (_prior, { privateState: note }) => Promise.resolve(void notes.push(note)),
    });
    const request = { ...notSent, typeName: "test_it", config: create.config, proposedNewState: wire(config) };
    const asChange = { ...request, priorState: wire(stored), priorPrivate: none };
    const change = await planResourceChange(session, asChange);
    const kept = change.plannedPrivate ?? none;
    const asNew = { ...request, priorState: wire(null), priorPrivate: kept };
    const replacement = await planResourceChange(session, asNew);
    const [first, second] = plans as { prior: unknown; replaces: unknown }[];
    expect(first).toEqual({ prior: stored, replaces: null });
    expect(second!.prior).toBeNull();
    expect(second!.replaces).toBe(first!.prior);

    const deletion = { ...update, priorState: wire(stored), plannedState: wire(null) };
    await applyResourceChange(session, { ...deletion, plannedPrivate: replacement.plannedPrivate ?? none });
    expect(notes).toEqual([["mind the gap"]]);
    plans.length = 0;
    // Without private data, and with that of another process, nothing is replaced.
    const launch = "another";
    for (const priorPrivate of [none, Buffer.from(JSON.stringify({ object: { launch, object: 0 } }))]) {
      await planResourceChange(session, { ...asNew, priorPrivate });
    }
    expect(plans).toEqual(Array(2).fill({ prior: null, replaces: null }));
  });

  it("call stateLoaded for each object of the state, unless the provider is not configured", async () => {
    const seen: unknown[] = [];
    const change = { stateLoaded: (state: unknown) => void seen.push(state) };
    const json = Buffer.from(JSON.stringify(stored));
    for (const session of [sessionWith(change), await configured(change)]) {
      await upgradeResourceState(session, { typeName: "test_it", version: 0, rawState: { json } });
    }
    expect(seen).toEqual([stored]);
  });

  it("store nothing if a create throws, and the prior state if an update throws, with an error", async () => {
    const failing = () =>
      Promise.reject(
        new DiagnosticError([{ severity: "error", summary: "No", detail: "Not that.", attribute: ["name"] }]),
      );
    const session = await configured({ create: failing, update: failing });
    const created = await applyResourceChange(session, create);
    expect(value(created.newState)).toBeNull();
    expect(created.diagnostics).toEqual([
      { severity: 1, summary: "No", detail: "Not that.", attribute: { steps: [{ attributeName: "name" }] } },
    ]);
    expect(value((await applyResourceChange(session, update)).newState)).toEqual({ ...stored, name: "old" });
  });

  it("keep an object if its delete or read fails", async () => {
    const fail = () => Promise.reject(new Error("out of order"));
    const session = await configured({ delete: fail, read: fail });
    const deleted = await applyResourceChange(session, {
      ...update,
      priorState: wire(stored),
      plannedState: wire(null),
    });
    expect(value(deleted.newState)).toEqual(stored);
    expect(deleted.diagnostics).toMatchObject([{ summary: "Cannot delete test_it", detail: "out of order" }]);

    const read = await readResource(session, {
      typeName: "test_it",
      currentState: wire(stored),
      private: none,
      currentIdentity: undefined,
    });
    expect(value(read.newState)).toEqual(stored);
    expect(read.diagnostics).toMatchObject([{ summary: "Cannot read test_it", detail: "out of order" }]);
  });

  it.each([
    [
      { workspaces: ["ws-1"], count: 2 },
      { workspaces: ["ws-1"], count: 2 },
    ],
    [null, null],
    [undefined, undefined],
  ])("pass the private state of a planned deletion to the deletion: %j", async (given, expected) => {
    const found: unknown[] = [];
    const session = await configured({
      planDelete: () => Promise.resolve(given),
      delete: (_prior, { privateState: note }) => Promise.resolve(void found.push(note)),
    });
    const { plannedPrivate = none } = await planResourceChange(session, {
      typeName: "test_it",
      priorState: wire(stored),
      config: wire(null),
      proposedNewState: wire(null),
      priorPrivate: none,
      ...notSent,
    });
    const deleted = await applyResourceChange(session, {
      ...update,
      priorState: wire(stored),
      plannedState: wire(null),
      plannedPrivate,
    });
    expect(deleted.diagnostics).toEqual([]);
    expect(found).toEqual([expected]);
  });

  it("pass the private state of an update to the second plan, if it is stored, and to the update", async () => {
    const seen: unknown[] = [];
    const session = await configured({
      plan: ({ planned: proposed, privateState: note, storesPlannedPrivate: keepsNotes }) => {
        seen.push({ note, keepsNotes });
        return Promise.resolve({ planned: proposed, privateState: note ?? { stay: ["ws-1"] } });
      },
      update: (request, { privateState: note }) => {
        seen.push({ note });
        return Promise.resolve({ id: request.prior.id, name: request.config.name, color: request.config.color });
      },
    });
    const { config: said, priorState, typeName } = update;
    const change = {
      typeName,
      priorState,
      config: said,
      proposedNewState: wire(stored),
      priorPrivate: none,
      priorIdentity: undefined,
    };
    const apply = (plannedPrivate: Uint8Array) => applyResourceChange(session, { ...update, plannedPrivate });

    const before = await planResourceChange(session, { ...change, ...notSent });
    await apply(before.plannedPrivate ?? none);
    const clientCapabilities = { storePlannedPrivate: true };
    const again = { ...change, clientCapabilities, plannedPrivate: before.plannedPrivate ?? none };
    await apply((await planResourceChange(session, again)).plannedPrivate ?? none);
    await apply(none);
    const note = { stay: ["ws-1"] };
    expect(seen).toEqual([
      { note: undefined, keepsNotes: false },
      { note },
      { note, keepsNotes: true },
      { note },
      { note: undefined },
    ]);
  });

  it("store private state with an object, and pass it to its reads and plans", async () => {
    const seen: unknown[] = [];
    const session = await configured({
      read: (state, { storedPrivateState }) => Promise.resolve((seen.push(storedPrivateState), state)),
      plan: ({ planned: proposed, storedPrivateState }) => {
        seen.push(storedPrivateState);
        return Promise.resolve({ planned: proposed, privateState: { of: "plan" } });
      },
      create: ({ config: { name, color } }, { privateState, storePrivateState }) => {
        seen.push(privateState);
        storePrivateState({ name });
        return Promise.resolve({ id: "1", name, color });
      },
    });
    const { typeName } = create;
    const asNew = { typeName, priorState: create.priorState, config: create.config, proposedNewState: wire(config) };
    const first = await planResourceChange(session, { ...asNew, priorPrivate: none, ...notSent });
    const made = await applyResourceChange(session, { ...create, plannedPrivate: first.plannedPrivate ?? none });
    const kept = made.private ?? none;
    const read = await readResource(session, {
      typeName,
      currentState: wire(stored),
      private: kept,
      currentIdentity: undefined,
    });
    expect(read.private).toEqual(kept);
    const change = { ...asNew, priorState: update.priorState, proposedNewState: wire(stored) };
    await planResourceChange(session, { ...change, priorPrivate: kept, ...notSent });
    expect(seen).toEqual([undefined, { of: "plan" }, { name: "n" }, { name: "n" }]);
  });

  it("store what an import stores, and pass it to the read, and to the plan of a deletion", async () => {
    const seen: unknown[] = [];
    const session = await configured({
      import: (id, { storePrivateState }) => (
        storePrivateState({ imported: id }),
        Promise.resolve({ id, name: "n", color: "blue" })
      ),
      read: (state, { storedPrivateState }) => Promise.resolve((seen.push(storedPrivateState), state)),
      planDelete: (_prior, { storedPrivateState }) => Promise.resolve(void seen.push(storedPrivateState)),
    });
    const { typeName } = update;
    const { importedResources = [] } = await importResourceState(session, { typeName, id: "x", identity: undefined });
    const kept = importedResources[0]?.private ?? none;
    const current = { typeName, currentState: wire(stored), private: kept, currentIdentity: undefined };
    expect((await readResource(session, current)).private).toEqual(kept);
    const deletion = { typeName, priorState: wire(stored), proposedNewState: wire(null), config: wire(null) };
    await planResourceChange(session, { ...deletion, priorPrivate: kept, ...notSent });
    expect(seen).toEqual([{ imported: "x" }, { imported: "x" }]);
  });

  it("replace the private state of an object in a read or an update that stores another one", async () => {
    const seen: unknown[] = [];
    const session = await configured({
      read: (state, { storePrivateState }) => Promise.resolve((storePrivateState({ of: "read" }), state)),
      update: ({ prior, config: { name, color } }, { storedPrivateState, storePrivateState }) => {
        seen.push(storedPrivateState);
        storePrivateState(undefined);
        return Promise.resolve({ id: prior.id, name, color });
      },
    });
    const { config: said, priorState, typeName } = update;
    const current = { typeName, currentState: wire(stored), private: none, currentIdentity: undefined };
    const read = await readResource(session, current);
    expect(JSON.parse(Buffer.from(read.private ?? none).toString())).toEqual({ stored: { of: "read" } });
    const change = { typeName, priorState, config: said, proposedNewState: wire(stored) };
    const plan = await planResourceChange(session, { ...change, priorPrivate: read.private ?? none, ...notSent });
    const updated = await applyResourceChange(session, { ...update, plannedPrivate: plan.plannedPrivate ?? none });
    expect(seen).toEqual([{ of: "read" }]);
    expect(updated.private).toHaveLength(0);
  });

  it("keep the private state of an object whose update fails", async () => {
    const session = await configured({
      update: (_request, { storePrivateState }) => {
        storePrivateState({ name: "new" });
        return Promise.reject(new Error("no"));
      },
    });
    const kept = Buffer.from(JSON.stringify({ stored: { name: "old" } }));
    const { config: said, priorState, typeName } = update;
    const change = { typeName, priorState, config: said, proposedNewState: wire(stored), priorPrivate: kept };
    const plan = await planResourceChange(session, { ...change, ...notSent });
    const failed = await applyResourceChange(session, { ...update, plannedPrivate: plan.plannedPrivate ?? none });
    expect(failed.diagnostics).toHaveLength(1);
    expect(Buffer.from(failed.private ?? none)).toEqual(kept);
  });

  it("delete without private state if Terraform planned no deletion, as in a replacement", async () => {
    const found: unknown[] = [];
    const session = await configured({
      delete: (_prior, { privateState: note }) => Promise.resolve(void found.push(note)),
    });
    await applyResourceChange(session, { ...update, priorState: wire(stored), plannedState: wire(null) });
    expect(found).toEqual([undefined]);
  });

  it("reject private state that is not JSON in the plan", async () => {
    const session = await configured({ planDelete: () => Promise.resolve({ big: 1n }) });
    const plan = await planResourceChange(session, {
      typeName: "test_it",
      priorState: wire(stored),
      config: wire(null),
      proposedNewState: wire(null),
      priorPrivate: none,
      ...notSent,
    });
    expect(plan.diagnostics).toMatchObject([
      { summary: "Provider bug: test_it", detail: expect.stringContaining("not JSON") },
    ]);
  });

  it("report an interrupted operation after StopProvider", async () => {
    const session: Session = await configured({
      create: (_request, { signal }) =>
        new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(new Error("aborted")))),
    });
    const creating = applyResourceChange(session, create);
    setImmediate(() => session.stop("enough"));
    expect((await creating).diagnostics).toMatchObject([{ summary: "Interrupted: create test_it" }]);
  });

  it("are not started after StopProvider", async () => {
    const created = jest.fn();
    const session = await configured({ create: created });
    session.stop("enough");
    expect((await applyResourceChange(session, create)).diagnostics).toMatchObject([
      { summary: "Interrupted: apply test_it" },
    ]);
    expect(created).not.toHaveBeenCalled();
  });

  it("reject an unknown type, calls before configuration, and unsupported imports", async () => {
    const session = sessionWith();
    const read = { typeName: "test_it", currentState: wire(stored), private: none, currentIdentity: undefined };
    expect((await readResource(session, { ...read, typeName: "test_other" })).diagnostics).toMatchObject([
      { summary: "Unknown resource" },
    ]);
    expect((await readResource(session, read)).diagnostics).toMatchObject([{ summary: "Provider not configured" }]);
    expect(
      (await importResourceState(await configured(), { typeName: "test_it", id: "x", identity: undefined }))
        .diagnostics,
    ).toMatchObject([{ summary: "test_it cannot be imported" }]);
  });

  it("read a stored state of the same version into the current schema", async () => {
    const json = Buffer.from('{"id":"configured-1","name":"n","color":"blue","dropped":1}');
    const upgraded = await upgradeResourceState(sessionWith(), { typeName: "test_it", version: 0, rawState: { json } });
    expect(value(upgraded.upgradedState)).toEqual(stored);
  });

  it("read a stored state of an older version as it is, if nothing upgrades it", async () => {
    const newer: Schema = { ...schema, version: 1 };
    const session = sessionWith({ schema: newer as typeof schema });
    const json = Buffer.from(JSON.stringify(stored));
    const upgraded = await upgradeResourceState(session, { typeName: "test_it", version: 0, rawState: { json } });
    expect([value(upgraded.upgradedState), upgraded.diagnostics]).toEqual([stored, []]);
  });
});
