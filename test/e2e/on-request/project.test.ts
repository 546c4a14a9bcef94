import { Deployment } from "../../support/deployment";
import { describeWithTerraform, unwrapped } from "../../support/terraform";
import { waitUntil } from "../../support/wait-until";

let deployment: Deployment;
beforeEach(async () => (deployment = await Deployment.start()));
afterEach(() => deployment.stop());

const PLATFORM = `
resource "tfprojects_project" "platform" {
  name                           = "Platform"
  description                    = "Shared services"
  auto_destroy_activity_duration = "14d"
}
`;

describeWithTerraform("tfprojects_project with the real Terraform", () => {
  test("attributes that are removed from the code are cleared, and the plan shows it", async () => {
    await deployment.code(PLATFORM).init();
    await deployment.apply();
    const before = deployment.acme.project("Platform")!;
    deployment.code(`resource "tfprojects_project" "platform" { name = "Platform" }\n`);
    const planned = await deployment.plan();
    expect(planned.stdout).toMatch(/- description += "Shared services" -> null/);
    expect(planned.stdout).toMatch(/- auto_destroy_activity_duration += "14d" -> null/);
    await deployment.apply();
    expect(deployment.acme.project("Platform")).toMatchObject({
      id: before.id,
      description: null,
      autoDestroyActivityDuration: null,
    });
    await deployment.expectSettled();
  });

  test("a change of the name changes only the name, in one request", async () => {
    await deployment.code(PLATFORM).init();
    await deployment.apply();
    const { id } = deployment.acme.project("Platform")!;
    deployment.code(PLATFORM.replace('"Platform"', '"Foundation"'));
    deployment.acme.takeRequests();
    await deployment.apply();
    expect(deployment.acme.takeRequests().filter((request) => !request.startsWith("GET"))).toEqual([
      `PATCH /api/v2/projects/${id}`,
    ]);
    expect(deployment.acme.project("Foundation")).toMatchObject({
      id,
      description: "Shared services",
      autoDestroyActivityDuration: "14d",
    });
  });

  test.each(["id", "organization/name"])("is imported by %s, and the plan is then empty", async (by) => {
    const id = deployment.acme.addProject("Platform", {
      description: "Shared services",
      autoDestroyActivityDuration: "14d",
    });
    await deployment.code(PLATFORM).init();
    const imported = await deployment.terraform.run([
      "import",
      "tfprojects_project.platform",
      by === "id" ? id : "acme/PLATFORM",
    ]);
    expect(imported).toMatchObject({ status: 0 });
    await deployment.expectSettled();
  });

  test("an import of what does not exist says so, and takes over nothing", async () => {
    await deployment.code(PLATFORM).init();
    const import_ = (id: string) => deployment.terraform.run(["import", "tfprojects_project.platform", id]);
    for (const [id, text] of [
      ["prj-nowhere", /no project prj-nowhere, or the token is not authorized to read it/],
      ["acme/Nowhere", /has no project named\s+"Nowhere"/],
      ["nonsense", /Use a project ID \(prj-…\) or\s+organization\/name/],
    ] as const) {
      const outcome = await import_(id);
      expect(outcome.status).toBe(1);
      expect(unwrapped(outcome.stderr)).toMatch(text);
    }
    expect(deployment.terraform.stateText()).not.toContain("prj-");
  });

  test("a project that was deleted out of band is created again", async () => {
    await deployment.code(PLATFORM).init();
    await deployment.apply();
    deployment.acme.emulator.projects.delete(deployment.acme.project("Platform")!.id);
    expect(await deployment.expectDrift()).toContain("tfprojects_project.platform has been deleted");
    await deployment.apply();
    await deployment.expectSettled();
  });

  test("adopt_existing adopts the project with the name, and the plan shows what changes", async () => {
    const id = deployment.acme.addProject("platform", { description: "By hand" });
    await deployment.code(PLATFORM.replace("{", "{\n  adopt_existing = true")).init();
    const planned = await deployment.plan();
    expect(planned).toMatchObject({ status: 0 });
    expect(unwrapped(planned.output)).toContain(`description: "By hand" → "Shared services"`);
    expect(planned.stdout).toMatch(new RegExp(`id += "${id}"`));
    await deployment.apply();
    expect(deployment.acme.project("Platform")).toMatchObject({ id, description: "Shared services" });
    await deployment.expectSettled();
  });

  test("a project with a previous name is renamed instead of created", async () => {
    const id = deployment.acme.addProject("Infrastructure");
    await deployment.code(PLATFORM.replace("{", '{\n  previous_names = ["Infrastructure"]')).init();
    await deployment.apply();
    expect(deployment.acme.project("Platform")).toMatchObject({ id });
    expect(deployment.acme.project("Infrastructure")).toBeUndefined();
    await deployment.expectSettled();
  });

  test("deletion_policy: evacuate moves the workspaces to the default project first", async () => {
    await deployment.code(PLATFORM.replace("{", '{\n  deletion_policy = "evacuate"')).init();
    await deployment.apply();
    deployment.acme.addWorkspaces(3, deployment.acme.project("Platform")!.id);
    expect(await deployment.destroy()).toMatchObject({ status: 0 });
    expect(deployment.acme.world).toEqual({ "Default Project": ["workspace-0", "workspace-1", "workspace-2"] });
  });

  test("deletion_policy: retain keeps the project and its workspaces, and the plan says so", async () => {
    await deployment.code(PLATFORM.replace("{", '{\n  deletion_policy = "retain"')).init();
    await deployment.apply();
    deployment.acme.addWorkspace("api", deployment.acme.project("Platform")!.id);
    const destroyed = await deployment.destroy();
    expect(destroyed.status).toBe(0);
    expect(destroyed.output).toContain("The project is retained");
    expect(deployment.acme.world).toEqual({ "Default Project": [], Platform: ["api"] });
  });

  test("a name that another resource releases in the same plan can be used by a resource that depends on it", async () => {
    const two = (first: string, second: string) => `
resource "tfprojects_project" "one" { name = "${first}" }
resource "tfprojects_project" "two" {
  name       = "${second}"
  depends_on = [tfprojects_project.one]
}
`;
    await deployment.code(two("Alpha", "Beta")).init();
    await deployment.apply();
    const { id } = deployment.acme.project("Beta")!;
    await deployment.code(two("Gamma", "Alpha")).apply();
    expect(deployment.acme.project("Alpha")).toMatchObject({ id });
    await deployment.expectSettled();
  });

  test.each([
    ["renames", 'name = "Foundation"\n  previous_names = ["Platform"]'],
    ["adopts", 'name = "Platform"\n  adopt_existing = true'],
  ])(
    "a resource that %s the project of another one is refused at plan, and the project is kept",
    async (_, attributes) => {
      await deployment.code(PLATFORM).init();
      await deployment.apply();
      const before = deployment.acme.project("Platform");
      const applied = await deployment
        .code(`resource "tfprojects_project" "other" {\n  ${attributes}\n}\n`)
        .terraform.apply();
      expect(applied.status).toBe(1);
      expect(unwrapped(applied.stderr)).toContain("use a `moved` block");
      const both = await deployment
        .code(`${PLATFORM}resource "tfprojects_project" "other" {\n  ${attributes}\n}\n`)
        .terraform.apply();
      expect(both.status).toBe(1);
      expect(deployment.acme.project("Platform")).toEqual(before);
    },
  );

  test("a resource with a new address keeps its project with a moved block", async () => {
    await deployment.code(PLATFORM).init();
    await deployment.apply();
    const before = deployment.acme.project("Platform");
    const moved = `moved {\n  from = tfprojects_project.platform\n  to   = tfprojects_project.other\n}\n`;
    await deployment.code(PLATFORM.replace('"platform"', '"other"') + moved).apply();
    expect(deployment.acme.project("Platform")).toEqual(before);
  });

  test("-replace deletes and creates the project", async () => {
    await deployment.code(PLATFORM).init();
    await deployment.apply();
    const { id } = deployment.acme.project("Platform")!;
    await deployment.apply("-replace=tfprojects_project.platform");
    expect(deployment.acme.project("Platform")!.id).not.toBe(id);
    await deployment.expectSettled();
  });

  test("organization names are compared without regard to case", async () => {
    await deployment.code(PLATFORM).init();
    await deployment.apply();
    const env = { TFE_ORGANIZATION: "ACME" };
    expect(await deployment.terraform.run(["plan", "-input=false", "-detailed-exitcode"], { env })).toMatchObject({
      status: 0,
    });
    deployment.code(PLATFORM.replace("{", '{\n  organization = "Acme"'));
    await deployment.apply();
    await deployment.expectSettled();
  });

  test("Ctrl-C ends the wait for a rate-limited service, and nothing is created afterwards", async () => {
    await deployment.code(PLATFORM).init();
    deployment.acme.emulator.faults.add({
      method: "POST",
      status: 429,
      headers: { "retry-after": "120" },
      times: Infinity,
    });
    const applying = deployment.terraform.start(["apply", "-auto-approve", "-input=false"]);
    await waitUntil(() => deployment.acme.emulator.requests.entries.some(({ method }) => method === "POST"));
    applying.interrupt();
    expect(await applying.done).toMatchObject({ status: 1 });
    expect(deployment.acme.project("Platform")).toBeUndefined();
  });
});
