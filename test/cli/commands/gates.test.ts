import { App, TerraformStack, Testing } from "cdktf";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { Project, RunTaskGate, TfprojectsProvider, WorkspaceMembership } from "../../../src";
import { CliFixture } from "../cli-fixture";
import { CommandLine } from "../command-line";

let cli: CommandLine;
let fixture: CliFixture;
beforeAll(() => (cli = CommandLine.build()));
afterAll(() => cli.remove());
beforeEach(async () => (fixture = await CliFixture.create(cli)));
afterEach(async () => {
  rmSync(join(cli.folder, "code"), { recursive: true, force: true });
  await fixture.dispose();
});

interface Warning {
  readonly code: string;
  readonly message: string;
  readonly addresses?: readonly string[];
}

/** Writes the Terraform JSON of a stack. */
function given(build: (stack: TerraformStack) => void): void {
  const stack = new TerraformStack(new App({ outdir: join(cli.folder, "app") }), "stack");
  new TfprojectsProvider(stack, "tfprojects");
  build(stack);
  fixture.write("code/main.tf.json", Testing.synth(stack, true));
}

async function warnings(): Promise<Warning[]> {
  const { stdout } = await fixture.run("plan", "code", "--json");
  const { organizations } = JSON.parse(stdout) as { organizations: { warnings: Warning[] }[] };
  return organizations.flatMap((it) => it.warnings.filter(({ code }) => code === "gate"));
}

describe("a RunTaskGate, which only Terraform awaits", () => {
  test.each(["null-resource", "terraform-data"] as const)(
    "is a warning of plan and apply, as a %s",
    async (resource) => {
      fixture.acme.addWorkspace("api");
      const type = resource === "null-resource" ? "null_resource" : "terraform_data";
      given((stack) => {
        const gate = new RunTaskGate(stack, "gate", { runId: "run-1", resource });
        const project = new Project(stack, "platform", { name: "Platform", dependsOn: [gate] });
        new WorkspaceMembership(stack, "members", { projectId: project.id, workspaceNames: ["api"] });
        new Project(stack, "other", { name: "Other" });
      });
      const [found, ...others] = await warnings();
      expect(others).toEqual([]);
      const [gate] = found!.addresses!;
      expect(gate).toMatch(new RegExp(`^${type}\\.gate`));
      const dependents = ["tfprojects_project.platform", "tfprojects_workspace_membership.members"];
      expect(found!.addresses!.slice(1).sort()).toEqual(dependents);
      expect(found!.message).toBe(
        `The code has 1 gate that only Terraform awaits: ${gate}. ${dependents.join(", ")} depend on it, and an apply ` +
          "without Terraform changes them at once. To await it, deploy with Terraform.",
      );
      const { status, stdout } = await fixture.run("apply", "code", "--auto-approve");
      expect({ status, text: stdout.replaceAll(/\s+/g, " ") }).toEqual({
        status: 0,
        text: expect.stringContaining(found!.message) as string,
      });
      expect(await warnings()).toEqual([]);
    },
  );

  test("is a warning that says so if nothing of the plan depends on it", async () => {
    given((stack) => {
      new RunTaskGate(stack, "gate", { workspaceName: "api", stages: ["post_plan"], resource: "terraform-data" });
      new Project(stack, "platform", { name: "Platform" });
    });
    expect(await warnings()).toMatchObject([
      { message: expect.stringMatching(/Nothing in this plan depends on it\.$/) },
    ]);
    expect((await fixture.run("drift", "code")).stdout).not.toContain("gate");
  });
});

test("a data source that waits for task stages is a gate, too; one that only reads them is not", async () => {
  fixture.write("code/main.tf.json", {
    data: {
      tfprojects_run_task_stages: {
        waits: { run_id: "run-1", wait_for_completion: true },
        reads: { run_id: "run-2" },
      },
    },
    resource: {
      tfprojects_project: {
        a: { name: "Alpha", depends_on: ["data.tfprojects_run_task_stages.waits"] },
        b: { name: "Beta", depends_on: ["data.tfprojects_run_task_stages.reads"] },
      },
    },
  });
  expect(await warnings()).toMatchObject([
    { addresses: ["data.tfprojects_run_task_stages.waits", "tfprojects_project.a"] },
  ]);
});

test("a condition of a project on task stages is a gate of that project", async () => {
  const condition = '${data.tfprojects_run_task_stages.it.verdict == "passed"}';
  fixture.write("code/main.tf.json", {
    data: { tfprojects_run_task_stages: { it: { run_id: "run-1" } } },
    resource: {
      tfprojects_project: {
        a: { name: "Alpha", lifecycle: { precondition: [{ condition, error_message: "No." }] } },
        b: { name: "Beta", lifecycle: { postcondition: { condition, error_message: "No." } } },
        c: { name: "Gamma", description: "After ${tfprojects_project.a.name}" },
        d: { name: "Delta" },
      },
    },
  });
  const dependents = ["a", "c", "b"].map((label) => `tfprojects_project.${label}`);
  expect(await warnings()).toMatchObject([{ addresses: ["data.tfprojects_run_task_stages.it", ...dependents] }]);
});
