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
/** With more created projects, the client may reject the list as endless; see `paginate.test.ts`. */
const MAX_CREATED = 480;

/** The changes after each page; none after the last of them. */
const changesByPage = fc.array(fc.array(change, { maxLength: 4 }), { maxLength: 25 }).map((pages) => {
  let created = 0;
  return pages.map((changes) => changes.filter((it) => it.kind !== "create" || (created += it.count) <= MAX_CREATED));
});

interface KnownProject {
  readonly id: string;
  readonly name: string;
}

/** Creates, deletes and renames projects of an organization, and records which existed throughout. */
class ChangingProjects {
  readonly emulator: Emulator;
  readonly #projects: KnownProject[] = [];
  readonly #untouched = new Map<string, "stayed" | "renamed">();
  #created = 0;

  constructor(emulator: Emulator, count: number) {
    this.emulator = emulator;
    for (let index = 0; index < count; index++) this.#create(index / count);
    for (const { id } of this.#projects) this.#untouched.set(id, "stayed");
  }

  /** Ids of projects that existed from the start and still exist. */
  existedThroughout(kinds: readonly ("stayed" | "renamed")[]): readonly string[] {
    return [...this.#untouched].filter(([, kind]) => kinds.includes(kind)).map(([id]) => id);
  }

  apply(change: Change): void {
    switch (change.kind) {
      case "create":
        for (let index = 0; index < change.count; index++) this.#create(change.at);
        return;
      case "delete":
        for (const { id } of this.#projects.splice(this.#index(change.at), change.count)) {
          this.emulator.projects.delete(id);
          this.#untouched.delete(id);
        }
        return;
      case "rename": {
        const project = this.#projects[this.#index(change.at)];
        if (project === undefined) return;
        this.emulator.projects.update(project.id, { name: this.#nameAt(change.to) });
        if (this.#untouched.has(project.id)) this.#untouched.set(project.id, "renamed");
      }
    }
  }

  #create(at: number): void {
    const name = this.#nameAt(at);
    this.#projects.push({ id: this.emulator.projects.create({ organization: "acme", name }).id, name });
  }

  /** A new name at about this position in the order of names. */
  #nameAt(at: number): string {
    return `p${String(Math.floor(at * 1e6)).padStart(6, "0")}-${this.#created++}`;
  }

  #index(at: number): number {
    return Math.floor(at * this.#projects.length);
  }
}

interface Reading {
  readonly count: number;
  readonly sort: "name" | "-name" | undefined;
  readonly search: string | undefined;
  readonly changesByPage: readonly (readonly Change[])[];
}

/** Reads the list, with changes after each page. */
async function read({ count, sort, search, changesByPage }: Reading) {
  const emulator = await Emulator.start();
  const projects = new ChangingProjects(emulator, count);
  let pages = 0;
  const client = new Client({
    address: emulator.address,
    token: emulator.token,
    env: {},
    // Called after each request, so the changes happen between two pages.
    onRequest: () => changesByPage[pages++]?.forEach((change) => projects.apply(change)),
  });
  const found: string[] = [];
  for await (const { id } of client.projects.list("acme", { sort, search })) found.push(id);
  client.close();
  await emulator.stop();
  return { found, projects, pages };
}

/**
 * An upper bound for the pages of a reading: those that are followed by changes, and in each pass the steps back, each
 * four times as far as the one before, up to the start of the list, and from there the pages to its end, each of which
 * advances by at least 48 projects after six that overlap more.
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
  test("in the service's order, returns each project that existed throughout once, renamed or not", async () => {
    const reading = fc.record({ count, sort: fc.constant(undefined), search, changesByPage });
    await fc.assert(
      fc.asyncProperty(reading, async (given) => {
        const { found, projects, pages } = await read(given);
        expect(new Set(found).size).toBe(found.length);
        expect(found).toEqual(expect.arrayContaining([...projects.existedThroughout(["stayed", "renamed"])]));
        expect(pages).toBeLessThanOrEqual(maxPages(given, 1));
      }),
      runs,
    );
  });

  test("sorted by name, returns every project that existed throughout under its name exactly once", async () => {
    const sort = fc.constantFrom("name" as const, "-name" as const);
    const reading = fc.record({ count, sort, search, changesByPage });
    await fc.assert(
      fc.asyncProperty(reading, async (given) => {
        const { found, projects, pages } = await read(given);
        expect(new Set(found).size).toBe(found.length);
        expect(found).toEqual(expect.arrayContaining([...projects.existedThroughout(["stayed"])]));
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
      const given = { count: 1000, sort, search: undefined, changesByPage };
      const { found, projects, pages } = await read(given);
      expect(new Set(found).size).toBe(found.length);
      const throughout = projects.existedThroughout(["stayed"]);
      // At least this many are left, so the test is not vacuous.
      expect(throughout.length).toBeGreaterThanOrEqual(1000 - 15 * times);
      expect(found).toEqual(expect.arrayContaining([...throughout]));
      expect(pages).toBeLessThanOrEqual(maxPages(given, sort === undefined ? 1 : 3));
    },
  );
});
