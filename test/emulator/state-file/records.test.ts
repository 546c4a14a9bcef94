import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Emulator } from "../../../src/emulator";
import { HttpClient, identifiers, resource } from "../http-client";
import { stateFileOf } from "./crafted";

let folder: string;
let stateFile: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "tfprojects-records-"));
  stateFile = join(folder, "state.jsonl");
});
afterEach(() => rmSync(folder, { recursive: true }));

test("keeps tags, settings, agent pools, locks and consumers", async () => {
  const first = await Emulator.start({ stateFile });
  const http = new HttpClient(first);
  const { data: pool } = await http.post("/organizations/acme/agent-pools", resource("agent-pools", { name: "p" }));
  const tags = { "tag-bindings": { data: [{ type: "tag-bindings", attributes: { key: "env" } }] } };
  const { data: project } = await http.post(
    "/organizations/acme/projects",
    resource(
      "projects",
      { name: "Platform", "default-execution-mode": "agent", "default-agent-pool-id": pool.id },
      tags,
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

  const restored = new HttpClient(second);
  expect(await all(restored)).toEqual(before);
  // What is new comes after it.
  second.workspaces.create({ organization: "acme", name: "a-new-one" });
  expect((await restored.get("/organizations/acme/workspaces")).names).toEqual(["api", "web", "a-new-one"]);
  await second.stop();
});

test.each([1, 2])("a state file of format %d, of an earlier version, is rejected and not changed", async (format) => {
  const record = { id: "org-1", sequence: 1, name: "acme", createdAt: "", defaultProjectId: "prj-1", attributes: {} };
  const content = stateFileOf([{ table: "organizations", id: "org-1", record }], { format });
  writeFileSync(stateFile, content);
  await expect(Emulator.start({ stateFile })).rejects.toThrow(
    `${stateFile} was written by an earlier version of the emulator, whose state files cannot be read any more. ` +
      "It was not changed.",
  );
  expect(readFileSync(stateFile, "utf8")).toBe(content);
});

describe("a crafted state file", () => {
  const crafted = (token: string, name: string): void => {
    const own = { id: "org-1", sequence: 1, name, email: "a@example.com", createdAt: "", settings: {} };
    const record = { ...own, defaultProjectId: "prj-1", defaultAgentPoolId: null };
    writeFileSync(stateFile, stateFileOf([{ table: "organizations", id: "org-1", record }], { token }));
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

test("keeps teams, their members and access, and the tokens that have it", async () => {
  const first = await Emulator.start({ stateFile });
  const http = new HttpClient(first);
  const one = (type: string, id: string): object => ({ data: { type, id } });
  const access = { "organization-access": { "manage-run-tasks": true }, visibility: "organization" };
  const team = (await http.post("/organizations/acme/teams", resource("teams", { name: "ops", ...access }))).data.id;
  const project = first.projects.create({ organization: "acme", name: "Web" }).id;
  const workspace = first.workspaces.create({ organization: "acme", name: "api" }).id;
  const onProject = await http.post(
    "/team-projects",
    resource(
      "team-projects",
      { access: "custom", "workspace-access": { runs: "plan" } },
      { team: one("teams", team), project: one("projects", project) },
    ),
  );
  const onWorkspace = await http.post(
    "/team-workspaces",
    resource(
      "team-workspaces",
      { access: "custom", runs: "apply" },
      { team: one("teams", team), workspace: one("workspaces", workspace) },
    ),
  );
  const member = await http.post(
    "/organizations/acme/organization-memberships",
    resource("organization-memberships", { email: "ada@example.com" }, { teams: identifiers("teams", [team]) }),
  );
  const token = await http.post(`/teams/${team}/authentication-token`);
  const paths = [
    `/teams/${team}`,
    `/team-projects/${onProject.data.id}`,
    `/team-workspaces/${onWorkspace.data.id}`,
    `/organization-memberships/${member.data.id}`,
    `/authentication-tokens/${token.data.id}`,
    `/projects/${project}`,
    `/workspaces/${workspace}`,
  ];
  const all = async (emulator: Emulator): Promise<unknown> => {
    const principals = [emulator.token, String(token.data.attributes["token"])].map(
      (it) => new HttpClient(emulator, it),
    );
    return Promise.all(principals.flatMap((it) => paths.map(async (path) => (await it.get(path)).text)));
  };
  const before = await all(first);
  await first.stop();
  const second = await Emulator.start({ stateFile });
  expect(await all(second)).toEqual(before);
  await second.stop();
});
