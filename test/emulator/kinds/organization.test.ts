import { Emulator } from "../../../src/emulator";
import { HttpClient, resource } from "../http-client";
import { OPENAPI, shows } from "../../fidelity";

let emulator: Emulator;
let http: HttpClient;

beforeEach(async () => {
  emulator = await Emulator.start();
  http = new HttpClient(emulator);
});
afterEach(() => emulator.stop());

const names = (): readonly string[] => emulator.state().organizations.map((organization) => organization.name);

shows.documented(
  OPENAPI,
  "workspaces: The default project",
  "The organization's relationship `default-project`. Its initial name is `Default Project`.",
);
test("an organization refers to its default project, which has the service's name", async () => {
  const { data, document } = await http.get("/organizations/acme", { include: "default-project" });

  expect(data).toMatchObject({ id: "acme", type: "organizations", attributes: { name: "acme" } });
  const { defaultProjectId } = emulator.state().organizations[0]!;
  expect(data.relationships["default-project"]!.data).toEqual({ id: defaultProjectId, type: "projects" });
  expect(document.included).toMatchObject([{ id: defaultProjectId, attributes: { name: "Default Project" } }]);
});

shows.observed("2023-12-19", "other-clients: managed-resource-count of an organization", "That of all its workspaces.");
test("an organization has the number of resources of all its workspaces", async () => {
  const count = async () => (await http.get("/organizations/acme")).data.attributes["managed-resource-count"];
  expect(await count()).toBe(0);
  for (const name of ["api", "web"]) {
    emulator.runs.start({ workspaceId: emulator.workspaces.create({ organization: "acme", name }).id });
  }
  emulator.workspaces.create({ organization: "acme", name: "empty" });
  expect(await count()).toBe(2);
});

test("a default project that the token cannot read is not included", async () => {
  const token = emulator.tokens.create({ organization: "acme", role: "team" });
  const { document } = await new HttpClient(emulator, token).get("/organizations/acme", { include: "default-project" });
  expect(document.included).toEqual([]);
});

test("a list of organizations includes the same resources as a single read, each once", async () => {
  emulator.organizations.create({ name: "other" });
  const included = async (include: string) =>
    (await http.get("/organizations", { include })).document.included!.map(({ id, type }) => [type, id]);

  const defaults = emulator.state().organizations.map(({ defaultProjectId }) => ["projects", defaultProjectId]);
  expect(await included("default_project")).toEqual(defaults);
  expect((await included("entitlement-set")).map(([type]) => type)).toEqual(["entitlement-sets", "entitlement-sets"]);
  const types = (await included("subscription")).map(([type]) => type).sort();
  expect(types).toEqual(["feature-sets", "subscriptions", "subscriptions"]);
  expect((await http.get("/organizations", { include: "owners" })).status).toBe(400);
});

shows.documented(OPENAPI, "other-clients: POST /organizations", "Requires `name` and `email`.");
test("a new organization requires an email address, and has a default project and a team of owners", async () => {
  const missing = await http.post("/organizations", resource("organizations", { name: "other" }));
  expect([missing.status, missing.pointers]).toEqual([422, ["/data/attributes/email"]]);
  expect(names()).toEqual(["acme"]);

  const response = await http.post(
    "/organizations",
    resource("organizations", { name: "other", email: "a@example.com" }),
  );

  expect(response.status).toBe(201);
  expect(response.data.attributes).toMatchObject({ name: "other", email: "a@example.com" });
  expect(emulator.projects.find("other", "Default Project")).toBeDefined();
  expect((await http.get("/organizations/other/teams")).names).toEqual(["owners"]);
  expect((await http.get("/organizations")).names).toEqual(["acme", "other"]);
  expect((await http.get("/organizations", { q: "OTH" })).names).toEqual(["other"]);
});

test.each([
  ["ACME", "Name has already been taken"],
  ["", "Name can't be blank"],
  ["a b", "Name can only include letters, numbers, -, and _."],
])("rejects the name %j: %s", async (name, detail) => {
  const response = await http.post("/organizations", resource("organizations", { name, email: "a@example.com" }));
  expect(response.status).toBe(422);
  expect(response.errors).toMatchObject([{ detail, source: { pointer: "/data/attributes/name" } }]);
  expect(names()).toEqual(["acme"]);
});

test("a renamed organization keeps its projects and is found only by its new name", async () => {
  emulator.projects.create({ organization: "acme", name: "Platform" });

  expect((await http.patch("/organizations/acme", resource("organizations", { name: "newco" }))).status).toBe(200);

  expect((await http.get("/organizations/acme")).status).toBe(404);
  const { list } = await http.get("/organizations/newco/projects", { q: "plat" });
  expect(list[0]!.relationships["organization"]!.data).toEqual({ id: "newco", type: "organizations" });
});

test("deletes an organization with everything in it", async () => {
  const project = emulator.projects.create({ organization: "acme", name: "Platform" });
  const workspace = emulator.workspaces.create({ organization: "acme", name: "api", projectId: project.id });
  emulator.runs.start({ workspaceId: workspace.id, tasks: [{ name: "scan", stage: "pre_plan" }] });

  expect((await http.delete("/organizations/acme")).status).toBe(204);

  expect(emulator.state()).toEqual({ organizations: [], runs: [] });
  expect((await http.get(`/projects/${project.id}`)).status).toBe(404);
  expect((await http.get(`/workspaces/${workspace.id}`)).status).toBe(404);
});

test("organizations that the caller cannot read are neither found nor listed", async () => {
  emulator.organizations.create({ name: "secret" });
  const member = new HttpClient(emulator, emulator.tokens.create({ organization: "acme", role: "team" }));
  expect((await member.get("/organizations")).names).toEqual(["acme"]);
  expect((await member.get("/organizations/secret")).status).toBe(404);
  expect((await member.patch("/organizations/acme", resource("organizations", { name: "mine" }))).status).toBe(404);
  expect((await member.delete("/organizations/acme")).status).toBe(404);
  expect(names()).toEqual(["acme", "secret"]);
});

test("a user who creates an organization owns it; organization and team tokens cannot create one", async () => {
  const email = "a@example.com";
  const owner = new HttpClient(emulator, emulator.tokens.create({ organization: "acme", role: "owner" }));
  const reader = new HttpClient(emulator, emulator.tokens.create({ organization: "acme", role: "organization" }));

  expect((await owner.post("/organizations", resource("organizations", { name: "mine", email }))).status).toBe(201);
  const project = resource("projects", { name: "Platform" });
  expect((await owner.post("/organizations/mine/projects", project)).status).toBe(201);
  expect((await reader.post("/organizations", resource("organizations", { name: "theirs", email }))).status).toBe(404);
  expect(names()).toEqual(["acme", "mine"]);
});
