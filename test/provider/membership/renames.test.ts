import { InProcessTerraform, type Block, type Configuration } from "../../in-process-terraform";
import { tfprojectsProvider } from "../../../src/provider/provider";
import { Acme } from "../../support/acme";
import { configurationFor, expectNoChanges } from "../in-process";

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

type Members = Readonly<Record<string, unknown>> & Block;

function code(membership: Members, more: Readonly<Record<string, Block>> = {}): Configuration {
  return configurationFor(acme, { [MEMBERSHIP]: { project_id: project, ...membership }, ...more });
}

type Shown = readonly { readonly severity: string; readonly summary: string; readonly detail: string }[];
const errorsOf = ({ diagnostics }: { readonly diagnostics: Shown }) =>
  diagnostics.filter(({ severity }) => severity === "error").map(({ summary }) => summary);
const warningsOf = ({ diagnostics }: { readonly diagnostics: Shown }): string =>
  diagnostics.flatMap(({ severity, detail }) => (severity === "warning" ? [detail] : [])).join("\n");
const rename = (id: string, name: string): void => void acme.emulator.workspaces.update(id, { name });

describe.each([
  ["a host that stores planned private state", true],
  ["a host that does not", false],
])("on %s", (_, storesPlannedPrivate) => {
  let terraform: InProcessTerraform;
  beforeEach(() => (terraform = new InProcessTerraform(() => tfprojectsProvider, { storesPlannedPrivate })));
  const state = () => terraform.state.get(MEMBERSHIP)?.values;

  describe("a rename between plan and apply", () => {
    test.each([
      ["of a new membership", {}],
      ["of one that changes in another attribute", { on_destroy: "retain" }],
    ])("%s by IDs is recorded by the next refresh", async (_case, before) => {
      const isNew = Object.keys(before).length === 0;
      if (!isNew) await terraform.apply(code({ workspace_ids: [api, web], ...before }));
      const plan = await terraform.plan(code({ workspace_ids: [api, web] }));
      rename(web, "web-2");
      expect(errorsOf(await terraform.apply(plan))).toEqual([]);
      expect(acme.world["Platform"]).toEqual(["api", "web-2"]);
      await terraform.refresh(code({ workspace_ids: [api, web] }));
      expect(state()).toMatchObject({ workspace_names: ["api", "web-2"] });
      await expectNoChanges(terraform, code({ workspace_ids: [api, web] }));
    });

    test("of a membership by IDs that gets another workspace is no error", async () => {
      await terraform.apply(code({ workspace_ids: [api] }));
      const plan = await terraform.plan(code({ workspace_ids: [api, web] }));
      rename(api, "api-2");
      rename(web, "web-2");
      expect(errorsOf(await terraform.apply(plan))).toEqual([]);
      expect(acme.world["Platform"]).toEqual(["api-2", "web-2"]);
    });

    test("that gives the name to another workspace is no error: the names of the code decide", async () => {
      const names = code({ workspace_names: ["api", "web"] });
      const plan = await terraform.plan(names);
      rename(web, "old-web");
      acme.addWorkspace("web");
      expect(errorsOf(await terraform.apply(plan))).toEqual([]);
      expect((await terraform.apply(names)).ok).toBe(true);
      expect(acme.world).toEqual({ Platform: ["api", "web"], "Default Project": ["old-web"] });
      await expectNoChanges(terraform, names);
    });
  });

  describe.each([
    ["exclusive", { exclusive: true }],
    ["not exclusive", {}],
  ])("a renamed member, with missing_workspaces = warn, %s", (_case, more) => {
    const names = { workspace_names: ["api", "web"], missing_workspaces: "warn", ...more };
    beforeEach(async () => {
      await terraform.apply(code(names));
      rename(web, "web-2");
    });

    test("stays, in the project and in the state, and plans stay empty", async () => {
      for (let times = 0; times < 3; times += 1) {
        const plan = await terraform.plan(code(names));
        expect(plan).toMatchObject({ ok: true, actions: {}, drifted: [] });
        expect(warningsOf(plan)).toContain(`web is now web-2 (${web}).`);
        expect(warningsOf(plan)).not.toContain("has no workspace");
        await terraform.apply(plan);
        expect(acme.world["Platform"]).toEqual(["api", "web-2"]);
        expect(state()).toMatchObject({ workspace_ids: [api, web], workspace_names: ["api", "web"] });
      }
    });

    test("stays when the membership changes, and has its new name in the code then", async () => {
      const late = acme.addWorkspace("late");
      const changed = { ...names, workspace_names: ["api", "web", "late"] };
      expect(errorsOf(await terraform.apply(code(changed)))).toEqual([]);
      expect(acme.world).toEqual({ Platform: ["api", "late", "web-2"], "Default Project": [] });
      expect(state()?.["workspace_ids"]).toEqual(expect.arrayContaining([api, web, late]));
      expect(state()?.["workspace_names"]).toEqual(expect.arrayContaining(["api", "web", "late"]));
      const plan = await terraform.plan(code(changed));
      expect(plan).toMatchObject({ actions: {}, drifted: [] });
      const named = { ...names, workspace_names: ["api", "web-2", "late"] };
      expect(errorsOf(await terraform.apply(code(named)))).toEqual([]);
      expect(acme.world).toEqual({ Platform: ["api", "late", "web-2"], "Default Project": [] });
      await expectNoChanges(terraform, code(named));
    });

    test("leaves when the code no longer names it", async () => {
      const left = code({ ...names, workspace_names: ["api"] });
      expect(errorsOf(await terraform.apply(left))).toEqual([]);
      expect(acme.world).toEqual({ Platform: ["api"], "Default Project": ["web-2"] });
      await expectNoChanges(terraform, left);
    });

    test("is released when the membership is destroyed", async () => {
      expect(errorsOf(await terraform.destroy(code(names)))).toEqual([]);
      expect(acme.world).toEqual({ Platform: [], "Default Project": ["api", "web-2"] });
    });

    test("is another membership's that names it, and no longer this one's", async () => {
      const other = acme.addProject("Other");
      const taker = { project_id: other, workspace_names: ["web-2"] };
      const both = code(names, { "tfprojects_workspace_membership.other": taker });
      expect(errorsOf(await terraform.apply(both))).toEqual([]);
      expect(acme.world).toMatchObject({ Platform: ["api"], Other: ["web-2"] });
      expect(errorsOf(await terraform.apply(both))).toEqual([]);
      expect(acme.world).toMatchObject({ Platform: ["api"], Other: ["web-2"] });
      expect(await terraform.plan(both)).toMatchObject({ ok: true, actions: {} });
    });
  });

  test("a renamed member stays if its membership becomes exclusive", async () => {
    const names = { workspace_names: ["api", "web"], missing_workspaces: "warn" };
    await terraform.apply(code(names));
    rename(web, "web-2");
    acme.addWorkspace("stranger", project);
    const plan = await terraform.plan(code({ ...names, exclusive: true }));
    expect(warningsOf(plan)).toContain("1 workspace (stranger) will be moved");
    expect(errorsOf(await terraform.apply(plan))).toEqual([]);
    expect(acme.world).toEqual({ Platform: ["api", "web-2"], "Default Project": ["stranger"] });
    expect(await terraform.plan(code({ ...names, exclusive: true }))).toMatchObject({ actions: {}, drifted: [] });
  });

  test("a renamed member of an imported membership is recognized after the first refresh", async () => {
    for (const id of [api, web]) acme.emulator.workspaces.move(id, project);
    const names = { workspace_names: ["api", "web"], missing_workspaces: "warn" };
    await terraform.import(code(names), MEMBERSHIP, project);
    await terraform.refresh(code(names));
    rename(web, "web-2");
    expect(errorsOf(await terraform.apply(code(names)))).toEqual([]);
    expect(acme.world["Platform"]).toEqual(["api", "web-2"]);
  });
});

describe("without missing_workspaces, a name of the code that no workspace has", () => {
  let terraform: InProcessTerraform;
  beforeEach(() => (terraform = new InProcessTerraform(() => tfprojectsProvider)));

  test("is an error that says what the workspace is now, however often the state is refreshed", async () => {
    const strict = code({ workspace_names: ["api", "web"] });
    await terraform.apply(strict);
    rename(api, "one");
    rename(web, "two");
    for (let times = 0; times < 3; times += 1) {
      const plan = await terraform.plan(strict);
      expect(errorsOf(plan)).toEqual(["Workspace renamed"]);
      expect(plan.diagnostics.map(({ detail }) => detail).join("\n")).toContain(
        `api is now one (${api}), web is now two (${web}).`,
      );
      await terraform.refresh(strict);
    }
    const named = code({ workspace_names: ["one", "two"] });
    expect(errorsOf(await terraform.apply(named))).toEqual([]);
    await expectNoChanges(terraform, named);
  });

  test("means another workspace if that has it now", async () => {
    const strict = code({ workspace_names: ["api", "web"] });
    await terraform.apply(strict);
    rename(web, "web-2");
    rename(acme.addWorkspace("other"), "web");
    expect(errorsOf(await terraform.apply(strict))).toEqual([]);
    expect(acme.world).toEqual({ Platform: ["api", "web"], "Default Project": ["web-2"] });
    await expectNoChanges(terraform, strict);
  });

  test.each([
    ["instead of a member", ["api", "wev"]],
    ["besides the members", ["api", "web", "wev"]],
  ])("is no rename if it never existed: %s", async (_case, names) => {
    await terraform.apply(code({ workspace_names: ["api", "web"] }));
    const plan = await terraform.plan(code({ workspace_names: names }));
    expect(errorsOf(plan)).toEqual(["Workspace not found"]);
    const tolerated = code({ workspace_names: names, missing_workspaces: "warn" });
    const applied = await terraform.apply(tolerated);
    expect(errorsOf(applied)).toEqual([]);
    expect(warningsOf(applied)).toContain("has no workspace wev");
    expect(acme.world["Platform"]).toEqual(names.filter((name) => name !== "wev"));
    expect(await terraform.plan(tolerated)).toMatchObject({ ok: true, actions: {}, drifted: [] });
  });
});

describe("a workspace that left the project", () => {
  test.each([
    ["names", () => ({ workspace_names: ["api", "web"] })],
    ["IDs", () => ({ workspace_ids: [api, web] })],
    ["both", () => ({ workspace_ids: [api], workspace_names: ["web"] })],
    [
      "names, where missing ones are tolerated",
      () => ({ workspace_names: ["api", "web"], missing_workspaces: "warn" }),
    ],
  ])("is drift of a membership by %s, and comes back with the next apply", async (_case, membershipOf) => {
    const terraform = new InProcessTerraform(() => tfprojectsProvider);
    const membership = code(membershipOf());
    await terraform.apply(membership);
    acme.emulator.workspaces.move(web, acme.defaultProjectId);
    const refreshed = await terraform.plan(membership, { mode: "refresh-only" });
    expect(refreshed).toMatchObject({ ok: true, drifted: [MEMBERSHIP] });
    expect(warningsOf(refreshed)).toContain(`- web (${web}) was moved to project "Default Project"`);
    const plan = await terraform.plan(membership);
    expect(plan.actions).toEqual({ [MEMBERSHIP]: "update" });
    expect(errorsOf(await terraform.apply(plan))).toEqual([]);
    expect(acme.world["Platform"]).toEqual(["api", "web"]);
    await expectNoChanges(terraform, membership);
  });
});
