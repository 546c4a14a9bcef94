import { Deployment } from "../../support/deployment";
import { describeWithTerraform, unwrapped } from "../../support/terraform";

let deployment: Deployment;
beforeEach(async () => (deployment = await Deployment.start()));
afterEach(() => deployment.stop());

const PROJECTS = ["Networks", "Apps"]
  .map((name) => `resource "tfprojects_project" "${name.toLowerCase()}" { name = "${name}" }`)
  .join("\n");

/** A membership of one of the projects. */
function membership(project: "networks" | "apps", body: string): string {
  return `
resource "tfprojects_workspace_membership" "${project}" {
  project_id = tfprojects_project.${project}.id
  ${body}
}
`;
}

describeWithTerraform("rules with the real Terraform", () => {
  beforeEach(() => {
    for (const name of ["net-1", "net-2", "app-1", "other"]) deployment.acme.addWorkspace(name);
  });

  test("follow a tag that changes hands, and let go what has lost it", async () => {
    const { acme } = deployment;
    const [one, two] = ["net-1", "net-2"].map((name) => acme.emulator.workspaces.find("acme", name)!.id);
    for (const id of [one, two]) await acme.tag(id!, { team: "net" });
    const code =
      membership("networks", 'match_tags = { team = "net" }') + membership("apps", 'match_tags = { team = "app" }');
    await deployment.code(PROJECTS + code).init();
    await deployment.apply();
    expect(acme.world).toMatchObject({ Networks: ["net-1", "net-2"], Apps: [] });
    await acme.tag(one!, { team: "app" });
    await acme.tag(two!, {});
    const planned = unwrapped((await deployment.plan()).output);
    expect(planned).toContain("- net-1: in Networks, has tag team=app of Apps");
    expect(planned).toContain("- net-2: in Networks, no longer selected by Networks");
    await deployment.apply();
    expect(acme.world).toMatchObject({ Networks: [], Apps: ["net-1"] });
    expect(acme.world["Default Project"]).toContain("net-2");
    expect((await deployment.plan("-detailed-exitcode")).status).toBe(0);
  });

  test("in conflict are an error that names both, all workspaces, and the line to add", async () => {
    const { acme } = deployment;
    const code = (rest: string) =>
      PROJECTS +
      membership("networks", 'match_names = ["net-*"]') +
      membership("apps", `match_names = ["*"]\n  take_from = "default-project"\n  ${rest}`);
    await deployment.code(code("")).init();
    const planned = await deployment.plan();
    expect(planned.status).toBe(1);
    expect(unwrapped(planned.stderr)).toContain('The workspaces "net-1", "net-2" are in');
    expect(unwrapped(planned.stderr)).toContain('except_names = ["net-*"]');
    await deployment.code(code('except_names = ["net-*"]')).apply();
    expect(acme.world).toMatchObject({ Networks: ["net-1", "net-2"], Apps: ["app-1", "other"], "Default Project": [] });
    await deployment.expectSettled();
    expect(await deployment.destroy()).toMatchObject({ status: 0 });
    expect(acme.world["Default Project"]).toHaveLength(4);
  });

  test("with take_from leave workspaces of other projects alone, and end at max_moves", async () => {
    const { acme } = deployment;
    const elsewhere = acme.addProject("Elsewhere");
    acme.emulator.workspaces.move(acme.emulator.workspaces.find("acme", "other")!.id, elsewhere);
    const code = (limit: number) =>
      PROJECTS + membership("networks", `match_names = ["*"]\n  take_from = "default-project"\n  max_moves = ${limit}`);
    await deployment.code(code(2)).init();
    const planned = await deployment.plan();
    expect(planned.status).toBe(1);
    expect(unwrapped(planned.stderr)).toContain("adds 3 workspaces (app-1, net-1, net-2)");
    await deployment.code(code(3)).apply();
    expect(acme.world).toMatchObject({ Networks: ["app-1", "net-1", "net-2"], Elsewhere: ["other"] });
    await deployment.expectSettled();
  });

  test("are not imported: the first plan shows what they let go", async () => {
    const { acme } = deployment;
    const networks = acme.addProject("Networks");
    for (const name of ["net-1", "other"]) {
      acme.emulator.workspaces.move(acme.emulator.workspaces.find("acme", name)!.id, networks);
    }
    const imports = `
import {
  to = tfprojects_project.networks
  id = "${networks}"
}
import {
  to = tfprojects_workspace_membership.networks
  id = "${networks}"
}
`;
    await deployment.code(PROJECTS + membership("networks", 'match_names = ["net-*"]') + imports).init();
    const planned = unwrapped((await deployment.plan()).output);
    expect(planned).toContain("to the default project, unless another membership takes it: 1 workspace (other)");
    await deployment.apply();
    expect(acme.world).toMatchObject({ Networks: ["net-1", "net-2"], "Default Project": ["app-1", "other"] });
    await deployment.expectSettled();
  });

  test("keep their workspaces when the membership is replaced", async () => {
    const { acme } = deployment;
    await deployment.code(PROJECTS + membership("networks", 'match_names = ["net-*"]')).init();
    await deployment.apply();
    await deployment.apply("-replace=tfprojects_workspace_membership.networks");
    expect(acme.world["Networks"]).toEqual(["net-1", "net-2"]);
    await deployment.expectSettled();
  });

  test("evaluate lists that are known only after apply", async () => {
    const { acme } = deployment;
    const id = acme.emulator.workspaces.find("acme", "other")!.id;
    const code = `
resource "terraform_data" "id" {
  input = "${id}"
}
${membership("networks", 'match_names = ["net-*"]\n  workspace_ids = [terraform_data.id.output]')}`;
    await deployment.code(PROJECTS + code).init();
    await deployment.apply();
    expect(acme.world["Networks"]).toEqual(["net-1", "net-2", "other"]);
    await deployment.expectSettled();
  });

  test("missing_workspaces = warn keeps a missing name in the code's list, and plans are empty", async () => {
    const { acme } = deployment;
    const code = membership("networks", 'workspace_names = ["net-1", "gone"]\n  missing_workspaces = "warn"');
    await deployment.code(PROJECTS + code).init();
    await deployment.apply();
    expect(acme.world["Networks"]).toEqual(["net-1"]);
    const again = await deployment.plan("-detailed-exitcode");
    expect(again.status).toBe(0);
    expect(unwrapped(again.output)).toContain("has no workspace gone");
    acme.emulator.workspaces.delete(acme.emulator.workspaces.find("acme", "net-1")!.id);
    await deployment.apply();
    expect((await deployment.plan("-detailed-exitcode")).status).toBe(0);
    expect((await deployment.plan("-refresh-only", "-detailed-exitcode")).status).toBe(0);
  });
});
