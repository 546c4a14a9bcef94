import { Deployment } from "../../support/deployment";
import { describeWithTerraform, unwrapped } from "../../support/terraform";

let deployment: Deployment;
beforeEach(async () => (deployment = await Deployment.start()));
afterEach(() => deployment.stop());

function project(name: string, more = ""): string {
  return `resource "tfprojects_project" "${name}" {\n  name = "Project ${name}"\n  ${more}\n}\n`;
}

function membership(name: string, of: string, ids: readonly string[], more = ""): string {
  return `resource "tfprojects_workspace_membership" "${name}" {\n  project_id = tfprojects_project.${of}.id\n  workspace_ids = ${JSON.stringify(ids)}\n  ${more}\n}\n`;
}

const PARALLELISM = ["-parallelism=1", "-parallelism=10"];

describeWithTerraform("deleting a project that the same plan empties", () => {
  test.each(PARALLELISM)("a project and its membership are removed together, %s", async (parallelism) => {
    const { acme } = deployment;
    const ids = acme.addWorkspaces(2);
    await deployment.code(project("a") + membership("a", "a", ids)).init();
    await deployment.apply();
    const planned = await deployment.code("").plan(parallelism);
    expect(unwrapped(planned.output)).toContain(
      'Project "Project a" is deleted, and 2 workspaces move to the default project',
    );
    expect(unwrapped(planned.output)).toContain(
      "2 workspaces (workspace-0, workspace-1) move to the default project because they are no longer in a membership.",
    );
    await deployment.apply(parallelism);
    expect(acme.world).toEqual({ "Default Project": ["workspace-0", "workspace-1"] });
  });

  test.each(PARALLELISM)("terraform destroy deletes both without a warning, %s", async (parallelism) => {
    const { acme } = deployment;
    await deployment.code(project("a") + membership("a", "a", acme.addWorkspaces(2))).init();
    await deployment.apply();
    const destroyed = await deployment.destroy(parallelism);
    expect(destroyed).toMatchObject({ status: 0 });
    expect(destroyed.output).not.toContain("Warning");
    expect(Object.keys(acme.world)).toEqual(["Default Project"]);
  });

  test.each(PARALLELISM)("its membership changes to a new project in the same apply, %s", async (parallelism) => {
    const { acme } = deployment;
    const ids = acme.addWorkspaces(3);
    await deployment.code(project("a") + membership("m", "a", ids)).init();
    await deployment.apply();
    await deployment.code(project("b") + membership("m", "b", ids)).apply(parallelism);
    expect(acme.world).toEqual({ "Default Project": [], "Project b": ["workspace-0", "workspace-1", "workspace-2"] });
    await deployment.expectSettled();
  });

  test("a membership with on_destroy = retain, when its project changes, moves the workspaces that it keeps", async () => {
    const { acme } = deployment;
    const ids = acme.addWorkspaces(2);
    const retain = 'on_destroy = "retain"';
    await deployment.code(project("a") + membership("m", "a", ids, retain)).init();
    await deployment.apply();
    await deployment.code(project("b") + membership("m", "b", ids, retain)).apply();
    expect(acme.world).toEqual({ "Default Project": [], "Project b": ["workspace-0", "workspace-1"] });
  });

  test.each(PARALLELISM)("the workspaces move to another membership, %s", async (parallelism) => {
    const { acme } = deployment;
    const ids = acme.addWorkspaces(2);
    await deployment.code(project("b") + project("a") + membership("a", "a", ids)).init();
    await deployment.apply();
    await deployment.code(project("b") + membership("b", "b", ids)).apply(parallelism);
    expect(acme.world).toEqual({ "Default Project": [], "Project b": ["workspace-0", "workspace-1"] });
    await deployment.expectSettled();
  });

  test("the plan fails if a membership of the project remains, whichever is planned first", async () => {
    const { acme } = deployment;
    const ids = acme.addWorkspaces(1);
    await deployment.code(project("a")).init();
    await deployment.apply();
    const { id } = acme.project("Project a")!;
    const literal = membership("m", "a", ids).replace("tfprojects_project.a.id", `"${id}"`);
    await deployment.code(project("a") + literal).apply();
    const planned = await deployment.code(literal).plan();
    expect(planned.status).toBe(1);
    expect(unwrapped(planned.stderr)).toMatch(/This plan deletes project prj-|still contains 1 workspace/);
  });
});

describeWithTerraform("replacing a project", () => {
  test("with a membership is refused at plan, and works with deletion_policy = evacuate", async () => {
    const { acme } = deployment;
    const ids = acme.addWorkspaces(2);
    const code = (more = "") => project("a", more) + membership("a", "a", ids);
    await deployment.code(code()).init();
    await deployment.apply();
    const { id } = acme.project("Project a")!;
    const refused = await deployment.plan("-replace=tfprojects_project.a");
    expect(refused.status).toBe(1);
    expect(unwrapped(refused.stderr)).toContain('Set deletion_policy = "evacuate" and apply it, then replace');

    await deployment.code(code('deletion_policy = "evacuate"')).apply();
    await deployment.apply("-replace=tfprojects_project.a");
    expect(acme.project("Project a")!.id).not.toBe(id);
    expect(acme.world).toEqual({ "Default Project": [], "Project a": ["workspace-0", "workspace-1"] });
    await deployment.expectSettled();
  });

  test("moves workspaces that other memberships are planned to take, according to the private data of the replacement", async () => {
    const { acme } = deployment;
    const ids = acme.addWorkspaces(1);
    await deployment.code(project("a") + project("b")).init();
    await deployment.apply();
    acme.emulator.workspaces.move(ids[0]!, acme.project("Project a")!.id);
    const after = project("a", "depends_on = [tfprojects_workspace_membership.b]") + project("b");
    deployment.code(after + membership("b", "b", ids));
    await deployment.apply("-replace=tfprojects_project.a");
    expect(acme.world).toEqual({ "Default Project": [], "Project a": [], "Project b": ["workspace-0"] });
  });

  test("with deletion_policy = retain and the same name is refused at plan", async () => {
    await deployment.code(project("a", 'deletion_policy = "retain"')).init();
    await deployment.apply();
    const refused = await deployment.plan("-replace=tfprojects_project.a");
    expect(refused.status).toBe(1);
    expect(unwrapped(refused.stderr)).toContain("keeps its name, and the new project cannot have the same name");
  });

  test("works for a tainted project, with and without adopt_existing, and without a refresh", async () => {
    const { acme } = deployment;
    await deployment.code(project("a")).init();
    await deployment.apply();
    for (const [more, refresh] of [
      ["", "true"],
      ["adopt_existing = true", "true"],
      ["", "false"],
    ] as const) {
      const { id } = acme.project("Project a")!;
      await deployment.code(project("a", more)).terraform.succeed(["taint", "tfprojects_project.a"]);
      await deployment.apply(`-refresh=${refresh}`);
      expect(acme.project("Project a")!.id).not.toBe(id);
      await deployment.expectSettled();
    }
  });

  test("of a tainted project with workspaces that stay: the plan warns, and the apply changes nothing", async () => {
    const { acme, terraform } = deployment;
    await deployment.code(project("a")).init();
    await deployment.apply();
    const id = acme.project("Project a")!.id;
    acme.addWorkspace("stranger", id);
    await terraform.succeed(["taint", "tfprojects_project.a"]);
    const applied = await terraform.apply();
    expect(applied.status).toBe(1);
    expect(unwrapped(applied.stdout + applied.stderr)).toContain('Project "Project a" cannot be replaced');
    expect(unwrapped(applied.stderr)).toContain("To keep a tainted project, run `untaint ADDRESS`");
    expect(acme.project("Project a")!.id).toBe(id);
    expect(acme.world).toEqual({ "Default Project": [], "Project a": ["stranger"] });
    await terraform.succeed(["untaint", "tfprojects_project.a"]);
    await deployment.expectSettled();
  });

  test.each(["", "adopt_existing = true"])(
    "with create_before_destroy fails, changes nothing, and its error has the way out (%s)",
    async (more) => {
      const { acme, terraform } = deployment;
      const code = project("a", "lifecycle { create_before_destroy = true }");
      await deployment.code(code).init();
      await deployment.apply();
      const id = acme.project("Project a")!.id;
      const replace = ["apply", "-auto-approve", "-input=false", "-replace=tfprojects_project.a"];
      expect(await terraform.run(replace)).toMatchObject({ status: 1 });
      // Terraform has deposed the project before it planned the new one, whose name is taken.
      const stuck = await deployment.code(project("a", more)).plan();
      expect(stuck.status).toBe(1);
      expect(unwrapped(stuck.output)).toContain("run `state rm ADDRESS` and import the project again");
      await terraform.succeed(["state", "rm", "tfprojects_project.a"]);
      await deployment.code(code).terraform.succeed(["import", "tfprojects_project.a", id]);
      expect((await deployment.plan()).stdout).toContain("No changes.");
      expect(acme.project("Project a")!.id).toBe(id);
    },
  );
});
