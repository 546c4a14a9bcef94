import { Deployment } from "../support/deployment";
import { HOSTILE, OBEYED } from "../support/obeyed";
import { changeSettings } from "../support/project-settings";
import { describeWithTerraform, unwrapped, type Outcome } from "../support/terraform";

/*
 * What only the real Terraform shows of each thing that users do with the provider: that it reads the code, what it
 * prints, how it exits, and what is in its state. That each case of it is right is shown without it (test/provider,
 * test/faults); more cases with it are in on-request/.
 */

let deployment: Deployment;
beforeEach(async () => (deployment = await Deployment.start()));
afterEach(() => deployment.stop());

function project(resource: string, name: string, more = ""): string {
  return `resource "tfprojects_project" "${resource}" {\n  name = "${name}"\n  ${more}\n}\n`;
}

function membership(of: string, body: string): string {
  return `resource "tfprojects_workspace_membership" "${of}" {\n  project_id = tfprojects_project.${of}.id\n  ${body}\n}\n`;
}

const PLATFORM = project("platform", "Platform");

const applySaved = () => deployment.terraform.run(["apply", "-input=false", "saved.tfplan"]);

describeWithTerraform("a project", () => {
  const code = project(
    "platform",
    "Platform",
    'description = "Shared services"\n  auto_destroy_activity_duration = "14d"',
  );

  test("is created, has no changes, shows drift of each attribute, is repaired and destroyed", async () => {
    const { acme } = deployment;
    deployment.code(code);

    const planned = await deployment.plan();
    expect(planned.stdout).toContain("Plan: 1 to add, 0 to change, 0 to destroy.");
    expect(acme.project("Platform")).toBeUndefined();

    await deployment.apply();
    const created = acme.project("Platform")!;
    expect(created).toMatchObject({ description: "Shared services", autoDestroyActivityDuration: "14d" });
    await deployment.expectSettled();

    acme.emulator.projects.update(created.id, { name: "Platform Team" });
    const renamed = await deployment.expectDrift();
    expect(renamed).toMatch(/~ name +: "Platform" -> "Platform Team"|~ name += "Platform" -> "Platform Team"/);
    expect(renamed).not.toMatch(/~ (description|auto_destroy)/);

    acme.emulator.projects.update(created.id, { description: null, autoDestroyActivityDuration: "1h" });
    const drifted = await deployment.expectDrift();
    expect(drifted).toMatch(/- description += "Shared services" -> null/);
    expect(drifted).toMatch(/~ auto_destroy_activity_duration += "14d" -> "1h"/);

    await deployment.apply();
    expect(acme.project("Platform")).toMatchObject({
      id: created.id,
      description: "Shared services",
      autoDestroyActivityDuration: "14d",
    });
    await deployment.expectSettled();

    expect(await deployment.destroy()).toMatchObject({ status: 0 });
    expect(Object.keys(acme.world)).toEqual(["Default Project"]);
  });

  test("is imported by organization/name, and the plan is then empty; an import of what does not exist says so", async () => {
    const attributes = { description: "Shared services", autoDestroyActivityDuration: "14d" };
    deployment.acme.addProject("Platform", attributes);
    const take = (id: string) => deployment.code(code).terraform.run(["import", "tfprojects_project.platform", id]);
    const refused = await take("acme/Nowhere");
    expect([refused.status, unwrapped(refused.stderr)]).toEqual([
      1,
      expect.stringContaining('has no project named "Nowhere"'),
    ]);
    expect(deployment.terraform.stateText()).not.toContain("prj-");
    expect(await take("acme/PLATFORM")).toMatchObject({ status: 0 });
    await deployment.expectSettled();
  });
});

describeWithTerraform("a membership", () => {
  test("moves workspaces in, has no changes, shows which workspace left and where it is, repairs, and moves them back", async () => {
    const { acme } = deployment;
    acme.addWorkspaces(3);
    deployment.code(
      PLATFORM + membership("platform", 'workspace_names = ["workspace-0", "workspace-1", "workspace-2"]'),
    );
    await deployment.apply();
    expect(acme.world).toEqual({ "Default Project": [], Platform: ["workspace-0", "workspace-1", "workspace-2"] });
    await deployment.expectSettled();

    const elsewhere = acme.addProject("Elsewhere");
    const moved = acme.emulator.workspaces.find("acme", "workspace-1")!.id;
    acme.emulator.workspaces.move(moved, elsewhere);
    const drift = await deployment.expectDrift();
    expect(drift).toMatch(new RegExp(`workspace_ids +=.*\\n.*- "${moved}",`));
    expect(drift).toMatch(/workspace_names +=.*\n.*- "workspace-1",/);
    expect(drift).not.toMatch(/- "workspace-[02]"/);
    expect(unwrapped(drift)).toContain(`workspace-1 (${moved}) was moved to project "Elsewhere" (${elsewhere})`);

    await deployment.apply();
    expect(acme.world).toMatchObject({ Elsewhere: [], Platform: ["workspace-0", "workspace-1", "workspace-2"] });
    await deployment.expectSettled();

    expect(await deployment.destroy()).toMatchObject({ status: 0 });
    expect(acme.world).toEqual({ "Default Project": ["workspace-0", "workspace-1", "workspace-2"], Elsewhere: [] });
  });
});

describeWithTerraform("a data source", () => {
  test("reads a project by id, by name without regard to case, and the default project", async () => {
    const id = deployment.acme.addProject("Platform", { description: "Shared", autoDestroyActivityDuration: "2d" });
    await changeSettings(deployment.acme.emulator, id, { mode: "local", tags: { env: "prod" } });
    deployment.acme.addWorkspaces(2, id);
    const code = `
data "tfprojects_project" "by_id" { project_id = "${id}" }
data "tfprojects_project" "by_name" { name = "PLATFORM" }
data "tfprojects_project" "default" { default = true }
`;
    await deployment.code(code).apply();
    const { values: byId } = await deployment.terraform.resource("data.tfprojects_project.by_id");
    expect(byId).toMatchObject({
      id,
      project_id: id,
      name: "Platform",
      description: "Shared",
      auto_destroy_activity_duration: "2d",
      default_execution_mode: "local",
      default_agent_pool_id: null,
      tags: { env: "prod" },
      workspace_count: 2,
      team_count: 0,
      is_default: false,
      organization: "acme",
      permissions: { can_update: true, can_destroy: true, can_create_workspace: true },
    });
    expect((await deployment.terraform.resource("data.tfprojects_project.by_name")).values).toEqual({
      ...byId,
      name: "PLATFORM",
    });
    expect((await deployment.terraform.resource("data.tfprojects_project.default")).values).toMatchObject({
      id: deployment.acme.defaultProjectId,
      is_default: true,
    });
  });
});

describeWithTerraform("a plan", () => {
  test("warns of a workspace that stays in a deleted project; the apply fails, and changes what it can", async () => {
    const { acme } = deployment;
    acme.addWorkspaces(1);
    await deployment.code(PLATFORM + membership("platform", 'workspace_names = ["workspace-0"]')).apply();
    acme.addWorkspace("stranger", acme.project("Platform")!.id);
    const planned = await deployment.code("").plan("-out=saved.tfplan");
    expect(planned).toMatchObject({ status: 0 });
    expect(unwrapped(planned.output)).toMatch(/Project "Platform" is not empty.*stranger.*fail when it is applied/);
    const applied = await applySaved();
    expect(applied.status).toBe(1);
    expect(unwrapped(applied.stderr)).toContain("still contains 1 workspace: stranger");
    expect(acme.world).toEqual({ "Default Project": ["workspace-0"], Platform: ["stranger"] });
    expect(deployment.terraform.stateText()).toContain("Platform");
  });

  test("of 50 projects without an organization has one error with an explanation, and short ones", async () => {
    const names = Array.from({ length: 50 }, (_, index) => `Project ${index}`);
    deployment.code(names.map((name, index) => project(`p${index}`, name)).join(""));
    const { status, stdout, stderr } = await deployment.terraform.run(["plan", "-input=false"], {
      env: { TFE_ORGANIZATION: "" },
    });
    const lines = `${stdout}\n${stderr}`.trim().split("\n");
    const errors = lines.flatMap((line) => /^(?:│ )?Error: (.*)$/.exec(line)?.[1] ?? []);
    expect(status).toBe(1);
    expect(errors.filter((it) => it === "No organization configured")).toHaveLength(1);
    expect(errors.filter((it) => it === "No organization configured: see the other error")).toHaveLength(49);
    expect(unwrapped(stderr).split("Set `organization` on the provider or on each resource, or set")).toHaveLength(2);
    // Terraform writes seven lines for each error, and ten more are the explanation and what is beside the errors.
    expect(lines.length).toBeLessThanOrEqual(7 * 50 + 10);
  });

  test("points at the lines that name workspaces which do not exist, and writes nothing", async () => {
    const byName = 'workspace_names = ["nowhere"]';
    const byId = 'workspace_ids = ["ws-nowhere"]';
    deployment.code(PLATFORM + membership("platform", byName) + project("data", "Data") + membership("data", byId));
    const { status, stderr } = await deployment.plan();
    expect(status).toBe(1);
    const text = unwrapped(stderr);
    expect(text).toMatch(/The organization "acme" has no workspace nowhere\b/);
    expect(text).toContain(`on main.tf line 7, in resource "tfprojects_workspace_membership" "platform": 7: ${byName}`);
    expect(text).toContain('The organization "acme" has no workspace ws-nowhere');
    expect(text).toContain(`on main.tf line 15, in resource "tfprojects_workspace_membership" "data": 15: ${byId}`);
    expect(deployment.acme.takeRequests().filter((request) => !request.startsWith("GET"))).toEqual([]);
    expect(deployment.terraform.stateText()).toBe("");
  });
});

describeWithTerraform("an apply", () => {
  test("that fails has in the state what was done, and the next one does the rest; details control no terminal", async () => {
    const { acme } = deployment;
    const body = JSON.stringify({ errors: [{ status: "403", title: HOSTILE, detail: HOSTILE }] });
    const hostile = { status: 403, body, times: Infinity };
    acme.addWorkspace("api");
    deployment.code(PLATFORM + membership("platform", 'workspace_names = ["api"]'));
    const expectRefused = async (running: Promise<Outcome>): Promise<void> => {
      const { status, stdout, stderr } = await running;
      expect([status, unwrapped(stderr)]).toEqual([1, expect.stringContaining("hostile")]);
      expect(stdout + stderr).not.toMatch(OBEYED);
      acme.emulator.faults.clear();
    };
    acme.emulator.faults.add({ method: "GET", path: "/api/v2/", ...hostile });
    await expectRefused(deployment.plan("-no-color"));
    acme.emulator.faults.add({ path: /relationships\/workspaces/, ...hostile });
    await expectRefused(deployment.terraform.apply("-no-color"));
    expect(acme.world).toEqual({ "Default Project": ["api"], Platform: [] });
    await deployment.apply();
    expect(acme.world).toEqual({ "Default Project": [], Platform: ["api"] });
    await deployment.expectSettled();
  });

  test("whose response to a creation is lost, while reads fail, suggests an import, which works", async () => {
    const { acme, terraform } = deployment;
    deployment.code(PLATFORM);
    // What an apply asks before it creates: the same every time.
    await deployment.plan("-out=saved.tfplan");
    acme.takeRequests();
    expect(await applySaved()).toMatchObject({ status: 0 });
    const before = acme.takeRequests().findIndex((request) => request.startsWith("POST"));
    await deployment.destroy();

    expect(await deployment.plan("-out=saved.tfplan")).toMatchObject({ status: 0 });
    acme.emulator.faults.add({ method: "POST", drop: "after" });
    acme.emulator.faults.add({ method: "GET", status: 401, skip: before, times: Infinity });
    const applied = await applySaved();
    expect(applied.status).toBe(1);
    expect(unwrapped(applied.stderr)).toContain('`import ADDRESS "acme/Platform"`');
    acme.emulator.faults.clear();
    await terraform.succeed(["import", "tfprojects_project.platform", "acme/Platform"]);
    await deployment.expectSettled();
  });
});

describeWithTerraform("mock_provider of terraform test", () => {
  test("works: generated ids are accepted in resources and in data sources", async () => {
    const { terraform } = deployment;
    deployment.code(`
resource "tfprojects_project" "it" { name = "Platform" }
resource "tfprojects_workspace_membership" "it" {
  project_id    = tfprojects_project.it.id
  workspace_ids = [tfprojects_project.it.id]
}
data "tfprojects_project" "it" { project_id = tfprojects_project.it.id }
data "tfprojects_run_task_stages" "it" { run_id = tfprojects_project.it.id }
output "name" { value = data.tfprojects_project.it.id }
`);
    terraform.write(
      "tests/mocked.tftest.hcl",
      `mock_provider "tfprojects" {}\nrun "apply" {\n  command = apply\n  assert {\n    condition     = tfprojects_project.it.name == "Platform"\n    error_message = "no name"\n  }\n}\n`,
    );
    const tested = await terraform.run(["test"]);
    expect(tested).toMatchObject({ status: 0 });
    expect(tested.stdout).toContain("1 passed, 0 failed");
    expect(deployment.acme.takeRequests()).toEqual([]);
  });
});
