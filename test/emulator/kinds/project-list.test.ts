import { Emulator } from "../../../src/emulator";
import { HttpClient } from "../http-client";
import {
  ALWAYS_SIZED,
  GO_CLIENT,
  NO_LINKS,
  OPENAPI,
  PAGES,
  PROJECTS_PAGE,
  shows,
  USES_PAGINATION,
  WHOLE_LISTS,
} from "../../fidelity";

const LIST = "/organizations/acme/projects";

/** In order of creation. */
const CREATED = ["zeta", "Alpha", "beta-test", "Beta Prod", "gamma"];
const BY_NAME = ["Alpha", "Beta Prod", "beta-test", "Default Project", "gamma", "zeta"];

let emulator: Emulator;
let http: HttpClient;

beforeAll(async () => {
  emulator = await Emulator.start({
    seed: { organizations: [{ name: "acme", projects: CREATED.map((name) => ({ name })) }] },
  });
  http = new HttpClient(emulator);
});
afterAll(() => emulator.stop());

shows.operation(
  "list-projects: GET /organizations/:organization_name/projects",
  "Lists the projects of an organization.",
);
shows.documented(OPENAPI, "success: List projects", "200.");
shows("list-projects: sort", "pages: sort");
test("lists all projects by name, case-insensitively, with counts", async () => {
  const response = await http.get(LIST);

  expect(response.status).toBe(200);
  expect(response.names).toEqual(BY_NAME);
  expect(response.document.meta).toEqual({
    "status-counts": { total: 6, matching: 6 },
    pagination: {
      "current-page": 1,
      "page-size": 20,
      "prev-page": null,
      "next-page": null,
      "total-pages": 1,
      "total-count": 6,
    },
  });
  expect(response.list[3]!.attributes).toMatchObject({
    name: "Default Project",
    description: null,
    "workspace-count": 0,
    "team-count": 0,
    permissions: { "can-update": true, "can-destroy": true, "can-create-workspace": true },
  });
});

shows.parameter("list-projects: page[number]", "Page to return; the first by default.");
shows.field("list-projects: meta.pagination.current-page", "Integer.", { terraform: WHOLE_LISTS });
shows.field("list-projects: meta.pagination.page-size", "Integer.", { terraform: WHOLE_LISTS });
shows.field("list-projects: meta.pagination.prev-page", "Integer; null when there is none.", {
  terraform: WHOLE_LISTS,
});
shows.field("list-projects: meta.pagination.next-page", "Integer; null when there is none.");
shows.field("list-projects: meta.pagination.total-pages", "Integer.");
shows.field("list-projects: meta.pagination.total-count", "Integer.", { terraform: WHOLE_LISTS });
shows.documented(
  PAGES,
  "pages: meta.pagination",
  "Nested in `meta`. The client rejects lists without it, except those of task stages, where it uses the links, " +
    "or whether a page is full.",
);
test("pages are complete and do not overlap", async () => {
  const pages = await Promise.all(
    ["1", "2", "3"].map((number) => http.get(LIST, { "page[number]": number, "page[size]": "2" })),
  );

  expect(pages.flatMap((page) => page.names)).toEqual(BY_NAME);
  expect(pages.map((page) => page.document.meta!.pagination)).toEqual([
    { "current-page": 1, "page-size": 2, "prev-page": null, "next-page": 2, "total-pages": 3, "total-count": 6 },
    { "current-page": 2, "page-size": 2, "prev-page": 1, "next-page": 3, "total-pages": 3, "total-count": 6 },
    { "current-page": 3, "page-size": 2, "prev-page": 2, "next-page": null, "total-pages": 3, "total-count": 6 },
  ]);
});

shows.behavior("list-projects: Brackets in names of parameters", "Percent-encoded as `%5B` and `%5D`.", {
  terraform: "The client encodes them.",
});
shows.field("list-projects: links.self", "Full URL of the page.", { client: USES_PAGINATION, terraform: NO_LINKS });
shows.field("list-projects: links.first", "Full URL of the first page.", {
  client: USES_PAGINATION,
  terraform: NO_LINKS,
});
shows.field("list-projects: links.prev", "Full URL; null when there is none.", {
  client: USES_PAGINATION,
  terraform: NO_LINKS,
});
shows.field("list-projects: links.next", "Full URL; null when there is none.", {
  client: USES_PAGINATION,
  terraform: NO_LINKS,
});
shows.field("list-projects: links.last", "Full URL of the last page.", {
  client: USES_PAGINATION,
  terraform: NO_LINKS,
});
shows.documented(
  PAGES,
  "pages: Links",
  "Full URLs or paths; brackets are percent-encoded. The emulator sends full URLs.",
);
test("links are absolute URLs with encoded brackets that keep the other parameters", async () => {
  const { document } = await http.get(LIST, { "page[number]": "2", "page[size]": "2", sort: "name" });
  const at = (number: number): string =>
    `${emulator.address}/api/v2${LIST}?page%5Bnumber%5D=${number}&page%5Bsize%5D=2&sort=name`;

  expect(document.links).toEqual({ self: at(2), first: at(1), prev: at(1), next: at(3), last: at(3) });
  const next = await fetch(document.links!["next"]!, { headers: { authorization: `Bearer ${emulator.token}` } });
  expect(next.status).toBe(200);
});

shows.documented(PAGES, "pages: prev-page, next-page", "Null if there is no such page.");
shows("list-projects: links.prev", "list-projects: links.next");
test("a list of one page has null for the previous and next page", async () => {
  const { document } = await http.get(LIST);
  expect(document.links).toMatchObject({ prev: null, next: null });
  expect(document.links!["first"]).toBe(document.links!["last"]);
});

shows.documented(
  GO_CLIENT,
  "pages: A page past the end",
  "200 without items, with the page's number and the correct totals.",
);
test("a page after the last one is empty, with totals", async () => {
  const response = await http.get(LIST, { "page[number]": "999" });

  expect(response.status).toBe(200);
  expect(response.list).toEqual([]);
  expect(response.document.meta!.pagination).toMatchObject({
    "current-page": 999,
    "prev-page": null,
    "next-page": null,
    "total-count": 6,
  });
});

shows.limit("limits: Maximum page size", "Not in the reference; 100, see [Pages and filters](#pages-and-filters).", {
  case: "101",
});
shows.observed(
  "2020",
  "pages: A page size over 100",
  "422 `page[size] must be between 1 and 100`; rejected, not capped.",
  { case: "101" },
);
shows.ourChoice("2026-11", "pages: A page size that is 0 or not a number", "Rejected the same way.", { case: "0" });
shows.case("many", "pages: A page size that is 0 or not a number");
test.each(["0", "101", "-1", "many"])("rejects a page size of %s instead of capping it", async (size) => {
  const response = await http.get(LIST, { "page[size]": size });
  expect(response.status).toBe(422);
  expect(response.errors).toEqual([
    { status: "422", title: "invalid attribute", detail: "page[size] must be between 1 and 100" },
  ]);
});

shows.ourChoice("2026-11", "pages: A page number that is 0, negative or not a number", "422.");
test.each(["0", "-1", "last"])("rejects a page number of %s", async (number) => {
  expect((await http.get(LIST, { "page[number]": number })).status).toBe(422);
});

shows("limits: Maximum page size", "pages: A page size over 100");
test("a page has at most 100 projects", async () => {
  expect((await http.get(LIST, { "page[size]": "100" })).list).toHaveLength(6);
});

shows.parameter("list-projects: page[size]", "Page size; 20 by default.");
shows.limit("limits: Default page size (projects)", "20.", { terraform: ALWAYS_SIZED });
test("a page has 20 projects by default", async () => {
  const projects = Array.from({ length: 24 }, (_, index) => ({ name: `Project ${index}` }));
  const other = await Emulator.start({ seed: { organizations: [{ name: "acme", projects }] } });
  const principal = new HttpClient(other);

  expect((await principal.get(LIST)).list).toHaveLength(20);
  expect((await principal.get(LIST, { "page[number]": "2" })).list).toHaveLength(5);
  await other.stop();
});

shows("list-projects: page[number]");
test("the first page is the default", async () => {
  const response = await http.get(LIST, { "page[size]": "2" });
  expect(response.names).toEqual(BY_NAME.slice(0, 2));
  expect(response.document.meta!.pagination).toMatchObject({ "current-page": 1, "page-size": 2, "next-page": 2 });
});

shows.ourChoice("2026-11", "pages: Unencoded brackets", "Are accepted. The client encodes them.");
shows("list-projects: Brackets in names of parameters");
test("accepts brackets that are not encoded", async () => {
  expect((await http.get(`${LIST}?page[size]=1`)).list).toHaveLength(1);
});

shows.parameter("list-projects: q", "Case-insensitive search of names; ignored when `filter[names]` is given.");
shows.field("list-projects: meta.status-counts", "Integers `total` and `matching`.", {
  terraform: "No data source returns them: the list can be counted.",
});
shows.documented(GO_CLIENT, "pages: q", "Matches part of a name; ignored with `filter[names]`.");
test("q finds a part of a name, case-insensitively, and counts the matches", async () => {
  const response = await http.get(LIST, { q: "BETA" });
  expect(response.names).toEqual(["Beta Prod", "beta-test"]);
  expect(response.document.meta).toMatchObject({
    "status-counts": { total: 6, matching: 2 },
    pagination: { "total-count": 2 },
  });
});

shows.parameter(
  "list-projects: filter[names]",
  "Case-insensitive match of whole names; several separated by commas match any.",
);
shows.documented(
  PROJECTS_PAGE,
  "pages: filter[names]",
  "Whole names, ignoring case; a comma means or; a plus sign is a space.",
);
test("filter[names] matches whole names, case-insensitively", async () => {
  expect((await http.get(LIST, { "filter[names]": "beta" })).names).toEqual([]);
  expect((await http.get(LIST, { "filter[names]": "GAMMA,alpha,gamma,none" })).names).toEqual(["Alpha", "gamma"]);
  expect((await http.get(`${LIST}?filter%5Bnames%5D=beta+prod`)).names).toEqual(["Beta Prod"]);
});

shows("list-projects: q", "pages: q");
test("q is ignored when filter[names] is given", async () => {
  expect((await http.get(LIST, { q: "zeta", "filter[names]": "alpha" })).names).toEqual(["Alpha"]);
});

shows.parameter(
  "list-projects: sort",
  "`name`, or `-name` for the reverse; the default order is arbitrary but stable.",
  { terraform: "Lists are always sorted by name." },
);
shows.documented(PROJECTS_PAGE, "pages: sort", "`name` or `-name`; a stable order by default.");
test("sort orders by name, with a hyphen in reverse, including searches and filtered names", async () => {
  expect((await http.get(LIST, { sort: "name" })).names).toEqual(BY_NAME);
  expect((await http.get(LIST, { sort: "-name" })).names).toEqual([...BY_NAME].reverse());
  expect((await http.get(LIST, { sort: "-name", "page[size]": "2", "page[number]": "2" })).names).toEqual([
    "Default Project",
    "beta-test",
  ]);
  expect((await http.get(LIST, { sort: "-name", q: "beta" })).names).toEqual(["beta-test", "Beta Prod"]);
  expect((await http.get(LIST, { sort: "name", "filter[names]": "zeta,alpha" })).names).toEqual(["Alpha", "zeta"]);
  expect((await http.get(LIST, { sort: "-name", "filter[names]": "zeta,alpha" })).names).toEqual(["zeta", "Alpha"]);
});

shows.ourChoice("2026-11", "pages: An unknown sort order", "400.", {
  client: "The client's type allows only `name` and `-name`.",
});
test("rejects an unknown order", async () => {
  expect((await http.get(LIST, { sort: "age" })).status).toBe(400);
});

shows.ourChoice("2026-11", "pages: An unknown filter", "400 with its name; it is not ignored.", {
  client: "The service has no such error.",
  case: "filter[permissions][move-stack]",
});
shows.case("filter[age]", "pages: An unknown filter");
test.each([
  ["filter[permissions][move-stack]", "not emulated"],
  ["filter[tagged]", "bad request"],
  ["filter[tagged][0]", "bad request"],
  ["filter[age]", "bad request"],
  ["search[name]", "bad request"],
  ["q[name]", "bad request"],
])("rejects the parameter %s instead of ignoring it", async (name, title) => {
  const response = await http.get(LIST, { [name]: "env" });
  expect([response.status, response.errors[0]!.title]).toEqual([400, title]);
  expect(response.errors[0]!.detail).toContain(name);
});

shows.parameter("list-projects: :organization_name", "The organization whose projects are listed.");
test("the projects of an unknown organization are not found", async () => {
  expect((await http.get("/organizations/nobody/projects")).status).toBe(404);
});

shows.parameter(
  "list-projects: filter[permissions][create-workspace]",
  "When present, only projects in which the caller can create workspaces.",
);
shows.parameter(
  "list-projects: filter[permissions][update]",
  "When present, only projects that the caller can update.",
);
shows.behavior("authentication: filter[permissions]", "Is evaluated for the authenticated user.");
shows.ourChoice(
  "2026-11",
  "pages: filter[permissions] without a value",
  "Is in effect when present. The client sends `true`, or nothing.",
);
test("filter[permissions] applies to the caller and to readable projects", async () => {
  const id = (name: string): string => emulator.projects.find("acme", name)!.id;
  const token = emulator.tokens.create({
    organization: "acme",
    role: "team",
    projects: {
      [id("Alpha")]: ["read"],
      [id("gamma")]: ["read", "update"],
      [id("zeta")]: ["read", "create-workspace"],
      [id("Beta Prod")]: ["update"],
    },
  });
  const member = new HttpClient(emulator, token);

  const all = await member.get(LIST);
  expect(all.names).toEqual(["Alpha", "gamma", "zeta"]);
  expect(all.document.meta!["status-counts"]).toEqual({ total: 3, matching: 3 });
  expect(all.list.map((project) => project.attributes["permissions"])).toMatchObject([
    { "can-update": false, "can-destroy": false, "can-create-workspace": false },
    { "can-update": true, "can-destroy": false, "can-create-workspace": false },
    { "can-update": false, "can-destroy": false, "can-create-workspace": true },
  ]);

  const updatable = await member.get(LIST, { "filter[permissions][update]": "true" });
  expect(updatable.names).toEqual(["gamma"]);
  expect(updatable.document.meta!["status-counts"]).toEqual({ total: 3, matching: 1 });
  expect((await member.get(LIST, { "filter[permissions][create-workspace]": "true" })).names).toEqual(["zeta"]);
  expect((await member.get(LIST, { "filter[names]": "gamma,beta prod" })).names).toEqual(["gamma"]);
  expect((await http.get(LIST, { "filter[permissions][update]": "" })).list).toHaveLength(6);
});

shows.ourChoice("2026-11", "project-attributes: team-count", "The number of teams with permissions on the project.");
test("team-count is the number of named teams with permissions on the project", async () => {
  const other = await Emulator.start();
  const { id } = other.projects.create({ organization: "acme", name: "Platform" });
  other.tokens.create({ organization: "acme", role: "team", projects: { [id]: ["read"] } });
  other.tokens.create({ organization: "acme", role: "read-only", projects: { [id]: ["update"] } });
  for (const name of ["ops", "web"]) {
    const { id: teamId } = other.teams.create({ organization: "acme", name });
    other.teams.grant({ teamId, projectId: id, access: "read" });
  }
  other.teams.create({ organization: "acme", name: "elsewhere" });

  expect((await new HttpClient(other).get(`/projects/${id}`)).data.attributes["team-count"]).toBe(2);
  await other.stop();
});
