import { Emulator } from "../../../src/emulator";
import { HttpClient, identifiers, resource } from "../http-client";
import { NO_WORKSPACE_WRITES, OPENAPI, shows } from "../../fidelity";

let emulator: Emulator;
let http: HttpClient;
let path: string;
let consumers: string;
let web: string;
let db: string;

beforeEach(async () => {
  emulator = await Emulator.start();
  http = new HttpClient(emulator);
  const add = (name: string): string => emulator.workspaces.create({ organization: "acme", name }).id;
  path = `/workspaces/${add("api")}`;
  consumers = `${path}/relationships/remote-state-consumers`;
  [web, db] = [add("web"), add("db")];
});
afterEach(() => emulator.stop());

const names = async (): Promise<unknown> => (await http.get(consumers)).names;

shows.documented(OPENAPI, "workspaces: Remote state consumers", "Added, removed, replaced, listed.", {
  client: NO_WORKSPACE_WRITES,
});
test("adds, removes and replaces consumers, each once", async () => {
  expect(await names()).toEqual([]);
  expect((await http.post(consumers, identifiers("workspaces", [web, db, web]))).status).toBe(204);
  expect(await names()).toEqual(["web", "db"]);
  expect((await http.send("DELETE", consumers, identifiers("workspaces", [web]))).status).toBe(204);
  expect(await names()).toEqual(["db"]);
  expect((await http.patch(consumers, identifiers("workspaces", [web]))).status).toBe(204);
  expect(await names()).toEqual(["web"]);
  emulator.workspaces.delete(web);
  expect(await names()).toEqual([]);
});

shows("workspaces: Remote state consumers");
test("all others are consumers of a globally shared state, and none can be selected", async () => {
  await http.patch(path, resource("workspaces", { "global-remote-state": true }));
  expect(await names()).toEqual(["web", "db"]);
  expect((await http.post(consumers, identifiers("workspaces", [web]))).status).toBe(422);
});

shows("workspaces: Remote state consumers");
test("show_only_configured lists the selected ones of a state that is shared with all", async () => {
  await http.post(consumers, identifiers("workspaces", [db]));
  await http.patch(path, resource("workspaces", { "global-remote-state": true }));
  const shown = async (only: string) => (await http.get(consumers, { show_only_configured: only })).names;
  expect(await shown("true")).toEqual(["db"]);
  expect(await shown("false")).toEqual(["web", "db"]);
});

test("rejects anything but other workspaces of the organization, and changes nothing", async () => {
  emulator.organizations.create({ name: "other" });
  const foreign = emulator.workspaces.create({ organization: "other", name: "foreign" }).id;
  for (const [id, detail] of [
    [path.replace("/workspaces/", ""), "A workspace cannot be a consumer of its own state"],
    [foreign, `Workspace ${foreign} does not belong to the organization`],
    ["ws-0000000000000000", "Workspace ws-0000000000000000 does not belong to the organization"],
  ] as const) {
    const { status, errors } = await http.post(consumers, identifiers("workspaces", [web, id]));
    expect([status, errors]).toEqual([422, [expect.objectContaining({ detail, source: { pointer: "/data/1/id" } })]]);
  }
  expect(await names()).toEqual([]);
});

test("are changed only by who can change the workspace; others find nothing to change", async () => {
  await http.post(consumers, identifiers("workspaces", [db]));
  const reader = new HttpClient(emulator, emulator.tokens.create({ organization: "acme", role: "read-only" }));
  expect((await reader.get(consumers)).names).toEqual(["db"]);
  for (const [method, id] of [
    ["POST", web],
    ["PATCH", web],
    ["DELETE", db],
  ] as const) {
    expect((await reader.send(method, consumers, identifiers("workspaces", [id]))).status).toBe(404);
  }
  const { names: after, document } = await http.get(consumers);
  expect([after, document.included]).toEqual([["db"], undefined]);
});
