import { AbortedError, Client, UnexpectedResponseError } from "../../src/api";
import { Emulator } from "../../src/emulator";
import { ScriptedService } from "./scripted-service";
import type { ScriptedResponse } from "./scripted-service";
import { GO_CLIENT, shows } from "../fidelity";

async function everyId(items: AsyncIterable<{ readonly id: string }>): Promise<string[]> {
  const ids: string[] = [];
  for await (const { id } of items) ids.push(id);
  return ids;
}

shows.documented(
  GO_CLIENT,
  "pages: Lists that change while they are read",
  "Pages are read at different times: the client returns each item once, and misses none that remains.",
  { emulator: "Each page is correct when it is sent; the client combines pages." },
);
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
      (_, index) => emulator.projects.create({ organization: "acme", name: `${prefix}-${index}` }).id,
    );

  /** Reads the list, and lets something happen after each of its pages. */
  async function readWhile(
    list: AsyncIterable<{ readonly id: string }>,
    happen: (page: number) => void,
  ): Promise<string[]> {
    const ids: string[] = [];
    let pages = 0;
    for await (const { id } of list) {
      const read = emulator.requests.entries.length;
      if (read > pages) happen((pages = read));
      ids.push(id);
    }
    return ids;
  }

  test("yields each of 1,000 projects once while others are deleted and created after each page", async () => {
    const ids = addProjects(1000, "old");
    const doomed = ids.filter((_, index) => index % 7 === 0);
    const stays = ids.filter((id) => !doomed.includes(id));

    const found = await readWhile(client.projects.list("acme"), (page) => {
      for (const id of doomed.splice(0, 5)) emulator.projects.delete(id);
      addProjects(5, `new-${page}`);
    });

    expect(new Set(found).size).toBe(found.length);
    expect(found).toEqual(expect.arrayContaining(stays));
  });

  test("also while items are only deleted, deleted from the end, or only created", async () => {
    const ids = addProjects(500, "old");
    const doomed = ids.slice(100, 250).reverse();
    const stays = ids.filter((id) => !doomed.includes(id));
    const found = await readWhile(client.projects.list("acme"), (page) => {
      if (page % 2 === 0) addProjects(60, `new-${page}`);
      else for (const id of doomed.splice(0, 50)) emulator.projects.delete(id);
    });
    expect(new Set(found).size).toBe(found.length);
    expect(found).toEqual(expect.arrayContaining(stays));
  });

  test("reads further back when all known items of a page are deleted", async () => {
    const ids = addProjects(500, "old");
    let happened = false;
    const found = await readWhile(client.projects.list("acme"), () => {
      if (!happened) for (const id of ids.slice(0, 150)) emulator.projects.delete(id);
      happened = true;
    });
    expect(new Set(found).size).toBe(found.length);
    expect(found).toEqual(expect.arrayContaining(ids.slice(150)));
  });

  test("yields a project last that is renamed past the reader in a sorted list", async () => {
    const ids = addProjects(300, "old");
    let happened = false;
    const found = await readWhile(client.projects.list("acme", { sort: "name" }), () => {
      if (!happened) emulator.projects.update(ids[299]!, { name: "AAA" });
      happened = true;
    });
    expect(new Set(found).size).toBe(found.length);
    expect(found).toHaveLength(301);
  });

  test("yields a project that is renamed past the reader in two of three passes", async () => {
    const [id] = addProjects(101, "old");
    let requests = 0;
    const onRequest = (): void => {
      requests += 1;
      // Each pass has two pages: the project is on the second when the first is read, and the other way around.
      if (requests < 5) emulator.projects.update(id!, { name: requests % 2 === 1 ? "AAA" : "zzz" });
    };
    emulator.projects.update(id!, { name: "zzz" });
    const { address, token } = emulator;
    const reader = new Client({ address, token, env: {}, onRequest });
    const found = await everyId(reader.projects.list("acme", { sort: "name" }));
    reader.close();
    expect([found.length, found.at(-1), requests]).toEqual([102, id, 6]);
  });

  test("fails when the list grows faster than it is read", async () => {
    addProjects(150, "old");
    let created = 0;
    const reading = readWhile(client.projects.list("acme"), () => {
      // Each before all others in the order of names.
      addProjects(100, `a-${String(999 - created++)}`);
    });
    await expect(reading).rejects.toThrow(UnexpectedResponseError);
    expect(emulator.requests.entries.length).toBeLessThan(70);
  });

  test("sends 23 requests for 2,000 objects: the figure of docs/client.md", async () => {
    addProjects(1_999, "old");
    expect(await everyId(client.projects.list("acme"))).toHaveLength(2_000);
    expect(emulator.requests.entries).toHaveLength(23);
  });

  test("sends one request for a list of one page, three for a list of three", async () => {
    await everyId(client.projects.list("acme"));
    expect(emulator.requests.entries).toHaveLength(1);
    addProjects(249, "old");
    emulator.requests.clear();
    expect(await everyId(client.projects.list("acme"))).toHaveLength(250);
    expect(emulator.requests.entries).toHaveLength(3);
  });

  test("yields nothing after an abort, not even from the current page", async () => {
    addProjects(300, "old");
    const abort = new AbortController();
    const given: string[] = [];
    const reading = (async () => {
      for await (const { id } of client.projects.list("acme", {}, { signal: abort.signal })) {
        given.push(id);
        if (given.length === 5) abort.abort(new Error("enough"));
      }
    })();
    await expect(reading).rejects.toThrow(AbortedError);
    expect(given).toHaveLength(5);
    expect(emulator.requests.entries).toHaveLength(1);
  });

  test("sends no further request when the loop ends early", async () => {
    addProjects(300, "old");
    for await (const { id } of client.projects.list("acme")) if (id !== "") break;
    expect(emulator.requests.entries).toHaveLength(1);
  });

  test("keeps the requested order across pages", async () => {
    addProjects(250, "old");
    const names: string[] = [];
    for await (const { name } of client.projects.list("acme", { sort: "-name" })) names.push(name);
    expect(names).toHaveLength(251);
    expect(names).toEqual([...names].sort((one, other) => (one < other ? 1 : -1)));
    expect(emulator.requests.entries).toHaveLength(3);
  });
});

describe("a list without pagination totals", () => {
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

  const page = (from: number, count: number, more: object = {}): ScriptedResponse => ({
    body: {
      data: Array.from({ length: count }, (_, index) => ({ id: `ts-${from + index}`, type: "task-stages" })),
      ...more,
    },
  });
  const pagesAsked = (): string[] =>
    service.requests.map(({ path }) => {
      const { searchParams } = new URL(path, service.address);
      return `${searchParams.get("page[number]")} of ${searchParams.get("page[size]")}`;
    });

  test.each(["teams", "variableSets", "policySets"] as const)(
    "without meta is an error of %s, by which code changes access and sets",
    async (of) => {
      service.script({ body: { data: [] } });
      await expect(everyId(client[of].list("acme"))).rejects.toThrow("cannot tell where the list ends");
    },
  );

  shows("pages: meta.pagination", "pages: Links");
  test("without meta, the links decide, whether they are URLs or paths", async () => {
    const next = (number: number, base: string) => ({
      links: { next: `${base}/api/v2/x?page%5Bnumber%5D=${number}&page%5Bsize%5D=100` },
    });
    service.script(
      page(0, 2, next(2, "https://elsewhere.example")),
      page(2, 2, next(3, "")),
      page(4, 1, { links: { next: null } }),
    );
    expect(await everyId(client.taskStages.list("run-1"))).toHaveLength(5);
    expect(pagesAsked()).toEqual(["1 of 100", "2 of 100", "3 of 100"]);
  });

  shows("pages: Lists of task stages");
  test("without meta and links, a full page may be followed by another", async () => {
    service.script(page(0, 100), page(99, 99), page(196, 4));
    expect(await everyId(client.taskStages.list("run-1"))).toHaveLength(200);
    expect(pagesAsked()).toEqual(["1 of 100", "2 of 99", "3 of 98"]);
  });

  shows("pages: Lists of task stages");
  test("without meta and links, a page that is not full is the last", async () => {
    service.script(page(0, 99));
    expect(await everyId(client.taskStages.list("run-1"))).toHaveLength(99);
    expect(pagesAsked()).toEqual(["1 of 100"]);
  });

  test("stops when the service always sends the same page", async () => {
    service.script(page(0, 100));
    expect(await everyId(client.taskStages.list("run-1"))).toHaveLength(100);
    expect(pagesAsked()).toEqual(["1 of 100", "2 of 99"]);
  });

  test("ignores a next page that leads back", async () => {
    service.script(
      page(0, 2, { meta: { pagination: { "next-page": 2 } } }),
      page(2, 2, { meta: { pagination: { "next-page": 1 } } }),
    );
    expect(await everyId(client.taskStages.list("run-1"))).toHaveLength(4);
  });
});
