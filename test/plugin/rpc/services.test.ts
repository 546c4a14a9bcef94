import { Client, credentials, Server, ServerCredentials } from "@grpc/grpc-js";
import { once, type EventEmitter } from "node:events";
import { computed, string, type ListedObject, type Provider, type Schema } from "../../../src/plugin";
import { JsonLogger } from "../../../src/plugin/logger";
import { configureProvider } from "../../../src/plugin/rpc/provider-calls";
import { addProviderService } from "../../../src/plugin/rpc/services";
import { Session } from "../../../src/plugin/rpc/session";
import * as protocol from "../../../src/plugin/wire/protocol";

const schema = { description: "", attributes: { id: computed(string, { description: "" }) } } satisfies Schema;
const EVENTS = 300;
/** More than a connection buffers. */
const LARGE = "x".repeat(100_000);

let server: Server;
let client: Client;
let listed: number;
let ended: Promise<void>;
let streams: EventEmitter[];

type Handler = (stream: EventEmitter, callback: unknown) => void;

/** Has {@link streams} show what the handlers of a server write to. */
function observe(observed: Server): Server {
  const register = observed.register.bind(observed) as (path: string, handler: Handler, ...more: unknown[]) => boolean;
  observed.register = (path: string, handler: Handler, ...more: unknown[]) =>
    register(
      path,
      (stream, callback) => {
        streams.push(stream);
        handler(stream, callback);
      },
      ...more,
    );
  return observed;
}

beforeEach(async () => {
  [listed, streams] = [0, []];
  let end: () => void;
  ended = new Promise((resolve) => (end = resolve));
  async function* list(): AsyncGenerator<ListedObject, void, undefined> {
    try {
      for (; listed < EVENTS; listed += 1) {
        yield await Promise.resolve({ displayName: LARGE, identity: { id: String(listed) } });
      }
    } finally {
      end();
    }
  }
  const provider: Provider<Schema, null> = {
    name: "test",
    version: "1.0.0",
    schema: { description: "", attributes: {} },
    resources: [
      {
        type: "test_it",
        schema,
        identity: { schema, of: ({ id }) => ({ id: id ?? "" }), import: () => Promise.resolve({ id: "" }) },
        read: (state) => Promise.resolve(state),
        create: () => Promise.resolve({ id: "" }),
        update: () => Promise.resolve({ id: "" }),
        delete: () => Promise.resolve(),
      },
    ],
    dataSources: [],
    listResources: [{ type: "test_it", schema: { description: "", attributes: {} }, list }],
    configure: () => null,
  };
  const session = new Session(provider, new JsonLogger({ module: "test", write: () => undefined, level: "off" }));
  await configureProvider(session, { terraformVersion: "1.14.0", config: undefined });
  server = observe(new Server());
  addProviderService(server, session);
  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync("127.0.0.1:0", ServerCredentials.createInsecure(), (error, bound) =>
      error === null ? resolve(bound) : reject(error),
    );
  });
  client = new Client(`127.0.0.1:${port}`, credentials.createInsecure());
});

afterEach(() => {
  client.close();
  server.forceShutdown();
});

function listing() {
  const same = (bytes: Buffer): Buffer => bytes;
  const { request } = protocol.ListResource;
  const bytes = request.encode({ typeName: "test_it", config: undefined, includeResourceObject: false, limit: 0 });
  return client.makeServerStreamRequest("/tfplugin6.Provider/ListResource", same, same, bytes);
}

const listeners = (): number =>
  Math.max(...["drain", "cancelled", "error"].map((event) => streams[0]!.listenerCount(event)));

describe("a stream of large events", () => {
  it("waits for a slow reader, loses no event, and leaves no listener behind", async () => {
    let [read, most] = [0, 0];
    for await (const _ of listing()) {
      read += 1;
      // As many as a connection buffers, and no more, are listed ahead of the reader.
      expect(listed - read).toBeLessThan(EVENTS / 2);
      most = Math.max(most, listeners());
    }
    expect(read).toBe(EVENTS);
    expect(most).toBeLessThan(5);
  });

  it("ends when its reader has enough", async () => {
    const stream = listing().on("error", () => undefined);
    await once(stream, "data");
    stream.cancel();
    await ended;
    expect(listed).toBeLessThan(EVENTS);
  });
});
