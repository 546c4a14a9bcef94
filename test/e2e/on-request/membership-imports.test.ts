import { readFileSync } from "node:fs";
import { Deployment } from "../../support/deployment";
import { describeWithTerraform, unwrapped } from "../../support/terraform";

let deployment: Deployment;
let id: string;
beforeEach(async () => {
  deployment = await Deployment.start();
  id = deployment.acme.addProject("Platform");
  for (const name of ["api", "batch", "web"]) deployment.acme.addWorkspace(name, id);
  deployment.acme.takeRequests();
});
afterEach(() => deployment.stop());

const AT = "tfprojects_workspace_membership.it";

const block = (importId: string): string => `import {\n  to = ${AT}\n  id = "${importId}"\n}\n`;

const membership = (names: readonly string[], more = ""): string => `
resource "tfprojects_workspace_membership" "it" {
  project_id      = "${id}"
  workspace_names = ${JSON.stringify(names)}
  ${more}
}
`;

const inside = () => deployment.acme.world["Platform"];
const writes = () => deployment.acme.takeRequests().filter((request) => !request.startsWith("GET"));

/** The text of a plan, which must succeed. */
async function planned(...more: string[]): Promise<string> {
  const { status, output } = await deployment.plan(...more);
  expect([status, output]).toEqual([0, expect.any(String)]);
  return unwrapped(output);
}

describeWithTerraform("an import block of a membership", () => {
  test.each([[[]], [["-refresh=false"]]])(
    "of a whole project whose code lists less than it has names what stays, with %j",
    async (options) => {
      await deployment.code(block(id) + membership(["api"])).init();
      const plan = await planned(...options);
      expect(plan).toContain("1 to import");
      expect(plan).toContain("Workspaces stay in an imported project");
      expect(plan).toContain("batch, web");
      await deployment.apply(...options);
      expect([writes(), inside()]).toEqual([[], ["api", "batch", "web"]]);
      await deployment.expectSettled();
      // Without the block, too, which has done its work.
      await deployment.code(membership(["api"])).expectSettled();
      await deployment.code("").apply();
      expect(deployment.acme.world).toEqual({ "Default Project": ["api"], Platform: ["batch", "web"] });
    },
  );

  test("that names a workspace which the code lacks releases it in the same apply, as planned", async () => {
    await deployment.code(block(`${id}:api,web`) + membership(["api"])).init();
    const plan = await planned();
    expect(plan).toContain("Workspaces leave a membership");
    expect(plan).toContain("to the default project, unless another membership takes it: web.");
    await deployment.apply();
    expect(deployment.acme.world).toEqual({ "Default Project": ["web"], Platform: ["api", "batch"] });
    await deployment.expectSettled();
  });

  test("of a whole project evicts what an exclusive membership does not list, as planned", async () => {
    await deployment.code(block(id) + membership(["api"], "exclusive = true")).init();
    const plan = await planned();
    expect(plan).toContain("2 workspaces (batch, web) will be moved");
    await deployment.apply();
    expect(deployment.acme.world).toEqual({ "Default Project": ["batch", "web"], Platform: ["api"] });
    await deployment.expectSettled();
  });

  test.each([
    ["of a whole project", ""],
    ["with names", ":api,web"],
  ])("%s moves nothing with on_destroy = retain, when the code drops workspaces, and then all", async (_, objects) => {
    const retain = 'on_destroy = "retain"';
    await deployment.code(block(`${id}${objects}`) + membership(["api", "web"], retain)).init();
    await deployment.apply();
    await deployment.code(membership(["api"], retain)).apply();
    await deployment.expectSettled();
    await deployment.code("").apply();
    expect([writes(), inside()]).toEqual([[], ["api", "batch", "web"]]);
  });

  test.each([
    ["of a whole project", "", ["api", "batch", "web"]],
    ["with names", ":api,web", ["api", "web"]],
  ])("%s generates a configuration that changes nothing", async (_, objects, names) => {
    await deployment.code(block(`${id}${objects}`)).init();
    await planned("-generate-config-out=generated.tf", "-out=import.tfplan");
    const generated = readFileSync(deployment.terraform.path("generated.tf"), "utf8");
    for (const name of ["api", "batch", "web"])
      expect([name, generated.includes(`"${name}"`)]).toEqual([name, names.includes(name)]);
    expect(await deployment.terraform.run(["apply", "-input=false", "import.tfplan"])).toMatchObject({ status: 0 });
    await deployment.expectSettled();
    deployment.acme.addWorkspace("colleague", id);
    expect(await planned()).toContain("No changes.");
    expect([writes(), inside()]).toEqual([[], ["api", "batch", "colleague", "web"]]);
  });
});
