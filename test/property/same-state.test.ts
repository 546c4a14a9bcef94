import { UNKNOWN } from "../../src/plugin";
import {
  reference,
  type Block,
  type Configuration,
  type InProcessTerraform,
  type Plan,
} from "../../src/plugin/testing";
import { storedJson } from "../../src/plugin/testing/state";
import type { ObjectValue } from "../../src/plugin/value/value";
import {
  apply,
  observe,
  parsePlan,
  parseState,
  planOrganization,
  readConfiguration,
  readPlan,
  type DesiredOrganization,
  type OrganizationPlan,
} from "../../src/reconcile";
import { configurationFor, inProcessTerraform } from "../provider/in-process";
import { Acme } from "../support/acme";
import { configuration, planJson, type ObjectChange } from "../support/plan-json";
import { ownSettings } from "../support/project-settings";
import { casesOf, fc, SEED } from "../support/property";
import { terraformJson } from "../support/terraform-json";

/** A project of the code, and its membership. */
interface CodeProject {
  readonly key: string;
  readonly name: string;
  readonly description: string | null;
  /** The service reports that of a project for which a client has sent one. */
  readonly mode: string | null;
  readonly deletionPolicy: "refuse" | "evacuate" | "retain";
  /** Without any there is no membership. */
  readonly workspaces: readonly string[];
  /** Whether the last of them is in a membership of its own, which is not exclusive. */
  readonly isSplit: boolean;
  readonly exclusive: boolean;
  readonly onDestroy: "default-project" | "retain";
}

interface Story {
  readonly first: readonly CodeProject[];
  /** Workspaces that someone moves to the default project between the two applies. */
  readonly movedByHand: readonly string[];
  /** Name of a workspace that no code has → name of the project that someone moves it to, between the two applies. */
  readonly strangers: Readonly<Record<string, string>>;
  readonly second: readonly CodeProject[];
}

const WORKSPACES = ["a", "b", "c", "d", "e", "f"];
const STRANGERS = ["x", "y"];
const KEYS = ["one", "two", "three", "four"];
const NAMES = ["Platform", "Search", "Data", "Edge"];
const NEW_NAMES = ["Core", "platform", "Web", "Search"];

const settings = fc.record({
  description: fc.constantFrom(null, "what the team runs"),
  mode: fc.constantFrom(null, null, "remote", "local"),
  deletionPolicy: fc.constantFrom("refuse" as const, "evacuate" as const, "retain" as const),
  exclusive: fc.boolean(),
  onDestroy: fc.constantFrom("default-project" as const, "retain" as const),
});
const perKey = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T[]> =>
  fc.array(arbitrary, { minLength: KEYS.length, maxLength: KEYS.length });
/** For each workspace the index of a project, or one more for none. */
const places = fc.array(fc.nat(KEYS.length), { minLength: WORKSPACES.length, maxLength: WORKSPACES.length });

const story: fc.Arbitrary<Story> = fc
  .record({
    settings: perKey(settings),
    places,
    later: perKey(fc.option(settings, { nil: undefined })),
    laterPlaces: fc.oneof(places, fc.constant(undefined)),
    fate: perKey(fc.constantFrom("stays", "stays", "is renamed", "is dropped", "is added")),
    swaps: fc.boolean(),
    movedByHand: fc.subarray(WORKSPACES),
    // One in eight, since it is refused where the first membership is exclusive.
    splits: perKey(fc.nat(7).map((it) => it === 0)),
    strangers: fc.tuple(...STRANGERS.map(() => fc.constantFrom(undefined, ...KEYS))),
  })
  .map((it) => {
    const inPlace = (list: readonly number[], index: number): string[] =>
      WORKSPACES.filter((_, workspace) => list[workspace] === index);
    const project = (index: number): CodeProject => ({
      key: KEYS[index]!,
      name: NAMES[index]!,
      ...it.settings[index]!,
      workspaces: inPlace(it.places, index),
      isSplit: it.splits[index]! && !it.settings[index]!.exclusive,
    });
    const all = KEYS.map((_, index) => index);
    const first = all.filter((index) => it.fate[index] !== "is added").map(project);
    const second = all
      .filter((index) => it.fate[index] !== "is dropped")
      .map((index): CodeProject => ({
        ...project(index),
        ...(it.later[index] ?? {}),
        name: it.fate[index] === "is renamed" ? NEW_NAMES[index]! : NAMES[index]!,
        workspaces: inPlace(it.laterPlaces ?? it.places, index),
        isSplit: it.splits[index]!,
      }));
    if (it.swaps && second.length > 1) {
      const [one, other] = [second[0]!, second[1]!];
      second.splice(0, 2, { ...one, name: other.name }, { ...other, name: one.name });
    }
    const strangers = STRANGERS.flatMap((name, index): [string, string][] => {
      const project = first.find(({ key }) => key === it.strangers[index]);
      return project === undefined ? [] : [[name, project.name]];
    });
    return { first, movedByHand: it.movedByHand, strangers: Object.fromEntries(strangers), second };
  });

function resourcesOf(code: readonly CodeProject[]): Record<string, Block> {
  return Object.fromEntries(
    code.flatMap(({ key, name, description, mode, deletionPolicy, workspaces, isSplit, exclusive, onDestroy }) => {
      const project = { name, description, default_execution_mode: mode, deletion_policy: deletionPolicy };
      const membership = (names: readonly string[]) => ({
        project_id: reference(`tfprojects_project.${key}`, "id"),
        workspace_names: names,
        exclusive,
        on_destroy: onDestroy,
      });
      const [most, rest] = isSplit ? [workspaces.slice(0, -1), workspaces.slice(-1)] : [workspaces, []];
      return [
        [`tfprojects_project.${key}`, project],
        ...(most.length === 0 ? [] : [[`tfprojects_workspace_membership.${key}`, membership(most)]]),
        ...(rest.length === 0
          ? []
          : [[`tfprojects_workspace_membership.${key}-rest`, { ...membership(rest), exclusive: false }]]),
      ] as [string, Block][];
    }),
  );
}

/** An organization that Terraform has deployed the first code to. */
async function deployed(code: readonly CodeProject[]): Promise<{ acme: Acme; terraform: InProcessTerraform }> {
  const acme = await Acme.start();
  for (const name of [...WORKSPACES, ...STRANGERS]) acme.addWorkspace(name);
  const terraform = inProcessTerraform();
  const { ok } = await terraform.apply(configurationFor(acme, resourcesOf(code)));
  expect(ok).toBe(true);
  return { acme, terraform };
}

/** The state as Terraform writes it. */
function stateFile({ state }: InProcessTerraform): unknown {
  return {
    version: 4,
    terraform_version: "1.11.4",
    serial: 1,
    lineage: "lineage",
    resources: [...state].map(([address, { type, values, isTainted }]) => ({
      mode: "managed",
      type,
      name: address.split(".")[1],
      provider: 'provider["registry.terraform.io/tfprojects/tfprojects"]',
      instances: [
        { attributes: JSON.parse(storedJson(values)) as unknown, ...(isTainted ? { status: "tainted" } : {}) },
      ],
    })),
  };
}

/** The desired state with the identities of Terraform's state. */
function desiredWith(terraform: InProcessTerraform, { provider, resources }: Configuration): DesiredOrganization {
  const content = { ...terraformJson({ resources }), provider: { tfprojects: provider } };
  const module = { name: "stack", files: [{ path: "cdk.tf.json", content }] };
  const { organizations } = readConfiguration([{ ...module, state: parseState(stateFile(terraform), "-") }], undefined);
  return organizations[0]!.desired;
}

const PLANNING = { maxDeletes: 99, sendsUnreported: true };

async function plannedByEngine(
  { acme, terraform }: Awaited<ReturnType<typeof deployed>>,
  code: readonly CodeProject[],
) {
  const desired = desiredWith(terraform, configurationFor(acme, resourcesOf(code)));
  const view = acme.view();
  const actual = await observe(view, desired);
  return { view, plan: planOrganization(desired, actual, PLANNING), desired, actual };
}

const ACTIONS = {
  "no-op": ["no-op"],
  create: ["create"],
  update: ["update"],
  replace: ["delete", "create"],
  delete: ["delete"],
  read: ["read"],
} as const;

/** A plan as `terraform show -json` prints it. */
function planFile({ changes, refreshed }: Plan, code: readonly CodeProject[]): object {
  const unchanged = [...refreshed].map(([address, { values }]) => [address, { before: known(values) }] as const);
  const changed = [...changes.values()].map(({ address, action, before, after }): [string, ObjectChange] => {
    const unknown = Object.entries(after ?? {}).flatMap(([name, value]) => (value === UNKNOWN ? [[name, true]] : []));
    return [
      address,
      {
        actions: ACTIONS[action],
        before: before && known(before),
        after: after && known(after),
        unknown: Object.fromEntries(unknown) as object,
      },
    ];
  });
  const resources = Object.fromEntries(
    Object.entries(resourcesOf(code)).map(([address, block]) => {
      const set = Object.entries(block as object).filter(([, value]) => value !== null);
      const [, label] = address.split(".");
      return [
        address,
        Object.fromEntries(
          set.map(([name]) => [
            name,
            name === "project_id" ? [`tfprojects_project.${label!.replace("-rest", "")}.id`] : ["local.a"],
          ]),
        ),
      ];
    }),
  );
  const all = { ...Object.fromEntries(unchanged), ...Object.fromEntries(changed) };
  return planJson(all, { configuration: configuration({ resources }) });
}

/** The values that are known. */
function known(values: ObjectValue): object {
  const entries = Object.entries(values).filter(([, value]) => value !== UNKNOWN);
  return JSON.parse(storedJson(Object.fromEntries(entries))) as object;
}

/** Address → what happens to the project, as Terraform names it. */
function projectChanges({ actions }: OrganizationPlan, { recorded }: DesiredOrganization): Record<string, string> {
  const addressOf = new Map(recorded?.droppedProjects.map(({ id, address }) => [id, address]));
  return Object.fromEntries(
    actions.flatMap((action) =>
      action.kind === "move"
        ? []
        : [[action.kind === "delete" ? addressOf.get(action.projectId)! : action.address, action.kind]],
    ),
  );
}

/** Terraform renames in no particular order: if a name is given up too late for another project, it needs a rerun. */
async function applyTwice(terraform: InProcessTerraform, configuration: Configuration): Promise<{ ok: boolean }> {
  const first = await terraform.apply(configuration);
  return first.ok || !first.plan.ok ? first : terraform.apply(configuration);
}

/** Whether the service sees anything of the change of a project: a retained one leaves the state alone. */
function isChanged(address: string, first: readonly CodeProject[], second: readonly CodeProject[]): boolean {
  const of = (code: readonly CodeProject[]) => code.find(({ key }) => address === `tfprojects_project.${key}`);
  const [before, after] = [of(first), of(second)];
  if (after === undefined) return before?.deletionPolicy !== "retain";
  return before?.name !== after.name || before.description !== after.description || before.mode !== after.mode;
}

/** Whether a project takes a name that another one gives up: Terraform has no order for that. */
function handsNamesOver(first: readonly CodeProject[], second: readonly CodeProject[]): boolean {
  const before = new Map(first.map(({ key, name }) => [name.toLowerCase(), key]));
  return second.some(({ key, name }) => {
    const holder = before.get(name.toLowerCase());
    return holder !== undefined && holder !== key;
  });
}

async function world(acme: Acme): Promise<object> {
  const { projects } = acme.emulator.state().organizations[0]!;
  const all = projects.map(async ({ id, name, description, workspaces }) => {
    const { mode } = await ownSettings(acme.emulator, id);
    return { name, description, mode, workspaces: workspaces.map((it) => it.name).sort() };
  });
  return (await Promise.all(all)).sort((one, other) => (one.name < other.name ? -1 : 1));
}

test(`with Terraform's state, the engine does what Terraform does (TFPROJECTS_SEED=${SEED})`, async () => {
  await fc.assert(
    fc.asyncProperty(story, async ({ first, movedByHand, strangers, second }) => {
      const [withTerraform, withEngine] = [await deployed(first), await deployed(first)];
      try {
        for (const { acme } of [withTerraform, withEngine]) {
          const { projects } = acme.emulator.state().organizations[0]!;
          const moved = projects.flatMap((it) => it.workspaces).filter(({ name }) => movedByHand.includes(name));
          for (const { id } of moved) acme.emulator.workspaces.move(id, acme.defaultProjectId);
          const all = projects.flatMap((it) => it.workspaces);
          for (const [name, project] of Object.entries(strangers)) {
            acme.emulator.workspaces.move(all.find((it) => it.name === name)!.id, acme.project(project)!.id);
          }
        }
        const before = await world(withTerraform.acme);
        const configuration = configurationFor(withTerraform.acme, resourcesOf(second));
        const { actions: planned, ok: isPlanned } = await withTerraform.terraform.plan(configuration);
        const applied = await applyTwice(withTerraform.terraform, configuration);
        const { view, plan, desired, actual } = await plannedByEngine(withEngine, second);
        if (!applied.ok && plan.refusals.length === 0) {
          // Terraform refuses the plan of a cycle of names, which the engine can break.
          expect({ isPlanned, world: await world(withTerraform.acme) }).toEqual({ isPlanned: false, world: before });
          expect(handsNamesOver(first, second)).toBe(true);
          return;
        }
        expect(plan.refusals.map(({ message }) => message)).toEqual(applied.ok ? [] : expect.anything());
        if (!applied.ok) return;
        // What only Terraform keeps, in its state, is an update for Terraform alone.
        const ofProjects = Object.entries(planned).filter(
          ([address, action]) =>
            address.startsWith("tfprojects_project.") && (action === "create" || isChanged(address, first, second)),
        );
        expect(projectChanges(plan, desired)).toEqual(Object.fromEntries(ofProjects));
        // Terraform's own plan, reviewed by the engine, has the same actions.
        const own = await withEngine.terraform.plan(configurationFor(withEngine.acme, resourcesOf(second)));
        const [reviewed] = readPlan(parsePlan(planFile(own, second), "plan.json"), undefined).organizations;
        const review = reviewed && planOrganization(reviewed.desired, actual, PLANNING);
        expect({ actions: review?.actions ?? [], refusals: review?.refusals ?? [] }).toEqual({
          actions: plan.actions,
          refusals: [],
        });
        await apply(view, plan);
        expect(await world(withEngine.acme)).toEqual(await world(withTerraform.acme));
      } finally {
        await Promise.all([withTerraform.acme.stop(), withEngine.acme.stop()]);
      }
    }),
    { numRuns: casesOf(60) },
  );
});
