import { RUN_STAGES, TASK_RESULT_STATUSES, TASK_STAGE_STATUSES } from "../../../src/model";
import { Deployment } from "../../support/deployment";
import { describeWithTerraform, unwrapped, type ShownResource } from "../../support/terraform";

let deployment: Deployment;
beforeEach(async () => (deployment = await Deployment.start()));
afterEach(() => deployment.stop());

async function read(code: string, address: string): Promise<ShownResource["values"]> {
  await deployment.code(code).init();
  await deployment.apply();
  return (await deployment.terraform.resource(address)).values;
}

async function refusal(code: string): Promise<string> {
  await deployment.code(code).init();
  const planned = await deployment.plan();
  expect(planned.status).toBe(1);
  return unwrapped(planned.stderr);
}

describeWithTerraform("data tfprojects_project", () => {
  test("is read after the moves of the memberships that it depends on, in the same apply, and the next plan is empty", async () => {
    const { acme } = deployment;
    const ids = acme.addWorkspaces(4);
    const membership = (name: string, workspaces: readonly string[]) => `
resource "tfprojects_project" "${name}" { name = "Project ${name}" }
resource "tfprojects_workspace_membership" "${name}" {
  project_id    = tfprojects_project.${name}.id
  workspace_ids = ${JSON.stringify(workspaces)}
}
`;
    const data = `
data "tfprojects_projects" "all" { depends_on = [tfprojects_workspace_membership.one, tfprojects_workspace_membership.two] }
data "tfprojects_project" "one" {
  project_id = tfprojects_project.one.id
  depends_on = [tfprojects_workspace_membership.one, tfprojects_workspace_membership.two]
}
output "counts" { value = { for it in data.tfprojects_projects.all.projects : it.name => it.workspace_count } }
output "one" { value = data.tfprojects_project.one }
`;
    for (const count of [3, 1]) {
      deployment.code(membership("one", ids.slice(0, count)) + membership("two", ids.slice(count)) + data);
      if (count === 3) await deployment.init();
      await deployment.apply();
      expect(await deployment.terraform.outputs()).toMatchObject({
        counts: { "Default Project": 0, "Project one": count, "Project two": 4 - count },
        one: {
          workspace_count: count,
          team_count: 0,
          permissions: { can_update: true, can_destroy: true, can_create_workspace: true },
        },
      });
      expect(await deployment.plan("-detailed-exitcode")).toMatchObject({ status: 0 });
    }
  });

  test("fails for a project that does not exist, and for a missing or ambiguous argument", async () => {
    expect(await refusal('data "tfprojects_project" "it" { name = "Nowhere" }')).toContain(
      'no project named "Nowhere"',
    );
    expect(await refusal('data "tfprojects_project" "it" {}')).toContain(
      "Set exactly one of `project_id` and `name`, or set `default` to true",
    );
    expect(await refusal('data "tfprojects_project" "it" {\n name = "Platform"\n default = true\n}')).toContain(
      "`name` and `default` are set",
    );
  });
});

describeWithTerraform("data tfprojects_projects", () => {
  test("reads all pages, and has a map from name to ID", async () => {
    const ids = deployment.acme.addProjects(205);
    const all = await read('data "tfprojects_projects" "all" {}', "data.tfprojects_projects.all");
    expect(all["projects"]).toHaveLength(206);
    expect(all["ids"]).toMatchObject({ "Project 0": ids[0], "Project 204": ids[204] });
  });

  test("filters by names, by search and by permissions", async () => {
    const [one, two] = [deployment.acme.addProject("Data Lake"), deployment.acme.addProject("Data Science")];
    const code = `
data "tfprojects_projects" "names" { names = ["DATA lake", "nowhere"] }
data "tfprojects_projects" "search" {
  search     = "data"
  can_update = true
}
`;
    expect(await read(code, "data.tfprojects_projects.names")).toMatchObject({ ids: { "Data Lake": one } });
    expect((await deployment.terraform.resource("data.tfprojects_projects.search")).values).toMatchObject({
      ids: { "Data Lake": one, "Data Science": two },
    });
  });
});

/** A task stage in the state, as far as these tests take it apart. */
interface ShownStage {
  readonly stage: string;
  readonly status: string;
  readonly results: readonly { readonly status: string }[];
}

async function readStages(code: string): Promise<readonly ShownStage[]> {
  return (await read(code, "data.tfprojects_run_task_stages.it"))["stages"] as readonly ShownStage[];
}

describeWithTerraform("data tfprojects_run_task_stages", () => {
  const code = (runId: string, more = "") =>
    `data "tfprojects_run_task_stages" "it" {\n  run_id = "${runId}"\n  ${more}\n}\n`;
  const address = "data.tfprojects_run_task_stages.it";

  function startRun() {
    const workspaceId = deployment.acme.addWorkspace("api");
    return deployment.acme.emulator.runs.start({
      workspaceId,
      tasks: RUN_STAGES.flatMap((stage) => [
        { name: `${stage}-scan`, stage, enforcementLevel: "mandatory" as const },
        { name: `${stage}-cost`, stage, enforcementLevel: "advisory" as const },
      ]),
    });
  }

  test("has every field of stages and results, for all four stages", async () => {
    const run = startRun();
    const { emulator } = deployment.acme;
    const [first] = run.taskStages[0]!.taskResults;
    emulator.runs.reportResult(first!.id, {
      status: "passed",
      message: "Fine.\nReally.",
      url: "https://scan.example/1",
    });
    const stages = await readStages(code(run.id));
    expect(stages.map(({ stage }) => stage)).toEqual([...RUN_STAGES]);
    expect((await deployment.terraform.resource(address)).values).toMatchObject({ id: run.id, verdict: "pending" });
    const stage = stages[0]!;
    expect(stage).toEqual({
      id: run.taskStages[0]!.id,
      status: "running",
      verdict: "pending",
      stage: "pre_plan",
      status_timestamps: { "running-at": expect.stringMatching(/^\d{4}-/) },
      created_at: expect.stringMatching(/^\d{4}-/),
      updated_at: expect.stringMatching(/^\d{4}-/),
      is_overridable: false,
      is_overridden: false,
      permissions: expect.any(Object),
      run_id: run.id,
      policy_evaluation_ids: [],
      policy_evaluations: [],
      results: expect.any(Array),
    });
    expect(stage.results[0]).toEqual({
      id: first!.id,
      status: "passed",
      message: "Fine.\nReally.",
      status_timestamps: expect.objectContaining({ "passed-at": expect.any(String) }),
      url: "https://scan.example/1",
      created_at: expect.any(String),
      updated_at: expect.any(String),
      task_id: expect.stringMatching(/^task-/),
      task_name: "pre_plan-scan",
      task_url: expect.anything(),
      stage: "pre_plan",
      is_speculative: false,
      workspace_task_id: expect.stringMatching(/^wstask-/),
      workspace_task_enforcement_level: "mandatory",
      task_stage_id: run.taskStages[0]!.id,
    });
    expect(stage.results[1]).toMatchObject({ status: "pending", workspace_task_enforcement_level: "advisory" });
  });

  test("has all eight statuses of stages and all seven of results", async () => {
    const { emulator } = deployment.acme;
    const run = startRun();
    const [stage] = run.taskStages;
    for (const status of TASK_STAGE_STATUSES) {
      emulator.runs.setTaskStageStatus(stage!.id, status);
      expect((await readStages(code(run.id)))[0]).toMatchObject({ status });
    }
    const seen = new Set<string>();
    for (const status of TASK_RESULT_STATUSES) {
      const other = emulator.runs.start({
        workspaceId: emulator.workspaces.find("acme", "api")!.id,
        tasks: [{ name: "scan", stage: "post_plan" }],
      });
      if (status !== "pending") emulator.runs.reportResult(other.taskStages[0]!.taskResults[0]!.id, { status });
      for (const { results } of await readStages(code(other.id))) seen.add(results[0]!.status);
    }
    expect([...seen]).toEqual([...TASK_RESULT_STATUSES]);
  });

  test.each(["fail", "pass"] as const)(
    "has the verdict of advisoryFailures if only an advisory task failed, on a service whose stages then %s",
    async (advisoryFailures) => {
      await deployment.stop();
      deployment = await Deployment.start({ advisoryFailures });
      const { emulator } = deployment.acme;
      const run = emulator.runs.start({
        workspaceId: deployment.acme.addWorkspace("api"),
        tasks: [
          { name: "scan", stage: "post_plan" },
          { name: "cost", stage: "post_plan", enforcementLevel: "advisory" },
        ],
        policyEvaluations: [{ status: "failed", enforcementLevel: "advisory" }],
      });
      const [scan, cost] = run.taskStages[0]!.taskResults;
      emulator.runs.reportResult(scan!.id, { status: "passed" });
      emulator.runs.reportResult(cost!.id, { status: "failed" });

      const blocked = await read(code(run.id), address);
      const allowed = await read(code(run.id, 'advisory_failures = "allow"'), address);

      const status = advisoryFailures === "fail" ? "failed" : "passed";
      expect(blocked).toMatchObject({ verdict: "failed", stages: [{ status, verdict: "failed" }] });
      expect(allowed).toMatchObject({ verdict: "passed", stages: [{ status, verdict: "passed" }] });
      expect(await refusal(code(run.id, 'advisory_failures = "ignore"'))).toContain("Invalid advisory_failures");
    },
  );

  test("waits until the stages have ended", async () => {
    const { emulator } = deployment.acme;
    const run = emulator.runs.start({
      workspaceId: deployment.acme.addWorkspace("api"),
      tasks: [{ name: "scan", stage: "post_plan" }],
    });
    await deployment.code(code(run.id, "wait_for_completion = true")).init();
    const applying = deployment.apply();
    setTimeout(() => emulator.runs.reportResult(run.taskStages[0]!.taskResults[0]!.id, { status: "passed" }), 2_000);
    await applying;
    expect((await deployment.terraform.resource(address)).values).toMatchObject({ verdict: "passed" });
  });

  test("a wait that times out is an error that names the pending stages", async () => {
    const run = startRun();
    const text = await refusal(code(run.id, "wait_for_completion = true\n  timeout_seconds = 1"));
    expect(text).toContain("did not complete within 1 second");
    expect(text).toContain(`post_plan (${run.taskStages[1]!.id}) is`);
  });

  test("a run that does not exist is an error", async () => {
    expect(await refusal(code("run-nowhere"))).toContain("run-nowhere");
    expect(await refusal(code("api"))).toContain('"api" is not a valid run ID');
  });
});
