import { Emulator } from "../../../src/emulator";
import { HttpClient, resource } from "../http-client";
import { ENTERPRISE_1_1, GO_CLIENT, shows } from "../../fidelity";

let emulator: Emulator;
let http: HttpClient;
let id: string;

beforeEach(async () => {
  emulator = await Emulator.start();
  http = new HttpClient(emulator);
  const project = emulator.projects.create({ organization: "acme", name: "Short", autoDestroyActivityDuration: "3d" });
  id = emulator.workspaces.create({ organization: "acme", name: "api", projectId: project.id }).id;
});
afterEach(() => emulator.stop());

const AT = "2026-12-24T18:00:00Z";
const set = (attributes: object) => http.patch(`/workspaces/${id}`, resource("workspaces", attributes));

/** The auto-destroy settings of the workspace. */
async function autoDestroy(): Promise<unknown> {
  const { attributes } = (await http.get(`/workspaces/${id}`)).data;
  return ["inherits-project-auto-destroy", "auto-destroy-activity-duration", "auto-destroy-at"].map(
    (name) => attributes[name],
  );
}

shows.documented(
  GO_CLIENT,
  "other-clients: auto-destroy-at of a workspace",
  "Ends inheritance and clears the workspace's own duration, and vice versa; null restores inheritance.",
);
test("an auto-destroy time overrides inheritance", async () => {
  expect(await autoDestroy()).toEqual([true, "3d", null]);
  await set({ "auto-destroy-at": AT });
  expect(await autoDestroy()).toEqual([false, null, AT]);
});

shows("other-clients: auto-destroy-at of a workspace");
test("an auto-destroy time clears the workspace's duration, and vice versa", async () => {
  await set({ "auto-destroy-activity-duration": "14d" });
  await set({ "auto-destroy-at": AT });
  expect(await autoDestroy()).toEqual([false, null, AT]);
  await set({ "auto-destroy-activity-duration": "7d" });
  expect(await autoDestroy()).toEqual([false, "7d", null]);
});

shows("other-clients: auto-destroy-at of a workspace");
test.each([[{ "auto-destroy-at": null }], [{ "inherits-project-auto-destroy": true }]])(
  "%j alone restores inheritance",
  async (attributes) => {
    await set({ "auto-destroy-at": AT });
    await set(attributes);
    expect(await autoDestroy()).toEqual([true, "3d", null]);
  },
);

test("an auto-destroy time of null alone clears the workspace's own duration", async () => {
  await set({ "auto-destroy-activity-duration": "14d" });
  await set({ "auto-destroy-at": null });
  expect(await autoDestroy()).toEqual([true, "3d", null]);
});

shows("other-clients: auto-destroy-at of a workspace");
test("rejects an invalid time", async () => {
  expect((await set({ "auto-destroy-at": "tomorrow" })).errors).toMatchObject([
    { status: "422", source: { pointer: "/data/attributes/auto-destroy-at" } },
  ]);
});

shows.documented(GO_CLIENT, "other-clients: trigger-prefixes and trigger-patterns", "Setting one clears the other.");
test("trigger prefixes replace trigger patterns, and vice versa", async () => {
  const triggers = async () => {
    const { attributes } = (await http.get(`/workspaces/${id}`)).data;
    return [attributes["trigger-prefixes"], attributes["trigger-patterns"]];
  };
  await set({ "trigger-prefixes": ["/modules"] });
  await set({ description: "says nothing of triggers" });
  expect(await triggers()).toEqual([["/modules"], []]);
  await set({ "trigger-patterns": ["/**/net/*"] });
  expect(await triggers()).toEqual([[], ["/**/net/*"]]);
  await set({ "trigger-prefixes": ["/shared"] });
  expect(await triggers()).toEqual([["/shared"], []]);
  await set({ "trigger-patterns": [] });
  expect(await triggers()).toEqual([[], []]);
  await set({ "trigger-patterns": ["/**/net/*"] });
  await set({ "trigger-prefixes": [] });
  expect(await triggers()).toEqual([[], []]);
});

shows.documented(
  GO_CLIENT,
  "other-clients: trigger-patterns without file triggers",
  "422, whichever of `trigger-patterns` and `file-triggers-enabled` is set last.",
);
test("trigger patterns require file triggers", async () => {
  const patterns = { "trigger-patterns": ["/**/net/*"] };
  const refused = {
    source: { pointer: "/data/attributes/trigger-patterns" },
    detail: "'trigger_patterns' cannot be populated when 'file_triggers_enabled' is set to false.",
  };
  expect((await set({ "file-triggers-enabled": false, ...patterns })).errors).toMatchObject([refused]);
  expect((await set(patterns)).status).toBe(200);
  expect((await set({ "file-triggers-enabled": false })).errors).toMatchObject([refused]);
  expect((await set({ "file-triggers-enabled": false, "trigger-patterns": [] })).status).toBe(200);
  expect((await set(patterns)).errors).toMatchObject([refused]);
  expect((await set({ "trigger-prefixes": ["/shared"] })).status).toBe(200);
});

shows.documented(
  GO_CLIENT,
  "other-clients: terraform-version of a workspace",
  "A version, a constraint or `latest`; anything else is 422.",
);
test.each(["nonexisting", "1.x", "~>", "1.5.0, latest"])("rejects the Terraform version %s: 422", async (version) => {
  expect((await set({ "terraform-version": version })).errors).toMatchObject([
    { status: "422", source: { pointer: "/data/attributes/terraform-version" } },
  ]);
});

shows("other-clients: terraform-version of a workspace");
test.each(["latest", "1.11.4", "0.11.1", "1.6.0-beta1", "~> 1.5.0", ">= 1.3, < 2.0.0"])(
  "accepts the Terraform version %s",
  async (version) => {
    expect((await set({ "terraform-version": version })).data.attributes["terraform-version"]).toBe(version);
  },
);

shows.documented(GO_CLIENT, "other-clients: Sharing state", "With the organization or the project, not both.");
test("state is shared with the organization, the project, or neither", async () => {
  expect((await set({ "global-remote-state": true, "project-remote-state": true })).status).toBe(422);
  expect((await set({ "project-remote-state": true })).status).toBe(200);
  expect((await set({ "global-remote-state": true })).status).toBe(422);
  expect((await set({ "global-remote-state": true, "project-remote-state": false })).status).toBe(200);
});

shows.documented(
  ENTERPRISE_1_1,
  "other-clients: allow-destroy-plan of a workspace",
  "Must be true while the workspace or its project has an auto-destroy plan: a change that says otherwise is 422.",
);
test("destroy plans cannot be disallowed where there is an auto-destroy plan", async () => {
  const refused = ["/data/attributes/allow-destroy-plan"];
  const disallow = { "allow-destroy-plan": false };
  expect((await set(disallow)).pointers).toEqual(refused);
  expect((await set({ ...disallow, "auto-destroy-activity-duration": "14d" })).pointers).toEqual(refused);
  expect((await set({ ...disallow, "auto-destroy-at": AT })).pointers).toEqual(refused);
  expect((await set({ ...disallow, "auto-destroy-activity-duration": null })).status).toBe(200);
  expect((await set({ "auto-destroy-activity-duration": "14d" })).pointers).toEqual(refused);
  expect((await set({ "auto-destroy-at": AT })).pointers).toEqual(refused);
  expect((await set({ description: "Kept" })).status).toBe(200);
  expect((await set({ "auto-destroy-at": AT, "allow-destroy-plan": true })).status).toBe(200);
  const inProject = (projectId: string) => ({ project: { data: { id: projectId, type: "projects" } } });
  const [acme] = emulator.state().organizations;
  const short = acme!.projects.find(({ name }) => name === "Short")!.id;
  const create = (name: string, projectId: string) =>
    http.post("/organizations/acme/workspaces", resource("workspaces", { name, ...disallow }, inProject(projectId)));
  expect((await create("new", short)).pointers).toEqual(refused);
  expect((await create("new", acme!.defaultProjectId)).status).toBe(201);
});

shows.ourChoice(
  "2026-11",
  "other-clients: A workspace that allows no destroy plans, in a project with auto-destroy",
  "It can be moved there, and inherits the duration; a project can be given a duration while it has such workspaces.",
);
test("a workspace that allows no destroy plans can be moved into a project with auto-destroy", async () => {
  const { defaultProjectId, projects } = emulator.state().organizations[0]!;
  const short = projects.find(({ name }) => name === "Short")!.id;
  const other = emulator.workspaces.create({ organization: "acme", name: "other", projectId: defaultProjectId }).id;
  await http.patch(`/workspaces/${other}`, resource("workspaces", { "allow-destroy-plan": false }));
  const workspaces = { data: [{ type: "workspaces", id: other }] };
  expect((await http.post(`/projects/${short}/relationships/workspaces`, workspaces)).status).toBe(204);
  const { attributes } = (await http.get(`/workspaces/${other}`)).data;
  expect([attributes["allow-destroy-plan"], attributes["auto-destroy-activity-duration"]]).toEqual([false, "3d"]);
  const longer = { "auto-destroy-activity-duration": "30d" };
  expect((await http.patch(`/projects/${short}`, resource("projects", longer))).status).toBe(200);
});
