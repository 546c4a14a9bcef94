import { setTimeout as sleep } from "node:timers/promises";
import { AbortedError, InvalidArgumentError, Client, DEFAULT_DEADLINE_MS, DeadlineExceededError } from "../../src/api";
import type { ApiError } from "../../src/api";
import { projectDocument, ScriptedService } from "./scripted-service";
import type { ScriptedResponse } from "./scripted-service";
import { waitUntil } from "../support/wait-until";

let service: ScriptedService;

beforeEach(async () => (service = await ScriptedService.start()));
afterEach(async () => {
  await service.stop();
});

/** Sends a little all the time, and never comes to an end. */
const dripping: ScriptedResponse = (response) => {
  response.writeHead(200, { "content-type": "application/vnd.api+json" });
  const timer = setInterval(() => response.write(" "), 10);
  response.once("close", () => clearInterval(timer));
};
const failing = (status: number, headers: Record<string, string> = {}): ScriptedResponse => ({ status, headers });
/** Answers after so many milliseconds. */
const late =
  (milliseconds: number, status: number, body: unknown): ScriptedResponse =>
  (response) =>
    void setTimeout(() => {
      response.writeHead(status, { "content-type": "application/vnd.api+json" }).end(JSON.stringify(body));
    }, milliseconds);

async function failureOf(work: Promise<unknown>): Promise<ApiError> {
  return work.then(
    () => Promise.reject(new Error("it succeeded")),
    (error: unknown) => error as ApiError,
  );
}

const reads: readonly [string, (client: Client) => Promise<unknown>][] = [
  ["a read", (client) => client.projects.get("prj-1")],
  ["a page of a list", (client) => client.projects.listPage("acme")],
  ["a list", (client) => client.projects.list("acme").next()],
];
const writes: readonly [string, (client: Client) => Promise<unknown>][] = [
  ["a create", (client) => client.projects.create("acme", { name: "new" })],
  ["an update", (client) => client.projects.update("prj-1", { name: "other" })],
  ["a delete", (client) => client.projects.delete("prj-1")],
  ["a move", (client) => client.projects.moveWorkspaces("prj-1", ["ws-1"])],
];

/** Time that only {@link pass} lets pass, also that of late responses. */
const stopTime = (): void => {
  beforeEach(() =>
    jest.useFakeTimers({ doNotFake: ["performance", "Date", "nextTick", "setImmediate", "setInterval"] }),
  );
  afterEach(() => jest.useRealTimers());
};

/** Waits until so many requests were received in all, and then lets time pass. */
async function pass(milliseconds: number, { requests }: { readonly requests: number }): Promise<void> {
  await waitUntil(() => service.requests.length >= requests);
  jest.advanceTimersByTime(milliseconds);
}

describe("a response that trickles in and never ends", () => {
  stopTime();

  test.each(reads)("to %s fails at the deadline", async (_, work) => {
    service.script(dripping);
    const failure = failureOf(work(service.client({ deadlineMs: 200 })));
    await pass(200, { requests: 1 });
    const error = await failure;
    expect(error).toBeInstanceOf(DeadlineExceededError);
    expect(error).toMatchObject({
      code: "deadline-exceeded",
      deadlineMs: 200,
      address: service.address,
      attempts: 1,
      outcomeUnknown: false,
    });
    expect(error.message).toMatch(/^GET .*exceeded its deadline of 0\.2 s\. Try again .*`deadlineMs`/);
    expect(service.requests).toHaveLength(1);
  });

  test.each(writes)("to %s leaves the outcome unknown", async (_, work) => {
    service.script(dripping);
    const failure = failureOf(work(service.client({ deadlineMs: 200 })));
    await pass(200, { requests: 1 });
    const error = await failure;
    expect(error).toMatchObject({ code: "deadline-exceeded", attempts: 1, outcomeUnknown: true });
    expect(error.message).toContain("The request may have succeeded; verify before retrying.");
    expect(service.requests).toHaveLength(1);
  });

  test("is closed afterwards", async () => {
    let closed: Promise<unknown> | undefined;
    service.script((response, request) => {
      closed = new Promise((resolve) => request.socket.once("close", resolve));
      if (typeof dripping === "function") dripping(response, request);
    });
    const failure = failureOf(service.client({ deadlineMs: 100 }).projects.get("prj-1"));
    await pass(100, { requests: 1 });
    await failure;
    await closed;
  });
});

describe("the deadline includes", () => {
  stopTime();

  test("the wait for the rate limit: the outcome of an unsent request is known", async () => {
    service.script({ body: projectDocument() });
    const slow = service.client({ requestsPerSecond: 0.02, deadlineMs: 2000 });
    await slow.projects.get("prj-1");
    const failure = failureOf(slow.projects.create("acme", { name: "new" }));
    await pass(2000, { requests: 1 });
    const error = await failure;
    expect(error).toMatchObject({ code: "deadline-exceeded", attempts: 0, outcomeUnknown: false });
    expect(error.message).toMatch(/before it could be sent\. Nothing was changed\./);
    expect(service.requests).toHaveLength(1);
  });

  test("the wait that a 429 asks for, and the error mentions the 429", async () => {
    let hasFailed = false;
    const client = service.client({ deadlineMs: 2000, onRequest: () => (hasFailed = true) });
    service.script(failing(429, { "x-ratelimit-reset": "60" }));
    const failure = failureOf(client.projects.create("acme", { name: "new" }));
    await waitUntil(() => hasFailed);
    await pass(2000, { requests: 1 });
    const error = await failure;
    expect(error).toMatchObject({ code: "deadline-exceeded", attempts: 1, outcomeUnknown: false });
    expect(error).toMatchObject({ cause: { code: "rate-limited" } });
    expect(error.message).toContain("the last failure was a RateLimitedError (status 429)");
  });

  test("the wait before another attempt, with an unknown outcome of the first", async () => {
    let hasFailed = false;
    const client = service.client({ deadlineMs: 2000, onRequest: () => (hasFailed = true) });
    service.script(failing(503, { "retry-after": "60" }));
    const failure = failureOf(client.projects.update("prj-1", { name: "other" }));
    await waitUntil(() => hasFailed);
    await pass(2000, { requests: 1 });
    expect(await failure).toMatchObject({
      code: "deadline-exceeded",
      attempts: 1,
      outcomeUnknown: true,
      cause: { code: "server" },
    });
  });

  test("all attempts together, not each of them", async () => {
    service.script(late(400, 503, {}), late(400, 200, projectDocument()));
    const failure = failureOf(service.client({ deadlineMs: 600 }).projects.get("prj-1"));
    await pass(400, { requests: 1 });
    await pass(400, { requests: 2 });
    expect(await failure).toMatchObject({ code: "deadline-exceeded" });
  });

  test("all requests of one operation together, not each of them", async () => {
    const organization = {
      data: {
        id: "acme",
        type: "organizations",
        relationships: { "default-project": { data: { id: "prj-1", type: "projects" } } },
      },
    };
    service.script(late(400, 400, {}), late(400, 200, organization));
    const client = service.client({ deadlineMs: 600 });
    const failure = failureOf(client.organizations.get("acme", { include: ["default-project"] }));
    await pass(400, { requests: 1 });
    await pass(400, { requests: 2 });
    expect(await failure).toMatchObject({ code: "deadline-exceeded" });
  });

  test("each page of a list on its own", async () => {
    const stage = (id: string): object => ({ id, type: "task-stages", attributes: { status: "passed" } });
    const page = (ids: readonly string[], next: number | null): object => ({
      data: ids.map(stage),
      meta: { pagination: { "next-page": next } },
    });
    service.script(late(400, 200, page(["ts-1"], 2)), late(400, 200, page(["ts-2"], null)));
    const ids: string[] = [];
    const list = service.client({ deadlineMs: 600 }).taskStages.list("run-1");
    const read = (async () => {
      for await (const { id } of list) ids.push(id);
    })();
    await pass(400, { requests: 1 });
    await pass(400, { requests: 2 });
    await read;
    expect(ids).toEqual(["ts-1", "ts-2"]);
  });
});

test("a call aborted before its deadline rejects with an AbortedError", async () => {
  service.script(() => abort.abort());
  const abort = new AbortController();
  const client = service.client({ deadlineMs: 60_000 });
  expect(await failureOf(client.projects.get("prj-1", { signal: abort.signal }))).toBeInstanceOf(AbortedError);
});

test("a finished call leaves no timer that keeps the process alive", async () => {
  const timers = (): number => process.getActiveResourcesInfo().filter((name) => name === "Timeout").length;
  service.script({ body: projectDocument() }, failing(404));
  const client = service.client({ deadlineMs: 60_000 });
  const before = timers();
  await client.projects.get("prj-1");
  await failureOf(client.projects.get("prj-1"));
  client.close();
  // Those of sockets that are being closed end by themselves; that of the deadline would last for a minute.
  for (let tries = 0; tries < 100 && timers() > before; tries += 1) await sleep(50);
  expect(timers()).toBeLessThanOrEqual(before);
});

test("a client exposes its deadline, ten minutes by default", () => {
  expect(service.client().deadlineMs).toBe(DEFAULT_DEADLINE_MS);
  expect(DEFAULT_DEADLINE_MS).toBe(600_000);
  expect(service.client({ deadlineMs: 5 }).deadlineMs).toBe(5);
});

test.each([0, -1, Number.NaN, Infinity, 2_147_483_648])("%d is not a valid deadline", (deadlineMs) => {
  expect(() => new Client({ token: "x", env: {}, deadlineMs })).toThrow(InvalidArgumentError);
});
