import { Client, UnexpectedResponseError } from "../../src/api";
import type { Page } from "../../src/api";
import { inconsistencyIn } from "../../src/api/consistent-page";
import { Emulator } from "../../src/emulator";
import { listDocument, projectResource, ScriptedService } from "./scripted-service";

let service: ScriptedService;
let client: Client;

beforeEach(async () => {
  service = await ScriptedService.start();
  client = service.client();
});
afterEach(async () => {
  client.close();
  await service.stop();
});

const projects = (from: number, count: number): readonly object[] =>
  Array.from({ length: count }, (_, index) => projectResource(`prj-${from + index}`));
const workspace = (id: string, projectId: string): object => ({
  id,
  type: "workspaces",
  attributes: { name: `name of ${id}` },
  relationships: { project: { data: { id: projectId, type: "projects" } } },
});
/** A page with any pagination. */
const page = (data: readonly object[], pagination: object): object => ({
  data,
  meta: {
    pagination: {
      "current-page": 1,
      "page-size": 20,
      "next-page": null,
      "total-pages": 1,
      "total-count": 0,
      ...pagination,
    },
  },
});

const lists: readonly [string, (client: Client) => Promise<unknown>][] = [
  ["one page of projects", (client) => client.projects.listPage("acme")],
  ["a list of projects", (client) => client.projects.list("acme").next()],
  ["one page of workspaces", (client) => client.workspaces.listPage("acme")],
  ["a list of workspaces", (client) => client.workspaces.list("acme", { projectId: "prj-1" }).next()],
];

describe.each(lists)("%s", (_, read) => {
  test.each<[string, object]>([
    ["is empty and says nothing else", { data: [] }],
    ["has no pagination", { data: [], meta: {} }],
    ["has links alone", { data: [], links: { next: null } }],
    ["does not say how many there are", page([], { "total-count": null })],
    ["does not say how many pages there are", page([], { "total-pages": undefined })],
    ["does not say which page it is", page([], { "current-page": "first" })],
    ["does not say what comes next", page([], { "next-page": undefined })],
    ["has less than nothing", page([], { "total-count": -1 })],
  ])("that %s does not count as an empty list", async (_, body) => {
    service.script({ body });
    await expect(read(client)).rejects.toThrow(UnexpectedResponseError);
    await expect(read(client)).rejects.toThrow(/cannot tell where the list ends: `meta\.pagination` has no `/);
    expect(service.requests).toHaveLength(2);
  });
});

describe("an inconsistent page", () => {
  test.each<[string, object, string]>([
    [
      "is empty, though there are three",
      page([], { "total-count": 3 }),
      "contains 0 items, which contradicts a total of 3",
    ],
    ["has fewer than there are", page(projects(0, 2), { "total-count": 3 }), "contains 2 items"],
    ["has more than there are", page(projects(0, 4), { "total-count": 3 }), "contains 4 items"],
    [
      "is not full although another follows",
      page(projects(0, 19), { "total-count": 30, "total-pages": 2, "next-page": 2 }),
      "contains 19 items",
    ],
    [
      "is empty although another follows",
      page([], { "total-count": 30, "total-pages": 2, "next-page": 2 }),
      "contains 0 items",
    ],
    [
      "is the last although there are more pages",
      page(projects(0, 20), { "total-count": 30, "total-pages": 2 }),
      "reports 2 pages, but no next page",
    ],
    [
      "is the last although the total exceeds it",
      page(projects(0, 20), { "total-count": 30 }),
      "contains 20 items, which contradicts a total of 30 on 1 pages",
    ],
    ["leads to itself", page(projects(0, 3), { "total-count": 3, "next-page": 1 }), "but next page 1"],
    ["is another page than requested", page([], { "current-page": 2 }), "requested page 1, received page 2"],
    [
      "contains the same project twice",
      page([...projects(0, 2), ...projects(0, 1)], { "total-count": 3 }),
      "contains an item more than once",
    ],
  ])("that %s is read three times and then rejected", async (_, body, says) => {
    service.script({ body });
    await expect(client.projects.listPage("acme")).rejects.toThrow(says);
    expect(service.requests).toHaveLength(3);
    await expect(client.projects.listPage("acme")).rejects.toMatchObject({ code: "unexpected-response" });
  });

  test("is read again, since the list may have changed between counting and listing", async () => {
    service.script({ body: page(projects(0, 2), { "total-count": 3 }) }, { body: listDocument(projects(0, 3)) });
    expect((await client.projects.listPage("acme")).items).toHaveLength(3);
    expect(service.requests).toHaveLength(2);
  });

  test("in the middle of a list is an error, not the end of the list", async () => {
    service.script(
      { body: listDocument(projects(0, 100), { size: 100, total: 150 }) },
      { body: page([], { "current-page": 2, "page-size": 99 }) },
      { body: page(projects(0, 1), { "current-page": 2, "page-size": 99, "total-count": 150, "total-pages": 2 }) },
    );
    const reading = (async () => {
      for await (const { id } of client.projects.list("acme")) expect(id).toMatch(/^prj-/);
    })();
    await expect(reading).rejects.toThrow(UnexpectedResponseError);
  });
});

describe("a service with its own page size", () => {
  const own = (number: number, count: number, total: number, stated?: number): Page<{ readonly id: string }> => ({
    items: Array.from({ length: count }, (_, index) => ({ id: `prj-${index}` })),
    pagination: {
      currentPage: number,
      pageSize: stated,
      prevPage: null,
      nextPage: number < Math.ceil(total / 50) ? number + 1 : null,
      totalPages: Math.max(1, Math.ceil(total / 50)),
      totalCount: total,
    },
  });

  test.each([
    [1, 50, 120],
    [2, 50, 120],
    [3, 20, 120],
    [4, 0, 120],
    [1, 7, 7],
    [1, 0, 0],
  ])("is consistent: page %d has %d of %d", (number, count, total) => {
    for (const stated of [undefined, 50])
      expect(inconsistencyIn(own(number, count, total, stated), { number, size: 100 })).toBeUndefined();
  });

  test.each([
    [1, 30, 120],
    [2, 0, 120],
    [3, 19, 120],
    [3, 0, 120],
    [4, 1, 120],
    [1, 6, 7],
  ])("is inconsistent with missing or extra items: page %d has %d of %d", (number, count, total) => {
    for (const stated of [undefined, 50])
      expect(inconsistencyIn(own(number, count, total, stated), { number, size: 100 })).toBeDefined();
  });
});

test("every page of every size of the emulator is consistent", async () => {
  const emulator = await Emulator.start();
  const real = new Client({ address: emulator.address, token: emulator.token, env: {} });
  for (let index = 0; index < 10; index++) emulator.projects.create({ organization: "acme", name: `project-${index}` });
  for (let size = 1; size <= 13; size++) {
    for (let number = 1; number <= 13; number++) {
      const { items } = await real.projects.listPage("acme", { number, size });
      expect(items).toHaveLength(Math.min(size, Math.max(0, 11 - (number - 1) * size)));
    }
  }
  expect(emulator.requests.entries).toHaveLength(13 * 13);
  real.close();
  await emulator.stop();
});

test("workspaces of a project that was not requested are an error: the service ignored the filter", async () => {
  service.script({ body: listDocument([workspace("ws-1", "prj-1"), workspace("ws-2", "prj-2")]) });
  await expect(client.workspaces.listPage("acme", { projectId: "prj-1" })).rejects.toThrow(
    'requested workspaces of project prj-1, received "ws-2" of "prj-2"',
  );
  expect((await client.workspaces.listPage("acme")).items).toHaveLength(2);
});
