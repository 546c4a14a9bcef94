import { Deployment } from "../../support/deployment";
import { describeWithTerraform, unwrapped } from "../../support/terraform";

let deployment: Deployment;
beforeEach(async () => (deployment = await Deployment.start()));
afterEach(() => deployment.stop());

const BEFORE = 'resource "tfprojects_project" "renamed" {\n  name = "Platform"\n}\n';

/** The project is renamed, and a new one gets its name. */
function passedOn(more = ""): string {
  return `${BEFORE.replace("Platform", "Core")}resource "tfprojects_project" "created" {\n  name = "Platform"\n  ${more}\n}\n`;
}

describeWithTerraform("a project is renamed, and a new one gets its name", () => {
  let id: string;
  beforeEach(async () => {
    await deployment.code(BEFORE).init();
    await deployment.apply();
    id = deployment.acme.project("Platform")!.id;
  });

  async function expectDone(): Promise<void> {
    const { acme } = deployment;
    expect(acme.world).toEqual({ "Default Project": [], Core: [], Platform: [] });
    expect(acme.project("Core")?.id).toBe(id);
    await deployment.expectSettled();
  }

  test("in one apply, ten at a time", async () => {
    await deployment.code(passedOn()).apply();
    await expectDone();
  });

  test.each([
    ["", ""],
    ["-refresh=false", ""],
    ["-refresh=true", "adopt_existing = true"],
  ])("in one apply with depends_on, one at a time, %s %s", async (refresh, more) => {
    const code = passedOn(`depends_on = [tfprojects_project.renamed]\n  ${more}`);
    const arguments_ = ["-parallelism=1", ...(refresh === "" ? [] : [refresh])];
    const { output } = await deployment.code(code).apply(...arguments_);
    expect(output).not.toContain("Warning");
    await expectDone();
  });

  test("one at a time, without depends_on: it is done, or an error names it", async () => {
    const { terraform } = deployment.code(passedOn());
    const { status, stderr } = await terraform.run(["apply", "-auto-approve", "-input=false", "-parallelism=1"]);
    if (status !== 0) {
      expect(unwrapped(stderr)).toContain("add the resource that renames it to `depends_on` (in a CDK app: dependsOn)");
      await deployment.code(passedOn("depends_on = [tfprojects_project.renamed]")).apply("-parallelism=1");
    }
    await expectDone();
  });
});
