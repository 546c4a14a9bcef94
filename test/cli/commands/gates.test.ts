import { App, TerraformStack, Testing } from "cdktf";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Project, RunTaskGate, TfprojectsProvider, WorkspaceMembership, type RunTaskGateConfig } from "../../../src";
import type { RunState, StartRunOptions } from "../../../src/emulator";
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
  readonly gates?: readonly object[];
}

/** Writes the Terraform JSON of a stack. */
function given(build: (stack: TerraformStack) => void): void {
  const stack = new TerraformStack(new App({ outdir: join(cli.folder, "app") }), "stack");
  new TfprojectsProvider(stack, "tfprojects");
  build(stack);
  fixture.write("code/main.tf.json", Testing.synth(stack, true));
}

/** A gate, with a project and its membership that depend on it, and another project. */
function givenGate(config: RunTaskGateConfig): void {
  if (!fixture.acme.emulator.workspaces.find("acme", "api")) fixture.acme.addWorkspace("api");
  given((stack) => {
    const gate = new RunTaskGate(stack, "gate", config);
    gate.taskStages.overrideLogicalId("run");
    const project = new Project(stack, "platform", { name: "Platform", dependsOn: [gate] });
    new WorkspaceMembership(stack, "members", { projectId: project.id, workspaceNames: ["api"] });
    new Project(stack, "other", { name: "Other" });
  });
  fixture.acme.takeRequests();
}

/** A run of the workspace `network` with a task in two stages. */
function startRun(options: Partial<StartRunOptions> = {}): RunState {
  const { emulator } = fixture.acme;
  const workspaceId = emulator.workspaces.find("acme", "network")?.id ?? fixture.acme.addWorkspace("network");
  const tasks = [
    { name: "review", stage: "post_plan" },
    { name: "smoke", stage: "post_apply" },
  ] as const;
  return emulator.runs.start({ workspaceId, tasks, ...options });
}

function report(run: RunState, stage: string, status: "passed" | "failed" | "running"): void {
  const { taskResults } = run.taskStages.find((it) => it.stage === stage)!;
  for (const { id } of taskResults) fixture.acme.emulator.runs.reportResult(id, { status });
}

/** A run whose stages all passed. */
function passedRun(): RunState {
  const run = startRun();
  report(run, "post_plan", "passed");
  report(run, "post_apply", "passed");
  return run;
}

const BEFORE = { "Default Project": expect.arrayContaining(["api"]) as unknown };
const AFTER = { "Default Project": expect.anything() as unknown, Other: [], Platform: ["api"] };

async function warnings(): Promise<Warning[]> {
  const { stdout } = await fixture.run("plan", "code", "--json");
  const { organizations } = JSON.parse(stdout) as { organizations: { warnings: Warning[] }[] };
  return organizations.flatMap((it) => it.warnings.filter(({ code }) => code === "gate"));
}

const apply = (...options: string[]) => fixture.run("apply", "code", "--auto-approve", ...options);
const oneLine = (text: string): string => text.replaceAll(/\s+/g, " ");

/** Expects that the apply is refused with this reason, and changes nothing. */
async function expectRefused(reason: string | RegExp, ...options: string[]): Promise<string> {
  fixture.takeWrites();
  const { status, stderr } = await apply(...options);
  expect([status, oneLine(stderr)]).toEqual([
    1,
    typeof reason === "string" ? expect.stringContaining(reason) : expect.stringMatching(reason),
  ]);
  expect(stderr).toContain("Nothing was changed: 1 gate is not open.");
  expect(stderr).toContain("--ignore-gates");
  expect(fixture.takeWrites()).toEqual([]);
  expect(fixture.acme.world).toEqual(BEFORE);
  return stderr;
}

describe("a RunTaskGate", () => {
  const KINDS = [
    ["null-resource", "null_resource"],
    ["terraform-data", "terraform_data"],
  ] as const;

  test.each(KINDS)("as a %s is named by a plan, with what an apply does and what depends on it", async (kind, type) => {
    givenGate({ runId: "run-1", resource: kind });
    const [found, ...others] = await warnings();
    expect(others).toEqual([]);
    const [gate] = found!.addresses!;
    expect(gate).toMatch(new RegExp(`^${type}\\.gate`));
    const dependents = ["tfprojects_project.platform", "tfprojects_workspace_membership.members"];
    expect(found!.addresses!.slice(1).sort()).toEqual(dependents);
    expect(found!.message).toContain(
      `The code has 1 gate. ${gate} was not read: Its run cannot be read: GET /api/v2/runs/run-1/task-stages: not found`,
    );
    expect(found!.message).toContain(
      `An apply changes nothing until it is open, unless it ignores gates. ${dependents.join(", ")} depend on it.`,
    );
    expect(found!.gates).toMatchObject([{ address: gate, status: "not-read", dependents }]);
  });

  test.each(KINDS)("as a %s refuses an apply while it is closed, and lets it through once it is open", async (kind) => {
    const run = startRun({ overridable: true });
    report(run, "post_plan", "failed");
    givenGate({ runId: run.id, resource: kind });
    const stage = run.taskStages[0]!.id;
    const text = await expectRefused(
      `Run ${run.id} (post_plan_awaiting_decision) has the verdict awaiting_override: post_plan (${stage}) is awaiting_override`,
    );
    expect(text).toContain("tfprojects_project.platform, tfprojects_workspace_membership.members depend on it.");
    await fixture.acme.client.taskStages.override(stage);
    fixture.acme.emulator.clock.advance(1);
    await expectRefused("(post_apply_running) has the verdict pending: post_apply");
    report(run, "post_apply", "passed");
    expect(await apply()).toMatchObject({ status: 0, stderr: "" });
    expect(fixture.acme.world).toEqual(AFTER);
  });

  test("is open or closed in a plan, in each format, which reads its run once; drift reads nothing of it", async () => {
    const run = startRun();
    givenGate({ runId: run.id, stages: ["post_plan"] });
    const [gate] = (await warnings())[0]!.addresses!;
    const reads = () => fixture.acme.takeRequests().filter((it) => /runs|task-stages/.test(it));
    const pending = `Run ${run.id} (pending) has the verdict pending: post_plan (${run.taskStages[0]!.id}) is pending.`;
    const stages = run.taskStages.map(({ id }) => `GET /api/v2/task-stages/${id}`);
    expect(reads().sort()).toEqual([`GET /api/v2/runs/${run.id}/task-stages`, ...stages].sort());
    expect(await warnings()).toMatchObject([{ gates: [{ address: gate, status: "closed", reason: pending }] }]);
    const file = (name: string) => join(cli.folder, name);
    const text = oneLine((await fixture.run("plan", "code", "--html", file("plan.html"))).stdout);
    const markdown = (await fixture.run("plan", "code", "--markdown")).stdout;
    for (const shown of [text, oneLine(markdown), oneLine(readFileSync(file("plan.html"), "utf8"))]) {
      expect(shown.replaceAll(/[\\`]|<[^>]*>/g, "")).toContain(`${gate} is closed: ${pending}`);
    }
    reads();
    expect((await fixture.run("drift", "code")).status).toBe(2);
    expect(reads()).toEqual([]);
    report(run, "post_plan", "passed");
    const [open] = await warnings();
    expect(open!.message).toContain(`${gate} is open. An apply first reads its run, and changes nothing unless`);
    expect(open!.gates).toEqual([expect.not.objectContaining({ reason: expect.anything() as unknown })]);
  });

  test("that cannot be read does not fail a plan, which says why, and refuses the apply", async () => {
    const run = passedRun();
    givenGate({ runId: run.id });
    fixture.acme.emulator.faults.add({ path: "task-stages", status: 403, times: Infinity });
    const { status, stdout } = await fixture.run("plan", "code");
    expect([status, oneLine(stdout)]).toEqual([
      0,
      expect.stringMatching(/gate\S* was not read: Its run cannot be read:/),
    ]);
    await expectRefused("Its run cannot be read");
  });

  test("is read before the question whether to apply", async () => {
    givenGate({ runId: startRun().id });
    const { status, stdout } = await fixture.runInTerminal(["apply", "code"], [/Enter a value: /, "yes\n"]);
    expect([status, stdout]).toEqual([1, expect.stringContaining("1 gate is not open")]);
    expect(stdout).not.toContain("Do you want to apply");
    expect(fixture.acme.world).toEqual(BEFORE);
  });

  test("is read once for each run, also by several gates and conditions; and not if there is nothing to apply", async () => {
    const run = passedRun();
    given((stack) => {
      for (const [index, config] of [
        { runId: run.id },
        { runId: run.id, stages: ["post_plan" as const, "post_apply" as const] },
        { workspaceName: "network" },
      ].entries()) {
        const gate = new RunTaskGate(stack, `gate${index}`, { ...config, resource: "terraform-data" });
        new Project(stack, `p${index}`, { name: `Project ${index}`, dependsOn: [gate] });
      }
    });
    const reads = () => fixture.acme.takeRequests().filter((it) => /task-stages|workspaces\/network/.test(it));
    reads();
    expect((await apply()).status).toBe(0);
    expect(reads().sort()).toEqual(
      [
        "GET /api/v2/organizations/acme/workspaces/network",
        `GET /api/v2/runs/${run.id}/task-stages`,
        ...run.taskStages.map(({ id }) => `GET /api/v2/task-stages/${id}`),
      ].sort(),
    );
    report(run, "post_plan", "failed");
    expect(await apply()).toMatchObject({ status: 0, stdout: expect.stringContaining("No changes.") });
    expect(reads()).toEqual([]);
  });

  test("over stages refuses if one is missing, and if one has not passed", async () => {
    const run = startRun();
    report(run, "post_plan", "passed");
    givenGate({ runId: run.id, stages: ["post_plan", "pre_plan"] });
    await expectRefused(`Run ${run.id} (post_apply_running) has the verdict pending: it has no pre_plan task stage.`);
    givenGate({ runId: run.id, stages: ["post_plan", "post_apply"] });
    const { id } = run.taskStages[1]!;
    await expectRefused(`Run ${run.id} (post_apply_running) has the verdict pending: post_apply (${id}) is pending.`);
    givenGate({ runId: run.id, stages: ["post_plan"] });
    expect((await apply()).status).toBe(0);
  });

  test("takes advisory failures as it is told to", async () => {
    const run = startRun({ tasks: [{ name: "cost", stage: "post_plan", enforcementLevel: "advisory" }] });
    report(run, "post_plan", "failed");
    givenGate({ runId: run.id });
    await expectRefused("(applied) has the verdict failed");
    givenGate({ runId: run.id, advisoryFailures: "allow" });
    expect((await apply()).status).toBe(0);
  });

  test("that waits for its run is not waited for, and must not wait for the run that it is in", async () => {
    const run = startRun();
    givenGate({ runId: run.id, waitForCompletion: true });
    await expectRefused("(pending) has the verdict pending");
    report(run, "post_plan", "failed");
    const passed = passedRun();
    const applyIn = (runId: string) =>
      cli.run(["apply", "code", "--auto-approve"], { ...fixture.environment, TFC_RUN_ID: runId });
    givenGate({ runId: passed.id, waitForCompletion: true });
    const refused = await applyIn(passed.id);
    expect([refused.status, refused.stderr]).toEqual([1, expect.stringContaining("it would wait for itself")]);
    givenGate({ runId: passed.id });
    expect((await applyIn(passed.id)).status).toBe(0);
  });

  test("opens with a warning if its run is not found, although the stages are listed", async () => {
    const { id } = passedRun();
    fixture.acme.emulator.faults.add({ path: "include=", status: 400, times: Infinity });
    fixture.acme.emulator.faults.add({ path: new RegExp(`/runs/${id}$`), status: 404, times: Infinity });
    givenGate({ runId: id });
    const { status, stderr } = await apply();
    expect([status, stderr]).toEqual([0, expect.stringContaining(`Warning: Run ${id} was not found`)]);
  });

  describe("over the current run of a workspace", () => {
    test.each(["name", "ID"])("by %s", async (by) => {
      passedRun();
      const { id } = fixture.acme.emulator.workspaces.find("acme", "network")!;
      givenGate(by === "ID" ? { workspaceId: id } : { workspaceName: "network" });
      const next = startRun();
      await expectRefused(`Run ${next.id} (pending) has the verdict pending`);
      report(next, "post_plan", "failed");
      await expectRefused(`Run ${next.id} (errored) has the verdict failed`);
      passedRun();
      expect((await apply()).status).toBe(0);
    });

    test("refuses without a run, without the workspace, and for the run that it is in", async () => {
      givenGate({ workspaceName: "network" });
      await expectRefused('Its run cannot be read: The organization "acme" has no workspace network, or the token');
      fixture.acme.addWorkspace("network");
      await expectRefused(/Its run cannot be read: Workspace "network" \(ws-\w+\) has no run\./);
      const run = passedRun();
      const { status, stderr } = await cli.run(["apply", "code", "--auto-approve"], {
        ...fixture.environment,
        TFC_RUN_ID: run.id,
      });
      expect([status, stderr]).toEqual([1, expect.stringContaining("it would wait for itself")]);
      expect(fixture.acme.world).toEqual(BEFORE);
    });
  });

  test.each([404, 401, 403, 500])("whose run is answered with %i refuses with the reason", async (status) => {
    const run = passedRun();
    givenGate({ runId: run.id });
    fixture.acme.emulator.faults.add({ path: `/runs/${run.id}/`, status, times: Infinity });
    await expectRefused(
      new RegExp(`Its run cannot be read: GET /api/v2/runs/${run.id}/task-stages: .*\\(${status} fault`),
    );
  });

  test("is left out with --ignore-gates, without a request for its run, and with a warning", async () => {
    givenGate({ runId: "run-1", resource: "terraform-data" });
    const { status, stderr } = await apply("--ignore-gates");
    expect([status, stderr]).toEqual([
      0,
      expect.stringMatching(/^Warning: --ignore-gates leaves out terraform_data\./),
    ]);
    expect(fixture.acme.takeRequests().filter((it) => it.includes("run-1"))).toEqual([]);
    expect(fixture.acme.world).toEqual(AFTER);
  });

  test("refuses a saved plan, too, which has its gates; --ignore-gates applies it", async () => {
    const run = startRun();
    givenGate({ workspaceName: "network", stages: ["post_plan"] });
    expect((await fixture.run("plan", "code", "--out", "gated.json")).status).toBe(0);
    writeFileSync(join(cli.folder, "code/main.tf.json"), "{}");
    fixture.takeWrites();
    const closed = await fixture.run("apply", "gated.json");
    expect([closed.status, oneLine(closed.stderr)]).toEqual([
      1,
      expect.stringContaining(`Run ${run.id} (pending) has the verdict pending`),
    ]);
    expect(fixture.takeWrites()).toEqual([]);
    const ignored = await fixture.run("apply", "gated.json", "--ignore-gates", "--json");
    expect([ignored.status, ignored.stderr]).toEqual([0, expect.stringContaining("--ignore-gates leaves out")]);
    expect(readFileSync(join(cli.folder, "gated.json"), "utf8")).not.toContain(fixture.acme.emulator.token);
    expect(fixture.acme.world).toEqual(AFTER);
  });

  test("refuses as JSON with a code, and each gate with its reason", async () => {
    givenGate({ runId: startRun().id, resource: "terraform-data" });
    const { status, stdout } = await apply("--json");
    expect(status).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({
      kind: "error",
      error: {
        code: "GATE_CLOSED",
        message: "Nothing was changed: 1 gate is not open.",
        errors: [
          {
            address: expect.stringMatching(/^terraform_data\.gate/),
            message: expect.stringMatching(/verdict pending.*depend on it\.$/),
            dependents: ["tfprojects_project.platform", "tfprojects_workspace_membership.members"],
          },
        ],
      },
    });
  });

  test("refuses everything, and says so in the plan if nothing depends on it", async () => {
    fixture.acme.addWorkspace("api");
    given((stack) => {
      new RunTaskGate(stack, "gate", { runId: "run-1", stages: ["post_plan"], resource: "terraform-data" });
      new Project(stack, "platform", { name: "Platform" });
    });
    expect(await warnings()).toMatchObject([
      { message: expect.stringMatching(/Nothing in this plan depends on it\.$/) },
    ]);
    expect((await fixture.run("drift", "code")).stdout).not.toContain("gate");
    await expectRefused("Its run cannot be read");
  });
});

test.each([
  [
    "an undo",
    async () => fixture.run("undo", "gated.json", "--auto-approve", "--max-deletes", "9", "--max-moves", "all"),
  ],
  [
    "what an undo has saved",
    async () => {
      await fixture.run("undo", "gated.json", "--out", "back.json", "--max-deletes", "9", "--max-moves", "all");
      return fixture.run("apply", "back.json");
    },
  ],
])("%s reads no gate, since its document has none", async (_, undo) => {
  const run = passedRun();
  givenGate({ runId: run.id });
  await fixture.run("plan", "code", "--out", "gated.json");
  expect((await fixture.run("apply", "gated.json")).status).toBe(0);
  report(run, "post_apply", "failed");
  fixture.acme.takeRequests();
  expect((await undo()).status).toBe(0);
  expect(fixture.acme.takeRequests().filter((it) => it.includes(run.id))).toEqual([]);
  expect(fixture.acme.world["Platform"]).toEqual([]);
});

describe("in Terraform JSON that is written by hand,", () => {
  const TASK_STAGES = "data.tfprojects_run_task_stages.it";

  /** A project behind a `terraform_data` with this condition on the stages of a run. */
  const givenCondition = (runId: unknown, condition: unknown, more: object = {}): void => {
    if (!fixture.acme.emulator.workspaces.find("acme", "api")) fixture.acme.addWorkspace("api");
    fixture.write("code/main.tf.json", {
      data: { tfprojects_run_task_stages: { it: { run_id: runId } } },
      resource: {
        terraform_data: { gate: { lifecycle: { precondition: { condition, error_message: "No." } } } },
        tfprojects_project: { a: { name: "Alpha", depends_on: ["terraform_data.gate"] } },
      },
      ...more,
    });
  };

  test.each([
    ["of a RunTaskGate", `\${${TASK_STAGES}.verdict == "passed"}`],
    ["with other spaces", `\${ ${TASK_STAGES}.verdict=="passed" }`],
  ])("a condition %s is evaluated", async (_, condition) => {
    const run = startRun();
    givenCondition(run.id, condition);
    await expectRefused(`Run ${run.id} (pending) has the verdict pending`);
    report(run, "post_plan", "passed");
    report(run, "post_apply", "passed");
    expect((await apply()).status).toBe(0);
  });

  test.each([
    ["of another form", `\${${TASK_STAGES}.verdict != "failed"}`, {}],
    ["with more in it", `\${${TASK_STAGES}.verdict == "passed" || true}`, {}],
    ["on a single stage", `\${alltrue([for stage in ${TASK_STAGES}.stages : stage.verdict == "passed"])}`, {}],
    ["in a list", [`\${${TASK_STAGES}.verdict == "passed"}`], {}],
    ["by way of a local value", "${local.open}", { locals: { open: `\${${TASK_STAGES}.verdict == "passed"}` } }],
  ])(
    "a condition on task stages %s is unknown, which refuses the apply, and the plan says so",
    async (_, condition, more) => {
      givenCondition(passedRun().id, condition, more);
      const reason = `Only Terraform can evaluate its condition ${typeof condition === "string" ? condition : JSON.stringify(condition)}.`;
      const [warning] = await warnings();
      expect(warning!.message).toContain(
        `terraform_data.gate was not read: ${reason} An apply changes nothing until it is open, unless it ignores gates.`,
      );
      await expectRefused(reason);
      expect((await apply("--ignore-gates")).status).toBe(0);
    },
  );

  test.each([
    ["a variable", "${var.run}", { variable: { run: {} } }],
    ["another resource", "${terraform_data.other.output}", {}],
  ])("a run that is %s is unknown", async (_, runId, more) => {
    givenCondition(runId, `\${${TASK_STAGES}.verdict == "passed"}`, more);
    await expectRefused(`Only Terraform can evaluate run_id of ${TASK_STAGES}.`);
  });

  test("a data source with another address than what depends on it is unknown", async () => {
    const condition = `\${${TASK_STAGES}.verdict == "passed"}`;
    givenCondition("run-1", condition, {
      provider: { tfprojects: [{}, { alias: "other", address: "https://tfe.example.com" }] },
      data: { tfprojects_run_task_stages: { it: { run_id: "run-1", provider: "tfprojects.other" } } },
    });
    await expectRefused(`${TASK_STAGES} has another address or token than what depends on it.`);
  });

  test("a condition on anything else is no gate", async () => {
    givenCondition("run-1", '${var.stage == "prod"}', { variable: { stage: { default: "dev" } } });
    expect(await warnings()).toEqual([]);
    expect((await apply()).status).toBe(0);
  });

  test("a data source that waits for task stages is a gate until they have completed; one that only reads them is not", async () => {
    fixture.acme.addWorkspace("api");
    const run = startRun();
    fixture.write("code/main.tf.json", {
      data: {
        tfprojects_run_task_stages: {
          waits: { run_id: run.id, wait_for_completion: true },
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
    await expectRefused(`Run ${run.id} (pending) has not completed, and Terraform would wait: post_plan`);
    // Terraform then goes on, whatever the verdict.
    report(run, "post_plan", "failed");
    expect((await apply()).status).toBe(0);
  });

  test("a condition of a project on task stages is a gate of that project, and so is one of the data source", async () => {
    fixture.acme.addWorkspace("api");
    const condition = '${data.tfprojects_run_task_stages.it.verdict == "passed"}';
    const own = { postcondition: { condition: '${self.verdict == "passed"}', error_message: "No." } };
    const run = startRun();
    fixture.write("code/main.tf.json", {
      data: {
        tfprojects_run_task_stages: { it: { run_id: run.id }, own: { run_id: run.id, lifecycle: own } },
      },
      resource: {
        tfprojects_project: {
          a: { name: "Alpha", lifecycle: { precondition: [{ condition, error_message: "No." }] } },
          b: { name: "Beta", lifecycle: { postcondition: { condition, error_message: "No." } } },
          c: { name: "Gamma", description: "After ${tfprojects_project.a.name}" },
          d: { name: "Delta" },
          e: { name: "Epsilon", depends_on: ["data.tfprojects_run_task_stages.own"] },
        },
      },
    });
    const [own_, it] = ["own", "it"].map((label) => `data.tfprojects_run_task_stages.${label}`);
    const dependents = ["a", "c", "b", "e"].map((label) => `tfprojects_project.${label}`);
    expect(await warnings()).toMatchObject([{ addresses: [it, own_, ...dependents] }]);
    const { status, stderr } = await apply();
    expect([status, stderr]).toEqual([1, expect.stringContaining("2 gates are not open")]);
    expect(oneLine(stderr)).toMatch(
      /stages\.it: .* tfprojects_project\.a, tfprojects_project\.b, tfprojects_project\.c/,
    );
    expect(oneLine(stderr)).toMatch(/stages\.own: .* tfprojects_project\.e depends on it\./);
    report(run, "post_plan", "passed");
    report(run, "post_apply", "passed");
    expect((await apply()).status).toBe(0);
  });
});
