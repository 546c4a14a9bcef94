import { Client } from "../../src/api";
import { journalFolder } from "../../src/conformance/journal";
import { Session, SessionEndedError, type SessionOptions } from "../../src/conformance/session";
import { get, remove } from "../../src/conformance/request";
import { Emulator } from "../../src/emulator";

let emulator: Emulator;
let client: Client;
let sent = 0;
beforeEach(async () => {
  emulator = await Emulator.start();
  sent = 0;
  const { address, token } = emulator;
  client = new Client({ address, token, env: {}, onRequest: () => (sent += 1) });
});
afterEach(() => emulator.stop());

const session = (options: Partial<SessionOptions> = {}): Session =>
  new Session({
    client,
    requestsPerSecond: undefined,
    requestCount: () => sent,
    isInvented: (id) => id === "prj-0000000000000000",
    ...options,
  });

test("equal reads share one response until the next write", async () => {
  const its = session();
  const read = get("/organizations/acme");
  expect(await its.send(read)).toBe(await its.send({ ...read }));
  await its.send(get("/organizations/acme", { include: "default-project" }));
  expect(sent).toBe(2);
  await its.send(remove("/projects/prj-0000000000000000"));
  await its.send(read);
  expect(sent).toBe(4);
});

test("a request that is sent once keeps its response in spite of writes", async () => {
  const its = session();
  const read = { ...get("/organizations/acme"), isSentOnce: true };
  const first = await its.send(read);
  await its.send(remove("/projects/prj-0000000000000000"));
  expect(await its.send(read)).toBe(first);
});

test("what is not permitted is not sent", async () => {
  await expect(session().send(remove("/projects/prj-1111111111111111"))).rejects.toThrow("is not permitted");
  expect(sent).toBe(0);
});

test("of 240 requests, 20 are left to the clean-up", async () => {
  const its = session({ requestCount: () => 220 });
  await expect(its.send(get("/ping"))).rejects.toThrow(SessionEndedError);
  expect((await its.sendNow(get("/ping"))).status).toBe(204);
});

test("requests are no faster than the limit", async () => {
  const its = session({ requestsPerSecond: 20 });
  const begin = performance.now();
  for (let count = 0; count < 41; count += 1) await its.sendNow(get("/ping"));
  expect(performance.now() - begin).toBeGreaterThan(2000);
});

test("a service that fails responds with its status, after the retries of the client", async () => {
  emulator.faults.add({ status: 503, times: Number.POSITIVE_INFINITY });
  const retryPolicy = { initialDelayMs: 1, maxDelayMs: 1 };
  const { address, token } = emulator;
  const impatient = new Client({ address, token, env: {}, retryPolicy });
  const response = await session({ client: impatient }).send(get("/ping"));
  expect([response.status, response.problems.length]).toEqual([503, 1]);
});

test.each([
  [{ HOME: "/home/ada" }, "linux", "/home/ada/.local/state/tfprojects/conformance"],
  [{ HOME: "/home/ada", XDG_STATE_HOME: "" }, "darwin", "/home/ada/.local/state/tfprojects/conformance"],
  [{ HOME: "/home/ada", XDG_STATE_HOME: "/state" }, "linux", "/state/tfprojects/conformance"],
  [{ LOCALAPPDATA: "/Local", XDG_STATE_HOME: "/state" }, "win32", "/Local/tfprojects/conformance"],
])("journals are in the user's folder for state: %j on %s", (env, platform, folder) => {
  expect(journalFolder(env, platform)).toBe(folder);
});
