import { Emulator } from "../../../src/emulator";
import { HttpClient } from "../http-client";

const LIST = "/organizations/acme/projects";

/** In order of creation. */
const CREATED = ["zeta", "Alpha", "beta-test", "Beta Prod", "gamma"];
const NEWEST_FIRST = [...CREATED].reverse().concat("Default Project");

let emulator: Emulator;
let http: HttpClient;

beforeAll(async () => {
  emulator = await Emulator.start({
    seed: { organizations: [{ name: "acme", projects: CREATED.map((name) => ({ name })) }] },
  });
  http = new HttpClient(emulator);
});
afterAll(() => emulator.stop());

test("lists all projects in a stable order, with counts, without durations @stable-default-order", async () => {
  const response = await http.get(LIST);

  expect(response.status).toBe(200);
  expect(response.names).toEqual(NEWEST_FIRST);
  expect((await http.get(LIST)).names).toEqual(response.names);
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
  expect(response.list.at(-1)!.attributes).toEqual({
    name: "Default Project",
    description: null,
    "workspace-count": 0,
    "team-count": 0,
    permissions: { "can-update": true, "can-destroy": true, "can-create-workspace": true },
  });
});

test("pages are complete and do not overlap @pages-follow", async () => {
  const pages = await Promise.all(
    ["1", "2", "3"].map((number) => http.get(LIST, { "page[number]": number, "page[size]": "2" })),
  );

  expect(pages.flatMap((page) => page.names)).toEqual(NEWEST_FIRST);
  expect(pages.map((page) => page.document.meta!.pagination)).toEqual([
    { "current-page": 1, "page-size": 2, "prev-page": null, "next-page": 2, "total-pages": 3, "total-count": 6 },
    { "current-page": 2, "page-size": 2, "prev-page": 1, "next-page": 3, "total-pages": 3, "total-count": 6 },
    { "current-page": 3, "page-size": 2, "prev-page": 2, "next-page": null, "total-pages": 3, "total-count": 6 },
  ]);
});

test("links are absolute URLs with encoded brackets that keep the other parameters @links", async () => {
  const { document } = await http.get(LIST, { "page[number]": "2", "page[size]": "2", sort: "name" });
  const at = (number: number): string =>
    `${emulator.address}/api/v2${LIST}?page%5Bnumber%5D=${number}&page%5Bsize%5D=2&sort=name`;

  expect(document.links).toEqual({ self: at(2), first: at(1), prev: at(1), next: at(3), last: at(3) });
  const next = await fetch(document.links!["next"]!, { headers: { authorization: `Bearer ${emulator.token}` } });
  expect(next.status).toBe(200);
});

test("a list of one page has null for the previous and next page @single-page-null-links", async () => {
  const { document } = await http.get(LIST);
  expect(document.links).toMatchObject({ prev: null, next: null });
  expect(document.links!["first"]).toBe(document.links!["last"]);
});

test("a page after the last one is empty, with totals @past-end", async () => {
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

test.each(["0", "101", "-1", "many"])(
  "rejects a page size out of range instead of capping it @page-size-%s",
  async (size) => {
    const response = await http.get(LIST, { "page[size]": size });
    expect(response.status).toBe(422);
    expect(response.errors).toEqual([
      { status: "422", title: "invalid attribute", detail: "page[size] must be between 1 and 100" },
    ]);
  },
);

test.each(["0", "-1", "last"])("rejects a page number of %s @page-number-invalid", async (number) => {
  expect((await http.get(LIST, { "page[number]": number })).status).toBe(422);
});

test("a page has at most 100 projects @maximum-page-size", async () => {
  expect((await http.get(LIST, { "page[size]": "100" })).list).toHaveLength(6);
});

test("a page has 20 projects by default @default-page-size", async () => {
  const projects = Array.from({ length: 24 }, (_, index) => ({ name: `Project ${index}` }));
  const other = await Emulator.start({ seed: { organizations: [{ name: "acme", projects }] } });
  const principal = new HttpClient(other);

  expect((await principal.get(LIST)).list).toHaveLength(20);
  expect((await principal.get(LIST, { "page[number]": "2" })).list).toHaveLength(5);
  await other.stop();
});

test("the first page is the default @first-page-default", async () => {
  const response = await http.get(LIST, { "page[size]": "2" });
  expect(response.names).toEqual(NEWEST_FIRST.slice(0, 2));
  expect(response.document.meta!.pagination).toMatchObject({ "current-page": 1, "page-size": 2, "next-page": 2 });
});

test("accepts brackets that are not encoded @brackets-unencoded", async () => {
  expect((await http.get(`${LIST}?page[size]=1`)).list).toHaveLength(1);
});

test("q finds a part of a name, case-insensitively, and counts the matches @search", async () => {
  const response = await http.get(LIST, { q: "BETA" });
  expect(response.names).toEqual(["Beta Prod", "beta-test"]);
  expect(response.document.meta).toMatchObject({
    "status-counts": { total: 6, matching: 2 },
    pagination: { "total-count": 2 },
  });
});

test("filter[names] matches whole names, case-insensitively @filter-names", async () => {
  expect((await http.get(LIST, { "filter[names]": "beta" })).names).toEqual([]);
  expect((await http.get(LIST, { "filter[names]": "GAMMA,alpha,gamma,none" })).names).toEqual(["gamma", "Alpha"]);
  expect((await http.get(`${LIST}?filter%5Bnames%5D=beta+prod`)).names).toEqual(["Beta Prod"]);
});

test("q is ignored when filter[names] is given @search-ignored-with-names", async () => {
  expect((await http.get(LIST, { q: "zeta", "filter[names]": "alpha" })).names).toEqual(["Alpha"]);
});

test("sort orders by name, with a hyphen in reverse, including searches and filtered names @sort", async () => {
  const sorted = ["Alpha", "Beta Prod", "beta-test", "Default Project", "gamma", "zeta"];
  expect((await http.get(LIST, { sort: "name" })).names).toEqual(sorted);
  expect((await http.get(LIST, { sort: "-name" })).names).toEqual([...sorted].reverse());
  expect((await http.get(LIST, { sort: "-name", "page[size]": "2", "page[number]": "2" })).names).toEqual([
    "Default Project",
    "beta-test",
  ]);
  expect((await http.get(LIST, { sort: "-name", q: "beta" })).names).toEqual(["beta-test", "Beta Prod"]);
  expect((await http.get(LIST, { sort: "name", "filter[names]": "zeta,alpha" })).names).toEqual(["Alpha", "zeta"]);
  expect((await http.get(LIST, { sort: "-name", "filter[names]": "zeta,alpha" })).names).toEqual(["zeta", "Alpha"]);
});

test("rejects an unknown order @sort-unknown", async () => {
  expect((await http.get(LIST, { sort: "age" })).status).toBe(400);
});

test.each([
  ["filter[permissions][move-stack]", "not emulated"],
  ["filter[tagged]", "bad request"],
  ["filter[tagged][0]", "bad request"],
  ["filter[age]", "bad request"],
  ["search[name]", "bad request"],
  ["q[name]", "bad request"],
])("rejects an unknown parameter instead of ignoring it @refuses-%s", async (name, title) => {
  const response = await http.get(LIST, { [name]: "env" });
  expect([response.status, response.errors[0]!.title]).toEqual([400, title]);
  expect(response.errors[0]!.detail).toContain(name);
});

test("the projects of an unknown organization are not found @organization-missing", async () => {
  expect((await http.get("/organizations/nobody/projects")).status).toBe(404);
});

test("filter[permissions] applies to the caller and to readable projects @filter-permissions", async () => {
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
  expect(all.names).toEqual(["gamma", "Alpha", "zeta"]);
  expect(all.document.meta!["status-counts"]).toEqual({ total: 3, matching: 3 });
  expect(all.list.map((project) => project.attributes["permissions"])).toEqual([
    { "can-update": true, "can-destroy": false, "can-create-workspace": false },
    { "can-update": false, "can-destroy": false, "can-create-workspace": false },
    { "can-update": false, "can-destroy": false, "can-create-workspace": true },
  ]);

  const updatable = await member.get(LIST, { "filter[permissions][update]": "true" });
  expect(updatable.names).toEqual(["gamma"]);
  expect(updatable.document.meta!["status-counts"]).toEqual({ total: 3, matching: 1 });
  expect((await member.get(LIST, { "filter[permissions][create-workspace]": "true" })).names).toEqual(["zeta"]);
  expect((await member.get(LIST, { "filter[names]": "gamma,beta prod" })).names).toEqual(["gamma"]);
  expect((await http.get(LIST, { "filter[permissions][update]": "" })).list).toHaveLength(6);
});

test("team-count is the number of teams with permissions on the project @team-count", async () => {
  const other = await Emulator.start();
  const { id } = other.projects.create({ organization: "acme", name: "Platform" });
  other.tokens.create({ organization: "acme", role: "team", projects: { [id]: ["read"] } });
  other.tokens.create({ organization: "acme", role: "read-only", projects: { [id]: ["update"] } });
  other.tokens.create({ organization: "acme", role: "owner" });

  expect((await new HttpClient(other).get(`/projects/${id}`)).data.attributes["team-count"]).toBe(2);
  await other.stop();
});
