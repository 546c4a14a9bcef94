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
    // The default project counts as managed.
    expect(stdout).toContain("Coverage: 2 of 3 projects (66.6%) and 1 of 2 workspaces (50%) are managed.");
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
      /network +is in Other/,
    ],
    [
      "a deleted project",
      ({ platform, network }) => {
        fixture.acme.emulator.workspaces.move(network, fixture.acme.defaultProjectId);
        fixture.acme.emulator.projects.delete(platform);
      },
      /\+ Platform \(missing\)/,
    ],
    ["a deleted workspace", ({ network }) => fixture.acme.emulator.workspaces.delete(network), /network/],
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

  test("shows how to rename a project back that was renamed out of band", async () => {
    const { platform } = setUp();
    fixture.acme.emulator.projects.update(platform, { name: "Platform 2" });
    for (const form of [[], ["--markdown"], ["--json"]]) {
      const { status, stdout } = await fixture.run("drift", "code", ...form);
      expect([status, stdout.replace(/\\/g, "")]).toEqual([
        2,
        expect.stringMatching(/add .Platform 2. to the previousNames/),
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
