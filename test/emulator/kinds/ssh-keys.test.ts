import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Emulator, parseSeed } from "../../../src/emulator";
import { controlRequest } from "../control-client";
import { OPENAPI, shows } from "../../fidelity";
import { HttpClient, resource } from "../http-client";

const KEYS = "/organizations/acme/ssh-keys";
const VALUE = "-----BEGIN OPENSSH PRIVATE KEY-----";

let emulator: Emulator;
let http: HttpClient;

beforeEach(async () => {
  emulator = await Emulator.start();
  http = new HttpClient(emulator);
});
afterEach(() => emulator.stop());

shows.documented(
  OPENAPI,
  "other-clients: SSH keys",
  "Created, listed, shown, renamed and deleted; the value is never returned.",
);
test("creates, lists, shows, renames and deletes SSH keys, whose value is never returned", async () => {
  const created = await http.post(KEYS, resource("ssh-keys", { name: "modules", value: VALUE }));
  const { id } = created.data;
  expect([created.status, id]).toEqual([201, expect.stringMatching(/^sshkey-\w{16}$/)]);
  expect(created.data).toEqual({
    id,
    type: "ssh-keys",
    attributes: { name: "modules" },
    links: { self: `/api/v2/ssh-keys/${id}` },
  });
  expect((await http.get(KEYS)).list).toEqual([created.data]);

  const { status, data } = await http.patch(`/ssh-keys/${id}`, resource("ssh-keys", { name: "all", value: "other" }));
  expect([status, data.attributes]).toEqual([200, { name: "all" }]);
  expect((await http.get(`/ssh-keys/${id}`)).data).toEqual(data);
  expect((await http.delete(`/ssh-keys/${id}`)).status).toBe(204);
  expect((await http.get(`/ssh-keys/${id}`)).status).toBe(404);
});

test("a new key requires a name and a value", async () => {
  expect((await http.post(KEYS, resource("ssh-keys", {}))).pointers).toEqual([
    "/data/attributes/name",
    "/data/attributes/value",
  ]);
  expect((await http.post(KEYS, resource("ssh-keys", { name: 1, value: VALUE }))).errors).toMatchObject([
    { status: "422", detail: "Name must be a string" },
  ]);
});

shows.documented(
  OPENAPI,
  "other-clients: SSH key of a workspace",
  "Assigned and unassigned; absent while there is none, as observed.",
);
test("a workspace gets an SSH key of its organization, loses it, and has none once the key is deleted", async () => {
  const workspace = emulator.workspaces.create({ organization: "acme", name: "api" });
  const path = `/workspaces/${workspace.id}`;
  const { id } = (await http.post(KEYS, resource("ssh-keys", { name: "modules", value: VALUE }))).data;
  const assign = (key: unknown, client = http): ReturnType<HttpClient["patch"]> =>
    client.patch(`${path}/relationships/ssh-key`, resource("workspaces", { id: key }));
  const keyOf = async (): Promise<unknown> => (await http.get(path)).data.relationships["ssh-key"];

  const assigned = await assign(id);
  expect([assigned.status, assigned.data]).toEqual([200, (await http.get(path)).data]);
  expect(await keyOf()).toEqual({ data: { id, type: "ssh-keys" } });
  expect((await assign("sshkey-none")).status).toBe(404);
  emulator.organizations.create({ name: "other" });
  const other = await http.post("/organizations/other/ssh-keys", resource("ssh-keys", { name: "x", value: VALUE }));
  expect((await assign(other.data.id)).status).toBe(404);
  expect((await assign(1)).pointers).toEqual(["/data/attributes/id"]);
  const reader = new HttpClient(emulator, emulator.tokens.create({ organization: "acme", role: "read-only" }));
  expect((await assign(null, reader)).status).toBe(404);
  expect(await keyOf()).toEqual({ data: { id, type: "ssh-keys" } });

  await assign(null);
  expect(await keyOf()).toBeUndefined();
  await assign(id);
  await http.delete(`/ssh-keys/${id}`);
  expect(await keyOf()).toBeUndefined();
});

test("only who manages the organization sees its keys", async () => {
  const { id } = (await http.post(KEYS, resource("ssh-keys", { name: "modules", value: VALUE }))).data;
  const reader = new HttpClient(emulator, emulator.tokens.create({ organization: "acme", role: "read-only" }));
  expect([(await reader.get(KEYS)).status, (await reader.get(`/ssh-keys/${id}`)).status]).toEqual([404, 404]);
  expect((await reader.post(KEYS, resource("ssh-keys", { name: "x", value: VALUE }))).status).toBe(404);
});

test("a seed and the control API create keys, and a state file keeps them", async () => {
  const folder = mkdtempSync(join(tmpdir(), "tfprojects-ssh-keys-"));
  const stateFile = join(folder, "state.jsonl");
  const seed = parseSeed(
    JSON.stringify({ organizations: [{ name: "acme", sshKeys: [{ name: "seeded", value: VALUE }] }] }),
  );
  const first = await Emulator.start({ seed, stateFile });
  const made = await controlRequest(first, "POST", "/ssh-keys", { organization: "acme", name: "made", value: VALUE });
  expect(made.status).toBe(200);
  await first.stop();

  const second = await Emulator.start({ stateFile });
  expect((await new HttpClient(second).get(KEYS)).names).toEqual(["seeded", "made"]);
  const { id } = made.document as { readonly id: string };
  expect((await controlRequest(second, "DELETE", `/ssh-keys/${id}`)).status).toBe(204);
  expect((await new HttpClient(second).get(KEYS)).names).toEqual(["seeded"]);
  await second.stop();
  rmSync(folder, { recursive: true });
  const invalid = JSON.stringify({ organizations: [{ name: "acme", sshKeys: [{ name: "no-value" }] }] });
  expect(() => parseSeed(invalid)).toThrow("$.organizations[0].sshKeys[0].value");
});
