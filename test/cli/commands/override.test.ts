import { CommandLine } from "../command-line";
import { CliFixture } from "../cli-fixture";

let cli: CommandLine;
let user: CliFixture;
beforeAll(() => (cli = CommandLine.build()));
afterAll(() => cli.remove());
beforeEach(async () => (user = await CliFixture.create(cli)));
afterEach(() => user.dispose());

/** A stage whose task has failed. */
function given(options: { readonly overridable: boolean }): { readonly id: string; readonly status: () => string } {
  const { emulator } = user.acme;
  const workspaceId = user.acme.addWorkspace("network");
  const run = emulator.runs.start({
    workspaceId,
    tasks: [{ name: "security-review", stage: "post_plan" }],
    ...options,
  });
  const [stage] = run.taskStages;
  emulator.runs.reportResult(stage!.taskResults[0]!.id, { status: "failed", message: "2 findings" });
  user.acme.takeRequests();
  const status = () =>
    emulator
      .state()
      .runs.flatMap((it) => it.taskStages)
      .find((it) => it.id === stage!.id)!.status;
  return { id: stage!.id, status };
}

describe("tfprojects override", () => {
  test("without a terminal it asks nobody, and overrides nothing", async () => {
    const stage = given({ overridable: true });
    const { status, stdout, stderr } = await user.run("override", stage.id);
    expect([status, stdout]).toEqual([1, ""]);
    expect(stderr).toContain("--auto-approve");
    expect(user.takeWrites()).toEqual([]);
    expect(stage.status()).toBe("awaiting_override");
  });

  test("shows what failed and asks; yes overrides it", async () => {
    const stage = given({ overridable: true });
    const { status, stdout } = await user.runInTerminal(["override", stage.id], [/Enter a value: /, "yes\n"]);
    expect(status).toBe(0);
    expect(stdout).toContain("2 findings");
    expect(stdout).toContain(`Task stage ${stage.id} was overridden`);
    expect(user.takeWrites()).toEqual([`POST /api/v2/task-stages/${stage.id}/actions/override`]);
    expect(stage.status()).not.toBe("awaiting_override");
  });

  test("anything but yes overrides nothing", async () => {
    const stage = given({ overridable: true });
    const { status, stdout } = await user.runInTerminal(["override", stage.id], [/Enter a value: /, "no\n"]);
    expect([status, stdout]).toEqual([1, expect.stringContaining("Override canceled. Nothing was changed.")]);
    expect(user.takeWrites()).toEqual([]);
  });

  test("with --auto-approve it asks nobody", async () => {
    const stage = given({ overridable: true });
    expect(await user.run("override", stage.id, "--auto-approve")).toMatchObject({
      status: 0,
      stdout: `Task stage ${stage.id} was overridden; its status is now running.\n`,
      stderr: "",
    });
    expect(stage.status()).not.toBe("awaiting_override");
  });

  test("a stage that does not await it is refused before anything is sent", async () => {
    const stage = given({ overridable: false });
    const { status, stderr } = await user.run("override", stage.id, "--auto-approve");
    expect([status, stderr]).toEqual([1, expect.stringContaining("does not await an override; its status is failed")]);
    expect(user.takeWrites()).toEqual([]);
  });

  test.each([
    ["what is no stage", "run-aaaaaaaaaaaaaaaa", /not a valid task stage ID/],
    ["a stage that is not there", "ts-aaaaaaaaaaaaaaaa", /404/],
  ])("%s is an error", async (_, id, message) => {
    const { status, stderr } = await user.run("override", id, "--auto-approve");
    expect([status, stderr]).toEqual([1, expect.stringMatching(message)]);
    expect(user.takeWrites()).toEqual([]);
  });
});
