import { InProcessTerraform, type Configuration } from "../../src/plugin/testing";
import { tfprojectsProvider } from "../../src/provider/provider";
import { ProviderData } from "../../src/provider/provider-data";
import { Acme } from "../support/acme";

let acme: Acme;
beforeEach(async () => (acme = await Acme.start()));
afterEach(() => acme.stop());

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
    const provider = () => ({ ...tfprojectsProvider, configure: () => new ProviderData(acme.client, "acme") });
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
