import type { Fault } from "../../../src/emulator";
import { Emulator } from "../../../src/emulator";
import { HttpClient, resource } from "../http-client";

let emulator: Emulator;
let http: HttpClient;

beforeEach(async () => {
  emulator = await Emulator.start();
  http = new HttpClient(emulator);
});
afterEach(() => emulator.stop());

const PROJECTS = "/organizations/acme/projects";
const create = (): ReturnType<HttpClient["post"]> => http.post(PROJECTS, resource("projects", { name: "Platform" }));
const created = (): boolean => emulator.projects.find("acme", "Platform") !== undefined;

test("responds once with the status and an error document, without processing the request", async () => {
  emulator.faults.add({ status: 503 });

  const answer = await create();

  expect([answer.status, answer.errors[0]!.status]).toEqual([503, "503"]);
  expect(created()).toBe(false);
  expect((await create()).status).toBe(201);
});

test("responds with the given headers and body", async () => {
  emulator.faults.add({ status: 502, headers: { "retry-after": "7" }, body: "<html>Bad Gateway</html>" });
  const answer = await create();
  expect([answer.status, answer.headers.get("retry-after"), answer.text]).toEqual([
    502,
    "7",
    "<html>Bad Gateway</html>",
  ]);
});

test("replaces the body of the response to a processed request", async () => {
  emulator.faults.add({ body: "<html>Cached</html>", headers: { "content-type": "text/html" } });
  const answer = await create();
  expect([answer.status, answer.text, answer.headers.get("content-type")]).toEqual([
    201,
    "<html>Cached</html>",
    "text/html",
  ]);
  expect(created()).toBe(true);

  const { id } = emulator.projects.find("acme", "Platform")!;
  emulator.faults.add({ body: "{}" });
  const deleted = await http.delete(`/projects/${id}`);
  expect([deleted.status, deleted.text, created()]).toEqual([200, "{}", false]);
});

test('drop "before" closes the connection and does not process the request', async () => {
  emulator.faults.add({ drop: "before" });
  await expect(create()).rejects.toThrow();
  expect(created()).toBe(false);
});

test('drop "after" processes the request and closes the connection', async () => {
  emulator.faults.add({ drop: "after" });
  await expect(create()).rejects.toThrow();
  expect(created()).toBe(true);
});

test("truncate processes the request and closes the connection in the middle of the body", async () => {
  emulator.faults.add({ truncate: true });
  await expect(create()).rejects.toThrow();
  expect(created()).toBe(true);
});

test("delays the response", async () => {
  emulator.faults.add({ delayMs: 60 });
  const before = performance.now();
  expect((await create()).status).toBe(201);
  expect(performance.now() - before).toBeGreaterThan(55);
});

test("dripMs sends the whole response, a byte at a time", async () => {
  emulator.faults.add({ dripMs: 0 });
  const { status, data } = await create();
  expect([status, data.attributes["name"]]).toEqual([201, "Platform"]);
  emulator.faults.add({ path: "/projects", dripMs: 1000 });
  const { body } = await fetch(`${emulator.address}/api/v2${PROJECTS}`, {
    headers: { authorization: `Bearer ${emulator.token}` },
  });
  const reader = body!.getReader();
  expect((await reader.read()).value).toEqual(new TextEncoder().encode("{"));
  await reader.cancel();
});

test("faults apply to matching requests, the given number of times, in the order they were added", async () => {
  emulator.faults.add({ method: "post", status: 500, times: 2 });
  emulator.faults.add({ path: "/projects?q=a", status: 501 });
  emulator.faults.add({ path: /\/projects$/, status: 502, times: Infinity });

  const statuses = [
    (await create()).status,
    (await http.get(PROJECTS, { q: "b" })).status,
    (await http.get(PROJECTS, { q: "a" })).status,
    (await http.get(PROJECTS)).status,
    (await create()).status,
    (await create()).status,
    (await http.get(PROJECTS)).status,
  ];
  emulator.faults.clear();

  expect(statuses).toEqual([500, 200, 501, 502, 500, 502, 502]);
  expect((await http.get(PROJECTS)).status).toBe(200);
});

test("skip excludes the first matching requests, and every selects each n-th one after them", async () => {
  emulator.faults.add({ path: "/ping", status: 500, skip: 2, every: 3, times: 2 });
  const statuses: number[] = [];
  for (let index = 0; index < 12; index += 1) statuses.push((await http.get("/ping")).status);
  expect(statuses.flatMap((status, index) => (status === 500 ? [index + 1] : []))).toEqual([5, 8]);
  expect(emulator.faults.pending).toEqual([]);
});

test("a path matches encoded and decoded requests", async () => {
  emulator.faults.add({ path: "filter[names]=A", status: 500 });
  emulator.faults.add({ path: "filter%5Bnames%5D=B", status: 501 });
  const status = async (name: string): Promise<number> => (await http.get(PROJECTS, { "filter[names]": name })).status;
  expect([await status("C"), await status("A"), await status("B")]).toEqual([200, 500, 501]);
});

test("lists pending faults, with their counts", async () => {
  const never = { method: "PATCH", drop: "after" } as const;
  const twice = { path: /ping/, status: 503, times: 2 };
  emulator.faults.add(never);
  emulator.faults.add(twice);
  await http.get("/ping");
  expect(emulator.faults.pending).toEqual([
    { fault: never, matched: 0, triggered: 0 },
    { fault: twice, matched: 1, triggered: 1 },
  ]);
  await http.get("/ping");
  expect(emulator.faults.pending).toHaveLength(1);
});

test("a status below 400 has only the given body", async () => {
  emulator.faults.add({ status: 200, body: "{}" });
  emulator.faults.add({ status: 204 });
  emulator.faults.add({ status: 302, headers: { location: "http://127.0.0.1:1/" } });
  const read = async (): Promise<unknown> => {
    const response = await fetch(`${emulator.address}/api/v2/ping`, { redirect: "manual" });
    return [response.status, response.headers.get("location"), await response.text()];
  };
  expect([await read(), await read(), await read()]).toEqual([
    [200, null, "{}"],
    [204, null, ""],
    [302, "http://127.0.0.1:1/", ""],
  ]);
});

test("truncate sends nothing of a response without a body, after processing the request", async () => {
  const { id } = emulator.projects.create({ organization: "acme", name: "Platform" });
  emulator.faults.add({ method: "DELETE", truncate: true });
  await expect(http.delete(`/projects/${id}`)).rejects.toThrow();
  expect(created()).toBe(false);
});

test.each<[Fault, RegExp]>([
  [{}, /one of status, body, delayMs, dripMs, drop and truncate is required/],
  [{ method: "GET", truncate: false }, /one of status, body, delayMs, dripMs, drop and truncate is required/],
  [{ status: 99 }, /from 200 to 599/],
  [{ status: 101 }, /from 200 to 599/],
  [{ status: 600 }, /from 200 to 599/],
  [{ status: 500.5 }, /from 200 to 599/],
  [{ status: NaN }, /from 200 to 599/],
  [{ status: 500, times: 0 }, /times must be an integer of at least 1/],
  [{ status: 500, times: 1.5 }, /times must be an integer of at least 1/],
  [{ status: 500, times: NaN }, /times must be an integer of at least 1/],
  [{ status: 500, skip: -1 }, /skip must be an integer of at least 0/],
  [{ status: 500, every: 0 }, /every must be an integer of at least 1/],
  [{ delayMs: -1 }, /delayMs must be a number from 0/],
  [{ delayMs: Infinity }, /delayMs must be a number from 0/],
  [{ dripMs: NaN }, /dripMs must be a number from 0/],
  [{ dripMs: 1, drop: "after" }, /dripMs and drop or truncate are mutually exclusive/],
  [{ method: "FETCH", status: 500 }, /is not an HTTP method/],
  [{ path: "/projects/a b", status: 500 }, /always percent-encoded/],
  [{ body: "text", drop: "after" }, /drop and body are mutually exclusive/],
  [{ headers: { "retry-after": "1" }, delayMs: 1 }, /headers requires status or body/],
  [{ status: 500, headers: { "no good": "1" } }, /is not a valid header/],
  [{ status: 500, headers: { good: "no\ngood" } }, /is not a valid header/],
  [{ status: 500, headers: { "Content-Length": "50" }, body: "text" }, /is set by the emulator/],
  [{ status: 500, headers: { connection: "upgrade" } }, /is set by the emulator/],
  [{ status: 204, body: "text" }, /has no body/],
  [{ status: 500, drop: "before" }, /drop and status are mutually exclusive/],
  [{ truncate: true, drop: "after" }, /drop and truncate are mutually exclusive/],
])("rejects the fault %j", async (fault, why) => {
  expect(() => emulator.faults.add(fault)).toThrow(RangeError);
  expect(() => emulator.faults.add(fault)).toThrow(why);
  expect(emulator.faults.pending).toEqual([]);
  expect((await http.get("/ping")).status).toBe(204);
});

test("logs requests with their status, 0 for a dropped connection", async () => {
  emulator.faults.add({ method: "DELETE", drop: "before" });
  await http.get(PROJECTS, { "page[size]": "1" });
  await http.delete("/projects/prj-1").catch(() => undefined);
  await http.get("/nonsense");

  expect(emulator.requests.entries).toEqual([
    { method: "GET", path: "/api/v2/organizations/acme/projects?page%5Bsize%5D=1", status: 200 },
    { method: "DELETE", path: "/api/v2/projects/prj-1", status: 0 },
    { method: "GET", path: "/api/v2/nonsense", status: 404 },
  ]);
  expect(emulator.requests.counts).toEqual({
    total: 3,
    byMethod: { GET: 2, DELETE: 1 },
    byStatus: { "200": 1, "0": 1, "404": 1 },
  });
  emulator.requests.clear();
  expect([emulator.requests.entries, emulator.requests.counts.total]).toEqual([[], 0]);
});
