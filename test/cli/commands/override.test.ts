import { Gate } from "../../support/gate";
import { CommandLine } from "../command-line";
import { CliFixture } from "../cli-fixture";

let cli: CommandLine;
let fixture: CliFixture;
beforeAll(() => (cli = CommandLine.build()));
afterAll(() => cli.remove());
// Time stands still: a second after an override, its stage passes.
const NOW = Date.UTC(2026, 10, 2, 12);
beforeEach(async () => (fixture = await CliFixture.create(cli, { now: () => NOW })));
afterEach(() => fixture.dispose());

/** A stage whose task has failed. */
function startFailedRun(options: { readonly overridable: boolean }): {
  readonly id: string;
  readonly status: () => string;
} {
  const { emulator } = fixture.acme;
  const workspaceId =
    fixture.acme.emulator.workspaces.find("acme", "network")?.id ?? fixture.acme.addWorkspace("network");
  const run = emulator.runs.start({
    workspaceId,
    tasks: [{ name: "security-review", stage: "post_plan" }],
    ...options,
  });
  const [stage] = run.taskStages;
  emulator.runs.reportResult(stage!.taskResults[0]!.id, { status: "failed", message: "2 findings" });
  fixture.acme.takeRequests();
  const status = () =>
    emulator
      .state()
      .runs.flatMap((it) => it.taskStages)
      .find((it) => it.id === stage!.id)!.status;
  return { id: stage!.id, status };
}

describe("tfprojects override", () => {
  test("needs a terminal or --auto-approve", async () => {
    const stage = startFailedRun({ overridable: true });
    const { status, stdout, stderr } = await fixture.run("override", stage.id);
    expect([status, stdout]).toEqual([1, ""]);
    expect(stderr).toContain("--auto-approve");
    expect(fixture.takeWrites()).toEqual([]);
    expect(stage.status()).toBe("awaiting_override");
  });

  test("shows the failures, and overrides the stage after approval", async () => {
    const stage = startFailedRun({ overridable: true });
    const { status, stdout } = await fixture.runInTerminal(["override", stage.id], [/Enter a value: /, "yes\n"]);
    expect(status).toBe(0);
    expect(stdout).toContain("2 findings");
    expect(stdout).toContain(`Task stage ${stage.id} was overridden`);
    expect(fixture.takeWrites()).toEqual([`POST /api/v2/task-stages/${stage.id}/actions/override`]);
    expect(stage.status()).not.toBe("awaiting_override");
  });

  test.each([
    ["no", "no\n", 1],
    ["Ctrl-C", "\u0003", 130],
  ])("overrides nothing after %s", async (_, typed, expected) => {
    const stage = startFailedRun({ overridable: true });
    const { status, stdout } = await fixture.runInTerminal(["override", stage.id], [/Enter a value: /, typed]);
    expect([status, stdout]).toEqual([expected, expect.stringContaining("Override canceled. Nothing was changed.")]);
    expect(fixture.takeWrites()).toEqual([]);
  });

  test("overrides nothing after SIGHUP at the question", async () => {
    const stage = startFailedRun({ overridable: true });
    const result = await fixture.signalInTerminal(["override", stage.id], /Enter a value: /, "SIGHUP");
    expect(result).toMatchObject({ status: 129, isRestored: true });
    expect(result.stdout).toContain("Override canceled. Nothing was changed.");
    expect(fixture.takeWrites()).toEqual([]);
  });

  test("skips approval with --auto-approve", async () => {
    const stage = startFailedRun({ overridable: true });
    expect(await fixture.run("override", stage.id, "--auto-approve")).toMatchObject({
      status: 0,
      stdout: `Task stage ${stage.id} was overridden; its status is now running.\n`,
      stderr: "",
    });
    expect(stage.status()).not.toBe("awaiting_override");
  });

  test("sends a comment, and no body without one", async () => {
    const gate = await Gate.start(fixture.acme.emulator.address);
    const bodies: string[] = [];
    gate.keeper = {
      before({ method, body }) {
        if (method === "POST") bodies.push(body);
      },
    };
    const override = (...args: string[]) =>
      cli.run(["override", ...args, "--auto-approve"], { ...fixture.environment, TFE_ADDRESS: gate.address });
    const [first, second] = [startFailedRun({ overridable: true }), startFailedRun({ overridable: true })];
    expect(await override(first.id, "--comment", "accepted in CHG-1042")).toMatchObject({ status: 0 });
    expect(await override(second.id)).toMatchObject({ status: 0 });
    expect(bodies).toEqual(['{"comment":"accepted in CHG-1042"}', ""]);
    expect([first.status(), second.status()]).toEqual(["running", "running"]);
    await gate.stop();
  });

  test("a blank comment is an error before any request", async () => {
    const stage = startFailedRun({ overridable: true });
    const { status, stderr } = await fixture.run("override", stage.id, "--auto-approve", "--comment", " ");
    expect([status, stderr]).toEqual([1, expect.stringContaining("It must not be blank")]);
    expect(fixture.acme.takeRequests()).toEqual([]);
  });

  test("a stage that does not await an override is an error before any write", async () => {
    const stage = startFailedRun({ overridable: false });
    const { status, stderr } = await fixture.run("override", stage.id, "--auto-approve");
    expect([status, stderr]).toEqual([1, expect.stringContaining("does not await an override; its status is failed")]);
    expect(fixture.takeWrites()).toEqual([]);
  });

  test.each([
    ["an invalid ID", "run-aaaaaaaaaaaaaaaa", /not a valid task stage ID/],
    ["an unknown stage", "ts-aaaaaaaaaaaaaaaa", /404/],
  ])("%s is an error", async (_, id, message) => {
    const { status, stderr } = await fixture.run("override", id, "--auto-approve");
    expect([status, stderr]).toEqual([1, expect.stringMatching(message)]);
    expect(fixture.takeWrites()).toEqual([]);
  });
});
