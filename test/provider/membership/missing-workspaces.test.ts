import { InProcessTerraform, type Block, type Configuration } from "../../in-process-terraform";
import { tfprojectsProvider } from "../../../src/provider/provider";
import { Acme } from "../../support/acme";
import { configurationFor } from "../in-process";

const MEMBERSHIP = "tfprojects_workspace_membership.it";

let acme: Acme;
let project: string;
let api: string;
let web: string;
beforeEach(async () => {
  acme = await Acme.start();
  project = acme.addProject("Platform");
  [api, web] = [acme.addWorkspace("api"), acme.addWorkspace("web")];
});
afterEach(() => acme.stop());

function code(membership: Readonly<Record<string, unknown>>): Configuration {
  const block = { project_id: project, missing_workspaces: "warn", ...membership } as Block;
  return configurationFor(acme, { [MEMBERSHIP]: block });
}

type Shown = readonly { readonly severity: string; readonly summary: string; readonly detail: string }[];
const errorsOf = ({ diagnostics }: { readonly diagnostics: Shown }) =>
  diagnostics.filter(({ severity }) => severity === "error");
const warningsOf = ({ diagnostics }: { readonly diagnostics: Shown }) =>
  diagnostics.filter(({ severity }) => severity === "warning").map(({ detail }) => detail);

describe.each([
  ["a host that stores planned private state", true],
  ["a host that does not", false],
])("missing_workspaces = warn, on %s", (_, storesPlannedPrivate) => {
  let terraform: InProcessTerraform;
  beforeEach(() => (terraform = new InProcessTerraform(() => tfprojectsProvider, { storesPlannedPrivate })));
  const state = () => terraform.state.get(MEMBERSHIP)?.values;

  /** Plans nothing, and warns of the workspace. */
  async function expectSettled(membership: Readonly<Record<string, unknown>>, missing: string): Promise<void> {
    const plan = await terraform.plan(code(membership));
    expect(plan).toMatchObject({ ok: true, actions: {}, drifted: [] });
    expect(warningsOf(plan)).toEqual([expect.stringContaining(`has no workspace ${missing}`)]);
  }

  test("moves the other workspaces, and keeps a missing name only in the list that the code sets", async () => {
    const names = { workspace_names: ["api", "gone"] };
    const applied = await terraform.apply(code(names));
    expect(errorsOf(applied)).toEqual([]);
    expect(warningsOf(applied).join("\n")).toContain("has no workspace gone");
    expect(acme.world["Platform"]).toEqual(["api"]);
    expect(state()).toMatchObject({ workspace_names: ["api", "gone"], workspace_ids: [api] });
    await expectSettled(names, "gone");
  });

  test("is drift once for a workspace that was deleted", async () => {
    const names = { workspace_names: ["api", "web"] };
    await terraform.apply(code(names));
    acme.emulator.workspaces.delete(web);
    const plan = await terraform.plan(code(names));
    expect(plan).toMatchObject({ ok: true, actions: {}, drifted: [MEMBERSHIP] });
    await terraform.apply(plan);
    expect(state()).toMatchObject({ workspace_ids: [api] });
    expect(state()?.["workspace_names"]).toEqual(expect.arrayContaining(["api", "web"]));
    await expectSettled(names, "web");
  });

  test("works for IDs, which stay in the code's list as well", async () => {
    const byId = { workspace_ids: [api, web] };
    await terraform.apply(code(byId));
    acme.emulator.workspaces.delete(web);
    await terraform.refresh(code(byId));
    expect(state()).toMatchObject({ workspace_names: ["api"] });
    await expectSettled(byId, web);
  });

  test("moves a workspace that exists elsewhere, as ever", async () => {
    const names = { workspace_names: ["api", "late"] };
    await terraform.apply(code(names));
    acme.addWorkspace("late");
    const plan = await terraform.plan(code(names));
    expect(plan.actions).toEqual({ [MEMBERSHIP]: "update" });
    expect(errorsOf(await terraform.apply(plan))).toEqual([]);
    expect(acme.world["Platform"]).toEqual(["api", "late"]);
    expect(await terraform.plan(code(names))).toMatchObject({ actions: {}, diagnostics: [] });
  });

  test("lets a workspace that appears between plan and apply wait, or takes it with a new membership", async () => {
    const names = { workspace_names: ["api", "late"] };
    const plan = await terraform.plan(code(names));
    acme.addWorkspace("late");
    expect(errorsOf(await terraform.apply(plan))).toEqual([]);
    expect(acme.world["Platform"]).toContain("api");
    expect(errorsOf(await terraform.apply(code(names)))).toEqual([]);
    expect(acme.world["Platform"]).toEqual(["api", "late"]);
    const more = { workspace_names: ["api", "late", "later"] };
    await terraform.apply(code(more));
    const unchanged = await terraform.plan(code({ ...more, on_destroy: "retain" }));
    acme.addWorkspace("later");
    expect(errorsOf(await terraform.apply(unchanged))).toEqual([]);
    expect(errorsOf(await terraform.apply(code({ ...more, on_destroy: "retain" })))).toEqual([]);
    expect(acme.world["Platform"]).toEqual(["api", "late", "later"]);
  });

  test("leaves out a workspace that was deleted after the plan", async () => {
    const names = { workspace_names: ["api", "web"] };
    const plan = await terraform.plan(code(names));
    acme.emulator.workspaces.delete(web);
    expect(errorsOf(await terraform.apply(plan))).toEqual([]);
    expect(acme.world["Platform"]).toEqual(["api"]);
    await terraform.refresh(code(names));
    await expectSettled(names, "web");
  });

  test("keeps a renamed workspace where it is, and says what it is now", async () => {
    const names = { workspace_names: ["api", "web"] };
    await terraform.apply(code(names));
    acme.emulator.workspaces.update(web, { name: "web-renamed" });
    const applied = await terraform.apply(code(names));
    expect(errorsOf(applied)).toEqual([]);
    expect(warningsOf(applied).join("\n")).toContain(`web is now web-renamed (${web}).`);
    expect(acme.world["Platform"]).toEqual(["api", "web-renamed"]);
  });

  test("is an error as always if nothing can be read", async () => {
    await terraform.apply(code({ workspace_names: ["api", "gone"] }));
    const blind = acme.emulator.tokens.create({ organization: "acme", role: "team" });
    const configuration = configurationFor(
      acme,
      { [MEMBERSHIP]: { project_id: project, missing_workspaces: "warn", workspace_names: ["api", "gone"] } },
      blind,
    );
    expect((await terraform.plan(configuration)).ok).toBe(false);
  });
});

test("without it, a renamed workspace is an error that says what it is now", async () => {
  const terraform = new InProcessTerraform(() => tfprojectsProvider);
  const strict = code({ workspace_names: ["api", "web"], missing_workspaces: null });
  await terraform.apply(strict);
  acme.emulator.workspaces.update(web, { name: "web-renamed" });
  const other = acme.addWorkspace("other");
  expect(errorsOf(await terraform.plan(strict))).toMatchObject([
    { summary: "Workspace renamed", detail: expect.stringContaining(`web is now web-renamed (${web}).`) },
  ]);
  // A known ID does not make a name mean another workspace.
  acme.emulator.workspaces.update(other, { name: "web" });
  const plan = await terraform.plan(strict);
  expect(errorsOf(plan)).toEqual([]);
  await terraform.apply(plan);
  expect(acme.world).toEqual({ Platform: ["api", "web"], "Default Project": ["web-renamed"] });
});

test("without it, a missing workspace is an error", async () => {
  const terraform = new InProcessTerraform(() => tfprojectsProvider);
  const plan = await terraform.plan(code({ workspace_names: ["api", "gone"], missing_workspaces: "error" }));
  expect(errorsOf(plan)).toMatchObject([{ summary: "Workspace not found" }]);
});
