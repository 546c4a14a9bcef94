import { reference, type Block, type Configuration, type InProcessTerraform } from "../in-process-terraform";
import { Acme } from "../support/acme";
import { configurationFor, expectNoChanges, inProcessTerraform } from "./in-process";

/* Projects and memberships from their creation on, also after changes by others. */

let acme: Acme;
let terraform: InProcessTerraform;
beforeEach(async () => {
  acme = await Acme.start();
  terraform = inProcessTerraform();
});
afterEach(() => acme.stop());

async function applied(code: Configuration): Promise<void> {
  expect(await terraform.apply(code)).toMatchObject({ ok: true });
}

describe("a project", () => {
  const address = "tfprojects_project.it";
  const code = (more: Block = {}) => configurationFor(acme, { [address]: { name: "Platform", ...more } });
  const SHARED = { description: "Shared services", auto_destroy_activity_duration: "14d" };

  test("of which each attribute was changed is repaired, and keeps its ID", async () => {
    await applied(code(SHARED));
    const { id } = acme.project("Platform")!;
    acme.emulator.projects.update(id, { name: "Team", description: null, autoDestroyActivityDuration: "1h" });
    const plan = await terraform.plan(code(SHARED));
    expect(plan.changes.get(address)).toMatchObject({
      action: "update",
      before: { name: "Team", description: null, auto_destroy_activity_duration: "1h" },
    });
    await applied(code(SHARED));
    const repaired = { id, description: "Shared services", autoDestroyActivityDuration: "14d" };
    expect(acme.project("Platform")).toMatchObject(repaired);
    await expectNoChanges(terraform, code(SHARED));
  });

  test("whose empty description is set no more has none, and no plan shows that", async () => {
    await applied(code({ description: "" }));
    await expectNoChanges(terraform, code());
    await applied(code({ description: "Shared" }));
    const { changes } = await terraform.plan(code());
    expect(changes.get(address)).toMatchObject({ action: "update", after: { description: null } });
  });

  test("loses the attributes that leave the code", async () => {
    await applied(code(SHARED));
    await applied(code());
    expect(acme.project("Platform")).toMatchObject({ description: null, autoDestroyActivityDuration: null });
    await expectNoChanges(terraform, code());
  });

  test("that was deleted is created again", async () => {
    await applied(code());
    acme.emulator.projects.delete(acme.project("Platform")!.id);
    expect((await terraform.plan(code())).drifted).toEqual([address]);
    await applied(code());
    expect(acme.project("Platform")).toBeDefined();
    await expectNoChanges(terraform, code());
  });

  test("that exists is adopted, in other spelling too, and a warning says what changes", async () => {
    const id = acme.addProject("platform", { description: "By hand" });
    const adopting = code({ ...SHARED, adopt_existing: true });
    const plan = await terraform.plan(adopting);
    expect(plan.changes.get(address)).toMatchObject({ action: "create", after: { id } });
    expect(plan.diagnostics.map(({ detail }) => detail).join()).toContain('description: "By hand" → "Shared services"');
    await applied(adopting);
    expect(acme.project("Platform")).toMatchObject({ id, description: "Shared services" });
    await expectNoChanges(terraform, adopting);
  });

  test("with a previous name is renamed instead of created", async () => {
    const id = acme.addProject("Infrastructure");
    const renaming = code({ previous_names: ["Infrastructure"] });
    await applied(renaming);
    expect(acme.project("Platform")).toMatchObject({ id });
    expect(acme.project("Infrastructure")).toBeUndefined();
    await expectNoChanges(terraform, renaming);
  });

  test("of which only the name changes gets one request", async () => {
    await applied(code(SHARED));
    const { id } = acme.project("Platform")!;
    acme.takeRequests();
    await applied(code({ ...SHARED, name: "Foundation" }));
    expect(acme.takeRequests().filter((request) => !request.startsWith("GET"))).toEqual([
      `PATCH /api/v2/projects/${id}`,
    ]);
    expect(acme.project("Foundation")).toMatchObject({ id, description: "Shared services" });
  });

  test("whose organization is spelled in another way is the same", async () => {
    await applied(code({ organization: "acme" }));
    await expectNoChanges(terraform, { ...code(), provider: { ...code().provider, organization: "ACME" } });
    await applied(code({ organization: "Acme" }));
    await expectNoChanges(terraform, code({ organization: "Acme" }));
  });

  test("that someone filled is destroyed with evacuate, and with retain kept, as a warning says", async () => {
    const evacuating = code({ deletion_policy: "evacuate" });
    await applied(evacuating);
    acme.addWorkspace("api", acme.project("Platform")!.id);
    expect(await terraform.destroy(evacuating)).toMatchObject({ ok: true });
    expect(acme.world).toEqual({ "Default Project": ["api"] });

    const retaining = code({ deletion_policy: "retain" });
    await applied(retaining);
    acme.emulator.workspaces.move(acme.emulator.workspaces.find("acme", "api")!.id, acme.project("Platform")!.id);
    const { ok, diagnostics } = await terraform.destroy(retaining);
    expect([ok, diagnostics.map(({ summary }) => summary)]).toEqual([true, ["The project is retained"]]);
    expect(acme.world).toEqual({ "Default Project": [], Platform: ["api"] });
  });

  test("keeps the workspaces that a membership is planned to take while it is replaced", async () => {
    const [id] = acme.addWorkspaces(1);
    const projects = (more: Block = {}) => ({
      [address]: { name: "Platform", ...more },
      "tfprojects_project.other": { name: "Other" },
    });
    await applied(configurationFor(acme, projects()));
    acme.emulator.workspaces.move(id!, acme.project("Platform")!.id);
    const membership = { project_id: reference("tfprojects_project.other", "id"), workspace_ids: [id!] };
    const taking = configurationFor(acme, {
      ...projects({ depends_on: ["tfprojects_workspace_membership.other"] }),
      "tfprojects_workspace_membership.other": membership,
    });
    expect(await terraform.apply(taking, { replace: [address] })).toMatchObject({ ok: true });
    expect(acme.world).toEqual({ "Default Project": [], Other: ["workspace-0"], Platform: [] });
  });
});

test.each([true, false])(
  "a membership whose project is replaced does not miss it (exclusive: %s)",
  async (exclusive) => {
    const [id] = acme.addWorkspaces(1);
    const code = configurationFor(acme, {
      "tfprojects_project.it": { name: "Platform", deletion_policy: "evacuate" },
      "tfprojects_workspace_membership.it": {
        project_id: reference("tfprojects_project.it", "id"),
        workspace_ids: [id!],
        exclusive,
      },
    });
    await applied(code);
    const { ok, diagnostics } = await terraform.apply(code, { replace: ["tfprojects_project.it"] });
    expect(ok).toBe(true);
    expect(diagnostics.filter(({ detail }) => detail.includes("not found"))).toEqual([]);
    expect(acme.world).toEqual({ "Default Project": [], Platform: ["workspace-0"] });
    await expectNoChanges(terraform, code);
  },
);

describe("a membership", () => {
  const address = "tfprojects_workspace_membership.it";
  const code = (more: Block, project = "Platform") =>
    configurationFor(acme, {
      [`tfprojects_project.${project.toLowerCase()}`]: { name: project },
      [address]: { project_id: reference(`tfprojects_project.${project.toLowerCase()}`, "id"), ...more },
    });

  /** The lines of the one warning of a refresh. */
  async function driftOf(configuration: Configuration): Promise<readonly string[]> {
    const { diagnostics } = await terraform.plan(configuration, { mode: "refresh-only" });
    expect(diagnostics).toHaveLength(1);
    expect(diagnostics[0]!.summary).toMatch(/workspaces? of project "Platform" changed outside of this configuration$/);
    return diagnostics[0]!.detail.split("\n");
  }

  test("says which workspace was moved where, was deleted, or was renamed", async () => {
    const [moved, deleted, renamed] = acme.addWorkspaces(3) as [string, string, string];
    const three = code({ workspace_ids: [moved, deleted, renamed] });
    await applied(three);
    const elsewhere = acme.addProject("Elsewhere");
    acme.emulator.workspaces.move(moved, elsewhere);
    expect(await driftOf(three)).toEqual([`- workspace-0 (${moved}) was moved to project "Elsewhere" (${elsewhere})`]);
    await applied(three);
    expect(acme.world["Platform"]).toHaveLength(3);

    acme.emulator.workspaces.delete(deleted);
    expect(await driftOf(three)).toEqual([
      expect.stringContaining(`- workspace-1 (${deleted}) was not found: it was deleted, or`),
    ]);
    const missing = await terraform.plan(three);
    expect(missing.diagnostics.map(({ detail }) => detail).join()).toContain(`has no workspace ${deleted}`);

    const named = code({ workspace_names: ["workspace-0", "workspace-2"] });
    await applied(named);
    acme.emulator.workspaces.update(renamed, { name: "new" });
    expect(await driftOf(named)).toEqual([`- workspace-2 (${renamed}) was renamed to new`]);
  });

  test("that is exclusive says which workspace was added, and moves it out; one added after the plan stays", async () => {
    acme.addWorkspaces(2);
    const exclusive = (names: readonly string[]) => code({ workspace_names: [...names], exclusive: true });
    await applied(exclusive(["workspace-0"]));
    const { id } = acme.project("Platform")!;
    const intruder = acme.addWorkspace("intruder", id);
    expect(await driftOf(exclusive(["workspace-0"]))).toEqual([`- intruder (${intruder}) was added`]);
    await applied(exclusive(["workspace-0"]));
    expect(acme.world["Platform"]).toEqual(["workspace-0"]);

    const plan = await terraform.plan(exclusive(["workspace-0", "workspace-1"]));
    acme.addWorkspace("late", id);
    expect(await terraform.apply(plan)).toMatchObject({ ok: true });
    expect(acme.world["Platform"]).toEqual(["late", "workspace-0", "workspace-1"]);
    await applied(exclusive(["workspace-0", "workspace-1"]));
    expect(acme.world["Platform"]).toEqual(["workspace-0", "workspace-1"]);
  });

  test("has workspaces by ID and by name in any case, and repairs both", async () => {
    const [one, two] = acme.addWorkspaces(2) as [string, string];
    const both = code({ workspace_ids: [one], workspace_names: ["WORKSPACE-1"] });
    await applied(both);
    await expectNoChanges(terraform, both);
    acme.emulator.workspaces.move(two, acme.defaultProjectId);
    const { changes } = await terraform.plan(both);
    expect(changes.get(address)).toMatchObject({ before: { workspace_ids: [one], workspace_names: [] } });
    await applied(both);
    expect(acme.world["Platform"]).toEqual(["workspace-0", "workspace-1"]);
    await expectNoChanges(terraform, both);
  });

  test("releases what leaves the code, or keeps it with on_destroy = retain, and what it has when its project changes", async () => {
    acme.addWorkspaces(3);
    const names = (count: number, more: Block = {}) => ({
      workspace_names: Array.from({ length: count }, (_, index) => `workspace-${index}`),
      ...more,
    });
    await applied(code(names(3)));
    await applied(code(names(2)));
    expect(acme.world).toEqual({ "Default Project": ["workspace-2"], Platform: ["workspace-0", "workspace-1"] });
    const retain = { on_destroy: "retain" };
    await applied(code(names(1, retain)));
    expect(acme.world["Platform"]).toEqual(["workspace-0", "workspace-1"]);
    await applied(code(names(2, retain)));
    await applied(code(names(2, retain), "Foundation"));
    expect(acme.world).toEqual({ "Default Project": ["workspace-2"], Foundation: ["workspace-0", "workspace-1"] });
    await expectNoChanges(terraform, code(names(2, retain), "Foundation"));
  });

  test.each(["id", "organization/name"])("is imported by %s, and the plan is then empty", async (by) => {
    const projectId = acme.addProject("Platform");
    acme.addWorkspaces(2, projectId);
    const membership = { project_id: projectId, workspace_names: ["workspace-0", "workspace-1"] };
    const literal = configurationFor(acme, { [address]: membership });
    const id = by === "id" ? projectId : "acme/platform";
    expect(await terraform.import(literal, address, id)).toMatchObject({ ok: true });
    await expectNoChanges(terraform, literal);
  });
});
