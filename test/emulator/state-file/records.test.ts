import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Emulator } from "../../../src/emulator";
import { HttpClient, identifiers, resource } from "../http-client";
import { stateFileOf } from "../state-file/crafted";

let folder: string;
let stateFile: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "tfprojects-records-"));
  stateFile = join(folder, "state.jsonl");
});
afterEach(() => rmSync(folder, { recursive: true }));

test("keeps tags, settings, agent pools, locks, consumers and unknown relationships", async () => {
  const first = await Emulator.start({ stateFile });
  const http = new HttpClient(first);
  const { data: pool } = await http.post("/organizations/acme/agent-pools", resource("agent-pools", { name: "p" }));
  const tags = { "tag-bindings": { data: [{ type: "tag-bindings", attributes: { key: "env" } }] } };
  const { data: project } = await http.post(
    "/organizations/acme/projects",
    resource(
      "projects",
      { name: "Platform", "default-execution-mode": "agent", "default-agent-pool-id": pool.id },
      { ...tags, "stacks-default-agent-pool": { data: null } },
    ),
  );
  const api = first.workspaces.create({ organization: "acme", name: "api", projectId: project.id }).id;
  const web = first.workspaces.create({ organization: "acme", name: "web" }).id;
  await http.patch(`/workspaces/${api}`, resource("workspaces", { "execution-mode": "local" }, tags));
  await http.post(`/workspaces/${api}/relationships/tags`, { data: [{ type: "tags", attributes: { name: "blue" } }] });
  await http.post(`/workspaces/${api}/relationships/remote-state-consumers`, identifiers("workspaces", [web]));
  await http.post(`/workspaces/${api}/actions/lock`, { reason: "Release" });
  const paths = [
    "/organizations/acme",
    `/agent-pools/${pool.id}`,
    `/projects/${project.id}`,
    `/projects/${project.id}/tag-bindings`,
    `/workspaces/${api}`,
    `/workspaces/${api}/effective-tag-bindings`,
    `/workspaces/${api}/relationships/tags`,
    `/workspaces/${api}/relationships/remote-state-consumers`,
  ];
  const all = (principal: HttpClient): Promise<unknown[]> =>
    Promise.all(paths.map(async (path) => (await principal.get(path)).document.data));
  const before = await all(http);
  await first.stop();

  const second = await Emulator.start({ stateFile });

  expect(await all(new HttpClient(second))).toEqual(before);
  expect(before[2]).toMatchObject({ relationships: { "stacks-default-agent-pool": { data: null } } });
  await second.stop();
});

test("reads a state file without them", async () => {
  const at = "2026-01-01T00:00:00.000Z";
  const named = (sequence: number, id: string, name: string): object => ({ id, sequence, name, createdAt: at });
  const organizationId = "org-1";
  const records = [
    [
      "organizations",
      organizationId,
      { ...named(1, organizationId, "acme"), defaultProjectId: "prj-1", attributes: {} },
    ],
    [
      "projects",
      "prj-1",
      {
        ...named(2, "prj-1", "Default Project"),
        organizationId,
        description: null,
        autoDestroyActivityDuration: null,
        attributes: { "x-team": "a" },
      },
    ],
    [
      "workspaces",
      "ws-1",
      {
        ...named(3, "ws-1", "api"),
        organizationId,
        projectId: "prj-1",
        inheritsAutoDestroy: true,
        autoDestroyActivityDuration: null,
        updatedAt: at,
        attributes: {},
      },
    ],
  ] as const;
  const changes = records.map(([table, id, record]) => ({ table, id, record }));
  writeFileSync(stateFile, stateFileOf(changes));

  const emulator = await Emulator.start({ stateFile });
  const http = new HttpClient(emulator);

  const workspace = await http.get("/workspaces/ws-1");
  expect(workspace.data.attributes).toMatchObject({ "execution-mode": "remote", locked: false, "tag-names": [] });
  expect((await http.get("/projects/prj-1")).data.attributes["x-team"]).toBe("a");
  expect((await http.get("/projects/prj-1/tag-bindings")).list).toEqual([]);
  expect((await http.get("/organizations/acme")).data.attributes["default-execution-mode"]).toBe("remote");
  await emulator.stop();
});

describe("a crafted state file", () => {
  const crafted = (token: string, name: string): void => {
    const record = { id: "org-1", sequence: 1, name, createdAt: "", defaultProjectId: "prj-1", attributes: {} };
    writeFileSync(stateFile, stateFileOf([{ table: "organizations", id: "org-1", record }], token));
  };
  const refusal = async (): Promise<string> => {
    const before = readFileSync(stateFile, "utf8");
    const error: unknown = await Emulator.start({ stateFile }).catch((reason: unknown) => reason);
    expect(readFileSync(stateFile, "utf8")).toBe(before);
    return String(error);
  };

  test.each(["a b", "", "acme'; rm -rf .", "acme\u001b[2J", "acme\nexport PATH=", "ac\u202eme"])(
    "with the organization name %j is rejected and not changed",
    async (name) => {
      crafted("secret", name);
      const told = await refusal();
      expect(told).toContain(`${stateFile} is damaged: line 2: $[0].record.name: is ${JSON.stringify(name)}`);
      expect(told).toContain("an organization's name can only include letters, numbers, -, and _");
    },
  );

  test.each(["two words", "", "secret\u001b[2J", "secret\nexport PATH="])(
    "with the token %j, which cannot be sent in a header, is rejected, and the error does not contain the token",
    async (token) => {
      crafted(token, "acme");
      const told = await refusal();
      expect(told).toContain("line 1: $.token: is not a valid token");
      if (token !== "") expect(told).not.toContain(token);
    },
  );
});
