import { Deployment } from "../../support/deployment";
import { describeWithTerraform, unwrapped } from "../../support/terraform";

let deployment: Deployment;
beforeEach(async () => (deployment = await Deployment.start()));
afterEach(() => deployment.stop());

const PLATFORM = `resource "tfprojects_project" "platform" { name = "Platform" }\n`;

function membership(body: string, name = "platform"): string {
  return `
resource "tfprojects_workspace_membership" "${name}" {
  project_id = tfprojects_project.${name}.id
  ${body}
}
`;
}

const quoted = (texts: readonly string[]): string => JSON.stringify(texts);

describeWithTerraform("tfprojects_workspace_membership with the real Terraform", () => {
  test("a plan names a project and its membership that are gone, and counts no similar warning", async () => {
    const { acme } = deployment;
    acme.addWorkspaces(1);
    await deployment.code(PLATFORM + membership('workspace_names = ["workspace-0"]')).init();
    await deployment.apply();
    acme.emulator.workspaces.move(acme.emulator.workspaces.find("acme", "workspace-0")!.id, acme.defaultProjectId);
    acme.emulator.projects.delete(acme.project("Platform")!.id);
    const { stdout } = await deployment.plan();
    expect(unwrapped(stdout)).toContain("Warning: Project not found");
    expect(unwrapped(stdout)).toContain("Warning: Project of a membership not found");
    expect(unwrapped(stdout)).not.toContain("more similar warning");
  });

  test("500 workspaces are moved in one request", async () => {
    const ids = deployment.acme.addWorkspaces(500);
    await deployment.code(PLATFORM + membership(`workspace_ids = ${quoted(ids)}`)).init();
    deployment.acme.takeRequests();
    await deployment.apply();
    const { id } = deployment.acme.project("Platform")!;
    expect(deployment.acme.takeRequests().filter((request) => !request.startsWith("GET"))).toEqual([
      "POST /api/v2/organizations/acme/projects",
      `POST /api/v2/projects/${id}/relationships/workspaces`,
    ]);
    expect(deployment.acme.world["Platform"]).toHaveLength(500);
    await deployment.expectSettled();
  });

  test("the plan distinguishes a workspace that was deleted out of band from one that was moved", async () => {
    const [kept, deleted] = deployment.acme.addWorkspaces(2);
    await deployment.code(PLATFORM + membership(`workspace_ids = ${quoted([kept!, deleted!])}`)).init();
    await deployment.apply();
    deployment.acme.emulator.workspaces.delete(deleted!);
    expect(unwrapped(await deployment.expectDrift())).toContain(
      `workspace-1 (${deleted!}) was not found: it was deleted, or`,
    );
    const planned = await deployment.plan();
    expect(planned.status).toBe(1);
    expect(unwrapped(planned.stderr)).toContain(`has no workspace ${deleted!}`);
  });

  test("exclusive: other workspaces are moved out as planned, and one that is added later is drift", async () => {
    const { acme } = deployment;
    const ours = acme.addWorkspace("ours");
    await deployment.code(PLATFORM).init();
    await deployment.apply();
    const { id } = acme.project("Platform")!;
    acme.addWorkspace("theirs", id);

    deployment.code(PLATFORM + membership(`exclusive = true\n  workspace_ids = ${quoted([ours])}`));
    const planned = await deployment.plan();
    expect(unwrapped(planned.output)).toContain("becomes exclusive: 1 workspace (theirs) will be moved from project");
    await deployment.apply();
    expect(acme.world).toEqual({ "Default Project": ["theirs"], Platform: ["ours"] });
    await deployment.expectSettled();

    const intruder = acme.addWorkspace("intruder", id);
    const drift = await deployment.expectDrift();
    expect(drift).toContain(`+ "${intruder}",`);
    expect(unwrapped(drift)).toContain(`intruder (${intruder}) was added`);
    await deployment.apply();
    expect(acme.world).toEqual({ "Default Project": ["intruder", "theirs"], Platform: ["ours"] });
  });

  test("the plan warns of moves with the names of both projects, and shows which workspaces leave", async () => {
    const { acme } = deployment;
    acme.addWorkspaces(4);
    const code = (platform: readonly string[], data: readonly string[]): string =>
      PLATFORM +
      PLATFORM.replace('"platform"', '"data"').replace("Platform", "Data") +
      membership(`workspace_names = ${quoted(platform)}`) +
      membership(`workspace_names = ${quoted(data)}`, "data");
    await deployment.code(code(["workspace-0", "workspace-1"], ["workspace-2", "workspace-3"])).init();
    const first = await deployment.plan("-detailed-exitcode");
    expect(first).toMatchObject({ status: 2 });
    // Terraform shows one of two warnings with the same summary.
    expect(first.stdout.match(/Warning: Workspaces move out of the default project/g)).toHaveLength(1);
    expect(unwrapped(first.stdout)).toContain("(and one more similar warning elsewhere)");
    await deployment.apply();

    const [platform, data] = ["Platform", "Data"].map((name) => acme.project(name)!.id);
    deployment.code(code(["workspace-0", "workspace-1", "workspace-2"], []));
    const moving = await deployment.plan("-detailed-exitcode");
    expect(moving).toMatchObject({ status: 2 });
    const text = unwrapped(moving.stdout);
    expect(text).toContain('Warning: 1 workspace moves from project "Data" to project "Platform"');
    expect(text).toContain(`- from project "Data" (${data}): 1 workspace (workspace-2)`);
    expect(text).toMatch(/to the default project, unless another membership takes (it|them): .*workspace-3/);
    expect(text).not.toContain(`${platform})`);
    expect(text).toContain(
      'in whose subject "organization:acme:project:Data" becomes "organization:acme:project:Platform"',
    );
    await deployment.apply();
    await deployment.expectSettled();
    expect(acme.world).toEqual({
      "Default Project": ["workspace-3"],
      Data: [],
      Platform: ["workspace-0", "workspace-1", "workspace-2"],
    });
    expect((await deployment.plan()).stdout).not.toContain("Warning");
  });

  test("a workspace that is removed from the code moves to the default project, or stays with on_destroy = retain", async () => {
    const { acme } = deployment;
    acme.addWorkspaces(3);
    const code = (names: string[], more = "") => PLATFORM + membership(`workspace_names = ${quoted(names)}\n  ${more}`);
    await deployment.code(code(["workspace-0", "workspace-1", "workspace-2"])).init();
    await deployment.apply();
    await deployment.code(code(["workspace-0", "workspace-1"])).apply();
    expect(acme.world).toEqual({ "Default Project": ["workspace-2"], Platform: ["workspace-0", "workspace-1"] });
    await deployment.code(code(["workspace-0"], 'on_destroy = "retain"')).apply();
    expect(acme.world).toEqual({ "Default Project": ["workspace-2"], Platform: ["workspace-0", "workspace-1"] });
    await deployment.expectSettled();
  });

  test("ids and names together each refer to their own workspaces", async () => {
    const { acme } = deployment;
    const [one] = acme.addWorkspaces(2);
    const body = `workspace_ids = ${quoted([one!])}\n  workspace_names = ["WORKSPACE-1"]`;
    await deployment.code(PLATFORM + membership(body)).init();
    await deployment.apply();
    expect(acme.world).toMatchObject({ Platform: ["workspace-0", "workspace-1"] });
    await deployment.expectSettled();
    acme.emulator.workspaces.move(acme.emulator.workspaces.find("acme", "workspace-1")!.id, acme.defaultProjectId);
    expect(await deployment.expectDrift()).toMatch(/- "WORKSPACE-1"/);
    await deployment.apply();
    expect(acme.world).toMatchObject({ Platform: ["workspace-0", "workspace-1"] });
    await deployment.expectSettled();
  });

  test.each(["id", "organization/name"])("is imported by %s, and the plan is then empty", async (by) => {
    const projectId = deployment.acme.addProject("Platform");
    deployment.acme.addWorkspaces(3, projectId);
    const code = `
resource "tfprojects_workspace_membership" "platform" {
  project_id      = "${projectId}"
  workspace_names = ["workspace-0", "workspace-1", "workspace-2"]
}
`;
    await deployment.code(code).init();
    const id = by === "id" ? projectId : "acme/platform";
    const imported = await deployment.terraform.run(["import", "tfprojects_workspace_membership.platform", id]);
    expect(imported).toMatchObject({ status: 0 });
    await deployment.expectSettled();
  });

  test("changing the project of a membership takes one request", async () => {
    const { acme } = deployment;
    const ids = acme.addWorkspaces(5);
    const foundation = `resource "tfprojects_project" "foundation" { name = "Foundation" }\n`;
    const code = foundation + PLATFORM + membership(`workspace_ids = ${quoted(ids)}`);
    await deployment.code(code).init();
    await deployment.apply();
    acme.takeRequests();
    await deployment.code(code.replace(".platform.id", ".foundation.id")).apply();
    const { id } = acme.project("Foundation")!;
    expect(acme.takeRequests().filter((request) => !request.startsWith("GET"))).toEqual([
      `POST /api/v2/projects/${id}/relationships/workspaces`,
    ]);
    expect(acme.world).toMatchObject({ "Default Project": [], Platform: [] });
    await deployment.expectSettled();
  });

  test("a project whose membership changes to another one can be deleted in the same apply", async () => {
    const { acme } = deployment;
    const ids = acme.addWorkspaces(5);
    const body = `workspace_ids = ${quoted(ids)}`;
    await deployment.code(PLATFORM + membership(body)).init();
    await deployment.apply();
    const foundation = `resource "tfprojects_project" "foundation" { name = "Foundation" }\n`;
    await deployment.code(foundation + membership(body).replace(".platform.id", ".foundation.id")).apply();
    expect(acme.world).toEqual({
      "Default Project": [],
      Foundation: ["workspace-0", "workspace-1", "workspace-2", "workspace-3", "workspace-4"],
    });
    await deployment.expectSettled();
  });

  test("the deletion of such a project fails if a workspace was added to it after the plan", async () => {
    const { acme } = deployment;
    const ids = acme.addWorkspaces(2);
    const body = `workspace_ids = ${quoted(ids)}`;
    await deployment.code(PLATFORM + membership(body)).init();
    await deployment.apply();
    const foundation = `resource "tfprojects_project" "foundation" { name = "Foundation" }\n`;
    deployment.code(foundation + membership(body).replace(".platform.id", ".foundation.id"));
    expect(await deployment.plan("-out=saved.tfplan")).toMatchObject({ status: 0 });
    acme.addWorkspace("late", acme.project("Platform")!.id);
    const applied = await deployment.terraform.run(["apply", "-input=false", "saved.tfplan"]);
    expect(applied.status).toBe(1);
    expect(unwrapped(applied.stderr)).toContain("still contains 1 workspace: late");
    expect(acme.world).toMatchObject({ Platform: ["late", "workspace-0", "workspace-1"] });
  });

  test("exclusive: a workspace that was added after the plan stays until a plan shows its move", async () => {
    const { acme } = deployment;
    acme.addWorkspaces(2);
    const code = (names: string[]) => PLATFORM + membership(`exclusive = true\n  workspace_names = ${quoted(names)}`);
    await deployment.code(code(["workspace-0"])).init();
    await deployment.apply();
    deployment.code(code(["workspace-0", "workspace-1"]));
    expect(await deployment.plan("-out=saved.tfplan")).toMatchObject({ status: 0 });
    acme.addWorkspace("late", acme.project("Platform")!.id);
    expect(await deployment.terraform.run(["apply", "-input=false", "saved.tfplan"])).toMatchObject({ status: 0 });
    expect(acme.world["Platform"]).toEqual(["late", "workspace-0", "workspace-1"]);
    await deployment.apply();
    expect(acme.world["Platform"]).toEqual(["workspace-0", "workspace-1"]);
  });

  test("a project that is deleted together with its membership needs no evacuation", async () => {
    deployment.acme.addWorkspaces(2);
    await deployment.code(PLATFORM + membership('workspace_names = ["workspace-0", "workspace-1"]')).init();
    await deployment.apply();
    await deployment.code("").apply();
    expect(deployment.acme.world).toEqual({ "Default Project": ["workspace-0", "workspace-1"] });
  });

  test("thirty projects and their memberships are removed at once", async () => {
    const { acme } = deployment;
    acme.addWorkspaces(30);
    const code = Array.from({ length: 30 }, (_, index) => {
      const name = `p${index}`;
      return `resource "tfprojects_project" "${name}" { name = "Project ${index}" }\n${membership(`workspace_names = ["workspace-${index}"]`, name)}`;
    });
    await deployment.code(code.join("")).init();
    await deployment.apply();
    expect(acme.world["Default Project"]).toEqual([]);
    await deployment.code("").apply();
    expect(Object.keys(acme.world)).toEqual(["Default Project"]);
    expect(acme.world["Default Project"]).toHaveLength(30);
  });

  test("workspaces change memberships in one apply, also when two memberships exchange them", async () => {
    const { acme } = deployment;
    acme.addWorkspaces(4);
    const foundation = `resource "tfprojects_project" "foundation" { name = "Foundation" }\n`;
    const code = (platform: string[], other: string[]) =>
      PLATFORM +
      foundation +
      membership(`workspace_names = ${quoted(platform)}`) +
      membership(`workspace_names = ${quoted(other)}`, "foundation");
    await deployment.code(code(["workspace-0", "workspace-1"], ["workspace-2", "workspace-3"])).init();
    await deployment.apply();
    for (const [platform, other] of [
      [["workspace-0"], ["workspace-1", "workspace-2", "workspace-3"]],
      [
        ["workspace-1", "workspace-2"],
        ["workspace-0", "workspace-3"],
      ],
      [
        ["workspace-0", "workspace-3"],
        ["workspace-1", "workspace-2"],
      ],
    ] as const) {
      await deployment.code(code([...platform], [...other])).apply();
      expect(acme.world).toEqual({ "Default Project": [], Foundation: other, Platform: platform });
      await deployment.expectSettled();
    }
  });

  test("a renamed workspace is shown with both names", async () => {
    const { acme } = deployment;
    const id = acme.addWorkspace("old");
    await deployment.code(PLATFORM + membership('workspace_names = ["old"]')).init();
    await deployment.apply();
    acme.emulator.workspaces.update(id, { name: "new" });
    expect(unwrapped(await deployment.expectDrift())).toContain(`old (${id}) was renamed to new`);
    const planned = await deployment.plan();
    expect(planned.status).toBe(1);
    expect(unwrapped(planned.stderr)).toContain("old is now new (ws-");
  });

  test("a rename between plan and apply is no error: the plan does not have what it looked up", async () => {
    const { acme } = deployment;
    const ids = acme.addWorkspaces(2);
    await deployment.code(PLATFORM + membership(`workspace_ids = ${quoted(ids)}`)).init();
    const planned = await deployment.plan("-out=saved.tfplan");
    expect(unwrapped(planned.output)).toContain("+ workspace_names = (known after apply)");
    acme.emulator.workspaces.update(ids[1]!, { name: "renamed" });
    await deployment.terraform.succeed(["apply", "saved.tfplan"]);
    expect(acme.world["Platform"]).toEqual(["renamed", "workspace-0"]);
    await deployment.expectSettled();
  });

  test("a renamed member stays where missing workspaces are tolerated, exclusive or not, and plans stay empty", async () => {
    const { acme } = deployment;
    const [, renamed] = acme.addWorkspaces(2);
    const body = (more: string): string =>
      PLATFORM + membership(`workspace_names = ["workspace-0", "workspace-1"]\n  missing_workspaces = "warn"\n${more}`);
    await deployment.code(body("")).init();
    await deployment.apply();
    acme.emulator.workspaces.update(renamed!, { name: "renamed" });
    for (const more of ["", "exclusive = true"]) {
      deployment.code(body(more));
      await deployment.apply();
      const plan = await deployment.plan("-detailed-exitcode");
      expect(plan).toMatchObject({ status: 0 });
      expect(unwrapped(plan.output)).toContain(`workspace-1 is now renamed (${renamed}).`);
      expect(acme.world["Platform"]).toEqual(["renamed", "workspace-0"]);
    }
  });

  test("workspaces whose ids are known only after apply", async () => {
    const id = deployment.acme.addWorkspace("late");
    const late = `resource "terraform_data" "late" { input = "${id}" }\n`;
    const code = late + PLATFORM + membership("workspace_ids = [terraform_data.late.output]");
    await deployment.code(code).init();
    await deployment.apply();
    expect(deployment.acme.world).toEqual({ "Default Project": [], Platform: ["late"] });
    await deployment.expectSettled();
  });
});
