import { Emulator } from "../../../src/emulator";
import { HttpClient, resource } from "../http-client";
import { GO_CLIENT, shows } from "../../fidelity";

let emulator: Emulator;
let http: HttpClient;

beforeAll(async () => {
  emulator = await Emulator.start();
  http = new HttpClient(emulator);
});
afterAll(() => emulator.stop());

shows.documented(GO_CLIENT, "other-clients: Subscriptions", "On their own, and included with the organization.");
test("the subscription and its feature set can be read or included", async () => {
  const { status, data, document } = await http.get("/organizations/acme/subscription");
  expect([status, data.type, data.attributes["is-active"]]).toEqual([200, "subscriptions", true]);
  const [set] = document.included!;
  expect(data.relationships).toMatchObject({ "feature-set": { data: { type: "feature-sets", id: set!.id } } });
  const organization = await http.get("/organizations/acme", { include: "subscription" });
  expect(organization.document.included).toEqual([data, set]);
});

shows.documented(GO_CLIENT, "other-clients: admin/feature-sets", "For administrators; `q` searches names.");
test("feature sets are listed for callers who can create organizations", async () => {
  const { list } = await http.get("/admin/feature-sets");
  expect(list.map(({ type }) => type)).toEqual(Array(4).fill("feature-sets"));
  const reader = new HttpClient(emulator, emulator.tokens.create({ organization: "acme", role: "read-only" }));
  expect((await reader.get("/admin/feature-sets")).status).toBe(404);
});

shows("other-clients: admin/feature-sets");
test("feature sets can be searched by name, as the Go client does", async () => {
  const found = async (q: string) => (await http.get("/admin/feature-sets", { q })).names;
  expect(await found("EMUL")).toEqual(["Emulator"]);
  expect(await found("")).toEqual(["Emulator", "Free", "Standard (entitlement)", "Business"]);
  for (const name of ["Free", "Standard (entitlement)", "Business"]) expect(await found(name)).toEqual([name]);
  expect(await found("Gold")).toEqual([]);
});

shows.documented(
  GO_CLIENT,
  "other-clients: POST /admin/organizations/:organization_name/subscription",
  "Changes the plan of an organization, with its ceilings and contract; its entitlements follow.",
);
describe("a subscription", () => {
  const entitlements = async () => (await http.get("/organizations/acme/entitlement-set")).data.attributes;
  const setId = async (q: string) => (await http.get("/admin/feature-sets", { q })).list[0]!.id;
  const subscribe = (id: string, attributes: object = {}, client = http) =>
    client.post(
      "/admin/organizations/acme/subscription",
      resource("subscription", attributes, { "feature-set": { data: { type: "feature-sets", id } } }),
    );

  afterEach(async () => {
    expect((await subscribe(await setId("Emulator"))).status).toBe(200);
  });

  test.each([
    ["Free", { operations: true, agents: false, teams: false, sso: false, "global-run-tasks": false }, "free"],
    [
      "Standard (entitlement)",
      {
        agents: true,
        "audit-logging": true,
        "cost-estimation": true,
        operations: true,
        "private-module-registry": true,
        sso: true,
        sentinel: true,
        "state-storage": true,
        teams: true,
        "vcs-integrations": true,
      },
      "standard_entitlement",
    ],
    ["Business", { agents: true, "global-run-tasks": true, teams: true, "audit-logging": true }, "business"],
  ])("of the plan %s has its entitlements", async (plan, expected, identifier) => {
    const id = await setId(plan);
    const { status, data, document } = await subscribe(id, {
      "runs-ceiling": 7,
      "agents-ceiling": 3,
      "contract-user-limit": 10,
      "contract-apply-limit": 100,
      "contract-start-at": "2026-01-01T00:00:00.000Z",
      "end-at": "2027-01-01T00:00:00.000Z",
    });
    expect([status, document.included![0]!.attributes["name"]]).toEqual([200, plan]);
    expect(data.attributes).toMatchObject({
      "runs-ceiling": 7,
      "agents-ceiling": 3,
      "contract-user-limit": 10,
      "contract-apply-limit": 100,
      "contract-start-at": "2026-01-01T00:00:00.000Z",
      "end-at": "2027-01-01T00:00:00.000Z",
    });
    expect(data.relationships).toMatchObject({ "feature-set": { data: { type: "feature-sets", id } } });
    expect((await http.get("/organizations/acme/subscription")).data).toEqual(data);
    expect(await entitlements()).toMatchObject(expected);
    const { attributes } = (await http.get("/organizations/acme")).data;
    expect(attributes).toMatchObject({ "plan-identifier": identifier, "remaining-testable-count": 5 });
  });

  test("of the plan Business lets its owners deploy and manage modules without code", async () => {
    const permissions = async (client = http) => {
      const all = (await client.get("/organizations/acme")).data.attributes["permissions"] as Record<string, boolean>;
      return [all["can-deploy-no-code-modules"], all["can-manage-no-code-modules"]];
    };
    const reader = new HttpClient(emulator, emulator.tokens.create({ organization: "acme", role: "read-only" }));
    expect(await permissions()).toEqual([false, false]);
    await subscribe(await setId("Business"));
    expect(await permissions()).toEqual([true, true]);
    expect(await permissions(reader)).toEqual([false, false]);
  });

  test("needs a feature set that exists, ceilings that are numbers, and a caller who can create organizations", async () => {
    expect((await subscribe("fs-none")).pointers).toEqual(["/data/relationships/feature-set"]);
    const mistyped = await subscribe(await setId("Business"), { "runs-ceiling": "many" });
    expect([mistyped.status, mistyped.pointers]).toEqual([422, ["/data/attributes/runs-ceiling"]]);
    const reader = new HttpClient(emulator, emulator.tokens.create({ organization: "acme", role: "read-only" }));
    expect((await subscribe(await setId("Business"), {}, reader)).status).toBe(404);
    expect((await http.get("/organizations/acme/subscription")).document.included![0]!.attributes["name"]).toBe(
      "Emulator",
    );
  });
});

shows.documented(GO_CLIENT, "other-clients: Stacks", "Can be listed; the emulator has none.");
test("no organization has stacks; creating one is not emulated", async () => {
  const { status, list } = await http.get("/organizations/acme/stacks");
  expect([status, list]).toEqual([200, []]);
  expect((await http.get("/organizations/nobody/stacks")).status).toBe(404);
  expect((await http.post("/stacks")).errors[0]!.title).toBe("not emulated");
});

test("an organization is entitled to what is emulated: global run tasks, but not teams and state", async () => {
  const { attributes } = (await http.get("/organizations/acme/entitlement-set")).data;
  expect(attributes).toMatchObject({
    "run-tasks": true,
    "global-run-tasks": true,
    teams: false,
    "state-storage": false,
  });
});

shows.documented(
  GO_CLIENT,
  "other-clients: Searches of organizations",
  "`q` searches name and email, `q[name]` and `q[email]` only that one.",
);
test("finds organizations by parts of their name, email or both", async () => {
  for (const [name, email] of [
    ["north", "ops@wind.example"],
    ["south", "north@sun.example"],
  ]) {
    await http.post("/organizations", resource("organizations", { name, email }));
  }
  const found = async (query: Record<string, string>) => [...(await http.get("/organizations", query)).names].sort();
  expect(await found({ q: "NORTH" })).toEqual(["north", "south"]);
  expect(await found({ "q[name]": "NORTH" })).toEqual(["north"]);
  expect(await found({ "q[email]": "north" })).toEqual(["south"]);
  const response = await http.get("/organizations", { "filter[plan]": "free" });
  expect([response.status, response.errors[0]!.detail]).toEqual([400, expect.stringContaining("filter[plan]")]);
});

test.each(["/organizations/acme/tasks", "/organizations/acme/agent-pools", "/organizations/acme/tags"])(
  "rejects an unknown filter of %s",
  async (path) => {
    const response = await http.get(path, { "filter[age]": "old" });
    expect([response.status, response.errors[0]!.detail]).toEqual([400, expect.stringContaining("filter[age]")]);
  },
);

shows.documented(GO_CLIENT, "other-clients: Sort orders of agent pools", "`created-at` too, in both directions.");
test("agent pools can be sorted by creation, in both directions", async () => {
  for (const name of ["b", "c", "a"]) {
    await http.post("/organizations/acme/agent-pools", resource("agent-pools", { name }));
  }
  const sorted = async (sort: string) => (await http.get("/organizations/acme/agent-pools", { sort })).names;
  expect(await sorted("created-at")).toEqual(["b", "c", "a"]);
  expect(await sorted("-created-at")).toEqual(["a", "c", "b"]);
  expect(await sorted("name")).toEqual(["a", "b", "c"]);
});

test("a run task can have an existing agent pool", async () => {
  const pool = (await http.post("/organizations/acme/agent-pools", resource("agent-pools", { name: "runners" }))).data
    .id;
  const create = (name: string, id: string) => {
    const of = { "agent-pool": { data: { type: "agent-pools", id } } };
    return http.post(
      "/organizations/acme/tasks",
      resource("tasks", { name, url: "https://x.example", category: "task" }, of),
    );
  };
  expect((await create("scan", "apool-unknown")).errors).toMatchObject([
    { status: "422", detail: "The provided agent pool does not exist" },
  ]);
  const task = (await create("scan", pool)).data;
  expect(task.relationships).toMatchObject({ "agent-pool": { data: { type: "agent-pools", id: pool } } });
  expect((await http.delete(`/agent-pools/${pool}`)).status).toBe(409);
});

shows.documented(
  GO_CLIENT,
  "other-clients: filter[i][status] and filter[i][enforcement_level]",
  "Filter the outcomes of policy sets.",
);
test("outcomes of policy sets can be filtered by status and enforcement level", async () => {
  const workspaceId = emulator.workspaces.create({ organization: "acme", name: "api" }).id;
  const run = emulator.runs.start({
    workspaceId,
    policyEvaluations: [{ status: "failed", enforcementLevel: "advisory" }],
  });
  const at = `/policy-evaluations/${run.taskStages[0]!.policyEvaluations[0]!.id}/policy-set-outcomes`;
  const count = async (query: Record<string, string>) => (await http.get(at, query)).list.length;
  expect(await count({ "filter[0][status]": "failed", "filter[0][enforcement_level]": "advisory" })).toBe(1);
  expect(await count({ "filter[0][status]": "passed" })).toBe(0);
  expect(await count({ "filter[0][status]": "failed", "filter[0][enforcement_level]": "mandatory" })).toBe(0);
  expect(await count({ "filter[0][status]": "passed", "filter[1][status]": "failed" })).toBe(1);
});
