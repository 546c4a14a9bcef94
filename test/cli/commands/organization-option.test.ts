import { CommandLine } from "../command-line";
import { CliFixture } from "../cli-fixture";

let cli: CommandLine;
let fixture: CliFixture;
beforeAll(() => (cli = CommandLine.build()));
afterAll(() => cli.remove());
beforeEach(async () => {
  fixture = await CliFixture.create(cli);
  fixture.write("code/main.tf.json", code());
  fixture.write("named/main.tf.json", code("Acme"));
});
afterEach(() => fixture.dispose());

/** Code with one project. */
function code(organization?: string): object {
  return {
    terraform: { required_providers: { tfprojects: { source: "terraform.local/tfprojects/tfprojects" } } },
    provider: { tfprojects: [{ ...(organization === undefined ? {} : { organization }) }] },
    resource: { tfprojects_project: { platform: { name: "Platform" } } },
  };
}

/** Runs a command without TFE_ORGANIZATION. */
function run(...args: readonly string[]) {
  return cli.run(args, { ...fixture.acme.environment, TFE_ORGANIZATION: "" });
}

test.each([
  ["plan", 0],
  ["drift", 2],
])("%s takes the organization of code that names none", async (command, status) => {
  expect(await run(command, "code")).toMatchObject({ status: 1, stderr: expect.stringContaining("TFE_ORGANIZATION") });
  const found = await run(command, "code", "--organization", "acme");
  expect(found).toMatchObject({ status, stderr: "", stdout: expect.stringContaining("+ Platform") });
});

test("apply takes it, and a saved plan has its own", async () => {
  expect(await run("plan", "code", "--organization", "acme", "--out", "plan.json")).toMatchObject({ status: 0 });
  const refused = await run("apply", "plan.json", "--organization", "acme");
  expect(refused).toMatchObject({
    status: 1,
    stderr: expect.stringContaining("--organization cannot be used with the saved plan plan.json"),
  });
  expect(fixture.acme.project("Platform")).toBeUndefined();
  expect(await run("apply", "code", "--organization", "acme", "--auto-approve")).toMatchObject({ status: 0 });
  expect(fixture.acme.project("Platform")).toBeDefined();
});

test.each(["plan", "drift", "apply"])(
  "%s refuses one that the code does not use, before any request",
  async (command) => {
    fixture.acme.takeRequests();
    const { status, stderr } = await run(command, "named", "--organization", "other");
    expect([status, stderr]).toEqual([
      1,
      "error: --organization other is not used: all of the code names its organization (Acme).\n" +
        "Remove --organization, or `organization` from the code.\n",
    ]);
    expect(fixture.acme.takeRequests()).toEqual([]);
    // The names of organizations are case-insensitive.
    expect((await run("plan", "named", "--organization", "acme")).status).toBe(0);
  },
);

describe("code of several organizations", () => {
  const two = (organization: string | undefined, other: string) => {
    const resource = {
      platform: { name: "Platform", organization },
      services: { name: "Services", organization: other },
    };
    return { ...code(), resource: { tfprojects_project: resource } };
  };

  test.each(["plan", "drift", "apply", "explain web"])(
    "%s refuses one of them: it is not a filter",
    async (command) => {
      fixture.write("two/main.tf.json", two("acme", "globex"));
      fixture.acme.takeRequests();
      const { status, stderr } = await run(...command.split(" "), "two", "--organization", "acme");
      expect([status, stderr]).toEqual([
        1,
        "error: --organization acme is not used: all of the code names its organization (acme, globex). It is for " +
          "code that names none, and is not a filter.\n" +
          "Remove --organization. To use the code of one organization only, pass its path, such as the folder of a " +
          "stack in cdktf.out/stacks.\n",
      ]);
      expect(fixture.acme.takeRequests()).toEqual([]);
    },
  );

  test("TFE_ORGANIZATION is not refused, and neither is the option if some code names none", async () => {
    fixture.write("two/main.tf.json", two("acme", "Acme"));
    expect(await run("plan", "two", "--organization", "acme")).toMatchObject({ status: 0, stderr: "" });
    fixture.write("two/main.tf.json", two("acme", "globex"));
    const environment = { ...fixture.acme.environment, TFE_ORGANIZATION: "acme" };
    expect((await cli.run(["plan", "two"], environment)).stderr).toContain('"globex"');
    fixture.write("two/main.tf.json", two(undefined, "globex"));
    expect((await run("plan", "two", "--organization", "acme")).stderr).toContain('"globex"');
  });

  describe("of which only one is named", () => {
    beforeEach(async () => {
      await fixture.dispose();
      const names = ["acme", "globex", "initech"];
      fixture = await CliFixture.create(cli, { seed: { organizations: names.map((name) => ({ name })) } });
      fixture.write("two/main.tf.json", two(undefined, "globex"));
    });

    test("apply takes it only for the code that names none", async () => {
      const { status, stdout } = await run("apply", "two", "--organization", "initech", "--auto-approve");
      expect([status, stdout]).toEqual([0, expect.stringContaining("Total of 2 organizations: 2 to create")]);
      const { organizations } = fixture.acme.emulator.state();
      expect(organizations.map((it) => [it.name, ...it.projects.map(({ name }) => name)])).toEqual([
        ["acme", "Default Project"],
        ["globex", "Default Project", "Services"],
        ["initech", "Default Project", "Platform"],
      ]);
    });

    test.each([
      [[], ["Organization initech", "Organization globex"]],
      [["--markdown"], ["### Plan for `initech`", "### Plan for `globex`"]],
      [["--json"], ['"name": "initech"', '"name": "globex"']],
    ])("plan %j shows the organizations that it changes", async (form, expected) => {
      const { stdout } = await run("plan", "two", "--organization", "initech", ...form);
      for (const text of expected) expect(stdout).toContain(text);
    });

    test("a pattern of --ignore may match something in one of them", async () => {
      fixture.acme.emulator.projects.create({ organization: "globex", name: "Sandbox" });
      const ignore = ["--ignore", "sandbox", "--ignore", "none-*"];
      expect((await run("plan", "two", "--organization", "initech", ...ignore)).stderr).toBe(
        'Warning: No project or workspace of globex, initech matches --ignore "none-*", or the token cannot read it.\n',
      );
    });
  });

  test("doctor reads the environment instead", async () => {
    fixture.write("two/main.tf.json", two("acme", "globex"));
    const { stdout } = await run("doctor", "two", "--organization", "acme");
    expect(stdout.replace(/\s+/g, " ")).toContain("--organization acme is not used: all of the code names its");
  });
});

test("doctor checks it, and says where it comes from; for code that names another one, too", async () => {
  const checks = async (...args: readonly string[]) => {
    const { stdout } = await run("doctor", ...args, "--json");
    const { checks: all } = JSON.parse(stdout) as { checks: { name: string; status: string; message: string }[] };
    return all.filter(({ name }) => name === "organization" || name === "code");
  };
  expect(await checks("code")).toMatchObject([{ status: "warning" }, { status: "failed" }]);
  expect(await checks("code", "--organization", "acme")).toMatchObject([
    { status: "passed" },
    { status: "passed", message: expect.stringContaining("--organization") },
  ]);
  expect(await checks("named", "--organization", "other")).toMatchObject([{ status: "warning" }, { status: "failed" }]);
});
