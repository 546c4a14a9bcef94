import type { ClientRequest, IncomingMessage } from "node:http";
import { Agent, request } from "node:http";
import { Emulator } from "../../../src/emulator";
import { parseJson } from "../../../src/emulator/http/request-body";
import { collectGarbage } from "../../support/garbage";
import { HttpClient } from "../http-client";

const LIMIT = 2_000;
const PROJECTS = "/api/v2/organizations/acme/projects";

let emulator: Emulator;
/** One connection, so that remains of one request would precede the next. */
let agent: Agent;

beforeEach(async () => {
  emulator = await Emulator.start({ maxRequestBytes: LIMIT });
  agent = new Agent({ keepAlive: true, maxSockets: 1 });
});
afterEach(async () => {
  agent.destroy();
  await emulator.stop();
});

interface Answer {
  readonly status: number;
  readonly document: { readonly error?: string; readonly errors?: readonly object[] };
}

/** A request without its body, and the response. */
function begin(
  method: string,
  path: string,
  headers: Readonly<Record<string, string | number>> = {},
): [ClientRequest, Promise<Answer>] {
  const outgoing = request(emulator.address + path, {
    agent,
    method,
    headers: { authorization: `Bearer ${emulator.token}`, "content-type": "application/vnd.api+json", ...headers },
  });
  const response = new Promise<Answer>((resolve, reject) => {
    outgoing.once("error", reject);
    outgoing.once("response", (incoming: IncomingMessage) => {
      let text = "";
      incoming.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
      incoming.once("end", () =>
        resolve({ status: incoming.statusCode!, document: JSON.parse(text || "{}") as Answer["document"] }),
      );
    });
  });
  return [outgoing, response];
}

/** A project's document of exactly this many bytes. */
function projectOf(bytes: number): string {
  const [head, tail] = ['{"data":{"type":"projects","attributes":{"x-report":"', '","name":"Platform"}}}'];
  return head + "x".repeat(bytes - head.length - tail.length) + tail;
}

/** The same in chunks, without a content length. */
async function send(path: string, body: string, isChunked: boolean): Promise<Answer> {
  const [outgoing, response] = begin("POST", path, isChunked ? {} : { "content-length": Buffer.byteLength(body) });
  for (let at = 0; at < body.length; at += 700) outgoing.write(body.slice(at, at + 700));
  outgoing.end();
  return response;
}

const TOO_LARGE = {
  status: "413",
  title: "payload too large",
  detail: "The request body is longer than 2000 bytes.",
};

describe.each([
  ["with a content length", false],
  ["in chunks", true],
])("a body %s", (_, isChunked) => {
  test("is read up to the limit", async () => {
    expect((await send(PROJECTS, projectOf(LIMIT), isChunked)).status).toBe(201);
    expect((await new HttpClient(emulator).get("/organizations/acme/projects")).names).toContain("Platform");
  });

  test("above the limit is rejected and not processed, and the connection stays open", async () => {
    for (const bytes of [LIMIT + 1, 100 * LIMIT]) {
      expect(await send(PROJECTS, projectOf(bytes), isChunked)).toEqual({
        status: 413,
        document: { errors: [TOO_LARGE] },
      });
    }
    expect(emulator.projects.find("acme", "Platform")).toBeUndefined();
    expect(emulator.requests.entries.map(({ status }) => status)).toEqual([413, 413]);
    expect((await send(PROJECTS, projectOf(300), isChunked)).status).toBe(201);
  });

  test("above the limit is rejected by the control API, too", async () => {
    const body = JSON.stringify({ organization: "acme", name: "Platform", description: "x".repeat(LIMIT) });
    expect(await send("/_emulator/projects", body, isChunked)).toEqual({
      status: 413,
      document: { error: TOO_LARGE.detail },
    });
    expect(emulator.projects.find("acme", "Platform")).toBeUndefined();
  });
});

/** Without garbage, in bytes. */
async function memoryInUse(): Promise<number> {
  await collectGarbage();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

test.each([PROJECTS, "/_emulator/projects"])(
  "%s responds to an endless body, and keeps nothing of it",
  async (path) => {
    const [outgoing, response] = begin("POST", path);
    const answered = new AbortController();
    void response.finally(() => answered.abort()).catch(() => undefined);
    outgoing.on("error", () => undefined);
    const before = await memoryInUse();
    let sent = 0;
    const chunk = Buffer.alloc(64 * 1024, "x");
    // Written as fast as it is read; the response arrives before the end.
    while (!answered.signal.aborted && !outgoing.destroyed) {
      sent += chunk.length;
      await new Promise((resolve) => outgoing.write(chunk, resolve));
    }
    expect((await response).status).toBe(413);
    expect(sent).toBeGreaterThan(LIMIT);
    expect((await memoryInUse()) - before).toBeLessThan(64 * 1024 * 1024);
    outgoing.destroy();
  },
);

test("a client that disconnects within its body changes nothing, and others are served", async () => {
  const [outgoing, response] = begin("POST", PROJECTS, { "content-length": 500 });
  outgoing.write(projectOf(500).slice(0, 100));
  await new Promise((resolve) =>
    outgoing.once("socket", (socket) => (socket.connecting ? socket.once("connect", resolve) : resolve(undefined))),
  );
  outgoing.destroy();
  await expect(response).rejects.toThrow();
  const http = new HttpClient(emulator);
  expect((await http.get("/organizations/acme/projects")).names).toEqual(["Default Project"]);
});

test.each([0, -1, 1.5, NaN, Infinity])("rejects a limit of %d bytes", async (maxRequestBytes) => {
  await expect(Emulator.start({ maxRequestBytes })).rejects.toThrow(RangeError);
});

test("the default limit accepts an outcome of a run task of 5 MB", async () => {
  const roomy = await Emulator.start();
  const http = new HttpClient(roomy);
  const body = (bytes: number): object => ({
    data: { type: "projects", attributes: { name: "Platform", "x-report": "x".repeat(bytes) } },
  });
  expect((await http.post("/organizations/acme/projects", body(10 * 1024 * 1024))).status).toBe(413);
  expect((await http.post("/organizations/acme/projects", body(5_000_000))).status).toBe(201);
  await roomy.stop();
});

describe("nesting", () => {
  const nested = (levels: number): string => "[".repeat(levels) + "]".repeat(levels);

  test("ignores brackets in strings", () => {
    const text = '["\\\\", "[[[[\\"[[[[", {"]}\\\\\\"]": "[["}]';
    expect(parseJson(text)).toEqual(JSON.parse(text));
    expect(parseJson(JSON.stringify("[".repeat(1000)))).toBe("[".repeat(1000));
    expect(parseJson(`[${`${nested(99)},`.repeat(50)}1]`)).toHaveLength(51);
  });

  test.each([
    ["arrays", nested(101)],
    ["objects", '{"a":'.repeat(101)],
    ["invalid JSON", "[{".repeat(5_000_000)],
    ["after strings", `["]]]]\\"]]]]",${nested(100)}]`],
  ])("deeper than 100 is rejected before it is parsed: %s", (_, text) => {
    expect(() => parseJson(text)).toThrow(/nested deeper than 100 levels/);
  });

  test("is limited in the control API, too", async () => {
    for (const levels of [101, 900]) {
      expect(await send("/_emulator/projects", nested(levels), false)).toEqual({
        status: 400,
        document: { error: "The request body is nested deeper than 100 levels." },
      });
    }
  });
});
