import { tfprojectsProvider } from "../../src/provider/provider";
import {
  InProcessTerraform,
  reference,
  type Block,
  type Configuration,
  type PlanOptions,
} from "../in-process-terraform";
import { Acme } from "../support/acme";
import { RENAMES } from "./context";
import { configurationFor, expectNoChanges } from "./in-process";

let acme: Acme;
beforeEach(async () => (acme = await Acme.start()));
afterEach(() => acme.stop());

const RENAMED = "tfprojects_project.renamed";
const CREATED = "tfprojects_project.created";
const OTHER = "tfprojects_project.other";
const MEMBERSHIP = "tfprojects_workspace_membership.renamed";

type Walk = NonNullable<ConstructorParameters<typeof InProcessTerraform>[1]>;
type Case = readonly [order: "first" | "last", parallelism: number, version: "1.11" | "1.16"];

/** Which of several resources Terraform takes next, how many at a time, and whether it stores planned private state. */
const WALKS = (["first", "last"] as const).flatMap((order) =>
  [10, 1].flatMap((parallelism) => (["1.11", "1.16"] as const).map((version): Case => [order, parallelism, version])),
);
const WALKS_OF_OLD_HOSTS = WALKS.filter(([, , version]) => version === "1.11");

function walkOf([order, parallelism, version]: Case): Walk {
  return {
    choose: (count) => (order === "first" ? 0 : count - 1),
    parallelism,
    storesPlannedPrivate: version === "1.16",
  };
}

/** The resources in the order that {@link walkOf} refers to, and a membership of the renamed project. */
function code(projects: Readonly<Record<string, Block>>): Configuration {
  return configurationFor(acme, {
    ...projects,
    [MEMBERSHIP]: { project_id: reference(RENAMED, "id"), workspace_names: ["api"] },
  });
}

/** Terraform in the state after an apply of this code, and the ID of the project Platform, which has a workspace. */
async function applied(
  walk: Case,
  projects: Readonly<Record<string, Block>> = {},
): Promise<{ terraform: InProcessTerraform; id: string }> {
  acme.addWorkspace("api");
  const terraform = new InProcessTerraform(() => tfprojectsProvider, walkOf(walk));
  const { ok } = await terraform.apply(code({ [RENAMED]: { name: "Platform" }, ...projects }));
  expect(ok).toBe(true);
  return { terraform, id: acme.project("Platform")!.id };
}

function errorsIn({ diagnostics }: { diagnostics: readonly { severity: string; summary: string; detail: string }[] }) {
  return diagnostics.filter(({ severity }) => severity === "error");
}

/** Each once: a plan has them, and the one that Terraform makes while it applies. */
const summariesOf = (diagnostics: readonly { readonly summary: string }[]): readonly string[] => [
  ...new Set(diagnostics.map(({ summary }) => summary)),
];

describe("a project is renamed, and a new one gets its name, in one apply", () => {
  const created = { name: "Platform", description: "New" };
  const withoutOrder = { [CREATED]: created, [RENAMED]: { name: "Core" } };
  const inOrder = { ...withoutOrder, [CREATED]: { ...created, depends_on: [RENAMED] } };

  /** Expects the end that the code describes, and that the renamed project is the same one. */
  async function expectDone(terraform: InProcessTerraform, id: string, after: Configuration): Promise<void> {
    expect(acme.world).toEqual({ "Default Project": [], Core: ["api"], Platform: [] });
    expect(acme.project("Core")?.id).toBe(id);
    expect(acme.project("Platform")?.description).toBe("New");
    await expectNoChanges(terraform, after);
  }

  test.each(WALKS)(
    "the new one %s, %i at a time, Terraform %s: it is done, or an error says how, and nothing is lost",
    async (...walk) => {
      const { terraform, id } = await applied(walk);
      const after = code(withoutOrder);
      const result = await terraform.apply(after);
      // Ten at a time, the provider knows in time that the project is renamed.
      expect(result.ok).toBe(walk[1] === 10);
      for (const { detail } of errorsIn(result)) expect(detail).toContain("depends_on` (in a CDK app: dependsOn)");
      expect([acme.project("Core"), acme.project("Platform")].map((it) => it?.id)).toContain(id);
      if (!result.ok) {
        expect(acme.world).toMatchObject(
          acme.project("Core") === undefined ? { Platform: ["api"] } : { Core: ["api"] },
        );
        expect((await terraform.apply(code(inOrder))).ok).toBe(true);
      }
      await expectDone(terraform, id, after);
    },
  );

  describe.each([
    ["", WALKS, {}, {}],
    [" without a refresh", WALKS_OF_OLD_HOSTS, {}, { refresh: false }],
    [" that may adopt existing projects", WALKS, { adopt_existing: true }, {}],
  ] satisfies [string, readonly Case[], Block, PlanOptions][])(
    "with depends_on,%s it is done, without a warning of the name,",
    (_, walks, more, options) => {
      test.each(walks)("the new one %s, %i at a time, Terraform %s", async (...walk) => {
        const { terraform, id } = await applied(walk);
        const after = code({ ...inOrder, [CREATED]: { ...inOrder[CREATED], ...more } });
        const { ok, diagnostics } = await terraform.apply(after, options);
        expect({ ok, summaries: summariesOf(diagnostics) }).toEqual({ ok: true, summaries: [RENAMES] });
        await expectDone(terraform, id, after);
      });
    },
  );

  test.each(WALKS_OF_OLD_HOSTS)(
    "a new one that may adopt existing projects, %s, %i at a time: the plan names depends_on",
    async (...walk) => {
      const { terraform } = await applied(walk);
      const after = code({ ...withoutOrder, [CREATED]: { ...created, adopt_existing: true } });
      const before = acme.emulator.state();
      // The other way around, Terraform has planned the rename before, as with depends_on.
      const isRenamedFirst = walk[0] === "last" && walk[1] === 1;
      const result = await terraform.plan(after);
      expect(result.ok).toBe(isRenamedFirst);
      for (const { detail } of errorsIn(result)) expect(detail).toContain("depends_on` (in a CDK app: dependsOn)");
      expect(acme.emulator.state()).toEqual(before);
    },
  );

  test("one in the state that gets it is warned of, although the rename is planned first", async () => {
    const { terraform } = await applied(["first", 10, "1.11"], { [OTHER]: { name: "Other" } });
    const after = (more: Block = {}) => code({ [RENAMED]: { name: "Core" }, [OTHER]: { name: "Platform", ...more } });
    // One request refreshes both; then Terraform plans the rename, which is first in the code.
    const { ok, diagnostics } = await terraform.plan(after());
    expect(ok).toBe(true);
    expect(summariesOf(diagnostics)).toEqual(["The name belongs to a project that is renamed", RENAMES]);
    const ordered = await terraform.plan(after({ depends_on: [RENAMED] }));
    expect(summariesOf(ordered.diagnostics)).toEqual([RENAMES]);
  });

  test("one that may adopt existing projects does not adopt it where Terraform passes planned private state", async () => {
    const { terraform, id } = await applied(["last", 1, "1.16"]);
    const after = code({ ...withoutOrder, [CREATED]: { ...created, adopt_existing: true } });
    // The plan renames first, the apply creates first.
    const plan = await terraform.plan(after);
    expect(plan.ok).toBe(true);
    const other = new InProcessTerraform(() => tfprojectsProvider, walkOf(["first", 1, "1.16"]));
    other.state = terraform.state;
    const result = await other.apply({ ...plan, changes: new Map([...plan.changes].reverse()) });
    expect(errorsIn(result).map(({ detail }) => detail)).toEqual([expect.stringContaining("depends_on")]);
    expect(acme.world).toEqual({ "Default Project": [], Core: ["api"] });
    expect(acme.project("Core")).toMatchObject({ id, description: null });
  });

  test.each([false, true])("the rename fails: the new one fails, too (adopt_existing: %s)", async (adopts) => {
    const { terraform, id } = await applied(["last", 10, "1.11"]);
    const more: Block = adopts ? { adopt_existing: true, depends_on: [RENAMED] } : {};
    const plan = await terraform.plan(code({ ...withoutOrder, [CREATED]: { ...created, ...more } }));
    expect(plan.ok).toBe(true);
    acme.emulator.faults.add({ method: "PATCH", path: /\/projects\//, status: 403 });
    const result = await terraform.apply(plan);
    expect(
      errorsIn(result)
        .map(({ summary }) => summary)
        .sort(),
    ).toEqual(
      adopts ? ['Cannot update project "Core"'] : ['Cannot create project "Platform"', 'Cannot update project "Core"'],
    );
    expect(acme.project("Platform")).toMatchObject({ id, description: null });
    expect(acme.world).toEqual({ "Default Project": [], Platform: ["api"] });
  });

  test("it gets a name that an adopted project gives up", async () => {
    const id = acme.addProject("Platform");
    const terraform = new InProcessTerraform(() => tfprojectsProvider);
    const after = configurationFor(acme, {
      [CREATED]: { ...created, depends_on: [RENAMED] },
      [RENAMED]: { name: "Core", previous_names: ["Platform"] },
    });
    expect((await terraform.apply(after)).ok).toBe(true);
    expect(acme.project("Core")?.id).toBe(id);
    expect(acme.project("Platform")?.description).toBe("New");
  });
});

describe("names are passed on along a chain", () => {
  const chain = {
    [CREATED]: { name: "Platform" },
    [RENAMED]: { name: "Core" },
    [OTHER]: { name: "Data" },
  };

  test.each(WALKS_OF_OLD_HOSTS)(
    "the new one %s, %i at a time: it is done, or an error says how, and nothing is lost",
    async (...walk) => {
      const { terraform, id } = await applied(walk, { [OTHER]: { name: "Core" } });
      const otherId = acme.project("Core")!.id;
      const result = await terraform.apply(code(chain));
      expect(result.ok).toBe(walk[1] === 10);
      for (const { detail } of errorsIn(result)) expect(detail).toContain("depends_on` (in a CDK app: dependsOn)");
      if (!result.ok) {
        const inOrder = {
          [CREATED]: { name: "Platform", depends_on: [RENAMED] },
          [RENAMED]: { name: "Core", depends_on: [OTHER] },
          [OTHER]: { name: "Data" },
        };
        expect((await terraform.apply(code(inOrder))).ok).toBe(true);
      }
      expect(acme.world).toEqual({ "Default Project": [], Platform: [], Core: ["api"], Data: [] });
      expect([acme.project("Core"), acme.project("Data")].map((it) => it?.id)).toEqual([id, otherId]);
      await expectNoChanges(terraform, code(chain));
    },
  );

  test.each(WALKS_OF_OLD_HOSTS)(
    "and around a circle, the new one %s, %i at a time: the plan is refused",
    async (...walk) => {
      const { terraform } = await applied(walk, { [OTHER]: { name: "Core" } });
      const result = await terraform.plan(code({ [RENAMED]: { name: "Core" }, [OTHER]: { name: "Platform" } }));
      const errors = errorsIn(result);
      expect(errors.length).toBeGreaterThan(0);
      for (const { summary, detail } of errors) {
        expect(summary).toBe("Cannot rename the project");
        expect(detail).toMatch(/to (a third|another) name/);
      }
    },
  );
});

/**
 * Terraform that plans the projects of the state when it has loaded them and planned a new one, as it may do at the
 * default parallelism.
 */
function planningNewFirst(storesPlannedPrivate: boolean): InProcessTerraform {
  const provider = (): typeof tfprojectsProvider => {
    let go = (): void => undefined;
    const isNewPlanned = new Promise<void>((resolve) => (go = resolve));
    const [original, ...others] = tfprojectsProvider.resources;
    const project: (typeof tfprojectsProvider.resources)[number] = {
      ...original!,
      async plan(request, context) {
        if (request.prior !== null) await isNewPlanned;
        return original!.plan!(request, context).finally(request.prior === null ? go : undefined);
      },
      async planDelete(prior, context) {
        await isNewPlanned;
        return original!.planDelete!(prior, context);
      },
    };
    return { ...tfprojectsProvider, resources: [project, ...others] };
  };
  return new InProcessTerraform(provider, { storesPlannedPrivate });
}

/** The plan of the code with {@link planningNewFirst}, and Terraform to apply it. */
async function plannedNewFirst(
  before: Readonly<Record<string, Block>>,
  after: Configuration,
  { version = "1.11", ...options }: PlanOptions & { readonly version?: Case[2] } = {},
) {
  const { terraform, id } = await applied(["first", 10, version], before);
  const planner = planningNewFirst(version === "1.16");
  planner.state = terraform.state;
  return { terraform, id, plan: await planner.plan(after, options) };
}

const summaries = ({ diagnostics }: { diagnostics: readonly { summary: string }[] }) =>
  diagnostics.map(({ summary }) => summary);

describe("a new project is planned when the project with its name is loaded, and before that is planned", () => {
  const created = { name: "Platform", description: "New" };
  const renaming = (more: Block = {}) => code({ [CREATED]: created, [RENAMED]: { name: "Core", ...more } });

  test.each(
    (["1.11", "1.16"] as const).flatMap((version) =>
      ["refuse", "evacuate", "retain"].flatMap((policy) =>
        [true, false].map((refresh) => [version, policy, refresh] as const),
      ),
    ),
  )(
    "that is renamed: both are done (Terraform %s, deletion_policy %s, refresh %s)",
    async (version, policy, refresh) => {
      const more = { deletion_policy: policy };
      const { terraform, id, plan } = await plannedNewFirst(
        { [RENAMED]: { name: "Platform", ...more } },
        renaming(more),
        {
          version,
          refresh,
        },
      );
      expect(plan.ok).toBe(true);
      expect(plan.actions).toEqual({ [RENAMED]: "update", [CREATED]: "create" });
      const ofOrder = plan.diagnostics.filter(({ summary }) => summary.includes("project that is renamed"));
      expect(ofOrder.map(({ address }) => address)).toEqual([RENAMED]);
      expect(ofOrder[0]!.detail).toContain("depends_on` (in a CDK app: dependsOn) of the other one");
      expect((await terraform.apply(plan)).ok).toBe(true);
      expect(acme.world).toEqual({ "Default Project": [], Core: ["api"], Platform: [] });
      expect(acme.project("Core")?.id).toBe(id);
      await expectNoChanges(terraform, renaming(more));
    },
  );

  test.each([
    ["that is kept", { [CREATED]: created, [RENAMED]: { name: "Platform" } }, "two resources", "state rm ADDRESS"],
    [
      "that is renamed, and may adopt it",
      { [CREATED]: { ...created, adopt_existing: true }, [RENAMED]: { name: "Core" } },
      "two resources",
      "depends_on` (in a CDK app: dependsOn)",
    ],
    ["that leaves the code", { [CREATED]: created }, "is removed", "`moved` block"],
  ] satisfies [string, Record<string, Block>, string, string][])(
    "%s: the plan is refused",
    async (_, after, summary, detail) => {
      const { plan } = await plannedNewFirst({}, configurationFor(acme, after));
      const errors = errorsIn(plan);
      expect(errors).toEqual([
        expect.objectContaining({
          summary: expect.stringContaining(summary) as string,
          detail: expect.stringContaining(detail) as string,
        }),
      ]);
    },
  );

  test("and renames along a chain are done, too", async () => {
    const before = { [OTHER]: { name: "Core" } };
    const after = code({ [CREATED]: created, [RENAMED]: { name: "Core" }, [OTHER]: { name: "Data" } });
    const { terraform, id, plan } = await plannedNewFirst(before, after);
    expect(plan.ok).toBe(true);
    expect((await terraform.apply(plan)).ok).toBe(true);
    expect(acme.world).toEqual({ "Default Project": [], Platform: [], Core: ["api"], Data: [] });
    expect(acme.project("Core")?.id).toBe(id);
  });
});

describe("a tainted project", () => {
  /** Terraform with the project of the code, tainted. */
  async function tainted(policy: string): Promise<{ terraform: InProcessTerraform; id: string; same: Configuration }> {
    const project = { name: "Platform", deletion_policy: policy };
    const { terraform, id } = await applied(["first", 10, "1.11"], { [RENAMED]: project });
    const state = { ...terraform.state.get(RENAMED)!, isTainted: true };
    terraform.state = new Map([...terraform.state, [RENAMED, state]]);
    return { terraform, id, same: code({ [RENAMED]: project }) };
  }

  test("is replaced without a refresh, too", async () => {
    const { terraform, id, same } = await tainted("evacuate");
    expect((await terraform.apply(same, { refresh: false })).ok).toBe(true);
    expect(acme.world).toEqual({ "Default Project": [], Platform: ["api"] });
    expect(acme.project("Platform")?.id).not.toBe(id);
  });

  test.each(["refuse", "retain"])(
    "that cannot be replaced because of deletion_policy = %s: the plan warns, and the apply changes nothing",
    async (policy) => {
      const { terraform, id, same } = await tainted(policy);
      const before = acme.emulator.state();
      const plan = await terraform.plan(same);
      expect(summaries(plan)).toContain('Project "Platform" cannot be replaced');
      const result = await terraform.apply(plan);
      expect(errorsIn(result).map(({ summary }) => summary)).toEqual(['Cannot replace project "Platform"']);
      expect(acme.emulator.state()).toEqual(before);
      expect(terraform.state.get(RENAMED)?.values["id"]).toBe(id);
    },
  );

  test.each(["first", "last"] as const)(
    "that another resource in the state renames is not replaced (%s)",
    async (order) => {
      const { terraform, id } = await tainted("evacuate");
      const both = new InProcessTerraform(() => tfprojectsProvider, walkOf([order, 1, "1.11"]));
      const stored = terraform.state.get(RENAMED)!;
      both.state = new Map([
        [RENAMED, stored],
        [OTHER, { ...stored, isTainted: false }],
      ]);
      const before = acme.emulator.state();
      const project = { deletion_policy: "evacuate" };
      const blocks = { [RENAMED]: { name: "Platform", ...project }, [OTHER]: { name: "Core", ...project } };
      const result = await both.apply(configurationFor(acme, blocks));
      expect(errorsIn(result)).not.toEqual([]);
      expect(acme.emulator.state()).toEqual(before);
      expect(acme.project("Platform")?.id).toBe(id);
    },
  );
});

test.each(WALKS_OF_OLD_HOSTS)("a tainted project is still replaced (%s, %i at a time)", async (...walk) => {
  const { terraform, id } = await applied(walk, { [RENAMED]: { name: "Platform", deletion_policy: "evacuate" } });
  terraform.state = new Map([...terraform.state, [RENAMED, { ...terraform.state.get(RENAMED)!, isTainted: true }]]);
  const after = code({ [RENAMED]: { name: "Platform", deletion_policy: "evacuate" } });
  const result = await terraform.apply(after);
  expect(result.plan.actions).toEqual({ [RENAMED]: "replace", [MEMBERSHIP]: "update" });
  expect(acme.world).toEqual({ "Default Project": [], Platform: ["api"] });
  expect(acme.project("Platform")?.id).not.toBe(id);
});
