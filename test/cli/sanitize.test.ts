import colors from "picocolors";
import type { TaskStageWithIncluded } from "../../src/api";
import { detectDrift } from "../../src/engine/plan/plan";
import { EngineError } from "../../src/engine/engine-error";
import { outcomeAsText, render } from "../../src/engine/report";
import { stagesForTerminal, stagesSummary } from "../../src/cli/stages/stages-text";
import { stagesAsJson } from "../../src/cli/stages/stages-json";
import { HOSTILE, OBEYED } from "../support/obeyed";
import { planFor } from "../engine/report/organization";
import { CommandLine } from "./command-line";
import { CliFixture } from "./cli-fixture";

const plain = colors.createColors(false);

describe("hostile names, descriptions and durations are sanitized", () => {
  const name = (text: string): string => `${text} ${HOSTILE}`;
  const organization = planFor(
    [
      { name: name("Default"), workspaces: [name("moves"), name("stays")] },
      { name: name("Changed"), description: HOSTILE, workspaces: [name("intruder")] },
      { name: name("Old"), workspaces: [name("leaves")] },
      { name: name("Outside"), autoDestroy: HOSTILE },
    ],
    [
      { name: name("New"), description: HOSTILE, autoDestroy: HOSTILE, workspaces: [name("moves")] },
      { name: name("Changed"), description: `${HOSTILE}, changed`, exclusive: true, workspaces: [] },
      { name: name("Renamed"), previousNames: [name("Old")] },
    ],
    { organization: HOSTILE, prune: true, evacuate: true, maxDeletes: 9 },
  );
  const refused = planFor([{ name: name("Default") }], [{ name: name("A"), workspaces: [name("missing")] }]);
  const plans = [organization, refused];
  const drifts = plans.map(({ desired, actual }) => detectDrift(desired, actual));
  const outcomes = organization.actions.map(
    () => ({ kind: "failed", error: EngineError.ofAction(new Error(HOSTILE)) }) as const,
  );

  test.each([
    ["the plan as text", () => render(plans, "text", { width: Infinity, verbose: true })],
    ["the plan as narrow text", () => render(plans, "text", { width: 30 })],
    ["the plan as Markdown", () => render(plans, "markdown")],
    ["the plan as JSON", () => render(plans, "json")],
    ["the plan as a page", () => render(plans, "html")],
    ["drift as text", () => render(drifts, "text", { width: Infinity, verbose: true })],
    ["drift as Markdown", () => render(drifts, "markdown")],
    ["drift as JSON", () => render(drifts, "json")],
    ["drift as a page", () => render(drifts, "html")],
    ["the outcome", () => outcomeAsText([{ plan: organization, outcomes }], { verbose: true })],
  ])("in %s", (_, written) => {
    const text = written();
    expect(text).toContain("hostile");
    expect(text).not.toMatch(OBEYED);
  });

  test("JSON keeps their values", () => {
    const { organizations } = JSON.parse(render(plans, "json")) as { organizations: { name: string }[] };
    expect(organizations[0]!.name).toBe(HOSTILE);
  });
});

describe("hostile texts of stages and results are sanitized", () => {
  const result = {
    id: HOSTILE,
    statusTimestamps: {},
    taskName: HOSTILE,
    status: HOSTILE,
    message: HOSTILE,
    url: HOSTILE,
    workspaceTaskEnforcementLevel: HOSTILE,
  };
  const stage = {
    id: "ts-1",
    runId: "run-1",
    stage: HOSTILE,
    status: HOSTILE,
    statusTimestamps: {},
    isOverridable: true,
  };
  // The service may send values that this version does not know.
  const stages = [
    {
      ...stage,
      policyEvaluationIds: ["poleval-1", "poleval-2"],
      policyEvaluations: [
        { id: HOSTILE, status: HOSTILE, policyKind: HOSTILE, policyToolVersion: HOSTILE, resultCounts: {} },
        { id: HOSTILE, status: "queued", policyKind: HOSTILE, policyToolVersion: HOSTILE, resultCounts: {} },
      ],
      taskResults: [result, { ...result, status: "pending" }],
    },
  ] as unknown as TaskStageWithIncluded[];
  const run = { status: HOSTILE, isPlanOnly: false, isConfirmable: false };
  const read = { run, taskStages: stages };

  test.each([
    ["for a terminal", () => stagesForTerminal("run-1", read, plain, "block")],
    ["as JSON", () => stagesAsJson("run-1", read, "block")],
    ["in the progress line", () => stagesSummary(read)],
  ])("%s", (_, written) => {
    expect(written()).toContain("hostile");
    expect(written()).not.toMatch(OBEYED);
  });

  test("no line starts with a text of the task", () => {
    const review = {
      ...result,
      taskName: "review",
      status: "passed",
      workspaceTaskEnforcementLevel: "mandatory",
      url: null,
    };
    const [first] = stages;
    const text = stagesForTerminal(
      "run-1",
      {
        run: undefined,
        taskStages: [
          { ...first!, stage: "post_plan", status: "passed", taskResults: [review], policyEvaluations: [] },
        ] as never,
      },
      plain,
      "block",
    );
    const messageLines = text.split("\n").filter((line) => /set-output|::c|task\.complete|\[error\]/.test(line));
    expect(messageLines).toHaveLength(4);
    for (const line of messageLines) expect(line).toMatch(/^ +\| /);
  });
});

describe("on the command line", () => {
  let cli: CommandLine;
  let fixture: CliFixture;
  beforeAll(() => (cli = CommandLine.build()));
  afterAll(() => cli.remove());
  beforeEach(async () => (fixture = await CliFixture.create(cli)));
  afterEach(() => fixture.dispose());

  test.each([
    ["plan", ["plan", "code"], 1],
    ["plan --json", ["plan", "code", "--json"], 1],
    ["plan --markdown", ["plan", "code", "--markdown"], 1],
    ["apply", ["apply", "code", "--auto-approve"], 1],
    ["drift", ["drift", "code"], 1],
    ["drift --json", ["drift", "code", "--json"], 1],
    ["import", ["import"], 1],
    ["stages", ["stages", "run-1234567890abcdef"], 1],
    ["stages --json", ["stages", "run-1234567890abcdef", "--json"], 1],
    ["override", ["override", "ts-1234567890abcdef", "--auto-approve"], 1],
  ] as const)("`%s` sanitizes the error of the service", async (_, args, expected) => {
    fixture.writeCode("code", { platform: { name: "Platform" } });
    const body = JSON.stringify({ errors: [{ status: "403", title: HOSTILE, detail: HOSTILE }] });
    fixture.acme.emulator.faults.add({ status: 403, body, times: Infinity });
    const { status, stdout, stderr } = await fixture.run(...args);
    expect(status).toBe(expected);
    expect(stderr).toContain("\\u{1b}[2J");
    expect(stdout + stderr).not.toMatch(OBEYED);
  });

  test.each([[], ["--json"]])("`apply %s` sanitizes the error of a single change", async (...options: string[]) => {
    fixture.writeCode("code", { platform: { name: "Platform" } });
    const body = JSON.stringify({ errors: [{ status: "403", title: "forbidden", detail: HOSTILE }] });
    fixture.acme.emulator.faults.add({ method: "POST", status: 403, body, times: Infinity });
    const { status, stdout, stderr } = await fixture.run("apply", "code", "--auto-approve", ...options);
    expect([status, stdout]).toEqual([1, expect.stringContaining("hostile")]);
    expect(stdout + stderr).not.toMatch(OBEYED);
  });

  test.each([
    ["argument", ["plan", HOSTILE]],
    ["command", [HOSTILE]],
    ["value of an option", ["emulator", "--documents", HOSTILE]],
    ["option", [`--${HOSTILE}`]],
    ["run", ["stages", HOSTILE]],
    ["stage", ["override", HOSTILE]],
    ["organization", ["import", "--organization", HOSTILE]],
    ["pattern", ["import", "--project", HOSTILE]],
    ["pattern that can match nothing", ["plan", "code", "--ignore", HOSTILE]],
    ["folder", ["import", "--include-default", "--out", HOSTILE]],
    ["seed", ["emulator", "--seed", `${HOSTILE}.json`]],
    ["page", ["plan", "code", "--html", `${HOSTILE}/page`]],
    ["plan", ["plan", "code", "--out", `${HOSTILE}/plan`]],
  ])("a hostile %s is sanitized", async (_, args) => {
    fixture.writeCode("code", { platform: { name: "Platform" } });
    const { stdout, stderr } = await fixture.run(...args);
    expect(stdout + stderr).toContain("hostile");
    expect(stdout + stderr).not.toMatch(OBEYED);
  });

  test("hostile expressions in errors of the code are sanitized", async () => {
    const project = { name: `\${upper("${HOSTILE}")}`, description: `%{ if "${HOSTILE}" }x%{ endif }` };
    fixture.write("code/main.tf.json", {
      module: { [HOSTILE]: {} },
      resource: { tfprojects_project: { [HOSTILE]: project } },
    });
    const { status, stderr } = await fixture.run("plan", "code");
    expect([status, stderr]).toEqual([1, expect.stringContaining("hostile")]);
    expect(stderr).not.toMatch(OBEYED);
  });

  test("hostile messages of tasks are sanitized, as text and as JSON", async () => {
    const workspaceId = fixture.acme.addWorkspace("network");
    const tasks = [{ name: "review", stage: "post_plan" }] as const;
    const run = fixture.acme.emulator.runs.start({ workspaceId, tasks });
    fixture.acme.emulator.runs.reportResult(run.taskStages[0]!.taskResults[0]!.id, {
      status: "failed",
      message: HOSTILE,
    });
    for (const options of [[], ["--json"]]) {
      const { status, stdout } = await fixture.run("stages", run.id, ...options);
      expect([status, stdout]).toEqual([2, expect.stringContaining("hostile")]);
      expect(stdout).not.toMatch(OBEYED);
    }
  });

  test("hostile descriptions are sanitized when an import prints the files", async () => {
    fixture.acme.addProject("Platform", { description: HOSTILE.slice(0, 250) });
    const { status, stdout } = await fixture.run("import", "--stdout");
    expect([status, stdout]).toEqual([0, expect.stringContaining("hostile")]);
    expect(stdout).not.toMatch(OBEYED);
  });
});
