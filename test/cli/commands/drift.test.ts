import { readFileSync } from "node:fs";
import { join } from "node:path";
import { CommandLine } from "../command-line";
import { CliFixture } from "../cli-fixture";

let cli: CommandLine;
let fixture: CliFixture;
beforeAll(() => (cli = CommandLine.build()));
afterAll(() => cli.remove());
beforeEach(async () => (fixture = await CliFixture.create(cli)));
afterEach(() => fixture.dispose());

/** An organization that matches its code: one project with one workspace. */
function setUp(): { readonly platform: string; readonly network: string } {
  const platform = fixture.acme.addProject("Platform", { description: "Networks" });
  const network = fixture.acme.addWorkspace("network", platform);
  fixture.writeCode("code", { platform: { name: "Platform", description: "Networks" } }, { platform: ["network"] });
  return { platform, network };
}

describe("tfprojects drift", () => {
  test("exits with 0 without drift, and shows unmanaged objects and the coverage", async () => {
    setUp();
    fixture.acme.addWorkspace("stray", fixture.acme.addProject("Other"));
    fixture.acme.takeRequests();
    const { status, stdout, stderr } = await fixture.run("drift", "code");
    expect([status, stderr]).toEqual([0, ""]);
    expect(stdout).toContain("Unmanaged:");
    expect(stdout).toContain("1 project: Other");
    expect(stdout).toContain("1 workspace in Other: stray");
    expect(stdout).toContain(
      "Coverage: 1 of 3 projects (33.3%) and 1 of 2 workspaces (50%) are managed; " +
        "the default project is not in the code.",
    );
    expect(stdout).toContain("No drift.");
    expect(fixture.takeWrites()).toEqual([]);
  });

  test.each([
    [
      "a changed attribute",
      ({ platform }) => fixture.acme.emulator.projects.update(platform, { description: "by hand" }),
      /description +"by hand" → "Networks"/,
    ],
    [
      "a workspace that left",
      ({ network }) => fixture.acme.emulator.workspaces.move(network, fixture.acme.addProject("Other")),
      /in Other: network/,
    ],
    [
      "a deleted project",
      ({ platform, network }) => {
        fixture.acme.emulator.workspaces.move(network, fixture.acme.defaultProjectId);
        fixture.acme.emulator.projects.delete(platform);
      },
      /\+ Platform \(missing\)/,
    ],
    [
      "a deleted workspace",
      ({ network }) => fixture.acme.emulator.workspaces.delete(network),
      /Drift: 0 projects missing, 0 changed, 0 workspaces misplaced, 1 workspace not found\./,
    ],
  ] satisfies [string, (ids: ReturnType<typeof setUp>) => unknown, RegExp][])(
    "exits with 2 on %s, which it shows, and changes nothing",
    async (_, happen, message) => {
      happen(setUp());
      const before = fixture.acme.world;
      fixture.acme.takeRequests();
      const { status, stdout } = await fixture.run("drift", "code");
      expect([status, stdout]).toEqual([2, expect.stringMatching(message)]);
      expect(stdout).toContain("Drift:");
      expect(fixture.takeWrites()).toEqual([]);
      expect(fixture.acme.world).toEqual(before);
    },
  );

  test("compares durations, or with --skip-durations says in every format that it does not", async () => {
    const { platform } = setUp();
    fixture.acme.emulator.projects.update(platform, { autoDestroyActivityDuration: "3d" });
    const compared = await fixture.run("drift", "code");
    expect([compared.status, compared.stdout]).toEqual([2, expect.stringMatching(/auto-destroy +"3d" → \(none\)/)]);

    for (const command of ["drift", "plan"]) {
      for (const form of [[], ["--markdown"]]) {
        const { status, stdout } = await fixture.run(command, "code", "--skip-durations", ...form);
        expect([status, stdout]).toEqual([0, expect.stringContaining("durations not compared")]);
        expect(stdout).not.toMatch(/No drift\.|No changes\./);
      }
    }
    const json = await fixture.run("drift", "code", "--skip-durations", "--json");
    expect(JSON.parse(json.stdout)).toMatchObject({
      organizations: [{ actions: [], not_compared: ["auto_destroy_activity_duration"] }],
    });
    await fixture.run("drift", "code", "--skip-durations", "--html", "page.html");
    expect(readFileSync(join(cli.folder, "page.html"), "utf8")).toContain("durations not compared");
  });

  test("does not count what the service does not report as drift; a plan shows it, and apply sends it", async () => {
    await fixture.dispose();
    fixture = await CliFixture.create(cli, { documents: "documented" });
    setUp();
    const platform = { name: "Platform", description: "Networks", default_execution_mode: "local" };
    fixture.writeCode("code", { platform }, { platform: ["network"] });
    const drift = await fixture.run("drift", "code");
    expect([drift.status, drift.stdout]).toEqual([
      0,
      expect.stringContaining("No drift; execution mode not compared (not reported by the service)."),
    ]);
    for (const form of [[], ["--markdown"]]) {
      const fast = await fixture.run("plan", "code", "--skip-durations", "--detailed-exitcode", ...form);
      expect([fast.status, fast.stdout]).toEqual([0, expect.stringContaining("execution mode not compared")]);
    }
    const planned = await fixture.run("plan", "code", "--detailed-exitcode", "--html", "page.html");
    expect([planned.status, planned.stdout]).toEqual([
      2,
      expect.stringMatching(/execution mode +\(not reported\) → "local"/),
    ]);
    expect(readFileSync(join(cli.folder, "page.html"), "utf8")).toContain("not reported");
    const markdown = await fixture.run("plan", "code", "--markdown");
    expect(markdown.stdout).toMatch(/execution mode \(not reported\) → /);
    const { stdout } = await fixture.run("plan", "code", "--json", "--out", "saved.json");
    const [{ actions }] = (JSON.parse(stdout) as { organizations: [{ actions: [{ before: object }] }] }).organizations;
    expect(actions).toMatchObject([
      { after: { default_execution_mode: "local" }, reason: "the service does not report default_execution_mode" },
    ]);
    expect(actions[0].before).not.toHaveProperty("default_execution_mode");
    expect(await fixture.run("apply", "saved.json", "--auto-approve")).toMatchObject({ status: 0 });
    // From now on the emulator reports it.
    expect(await fixture.run("plan", "code", "--detailed-exitcode")).toMatchObject({ status: 0 });
  });

  test("shows how to rename a project back that was renamed out of band", async () => {
    const { platform } = setUp();
    fixture.acme.emulator.projects.update(platform, { name: "Platform 2" });
    for (const form of [[], ["--markdown"], ["--json"]]) {
      const { status, stdout } = await fixture.run("drift", "code", ...form);
      expect([status, stdout.replace(/\\/g, "")]).toEqual([
        2,
        expect.stringMatching(
          /renamed in the code or out of band,\s+add .Platform 2. to the\s+previousNames of .Platform.:\s+instead of/,
        ),
      ]);
    }
    const project = { name: "Platform", description: "Networks", previous_names: ["Platform 2"] };
    fixture.writeCode("code", { platform: project }, { platform: ["network"] });
    expect((await fixture.run("apply", "code", "--auto-approve")).status).toBe(0);
    expect(fixture.acme.project("Platform")).toMatchObject({ id: platform });
  });

  test("does not suggest a rename if the other project has more workspaces", async () => {
    const { platform } = setUp();
    fixture.acme.emulator.projects.update(platform, { name: "Platform 2" });
    fixture.acme.addWorkspace("stays", platform);
    expect((await fixture.run("drift", "code")).stdout).not.toContain("previousNames");
  });

  test("--strict counts unmanaged projects as drift, and unmanaged workspaces in projects of the code", async () => {
    const { platform } = setUp();
    fixture.acme.addWorkspace("in-default");
    expect((await fixture.run("drift", "code", "--strict")).status).toBe(0);

    fixture.acme.addWorkspace("stray", platform);
    const workspace = await fixture.run("drift", "code", "--strict");
    expect([workspace.status, workspace.stdout]).toEqual([
      2,
      expect.stringContaining("  1 workspace in Platform (drift): stray\n"),
    ]);
    expect(workspace.stdout).toContain(
      "Drift: 0 projects missing, 0 changed, 0 workspaces misplaced, 1 workspace unmanaged in projects of the code. " +
        "Also unmanaged: 1 workspace.",
    );
    expect((await fixture.run("drift", "code")).status).toBe(0);

    fixture.acme.addWorkspace("toy", fixture.acme.addProject("By hand"));
    const both = await fixture.run("drift", "code", "--strict");
    expect([both.status, both.stdout]).toEqual([2, expect.stringContaining("  1 project (drift): By hand\n")]);
    expect(both.stdout).toContain(
      "misplaced, 1 project unmanaged with 1 workspace, 1 workspace unmanaged in projects of the code. " +
        "Also unmanaged: 1 workspace.\n",
    );
    const json = await fixture.run("drift", "code", "--strict", "--json");
    expect([json.status, JSON.parse(json.stdout)]).toEqual([
      2,
      expect.objectContaining({
        organizations: [expect.objectContaining({ unmanaged_drift: { projects: 1, workspaces: 1, unplaced: 0 } })],
      }),
    ]);
    const markdown = await fixture.run("drift", "code", "--strict", "--markdown", "--html", "strict.html");
    expect(markdown.status).toBe(2);
    expect(markdown.stdout).toContain("**1 project unmanaged (drift)**");
    expect(markdown.stdout).toContain("**1 workspace unmanaged in projects of the code (drift)**");
    expect(markdown.stdout).toContain("**2 workspaces unmanaged**");
    expect(readFileSync(join(cli.folder, "strict.html"), "utf8")).toContain(
      "0 workspaces misplaced, 1 project unmanaged with 1 workspace, 1 workspace unmanaged in projects of the code. " +
        "Also unmanaged: 1 workspace.",
    );
    expect(fixture.takeWrites()).toEqual([]);
  });

  test("--unplaced counts workspaces in the default project that nobody has placed as drift", async () => {
    setUp();
    expect((await fixture.run("drift", "code", "--unplaced")).status).toBe(0);
    fixture.acme.addWorkspace("created-by-hand");
    const { status, stdout } = await fixture.run("drift", "code", "--unplaced");
    expect([status, stdout]).toEqual([2, expect.stringContaining("in Default Project (drift): created-by-hand\n")]);
    expect(stdout).toContain("1 workspace unplaced in the default project");
    expect((await fixture.run("drift", "code", "--unplaced", "--ignore", "created-*")).status).toBe(0);
  });

  test("--unplaced is not compared with a token that does not see the default project", async () => {
    const { platform } = setUp();
    const projects = { [platform]: ["read"] } as const;
    const token = fixture.acme.emulator.tokens.create({ organization: "acme", role: "team", projects });
    const { status, stderr, stdout } = await cli.run(["drift", "code", "--unplaced"], {
      ...fixture.environment,
      TFE_TOKEN: token,
    });
    expect(status).toBe(1);
    expect(stdout + stderr).toContain("which workspaces nobody has placed is not known");
  });

  test.each([["plan"], ["apply"], ["drift"]])(
    "%s refuses a pattern of --ignore that can match nothing",
    async (name) => {
      setUp();
      const { status, stdout, stderr } = await fixture.run(
        name,
        "code",
        "--ignore",
        "sandbox-*",
        "--ignore",
        "^tmp-.*",
      );
      expect([status, stdout]).toEqual([1, ""]);
      expect(stderr).toContain('The pattern "^tmp-.*" can match no project and no workspace: it has ".", "^"');
      expect(fixture.acme.takeRequests()).toEqual([]);
    },
  );

  test.each(["plan", "apply", "drift"])("%s warns of a pattern of --ignore that matches nothing", async (name) => {
    setUp();
    fixture.acme.addWorkspace("sandbox-1");
    const patterns = ["sandbxo-*", "platform", fixture.acme.defaultProjectId, "sandbox-1", "tmp", "tmp"];
    const ignore = patterns.flatMap((pattern) => ["--ignore", pattern]);
    const { status, stderr } = await fixture.run(name, "code", ...ignore);
    expect([status, stderr]).toEqual([
      0,
      'Warning: No project or workspace of acme matches --ignore "sandbxo-*" (did you mean "sandbox-*"?), or the ' +
        "token cannot read it.\n" +
        'Warning: No project or workspace of acme matches --ignore "tmp", or the token cannot read it.\n',
    ]);
  });

  test("--ignore leaves projects and workspaces out of --strict, lists and coverage, and says so", async () => {
    const { platform } = setUp();
    fixture.acme.addWorkspace("toy", fixture.acme.addProject("Sandbox-1"));
    fixture.acme.addWorkspace("tmp-1", platform);
    expect((await fixture.run("drift", "code", "--strict")).status).toBe(2);
    const ignore = ["--ignore", "sandbox-*", "--ignore", "tmp-*", "--ignore", "default project"];
    const { status, stdout } = await fixture.run("drift", "code", "--strict", ...ignore);
    expect(status).toBe(0);
    expect(stdout).not.toContain("Unmanaged");
    expect(stdout).toContain(
      "Ignored: 2 projects and 2 workspaces (--ignore sandbox-* --ignore tmp-* --ignore default project).\n" +
        "Coverage: 1 of 1 project (100%) and 1 of 1 workspace (100%) are managed.\n",
    );
    const json = await fixture.run("drift", "code", "--json", ...ignore);
    expect(JSON.parse(json.stdout)).toMatchObject({
      organizations: [
        {
          coverage: {
            default_project: "ignored",
            unmanaged_projects: [],
            ignored: { patterns: ["sandbox-*", "tmp-*", "default project"], projects: 2, workspaces: 2 },
          },
        },
      ],
    });
    expect((await fixture.run("drift", "code", "--markdown", ...ignore)).stdout).toContain(
      "Ignored: 2 projects and 2 workspaces",
    );
    await fixture.run("drift", "code", "--html", "ignored.html", ...ignore);
    expect(readFileSync(join(cli.folder, "ignored.html"), "utf8")).toContain("Ignored: 2 projects and 2 workspaces");
  });

  test("has no limits: however many workspaces are misplaced, that is drift and no error in the code", async () => {
    const names = Array.from({ length: 30 }, (_, index) => `workspace-${index}`);
    for (const name of names) fixture.acme.addWorkspace(name);
    fixture.writeCode("many", { platform: { name: "Platform" } }, { platform: names });
    const { status, stdout } = await fixture.run("drift", "many");
    expect([status, stdout]).toEqual([
      2,
      expect.stringContaining("Drift: 1 project missing, 0 changed, 30 workspaces misplaced."),
    ]);
  });

  test("exits with 1 on an error", async () => {
    setUp();
    fixture.acme.emulator.faults.add({ method: "GET", path: "/projects", status: 403, times: Infinity });
    const { status, stdout, stderr } = await fixture.run("drift", "code");
    expect([status, stdout]).toEqual([1, ""]);
    expect(stderr).toMatch(/^error: .*403/);
    expect((await fixture.run("drift", "nowhere")).status).toBe(1);
  });

  test("shows the same as JSON and as Markdown", async () => {
    const { platform } = setUp();
    fixture.acme.emulator.projects.update(platform, { description: "by hand" });
    const json = await fixture.run("drift", "code", "--json");
    expect(json.status).toBe(2);
    expect(JSON.parse(json.stdout)).toMatchObject({
      kind: "drift",
      organizations: [
        {
          name: "acme",
          actions: [{ kind: "update", before: { description: "by hand" } }],
          coverage: { workspaces: { percent: 100 } },
        },
      ],
    });
    const markdown = await fixture.run("drift", "code", "--markdown");
    expect([markdown.status, markdown.stdout]).toEqual([2, expect.stringContaining("by hand")]);
  });
});
