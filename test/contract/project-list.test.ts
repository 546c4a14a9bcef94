import { NotFoundError, UnprocessableEntityError } from "../../src/api";
import { listDocument, ScriptedService } from "../api/scripted-service";
import type { ClientAndEmulator } from "./client-and-emulator";
import { collect, startClientAndEmulator } from "./client-and-emulator";

/** The client's lists of projects, against the emulator. */

let both: ClientAndEmulator;

beforeEach(async () => {
  both = await startClientAndEmulator();
});
afterEach(() => both.stop());

const add = (name: string): string => both.emulator.projects.create({ organization: "acme", name }).id;

describe("listing projects", () => {
  beforeEach(() => {
    for (const name of ["Platform", "Payments", "Legacy platform"]) add(name);
  });

  test("returns the requested page of the requested size @list-requested-page", async () => {
    const page = await both.client.projects.listPage("acme", { number: 2, size: 3, sort: "name" });
    expect(page.items.map(({ name }) => name)).toEqual(["Platform"]);
    expect(page.pagination).toEqual({
      currentPage: 2,
      pageSize: 3,
      prevPage: 1,
      nextPage: null,
      totalPages: 2,
      totalCount: 4,
    });
  });

  test("contains the pagination of a page in the middle of seven @list-pagination", async () => {
    for (let index = 0; index < 15; index++) add(`Project ${index}`);
    expect((await both.client.projects.listPage("acme", { number: 5, size: 3 })).pagination).toEqual({
      currentPage: 5,
      pageSize: 3,
      prevPage: 4,
      nextPage: 6,
      totalPages: 7,
      totalCount: 19,
    });
  });

  test("returns the first page, of 20, by default @list-first-page-default", async () => {
    for (let index = 0; index < 20; index++) add(`Project ${index}`);
    const { items, pagination } = await both.client.projects.listPage("acme");
    expect(items).toHaveLength(20);
    expect(pagination).toMatchObject({ currentPage: 1, pageSize: 20, prevPage: null, nextPage: 2, totalPages: 2 });
    const first = await both.client.projects.listPage("acme", { number: 1, size: 20 });
    expect(items).toEqual(first.items);
    expect((await both.client.projects.listPage("acme", { size: 5 })).items).toEqual(first.items.slice(0, 5));
    expect((await both.client.projects.listPage("acme", { number: 2 })).items).toHaveLength(4);
  });

  test("has at most 100 per page, and rejects more @list-at-most-100", async () => {
    expect((await both.client.projects.listPage("acme", { size: 100 })).items).toHaveLength(4);
    const page = both.client.projects.listPage("acme", { size: 101 });
    await expect(page).rejects.toThrow(UnprocessableEntityError);
    await expect(page).rejects.toThrow("page[size] must be between 1 and 100");
  });

  test("contains the total and the number of matches @list-status-counts", async () => {
    const page = await both.client.projects.listPage("acme", { search: "plat", size: 1 });
    expect(page.statusCounts).toEqual({ total: 4, matching: 2 });
  });

  test.each([
    ["size", { size: 0 }],
    ["number", { number: 0 }],
  ])("is rejected for a page size or number of 0 @list-page-%s-0", async (what, page) => {
    const asked = both.client.projects.listPage("acme", page);
    await expect(asked).rejects.toThrow(UnprocessableEntityError);
    await expect(asked).rejects.toThrow(`page[${what}] must be`);
  });

  test("finds a part of a name, case-insensitive @list-search", async () => {
    const { items } = await both.client.projects.listPage("acme", { search: "PLAT" });
    expect(items.map(({ name }) => name).sort()).toEqual(["Legacy platform", "Platform"]);
  });

  test("finds exact names, case-insensitive, and ignores the search @list-exact-names", async () => {
    const asked = { names: ["platform", "PAYMENTS", "unknown"], search: "legacy" };
    const { items } = await both.client.projects.listPage("acme", asked);
    expect(items.map(({ name }) => name).sort()).toEqual(["Payments", "Platform"]);
  });

  test("is in the order of names, or in the reverse @list-sorted", async () => {
    const inOrder = ["Default Project", "Legacy platform", "Payments", "Platform"];
    const listed = async (sort: "name" | "-name"): Promise<string[]> =>
      (await collect(both.client.projects.list("acme", { sort }))).map(({ name }) => name);
    expect(await listed("name")).toEqual(inOrder);
    expect(await listed("-name")).toEqual([...inOrder].reverse());
  });

  test("has a stable order by default @list-default-order-stable", async () => {
    const [one, other] = [await both.client.projects.listPage("acme"), await both.client.projects.listPage("acme")];
    expect(one.items).toHaveLength(4);
    expect(other).toEqual(one);
  });

  test("returns an empty page with totals past the end @list-past-end", async () => {
    const { items, pagination } = await both.client.projects.listPage("acme", { number: 999 });
    expect(items).toEqual([]);
    expect(pagination).toMatchObject({ currentPage: 999, nextPage: null, totalCount: 4 });
  });

  test("of an organization that does not exist is not found @list-organization-missing", async () => {
    await expect(both.client.projects.listPage("nobody")).rejects.toThrow(NotFoundError);
  });

  test.each([
    ["self", "is not read: the page that was asked for is known"],
    ["first", "is not read: the first page has number 1"],
    ["prev", "is not read: nobody goes back"],
    ["next", "is not read: meta.pagination tells it"],
    ["last", "is not read: the totals tell it"],
  ])("ignores links.%s, which %s", async (link) => {
    const service = await ScriptedService.start();
    service.script({
      body: { ...listDocument([], { size: 100 }), links: { [link]: "https://elsewhere.example/?page%5Bnumber%5D=7" } },
    });
    const client = service.client();
    expect(await collect(client.projects.list("acme"))).toEqual([]);
    expect(service.requests).toHaveLength(1);
    client.close();
    await service.stop();
  });
});
