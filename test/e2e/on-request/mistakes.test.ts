import { Deployment } from "../../support/deployment";
import { describeWithTerraform, unwrapped } from "../../support/terraform";

let deployment: Deployment;
beforeEach(async () => (deployment = await Deployment.start()));
afterEach(() => deployment.stop());

function project(attributes: Readonly<Record<string, string | boolean>>): string {
  const lines = Object.entries(attributes).map(([name, value]) => `  ${name} = ${JSON.stringify(value)}`);
  return `resource "tfprojects_project" "it" {\n${lines.join("\n")}\n}\n`;
}

/** Plans the code, expects an error with the text that points at this line of it, and that nothing was written. */
async function expectRefusedAtPlan(code: string, line: string, text: string): Promise<void> {
  await deployment.code(code).init();
  const before = { world: deployment.acme.world, state: deployment.terraform.stateText() };
  deployment.acme.takeRequests();
  const planned = await deployment.plan();
  expect(planned.status).toBe(1);
  expect(unwrapped(planned.stderr)).toContain(text);
  expect(unwrapped(planned.stderr)).toMatch(/on main\.tf line \d+/);
  expect(unwrapped(planned.stderr)).toContain(line);
  expect(deployment.acme.takeRequests().filter((request) => !request.startsWith("GET"))).toEqual([]);
  expect({ world: deployment.acme.world, state: deployment.terraform.stateText() }).toEqual(before);
}

describeWithTerraform("a plan reports at the attribute, and writes nothing, for", () => {
  test("a name of two characters", () =>
    expectRefusedAtPlan(project({ name: "ab" }), 'name = "ab"', 'at least 3 characters; "ab" has 2'));

  test("a description of 257 characters", () =>
    expectRefusedAtPlan(
      project({ name: "Platform", description: "x".repeat(257) }),
      "description = ",
      "at most 256 characters; this one has 257",
    ));

  test("a duration of 0d", () =>
    expectRefusedAtPlan(
      project({ name: "Platform", auto_destroy_activity_duration: "0d" }),
      'auto_destroy_activity_duration = "0d"',
      'A duration must be greater than zero; "0d" is not',
    ));

  test("a deletion policy that does not exist", () =>
    expectRefusedAtPlan(
      project({ name: "Platform", deletion_policy: "force" }),
      'deletion_policy = "force"',
      '`deletion_policy` must be one of "refuse", "evacuate", "retain"; "force" is not',
    ));

  test("a name that is taken, with the project that has it and how to import or adopt it", async () => {
    const id = deployment.acme.addProject("PLATFORM");
    await expectRefusedAtPlan(
      project({ name: "Platform" }),
      'name = "Platform"',
      `by project ${id}, spelled "PLATFORM"`,
    );
    expect(unwrapped((await deployment.plan()).stderr)).toContain(`import ADDRESS ${id}`);
  });

  test("a rename to a name that is taken", async () => {
    await deployment.code(project({ name: "Platform" })).init();
    await deployment.apply();
    const id = deployment.acme.addProject("Foundation");
    await expectRefusedAtPlan(project({ name: "Foundation" }), 'name = "Foundation"', `by project ${id}`);
  });

  test("a membership without workspaces, and one with a name where ids belong", async () => {
    const projectId = deployment.acme.addProject("Platform");
    const membership = (line: string) =>
      `resource "tfprojects_workspace_membership" "it" {\n  project_id = "${projectId}"\n  ${line}\n}\n`;
    await expectRefusedAtPlan(
      membership(""),
      'resource "tfprojects_workspace_membership" "it"',
      "use an empty list of `workspace_names`",
    );
    const line = 'workspace_ids = ["api"]';
    await expectRefusedAtPlan(
      membership(line),
      line,
      '"api" is not a valid workspace ID (expected "ws-" followed by letters and digits)',
    );
  });

  test("one workspace in two memberships", async () => {
    const [one, two] = [deployment.acme.addProject("One"), deployment.acme.addProject("Two")];
    deployment.acme.addWorkspace("api");
    const membership = (name: string, projectId: string) =>
      `resource "tfprojects_workspace_membership" "${name}" {\n  project_id = "${projectId}"\n  workspace_names = ["api"]\n}\n`;
    await expectRefusedAtPlan(
      membership("one", one) + membership("two", two),
      'workspace_names = ["api"]',
      "a workspace can be in only one membership",
    );
  });

  test("an exclusive membership of the default project", async () => {
    deployment.acme.addWorkspaces(2);
    const code = `
data "tfprojects_project" "default" { default = true }
resource "tfprojects_workspace_membership" "it" {
  project_id      = data.tfprojects_project.default.id
  workspace_names = ["workspace-0"]
  exclusive       = true
}
`;
    await expectRefusedAtPlan(code, "exclusive = true", "are moved to the default project");
  });

  test("an exclusive membership of the default project, also without other workspaces in it", async () => {
    const { acme } = deployment;
    acme.addWorkspace("ours");
    const code = `
resource "tfprojects_workspace_membership" "it" {
  project_id      = "${acme.defaultProjectId}"
  workspace_names = ["ours"]
  exclusive       = true
}
`;
    await expectRefusedAtPlan(code, "exclusive = true", "The default project cannot be exclusive");
  });

  test("two names that differ only in case", async () => {
    const projectId = deployment.acme.addProject("Platform");
    deployment.acme.addWorkspace("api");
    const line = 'workspace_names = ["api", "API"]';
    const code = `resource "tfprojects_workspace_membership" "it" {\n  project_id = "${projectId}"\n  ${line}\n}\n`;
    await expectRefusedAtPlan(code, line, "are the same name");
  });

  test("a workspace, and a project, of another organization", async () => {
    const { acme } = deployment;
    acme.emulator.organizations.create({ name: "other" });
    const strangers = acme.emulator.projects.create({ organization: "other", name: "Strangers" });
    const stranger = acme.emulator.workspaces.create({ organization: "other", name: "stranger" });
    const membership = (projectId: string, line: string) =>
      `resource "tfprojects_workspace_membership" "it" {\n  project_id = "${projectId}"\n  ${line}\n}\n`;
    const line = `workspace_ids = ["${stranger.id}"]`;
    await expectRefusedAtPlan(
      membership(acme.addProject("Platform"), line),
      line,
      "Workspaces can only move within an organization",
    );
    acme.addWorkspace("api");
    const project = membership(strangers.id, 'workspace_names = ["api"]');
    await expectRefusedAtPlan(project, `project_id = "${strangers.id}"`, 'belongs to the organization "other"');
  });

  test("a missing organization", async () => {
    await deployment.code(project({ name: "Platform" })).init();
    const planned = await deployment.terraform.run(["plan", "-input=false"], { env: { TFE_ORGANIZATION: "" } });
    expect(planned.status).toBe(1);
    expect(unwrapped(planned.stderr)).toContain("set the TFE_ORGANIZATION environment variable");
  });
});

describeWithTerraform("a project that cannot be deleted", () => {
  test("because it has a workspace: the plan names it, and the apply fails and changes nothing", async () => {
    await deployment.code(project({ name: "Platform" })).init();
    await deployment.apply();
    deployment.acme.addWorkspace("api", deployment.acme.project("Platform")!.id);
    deployment.acme.takeRequests();
    for (const outcome of [await deployment.destroy(), await deployment.code("").terraform.apply()]) {
      expect(outcome.status).toBe(1);
      expect(unwrapped(outcome.output)).toContain("no resource planned so far moves 1 workspace (api) out of it");
      expect(unwrapped(outcome.stderr)).toContain("still contains 1 workspace: api");
      expect(unwrapped(outcome.stderr)).toContain('"evacuate" moves them to the default project first');
    }
    expect(deployment.acme.takeRequests().filter((request) => !request.startsWith("GET"))).toEqual([]);
    expect(deployment.acme.world).toEqual({ "Default Project": [], Platform: ["api"] });
    expect(deployment.terraform.stateText()).toContain("Platform");
  });

  test("because it is the default project", async () => {
    await deployment.code(project({ name: "Default Project" })).init();
    const id = deployment.acme.defaultProjectId;
    const take = () => deployment.terraform.run(["import", "tfprojects_project.it", id]);
    expect(await take()).toMatchObject({ status: 0 });
    // As imported, before the code has said anything of its deletion, it is only forgotten.
    expect(await deployment.destroy()).toMatchObject({ status: 0 });
    expect(deployment.acme.project("Default Project")).toMatchObject({ id });

    expect(await take()).toMatchObject({ status: 0 });
    await deployment.apply();
    const destroyed = await deployment.destroy();
    expect(destroyed.status).toBe(1);
    expect(unwrapped(destroyed.stderr)).toContain("it can be renamed, but not deleted");
    expect(deployment.acme.project("Default Project")).toMatchObject({ id });
  });
});

describeWithTerraform("a service that cannot be used", () => {
  const planWith = async (env: Record<string, string>) => {
    await deployment.code(project({ name: "Platform" })).init();
    const planned = await deployment.terraform.run(["plan", "-input=false"], { env });
    expect(planned.status).toBe(1);
    return unwrapped(planned.stderr);
  };

  test("a rejected token: the error says where it comes from, and never shows it", async () => {
    const text = await planWith({ TFE_TOKEN: "wrong-secret" });
    expect(text).toContain("401");
    expect(text).toContain("TFE_TOKEN");
    expect(text).not.toContain("wrong-secret");
  });

  test("no token: the error says where it was searched for", async () => {
    expect(await planWith({ TFE_TOKEN: "", HOME: deployment.terraform.folder })).toContain("TFE_TOKEN");
  });

  test("a service that is down: the error names the address, and says that it could not be reached", async () => {
    const { address } = deployment.acme.emulator;
    await deployment.acme.emulator.stop();
    expect(await planWith({})).toContain(address.replace("http://", ""));
  });
});
