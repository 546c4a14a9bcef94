import type { ProjectPermission } from "../../../src/emulator";
import { accessTo, policySetsOf, variableSetsOf } from "../../provider/assignment/assigned";
import { Deployment } from "../../support/deployment";
import { describeWithTerraform, unwrapped } from "../../support/terraform";

/* Not readable is not gone, for what is assigned to a project. */

describeWithTerraform("a token that has lost rights since the last apply", () => {
  let deployment: Deployment;
  let token: string;
  beforeEach(async () => {
    deployment = await Deployment.start();
    const { emulator } = deployment.acme;
    token = emulator.tokens.create({ organization: "acme", role: "owner" });
    for (const name of ["web", "platform"]) {
      emulator.teams.create({ organization: "acme", name, visibility: "organization" });
      emulator.variableSets.create({ organization: "acme", name });
      emulator.policySets.create({ organization: "acme", name });
    }
    await deployment.code(code(ALL, "web", "platform")).init();
    await deployment.apply();
  });
  afterEach(() => deployment.stop());

  const team = (name: string): string => `team {\n    name   = "${name}"\n    access = "write"\n  }`;
  const names = (own: readonly string[]): string => `names = ${JSON.stringify(own)}`;
  const ALL = ["team_access", "variable_sets", "policy_sets"] as const;

  function code(types: readonly (typeof ALL)[number][], ...own: readonly string[]): string {
    const resources = types.map(
      (type) => `
resource "tfprojects_project_${type}" "web" {
  project_id = tfprojects_project.web.id
  exclusive  = true
  ${type === "team_access" ? own.map(team).join("\n  ") : names(own)}
}
`,
    );
    const project = 'resource "tfprojects_project" "web" {\n  name = "Web"\n}\n';
    return [`provider "tfprojects" {\n  token = "${token}"\n}\n`, project, ...resources].join("");
  }

  const projectId = (): string => deployment.acme.project("Web")!.id;

  function keepOnly(...permissions: readonly ProjectPermission[]): void {
    const { emulator, defaultProjectId } = deployment.acme;
    const projects = { [projectId()]: permissions, [defaultProjectId]: ["read"] } as const;
    emulator.tokens.update({ token, organization: "acme", role: "team", projects });
  }

  async function expectAllAssigned(): Promise<void> {
    const { acme } = deployment;
    expect(await accessTo(acme, projectId())).toEqual({ platform: "write", web: "write" });
    expect(await variableSetsOf(acme, projectId())).toEqual(["platform", "web"]);
    expect(await policySetsOf(acme, projectId())).toEqual(["platform", "web"]);
  }

  test("and sees neither teams nor policy sets: a plan has an error for each, and the state is untouched", async () => {
    const before = deployment.terraform.stateText();
    keepOnly("read", "update");
    deployment.code(code(ALL, "web"));
    const outcome = await deployment.terraform.run(["apply", "-auto-approve", "-input=false"]);
    expect(outcome).toMatchObject({ status: 1 });
    const text = unwrapped(outcome.stderr);
    expect(text).toContain("has 2 teams, but the token sees none of them, so nothing counts as removed from it.");
    expect(text).toContain("The policy sets of projects cannot be read");
    expect(deployment.terraform.stateText()).toBe(before);
    await expectAllAssigned();
  });

  test("and may no longer change them: an apply of a saved plan fails for each, and removes nothing", async () => {
    deployment.code(code(["team_access", "variable_sets"], "web"));
    expect(await deployment.plan("-out=saved.tfplan")).toMatchObject({ status: 0 });
    keepOnly("read", "read-teams");
    const outcome = await deployment.terraform.run(["apply", "-input=false", "saved.tfplan"]);
    expect(outcome).toMatchObject({ status: 1 });
    const text = unwrapped(outcome.stderr);
    expect(text).toContain('The token is not authorized to change the team access of project "Web"');
    expect(text).toContain('The token is not authorized to change the variable sets of project "Web"');
    expect(text).toContain("The policy sets of projects cannot be read");
    await expectAllAssigned();
    const state = deployment.terraform.stateText();
    for (const type of ALL) expect(state).toContain(`tfprojects_project_${type}`);
  });
});
