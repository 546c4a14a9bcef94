import { Emulator } from "../../../src/emulator";
import { HttpClient } from "../http-client";
import { OPENAPI, shows } from "../../fidelity";

let emulator: Emulator;
let http: HttpClient;
const ids: Record<string, string> = {};

const LIST = "/organizations/acme/workspaces";

beforeEach(async () => {
  emulator = await Emulator.start();
  http = new HttpClient(emulator);
  for (const name of ["web-prod", "Web-dev", "api-prod", "db"]) {
    ids[name] = emulator.workspaces.create({ organization: "acme", name }).id;
  }
  const tag = async (name: string, ...tags: readonly string[]): Promise<void> => {
    const data = tags.map((it) => ({ type: "tags", attributes: { name: it } }));
    await http.post(`/workspaces/${ids[name]!}/relationships/tags`, { data });
  };
  await tag("web-prod", "web", "prod");
  await tag("Web-dev", "web");
  await tag("api-prod", "prod");
  emulator.runs.start({ workspaceId: ids["api-prod"]! });
  emulator.runs.start({ workspaceId: ids["web-prod"]!, tasks: [{ name: "scan", stage: "pre_plan" }] });
});
afterEach(() => emulator.stop());

const names = async (query: Readonly<Record<string, string>>): Promise<unknown> => (await http.get(LIST, query)).names;

shows.documented(OPENAPI, "workspaces: search[wildcard-name]", "`*` at either end matches anything.");
test.each([
  ["*-prod", ["web-prod", "api-prod"]],
  ["WEB-*", ["web-prod", "Web-dev"]],
  ["*-*", ["web-prod", "Web-dev", "api-prod"]],
  ["*", ["web-prod", "Web-dev", "api-prod", "db"]],
  ["db", ["db"]],
  ["-prod", []],
  ["w*d", []],
])("search[wildcard-name]=%s finds %j", async (pattern, found) => {
  expect(await names({ "search[wildcard-name]": pattern })).toEqual(found);
});

shows.documented(OPENAPI, "workspaces: search[tags]", "Those that have all of the tags.");
shows.documented(OPENAPI, "workspaces: search[exclude-tags]", "Those that have none of the tags.");
test.each([
  [{ "search[tags]": "prod" }, ["web-prod", "api-prod"]],
  [{ "search[tags]": "prod,WEB" }, ["web-prod"]],
  [{ "search[exclude-tags]": "prod" }, ["Web-dev", "db"]],
  [{ "search[exclude-tags]": "prod, web" }, ["db"]],
  [{ "search[tags]": "web", "search[exclude-tags]": "prod" }, ["Web-dev"]],
])("%j finds %j", async (query, found) => {
  expect(await names(query)).toEqual(found);
});

shows.observed(
  "2022-03",
  "workspaces: meta.status-counts",
  "How many workspaces of the organization have a current run with each status, `none`, and `total`.",
  { client: "The client does not read it." },
);
test("the workspaces are counted by the status of their current run, whatever is filtered", async () => {
  const counts = async (query: Readonly<Record<string, string>>): Promise<object> =>
    (await http.get(LIST, query)).document.meta!["status-counts"]!;
  const all = await counts({});
  expect(all).toMatchObject({ applied: 1, pending: 1, "planned-and-finished": 0, none: 2, total: 4 });
  expect(Object.values(all).reduce((sum: number, count) => sum + Number(count), 0)).toBe(8);
  expect(await counts({ "search[name]": "db", "page[size]": "1" })).toEqual(all);
});

shows.documented(OPENAPI, "workspaces: filter[current-run][status]", "One or several statuses of the current run.");
test("filter[current-run][status] accepts several statuses", async () => {
  expect(await names({ "filter[current-run][status]": "applied" })).toEqual(["api-prod"]);
  expect(await names({ "filter[current-run][status]": "applied,pending" })).toEqual(["web-prod", "api-prod"]);
});

shows.documented(
  OPENAPI,
  "workspaces: sort of workspaces",
  "`name`, `current-run.created-at`, `latest-change-at`, each also with a leading hyphen.",
);
test.each([
  ["latest-change-at", ["web-prod", "Web-dev", "api-prod", "db"]],
  ["-latest-change-at", ["db", "api-prod", "Web-dev", "web-prod"]],
  ["current-run.created-at", ["api-prod", "web-prod", "Web-dev", "db"]],
  ["-current-run.created-at", ["db", "Web-dev", "web-prod", "api-prod"]],
  ["name", ["api-prod", "db", "Web-dev", "web-prod"]],
])("sort=%s", async (sort, sorted) => {
  expect(await names({ sort })).toEqual(sorted);
});

shows.ourChoice("2026-11", "workspaces: An unknown sort order of workspaces", "400.", {
  client: "The client's type allows only the known ones.",
});
test("an unknown order is a bad request", async () => {
  expect((await http.get(LIST, { sort: "size" })).status).toBe(400);
});

shows.documented(OPENAPI, "workspaces: include=project", "Includes the project.");
test("each related resource is included once, and absent ones are not", async () => {
  const include = "organization,project,current_run,current-run.plan,readme,outputs";
  const { document } = await http.get(LIST, { include });
  expect(document.included!.map((it) => it.type).sort()).toEqual([
    ...["organizations", "plans", "plans", "projects", "runs", "runs"],
  ]);
  expect((await http.get(LIST, { include: "pets" })).status).toBe(400);
});

shows.documented(OPENAPI, "workspaces: The current run", "The newest that is not speculative, which is our choice.");
test("the latest run is the newest, the current run the newest not speculative", async () => {
  const run = emulator.runs.start({ workspaceId: ids["db"]! });
  const speculative = emulator.runs.start({ workspaceId: ids["db"]!, isSpeculative: true });
  const { relationships } = (await http.get(`/workspaces/${ids["db"]!}`)).data;
  expect(relationships["current-run"]!.data).toEqual({ id: run.id, type: "runs" });
  expect(relationships["latest-run"]!.data).toEqual({ id: speculative.id, type: "runs" });
});
