import { InProcessTerraform, type Block, type Configuration } from "../../in-process-terraform";
import { tfprojectsProvider } from "../../../src/provider/provider";
import { movesOf } from "../../engine/plan/organization-with-rules";
import { Acme } from "../../support/acme";
import { configurationFor, expectNoChanges, planWithState } from "../in-process";

const MEMBERSHIP = "tfprojects_workspace_membership.it";

let acme: Acme;
let project: string;
let api: string;
let terraform: InProcessTerraform;
beforeEach(async () => {
  acme = await Acme.start();
  project = acme.addProject("Platform");
  api = acme.addWorkspace("api", project);
  for (const name of ["batch", "web"]) acme.addWorkspace(name, project);
  terraform = new InProcessTerraform(() => tfprojectsProvider);
});
afterEach(() => acme.stop());

const all = ["api", "batch", "web"];
const code = (names: readonly string[], more: Block = {}): Configuration =>
  configurationFor(acme, { [MEMBERSHIP]: { project_id: project, workspace_names: names, ...more } });
const none = (): Configuration => configurationFor(acme, {});
const imported = async (objects: string, configuration = code(all)) => {
  expect(await terraform.import(configuration, MEMBERSHIP, `${project}${objects}`)).toMatchObject({ ok: true });
};
const stored = () => terraform.state.get(MEMBERSHIP);
const inside = () => acme.world["Platform"];

/** Names of what leaves the project, as the engine plans it with the state of Terraform. */
async function leavesWithEngine(names: readonly string[] | undefined, more: object = {}): Promise<readonly string[]> {
  const block = names && { project_id: project, workspace_names: names, ...more };
  return movesOf(await planWithState(acme, terraform, MEMBERSHIP, block));
}

describe.each([
  ["with a refresh", undefined],
  ["without a refresh", false],
])("the import of a whole project, %s", (_, refresh) => {
  test("has nothing to change, and then releases nothing until an apply has changed the membership", async () => {
    await imported("");
    await expectNoChanges(terraform, code(all));
    const plan = await terraform.plan(code(["api"]), { refresh });
    expect(plan.actions).toEqual({ [MEMBERSHIP]: "update" });
    expect(plan.diagnostics).toMatchObject([
      {
        severity: "warning",
        summary: "Workspaces stay in an imported project",
        detail: expect.stringContaining("stays there, unless other code moves it: 2 workspaces (batch, web)."),
      },
    ]);
    expect(await leavesWithEngine(["api"])).toEqual([]);
    expect(await terraform.apply(plan)).toMatchObject({ ok: true });
    expect(inside()).toEqual(all);
    await expectNoChanges(terraform, code(["api"]));
    expect(await leavesWithEngine([])).toEqual(["api: Platform → Default Project (released)"]);
    expect(await terraform.apply(code([]), { refresh })).toMatchObject({ ok: true });
    expect(inside()).toEqual(["batch", "web"]);
  });

  test("is destroyed without moving anything", async () => {
    await imported("");
    expect(await leavesWithEngine(undefined)).toEqual([]);
    const destroyed = await terraform.apply(none(), { refresh });
    expect(destroyed.diagnostics.map(({ summary }) => summary)).toEqual(["Workspaces stay in an imported project"]);
    expect(destroyed.ok).toBe(true);
    expect(acme.world).toEqual({ "Default Project": [], Platform: all });
  });

  test("evicts what an exclusive membership does not name", async () => {
    await imported("");
    const exclusive = code(["api"], { exclusive: true });
    expect([...(await leavesWithEngine(["api"], { exclusive: true }))].sort()).toEqual([
      "batch: Platform → Default Project (evicted)",
      "web: Platform → Default Project (evicted)",
    ]);
    const { ok, diagnostics } = await terraform.apply(exclusive, { refresh });
    expect(ok).toBe(true);
    expect(new Set(diagnostics.map(({ summary }) => summary))).toEqual(
      new Set(["Workspaces leave an exclusive project"]),
    );
    expect(inside()).toEqual(["api"]);
    await expectNoChanges(terraform, exclusive);
  });
});

describe("an import that names workspaces", () => {
  test("records these, which are released when the code drops them, and leaves all others alone", async () => {
    await imported(`:API,"web",${api}`, code(["api", "web"]));
    expect(stored()?.values).toMatchObject({ workspace_names: ["api", "web"], exclusive: false, project_id: project });
    await expectNoChanges(terraform, code(["api", "web"]));
    expect(await leavesWithEngine(["api"])).toEqual(["web: Platform → Default Project (released)"]);
    const plan = await terraform.plan(code(["api"]), { refresh: false });
    expect(plan.diagnostics.map(({ summary }) => summary)).toEqual(["Workspaces leave a membership"]);
    expect(await terraform.apply(plan)).toMatchObject({ ok: true });
    expect(acme.world).toEqual({ "Default Project": ["web"], Platform: ["api", "batch"] });
  });

  test("releases them when it is destroyed, unless it retains them", async () => {
    await imported(":api,web", code(["api", "web"]));
    expect(await leavesWithEngine(undefined)).toHaveLength(2);
    expect(await terraform.apply(none())).toMatchObject({ ok: true });
    expect(inside()).toEqual(["batch"]);
    const retaining = code(["batch"], { on_destroy: "retain" });
    await imported(":batch", retaining);
    expect(await terraform.apply(retaining)).toMatchObject({ ok: true });
    expect(await terraform.apply(none())).toMatchObject({ ok: true, diagnostics: [] });
    expect(inside()).toEqual(["batch"]);
  });

  test.each([
    [
      ":lost,api,ws-gone",
      /has no workspace "lost"(,| and) "ws-gone"\. It has 3 workspaces \(api, batch(,| and) web\)\./,
    ],
    [":", /After ":", list names or IDs, separated by commas/],
    [":api,", /After ":", list names or IDs, separated by commas/],
  ])("is an error for %s", async (objects, detail) => {
    const { ok, diagnostics } = await terraform.import(code(all), MEMBERSHIP, `${project}${objects}`);
    expect([ok, stored()]).toEqual([false, undefined]);
    expect(diagnostics).toMatchObject([
      { summary: `Cannot import ${JSON.stringify(`${project}${objects}`)}`, detail: expect.stringMatching(detail) },
    ]);
  });
});

test.each(["", ":api,web"])("a refresh leaves what an import has stored as it is: %j", async (objects) => {
  await imported(objects);
  const before = stored();
  expect(await terraform.refresh(code(all))).toMatchObject({ ok: true });
  expect(stored()).toEqual(before);
});
