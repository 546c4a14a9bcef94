import { Client } from "../../src/api";
import { Emulator } from "../../src/emulator";
import { projectResource, ScriptedService } from "./scripted-service";
import type { Scripted } from "./scripted-service";

async function everyId(items: AsyncIterable<{ readonly id: string }>): Promise<string[]> {
  const ids: string[] = [];
  for await (const { id } of items) ids.push(id);
  return ids;
}

describe("a list that changes while it is read", () => {
  let emulator: Emulator;
  let client: Client;

  beforeEach(async () => {
    emulator = await Emulator.start();
    client = new Client({ address: emulator.address, token: emulator.token, env: {} });
  });
  afterEach(async () => {
    client.close();
    await emulator.stop();
  });

  const addProjects = (count: number, prefix: string): string[] =>
    Array.from(
      { length: count },
      (_, index) => emulator.addProject({ organization: "acme", name: `${prefix}-${index}` }).id,
    );

  /** Reads the list, and lets something happen after each of its pages. */
  async function readWhile(
    list: AsyncIterable<{ readonly id: string }>,
    happen: (page: number) => void,
  ): Promise<string[]> {
    const ids: string[] = [];
    let pages = 0;
    for await (const { id } of list) {
      const read = emulator.requests.length;
      if (read > pages) happen((pages = read));
      ids.push(id);
    }
    return ids;
  }

  test("1,000 projects, of which some are deleted and as many created after each page: every one that stays comes once", async () => {
    const ids = addProjects(1000, "old");
    const doomed = ids.filter((_, index) => index % 7 === 0);
    const stays = ids.filter((id) => !doomed.includes(id));

    const found = await readWhile(client.projects.list("acme"), (page) => {
      for (const id of doomed.splice(0, 5)) emulator.deleteProject(id);
      addProjects(5, `new-${page}`);
    });

    expect(new Set(found).size).toBe(found.length);
    expect(found).toEqual(expect.arrayContaining(stays));
  });

  test("also when it is only deleted from, from the end, or only added to", async () => {
    const ids = addProjects(500, "old");
    const doomed = ids.slice(100, 250).reverse();
    const stays = ids.filter((id) => !doomed.includes(id));
    const found = await readWhile(client.projects.list("acme"), (page) => {
      if (page % 2 === 0) addProjects(150, `new-${page}`);
      else for (const id of doomed.splice(0, 50)) emulator.deleteProject(id);
    });
    expect(new Set(found).size).toBe(found.length);
    expect(found).toEqual(expect.arrayContaining(stays));
  });

  test("in the order asked for, what slipped past is found because the totals do not agree", async () => {
    const ids = addProjects(300, "old");
    const sorted = [...ids];
    const doomed = ids.slice(0, 3);
    const found = await readWhile(client.projects.list("acme", { sort: "name" }), () => {
      const id = doomed.pop();
      if (id !== undefined) emulator.deleteProject(id);
    });
    expect(found).toEqual(expect.arrayContaining(sorted.slice(3)));
  });

  test("a list of one page is read with one request, one of three pages with four", async () => {
    await everyId(client.projects.list("acme"));
    expect(emulator.requests).toHaveLength(1);
    addProjects(249, "old");
    emulator.clearRequests();
    expect(await everyId(client.projects.list("acme"))).toHaveLength(250);
    expect(emulator.requests).toHaveLength(4);
  });

  test("whoever stops early causes no more requests", async () => {
    addProjects(300, "old");
    for await (const { id } of client.projects.list("acme")) if (id !== "") break;
    expect(emulator.requests).toHaveLength(1);
  });

  test("in the order asked for, pages come one after the other", async () => {
    addProjects(250, "old");
    const names: string[] = [];
    for await (const { name } of client.projects.list("acme", { sort: "-name" })) names.push(name);
    expect(names).toHaveLength(251);
    expect(names).toEqual([...names].sort((one, other) => (one < other ? 1 : -1)));
    expect(emulator.requests).toHaveLength(3);
  });

  test("one page tells the totals", async () => {
    addProjects(29, "old");
    const page = await client.projects.listPage("acme", { number: 2, size: 20 });
    expect(page.items).toHaveLength(10);
    expect(page.pagination).toEqual({
      currentPage: 2,
      pageSize: 20,
      prevPage: 1,
      nextPage: null,
      totalPages: 2,
      totalCount: 30,
    });
  });
});

describe("a list that does not say how it goes on as the contract does", () => {
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

  const page = (from: number, count: number, more: object = {}): Scripted => ({
    body: { data: Array.from({ length: count }, (_, index) => projectResource(`prj-${from + index}`)), ...more },
  });
  const pagesAsked = (): (string | null)[] =>
    service.requests.map(({ path }) => new URL(path, service.address).searchParams.get("page[number]"));

  test("without meta, its links are gone by, whether they are whole addresses or paths", async () => {
    const next = (number: number, base: string) => ({
      links: { next: `${base}/api/v2/x?page%5Bnumber%5D=${number}&page%5Bsize%5D=100` },
    });
    service.script(
      page(0, 2, next(2, "https://elsewhere.example")),
      page(2, 2, next(3, "")),
      page(4, 1, { links: { next: null } }),
    );
    expect(await everyId(client.projects.list("acme"))).toHaveLength(5);
    expect(pagesAsked()).toEqual(["1", "2", "3"]);
  });

  test("without meta and links, a full page may be followed by another", async () => {
    service.script(page(0, 100), page(100, 100), page(200, 0));
    expect(await everyId(client.projects.list("acme"))).toHaveLength(200);
    expect(pagesAsked()).toEqual(["1", "2", "3"]);
  });

  test("without meta and links, a page that is not full is the last", async () => {
    service.script(page(0, 99));
    expect(await everyId(client.projects.list("acme"))).toHaveLength(99);
    expect(pagesAsked()).toEqual(["1"]);
  });

  test("a service that always sends the same page is not asked for ever", async () => {
    service.script(page(0, 100));
    expect(await everyId(client.projects.list("acme"))).toHaveLength(100);
    expect(pagesAsked()).toEqual(["1", "2"]);
  });

  test("a next page that leads back is not gone to", async () => {
    service.script(
      page(0, 2, { meta: { pagination: { "next-page": 2 } } }),
      page(2, 2, { meta: { pagination: { "next-page": 1 } } }),
    );
    expect(await everyId(client.projects.list("acme"))).toHaveLength(4);
  });

  test("numbers that were sent as texts are read", async () => {
    service.script(
      page(0, 2, {
        meta: { pagination: { "current-page": "1", "next-page": null, "total-count": "2", "total-pages": "1" } },
      }),
    );
    const { pagination } = await client.projects.listPage("acme");
    expect(pagination).toMatchObject({ currentPage: 1, nextPage: null, totalCount: 2, totalPages: 1 });
  });
});
