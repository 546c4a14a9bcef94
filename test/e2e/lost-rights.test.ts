import { Deployment } from "../support/deployment";
import { describeWithTerraform, unwrapped } from "../support/terraform";

/*
 * Not readable is not gone: what a token may not see is as if it did not exist. Whether it exists is known only to a
 * token that sees the default project too.
 */

const CAUSES = /was not found: it was deleted, or the token is not authorized to see it/g;

describeWithTerraform("a token that has lost rights since the last apply", () => {
  let deployment: Deployment;
  let token: string;
  beforeEach(async () => {
    deployment = await Deployment.start();
    const { acme } = deployment;
    token = acme.emulator.tokens.create({
      organization: "acme",
      role: "owner",
    });
    for (const name of ["alpha", "beta"]) acme.addWorkspace(`${name}-workspace`);
    await deployment.code(code("alpha", "beta")).init();
    await deployment.apply();
  });
  afterEach(() => deployment.stop());

  function code(...names: readonly string[]): string {
    const resources = names.map(
      (name) => `
resource "tfprojects_project" "${name}" {
  name = "${name}"
}
resource "tfprojects_workspace_membership" "${name}" {
  project_id      = tfprojects_project.${name}.id
  workspace_names = ["${name}-workspace"]
}
`,
    );
    return [`provider "tfprojects" {\n  token = "${token}"\n}\n`, ...resources].join("");
  }

  /** From now on, the token may read the organization and these projects. */
  function seeOnly(...projects: readonly string[]): void {
    const permissions = Object.fromEntries(projects.map((id) => [id, ["read"] as const]));
    deployment.acme.emulator.tokens.update({
      token,
      organization: "acme",
      role: "team",
      projects: permissions,
    });
  }

  const refreshOnly = () => deployment.terraform.run(["apply", "-refresh-only", "-auto-approve", "-input=false"]);

  test("and sees no project: -refresh-only has one error that names both causes, and the state is untouched", async () => {
    const before = deployment.terraform.stateText();
    seeOnly();
    const { status, stdout, stderr } = await refreshOnly();
    expect(status).toBe(1);
    expect(stderr.match(/Error: /g)).toHaveLength(1);
    expect(unwrapped(stderr).match(CAUSES)).toHaveLength(1);
    expect(unwrapped(stderr)).toContain("so nothing counts as deleted");
    expect(stdout).not.toContain("Warning: ");
    expect(deployment.terraform.stateText()).toBe(before);
  });

  test("and sees the default project and not another one: that counts as gone, with a warning", async () => {
    const { acme } = deployment;
    seeOnly(acme.defaultProjectId, acme.project("alpha")!.id);
    const { status, stdout } = await refreshOnly();
    expect(status).toBe(0);
    expect(unwrapped(stdout)).toContain("Warning: Project not found");
    expect(unwrapped(stdout)).toMatch(CAUSES);
    const text = deployment.terraform.stateText();
    expect(text).toContain(acme.project("alpha")!.id);
    expect(text).not.toContain(acme.project("beta")!.id);
  });
});
