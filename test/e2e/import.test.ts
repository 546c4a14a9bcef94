import { readFileSync } from "node:fs";
import { join } from "node:path";
import { collect } from "../contract/client-and-emulator";
import { ASSIGNED_EDGE_CASES } from "../import/organizations";
import { populate } from "../import/populate";
import { Acme } from "../support/acme";
import { AppFolder } from "../support/app-folder";
import type { AttachedProvider } from "../support/attached-provider";
import { describeWithTerraform, TerraformWorkspace, unwrapped } from "../support/terraform";
import { attachProvider } from "../support/tfprojects-provider";
import { expectHclTakeover, expectTakeover, populateForRules, takeWrites, WITH_ALL } from "./import-takeover";

let acme: Acme;
beforeEach(async () => (acme = await Acme.start()));
afterEach(() => acme.stop());

const CUSTOM = '{ access = "custom", workspace_access = { runs = "apply", run_tasks = true } }';

describeWithTerraform("an imported organization", () => {
  let provider: AttachedProvider;
  beforeAll(async () => (provider = await attachProvider()));
  afterAll(() => provider.stop());

  test("is imported without a change, with access and sets, names that need escaping and the default project", async () => {
    await populate(acme, ASSIGNED_EDGE_CASES);
    await expectTakeover(acme, undefined, "--include-default", ...WITH_ALL);
  });

  test("is imported as Terraform configuration, with access and sets, and names that need escaping", async () => {
    await populate(acme, ASSIGNED_EDGE_CASES);
    await expectHclTakeover(acme, provider, ...WITH_ALL);
    // Its key is the first one of the table.
    await expectHclTakeover(acme, provider, "--project", "for", ...WITH_ALL);
  });

  test("is imported as Terraform configuration with rules, which select later workspaces, too", async () => {
    await populateForRules(acme);
    const before = acme.emulator.state();
    const app = new AppFolder();
    try {
      const options = ["--rules", "--out", "acme", ...WITH_ALL];
      expect(await app.tfprojects(acme, "import", "--hcl", ...options)).toMatchObject({ status: 0 });
      const terraform = new TerraformWorkspace(acme.environment, provider, join(app.folder, "acme"));
      expect(await terraform.run(["fmt", "-check", "-diff"])).toMatchObject({ status: 0, output: "" });
      await terraform.init();
      // The service does not know the placement. Memberships of what it leaves are imported: nothing moves.
      expect(await terraform.apply()).toMatchObject({
        status: 0,
        stdout: expect.stringContaining("8 imported, 1 added, 0 changed, 0 destroyed") as string,
      });
      expect(await terraform.plan("-detailed-exitcode")).toMatchObject({ status: 0 });
      expect(takeWrites(acme)).toEqual([]);
      expect(acme.emulator.state()).toEqual(before);
      acme.addWorkspace("net-later");
      expect((await terraform.plan()).stdout).toMatch(/net-later/);
    } finally {
      app.remove();
    }
  });

  test("as Terraform configuration accepts new entries, and reports misspelled attributes", async () => {
    const app = new AppFolder();
    try {
      acme.addWorkspace("network", acme.addProject("Platform", { description: "Networks" }));
      acme.emulator.teams.create({ organization: "acme", name: "ops" });
      await app.tfprojects(acme, "import", "--hcl", "--out", "acme", ...WITH_ALL);
      const terraform = new TerraformWorkspace(acme.environment, provider, join(app.folder, "acme"));
      await terraform.init();
      const table = readFileSync(terraform.path("projects.tf"), "utf8");
      terraform.write(
        "projects.tf",
        table.replace(
          "    platform = {",
          `    core = { name = "Core", teams = { ops = ${CUSTOM} } }\n    platform = {`,
        ),
      );
      expect(await terraform.apply()).toMatchObject({
        status: 0,
        stdout: expect.stringContaining("2 imported, 2 added, 0 changed, 0 destroyed") as string,
      });
      expect(acme.world).toMatchObject({ Core: [], Platform: ["network"] });
      const [access] = await collect(acme.client.teamProjects.list(acme.project("Core")!.id));
      expect(access).toMatchObject({ access: "custom", workspaceAccess: { runs: "apply", "run-tasks": true } });

      terraform.write("projects.tf", table.replace("description ", "descripton "));
      const { status, output } = await terraform.plan();
      expect([status, unwrapped(output)]).toEqual([1, expect.stringContaining("Unknown attributes: descripton.")]);
    } finally {
      app.remove();
    }
  });
});
