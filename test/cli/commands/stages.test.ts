import { Emulator } from "../../../src/emulator";
import type { StartRunOptions, RunState } from "../../../src/emulator";
import { CommandLine, waitForExit } from "../command-line";
import { CliFixture } from "../cli-fixture";

let cli: CommandLine;
let user: CliFixture;
beforeAll(() => (cli = CommandLine.build()));
afterAll(() => cli.remove());
beforeEach(async () => (user = await CliFixture.create(cli)));
afterEach(() => user.dispose());

/** A run with one mandatory task after the plan. */
function given(options: Partial<StartRunOptions> = {}): RunState {
  const workspaceId = user.acme.addWorkspace("network");
  const tasks = [{ name: "security-review", stage: "post_plan" }] as const;
  return user.acme.emulator.runs.start({ workspaceId, tasks, ...options });
}

const resultOf = (run: RunState): string => run.taskStages[0]!.taskResults[0]!.id;
const escape = String.fromCharCode(27);

describe("tfprojects stages", () => {
  test("a run whose tasks passed: status 0", async () => {
    const run = given();
    user.acme.emulator.runs.reportResult(resultOf(run), { status: "passed", message: "no findings\nin 12 files" });
    const { status, stdout, stderr } = await user.run("stages", run.id);
    expect([status, stderr]).toEqual([0, ""]);
    expect(stdout).toMatch(/post_plan +ts-\w+ +passed/);
    expect(stdout).toMatch(/security-review +passed +mandatory +\| no findings\n +\| in 12 files/);
    expect(stdout).toContain("Verdict: passed");
  });

  test("a run whose mandatory task failed: status 2", async () => {
    const run = given();
    user.acme.emulator.runs.reportResult(resultOf(run), { status: "failed", message: "2 findings" });
    const { status, stdout } = await user.run("stages", run.id);
    expect([status, stdout]).toEqual([2, expect.stringContaining("Verdict: failed")]);
  });

  describe.each(["fail", "pass"] as const)("where the service has such a stage %s,", (advisoryFailures) => {
    let other: Emulator;
    beforeEach(async () => (other = await Emulator.start({ advisoryFailures })));
    afterEach(() => other.stop());

    test("a run of which only an advisory task failed: status 2, and 0 when that is allowed", async () => {
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

  test("a run whose tasks have not said anything: status 3", async () => {
    const { status, stdout } = await user.run("stages", given().id);
    expect([status, stdout]).toEqual([3, expect.stringContaining("Verdict: pending")]);
  });

  test("a run that awaits an override: status 4, and the command that overrides it", async () => {
    const run = given({ overridable: true });
    user.acme.emulator.runs.reportResult(resultOf(run), { status: "failed" });
    const { status, stdout } = await user.run("stages", run.id);
    expect([status, stdout]).toEqual([4, expect.stringContaining("Verdict: awaiting override")]);
    expect(stdout).toContain(`To override it, run: tfprojects override ${run.taskStages[0]!.id}`);
  });

  test("a run without task stages has nothing in its way: status 0", async () => {
    const { status, stdout } = await user.run("stages", given({ tasks: [] }).id);
    expect([status, stdout]).toEqual([0, expect.stringContaining("has no task stages")]);
  });

  test("what a task says cannot command the terminal", async () => {
    const run = given();
    const message = `${escape}[2J${escape}]0;owned\u0007 fine \u202egnp.exe`;
    user.acme.emulator.runs.reportResult(resultOf(run), { status: "passed", message });
    const { stdout } = await user.run("stages", run.id);
    expect(stdout).toContain("\\u{1b}[2J");
    // eslint-disable-next-line no-control-regex -- Control characters are what must not be there.
    expect(stdout).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);
  });

  test("as JSON, the message is as the task gave it", async () => {
    const run = given();
    user.acme.emulator.runs.reportResult(resultOf(run), { status: "passed", message: "a\tb" });
    const { stdout } = await user.run("stages", run.id, "--json");
    expect(JSON.parse(stdout)).toMatchObject({
      format_version: "1.0",
      run_id: run.id,
      verdict: "passed",
      stages: [
        { stage: "post_plan", status: "passed", task_results: [{ task_name: "security-review", message: "a\tb" }] },
      ],
    });
  });

  test("with --watch it looks again until there is a verdict", async () => {
    const run = given();
    const child = user.start("stages", run.id, "--watch");
    const outcome = waitForExit(child);
    const looks = () => user.acme.emulator.requests.entries.filter(({ path }) => path.includes("task-stages")).length;
    while (looks() < 2) await new Promise((resolve) => setTimeout(resolve, 20));
    user.acme.emulator.runs.reportResult(resultOf(run), { status: "running", message: "half way" });
    user.acme.emulator.runs.reportResult(resultOf(run), { status: "passed", message: "done" });
    expect(await outcome).toMatchObject({ status: 0, stderr: "", stdout: expect.stringContaining("Verdict: passed") });
  });

  test("with --watch and --timeout it waits no longer than that, and says what there is then", async () => {
    const { status, stdout } = await user.run("stages", given().id, "--watch", "--timeout", "1");
    expect([status, stdout]).toEqual([3, expect.stringContaining("Verdict: pending")]);
  });

  test("with --watch on a terminal, what is waited for is shown until there is a verdict", async () => {
    const run = given();
    const outcome = user.runInTerminal(["stages", run.id, "--watch"]);
    await new Promise((resolve) => setTimeout(resolve, 2500));
    user.acme.emulator.runs.reportResult(resultOf(run), { status: "passed" });
    const { status, stdout } = await outcome;
    expect([status, stdout]).toEqual([0, expect.stringContaining("post_plan pending (security-review pending)")]);
    expect(stdout).toContain("Verdict: passed");
    // The cursor, which the spinner hides, is there again.
    expect(stdout.lastIndexOf(`${escape}[?25h`)).toBeGreaterThan(stdout.lastIndexOf(`${escape}[?25l`));
  });

  test.each([
    ["what is no run", ["ws-1234567890123456"], /not a valid run ID/],
    ["a run that is not there", ["run-aaaaaaaaaaaaaaaa"], /404/],
    ["a time that is none", ["run-aaaaaaaaaaaaaaaa", "--watch", "--timeout", "soon"], /number of seconds/],
    ["a time that nobody waits", ["run-aaaaaaaaaaaaaaaa", "--timeout", "5"], /--watch/],
    ["an advisory failure that is neither", ["run-aaaaaaaaaaaaaaaa", "--advisory-failures", "ignore"], /block, allow/],
    ["no run at all", [], /missing required argument 'run'/],
  ])("%s is an error: status 1", async (_, args, message) => {
    const { status, stdout, stderr } = await user.run("stages", ...args);
    expect([status, stdout, stderr]).toEqual([1, "", expect.stringMatching(message)]);
    expect(stderr).not.toMatch(/^ +at /m);
  });
});
