import { Client, UnexpectedResponseError } from "../../src/api";
import type { Page } from "../../src/api";
import { contradictionIn } from "../../src/api/consistent-page";
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
/** A page, whatever it says of itself. */
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
  ])("that %s is not taken for an empty list", async (_, body) => {
    service.script({ body });
    await expect(read(client)).rejects.toThrow(UnexpectedResponseError);
    await expect(read(client)).rejects.toThrow(/the list does not tell where it ends: `meta\.pagination` has no `/);
    expect(service.requests).toHaveLength(2);
  });
});

describe("a page that contradicts itself", () => {
  test.each<[string, object, string]>([
    ["is empty, though there are three", page([], { "total-count": 3 }), "has 0 items, which does not agree with 3"],
    ["has fewer than there are", page(projects(0, 2), { "total-count": 3 }), "has 2 items"],
    ["has more than there are", page(projects(0, 4), { "total-count": 3 }), "has 4 items"],
    [
      "is not full, though another follows",
      page(projects(0, 19), { "total-count": 30, "total-pages": 2, "next-page": 2 }),
      "has 19 items",
    ],
    [
      "is empty, though another follows",
      page([], { "total-count": 30, "total-pages": 2, "next-page": 2 }),
      "has 0 items",
    ],
    [
      "is the last, though there are more pages",
      page(projects(0, 20), { "total-count": 30, "total-pages": 2 }),
      "there are 2 pages, and that there is no next page",
    ],
    [
      "is the last, though more are counted than fit in",
      page(projects(0, 20), { "total-count": 30 }),
      "has 20 items, which does not agree with 30 in 1 pages",
    ],
    ["leads to itself", page(projects(0, 3), { "total-count": 3, "next-page": 1 }), "the next page is 1"],
    ["is another page", page([], { "current-page": 2 }), "page 1 of the list was asked for, and page 2 came"],
    [
      "has the same project twice",
      page([...projects(0, 2), ...projects(0, 1)], { "total-count": 3 }),
      "has one item more than once",
    ],
  ])("and %s is asked for three times, and then is an error", async (_, body, says) => {
    service.script({ body });
    await expect(client.projects.listPage("acme")).rejects.toThrow(says);
    expect(service.requests).toHaveLength(3);
    await expect(client.projects.listPage("acme")).rejects.toMatchObject({ code: "unexpected-response" });
  });

  test("because the list changed between counting and reading is read again, and then is right", async () => {
    service.script({ body: page(projects(0, 2), { "total-count": 3 }) }, { body: listDocument(projects(0, 3)) });
    expect((await client.projects.listPage("acme")).items).toHaveLength(3);
    expect(service.requests).toHaveLength(2);
  });

  test("in the midst of a list ends it with an error, not with what came before", async () => {
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

describe("a service with pages of a size of its own", () => {
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
  ])("agrees with itself: page %d has %d of %d", (number, count, total) => {
    for (const stated of [undefined, 50])
      expect(contradictionIn(own(number, count, total, stated), { number, size: 100 })).toBeUndefined();
  });

  test.each([
    [1, 30, 120],
    [2, 0, 120],
    [3, 19, 120],
    [3, 0, 120],
    [4, 1, 120],
    [1, 6, 7],
  ])("and one page that lacks some, or has too many, does not: page %d has %d of %d", (number, count, total) => {
    for (const stated of [undefined, 50])
      expect(contradictionIn(own(number, count, total, stated), { number, size: 100 })).toBeDefined();
  });
});

test("every page of every size that the emulator gives agrees with itself", async () => {
  const emulator = await Emulator.start();
  const real = new Client({ address: emulator.address, token: emulator.token, env: {} });
  for (let index = 0; index < 10; index++) emulator.addProject({ organization: "acme", name: `project-${index}` });
  for (let size = 1; size <= 13; size++) {
    for (let number = 1; number <= 13; number++) {
      const { items } = await real.projects.listPage("acme", { number, size });
      expect(items).toHaveLength(Math.min(size, Math.max(0, 11 - (number - 1) * size)));
    }
  }
  expect(emulator.requests).toHaveLength(13 * 13);
  real.close();
  await emulator.stop();
});

test("workspaces of another project than the one asked for are an error: the service overlooked the filter", async () => {
  service.script({ body: listDocument([workspace("ws-1", "prj-1"), workspace("ws-2", "prj-2")]) });
  await expect(client.workspaces.listPage("acme", { projectId: "prj-1" })).rejects.toThrow(
    'workspaces of project prj-1 were asked for, and "ws-2" of "prj-2" came',
  );
  expect((await client.workspaces.listPage("acme")).items).toHaveLength(2);
});
