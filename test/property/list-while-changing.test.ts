import { Client } from "../../src/api";
import { Emulator } from "../../src/emulator";
import { casesOf, fc, SEED } from "../support/property";

/** A change between two pages; `at` is its position in the list, from 0 to 1. */
type Change =
  | { readonly kind: "create"; readonly at: number; readonly count: number }
  | { readonly kind: "delete"; readonly at: number; readonly count: number }
  | { readonly kind: "rename"; readonly at: number; readonly to: number };

const place = fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true });
const change: fc.Arbitrary<Change> = fc.oneof(
  fc.record({ kind: fc.constant("create" as const), at: place, count: fc.integer({ min: 1, max: 60 }) }),
  fc.record({ kind: fc.constant("delete" as const), at: place, count: fc.integer({ min: 1, max: 60 }) }),
  fc.record({ kind: fc.constant("rename" as const), at: place, to: place }),
);
/** With more created objects, the client may reject the list as endless; see `paginate.test.ts`. */
const MAX_CREATED = 480;

/** The changes after each page; none after the last of them. */
const changesByPage = fc.array(fc.array(change, { maxLength: 4 }), { maxLength: 25 }).map((pages) => {
  let created = 0;
  return pages.map((changes) => changes.filter((it) => it.kind !== "create" || (created += it.count) <= MAX_CREATED));
});

interface Known {
  readonly id: string;
  readonly name: string;
}

/** Lists of projects are in the order of names by default, those of workspaces are not. */
type ListName = "projects" | "workspaces";

/** Creates, deletes and renames projects or workspaces of an organization, and records which existed throughout. */
class ChangingList {
  readonly #all: Known[] = [];
  readonly #untouched = new Map<string, "stayed" | "renamed">();
  #created = 0;

  constructor(
    private readonly emulator: Emulator,
    private readonly list: ListName,
    count: number,
  ) {
    for (let index = 0; index < count; index++) this.#create(index / count);
    for (const { id } of this.#all) this.#untouched.set(id, "stayed");
  }

  /** IDs of those that existed from the start and still exist. */
  existedThroughout(kinds: readonly ("stayed" | "renamed")[]): readonly string[] {
    return [...this.#untouched].filter(([, kind]) => kinds.includes(kind)).map(([id]) => id);
  }

  apply(change: Change): void {
    switch (change.kind) {
      case "create":
        for (let index = 0; index < change.count; index++) this.#create(change.at);
        return;
      case "delete":
        for (const { id } of this.#all.splice(this.#index(change.at), change.count)) {
          this.emulator[this.list].delete(id);
          this.#untouched.delete(id);
        }
        return;
      case "rename": {
        const known = this.#all[this.#index(change.at)];
        if (known === undefined) return;
        this.#rename(known.id, this.#nameAt(change.to));
        if (this.#untouched.has(known.id)) this.#untouched.set(known.id, "renamed");
      }
    }
  }

  #create(at: number): void {
    const name = this.#nameAt(at);
    this.#all.push({ id: this.emulator[this.list].create({ organization: "acme", name }).id, name });
  }

  #rename(id: string, name: string): void {
    if (this.list === "projects") this.emulator.projects.update(id, { name });
    else this.emulator.workspaces.update(id, { name: name });
  }

  /** A new name at about this position in the order of names. */
  #nameAt(at: number): string {
    return `p${String(Math.floor(at * 1e6)).padStart(6, "0")}-${this.#created++}`;
  }

  #index(at: number): number {
    return Math.floor(at * this.#all.length);
  }
}

interface Reading {
  readonly list: ListName;
  readonly count: number;
  readonly sort: "name" | "-name" | undefined;
  readonly search: string | undefined;
  readonly changesByPage: readonly (readonly Change[])[];
}

/** Reads the list, with changes after each page. */
async function read({ list, count, sort, search, changesByPage }: Reading) {
  const emulator = await Emulator.start();
  const changing = new ChangingList(emulator, list, count);
  let pages = 0;
  const client = new Client({
    address: emulator.address,
    token: emulator.token,
    env: {},
    // Called after each request, so the changes happen between two pages.
    onRequest: () => changesByPage[pages++]?.forEach((change) => changing.apply(change)),
  });
  const found: string[] = [];
  for await (const { id } of client[list].list("acme", { sort, search })) found.push(id);
  client.close();
  await emulator.stop();
  return { found, changing, pages };
}

/**
 * An upper bound for the pages of a reading: those that are followed by changes, and in each pass the steps back, each
 * four times as far as the one before, up to the start of the list, and from there the pages to its end, each of which
 * advances by at least 48 objects after six that overlap more.
 */
function maxPages({ count, changesByPage }: Reading, passes: number): number {
  const most = count + 1 + created(changesByPage);
  const stepsBack = Math.ceil(Math.log(most) / Math.log(4)) + 1;
  return changesByPage.length + passes * (stepsBack + 6 + Math.ceil(most / 48));
}

function created(changesByPage: Reading["changesByPage"]): number {
  return changesByPage.flat().reduce((sum, change) => sum + (change.kind === "create" ? change.count : 0), 0);
}

const runs = { numRuns: casesOf(20), endOnFailure: true } as const;
const count = fc.integer({ min: 0, max: 450 });
const search = fc.constantFrom(undefined, "p");

describe(`a list that changes while it is read (TFPROJECTS_SEED=${SEED})`, () => {
  test("in an order without names, returns each workspace that existed throughout once, renamed or not", async () => {
    const list = fc.constant("workspaces" as const);
    const reading = fc.record({ list, count, sort: fc.constant(undefined), search, changesByPage });
    await fc.assert(
      fc.asyncProperty(reading, async (given) => {
        const { found, changing, pages } = await read(given);
        expect(new Set(found).size).toBe(found.length);
        expect(found).toEqual(expect.arrayContaining([...changing.existedThroughout(["stayed", "renamed"])]));
        expect(pages).toBeLessThanOrEqual(maxPages(given, 1));
      }),
      runs,
    );
  });

  test("sorted by name, returns every project that existed throughout under its name exactly once", async () => {
    const list = fc.constant("projects" as const);
    const sort = fc.constantFrom(undefined, "name" as const, "-name" as const);
    const reading = fc.record({ list, count, sort, search, changesByPage });
    await fc.assert(
      fc.asyncProperty(reading, async (given) => {
        const { found, changing, pages } = await read(given);
        expect(new Set(found).size).toBe(found.length);
        expect(found).toEqual(expect.arrayContaining([...changing.existedThroughout(["stayed"])]));
        // If renames may have hidden projects, the list is read again, at most twice.
        expect(pages).toBeLessThanOrEqual(maxPages(given, 3));
      }),
      runs,
    );
  });

  test.each([undefined, "name", "-name"] as const)(
    "1,000 projects sorted by %s, 15 created and 15 deleted after every page: each that existed throughout once",
    async (sort) => {
      const times = 40;
      const random = fc.sample(fc.tuple(place, place), { numRuns: times });
      const changesByPage = random.map(([one, other]): Change[] => [
        { kind: "delete", at: one, count: 15 },
        { kind: "create", at: other, count: 15 },
      ]);
      const given = { list: "projects", count: 1000, sort, search: undefined, changesByPage } as const;
      const { found, changing, pages } = await read(given);
      expect(new Set(found).size).toBe(found.length);
      const throughout = changing.existedThroughout(["stayed"]);
      // At least this many are left, so the test is not vacuous.
      expect(throughout.length).toBeGreaterThanOrEqual(1000 - 15 * times);
      expect(found).toEqual(expect.arrayContaining([...throughout]));
      expect(pages).toBeLessThanOrEqual(maxPages(given, 3));
    },
  );
});
