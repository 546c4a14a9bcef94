import { join } from "node:path";
import { installNullProvider } from "../../../../scripts/install-null-provider";
import { Acme } from "../../../support/acme";
import { describeWithTerraform, TerraformWorkspace } from "../../../support/terraform";
import { UserProject } from "../../../support/user-project";

let project: UserProject;
let acme: Acme;
beforeAll(async () => (project = await UserProject.create("tsx@4")));
afterAll(() => project.remove());
beforeEach(async () => (acme = await Acme.start()));
afterEach(() => acme.stop());

/** A stack in whose folder Terraform runs. */
const stack = (folder: string) => new TerraformWorkspace(acme.environment, undefined, folder);

describeWithTerraform("the packed package in a new project", () => {
  test("the example of a run task gate blocks the deployment until the stage is overridden", async () => {
    await project.install("@cdktf/provider-null@11");
    const cwd = project.copyExample("run-task-gate");
    installNullProvider(join(cwd, "cdktf.out/stacks/gated"));
    const run = acme.emulator.runs.start({
      workspaceId: acme.addWorkspace("api"),
      tasks: [{ name: "review", stage: "post_plan", enforcementLevel: "mandatory" }],
      overridable: true,
    });
    const [stage] = run.taskStages;
    acme.emulator.runs.reportResult(stage!.taskResults[0]!.id, { status: "failed", message: "No." });
    const terraform = stack(join(cwd, "cdktf.out/stacks/gated"));
    await project.succeed(process.execPath, ["--import", "tsx", "main.ts"], { cwd });
    await terraform.init();
    const closed = await terraform.apply("-var", `run_id=${run.id}`);
    expect([closed.status, closed.stderr]).toEqual([1, expect.stringContaining("awaiting_override")]);
    expect(Object.keys(acme.world)).toEqual(["Default Project"]);

    await acme.client.taskStages.override(stage!.id);
    expect(await terraform.apply("-var", `run_id=${run.id}`)).toMatchObject({ status: 0 });
    expect(Object.keys(acme.world)).toEqual(["Default Project", "Production"]);
  });

  test("an organization is imported with exclusive memberships, and deployed without a change of it", async () => {
    acme.addWorkspace("api", acme.addProject("Platform"));
    acme.addProject("Empty");
    acme.addWorkspace("stray");
    const before = acme.emulator.state();
    const env = acme.environment;
    const tfprojects = project.path("node_modules/.bin/tfprojects");
    const writes = () => acme.takeRequests().filter((request) => !request.startsWith("GET"));
    acme.takeRequests();

    await project.succeed(tfprojects, ["import", "--out", "imported", "--include-default", "--exclusive"], { env });
    const cwd = project.path("imported");
    // The engine needs no Terraform: it finds nothing to do before the takeover, and after it.
    await project.succeed(tfprojects, ["plan", "--detailed-exitcode"], { cwd, env });
    // The plan has synthesized the app.
    const terraform = stack(join(cwd, "cdktf.out/stacks/acme"));
    await terraform.init();
    await terraform.succeed(["apply", "-auto-approve", "-input=false"]);
    expect(writes()).toEqual([]);

    const again = await terraform.plan("-detailed-exitcode");
    expect(again).toMatchObject({ status: 0 });
    expect(writes()).toEqual([]);
    expect(acme.emulator.state()).toEqual(before);
  });
});
