import { readFileSync } from "node:fs";
import { join } from "node:path";
import { CommandLine } from "../command-line";
import { CliFixture } from "../cli-fixture";

let cli: CommandLine;
let user: CliFixture;
beforeAll(() => (cli = CommandLine.build()));
afterAll(() => cli.remove());
beforeEach(async () => (user = await CliFixture.create(cli)));
afterEach(() => user.dispose());

/** An organization that looks like its code: one project with one workspace. */
function given(): { readonly platform: string; readonly network: string } {
  const platform = user.acme.addProject("Platform", { description: "Networks" });
  const network = user.acme.addWorkspace("network", platform);
  user.writeCode("code", { platform: { name: "Platform", description: "Networks" } }, { platform: ["network"] });
  return { platform, network };
}

describe("tfprojects drift", () => {
  test("ends with 0 while the organization looks like the code, whatever else there is, and says the coverage", async () => {
    given();
    user.acme.addWorkspace("stray", user.acme.addProject("Other"));
    user.acme.takeRequests();
    const { status, stdout, stderr } = await user.run("drift", "code");
    expect([status, stderr]).toEqual([0, ""]);
    expect(stdout).toContain("Unmanaged:");
    expect(stdout).toContain("1 project: Other");
    expect(stdout).toContain("1 workspace in Other: stray");
    // The default project is there without code.
    expect(stdout).toContain("Coverage: 2 of 3 projects (66.6%) and 1 of 2 workspaces (50%) are managed.");
    expect(stdout).toContain("No drift.");
    expect(user.takeWrites()).toEqual([]);
  });

  test.each([
    [
      "a changed attribute",
      ({ platform }) => user.acme.emulator.projects.update(platform, { description: "by hand" }),
      /description +"by hand" → "Networks"/,
    ],
    [
      "a workspace that left",
      ({ network }) => user.acme.emulator.workspaces.move(network, user.acme.addProject("Other")),
      /network +is in Other/,
    ],
    [
      "a project that is gone",
      ({ platform, network }) => {
        user.acme.emulator.workspaces.move(network, user.acme.defaultProjectId);
        user.acme.emulator.projects.delete(platform);
      },
      /\+ Platform \(missing\)/,
    ],
    ["a workspace that is gone", ({ network }) => user.acme.emulator.workspaces.delete(network), /network/],
  ] satisfies [string, (ids: ReturnType<typeof given>) => unknown, RegExp][])(
    "ends with 2 on %s, which it names, and changes nothing",
    async (_, happen, said) => {
      happen(given());
      const before = user.acme.world;
      user.acme.takeRequests();
      const { status, stdout } = await user.run("drift", "code");
      expect([status, stdout]).toEqual([2, expect.stringMatching(said)]);
      expect(stdout).toContain("Drift:");
      expect(user.takeWrites()).toEqual([]);
      expect(user.acme.world).toEqual(before);
    },
  );

  test("finds a duration that the code does not set, and with --skip-durations says in every form that none was compared", async () => {
    const { platform } = given();
    user.acme.emulator.projects.update(platform, { autoDestroyActivityDuration: "3d" });
    const compared = await user.run("drift", "code");
    expect([compared.status, compared.stdout]).toEqual([2, expect.stringMatching(/auto-destroy +"3d" → \(none\)/)]);

    for (const command of ["drift", "plan"]) {
      for (const form of [[], ["--markdown"]]) {
        const { status, stdout } = await user.run(command, "code", "--skip-durations", ...form);
        expect([status, stdout]).toEqual([0, expect.stringContaining("durations not compared")]);
        expect(stdout).not.toMatch(/No drift\.|No changes\./);
      }
    }
    const json = await user.run("drift", "code", "--skip-durations", "--json");
    expect(JSON.parse(json.stdout)).toMatchObject({ organizations: [{ actions: [], durations_compared: false }] });
    await user.run("drift", "code", "--skip-durations", "--html", "page.html");
    expect(readFileSync(join(cli.folder, "page.html"), "utf8")).toContain("durations not compared");
  });

  test("of a project that was renamed by hand, says how to have it back with its id; doing so renames it", async () => {
    const { platform } = given();
    user.acme.emulator.projects.update(platform, { name: "Platform 2" });
    for (const form of [[], ["--markdown"], ["--json"]]) {
      const { status, stdout } = await user.run("drift", "code", ...form);
      expect([status, stdout.replace(/\\/g, "")]).toEqual([
        2,
        expect.stringMatching(/add .Platform 2. to the previousNames/),
      ]);
    }
    const project = { name: "Platform", description: "Networks", previous_names: ["Platform 2"] };
    user.writeCode("code", { platform: project }, { platform: ["network"] });
    expect((await user.run("apply", "code", "--auto-approve")).status).toBe(0);
    expect(user.acme.project("Platform")).toMatchObject({ id: platform });
  });

  test("takes a project of which a workspace stays behind for another one", async () => {
    const { platform } = given();
    user.acme.emulator.projects.update(platform, { name: "Platform 2" });
    user.acme.addWorkspace("stays", platform);
    expect((await user.run("drift", "code")).stdout).not.toContain("previousNames");
  });

  test("ends with 1 when it cannot be told", async () => {
    given();
    user.acme.emulator.faults.add({ method: "GET", path: "/projects", status: 403, times: Infinity });
    const { status, stdout, stderr } = await user.run("drift", "code");
    expect([status, stdout]).toEqual([1, ""]);
    expect(stderr).toMatch(/^error: .*403/);
    expect((await user.run("drift", "nowhere")).status).toBe(1);
  });

  test("as JSON and as markdown says the same", async () => {
    const { platform } = given();
    user.acme.emulator.projects.update(platform, { description: "by hand" });
    const json = await user.run("drift", "code", "--json");
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
    const markdown = await user.run("drift", "code", "--markdown");
    expect([markdown.status, markdown.stdout]).toEqual([2, expect.stringContaining("by hand")]);
  });
});
