import { setImmediate as turn } from "node:timers/promises";
import { InvalidArgumentError, Client, ConfigurationError } from "../../src/api";
import type { RetryPolicy } from "../../src/api";
import { Emulator } from "../../src/emulator";
import { listDocument, ScriptedService } from "./scripted-service";
import { shows } from "../fidelity";

test("a client reads address and token from the given environment", async () => {
  const emulator = await Emulator.start();
  const client = new Client({ env: { TFE_ADDRESS: emulator.address, TFE_TOKEN: emulator.token } });
  expect(client.address).toBe(emulator.address);
  expect(await client.organizations.get("acme")).toMatchObject({ name: "acme" });
  await emulator.stop();
});

test("a client cannot be created without a token, or if it would expose the token", () => {
  expect(() => new Client({ env: { HOME: "/nonexistent" } })).toThrow(/^No token found for app\.terraform\.io\./);
  expect(() => new Client({ address: "http://tfe.example.com", token: "x" })).toThrow(ConfigurationError);
});

test.each([0, -1, Number.NaN, Infinity])("%d is neither a valid limit nor a valid timeout", (value) => {
  expect(() => new Client({ token: "x", env: {}, requestsPerSecond: value })).toThrow(InvalidArgumentError);
  expect(() => new Client({ token: "x", env: {}, timeoutMs: value })).toThrow(InvalidArgumentError);
});

test("a limit of requests that would stop all work is rejected", () => {
  expect(() => new Client({ token: "x", env: {}, requestsPerSecond: 1e-9 })).toThrow(
    "requestsPerSecond must be a number of at least 1/60 (one request per minute); it is 1e-9.",
  );
});

test.each<Partial<RetryPolicy>>([
  { attempts: 0 },
  { attempts: Number.NaN },
  { timeoutAttempts: -1 },
  { rateLimitedAttempts: Infinity },
  { initialDelayMs: -1 },
  { maxDelayMs: Number.NaN },
  { maxDelayMs: 2 ** 31 },
])("%j is not a valid retry policy: attempts would not end, or not wait", (retryPolicy) => {
  expect(() => new Client({ token: "x", env: {}, retryPolicy })).toThrow(InvalidArgumentError);
});

test("undefined members of a retry policy have their defaults", async () => {
  const service = await ScriptedService.start();
  service.script({ status: 503 });
  // As from JavaScript, where an option that is not set is passed on.
  const retryPolicy = { attempts: undefined, initialDelayMs: 1, maxDelayMs: 1 } as unknown as Partial<RetryPolicy>;
  await expect(service.client({ retryPolicy }).projects.get("prj-1")).rejects.toMatchObject({ attempts: 5 });
  await service.stop();
});

test("IDs and names are encoded as one path segment each", async () => {
  const service = await ScriptedService.start();
  service.script({ status: 404 });
  const client = service.client();
  await client.workspaces.getByName("a/b", "c?d#e%20f").catch(() => undefined);
  expect(service.requests[0]!.path).toBe("/api/v2/organizations/a%2Fb/workspaces/c%3Fd%23e%2520f");
  await service.stop();
});

test.each(["", ".", "..", "\uD800"])("%j is not a valid ID, and nothing is sent", async (id) => {
  const service = await ScriptedService.start();
  const client = service.client();
  await expect(client.projects.delete(id)).rejects.toThrow(InvalidArgumentError);
  expect(service.requests).toHaveLength(0);
  await service.stop();
});

test("names and values of query parameters are percent-encoded", async () => {
  const service = await ScriptedService.start();
  service.script({ body: listDocument([], { number: 2, size: 5 }) });
  await service
    .client()
    .projects.listPage("acme", { number: 2, size: 5, names: ["a b", "c&d"], canUpdate: true, sort: "-name" });
  expect(service.requests[0]!.path).toBe(
    "/api/v2/organizations/acme/projects?page%5Bnumber%5D=2&page%5Bsize%5D=5&filter%5Bnames%5D=a%20b%2Cc%26d" +
      "&filter%5Bpermissions%5D%5Bupdate%5D=true&sort=-name",
  );
  await service.stop();
});

/** Runs work for which time passes only with the turns of this process, a millisecond each. */
async function inOwnTime(work: () => Promise<unknown>): Promise<void> {
  jest.useFakeTimers({ doNotFake: ["nextTick", "queueMicrotask", "setImmediate"] });
  try {
    const progress = { isOver: false };
    const end = work().finally(() => (progress.isOver = true));
    while (!progress.isOver) {
      await turn();
      jest.advanceTimersByTime(1);
    }
    await end;
  } finally {
    jest.useRealTimers();
  }
}

describe("a service that limits requests", () => {
  shows("rate-limits: The limit");
  test("rejects none of 100 concurrent ones: the client applies the limit in its responses", async () => {
    const statuses: unknown[] = [];
    // In real time, requests that were sent are not counted while this process stands still.
    await inOwnTime(async () => {
      const emulator = await Emulator.start({ rateLimit: 30, now: () => Date.now() });
      const { id } = emulator.projects.create({ organization: "acme", name: "Platform" });
      const client = new Client({ address: emulator.address, token: emulator.token, env: {} });
      await Promise.all(Array.from({ length: 100 }, () => client.projects.get(id)));
      statuses.push(...emulator.requests.entries.map(({ status }) => status));
      client.close();
      await emulator.stop();
    });
    expect(statuses).toEqual(Array(100).fill(200));
  });

  test("may be shared with other clients, and all requests succeed in the end", async () => {
    const emulator = await Emulator.start({ rateLimit: 30 });
    const { id } = emulator.projects.create({ organization: "acme", name: "Platform" });
    const clients = [1, 2, 3].map(() => new Client({ address: emulator.address, token: emulator.token, env: {} }));
    await Promise.all(clients.flatMap((client) => Array.from({ length: 25 }, () => client.projects.get(id))));
    for (const client of clients) client.close();
    await emulator.stop();
  });
});
