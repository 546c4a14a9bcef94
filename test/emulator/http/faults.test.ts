import { Emulator } from "../../../src/emulator";
import { HttpCaller, resource } from "../http-caller";

let emulator: Emulator;
let http: HttpCaller;

beforeEach(async () => {
  emulator = await Emulator.start();
  http = new HttpCaller(emulator);
});
afterEach(() => emulator.stop());

const PROJECTS = "/organizations/acme/projects";
const create = (): ReturnType<HttpCaller["post"]> => http.post(PROJECTS, resource("projects", { name: "Platform" }));
const created = (): boolean => emulator.findProject("acme", "Platform") !== undefined;

test("a status is answered once, with an error document, and the work is not done", async () => {
  emulator.addFault({ status: 503 });

  const answer = await create();

  expect([answer.status, answer.errors[0]!.status]).toEqual([503, "503"]);
  expect(created()).toBe(false);
  expect((await create()).status).toBe(201);
});

test("headers and body of the answer can be given", async () => {
  emulator.addFault({ status: 502, headers: { "retry-after": "7" }, body: "<html>Bad Gateway</html>" });
  const answer = await create();
  expect([answer.status, answer.headers.get("retry-after"), answer.text]).toEqual([
    502,
    "7",
    "<html>Bad Gateway</html>",
  ]);
});

test("a connection dropped before the work leaves the world as it was", async () => {
  emulator.addFault({ drop: "before" });
  await expect(create()).rejects.toThrow();
  expect(created()).toBe(false);
});

test("a connection dropped after the work leaves the world changed", async () => {
  emulator.addFault({ drop: "after" });
  await expect(create()).rejects.toThrow();
  expect(created()).toBe(true);
});

test("a truncated answer breaks off in the middle of the body, after the work", async () => {
  emulator.addFault({ truncate: true });
  await expect(create()).rejects.toThrow();
  expect(created()).toBe(true);
});

test("a delay comes before the answer", async () => {
  emulator.addFault({ delayMs: 60 });
  const before = performance.now();
  expect((await create()).status).toBe(201);
  expect(performance.now() - before).toBeGreaterThan(55);
});

test("faults happen only to what they match, as many times as said, in the order in which they were added", async () => {
  emulator.addFault({ method: "post", status: 500, times: 2 });
  emulator.addFault({ path: "/projects?q=a", status: 501 });
  emulator.addFault({ path: /\/projects$/, status: 502, times: Infinity });

  const statuses = [
    (await create()).status,
    (await http.get(PROJECTS, { q: "b" })).status,
    (await http.get(PROJECTS, { q: "a" })).status,
    (await http.get(PROJECTS)).status,
    (await create()).status,
    (await create()).status,
    (await http.get(PROJECTS)).status,
  ];
  emulator.clearFaults();

  expect(statuses).toEqual([500, 200, 501, 502, 500, 502, 502]);
  expect((await http.get(PROJECTS)).status).toBe(200);
});

test("a fault that is never to happen is a mistake", () => {
  expect(() => emulator.addFault({ times: 0 })).toThrow(RangeError);
});

test("requests are logged with what became of them; a dropped one has status 0", async () => {
  emulator.addFault({ method: "DELETE", drop: "before" });
  await http.get(PROJECTS, { "page[size]": "1" });
  await http.delete("/projects/prj-1").catch(() => undefined);
  await http.get("/nonsense");

  expect(emulator.requests).toEqual([
    { method: "GET", path: "/api/v2/organizations/acme/projects?page%5Bsize%5D=1", status: 200 },
    { method: "DELETE", path: "/api/v2/projects/prj-1", status: 0 },
    { method: "GET", path: "/api/v2/nonsense", status: 404 },
  ]);
  emulator.clearRequests();
  expect([emulator.requests, emulator.requestCount]).toEqual([[], 0]);
});
