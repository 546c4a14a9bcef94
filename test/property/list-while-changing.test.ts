import { Client } from "../../src/api";
import { Emulator } from "../../src/emulator";
import { fc, SEED } from "../support/property";

/** What someone else does between two pages; `at` says where in the list, from 0 to 1. */
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
/** Beyond this many created projects the client may end a list as endless, as `paginate.test.ts` shows. */
const MOST_CREATED = 480;

/** For each page what happens after it; nothing any more after the last of them. */
const happenings = fc.array(fc.array(change, { maxLength: 4 }), { maxLength: 25 }).map((pages) => {
  let created = 0;
  return pages.map((changes) => changes.filter((it) => it.kind !== "create" || (created += it.count) <= MOST_CREATED));
});

interface Known {
  readonly id: string;
  readonly name: string;
}

/** The projects of an organization, of which some others are made, deleted and renamed: what they did is known here. */
class ChangingProjects {
  readonly emulator: Emulator;
  readonly #projects: Known[] = [];
  readonly #untouched = new Map<string, "stayed" | "renamed">();
  #created = 0;

  constructor(emulator: Emulator, count: number) {
    this.emulator = emulator;
    for (let index = 0; index < count; index++) this.#create(index / count);
    for (const { id } of this.#projects) this.#untouched.set(id, "stayed");
  }

  /** Those that were there from the beginning and are still there. */
  existedThroughout(kinds: readonly ("stayed" | "renamed")[]): readonly string[] {
    return [...this.#untouched].filter(([, kind]) => kinds.includes(kind)).map(([id]) => id);
  }

  happen(change: Change): void {
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

  /** A new name that stands about there in the order of names. */
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
  readonly happenings: readonly (readonly Change[])[];
}

/** Reads the list while things happen after each page. */
async function read({ count, sort, search, happenings }: Reading) {
  const emulator = await Emulator.start();
  const projects = new ChangingProjects(emulator, count);
  let pages = 0;
  const client = new Client({
    address: emulator.address,
    token: emulator.token,
    env: {},
    // Told after a request and before the next: what is done here is done between two pages.
    onRequest: () => happenings[pages++]?.forEach((change) => projects.happen(change)),
  });
  const found: string[] = [];
  for await (const { id } of client.projects.list("acme", { sort, search })) found.push(id);
  client.close();
  await emulator.stop();
  return { found, projects, pages };
}

/**
 * The most pages that a reading can take, whatever happens: those that something happened after; and then, once in each pass, steps back until
 * the beginning of the list is reached at the latest, each four times as far as the one before, and from there to its end, where a page leads
 * on by 48 projects at least after six that overlap more.
 */
function mostPages({ count, happenings }: Reading, passes: number): number {
  const most = count + 1 + created(happenings);
  const stepsBack = Math.ceil(Math.log(most) / Math.log(4)) + 1;
  return happenings.length + passes * (stepsBack + 6 + Math.ceil(most / 48));
}

function created(happenings: Reading["happenings"]): number {
  return happenings.flat().reduce((sum, change) => sum + (change.kind === "create" ? change.count : 0), 0);
}

const runs = { numRuns: 20, endOnFailure: true } as const;
const count = fc.integer({ min: 0, max: 450 });
const search = fc.constantFrom(undefined, "p");

describe(`a list that is read while others change it (TFPROJECTS_SEED=${SEED})`, () => {
  test("in the service's own order: every project that existed throughout is returned exactly once, renamed or not", async () => {
    const reading = fc.record({ count, sort: fc.constant(undefined), search, happenings });
    await fc.assert(
      fc.asyncProperty(reading, async (given) => {
        const { found, projects, pages } = await read(given);
        expect(new Set(found).size).toBe(found.length);
        expect(found).toEqual(expect.arrayContaining([...projects.existedThroughout(["stayed", "renamed"])]));
        expect(pages).toBeLessThanOrEqual(mostPages(given, 1));
      }),
      runs,
    );
  });

  test("by name: every project that existed throughout under its name is returned exactly once, wherever others come, go and move", async () => {
    const sort = fc.constantFrom("name" as const, "-name" as const);
    const reading = fc.record({ count, sort, search, happenings });
    await fc.assert(
      fc.asyncProperty(reading, async (given) => {
        const { found, projects, pages } = await read(given);
        expect(new Set(found).size).toBe(found.length);
        expect(found).toEqual(expect.arrayContaining([...projects.existedThroughout(["stayed"])]));
        // Where renames made projects slip past, the list is read again, twice at the most.
        expect(pages).toBeLessThanOrEqual(mostPages(given, 3));
      }),
      runs,
    );
  });

  test.each([undefined, "name", "-name"] as const)(
    "1,000 projects, order %s, with 15 created and 15 deleted after every page: each that existed throughout comes exactly once",
    async (sort) => {
      const times = 40;
      const random = fc.sample(fc.tuple(place, place), { numRuns: times });
      const happenings = random.map(([one, other]): Change[] => [
        { kind: "delete", at: one, count: 15 },
        { kind: "create", at: other, count: 15 },
      ]);
      const given = { count: 1000, sort, search: undefined, happenings };
      const { found, projects, pages } = await read(given);
      expect(new Set(found).size).toBe(found.length);
      const throughout = projects.existedThroughout(["stayed"]);
      // So many are left however the deletions fall: the test looks at something.
      expect(throughout.length).toBeGreaterThanOrEqual(1000 - 15 * times);
      expect(found).toEqual(expect.arrayContaining([...throughout]));
      expect(pages).toBeLessThanOrEqual(mostPages(given, sort === undefined ? 1 : 3));
    },
  );
});
