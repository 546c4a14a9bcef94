import { getEventListeners } from "node:events";
import {
  AbortedError,
  ConnectionError,
  NotFoundError,
  RateLimitedError,
  ServerError,
  TimeoutError,
} from "../../src/api";
import type { ApiError, Client, ObservedRequest } from "../../src/api";
import { projectDocument, ScriptedService } from "./scripted-service";
import type { ScriptedResponse } from "./scripted-service";
import { FOR_CLIENTS, GO_CLIENT, shows } from "../fidelity";
import { waitUntil } from "../support/wait-until";
import { REFUSING_ADDRESS } from "../support/refusing-address";

let service: ScriptedService;
let client: Client;

beforeEach(async () => {
  service = await ScriptedService.start();
  client = service.client();
});
afterEach(async () => {
  client.close();
  await service.stop();
});

const fine: ScriptedResponse = { body: projectDocument() };
const failing = (status: number, headers: Record<string, string> = {}): ScriptedResponse => ({ status, headers });
/** The request arrives, and the connection ends. */
const drop: ScriptedResponse = (_, { socket }) => socket.destroy();
/** The answer begins, and the connection ends in its midst. */
const cut: ScriptedResponse = (response, { socket }) => {
  response.writeHead(200, { "content-type": "application/vnd.api+json", "content-length": "1000" });
  response.write('{"data":', () => socket.destroy());
};
/** The answer is complete to HTTP, and its document is not. */
const truncated: ScriptedResponse = { body: '{"data":{"id":"prj-1"' };
const silent: ScriptedResponse = () => undefined;

async function failureOf(work: Promise<unknown>): Promise<ApiError> {
  return work.then(
    () => Promise.reject(new Error("it succeeded")),
    (error: unknown) => error as ApiError,
  );
}

/** Idempotent operations, and the response that confirms each. */
const idempotentOperations: readonly [string, (client: Client) => Promise<unknown>, ScriptedResponse][] = [
  ["a read", (client) => client.projects.get("prj-1"), fine],
  ["an update", (client) => client.projects.update("prj-1", { name: "other" }), fine],
  ["a delete", (client) => client.projects.delete("prj-1"), { status: 204 }],
  ["a move", (client) => client.projects.moveWorkspaces("prj-1", ["ws-1"]), { status: 204 }],
];
/** What must not be done twice. */
const once: readonly [string, (client: Client) => Promise<unknown>][] = [
  ["a create", (client) => client.projects.create("acme", { name: "new" })],
  ["an override", (client) => client.taskStages.override("ts-1")],
];

describe.each(idempotentOperations)("%s", (_, work, done) => {
  shows.documented(GO_CLIENT, "rate-limits: 425", "Is retried, like 429.", { emulator: FOR_CLIENTS, case: "425" });
  test.each([
    ["a broken connection", drop],
    ["an answer cut short", cut],
    ["a truncated document", truncated],
    ["500", failing(500)],
    ["502", failing(502)],
    ["503", failing(503)],
    ["504", failing(504)],
    ["425", failing(425)],
    ["429", failing(429, { "x-ratelimit-reset": "0.01" })],
  ])("succeeds when sent a second time after %s", async (what, failure) => {
    service.script(failure, done);
    await work(client);
    // A delete and a move have no use for the document, but an answer that is not whole is none.
    expect(service.requests).toHaveLength(2);
    expect(what).not.toBe("");
  });

  test("is sent up to five times when the service fails", async () => {
    service.script(failing(502));
    expect(await failureOf(work(client))).toMatchObject({ code: "server", attempts: 5 });
    expect(service.requests).toHaveLength(5);
  });

  test.each([400, 401, 403, 409, 415, 422])("is sent once when the response is %i", async (status) => {
    service.script(failing(status));
    await failureOf(work(client));
    expect(service.requests).toHaveLength(1);
  });
});

describe.each(once)("%s", (_, work) => {
  test.each([
    ["a broken connection", drop, "connection"],
    ["an answer cut short", cut, "connection"],
    ["a truncated document", truncated, "connection"],
    ["502", failing(502), "server"],
    ["503", failing(503), "server"],
    ["a document of another kind", { body: { data: { id: "x", type: "others" } } }, "unexpected-response"],
    ["no document", { status: 204 }, "unexpected-response"],
  ])("is sent once when %s leaves it open whether it was done, and says so", async (what, failure, code) => {
    service.script(failure);
    expect(await failureOf(work(client))).toMatchObject({ code, outcomeUnknown: true, attempts: 1 });
    expect(service.requests).toHaveLength(1);
    expect(what).not.toBe("");
  });

  test.each([401, 403, 404, 409, 422])("has a known outcome when the response is %i", async (status) => {
    service.script(failing(status));
    expect(await failureOf(work(client))).toMatchObject({ outcomeUnknown: false });
  });

  shows("rate-limits: A 429 for every request");
  test("is retried after 429, which confirms that it was not executed", async () => {
    service.script(
      failing(429, { "x-ratelimit-reset": "0.01" }),
      failing(429, { "x-ratelimit-reset": "0.01" }),
      failing(409),
    );
    expect(await failureOf(work(client))).toMatchObject({ code: "conflict", attempts: 3, outcomeUnknown: false });
  });

  test("uses a new connection, which the service cannot be closing", async () => {
    service.script(fine);
    await client.projects.get("prj-1");
    await client.projects.get("prj-1");
    await work(client).catch(() => undefined);
    const [first, second, third] = service.requests.map(({ socket }) => socket);
    expect(second).toBe(first);
    expect(third).not.toBe(first);
  });
});

describe("a service that cannot be reached", () => {
  test("fails after five attempts, with an error that says what to check", async () => {
    const patient = service.client({ address: REFUSING_ADDRESS, retryPolicy: {} });
    const error = await failureOf(patient.projects.create("acme", { name: "new" }));
    expect(error).toBeInstanceOf(ConnectionError);
    expect(error).toMatchObject({
      reason: "unreachable",
      outcomeUnknown: false,
      attempts: 5,
      address: REFUSING_ADDRESS,
    });
    expect(error.message).toMatch(/ECONNREFUSED.*Nothing was changed\. Check the address/);
  });

  test("differs from an unknown host name only in the message", async () => {
    const lost = service.client({ address: "https://nowhere.invalid" });
    const error = await failureOf(lost.projects.get("prj-1"));
    expect(error).toMatchObject({ code: "connection", reason: "unreachable", outcomeUnknown: false });
  });

  test("has several IP addresses, and the error mentions each that was tried", async () => {
    const lost = service.client({ address: REFUSING_ADDRESS.replace("127.0.0.1", "localhost") });
    const error = await failureOf(lost.projects.get("prj-1"));
    expect(error).toMatchObject({ code: "connection", reason: "unreachable" });
    expect(error.message).toContain("ECONNREFUSED");
  });
});

describe("a delete", () => {
  test.each([
    ["a broken connection", drop],
    ["503", failing(503)],
    ["an answer that is no 204, cut short", truncated],
  ])(
    "that finds nothing after %s leaves it open whether the project is gone or hidden: who asked has to look",
    async (_, lost) => {
      service.script(lost, failing(404));
      const error = await failureOf(client.projects.delete("prj-1"));
      expect(error).toBeInstanceOf(NotFoundError);
      expect(error).toMatchObject({ code: "not-found", outcomeUnknown: true, attempts: 2 });
      expect(error.message).toContain("An earlier attempt, whose response was lost, may have succeeded");
      expect(service.requests).toHaveLength(2);
    },
  );

  test("of an object that did not exist has a known outcome", async () => {
    service.script(failing(404));
    const error = await failureOf(client.projects.delete("prj-1"));
    expect(error).toMatchObject({ code: "not-found", outcomeUnknown: false });
    expect(error.message).not.toContain("may have done");
  });

  test("of an object that did not exist has a known outcome also after a 429", async () => {
    service.script(failing(429, { "x-ratelimit-reset": "0.01" }), failing(404));
    expect(await failureOf(client.projects.delete("prj-1"))).toMatchObject({ outcomeUnknown: false });
  });
});

describe.each(idempotentOperations.slice(2))("%s", (_, work) => {
  test.each<[string, ScriptedResponse]>([
    ["200 with an empty document", { body: {} }],
    ["200 with a project", fine],
    ["200 with nothing", { body: "" }],
    ["200 with a web page", { headers: { "content-type": "text/html" }, body: "<html>Log in</html>" }],
    ["201", { status: 201, body: {} }],
    ["202, which says that it is going to be done", { status: 202, body: {} }],
    ["302", { status: 302, headers: { location: "/login" } }],
  ])("rejects a response with %s, with an unknown outcome", async (_, answer) => {
    service.script(answer);
    const error = await failureOf(work(client));
    expect(error).toMatchObject({ code: "unexpected-response", outcomeUnknown: true, attempts: 1 });
    expect(error.message).toContain("The request may have succeeded; verify before retrying.");
    expect(service.requests).toHaveLength(1);
  });
});

test("an update whose first response was lost has an unknown outcome, even if the last was never sent", async () => {
  service.script((_, { socket }) => {
    service.server.close();
    socket.destroy();
  });
  const error = await failureOf(client.projects.update("prj-1", { name: "other" }));
  expect(error).toMatchObject({ code: "connection", reason: "unreachable", outcomeUnknown: true });
  service = await ScriptedService.start();
});

describe("a 429", () => {
  test("pauses all requests of the client until the reset", async () => {
    service.script(failing(429, { "x-ratelimit-reset": "0.4" }), (response, { path }) => {
      response.setHeader("content-type", "application/vnd.api+json");
      response.end(JSON.stringify(projectDocument(path.split("/").at(-1))));
    });
    let isRefused = false;
    const client = service.client({ onRequest: ({ status }) => (isRefused ||= status === 429) });
    const first = client.projects.get("prj-1");
    await waitUntil(() => isRefused);
    await Promise.all([first, ...Array.from({ length: 5 }, (_, index) => client.projects.get(`prj-${index}`))]);
    const [refused, ...others] = service.requests.map(({ receivedAtMs: at }) => at);
    expect(others).toHaveLength(6);
    for (const at of others) expect(at - refused!).toBeGreaterThanOrEqual(395);
  });

  shows("rate-limits: The body of a 429");
  test("that persists becomes an error after the policy's number of attempts", async () => {
    const impatient = service.client({ retryPolicy: { rateLimitedAttempts: 3 } });
    service.script({
      status: 429,
      headers: { "x-ratelimit-reset": "0.01" },
      body: {
        errors: [{ detail: "You have exceeded the API's rate limit.", status: 429, title: "Too many requests" }],
      },
    });
    const error = await failureOf(impatient.projects.get("prj-1"));
    expect(error).toBeInstanceOf(RateLimitedError);
    expect(error).toMatchObject({ attempts: 3, retryAfterMs: 10 });
    expect(error.message).toContain("You have exceeded the API's rate limit.");
  });
});

describe("time", () => {
  test("a read times out twice when the service does not respond", async () => {
    service.script(silent);
    const impatient = service.client({ timeoutMs: 100 });
    const error = await failureOf(impatient.projects.get("prj-1"));
    expect(error).toBeInstanceOf(TimeoutError);
    expect(error).toMatchObject({ attempts: 2, timeoutMs: 100, outcomeUnknown: false });
    expect(error.message).toContain("within 0.1 s");
  });

  test("a create that timed out has an unknown outcome, and is not retried", async () => {
    service.script(silent);
    const impatient = service.client({ timeoutMs: 100 });
    const error = await failureOf(impatient.projects.create("acme", { name: "new" }));
    expect(error).toMatchObject({ code: "timeout", attempts: 1, outcomeUnknown: true });
  });

  test("a response that stops in the middle times out too", async () => {
    service.script((response) => {
      response.writeHead(200, { "content-type": "application/vnd.api+json" });
      response.write("{");
    });
    const impatient = service.client({ timeoutMs: 100 });
    expect(await failureOf(impatient.projects.get("prj-1"))).toMatchObject({ code: "timeout" });
  });

  test("Retry-After of a 503 is respected", async () => {
    service.script(failing(503, { "retry-after": "1" }), fine);
    await client.projects.get("prj-1");
    expect(service.requests[1]!.receivedAtMs - service.requests[0]!.receivedAtMs).toBeGreaterThanOrEqual(990);
  });

  test("a response may take longer than the keep-alive timeout of the service", async () => {
    service.server.keepAliveTimeout = 1000;
    const late: ScriptedResponse = (response) =>
      void setTimeout(() => response.end(JSON.stringify(projectDocument())), 1500);
    service.script(fine, late);
    await client.projects.get("prj-1");
    await client.projects.get("prj-1");
    expect(service.requests).toHaveLength(2);
  });
});

describe("a signal", () => {
  test("that is already aborted prevents sending", async () => {
    const error = await failureOf(client.projects.create("acme", { name: "new" }, { signal: AbortSignal.abort() }));
    expect(error).toBeInstanceOf(AbortedError);
    expect(error).toMatchObject({ outcomeUnknown: false });
    expect(service.requests).toHaveLength(0);
  });

  test("aborts a request in flight, whose outcome is then unknown", async () => {
    const abort = new AbortController();
    service.script(() => abort.abort(new Error("enough")));
    const error = await failureOf(client.projects.create("acme", { name: "new" }, { signal: abort.signal }));
    expect(error).toMatchObject({ code: "aborted", outcomeUnknown: true, cause: new Error("enough") });
  });

  test("aborts the wait before another attempt", async () => {
    const abort = new AbortController();
    const patient = service.client({ retryPolicy: { initialDelayMs: 60_000, maxDelayMs: 60_000 } });
    service.script((response) => {
      response.writeHead(500).end();
      setTimeout(() => abort.abort(), 20);
    });
    const error = await failureOf(patient.projects.update("prj-1", { name: "other" }, { signal: abort.signal }));
    expect(error).toMatchObject({ code: "aborted", outcomeUnknown: true, attempts: 1 });
  });

  test("aborts the wait for the rate limit", async () => {
    service.script(failing(429, { "x-ratelimit-reset": "60" }));
    const error = await failureOf(client.projects.get("prj-1", { signal: AbortSignal.timeout(50) }));
    expect(error).toMatchObject({ code: "aborted", outcomeUnknown: false });
  });

  test("of the client aborts its operations, also those with a signal of their own", async () => {
    const abort = new AbortController();
    const ending = service.client({ signal: abort.signal });
    service.script(silent);
    const works = [
      ending.projects.get("prj-1"),
      ending.projects.get("prj-1", { signal: new AbortController().signal }),
    ];
    const errors = Promise.all(works.map(failureOf));
    setTimeout(() => abort.abort(), 50);
    for (const error of await errors) expect(error).toMatchObject({ code: "aborted" });
  });

  test("for shutdown aborts waits, prevents further requests, and lets requests in flight finish", async () => {
    const stop = new AbortController();
    const stopping = service.client({
      shutdownSignal: stop.signal,
      retryPolicy: { initialDelayMs: 60_000, maxDelayMs: 60_000 },
    });
    service.script(failing(500), (response) => {
      stop.abort();
      response.setHeader("content-type", "application/vnd.api+json");
      setTimeout(() => response.end(JSON.stringify(projectDocument())), 50);
    });
    const waiting = failureOf(stopping.projects.get("prj-1"));
    await waitUntil(() => service.requests.length > 0);
    expect(await stopping.projects.get("prj-1")).toMatchObject({ id: "prj-1" });
    expect(await waiting).toMatchObject({ code: "aborted", attempts: 1 });
    expect(await failureOf(stopping.projects.get("prj-1"))).toMatchObject({ code: "aborted" });
    expect(service.requests).toHaveLength(2);
  });

  test("may be shared by many requests without as many listeners", async () => {
    service.script({ body: projectDocument() });
    const { signal } = new AbortController();
    const works = Array.from({ length: 50 }, () => client.projects.get("prj-1", { signal }));
    expect(getEventListeners(signal, "abort").length).toBeLessThan(10);
    await Promise.all(works);
    expect(getEventListeners(signal, "abort")).toEqual([]);
  });
});

describe("a request observer", () => {
  test("receives method, path, status, duration and attempt of each sending", async () => {
    const observed: ObservedRequest[] = [];
    const client = service.client({ onRequest: (request) => observed.push(request) });
    service.script(failing(502, { "x-request-id": "req-7" }), drop, fine);
    const begin = performance.now();
    await client.projects.listPage("acme", { number: 2 }).catch(() => undefined);
    const elapsedMs = performance.now() - begin;
    expect(observed.reduce((sum, { durationMs }) => sum + durationMs, 0)).toBeLessThanOrEqual(elapsedMs);
    const path = "/api/v2/organizations/acme/projects?page%5Bnumber%5D=2";
    expect(observed).toEqual([
      {
        method: "GET",
        path,
        status: 502,
        durationMs: expect.any(Number) as number,
        attempt: 1,
        requestId: "req-7",
        error: "server",
      },
      {
        method: "GET",
        path,
        status: undefined,
        durationMs: expect.any(Number) as number,
        attempt: 2,
        error: "connection",
      },
      {
        method: "GET",
        path,
        status: 200,
        durationMs: expect.any(Number) as number,
        attempt: 3,
        error: "unexpected-response",
      },
    ]);
  });

  test("cannot make a request fail", async () => {
    const client = service.client({
      onRequest: () => {
        throw new Error("observer");
      },
    });
    service.script(fine);
    await expect(client.projects.get("prj-1")).resolves.toMatchObject({ id: "prj-1" });
  });
});

test("the last of several failures determines the class of the error", async () => {
  service.script(drop, failing(500));
  expect(await failureOf(client.projects.get("prj-1"))).toBeInstanceOf(ServerError);
});

describe("an exchange", () => {
  const request = { method: "GET", path: "/projects/prj-1", idempotent: true } as const;

  test.each([200, 204, 301, 401, 404, 409, 415, 422])("returns a response with status %i", async (status) => {
    service.script({ status, headers: { "x-tfe-version": "1.0" }, body: '{"data":null}' });
    const response = await client.exchange(request);
    expect([response.status, response.header("X-TFE-Version")]).toEqual([status, "1.0"]);
  });

  test("is retried as other requests are", async () => {
    service.script(failing(503), failing(429, { "x-ratelimit-reset": "0" }), { status: 404 });
    expect((await client.exchange(request)).status).toBe(404);
    service.script(...Array<ScriptedResponse>(5).fill(failing(502)));
    await expect(client.exchange(request)).rejects.toBeInstanceOf(ServerError);
  });

  test("has its own headers in place of those of every request, and lacks those that are null", async () => {
    service.script({ status: 204 });
    const headers = { "Content-Type": "application/json", Authorization: null };
    await client.exchange({ ...request, method: "PATCH", body: {}, headers });
    const [sent] = service.requests;
    expect([sent?.headers["content-type"], sent?.headers.authorization]).toEqual(["application/json", undefined]);
  });
});
