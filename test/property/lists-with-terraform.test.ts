import { tfprojectsProvider } from "../../src/provider/provider";
import { InProcessTerraform, type Block, type Configuration } from "../in-process-terraform";
import { configurationFor } from "../provider/in-process";
import { Acme } from "../support/acme";
import { casesOf, fc, SEED } from "../support/property";

/*
 * Memberships of random lists, deployed with Terraform while people create, rename, move and delete workspaces.
 */

const NAMES = ["a", "b", "c", "d", "e"];
const FREE_NAMES = ["x", "y", "z"];
const PROJECTS = ["One", "Two"];
/** Two projects with memberships, one that the code does not know, and the default project. */
const PLACES = [...PROJECTS, "Other", "Default Project"];

/** A membership lists these workspaces: by the ID of the one that had the name at first, or by name. */
interface Lists {
  readonly members: readonly { readonly name: string; readonly by: "id" | "name" }[];
  readonly isTolerant: boolean;
  readonly isExclusive: boolean;
  readonly onDestroy: "default-project" | "retain";
}

interface Deed {
  readonly kind: "create" | "delete" | "rename" | "move";
  readonly workspace: string;
  readonly name: string;
  readonly place: string;
}

/** For each name the membership that lists it; 2 for none. */
const lists: fc.Arbitrary<readonly Lists[]> = fc
  .record({
    owners: fc.array(fc.constantFrom(0, 1, 0, 1, 2), { minLength: NAMES.length, maxLength: NAMES.length }),
    by: fc.constantFrom<(readonly ("id" | "name")[])[]>(["name"], ["id"], ["id", "name"]),
    tolerant: fc.boolean(),
    exclusive: fc.tuple(fc.boolean(), fc.boolean()),
    onDestroy: fc.constantFrom<("default-project" | "retain")[]>("default-project", "default-project", "retain"),
  })
  .map(({ owners, by, tolerant: isTolerant, exclusive, onDestroy }) =>
    PROJECTS.map((_, project) => ({
      members: NAMES.flatMap((name, index) =>
        owners[index] === project ? [{ name, by: by[index % by.length] ?? "name" }] : [],
      ),
      isTolerant,
      isExclusive: exclusive[project] === true,
      onDestroy,
    })),
  );
const deed: fc.Arbitrary<Deed> = fc.record({
  kind: fc.constantFrom("create", "delete", "rename", "rename", "rename", "move", "move"),
  workspace: fc.constantFrom(...NAMES),
  name: fc.constantFrom(...NAMES, ...FREE_NAMES, ...FREE_NAMES),
  place: fc.constantFrom(...PLACES),
});
const deeds = fc.array(deed, { minLength: 1, maxLength: 3 });

const world = fc.record({
  places: fc.array(fc.constantFrom(...PLACES, "Default Project"), { minLength: NAMES.length, maxLength: NAMES.length }),
  first: lists,
  between: deeds,
  second: lists,
  during: deeds,
  storesPlannedPrivate: fc.boolean(),
});

/** ID → the names that a workspace has had. */
type FormerNames = Map<string, Set<string>>;

/** What people do; nothing if it is not possible. */
function done(acme: Acme, all: readonly Deed[], had: FormerNames): void {
  const { workspaces } = acme.emulator;
  for (const { kind, workspace, name, place } of all) {
    const id = workspaces.find("acme", workspace)?.id;
    const isFree = workspaces.find("acme", name) === undefined;
    if (kind === "create" && isFree) acme.addWorkspace(name, acme.project(place)!.id);
    if (id === undefined) continue;
    if (kind === "delete") workspaces.delete(id);
    if (kind === "rename" && isFree) {
      had.set(id, (had.get(id) ?? new Set()).add(workspace));
      workspaces.update(id, { name });
    }
    if (kind === "move") workspaces.move(id, acme.project(place)!.id);
  }
}

interface Diagnosed {
  readonly diagnostics: readonly { readonly severity: string; readonly summary: string }[];
}

const errorsOf = ({ diagnostics }: Diagnosed): readonly string[] =>
  diagnostics.flatMap(({ severity, summary }) => (severity === "error" ? [summary] : []));

/** What is wrong with the code, not with the provider. */
const REFUSALS = /^(\d+ w|W)orkspaces? (renamed|not found|in two memberships)$/;

test(`lists are consistent whatever happens meanwhile, and settle (TFPROJECTS_SEED=${SEED})`, async () => {
  let [settled, refused] = [0, 0];
  await fc.assert(
    fc.asyncProperty(world, async ({ places, first, between, second, during, storesPlannedPrivate }) => {
      const acme = await Acme.start();
      try {
        for (const name of [...PROJECTS, "Other"]) acme.addProject(name);
        const had: FormerNames = new Map();
        const ids = new Map(
          places.map((place, at) => [NAMES[at]!, acme.addWorkspace(NAMES[at]!, acme.project(place)!.id)]),
        );
        const code = (all: readonly Lists[]): Configuration => {
          const blocks = all.map(({ members, isTolerant, isExclusive, onDestroy }, index): [string, Block] => {
            const listed = members.map((it) => ({ ...it, id: it.by === "id" ? ids.get(it.name) : undefined }));
            const block = {
              project_id: acme.project(PROJECTS[index]!)!.id,
              workspace_ids: listed.some(({ id }) => id) ? listed.flatMap(({ id }) => id ?? []) : null,
              workspace_names: listed.flatMap(({ id, name }) => (id === undefined ? [name] : [])),
              missing_workspaces: isTolerant ? "warn" : null,
              exclusive: isExclusive,
              on_destroy: onDestroy,
            };
            const hasNames = block.workspace_names.length > 0 || block.workspace_ids === null;
            return [`tfprojects_workspace_membership.${index}`, hasNames ? block : { ...block, workspace_names: null }];
          });
          return configurationFor(acme, Object.fromEntries(blocks));
        };
        const terraform = new InProcessTerraform(() => tfprojectsProvider, { storesPlannedPrivate });
        const refuses = (outcome: Diagnosed): boolean => {
          const errors = errorsOf(outcome);
          expect(errors.filter((summary) => !REFUSALS.test(summary))).toEqual([]);
          return errors.length > 0;
        };

        if (refuses(await terraform.apply(code(first)))) return void (refused += 1);
        done(acme, between, had);
        const plan = await terraform.plan(code(second));
        if (refuses(plan)) return void (refused += 1);
        done(acme, during, had);
        // What was deleted after the plan may be rejected by the service.
        const applied = errorsOf(await terraform.apply(plan));
        expect(applied.filter((summary) => summary.startsWith("Provider"))).toEqual([]);
        for (let times = 0; times < 2; times += 1) {
          if (refuses(await terraform.apply(code(second)))) return void (refused += 1);
        }
        const again = await terraform.plan(code(second));
        expect({ ok: again.ok, actions: again.actions, drifted: again.drifted }).toEqual({
          ok: true,
          actions: {},
          drifted: [],
        });
        settled += 1;
        for (const [index, { members, isExclusive }] of second.entries()) {
          const { projects } = acme.emulator.state().organizations[0]!;
          const idOf = ({ name, by }: (typeof members)[number]) =>
            (by === "id" ? ids.get(name) : undefined) ?? acme.emulator.workspaces.find("acme", name)?.id;
          const listed = new Set(members.map(idOf));
          for (const project of projects) {
            const isOwn = project.name === PROJECTS[index];
            for (const { id, name } of project.workspaces) {
              // THEN the workspaces of a list are in its project,
              if (listed.has(id)) expect([name, project.name]).toEqual([name, PROJECTS[index]]);
              // and others are in an exclusive one only if they have had a name of the list.
              else if (isOwn && isExclusive) {
                expect([name, members.some((it) => had.get(id)?.has(it.name))]).toEqual([name, true]);
              }
            }
          }
        }
      } finally {
        await acme.stop();
      }
    }),
    { numRuns: casesOf(40) },
  );
  expect(settled).toBeGreaterThan(refused / 4);
});
