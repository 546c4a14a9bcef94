import { asInvoked } from "../../src/cli/next-step";
import { CliFixture } from "./cli-fixture";
import { CommandLine } from "./command-line";

const NPX = { npm_config_user_agent: "npm/11.19.1 node/v20.20.2 linux x64 workspaces/false" };

test.each([
  ["npx", NPX, "Run `npx tfprojects plan`."],
  ["pnpm exec", { npm_config_user_agent: "pnpm/11.2.0 npm/? node/v22.1.0" }, "Run `pnpm exec tfprojects plan`."],
  ["yarn", { npm_config_user_agent: "yarn/4.9.1 npm/? node/v22.1.0 linux x64" }, "Run `yarn tfprojects plan`."],
  ["a shell", {}, "Run `tfprojects plan`."],
])("next steps start the program as it was started: by %s", (_, env, step) => {
  expect(asInvoked("Run `tfprojects plan`.", env)).toBe(step);
});

test.each([
  ["To apply it, run: tfprojects apply plan.json", "To apply it, run: npx tfprojects apply plan.json"],
  ["`tofu state pull | tfprojects plan --state -`", "`tofu state pull | npx tfprojects plan --state -`"],
  ["Run `npx tfprojects@0.1.0 provider install`", "Run `npx tfprojects@0.1.0 provider install`"],
  ["Install another version of tfprojects in the app.", "Install another version of tfprojects in the app."],
])("only commands of a text change: %s", (text, expected) => {
  expect(asInvoked(text, NPX)).toBe(expected);
});

describe("under npx, next steps begin with npx", () => {
  let cli: CommandLine;
  let fixture: CliFixture;
  beforeAll(() => (cli = CommandLine.build()));
  afterAll(() => cli.remove());
  beforeEach(async () => (fixture = await CliFixture.create(cli)));
  afterEach(() => fixture.dispose());

  const run = (...args: string[]) => cli.run(args, { ...fixture.environment, ...NPX });

  test("after a plan was saved", async () => {
    fixture.writeCode("code", { platform: { name: "Platform" } });
    const { status, stderr } = await run("plan", "code", "--out", "plan.json");
    expect([status, stderr]).toEqual([0, "Saved the plan. To apply it, run: npx tfprojects apply plan.json\n"]);
  });

  test("of an error, and of its document", async () => {
    fixture.write("nothing/README.md", "");
    const { stderr, stdout } = await run("plan", "nothing", "--json");
    const next =
      "Use the folder of a CDK app, or one with Terraform JSON. To generate an app, " + "run `npx tfprojects import`.";
    expect(stderr).toContain(`\n${next}\n`);
    expect(JSON.parse(stdout)).toMatchObject({ error: { next } });
  });

  test.each([
    [["plan", "--prun"], "Run `npx tfprojects plan --help` for usage."],
    [["plam"], "Run `npx tfprojects --help` for usage."],
  ])("of a command line that is not understood: %j", async (args, next) => {
    expect((await run(...args)).stderr).toContain(next);
  });

  test("of doctor's findings", async () => {
    const { stdout } = await cli.run(["doctor", "--json"], { ...fixture.environment, ...NPX, PATH: "/nowhere" });
    const { checks } = JSON.parse(stdout) as { readonly checks: readonly unknown[] };
    const step = { code: "TERRAFORM_NOT_FOUND", next: expect.stringContaining("`npx tfprojects plan`") };
    expect(checks).toContainEqual(expect.objectContaining(step));
  });
});
