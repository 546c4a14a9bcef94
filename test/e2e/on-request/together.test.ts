import { Deployment } from "../../support/deployment";
import { describeWithTerraform, unwrapped } from "../../support/terraform";

let deployment: Deployment;
beforeEach(async () => (deployment = await Deployment.start()));
afterEach(() => deployment.stop());

function project(resource: string, name: string, more = ""): string {
  return `resource "tfprojects_project" "${resource}" {\n  name = "${name}"\n  ${more}\n}\n`;
}

function membership(of: string): string {
  return `resource "tfprojects_workspace_membership" "${of}" {\n  project_id = tfprojects_project.${of}.id\n  workspace_names = ["api"]\n}\n`;
}

const writes = () => deployment.acme.takeRequests().filter((request) => !request.startsWith("GET"));

describeWithTerraform("two resources for the same object", () => {
  test("two new projects with the same name are refused at plan, and existing ones can be destroyed without refresh", async () => {
    await deployment.code(project("one", "Platform")).init();
    await deployment.apply();
    writes();
    const both = project("one", "Platform") + project("two", "Foundation") + project("three", "FOUNDATION");
    for (const outcome of [await deployment.code(both).terraform.apply(), await deployment.destroy()]) {
      expect(outcome.status).toBe(1);
      expect(unwrapped(outcome.stderr)).toContain("Duplicate project name");
      expect(unwrapped(outcome.stderr)).toContain("skip that plan with `destroy -refresh=false`");
    }
    expect(writes()).toEqual([]);
    expect(await deployment.destroy("-refresh=false")).toMatchObject({ status: 0 });
    expect(Object.keys(deployment.acme.world)).toEqual(["Default Project"]);
  });

  test("one workspace in two memberships of new projects is refused at plan", async () => {
    deployment.acme.addWorkspace("api");
    const code = project("one", "One") + membership("one") + project("two", "Two") + membership("two");
    await deployment.code(code).init();
    const applied = await deployment.terraform.apply();
    expect(applied.status).toBe(1);
    expect(unwrapped(applied.stderr)).toContain(
      'The workspace "api" is in this membership and in the membership of a new project (api)',
    );
    expect(unwrapped(applied.stderr)).toContain("skip that plan with `destroy -refresh=false`");
    expect(writes()).toEqual([]);
  });

  test("one workspace in two memberships of one project is refused too", async () => {
    const { acme } = deployment;
    acme.addWorkspace("api");
    const literal = membership("one").replace("tfprojects_project.one.id", `"${acme.addProject("One")}"`);
    await deployment.code(literal + literal.replace('"one"', '"two"')).init();
    const planned = await deployment.plan();
    expect(planned.status).toBe(1);
    expect(unwrapped(planned.stderr)).toContain(
      "a workspace can be in only one membership. Remove it from one of the two",
    );
  });

  test.each(["", "depends_on = [tfprojects_project.one]"])(
    "two resources with the same configuration never adopt the same project (%s)",
    async (depends) => {
      const adopting = (resource: string, more = "") =>
        project(resource, "Platform", `adopt_existing = true\n  ${more}`);
      await deployment.code(adopting("one")).init();
      await deployment.apply();
      const before = deployment.acme.project("Platform");
      const applied = await deployment.code(adopting("one") + adopting("two", depends)).terraform.apply();
      expect(applied.status).toBe(1);
      expect(unwrapped(applied.stderr)).toMatch(/Two resources in this plan manage project|Duplicate project name/);
      expect(deployment.terraform.stateText()).not.toContain('"name": "two"');
      await deployment.code(adopting("one")).apply();
      expect(deployment.acme.project("Platform")).toEqual(before);
    },
  );

  test("a project that is in the state twice is not destroyed when one resource is removed from the code", async () => {
    const { acme, terraform } = deployment;
    const id = acme.addProject("Platform");
    await deployment.code(project("one", "Platform") + project("two", "Other")).init();
    await terraform.succeed(["import", "tfprojects_project.one", id]);
    await terraform.succeed(["import", "tfprojects_project.two", id]);
    const applied = await deployment.code(project("one", "Platform")).terraform.apply();
    expect(applied.status).toBe(1);
    expect(unwrapped(applied.stderr)).toContain("`state rm ADDRESS`");
    expect(acme.project("Platform")).toMatchObject({ id });
  });
});
