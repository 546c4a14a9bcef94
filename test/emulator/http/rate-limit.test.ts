import { Emulator } from "../../../src/emulator";
import { HttpClient, resource } from "../http-client";
import { GO_CLIENT, PAGES, shows } from "../../fidelity";

const PROJECTS = "/organizations/acme/projects";
const LIMIT = ["limit", "remaining", "reset"].map((name) => `x-ratelimit-${name}`);
const limits = (response: { readonly headers: Headers }): readonly (string | null)[] =>
  LIMIT.map((name) => response.headers.get(name));

shows.documented(PAGES, "error-documents: A numeric status", 'The documented 429 has `"status": 429`.');
shows.documented(
  PAGES,
  "rate-limits: The body of a 429",
  "One error with the numeric status `429` and the title `Too many requests`.",
);
shows.documented(GO_CLIENT, "rate-limits: x-ratelimit-reset", "Seconds to wait, with decimals; not a timestamp.");
shows.observed("2021-12-31", "rate-limits: x-ratelimit-reset below the limit", "The time until the limit is renewed.", {
  client: "The client waits only without requests left.",
});
test("above the limit, responds with 429 and the time to wait for a second", async () => {
  const emulator = await Emulator.start({ rateLimit: 2, now: () => 0 });
  const http = new HttpClient(emulator);

  expect(limits(await http.get(PROJECTS))).toEqual(["2", "1", "1.0"]);
  emulator.clock.advance(0.25);
  expect(limits(await http.get("/ping"))).toEqual(["2", "0", "0.75"]);
  const refused = await http.get(PROJECTS);
  expect(refused.status).toBe(429);
  expect(refused.document).toEqual({
    errors: [{ detail: "You have exceeded the API's rate limit.", status: 429, title: "Too many requests" }],
  });
  expect(limits(refused)).toEqual(["2", "0", "0.75"]);

  emulator.clock.advance(0.75);
  expect((await http.get(PROJECTS)).status).toBe(200);
  await emulator.stop();
});

describe("sharing of limits", () => {
  let emulator: Emulator;

  beforeEach(async () => {
    emulator = await Emulator.start({ rateLimit: 1, now: () => 0 });
  });
  afterEach(() => emulator.stop());

  const status = async (token: string): Promise<number> =>
    (await new HttpClient(emulator, token).get("/organizations")).status;
  const tokenOf = (user?: string): string => emulator.tokens.create({ organization: "acme", role: "read-only", user });

  shows.documented(
    PAGES,
    "rate-limits: The limit",
    "30 requests per second and user, or address. Configurable in the emulator, and off when embedded.",
  );
  test("all tokens of a user share a limit, tokens of other users do not", async () => {
    const [one, another, other] = [tokenOf("ada"), tokenOf("ada"), tokenOf("ben")];
    expect([await status(one), await status(another), await status(other)]).toEqual([200, 429, 200]);
  });

  test("a token without a user has a limit of its own", async () => {
    expect([await status(tokenOf()), await status(tokenOf()), await status(emulator.token)]).toEqual([200, 200, 200]);
  });

  shows("rate-limits: The limit");
  test("requests without a valid token share the limit of their network address", async () => {
    expect([await status("wrong"), await status("wrong, too"), await status(emulator.token)]).toEqual([401, 429, 200]);
  });
});

shows.observed("2020", "rate-limits: x-ratelimit-limit, -remaining, -reset", "On every response.");
shows.ourChoice(
  "2026-11",
  "rate-limits: Counted requests",
  "Every request except discovery, including rejected ones.",
  { client: "The service does the counting." },
);
test.each([
  ["a success", "GET", PROJECTS, 200],
  ["an unknown route", "GET", "/nonsense", 404],
  ["an operation that is not emulated", "POST", "/stacks", 400],
  ["a wrong media type", "DELETE", "/projects/prj-1", 415],
  ["ping", "GET", "/ping", 204],
])("%s counts, returns the limit, and is rejected above it", async (_, method, path, status) => {
  const emulator = await Emulator.start({ rateLimit: 1, now: () => 0 });
  const http = new HttpClient(emulator);
  const send = (): ReturnType<typeof http.send> =>
    http.send(method, path, undefined, { "content-type": "application/json" });

  const response = await send();
  expect([response.status, ...limits(response)]).toEqual([status, "1", "0", "1.0"]);
  const refused = await send();
  expect([refused.status, ...limits(refused)]).toEqual([429, "1", "0", "1.0"]);
  await emulator.stop();
});

shows("rate-limits: Counted requests");
test("service discovery is not limited", async () => {
  const emulator = await Emulator.start({ rateLimit: 1, now: () => 0 });
  const discover = async (): Promise<number> => (await fetch(`${emulator.address}/.well-known/terraform.json`)).status;
  expect([await discover(), await discover()]).toEqual([200, 200]);
  await emulator.stop();
});

shows.documented(
  GO_CLIENT,
  "rate-limits: A 429 for every request",
  "Is retried after the wait, also for a create, which was not executed.",
);
test("a request above the limit is not processed", async () => {
  const emulator = await Emulator.start({ rateLimit: 1, now: () => 0 });
  const http = new HttpClient(emulator);
  await http.get("/ping");
  expect((await http.post(PROJECTS, resource("projects", { name: "Platform" }))).status).toBe(429);
  expect(emulator.projects.find("acme", "Platform")).toBeUndefined();
  await emulator.stop();
});

shows("rate-limits: The limit");
test("the limit can be changed and removed while the emulator runs", async () => {
  const emulator = await Emulator.start({ now: () => 0 });
  const http = new HttpClient(emulator);
  const attempts = async (): Promise<readonly unknown[]> => {
    const [first, second] = [await http.get(PROJECTS), await http.get(PROJECTS)];
    return [first.status, second.status, limits(second)[0]];
  };

  expect(await attempts()).toEqual([200, 200, null]);
  emulator.setRateLimit(1);
  expect(await attempts()).toEqual([200, 429, "1"]);
  emulator.setRateLimit(2);
  expect(await attempts()).toEqual([200, 200, "2"]);
  emulator.setRateLimit(undefined);
  expect(await attempts()).toEqual([200, 200, null]);
  await emulator.stop();
});

test.each([0, -1, 1.5, NaN, Infinity])("rejects a limit of %d, and keeps the current one", async (limit) => {
  await expect(Emulator.start({ rateLimit: limit })).rejects.toThrow(/must be an integer of at least 1/);
  const emulator = await Emulator.start({ rateLimit: 7 });
  expect(() => emulator.setRateLimit(limit)).toThrow(RangeError);
  expect(emulator.rateLimit).toBe(7);
  await emulator.stop();
});

shows("rate-limits: The limit");
test("without a limit, responses have no rate limit headers", async () => {
  const emulator = await Emulator.start();
  expect(limits(await new HttpClient(emulator).get(PROJECTS))).toEqual([null, null, null]);
  await emulator.stop();
});
