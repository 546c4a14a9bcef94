import { InvalidArgumentError, Client, ConfigurationError } from "../../src/api";
import type { RetryPolicy } from "../../src/api";
import { Emulator } from "../../src/emulator";
import { listDocument, ScriptedService } from "./scripted-service";

test("a client finds service and token in the environment it is given", async () => {
  const emulator = await Emulator.start();
  const client = new Client({ env: { TFE_ADDRESS: emulator.address, TFE_TOKEN: emulator.token } });
  expect(client.address).toBe(emulator.address);
  expect(await client.organizations.get("acme")).toMatchObject({ name: "acme" });
  await emulator.stop();
});

test("a client without a token, or that would show it, is not made", () => {
  expect(() => new Client({ env: { HOME: "/nonexistent" } })).toThrow(/^No token for app\.terraform\.io\./);
  expect(() => new Client({ address: "http://tfe.example.com", token: "x" })).toThrow(ConfigurationError);
});

test.each([0, -1, Number.NaN, Infinity])("%d is neither a limit nor a timeout", (value) => {
  expect(() => new Client({ token: "x", env: {}, requestsPerSecond: value })).toThrow(InvalidArgumentError);
  expect(() => new Client({ token: "x", env: {}, timeoutMs: value })).toThrow(InvalidArgumentError);
});

test.each<Partial<RetryPolicy>>([
  { attempts: 0 },
  { attempts: Number.NaN },
  { timeoutAttempts: -1 },
  { rateLimitedAttempts: Infinity },
  { initialDelayMs: -1 },
  { maxDelayMs: Number.NaN },
  { maxDelayMs: 2 ** 31 },
])("%j is no retry policy: attempts would not end, or not wait", (retryPolicy) => {
  expect(() => new Client({ token: "x", env: {}, retryPolicy })).toThrow(InvalidArgumentError);
});

test("what a retry policy leaves undefined is as by default, so that attempts end", async () => {
  const service = await ScriptedService.start();
  service.script({ status: 503 });
  // As from JavaScript, where an option that is not set is passed on.
  const retryPolicy = { attempts: undefined, firstDelay: 1, maxDelay: 1 } as unknown as Partial<RetryPolicy>;
  await expect(service.client({ retryPolicy }).projects.get("prj-1")).rejects.toMatchObject({ attempts: 5 });
  await service.stop();
});

test("ids and names become one segment of the path each, whatever is in them", async () => {
  const service = await ScriptedService.start();
  service.script({ status: 404 });
  const client = service.client();
  await client.workspaces.getByName("a/b", "c?d#e%20f").catch(() => undefined);
  expect(service.requests[0]!.path).toBe("/api/v2/organizations/a%2Fb/workspaces/c%3Fd%23e%2520f");
  await service.stop();
});

test.each(["", ".", "..", "\uD800"])("%j is no id, and nothing is sent", async (id) => {
  const service = await ScriptedService.start();
  const client = service.client();
  await expect(client.projects.delete(id)).rejects.toThrow(InvalidArgumentError);
  expect(service.requests).toHaveLength(0);
  await service.stop();
});

test("brackets in the names of parameters are percent-encoded, and values are", async () => {
  const service = await ScriptedService.start();
  service.script({ body: listDocument([], { number: 2, size: 5 }) });
  await service
    .client()
    .projects.listPage("acme", { number: 2, size: 5, names: ["a b", "c&d"], canUpdate: true, sort: "-name" });
  expect(service.requests[0]!.path).toBe(
    "/api/v2/organizations/acme/projects?page%5Bnumber%5D=2&page%5Bsize%5D=5&filter%5Bnames%5D=a%20b%2Cc%26d&filter%5Bpermissions%5D%5Bupdate%5D=true&sort=-name",
  );
  await service.stop();
});

describe("a service that limits requests", () => {
  test("refuses none of 100 that come at once: their speed is learned from its answers", async () => {
    const emulator = await Emulator.start({ rateLimit: 30 });
    const { id } = emulator.addProject({ organization: "acme", name: "Platform" });
    const client = new Client({ address: emulator.address, token: emulator.token, env: {} });
    await Promise.all(Array.from({ length: 100 }, () => client.projects.get(id)));
    expect(emulator.requests.filter(({ status }) => status === 429)).toEqual([]);
    client.close();
    await emulator.stop();
  });

  test("is shared with others, and everything is done in the end", async () => {
    const emulator = await Emulator.start({ rateLimit: 30 });
    const { id } = emulator.addProject({ organization: "acme", name: "Platform" });
    const clients = [1, 2, 3].map(() => new Client({ address: emulator.address, token: emulator.token, env: {} }));
    await Promise.all(clients.flatMap((client) => Array.from({ length: 25 }, () => client.projects.get(id))));
    for (const client of clients) client.close();
    await emulator.stop();
  });
});
