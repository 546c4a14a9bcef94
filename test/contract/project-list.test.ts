import { NotFoundError, UnprocessableEntityError } from "../../src/api";
import { listDocument, ScriptedService } from "../api/scripted-service";
import type { ClientAndEmulator } from "./client-and-emulator";
import { collect, DOCUMENTS, startClientAndEmulator } from "./client-and-emulator";
import { shows } from "../fidelity";

/** The client's lists of projects, against the emulator. */

describe.each(DOCUMENTS)("with %s documents", (documents) => {
  let both: ClientAndEmulator;

  beforeEach(async () => {
    both = await startClientAndEmulator({ documents });
  });
  afterEach(() => both.stop());

  const add = (name: string): string => both.emulator.projects.create({ organization: "acme", name }).id;

  describe("listing projects", () => {
    beforeEach(() => {
      for (const name of ["Platform", "Payments", "Legacy platform"]) add(name);
    });

    shows("list-projects: page[number]", "list-projects: meta.pagination.current-page");
    shows("list-projects: meta.pagination.page-size", "list-projects: meta.pagination.prev-page");
    shows("list-projects: meta.pagination.next-page", "list-projects: meta.pagination.total-pages");
    shows("list-projects: meta.pagination.total-count");
    shows("success: List projects");
    shows("pages: prev-page, next-page");
    test("returns the requested page of the requested size", async () => {
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

    shows("list-projects: meta.pagination.current-page", "list-projects: meta.pagination.page-size");
    shows("list-projects: meta.pagination.prev-page", "list-projects: meta.pagination.next-page");
    shows("list-projects: meta.pagination.total-pages", "list-projects: meta.pagination.total-count");
    test("contains the pagination of a page in the middle of seven", async () => {
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

    shows("list-projects: page[number]", "list-projects: page[size]", "list-projects: meta.pagination.current-page");
    shows("list-projects: meta.pagination.page-size", "list-projects: meta.pagination.prev-page");
    shows("list-projects: meta.pagination.next-page", "list-projects: meta.pagination.total-pages");
    shows("list-projects: meta.pagination.total-count");
    shows("limits: Default page size (projects)");
    shows("pages: prev-page, next-page");
    test("returns the first page, of 20, by default", async () => {
      for (let index = 0; index < 20; index++) add(`Project ${index}`);
      const { items, pagination } = await both.client.projects.listPage("acme");
      expect(items).toHaveLength(20);
      expect(pagination).toMatchObject({ currentPage: 1, pageSize: 20, prevPage: null, nextPage: 2, totalPages: 2 });
      const first = await both.client.projects.listPage("acme", { number: 1, size: 20 });
      expect(items).toEqual(first.items);
      expect((await both.client.projects.listPage("acme", { size: 5 })).items).toEqual(first.items.slice(0, 5));
      expect((await both.client.projects.listPage("acme", { number: 2 })).items).toHaveLength(4);
    });

    shows("limits: Maximum page size", "pages: A page size over 100");
    test("has at most 100 per page, and rejects more", async () => {
      expect((await both.client.projects.listPage("acme", { size: 100 })).items).toHaveLength(4);
      const page = both.client.projects.listPage("acme", { size: 101 });
      await expect(page).rejects.toThrow(UnprocessableEntityError);
      await expect(page).rejects.toThrow("page[size] must be between 1 and 100");
    });

    shows("list-projects: meta.status-counts");
    test("contains the total and the number of matches", async () => {
      const page = await both.client.projects.listPage("acme", { search: "plat", size: 1 });
      expect(page.statusCounts).toEqual({ total: 4, matching: 2 });
    });

    shows.case("size", "pages: A page size that is 0 or not a number");
    shows.case("number", "pages: A page number that is 0, negative or not a number");
    test.each([
      ["size", { size: 0 }],
      ["number", { number: 0 }],
    ])("is rejected for a page %s of 0", async (what, page) => {
      const asked = both.client.projects.listPage("acme", page);
      await expect(asked).rejects.toThrow(UnprocessableEntityError);
      await expect(asked).rejects.toThrow(`page[${what}] must be`);
    });

    shows("list-projects: q");
    test("finds a part of a name, case-insensitive", async () => {
      const { items } = await both.client.projects.listPage("acme", { search: "PLAT" });
      expect(items.map(({ name }) => name).sort()).toEqual(["Legacy platform", "Platform"]);
    });

    shows("list-projects: filter[names]", "pages: q");
    test("finds exact names, case-insensitive, and ignores the search", async () => {
      const asked = { names: ["platform", "PAYMENTS", "unknown"], search: "legacy" };
      const { items } = await both.client.projects.listPage("acme", asked);
      expect(items.map(({ name }) => name).sort()).toEqual(["Payments", "Platform"]);
    });

    shows("list-projects: sort");
    test("is in the order of names, or in the reverse", async () => {
      const inOrder = ["Default Project", "Legacy platform", "Payments", "Platform"];
      const listed = async (sort: "name" | "-name"): Promise<string[]> =>
        (await collect(both.client.projects.list("acme", { sort }))).map(({ name }) => name);
      expect(await listed("name")).toEqual(inOrder);
      expect(await listed("-name")).toEqual([...inOrder].reverse());
    });

    shows("list-projects: sort");
    test("has a stable order by default", async () => {
      const [one, other] = [await both.client.projects.listPage("acme"), await both.client.projects.listPage("acme")];
      expect(one.items).toHaveLength(4);
      expect(other).toEqual(one);
    });

    shows("pages: A page past the end");
    test("returns an empty page with totals past the end", async () => {
      const { items, pagination } = await both.client.projects.listPage("acme", { number: 999 });
      expect(items).toEqual([]);
      expect(pagination).toMatchObject({ currentPage: 999, nextPage: null, totalCount: 4 });
    });

    shows("list-projects: :organization_name");
    test("of an organization that does not exist is not found", async () => {
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
        body: {
          ...listDocument([], { size: 100 }),
          links: { [link]: "https://elsewhere.example/?page%5Bnumber%5D=7" },
        },
      });
      const client = service.client();
      expect(await collect(client.projects.list("acme"))).toEqual([]);
      expect(service.requests).toHaveLength(1);
      client.close();
      await service.stop();
    });
  });
});
