import { InProcessTerraform, type Configuration } from "../in-process-terraform";
import { tfprojectsProvider } from "../../src/provider/provider";
import { ProviderData } from "../../src/provider/provider-data";
import { Acme } from "../support/acme";

let acme: Acme;
beforeEach(async () => (acme = await Acme.start()));
afterEach(() => acme.stop());

/** Each launch has its own data. */
const provider = () => ({ ...tfprojectsProvider, configure: () => new ProviderData(acme.client, "acme") });

const SOURCES = 20;
const TRANSIT_WARNING = "may be in the default project temporarily";

/** The order of a walk: a plan starts or ends with the target; an apply has the order of the plan, or the reverse. */
type Order = "forwards" | "backwards";

/** Twenty memberships of five workspaces each, one that can take all of them, and Terraform with a fixed order. */
class Memberships {
  readonly ids = acme.addWorkspaces(5 * SOURCES);
  readonly target = acme.addProject("Target");
  readonly #sources = Array.from({ length: SOURCES }, (_, index) => acme.addProject(`Source ${index}`));
  #order: Order = "forwards";
  readonly terraform: InProcessTerraform;

  constructor(storesPlannedPrivate: boolean, parallelism: number) {
    const choose = (count: number): number => (this.#order === "forwards" ? 0 : count - 1);
    this.terraform = new InProcessTerraform(provider, { storesPlannedPrivate, parallelism, choose });
  }

  /** The configuration, with the target first. */
  code(where: "in sources" | "in target" | "nowhere"): Configuration {
    const membership = (projectId: string, ids: readonly string[]) => ({ project_id: projectId, workspace_ids: ids });
    const sources = this.#sources.map((id, index): [string, object] => {
      const ids = where === "in sources" ? this.ids.slice(5 * index, 5 * index + 5) : [];
      return [`tfprojects_workspace_membership.source_${index}`, membership(id, ids)];
    });
    const target = membership(this.target, where === "in target" ? this.ids : []);
    return { resources: { "tfprojects_workspace_membership.target": target, ...Object.fromEntries(sources) } };
  }

  /** Everything in the sources. */
  async begin(): Promise<void> {
    expect(await this.terraform.apply(this.code("in sources"))).toMatchObject({ ok: true });
    acme.takeRequests();
  }

  async plan(order: Order) {
    this.#order = order;
    const plan = await this.terraform.plan(this.code("in target"));
    expect(plan.ok).toBe(true);
    return { plan, warns: plan.diagnostics.some(({ detail }) => detail.includes(TRANSIT_WARNING)) };
  }

  async apply(plan: Parameters<InProcessTerraform["apply"]>[0], order: Order) {
    this.#order = order;
    return this.terraform.apply(plan);
  }
}

describe("a saved plan of new memberships", () => {
  let project: string;
  let ids: readonly string[];
  beforeEach(() => {
    ids = acme.addWorkspaces(1_100).slice(0, 50);
    project = acme.addProject("Target");
  });

  const names = (): string[] => ids.map((_, index) => `workspace-${index}`);
  const code = (): Configuration => ({
    resources: { "tfprojects_workspace_membership.it": { project_id: project, workspace_names: names() } },
  });

  test("is applied without looking the workspaces up again, if Terraform stores planned private data", async () => {
    const it = new InProcessTerraform(provider, { storesPlannedPrivate: true });
    const plan = await it.plan(code());
    acme.takeRequests();

    expect(await it.apply(plan)).toMatchObject({ ok: true });

    expect(acme.takeRequests()).toEqual([
      `GET /api/v2/projects/${project}`,
      "GET /api/v2/organizations/acme",
      // Those in the project.
      "GET /api/v2/organizations/acme/workspaces",
      `POST /api/v2/projects/${project}/relationships/workspaces`,
    ]);
    expect(acme.world["Target"]).toHaveLength(50);
  });

  test("looks them up again if it does not", async () => {
    const it = new InProcessTerraform(provider, { storesPlannedPrivate: false });
    const plan = await it.plan(code());
    acme.takeRequests();
    expect(await it.apply(plan)).toMatchObject({ ok: true });
    expect(acme.takeRequests().length).toBeGreaterThan(12);
  });

  test("moves a workspace that has entered another project since, and leaves one that is there already", async () => {
    const it = new InProcessTerraform(provider, { storesPlannedPrivate: true });
    const plan = await it.plan(code());
    await acme.client.projects.moveWorkspaces(acme.addProject("Other"), [ids[0]!]);
    await acme.client.projects.moveWorkspaces(project, [ids[1]!]);
    expect(await it.apply(plan)).toMatchObject({ ok: true });
    expect(acme.world).toMatchObject({ Other: [], Target: { length: 50 } });
  });

  test("moves nothing if a workspace has been deleted since", async () => {
    const it = new InProcessTerraform(provider, { storesPlannedPrivate: true });
    const plan = await it.plan(code());
    acme.emulator.workspaces.delete(ids[7]!);
    const applied = await it.apply(plan);
    expect(applied.ok).toBe(false);
    const errors = applied.diagnostics.filter(({ severity }) => severity === "error");
    expect(errors).toMatchObject([
      { detail: expect.stringContaining(`not found, or you are not authorized`) as string },
    ]);
    expect(errors[0]!.detail).toContain(ids[7]);
    expect(acme.world["Target"]).toEqual([]);
  });
});

/** Where the moves since the last call went, in order. */
function destinations(): readonly string[] {
  const moves = acme.takeRequests().filter((request) => request.startsWith("POST"));
  const names = new Map(acme.emulator.state().organizations[0]!.projects.map(({ id, name }) => [id, name]));
  return moves.map((request) => names.get(request.split("/")[4]!) ?? request);
}

describe("100 workspaces of 20 memberships that another membership takes, which is planned before them", () => {
  test.each([1, 10, 30])(
    "move there in one request, in any order of apply, if Terraform stores planned private data: parallelism %i",
    async (parallelism) => {
      const it = new Memberships(true, parallelism);
      await it.begin();
      const { plan, warns } = await it.plan("forwards");
      // With one at a time it is certain that the target was planned before any of the others.
      if (parallelism === 1) expect(warns).toBe(false);
      expect(await it.apply(plan, "backwards")).toMatchObject({ ok: true });
      const moved = destinations();
      if (!warns) expect(moved).toEqual(["Target"]);
      expect(moved.at(-1)).toBe("Target");
      // Each of the others lets go at most once.
      expect(moved.length).toBeLessThanOrEqual(SOURCES + 1);
      expect(acme.world["Target"]).toHaveLength(100);
      const settled = await it.terraform.plan(it.code("in target"));
      expect(settled).toMatchObject({ ok: true, drifted: [] });
      expect(settled.actions).toEqual({});
    },
  );

  test("pass through the default project, with a warning, if Terraform stores no planned private data", async () => {
    const it = new Memberships(false, 1);
    await it.begin();
    const { plan, warns } = await it.plan("forwards");
    expect(warns).toBe(true);
    expect(await it.apply(plan, "backwards")).toMatchObject({ ok: true });
    expect(destinations()).toEqual([...Array<string>(SOURCES).fill("Default Project"), "Target"]);
  });

  test("pass through the default project, with a warning, if the membership that takes them comes last", async () => {
    const it = new Memberships(true, 1);
    await it.begin();
    const { plan, warns } = await it.plan("backwards");
    expect(warns).toBe(true);
    expect(await it.apply(plan, "forwards")).toMatchObject({ ok: true });
    expect(destinations()).toEqual([...Array<string>(SOURCES).fill("Default Project"), "Target"]);
  });
});

describe("a membership that fails to take the workspaces that the plan assigned to it", () => {
  const refuse = (project: string) =>
    acme.emulator.faults.add({ path: new RegExp(`${project}/relationships`), status: 422, times: Infinity });

  test.each([
    ["first", "forwards", { "Default Project": 100 }],
    ["last", "backwards", { "Source 0": 5, "Source 19": 5 }],
  ] as const)(
    "is reported when it is applied %s (%s), loses nothing, and takes them in the next apply: %j",
    async (_, order, where) => {
      const it = new Memberships(true, 1);
      await it.begin();
      const { plan } = await it.plan("forwards");
      refuse(it.target);
      expect(await it.apply(plan, order)).toMatchObject({ ok: false });
      expect(acme.world["Target"]).toEqual([]);
      for (const [project, count] of Object.entries(where)) expect(acme.world[project]).toHaveLength(count);
      acme.emulator.faults.clear();
      const again = await it.terraform.apply(it.code("in target"));
      expect([again.ok, again.plan.actions]).toEqual([true, { "tfprojects_workspace_membership.target": "update" }]);
      expect(acme.world["Target"]).toHaveLength(100);
    },
  );
});
