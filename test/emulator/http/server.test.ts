import { once } from "node:events";
import { Agent, request } from "node:http";
import type { Socket } from "node:net";
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { Emulator } from "../../../src/emulator";
import { waitUntil } from "../../support/wait-until";
import { HttpClient, resource } from "../http-client";

const PROJECTS = "/api/v2/organizations/acme/projects";
const PLATFORM = JSON.stringify(resource("projects", { name: "Platform" }));

let emulator: Emulator;
let http: HttpClient;

beforeEach(async () => {
  emulator = await Emulator.start();
  http = new HttpClient(emulator);
});
afterEach(() => emulator.stop());

/** A request as text. */
function message(method: string, path: string, body = "", headers: Readonly<Record<string, string>> = {}): string {
  const given = {
    host: new URL(emulator.address).host,
    authorization: `Bearer ${emulator.token}`,
    ...(method === "GET" ? {} : { "content-type": "application/vnd.api+json" }),
    ...(body === "" ? {} : { "content-length": String(Buffer.byteLength(body)) }),
    ...headers,
  };
  const lines = Object.entries(given).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${path} HTTP/1.1\r\n${lines.join("")}\r\n${body}`;
}

/** A connection on which this was sent. */
async function send(text: string): Promise<Socket> {
  const socket = connect(Number(new URL(emulator.address).port), "127.0.0.1");
  await once(socket, "connect");
  await new Promise((resolve) => socket.write(text, resolve));
  return socket;
}

/** The first bytes of the response: its head, and usually all of it. */
async function answer(text: string): Promise<string> {
  const socket = await send(text);
  const [chunk] = (await once(socket, "data")) as [Buffer];
  socket.destroy();
  return chunk.toString();
}

const isCreated = (): boolean => emulator.projects.find("acme", "Platform") !== undefined;
const CREATED = { method: "POST", path: PROJECTS, status: 201 };

describe("a client that leaves", () => {
  test("while a fault delays its request: it is executed and logged", async () => {
    emulator.faults.add({ delayMs: 100 });
    const socket = await send(message("POST", PROJECTS, PLATFORM));
    socket.destroy();
    await waitUntil(isCreated);
    await waitUntil(() => emulator.requests.counts.total === 1);
    expect(emulator.requests.entries).toEqual([CREATED]);
  });

  test("while a fault delays a request without a body: it is executed and logged", async () => {
    const { id } = emulator.projects.create({ organization: "acme", name: "Platform" });
    emulator.faults.add({ delayMs: 100 });
    const socket = await send(message("DELETE", `/api/v2/projects/${id}`));
    socket.destroy();
    await waitUntil(() => !isCreated());
    await waitUntil(() => emulator.requests.counts.total === 1);
    expect(emulator.requests.counts.byStatus).toEqual({ "204": 1 });
  });

  test("once its request has arrived: it is executed and logged", async () => {
    const socket = await send(message("POST", PROJECTS, PLATFORM));
    socket.destroy();
    await waitUntil(isCreated);
    await waitUntil(() => emulator.requests.counts.total === 1);
    expect(emulator.requests.entries).toEqual([CREATED]);
  });

  test("while the response is sent a byte at a time: others are served", async () => {
    emulator.faults.add({ dripMs: 5 });
    const socket = await send(message("POST", PROJECTS, PLATFORM));
    await once(socket, "data");
    socket.destroy();
    expect((await http.get("/ping")).status).toBe(204);
    expect([isCreated(), emulator.requests.counts.byStatus]).toEqual([true, { "201": 1, "204": 1 }]);
  });

  test.each([0, 50])(
    "within its body: it is not executed, and logged without a status, with a delay of %d ms",
    async (delayMs) => {
      emulator.faults.add({ method: "POST", delayMs });
      const socket = await send(message("POST", PROJECTS, PLATFORM, { "content-length": "500" }));
      socket.destroy();
      await waitUntil(() => emulator.requests.counts.total === 1);
      expect(emulator.requests.entries).toEqual([{ method: "POST", path: PROJECTS, status: 0 }]);
      expect(isCreated()).toBe(false);
    },
  );
});

describe("stop", () => {
  /** Longer than a test may take, so that one fails that waits for it. */
  const NEVER = 2 ** 31 - 1;

  test("drops delayed requests without executing them, and does not wait for them", async () => {
    emulator.faults.add({ delayMs: NEVER });
    const socket = await send(message("POST", PROJECTS, PLATFORM));
    socket.on("error", () => undefined);
    await waitUntil(() => emulator.faults.pending.length === 0);
    await emulator.stop();
    // A request is logged when nothing more happens to it.
    expect(emulator.requests.entries).toEqual([{ method: "POST", path: PROJECTS, status: 0 }]);
    expect(isCreated()).toBe(false);
  });

  test("drops delayed requests of clients that have left, too", async () => {
    emulator.faults.add({ delayMs: NEVER });
    const socket = await send(message("DELETE", "/api/v2/projects/prj-1"));
    await waitUntil(() => emulator.faults.pending.length === 0);
    socket.destroy();
    await sleep(50);
    await emulator.stop();
    expect(emulator.requests.entries).toEqual([{ method: "DELETE", path: "/api/v2/projects/prj-1", status: 0 }]);
  });

  test("ends responses that are sent a byte at a time", async () => {
    emulator.faults.add({ dripMs: NEVER });
    const socket = await send(message("GET", PROJECTS));
    socket.on("error", () => undefined);
    await once(socket, "data");
    await emulator.stop();
  });
});

describe("HEAD", () => {
  test.each(["/api/v2/ping", PROJECTS, "/_emulator/state", "/.well-known/terraform.json"])(
    "%s has the head of the response to GET, and no body",
    async (path) => {
      const headers = { authorization: `Bearer ${emulator.token}` };
      const [get, head] = await Promise.all(
        ["GET", "HEAD"].map((method) => fetch(emulator.address + path, { method, headers })),
      );
      expect(head!.status).toBe(get!.status);
      for (const name of ["content-type", "tfp-api-version"]) {
        expect(head!.headers.get(name)).toBe(get!.headers.get(name));
      }
      expect(await head!.text()).toBe("");
    },
  );

  test("is logged as HEAD, and needs a path that GET has", async () => {
    expect((await http.send("HEAD", "/projects/prj-1/relationships/workspaces")).status).toBe(404);
    expect((await http.send("HEAD", "/organizations")).status).toBe(200);
    expect(emulator.requests.counts.byMethod).toEqual({ HEAD: 2 });
  });
});

describe("paths", () => {
  test.each([
    "/constructor/x/y",
    "/toString/x/y",
    "/__proto__/x/y",
    "/organizations/acme/constructor",
    "/organizations/",
    "//organizations",
    "/organizations//projects",
    "/organizations/acme/projects/",
  ])("GET %s is not found", async (path) => {
    const { status, errors } = await http.get(path);
    expect([status, errors[0]!.title]).toEqual([404, "not found"]);
  });

  test("names in a path are percent-decoded", async () => {
    emulator.workspaces.create({ organization: "acme", name: "api" });
    expect((await http.get("/organizations/acme/workspaces/%61p%69")).status).toBe(200);
    expect((await http.get("/organizations/acme/workspaces/api%zz")).status).toBe(404);
  });

  test("links repeat the address that the client used", async () => {
    const text = await answer(message("GET", `${PROJECTS}?page%5Bsize%5D=1`, "", { host: "tfe.localhost:8080" }));
    expect(text).toContain(`"self":"http://tfe.localhost:8080${PROJECTS}?`);
  });

  test("an absolute address is the path in it", async () => {
    expect(await answer(message("GET", `${emulator.address}/api/v2/ping`))).toMatch(/^HTTP\/1.1 204 /);
    expect(await answer(message("GET", `${emulator.address}/_emulator/faults`))).toMatch(/^HTTP\/1.1 200 /);
  });

  test("a target that is no path is a bad request", async () => {
    expect(await answer(message("OPTIONS", "*"))).toMatch(/^HTTP\/1.1 400 /);
  });

  test("the control API accepts a query", async () => {
    expect((await fetch(`${emulator.address}/_emulator?pretty`)).status).toBe(200);
    expect(emulator.requests.entries).toEqual([]);
  });
});

test("a connection is used for many requests", async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const sockets = new Set<unknown>();
  for (const path of [PROJECTS, "/api/v2/nonsense", "/_emulator/state", "/api/v2/ping"]) {
    const outgoing = request(emulator.address + path, { agent }).end();
    const [incoming] = (await once(outgoing, "response")) as [NodeJS.ReadableStream & { socket: unknown }];
    sockets.add(incoming.socket);
    await once(incoming.resume(), "end");
  }
  expect(sockets.size).toBe(1);
  agent.destroy();
});

test("the connection closes when the rest of a body does not arrive after the response", async () => {
  const socket = await send(message("POST", "/api/v2/nonsense", "{", { "content-length": "100" }));
  const [chunk] = (await once(socket, "data")) as [Buffer];
  expect(chunk.toString()).toMatch(/^HTTP\/1.1 404 /);
  await once(socket, "close");
});
