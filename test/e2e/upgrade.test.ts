import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { VERSION } from "../../src/version";
import { Acme } from "../support/acme";
import { AppFolder } from "../support/app-folder";
import { describeWithTerraform, TerraformWorkspace, unwrapped } from "../support/terraform";

const BUILT = resolve(__dirname, "../../dist/terraform-provider-tfprojects");
const SOURCE = "terraform.local/tfprojects/tfprojects";
const OLD_VERSION = "0.0.9";

/** Attributes that an older version would not have had. */
const YOUNGER = ["tags", "ignore_additional_tags", "default_execution_mode", "default_agent_pool_id", "previous_names"];

const code = (version: string): string => `
terraform {
  required_providers {
    tfprojects = { source = "${SOURCE}", version = "${version}" }
  }
}
resource "tfprojects_project" "platform" {
  name        = "Platform"
  description = "Shared services"
}
resource "tfprojects_workspace_membership" "in-platform" {
  project_id      = tfprojects_project.platform.id
  workspace_names = ["network"]
}
`;

/** The same as an app. */
const APP = `
import { App, TerraformStack } from "cdktf";
import { Project, TfprojectsProvider, WorkspaceMembership } from "tfprojects";

const app = new App();
const stack = new TerraformStack(app, "organization");
new TfprojectsProvider(stack, "tfprojects");
const platform = new Project(stack, "platform", { name: "Platform", description: "Shared services" });
new WorkspaceMembership(stack, "in-platform", { projectId: platform.id, workspaceNames: ["network"] });
app.synth();
`;

interface State {
  serial: number;
  readonly resources: readonly {
    readonly instances: readonly { schema_version: number; readonly attributes: Record<string, unknown> }[];
  }[];
}

describeWithTerraform("a deployment of an older version", () => {
  let acme: Acme;
  let terraform: TerraformWorkspace;
  /** What the older version has left: lock file, state, and the provider where Terraform has installed it. */
  const before = mkdtempSync(join(tmpdir(), "tfprojects-before-"));
  beforeAll(async () => {
    acme = await Acme.start();
    acme.addWorkspace("network");
    terraform = new TerraformWorkspace(acme.environment);
    // The same code in other bytes: what matters is that version and hash are others.
    const older = terraform.path("older-provider");
    writeFileSync(older, `${readFileSync(BUILT, "utf8")}\n// ${OLD_VERSION}\n`);
    terraform.stageProvider(older, SOURCE, OLD_VERSION);
    await terraform.write("main.tf", code(OLD_VERSION)).init();
    expect(await terraform.apply()).toMatchObject({ status: 0 });
    changeState(({ attributes }) => YOUNGER.forEach((name) => Reflect.deleteProperty(attributes, name)));
    cpSync(terraform.folder, before, { recursive: true, verbatimSymlinks: true });
  });
  afterAll(async () => {
    rmSync(before, { recursive: true });
    terraform.remove();
    await acme.stop();
  });

  /** As another version of the provider would have written it. */
  function changeState(change: (instance: State["resources"][number]["instances"][number]) => void): void {
    const state = JSON.parse(terraform.stateText()) as State;
    for (const { instances } of state.resources) for (const instance of instances) change(instance);
    state.serial += 1;
    terraform.write("terraform.tfstate", JSON.stringify(state));
  }

  const locked = (): string => readFileSync(terraform.path(".terraform.lock.hcl"), "utf8");

  test("is upgraded with its lock file and state, without a change of the organization", async () => {
    expect(locked()).toContain(`"${OLD_VERSION}"`);
    terraform.stageProvider(BUILT, SOURCE, VERSION);
    terraform.write("main.tf", code(VERSION));
    const refused = await terraform.run(["init", "-input=false"]);
    expect([refused.status, unwrapped(refused.output)]).toEqual([1, expect.stringContaining("init -upgrade")]);

    await terraform.succeed(["init", "-upgrade", "-input=false"]);
    expect(locked()).toContain(`"${VERSION}"`);
    acme.takeRequests();
    expect(await terraform.plan("-detailed-exitcode")).toMatchObject({ status: 0 });
    expect(acme.takeRequests().filter((request) => !request.startsWith("GET"))).toEqual([]);
    expect(acme.world).toEqual({ "Default Project": [], Platform: ["network"] });
  });

  test("of a CDK app is upgraded by the next synth and deployment, without options or changes", async () => {
    // GIVEN the output of the app, and its state, as the older version has left them
    const app = new AppFolder();
    try {
      app.write("main.ts", APP);
      const stack = app.stackFolder("organization");
      cpSync(before, stack, { recursive: true, verbatimSymlinks: true });
      rmSync(join(stack, "main.tf"));
      app.write("terraform.organization.tfstate", readFileSync(join(before, "terraform.tfstate"), "utf8"));
      rmSync(join(stack, "terraform.tfstate"));
      acme.takeRequests();

      // WHEN the lock file has the version and the hash of before
      const lock = () => readFileSync(join(stack, ".terraform.lock.hcl"), "utf8");
      expect(lock()).toContain(`"${OLD_VERSION}"`);
      await app.deploy(acme, "organization");

      // THEN Terraform accepts the entry that synth has written, and the state
      expect(lock()).toContain(`"${VERSION}"`);
      expect(lock()).not.toContain(OLD_VERSION);
      expect(acme.takeRequests().filter((request) => !request.startsWith("GET"))).toEqual([]);
      expect(acme.world).toEqual({ "Default Project": [], Platform: ["network"] });
      const state = readFileSync(join(app.folder, "terraform.organization.tfstate"), "utf8");
      expect(YOUNGER.filter((name) => !state.includes(`"${name}"`))).toEqual([]);
    } finally {
      app.remove();
    }
  });

  test("of a newer version is refused if the schema of its state is newer", async () => {
    changeState((instance) => (instance.schema_version = 7));
    const refused = await terraform.plan();
    expect(refused.status).toBe(1);
    expect(unwrapped(refused.output)).toMatch(/newer provider version.*Upgrade the \S*\s?provider/i);
    expect(acme.world).toEqual({ "Default Project": [], Platform: ["network"] });
  });
});
