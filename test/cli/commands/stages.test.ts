import { once } from "node:events";
import { Emulator } from "../../../src/emulator";
import type { Fault, StartRunOptions, RunState } from "../../../src/emulator";
import { waitUntil } from "../../support/wait-until";
import { CommandLine, waitForExit } from "../command-line";
import { CliFixture } from "../cli-fixture";

let cli: CommandLine;
let fixture: CliFixture;
beforeAll(() => (cli = CommandLine.build()));
afterAll(() => cli.remove());
beforeEach(async () => (fixture = await CliFixture.create(cli)));
afterEach(() => fixture.dispose());

/** A run with one mandatory task after the plan. */
function startRun(options: Partial<StartRunOptions> = {}): RunState {
  const workspaceId = fixture.acme.addWorkspace("network");
  const tasks = [{ name: "security-review", stage: "post_plan" }] as const;
  return fixture.acme.emulator.runs.start({ workspaceId, tasks, ...options });
}

const resultOf = (run: RunState): string => run.taskStages[0]!.taskResults[0]!.id;
const escape = String.fromCharCode(27);

describe("tfprojects stages", () => {
  test("a run whose tasks passed: status 0", async () => {
    const run = startRun();
    fixture.acme.emulator.runs.reportResult(resultOf(run), { status: "passed", message: "no findings\nin 12 files" });
    const { status, stdout, stderr } = await fixture.run("stages", run.id);
    expect([status, stderr]).toEqual([0, ""]);
    expect(stdout.split("\n", 2)).toEqual([`Run ${run.id}`, ""]);
    expect(stdout).toMatch(/post_plan +ts-\w+ +passed/);
    expect(stdout).toMatch(/security-review +passed +mandatory +\| no findings\n +\| in 12 files/);
    expect(stdout).toContain("Verdict: passed");
  });

  test("a run whose mandatory task failed: status 2", async () => {
    const run = startRun();
    fixture.acme.emulator.runs.reportResult(resultOf(run), { status: "failed", message: "2 findings" });
    const { status, stdout } = await fixture.run("stages", run.id);
    expect([status, stdout]).toEqual([2, expect.stringContaining("Verdict: failed")]);
  });

  describe.each(["fail", "pass"] as const)("when the service lets such a stage %s,", (advisoryFailures) => {
    let other: Emulator;
    beforeEach(async () => (other = await Emulator.start({ advisoryFailures })));
    afterEach(() => other.stop());

    test("a run in which only an advisory task failed: status 2, or 0 with --advisory-failures allow", async () => {
      const workspaceId = other.workspaces.create({ organization: "acme", name: "network" }).id;
      const run = other.runs.start({
        workspaceId,
        tasks: [{ name: "cost", stage: "post_plan", enforcementLevel: "advisory" }],
        policyEvaluations: [{ status: "failed", enforcementLevel: "advisory" }],
      });
      other.runs.reportResult(resultOf(run), { status: "failed", message: "too much" });
      const stages = (...options: string[]) =>
        cli.run(["stages", run.id, ...options], { TFE_ADDRESS: other.address, TFE_TOKEN: other.token });

      const blocked = await stages();
      expect([blocked.status, blocked.stdout]).toEqual([2, expect.stringContaining("Verdict: failed")]);
      const allowed = await stages("--advisory-failures", "allow");
      expect([allowed.status, allowed.stdout]).toEqual([0, expect.stringContaining("Verdict: passed")]);
      const json = await stages("--advisory-failures", "allow", "--json");
      expect(JSON.parse(json.stdout)).toMatchObject({
        advisory_failures: "allow",
        verdict: "passed",
        stages: [{ status: advisoryFailures === "fail" ? "failed" : "passed", verdict: "passed" }],
      });
    });
  });

  test("a run with pending tasks: status 3", async () => {
    const { status, stdout } = await fixture.run("stages", startRun().id);
    expect([status, stdout]).toEqual([3, expect.stringContaining("Verdict: pending")]);
  });

  test("a run that awaits an override: status 4, and the next command", async () => {
    const run = startRun({ overridable: true });
    fixture.acme.emulator.runs.reportResult(resultOf(run), { status: "failed" });
    const { status, stdout } = await fixture.run("stages", run.id);
    expect([status, stdout]).toEqual([4, expect.stringContaining("Verdict: awaiting override")]);
    expect(stdout).toContain(`To override it, run: tfprojects override ${run.taskStages[0]!.id}`);
  });

  test("shows policy evaluations with their status and counts", async () => {
    const run = startRun({
      tasks: [],
      policyEvaluations: [
        { status: "failed", enforcementLevel: "mandatory" },
        { status: "passed", policyKind: "sentinel" },
      ],
    });
    const { status, stdout } = await fixture.run("stages", run.id);
    expect(status).toBe(2);
    expect(stdout).toMatch(/post_plan +ts-\w+ +failed\n +OPA policies +failed +1 mandatory failed\n/);
    expect(stdout).toMatch(/\n +Sentinel policies +passed +1 passed\n/);
    const json = await fixture.run("stages", run.id, "--json");
    const [opa, sentinel] = run.taskStages[0]!.policyEvaluations;
    expect(JSON.parse(json.stdout)).toMatchObject({
      stages: [
        {
          is_overridden: false,
          policy_evaluation_ids: [opa!.id, sentinel!.id],
          policy_evaluations: [
            {
              id: opa!.id,
              status: "failed",
              policy_kind: "opa",
              policy_tool_version: "0.44.0",
              result_count: { mandatory_failed: 1, errored: 0, advisory_failed: 0, passed: 0 },
              status_timestamps: { "failed-at": expect.any(String) },
              created_at: expect.any(String),
              updated_at: expect.any(String),
            },
            { id: sentinel!.id, status: "passed", policy_kind: "sentinel", result_count: { passed: 1 } },
          ],
        },
      ],
    });
  });

  test("says how many policy evaluations could not be read", async () => {
    const run = startRun({ tasks: [], policyEvaluations: [{ status: "failed" }] });
    fixture.acme.emulator.faults.add({ path: "include=", status: 400, times: Infinity });
    fixture.acme.emulator.faults.add({ path: "/policy-evaluations", status: 404, times: Infinity });
    const { stdout } = await fixture.run("stages", run.id);
    expect(stdout).toMatch(/post_plan +ts-\w+ +failed +1 policy evaluation could not be read/);
  });

  test("says of a stage that it was overridden, while it runs and when it has passed", async () => {
    const run = startRun({ overridable: true, policyEvaluations: [{ status: "failed", overridable: true }] });
    fixture.acme.emulator.runs.reportResult(resultOf(run), { status: "failed" });
    const [stage] = run.taskStages;
    const before = await fixture.run("stages", run.id);
    expect(before.stdout).toContain("can be overridden");
    expect(before.stdout).not.toContain("was overridden");

    await fixture.acme.client.taskStages.override(stage!.id);
    const running = await fixture.run("stages", run.id);
    expect([running.status, running.stdout]).toEqual([3, expect.stringMatching(/ts-\w+ +running +was overridden/)]);
    fixture.acme.emulator.clock.advance(1);
    const passed = await fixture.run("stages", run.id);
    expect([passed.status, passed.stdout]).toEqual([0, expect.stringMatching(/ts-\w+ +passed +was overridden/)]);
    expect(passed.stdout).toMatch(/OPA policies +overridden +1 mandatory failed/);
    const json = await fixture.run("stages", run.id, "--json");
    expect(JSON.parse(json.stdout)).toMatchObject({ stages: [{ status: "passed", is_overridden: true }] });
  });

  test("a run without task stages: status 0", async () => {
    const { status, stdout } = await fixture.run("stages", startRun({ tasks: [] }).id);
    expect([status, stdout]).toEqual([0, expect.stringContaining("has no task stages")]);
  });

  test.each([
    ["discarded", 2, "failed"],
    ["tf_policy_override", 4, "awaiting override"],
    ["planning", 3, "pending"],
    ["applying", 0, "passed"],
  ] as const)(
    "a run that is %s, with or without a stage that passed: status %i",
    async (runStatus, status, verdict) => {
      const { runs } = fixture.acme.emulator;
      const run = startRun();
      runs.reportResult(resultOf(run), { status: "passed" });
      const other = runs.start({ workspaceId: fixture.acme.addWorkspace("platform"), tasks: [] });
      for (const { id } of [run, other]) {
        runs.setStatus(id, runStatus);
        const shown = await fixture.run("stages", id);
        expect([shown.status, shown.stderr, shown.stdout]).toEqual([
          status,
          "",
          expect.stringMatching(new RegExp(`\\nRun: {5}${runStatus}\\nVerdict: ${verdict}\\n`)),
        ]);
        const json = await fixture.run("stages", id, "--json");
        const name = verdict.replace(" ", "_");
        expect(JSON.parse(json.stdout)).toMatchObject({ run_status: runStatus, run_verdict: name, verdict: name });
      }
    },
  );

  test("says of a stage that its run ended without it, and whether that counts", async () => {
    const run = startRun({
      tasks: [
        { name: "scan", stage: "post_plan" },
        { name: "smoke", stage: "post_apply" },
      ],
    });
    fixture.acme.emulator.runs.reportResult(resultOf(run), { status: "passed" });
    fixture.acme.emulator.runs.setStatus(run.id, "applied");
    const applied = await fixture.run("stages", run.id);
    expect([applied.status, applied.stdout]).toEqual([
      2,
      expect.stringMatching(/post_apply +ts-\w+ +pending +counts as failed: the run ended without it/),
    ]);
    fixture.acme.emulator.runs.setStatus(run.id, "planned_and_finished");
    const finished = await fixture.run("stages", run.id);
    expect([finished.status, finished.stdout]).toEqual([
      0,
      expect.stringMatching(/post_apply +ts-\w+ +pending +does not count: the run had nothing to apply/),
    ]);
  });

  test("a run that is not found, while its stages are listed: a warning, and these decide", async () => {
    const { id } = startRun({ tasks: [] });
    fixture.acme.emulator.faults.add({ path: new RegExp(`/runs/${id}$`), status: 404 });
    const { status, stdout, stderr } = await fixture.run("stages", id);
    expect([status, stdout, stderr]).toEqual([
      0,
      expect.not.stringContaining("Run: "),
      `Warning: Run ${id} was not found, although its task stages are listed: whether they have passed decides alone.\n`,
    ]);
  });

  test("--watch shows a run that is pending without a pending stage, and refuses the run that it is in", async () => {
    const run = startRun({ tasks: [] });
    fixture.acme.emulator.runs.setStatus(run.id, "cost_estimating");
    const { status, stderr } = await fixture.run("stages", run.id, "--watch", "--timeout", "2");
    expect([status, stderr]).toEqual([3, `Waiting for ${run.id}: run cost_estimating\n`]);
    const environment = { ...fixture.environment, TFC_RUN_ID: run.id };
    for (const target of [run.id, "network"]) {
      const own = await cli.run(["stages", target, "--watch", "--json"], environment);
      expect([own.status, own.stderr]).toEqual([1, expect.stringContaining("it would wait for itself")]);
      expect(JSON.parse(own.stdout)).toMatchObject({ error: { code: "OWN_RUN" } });
      expect((await cli.run(["stages", target], environment)).status).toBe(3);
    }
  });

  test("messages of tasks are sanitized", async () => {
    const run = startRun();
    const message = `${escape}[2J${escape}]0;owned\u0007 fine \u202egnp.exe`;
    fixture.acme.emulator.runs.reportResult(resultOf(run), { status: "passed", message });
    const { stdout } = await fixture.run("stages", run.id);
    expect(stdout).toContain("\\u{1b}[2J");
    // oxlint-disable-next-line no-control-regex -- Control characters are what must not be there.
    expect(stdout).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);
  });

  test("JSON keeps the message of the task", async () => {
    const run = startRun();
    fixture.acme.emulator.runs.reportResult(resultOf(run), { status: "passed", message: "a\tb" });
    const { stdout } = await fixture.run("stages", run.id, "--json");
    expect(JSON.parse(stdout)).toMatchObject({
      format_version: "2.0",
      kind: "stages",
      run_id: run.id,
      verdict: "passed",
      stages: [
        { stage: "post_plan", status: "passed", task_results: [{ task_name: "security-review", message: "a\tb" }] },
      ],
    });
  });

  test("--watch waits for a verdict", async () => {
    const run = startRun();
    const child = fixture.start("stages", run.id, "--watch");
    const outcome = waitForExit(child);
    const polls = () =>
      fixture.acme.emulator.requests.entries.filter(({ path }) => path.includes("task-stages")).length;
    await waitUntil(() => polls() >= 2);
    fixture.acme.emulator.runs.reportResult(resultOf(run), { status: "running", message: "half way" });
    fixture.acme.emulator.runs.reportResult(resultOf(run), { status: "passed", message: "done" });
    expect(await outcome).toMatchObject({ status: 0, stdout: expect.stringContaining("Verdict: passed") });
  });

  test("--watch prints each change once if there is no terminal", async () => {
    const run = startRun();
    const child = fixture.start("stages", run.id, "--watch");
    const outcome = waitForExit(child);
    let shown = "";
    const change = async (text: string): Promise<void> => {
      while (!shown.includes(text)) shown += String((await once(child.stderr, "data"))[0]);
    };
    await change("post_plan pending (security-review pending)\n");
    fixture.acme.emulator.runs.reportResult(resultOf(run), { status: "running" });
    await change("post_plan running (security-review running)\n");
    fixture.acme.emulator.runs.reportResult(resultOf(run), { status: "passed" });
    const { stderr } = await outcome;
    // A line is also repeated every ten seconds, to show that the command is alive.
    expect([...new Set(stderr.trimEnd().split("\n"))]).toEqual([
      `Waiting for ${run.id}: post_plan pending (security-review pending)`,
      `Waiting for ${run.id}: post_plan running (security-review running)`,
      `Waiting for ${run.id}: post_plan passed`,
    ]);
  });

  test("--watch with --timeout ends with a pending verdict", async () => {
    const { status, stdout } = await fixture.run("stages", startRun().id, "--watch", "--timeout", "2");
    expect([status, stdout]).toEqual([3, expect.stringContaining("Verdict: pending")]);
  });

  // The client would send a request again that takes a minute, and wait for as long as it is told to.
  describe.each<[string, Omit<Fault, "path">, string]>([
    ["hangs", { delayMs: 300_000 }, ""],
    ["drips", { dripMs: 5_000 }, ""],
    ["is told to wait", { status: 503, headers: { "retry-after": "300" } }, " The last attempt failed: GET"],
    [
      "is told to wait by the rate limit",
      { status: 429, headers: { "retry-after": "300" } },
      " The last attempt failed",
    ],
  ])("--timeout includes a request that %s:", (_, fault, why) => {
    const sent = (path: RegExp): number =>
      [...fixture.acme.emulator.requests.entries, ...pending()].filter((request) => path.test(request.path)).length;
    /** A request that hangs is logged when it ends. */
    const pending = () => ("delayMs" in fault ? [{ path: "/task-stages" }] : []);

    test("before the first read it is an error", async () => {
      const run = startRun();
      fixture.acme.emulator.faults.add({ path: "/task-stages", ...fault, times: Infinity });
      const { status, stdout, stderr } = await fixture.run("stages", run.id, "--watch", "--timeout", "2", "--json");
      expect([status, stderr]).toEqual([
        1,
        expect.stringContaining(`The task stages could not be read within 2 seconds (GET /api/v2/runs/${run.id}/`),
      ]);
      expect(stderr).toContain(why);
      expect(JSON.parse(stdout)).toMatchObject({ error: { code: "NOT_READ_IN_TIME", outcome_unknown: false } });
      expect(sent(/task-stages/)).toBe(1);
    });

    test("after one the verdict is that of the last read", async () => {
      const run = startRun();
      fixture.acme.emulator.faults.add({ path: "/task-stages", skip: 2, ...fault, times: Infinity });
      const { status, stdout } = await fixture.run("stages", run.id, "--watch", "--timeout", "2");
      expect([status, stdout]).toEqual([3, expect.stringContaining("Verdict: pending")]);
      expect(sent(/task-stages/)).toBe(3);
    });

    test("in the read of a workspace, too", async () => {
      startRun();
      fixture.acme.emulator.faults.add({ path: "/workspaces/network", ...fault, times: Infinity });
      const { status, stderr } = await fixture.run("stages", "network", "--watch", "--timeout", "2");
      expect([status, stderr]).toEqual([
        1,
        expect.stringContaining("The current run of the workspace could not be read within 2 seconds"),
      ]);
    });
  });

  describe("of a workspace, by name and by ID,", () => {
    test("shows those of its current run, which it names", async () => {
      const before = startRun();
      fixture.acme.emulator.runs.reportResult(resultOf(before), { status: "passed" });
      const { id } = fixture.acme.emulator.workspaces.find("acme", "network")!;
      const run = fixture.acme.emulator.runs.start({ workspaceId: id, tasks: [{ name: "cost", stage: "pre_plan" }] });
      for (const workspace of ["network", id]) {
        const { status, stdout } = await fixture.run("stages", workspace);
        expect([status, stdout]).toEqual([3, expect.stringContaining(`Current run of ${workspace}: ${run.id}\n`)]);
        expect(stdout).toContain("cost");
        const json = JSON.parse((await fixture.run("stages", workspace, "--json")).stdout) as object;
        expect(json).toMatchObject({ run_id: run.id, verdict: "pending" });
      }
    });

    test("needs an organization for a name, of --organization or TFE_ORGANIZATION", async () => {
      startRun();
      const { TFE_ORGANIZATION: _unset, ...environment } = fixture.environment;
      const unset = await cli.run(["stages", "network"], environment);
      expect([unset.status, unset.stderr]).toEqual([
        1,
        expect.stringMatching(/"network" is not a valid run ID.*\n.*--organization/),
      ]);
      const { status } = await cli.run(["stages", "network", "--organization", "acme"], environment);
      expect(status).toBe(3);
    });

    test("is an error without a run, and if there is no such workspace", async () => {
      fixture.acme.addWorkspace("idle");
      const idle = await fixture.run("stages", "idle", "--json");
      expect([idle.status, idle.stderr]).toEqual([1, expect.stringContaining('Workspace "idle" (ws-')]);
      expect(JSON.parse(idle.stdout)).toMatchObject({ error: { code: "NO_CURRENT_RUN" } });
    });

    test("names the nearest workspace if there is none of the name, or the organization that is not found", async () => {
      fixture.acme.addWorkspace("network-prod");
      const misspelled = await fixture.run("stages", "network-prd");
      expect([misspelled.status, misspelled.stderr.split("\n")]).toEqual([
        1,
        [
          'error: The organization "acme" has no workspace network-prd (did you mean network-prod?), or the token is ' +
            "not authorized to read it.",
          "Check the name, or the ID of the run, and the organization (--organization, TFE_ORGANIZATION).",
          "",
        ],
      ]);
      const elsewhere = await fixture.run("stages", "network-prod", "--organization", "acmee");
      expect(elsewhere.stderr).toMatch(/^error: The organization "acmee" does not exist at http/);
    });
  });

  test("--watch shows the pending tasks on a terminal", async () => {
    const run = startRun();
    const pass = (): string => {
      fixture.acme.emulator.runs.reportResult(resultOf(run), { status: "passed" });
      return "";
    };
    const { status, stdout } = await fixture.runInTerminal(
      ["stages", run.id, "--watch"],
      [/post_plan pending \(security-review pending\)/, pass],
    );
    expect(status).toBe(0);
    expect(stdout).toContain("Verdict: passed");
    // The cursor, which the spinner hides, is visible again.
    expect(stdout.lastIndexOf(`${escape}[?25h`)).toBeGreaterThan(stdout.lastIndexOf(`${escape}[?25l`));
  });

  test.each([
    ["an unknown run", ["run-aaaaaaaaaaaaaaaa"], /404/],
    ["an invalid timeout", ["run-aaaaaaaaaaaaaaaa", "--watch", "--timeout", "soon"], /number of seconds/],
    ["a timeout of nothing", ["run-aaaaaaaaaaaaaaaa", "--watch", "--timeout", "0"], /greater than 0/],
    ["a timeout without --watch", ["run-aaaaaaaaaaaaaaaa", "--timeout", "5"], /--watch/],
    [
      "an invalid effect of advisory failures",
      ["run-aaaaaaaaaaaaaaaa", "--advisory-failures", "ignore"],
      /block, allow/,
    ],
    ["a missing argument", [], /missing required argument 'run-or-workspace'/],
  ])("%s is an error: status 1", async (_, args, message) => {
    const { status, stdout, stderr } = await fixture.run("stages", ...args);
    expect([status, stdout, stderr]).toEqual([1, "", expect.stringMatching(message)]);
    expect(stderr).not.toMatch(/^ +at /m);
  });
});
