import colors from "picocolors";
import type { TaskStageWithIncluded } from "../../src/api";
import * as render from "../../src/cli/render";
import { outcomeForTerminal } from "../../src/cli/render/outcome";
import { stagesForTerminal, stagesSummary } from "../../src/cli/render/stages";
import { stagesAsJson } from "../../src/cli/render/stages-json";
import { HOSTILE, OBEYED } from "../support/obeyed";
import { planFor } from "./render/organization";
import { CommandLine } from "./command-line";
import { CliFixture } from "./cli-fixture";

const plain = colors.createColors(false);

describe("names, descriptions and durations of which each is hostile command nothing", () => {
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
  const plans = [organization.plan, refused.plan];
  const outcomes = new Map(
    organization.plan.actions.map(({ id }) => [id, { kind: "failed", error: new Error(HOSTILE) } as const]),
  );

  test.each([
    ["the plan for a terminal", () => render.planForTerminal(plans, { colors: plain, width: Infinity, verbose: true })],
    ["the plan for a narrow terminal", () => render.planForTerminal(plans, { colors: plain, width: 30 })],
    ["the plan as markdown", () => render.planAsMarkdown(plans)],
    ["the plan as JSON", () => render.planAsJson(plans)],
    ["the plan as a page", () => render.planAsHtml([organization, refused])],
    ["drift for a terminal", () => render.driftForTerminal(plans, { colors: plain, width: Infinity, verbose: true })],
    ["drift as markdown", () => render.driftAsMarkdown(plans)],
    ["drift as JSON", () => render.driftAsJson(plans)],
    ["the outcome", () => outcomeForTerminal([{ plan: organization.plan, outcomes }], plain, { verbose: true })],
  ])("in %s", (_, written) => {
    const text = written();
    expect(text).toContain("hostile");
    expect(text).not.toMatch(OBEYED);
  });

  test("as JSON they mean what they are", () => {
    const { organizations } = JSON.parse(render.planAsJson(plans)) as { organizations: { name: string }[] };
    expect(organizations[0]!.name).toBe(HOSTILE);
  });
});

describe("stages and results of which every text is hostile command nothing", () => {
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
  // As the service may send them: values that this version does not know are kept.
  const stages = [
    { ...stage, policyEvaluationIds: [], taskResults: [result, { ...result, status: "pending" }] },
  ] as unknown as TaskStageWithIncluded[];

  test.each([
    ["for a terminal", () => stagesForTerminal("run-1", stages, plain, "block")],
    ["as JSON", () => stagesAsJson("run-1", stages, "block")],
    ["in the line of progress", () => stagesSummary(stages)],
  ])("%s", (_, written) => {
    expect(written()).toContain("hostile");
    expect(written()).not.toMatch(OBEYED);
  });

  test("no line of a message begins with what the task wrote", () => {
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
      [{ ...first!, stage: "post_plan", status: "passed", taskResults: [review] }] as never,
      plain,
      "block",
    );
    const told = text.split("\n").filter((line) => /set-output|::c|task\.complete|\[error\]/.test(line));
    expect(told).toHaveLength(4);
    for (const line of told) expect(line).toMatch(/^ +\| /);
  });
});

describe("on the command line", () => {
  let cli: CommandLine;
  let user: CliFixture;
  beforeAll(() => (cli = CommandLine.build()));
  afterAll(() => cli.remove());
  beforeEach(async () => (user = await CliFixture.create(cli)));
  afterEach(() => user.dispose());

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
  ] as const)("`%s`: what the service says of an error commands nothing", async (_, args, expected) => {
    user.writeCode("code", { platform: { name: "Platform" } });
    const body = JSON.stringify({ errors: [{ status: "403", title: HOSTILE, detail: HOSTILE }] });
    user.acme.emulator.faults.add({ status: 403, body, times: Infinity });
    const { status, stdout, stderr } = await user.run(...args);
    expect(status).toBe(expected);
    expect(stderr).toContain("\\u{1b}[2J");
    expect(stdout + stderr).not.toMatch(OBEYED);
  });

  test.each([[], ["--json"]])("`apply %s`: nor does the error of a single change", async (...options: string[]) => {
    user.writeCode("code", { platform: { name: "Platform" } });
    const body = JSON.stringify({ errors: [{ status: "403", title: "forbidden", detail: HOSTILE }] });
    user.acme.emulator.faults.add({ method: "POST", status: 403, body, times: Infinity });
    const { status, stdout, stderr } = await user.run("apply", "code", "--auto-approve", ...options);
    expect([status, stdout]).toEqual([1, expect.stringContaining("hostile")]);
    expect(stdout + stderr).not.toMatch(OBEYED);
  });

  test.each([
    ["an argument", ["plan", HOSTILE]],
    ["a command", [HOSTILE]],
    ["an option's value", ["emulator", "--documents", HOSTILE]],
    ["an option", [`--${HOSTILE}`]],
    ["a run", ["stages", HOSTILE]],
    ["a stage", ["override", HOSTILE]],
    ["an organization", ["import", "--organization", HOSTILE]],
    ["a pattern", ["import", "--project", HOSTILE]],
    ["a folder", ["import", "--include-default", "--out", HOSTILE]],
    ["a seed", ["emulator", "--seed", `${HOSTILE}.json`]],
    ["a page", ["plan", "code", "--html", `${HOSTILE}/page`]],
    ["a plan", ["plan", "code", "--out", `${HOSTILE}/plan`]],
  ])("%s that is hostile commands nothing", async (_, args) => {
    user.writeCode("code", { platform: { name: "Platform" } });
    const { stdout, stderr } = await user.run(...args);
    expect(stdout + stderr).toContain("hostile");
    expect(stdout + stderr).not.toMatch(OBEYED);
  });

  test("values of the code that cannot be read command nothing", async () => {
    const project = { name: `\${upper("${HOSTILE}")}`, description: `%{ if "${HOSTILE}" }x%{ endif }` };
    user.write("code/main.tf.json", {
      module: { [HOSTILE]: {} },
      resource: { tfprojects_project: { [HOSTILE]: project } },
    });
    const { status, stderr } = await user.run("plan", "code");
    expect([status, stderr]).toEqual([1, expect.stringContaining("hostile")]);
    expect(stderr).not.toMatch(OBEYED);
  });

  test("what a task says commands nothing, in either form", async () => {
    const workspaceId = user.acme.addWorkspace("network");
    const tasks = [{ name: "review", stage: "post_plan" }] as const;
    const run = user.acme.emulator.runs.start({ workspaceId, tasks });
    user.acme.emulator.runs.reportResult(run.taskStages[0]!.taskResults[0]!.id, { status: "failed", message: HOSTILE });
    for (const options of [[], ["--json"]]) {
      const { status, stdout } = await user.run("stages", run.id, ...options);
      expect([status, stdout]).toEqual([2, expect.stringContaining("hostile")]);
      expect(stdout).not.toMatch(OBEYED);
    }
  });

  test("descriptions that are imported command nothing, where the files are printed", async () => {
    user.acme.addProject("Platform", { description: HOSTILE.slice(0, 250) });
    const { status, stdout } = await user.run("import", "--stdout");
    expect([status, stdout]).toEqual([0, expect.stringContaining("hostile")]);
    expect(stdout).not.toMatch(OBEYED);
  });
});
