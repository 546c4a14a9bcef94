import type { DocumentsOption } from "../../src/emulator";
import type { Block, Configuration, InProcessTerraform } from "../in-process-terraform";
import { errorsOf, placing, terraformWith } from "../provider/placement/placed";
import { Acme } from "../support/acme";
import { CASES, casesOf, fc, SEED } from "../support/property";

/*
 * Random organizations and tables of rules: deployed, changed by hand, and deployed again, on hosts of both kinds.
 */

const NAMES = ["a-1", "a-2", "b-1", "b-2", "c-1", "c-2", "d"];
const DEFAULT = "Default Project";
const PLACES = ["One", "Two", "Three", "Other", DEFAULT];

interface Rule {
  readonly project: string;
  readonly match_names: readonly string[] | null;
  readonly match_tags: Readonly<Record<string, string>> | null;
  readonly take_from: string | null;
}

interface Table {
  readonly rules: readonly Rule[];
  readonly except_names: readonly string[] | null;
  readonly except_tags: Readonly<Record<string, string>> | null;
  readonly take_from: string | null;
}

/** What people do. */
interface Deed {
  readonly kind: "create" | "delete" | "rename" | "tag" | "move";
  readonly workspace: string;
  readonly name: string;
  readonly tags: Readonly<Record<string, string>>;
  readonly place: string;
}

interface World {
  readonly documents: DocumentsOption;
  readonly workspaces: readonly Pick<Deed, "name" | "tags" | "place">[];
  readonly first: Table;
  readonly deeds: readonly Deed[];
  readonly second: Table;
  readonly storesPlannedPrivate: boolean;
}

const tags = fc.constantFrom<Readonly<Record<string, string>>>({}, {}, { team: "x" }, { team: "y", tier: "1" });
const wantedTags = fc.constantFrom<Readonly<Record<string, string>>>(
  { team: "x" },
  { team: "*" },
  { team: "y", tier: "1" },
);
const patterns = (...all: readonly string[]): fc.Arbitrary<string[]> =>
  fc.subarray([...all], { minLength: 1, maxLength: 2 });

const rule: fc.Arbitrary<Rule> = fc
  .record({
    project: fc.constantFrom("One", "TWO", "Three", "One", "Two", DEFAULT),
    match_names: fc.option(patterns("a-*", "B-*", "*-1", "c*", "*", "d"), { nil: null, freq: 5 }),
    match_tags: fc.option(wantedTags, { nil: null, freq: 2 }),
    take_from: fc.constantFrom(null, null, "any", "default-project"),
  })
  .map((it) => (it.match_names === null && it.match_tags === null ? { ...it, match_names: ["a-*"] } : it));
const table: fc.Arbitrary<Table> = fc.record({
  rules: fc.array(rule, { minLength: 1, maxLength: 4 }),
  except_names: fc.option(patterns("a-1", "*-2"), { nil: null, freq: 2 }),
  except_tags: fc.option(fc.constant({ tier: "*" }), { nil: null, freq: 2 }),
  take_from: fc.constantFrom(null, null, "any", "default-project"),
});
const deed: fc.Arbitrary<Deed> = fc.record({
  kind: fc.constantFrom("create", "create", "create", "delete", "rename", "tag", "move"),
  workspace: fc.constantFrom(...NAMES),
  name: fc.constantFrom(...NAMES, "a-3", "a-4", "b-3", "c-3"),
  tags,
  place: fc.constantFrom(...PLACES, DEFAULT, DEFAULT, DEFAULT),
});
const world: fc.Arbitrary<World> = fc
  .record({
    documents: fc.constantFrom<DocumentsOption[]>("full", "documented"),
    places: fc.array(fc.constantFrom(...PLACES, DEFAULT), { minLength: 5, maxLength: 5 }),
    tags: fc.array(tags, { minLength: 5, maxLength: 5 }),
    first: table,
    deeds: fc.array(deed, { minLength: 2, maxLength: 5 }),
    second: fc.option(table, { nil: undefined, freq: 2 }),
    storesPlannedPrivate: fc.boolean(),
  })
  .map(({ places, tags: all, first, second, ...it }) => ({
    ...it,
    workspaces: places.map((place, index) => ({ name: NAMES[index]!, place, tags: all[index]! })),
    first,
    second: second ?? first,
  }));

/** An organization, and the tags of its workspaces by ID. */
class Organization {
  readonly tags = new Map<string, Readonly<Record<string, string>>>();

  private constructor(readonly acme: Acme) {}

  static async of({ workspaces, documents }: World): Promise<Organization> {
    const made = new Organization(await Acme.start({ documents }));
    for (const name of PLACES.slice(0, -1)) made.acme.addProject(name);
    for (const it of workspaces) await made.create(it);
    return made;
  }

  async create({ name, place, tags: own }: Pick<Deed, "name" | "tags" | "place">): Promise<void> {
    await this.tag(this.acme.addWorkspace(name, this.acme.project(place)!.id), own);
  }

  async tag(id: string, own: Readonly<Record<string, string>>): Promise<void> {
    this.tags.set(id, own);
    await this.acme.tag(id, own);
  }

  /** Does what is possible. */
  async do(deeds: readonly Deed[]): Promise<void> {
    const { workspaces } = this.acme.emulator;
    for (const it of deeds) {
      const { kind, workspace, name, place } = it;
      const id = workspaces.find("acme", workspace)?.id;
      const isFree = workspaces.find("acme", name) === undefined;
      if (kind === "create" && isFree) await this.create(it);
      if (id === undefined) continue;
      if (kind === "delete") workspaces.delete(id);
      if (kind === "rename" && isFree) workspaces.update(id, { name });
      if (kind === "tag") await this.tag(id, it.tags);
      if (kind === "move") workspaces.move(id, this.acme.project(place)!.id);
    }
  }

  /** ID of each workspace → its name and project. */
  get places(): ReadonlyMap<string, { readonly name: string; readonly project: string }> {
    const { projects } = this.acme.emulator.state().organizations[0]!;
    return new Map(
      projects.flatMap(({ name: project, workspaces }) =>
        workspaces.map(({ id, name }) => [id, { name, project }] as const),
      ),
    );
  }

  code({ rules, ...more }: Table): Configuration {
    return placing(
      this.acme,
      rules.map((it): Block => ({ ...it })),
      { ...more },
    );
  }

  stop(): Promise<void> {
    return this.acme.stop();
  }
}

/** A model of the rules that shares nothing with them: where each workspace is after a plan and its apply. */
function routed(organization: Organization, { rules, except_names, except_tags, take_from }: Table) {
  const hasName = (all: readonly string[] | null, name: string): boolean =>
    (all ?? []).some((pattern) => new RegExp(`^${pattern.split("*").join(".*")}$`, "i").test(name));
  const hasTag = (own: Readonly<Record<string, string>>, [key, value]: readonly [string, string]): boolean =>
    key in own && (value === "*" || own[key] === value);
  return new Map(
    [...organization.places].map(([id, { name, project }]) => {
      const own = organization.tags.get(id) ?? {};
      const isExcepted =
        hasName(except_names, name) || Object.entries(except_tags ?? {}).some((tag) => hasTag(own, tag));
      const found = rules.find(
        (it) =>
          (it.match_names === null || hasName(it.match_names, name)) &&
          Object.entries(it.match_tags ?? {}).every((tag) => hasTag(own, tag)),
      );
      const isTaken = project === DEFAULT || (found?.take_from ?? take_from) === "any";
      const to = PLACES.find((place) => place.toLowerCase() === found?.project.toLowerCase());
      return [id, !isExcepted && isTaken && to !== undefined ? to : project] as const;
    }),
  );
}

function projectsOf(organization: Organization): ReadonlyMap<string, string> {
  return new Map([...organization.places].map(([id, { project }]) => [id, project]));
}

function terraformOf({ storesPlannedPrivate }: World): InProcessTerraform {
  return terraformWith({ storesPlannedPrivate });
}

async function expectSettled(terraform: InProcessTerraform, organization: Organization, it: Table): Promise<void> {
  const settled = await terraform.plan(organization.code(it));
  expect({ errors: errorsOf(settled), actions: settled.actions, drifted: settled.drifted }).toEqual({
    errors: [],
    actions: {},
    drifted: [],
  });
}

test(`workspaces are where an independent model puts them, and two applies settle (TFPROJECTS_SEED=${SEED})`, async () => {
  let moved = 0;
  await fc.assert(
    fc.asyncProperty(world, async (it) => {
      const organization = await Organization.of(it);
      try {
        const terraform = terraformOf(it);
        for (const [deeds, its] of [
          [[], it.first],
          [it.deeds, it.second],
        ] as const) {
          await organization.do(deeds);
          const before = projectsOf(organization);
          const expected = routed(organization, its);
          expect(errorsOf(await terraform.apply(organization.code(its)))).toEqual([]);
          const after = projectsOf(organization);
          expect(after).toEqual(expected);
          moved += [...after].filter(([id, project]) => before.get(id) !== project).length;
          await expectSettled(terraform, organization, its);
        }
      } finally {
        await organization.stop();
      }
    }),
    { numRuns: casesOf(CASES.services) },
  );
  expect(moved).toBeGreaterThan(0);
});

test(`an apply that fails or is killed at any move is finished by the next ones (TFPROJECTS_SEED=${SEED})`, async () => {
  await fc.assert(
    fc.asyncProperty(world, fc.nat(2), fc.constantFrom("before", "after", "refused"), async (it, skip, how) => {
      const organization = await Organization.of(it);
      try {
        const terraform = terraformOf(it);
        await terraform.apply(organization.code(it.first));
        await organization.do(it.deeds);
        const expected = routed(organization, it.second);
        const { faults } = organization.acme.emulator;
        const at = { method: "POST", path: /relationships\/workspaces/, skip, times: 50 } as const;
        faults.add(how === "refused" ? { ...at, status: 422 } : { ...at, drop: how });
        await terraform.apply(organization.code(it.second));
        faults.clear();
        for (let applies = 0; applies < 2; applies += 1) {
          expect(errorsOf(await terraform.apply(organization.code(it.second)))).toEqual([]);
        }
        expect(projectsOf(organization)).toEqual(expected);
        await expectSettled(terraform, organization, it.second);
      } finally {
        await organization.stop();
      }
    }),
    { numRuns: casesOf(8) },
  );
});
