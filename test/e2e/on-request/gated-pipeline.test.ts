import { TerraformStack, Testing } from "cdktf";
import { installNullProvider } from "../../../scripts/install-null-provider";
import { Project, RunTaskGate, TfprojectsProvider } from "../../../src";
import { Deployment } from "../../support/deployment";
import { describeWithTerraform, unwrapped } from "../../support/terraform";

let deployment: Deployment;
beforeEach(async () => (deployment = await Deployment.start()));
afterEach(() => deployment.stop());

describeWithTerraform("a gate that an earlier version created as a null_resource", () => {
  /** A project behind a gate over this run. */
  const gated = (runId: string, resource?: "null-resource"): string => {
    const stack = new TerraformStack(Testing.app(), "stack");
    new TfprojectsProvider(stack, "tfprojects");
    const gate = new RunTaskGate(stack, "gate", { runId, resource });
    new Project(stack, "production", { name: "Production", dependsOn: [gate] });
    const { terraform, ...rest } = JSON.parse(Testing.synth(stack)) as { terraform: { required_providers: object } };
    // Without the backend of cdktf, whose path is of another folder.
    return JSON.stringify({ ...rest, terraform: { required_providers: terraform.required_providers } });
  };
  const code = async (text: string): Promise<void> => {
    await deployment.terraform.write("versions.tf.json", text).init();
  };
  /** What a plan does with each resource that it changes. */
  const planned = async (): Promise<Record<string, readonly string[]>> => {
    const { terraform } = deployment;
    expect(await deployment.plan("-out=gate.tfplan")).toMatchObject({ status: 0 });
    const { resource_changes: changes } = JSON.parse(
      (await terraform.succeed(["show", "-json", "gate.tfplan"])).stdout,
    ) as { resource_changes: { type: string; change: { actions: readonly string[] } }[] };
    return Object.fromEntries(changes.map(({ type, change }) => [type, change.actions]));
  };
  const types = async () => (await deployment.terraform.resources()).map(({ type }) => type).sort();

  test("stays with resource: null-resource, and is replaced by the default alone, unless it is closed", async () => {
    const { acme, terraform } = deployment;
    const run = acme.emulator.runs.start({
      workspaceId: acme.addWorkspace("network-prod"),
      tasks: [{ name: "security-review", stage: "post_plan" }],
    });
    const [reviewed] = run.taskStages;
    const setStatus = (status: "passed" | "failed") => {
      for (const { id } of run.taskStages) acme.emulator.runs.setTaskStageStatus(id, status);
    };
    setStatus("passed");
    installNullProvider(terraform.folder);
    await code(gated(run.id, "null-resource"));
    await deployment.apply();
    expect(await planned()).toMatchObject({ null_resource: ["no-op"], tfprojects_project: ["no-op"] });

    await code(gated(run.id));
    setStatus("failed");
    const closed = await deployment.plan();
    expect([closed.status, unwrapped(closed.stderr)]).toEqual([1, expect.stringContaining(reviewed!.id)]);
    expect(await types()).toContain("null_resource");

    setStatus("passed");
    expect(await planned()).toMatchObject({
      null_resource: ["delete"],
      terraform_data: ["create"],
      tfprojects_project: ["no-op"],
    });
    acme.takeRequests();
    const { stdout } = await terraform.succeed(["apply", "-input=false", "gate.tfplan"]);
    expect(stdout).toContain("1 added, 0 changed, 1 destroyed");
    expect(acme.takeRequests().filter((request) => !request.startsWith("GET"))).toEqual([]);
    expect(await types()).not.toContain("null_resource");
    await deployment.expectSettled({ readsData: true });
  });
});
