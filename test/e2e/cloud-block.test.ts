import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { Emulator } from "../../src/emulator";
import { hostCommands } from "../support/emulator-host";
import { describeSince, terraformExecutable } from "../support/terraform";

const run = promisify(execFile);

/** Terraform with a `cloud` block, and the emulator in place of HCP Terraform. */
describeSince("a cloud block", { terraform: "1.10.0" }, () => {
  let folder: string;
  let emulator: Emulator;

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), "tfprojects-cloud-block-"));
    emulator = await Emulator.start();
  });
  afterEach(async () => {
    await emulator.stop();
    rmSync(folder, { recursive: true });
  });

  const configure = (workspaces: string): void => {
    const cloud = `cloud {\n hostname = "localhost"\n organization = "acme"\n workspaces {\n ${workspaces}\n }\n }`;
    writeFileSync(join(folder, "main.tf"), `terraform {\n ${cloud}\n}\nresource "terraform_data" "this" {}\n`);
  };
  const terraform = async (...args: readonly string[]): Promise<string> => {
    const { address, token } = emulator;
    const service = { TFE_ADDRESS: address, TFE_TOKEN: token };
    const env = { PATH: process.env["PATH"], HOME: folder, CHECKPOINT_DISABLE: "1", TF_INPUT: "0", ...service };
    const script = `${hostCommands()}exec "$@"`;
    const words = [terraformExecutable!, ...args, "-no-color"];
    return (await run("sh", ["-c", script, "sh", ...words], { cwd: folder, env })).stdout;
  };

  it("creates its workspace in a project, plans, applies, and reads the state", async () => {
    const { id } = emulator.projects.create({ organization: "acme", name: "Platform" });
    configure('name = "api-prod"\n project = "Platform"');
    await terraform("init");
    expect(emulator.workspaces.find("acme", "api-prod")).toMatchObject({ projectId: id });
    expect(await terraform("plan")).toContain("Plan: 1 to add, 0 to change, 0 to destroy.");
    expect(await terraform("apply", "-auto-approve")).toContain("Apply complete! Resources: 1 added");
    expect(emulator.state().runs.map(({ status }) => status)).toEqual(["planned_and_finished", "applied"]);
    expect(await terraform("show")).toContain('resource "terraform_data" "this"');
  });

  it("finds its workspaces by a map of tags", async () => {
    emulator.workspaces.create({ organization: "acme", name: "pay-prod", tags: { team: "payments" } });
    emulator.workspaces.create({ organization: "acme", name: "web", tags: { team: "web" } });
    configure('tags = { team = "payments" }');
    await terraform("init");
    await terraform("workspace", "new", "pay-test");
    expect(await terraform("workspace", "list")).toMatch(/^ *pay-prod\n\* pay-test\s*$/);
    expect(emulator.workspaces.find("acme", "pay-test")!.tags).toEqual({ team: "payments" });
  });
});
