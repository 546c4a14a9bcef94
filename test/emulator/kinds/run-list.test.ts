import { Emulator } from "../../../src/emulator";
import { NO_RUNS, PAGES, shows } from "../../fidelity";
import { HttpClient, resource } from "../http-client";

const DAY_SECONDS = 24 * 60 * 60;
const OF_ORGANIZATION = "/organizations/acme/runs";

let emulator: Emulator;
let http: HttpClient;
let api: string;
let web: string;

beforeEach(async () => {
  emulator = await Emulator.start({ now: () => Date.parse("2026-03-01T12:00:00Z") });
  http = new HttpClient(emulator);
  [api, web] = ["api", "web"].map((name) => emulator.workspaces.create({ organization: "acme", name }).id) as [
    string,
    string,
  ];
});
afterEach(() => emulator.stop());

async function queue(workspaceId: string, message: string, attributes: object = {}): Promise<string> {
  const workspace = { data: { type: "workspaces", id: workspaceId } };
  return (await http.post("/runs", resource("runs", { message, ...attributes }, { workspace }))).data.id;
}

const messages = async (path: string, query: Readonly<Record<string, string>> = {}): Promise<readonly unknown[]> =>
  (await http.get(path, query)).list.map(({ attributes }) => attributes["message"]);

/** Of both lists, in this order. */
const listed = async (query: Readonly<Record<string, string>>): Promise<readonly unknown[]> => {
  const lists = [await messages(`/workspaces/${api}/runs`, query), await messages(OF_ORGANIZATION, query)];
  expect(lists[1]).toEqual(lists[0]);
  return lists[0]!;
};

shows.documented(PAGES, "other-clients: Runs of an organization", "Newest first, in pages without totals.", {
  client: NO_RUNS,
});
test("lists the runs of an organization, newest first, without counting them", async () => {
  for (const [workspaceId, message] of [
    [api, "1"],
    [web, "2"],
    [api, "3"],
  ] as const) {
    await queue(workspaceId, message);
  }
  emulator.organizations.create({ name: "other" });
  await queue(emulator.workspaces.create({ organization: "other", name: "x" }).id, "elsewhere");
  expect(await messages(OF_ORGANIZATION)).toEqual(["3", "2", "1"]);

  const { document } = await http.get(OF_ORGANIZATION, {
    "page[number]": "2",
    "page[size]": "1",
    include: "workspace",
  });
  expect(document.meta).toEqual({
    pagination: { "current-page": 2, "page-size": 1, "prev-page": 1, "next-page": 3 },
  });
  expect(Object.keys(document.links!)).toEqual(["self", "prev", "next"]);
  expect(document.included!.map(({ id }) => id)).toEqual([web]);
  const beyond = await http.get(OF_ORGANIZATION, { "page[number]": "999" });
  expect([beyond.list, beyond.document.meta]).toMatchObject([[], { pagination: { "current-page": 999 } }]);
});

test("the runs of an organization are those in projects that the principal can read", async () => {
  const project = emulator.projects.create({ organization: "acme", name: "Web" }).id;
  await queue(emulator.workspaces.create({ organization: "acme", name: "db", projectId: project }).id, "db");
  await queue(api, "api");
  const access = { role: "team", projects: { [project]: ["read"] } } as const;
  const member = new HttpClient(emulator, emulator.tokens.create({ organization: "acme", ...access }));
  expect((await member.get(OF_ORGANIZATION)).list.map(({ attributes }) => attributes["message"])).toEqual(["db"]);
  emulator.organizations.create({ name: "other" });
  expect((await member.get("/organizations/other/runs")).status).toBe(404);
});

shows.documented(PAGES, "other-clients: filter[operation] of runs", "By what a run does; a comma-separated list.", {
  client: NO_RUNS,
});
shows.documented(
  PAGES,
  "other-clients: Plan-only runs of a workspace",
  "Listed only with filter[operation], unlike those of an organization.",
  { client: NO_RUNS },
);
test("filter[operation] selects operations; without it, a workspace's list has no plan-only runs", async () => {
  const attributes = {
    plan_only: { "plan-only": true },
    plan_and_apply: {},
    save_plan: { "save-plan": true },
    refresh_only: { "refresh-only": true },
    destroy: { "is-destroy": true },
    empty_apply: { "allow-empty-apply": true },
    action_only: { "refresh-only": true, "invoke-action-addrs": ["action.a.b"] },
  };
  const operations = Object.keys(attributes);
  for (const [operation, given] of Object.entries(attributes)) await queue(api, operation, given);
  for (const operation of operations) expect(await listed({ "filter[operation]": operation })).toEqual([operation]);
  const newestFirst = [...operations].reverse();
  expect(await listed({ "filter[operation]": operations.join(",") })).toEqual(newestFirst);
  expect(await messages(`/workspaces/${api}/runs`)).toEqual(newestFirst.filter((it) => it !== "plan_only"));
  expect(await messages(OF_ORGANIZATION)).toEqual(newestFirst);
});

shows.documented(
  PAGES,
  "other-clients: Filters of runs",
  "Status, status group, source, agent pool, workspace, year.",
  {
    client: NO_RUNS,
  },
);
test("filters by status, group of statuses and source", async () => {
  const active = await queue(api, "active");
  await queue(api, "waiting");
  expect(await listed({ "filter[status]": "pending" })).toEqual(["waiting"]);
  expect(await listed({ "filter[status]": "pending,planned" })).toEqual(["waiting", "active"]);
  expect(await listed({ "filter[status_group]": "non_final" })).toEqual(["waiting", "active"]);
  expect(await listed({ "filter[status_group]": "discardable" })).toEqual(["active"]);
  expect(await listed({ "filter[status_group]": "final" })).toEqual([]);
  await http.post(`/runs/${active}/actions/discard`);
  expect(await listed({ "filter[status_group]": "final" })).toEqual(["active"]);
  expect(await listed({ "filter[source]": "tfe-ui,tfe-api" })).toEqual(["waiting", "active"]);
  expect(await listed({ "filter[source]": "tfe-ui" })).toEqual([]);
  const unknown = await http.get(OF_ORGANIZATION, { "filter[status_group]": "constructor" });
  expect([unknown.status, unknown.errors[0]!.detail]).toEqual([
    400,
    "Invalid status group: constructor. Expected one of non_final, final, discardable.",
  ]);
});

shows("other-clients: Filters of runs");
test("filters by agent pool and by workspace", async () => {
  const pool = await http.post("/organizations/acme/agent-pools", resource("agent-pools", { name: "runners" }));
  const agents = { "execution-mode": "agent", "agent-pool-id": pool.data.id };
  await http.patch(`/workspaces/${api}`, resource("workspaces", agents));
  await queue(api, "api");
  await queue(web, "web");
  expect(await listed({ "filter[agent_pool_names]": "other,runners" })).toEqual(["api"]);
  expect(await messages(OF_ORGANIZATION, { "filter[workspace_names]": "web" })).toEqual(["web"]);
  expect(await messages(OF_ORGANIZATION, { "filter[workspace_names]": "web,api" })).toEqual(["web", "api"]);
});

shows("other-clients: Filters of runs");
test("filter[timeframe] is a year, or the past one, which is the default for an organization", async () => {
  await queue(api, "old");
  emulator.clock.advance(366 * DAY_SECONDS);
  await queue(api, "new");
  expect(await messages(`/workspaces/${api}/runs`)).toEqual(["new", "old"]);
  expect(await messages(OF_ORGANIZATION)).toEqual(["new"]);
  expect(await listed({ "filter[timeframe]": "year" })).toEqual(["new"]);
  expect(await listed({ "filter[timeframe]": "2026" })).toEqual(["old"]);
  expect(await listed({ "filter[timeframe]": "2027" })).toEqual(["new"]);
  expect((await http.get(OF_ORGANIZATION, { "filter[timeframe]": "month" })).status).toBe(400);
});

shows.documented(PAGES, "other-clients: Searches of runs", "A user or commit takes precedence over search[basic].", {
  client: NO_RUNS,
});
test("searches by user, commit, ID and message", async () => {
  const id = await queue(api, "add a queue");
  await queue(api, "remove it");
  const user = (await http.get("/account/details")).data.attributes["username"] as string;
  const all = ["remove it", "add a queue"];
  expect(await listed({ "search[user]": user })).toEqual(all);
  expect(await listed({ "search[user]": "nobody" })).toEqual([]);
  expect(await listed({ "search[user]": user, "search[commit]": "abc" })).toEqual([]);
  expect(await listed({ "search[basic]": "queue" })).toEqual(["add a queue"]);
  expect(await listed({ "search[basic]": id })).toEqual(["add a queue"]);
  expect(await listed({ "search[basic]": user })).toEqual(all);
  expect(await listed({ "search[basic]": "queue", "search[user]": user })).toEqual(all);
});
