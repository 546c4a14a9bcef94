import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Acme } from "../../support/acme";
import { changeTags } from "../../support/project-settings";
import { CommandLine } from "../command-line";

let cli: CommandLine;
let acme: Acme;
beforeAll(() => (cli = CommandLine.build()));
afterAll(() => cli.remove());
beforeEach(async () => (acme = await Acme.start()));
afterEach(() => acme.stop());

const run = (...args: string[]) => cli.run(["import", "--suggest", ...args], acme.environment);

const numbered = (prefix: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => `${prefix}${index}`);

/** Without --suggest. */
const importBy = (...args: string[]) => cli.run(["import", "--by", ...args], acme.environment);

const inFolder = (...path: string[]) => join(cli.folder, ...path);

/** Workspaces of the default project, and one project that has a workspace with the same first word. */
async function setUp(): Promise<void> {
  const names = [...numbered("net-prod-", 6), ...numbered("net-test-", 6), ...numbered("web_", 5), "vpn"];
  for (const name of names) acme.addWorkspace(name);
  for (const name of numbered("pay", 5)) await changeTags(acme.emulator, acme.addWorkspace(name), { team: "payments" });
  acme.addWorkspace("web_elsewhere", acme.addProject("Web"));
}

describe("tfprojects import --suggest", () => {
  test("shows ways to group the workspaces of the default project, and writes nothing", async () => {
    await setUp();
    const files = readdirSync(cli.folder);
    const { status, stdout, stderr } = await run();
    expect([status, stderr]).toEqual([0, ""]);
    expect(stdout).toBe(`Ways to group the 23 workspaces of the default project of acme, Default Project:

WAY       GROUPS  COVERED  LEFT  LARGEST GROUP
words:2        2       12    11  net-prod (6)
tag:team       1        5    18  payments (5)
words:1        2       17     6  net (12)

To write the code of a way: tfprojects import --by words:2
`);
    expect(readdirSync(cli.folder)).toEqual(files);
  });

  test("requests the organization, its projects, and only the workspaces of the default project, with tags", async () => {
    const elsewhere = acme.addProject("Elsewhere");
    for (const name of numbered("app-", 130)) acme.addWorkspace(name);
    for (const name of numbered("other-", 250)) acme.addWorkspace(name, elsewhere);
    acme.emulator.requests.clear();
    expect((await run()).stdout).toContain("words:1       1      130     0  app (130)");
    const paths = acme.emulator.requests.entries.map(({ path }) => new URL(path, acme.emulator.address));
    expect(paths.map(({ pathname }) => pathname).sort()).toEqual([
      "/api/v2/organizations/acme",
      "/api/v2/organizations/acme/projects",
      "/api/v2/organizations/acme/workspaces",
      "/api/v2/organizations/acme/workspaces",
    ]);
    const queries = paths.filter(({ pathname }) => pathname.endsWith("/workspaces")).map((it) => it.searchParams);
    for (const query of queries) {
      expect(query.get("filter[project][id]")).toBe(acme.defaultProjectId);
      expect(query.get("include")).toBe("effective-tag-bindings");
    }
  });

  test("with --json, gives a document with the rule of every group", async () => {
    await setUp();
    const { status, stdout } = await run("--json");
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toEqual({
      format_version: expect.any(String),
      tfprojects_version: expect.any(String),
      kind: "suggest",
      organization: "acme",
      default_project: { id: acme.defaultProjectId, name: "Default Project" },
      workspaces: 23,
      ways: [
        {
          way: "words:2",
          covered: 12,
          left: 11,
          groups: [
            { project: "net-prod", match_names: ["net-prod-*"], workspaces: 6 },
            { project: "net-test", match_names: ["net-test-*"], workspaces: 6 },
          ],
        },
        {
          way: "tag:team",
          covered: 5,
          left: 18,
          groups: [{ project: "payments", match_tags: { team: "payments" }, workspaces: 5 }],
        },
        expect.objectContaining({ way: "words:1", covered: 17 }),
      ],
    });
  });

  test("with --json, errors are a document too", async () => {
    const { status, stdout } = await run("--json", "--organization", "nobody");
    expect([status, JSON.parse(stdout)]).toEqual([1, expect.objectContaining({ kind: "error" })]);
  });

  test("has no ways by tag, and says so, if the service does not report tags", async () => {
    await acme.stop();
    acme = await Acme.start({ tagRelationships: "never" });
    await setUp();
    const { status, stdout, stderr } = await run();
    expect([status, stderr]).toEqual([
      0,
      "Warning: The service does not show the own tags of all workspaces of acme: there are no ways by tag.\n",
    ]);
    expect([stdout.includes("words:1"), stdout.includes("tag:")]).toEqual([true, false]);
  });

  test("fails if the token does not see the default project", async () => {
    await setUp();
    const web = acme.project("Web")!.id;
    const { tokens } = acme.emulator;
    const token = tokens.create({ organization: "acme", role: "team", projects: { [web]: ["read"] } });
    const { status, stdout, stderr } = await cli.run(["import", "--suggest"], {
      ...acme.environment,
      TFE_TOKEN: token,
    });
    expect([status, stdout]).toEqual([1, ""]);
    expect(stderr).toContain(`The token does not see the default project of acme (${acme.defaultProjectId}).`);
  });

  test("says that the default project has no groups", async () => {
    expect((await run()).stdout).toBe("No groups: the default project of acme, Default Project, has 0 workspaces.\n");
  });

  test.each([
    [["--rules"], "'--suggest' cannot be used with option '--rules'"],
    [["--no-imports"], "'--suggest' cannot be used with option '--no-imports'"],
    [["--project", "x"], "'--suggest' cannot be used with option '--project <pattern>'"],
    [["--stdout"], "'--suggest' cannot be used with option '--stdout'"],
  ])("excludes options that have no meaning with it: %j", async (args, message) => {
    const { status, stderr } = await run(...args);
    expect([status, stderr]).toEqual([1, expect.stringContaining(message)]);
    expect(acme.takeRequests()).toEqual([]);
  });

  test("is needed by --json", async () => {
    const { status, stderr } = await cli.run(["import", "--json"], acme.environment);
    expect([status, stderr]).toEqual([1, expect.stringContaining("--json needs --suggest.")]);
  });
});

describe("tfprojects import --by", () => {
  test("writes an app with the projects and the placement, says what is left, and sends no writes", async () => {
    await setUp();
    acme.emulator.requests.clear();
    const { status, stdout, stderr } = await importBy("words:1", "--out", "groups");
    expect([status, stderr]).toEqual([0, ""]);
    expect(stdout).toBe(`Wrote 6 files to groups: 2 projects (1 new) for 17 of 23 workspaces of the default project.

Left in the default project: 6 workspaces: pay0, pay1, pay2, pay3, pay4, vpn

Next steps:
  cd groups && npm install
  npx tfprojects plan --max-moves 17    # 1 project to create, 17 workspaces to move
  npx tfprojects apply --max-moves 17   # or deploy with Terraform: see README.md
`);
    expect(readFileSync(inFolder("groups", "main.ts"), "utf8")).toContain(`
    const net = new Project(this, "net", { name: "net" });

    new WorkspacePlacement(this, "placement", {
      rule: [
        { project: net.name, matchNames: ["net-*"] },
        { project: "Web", matchNames: ["web_*"] },
      ],
    });
    // Left in the default project, Default Project: 6 workspaces in no group:
    // pay0, pay1, pay2, pay3, pay4, vpn.
`);
    expect(acme.takeRequests().sort()).toEqual([
      "GET /api/v2/organizations/acme",
      "GET /api/v2/organizations/acme/projects",
      "GET /api/v2/organizations/acme/workspaces",
    ]);
  });

  test("reads tags only for a way by tag", async () => {
    await setUp();
    const include = async (way: string) => {
      acme.emulator.requests.clear();
      expect(await importBy(way, "--stdout")).toMatchObject({ status: 0 });
      const list = acme.emulator.requests.entries.find(({ path }) => path.includes("/workspaces"))!;
      return new URL(list.path, acme.emulator.address).searchParams.get("include");
    };
    expect([await include("words:1"), await include("tag:team")]).toEqual([null, "effective-tag-bindings"]);
  });

  test("writes Terraform configuration with --hcl", async () => {
    await setUp();
    const { stdout } = await importBy("tag:team", "--hcl", "--out", "groups-hcl");
    expect(stdout).toContain(": 1 project (1 new) for 5 of 23 workspaces of the default project.\n");
    expect(stdout).toContain("  terraform plan    # 1 project to create, 5 workspaces to move\n  terraform apply\n");
    expect(readFileSync(inFolder("groups-hcl", "main.tf"), "utf8")).toContain(`
  rule {
    project    = tfprojects_project.payments.name
    match_tags = { team = "payments" }
  }
`);
  });

  test("writes nothing if one of the files exists, except with --force", async () => {
    await setUp();
    expect(await importBy("words:1", "--out", "twice")).toMatchObject({ status: 0 });
    const again = await importBy("words:2", "--out", "twice");
    expect([again.status, again.stderr]).toEqual([1, expect.stringContaining("twice already has main.ts")]);
    expect(await importBy("words:2", "--out", "twice", "--force")).toMatchObject({ status: 0 });
    expect(readFileSync(inFolder("twice", "main.ts"), "utf8")).toContain('matchNames: ["net-prod-*"]');
  });

  test.each([
    ["words:3", /words:3 gives no groups of workspaces in the default project of acme, Default Project\.\n.*--suggest/],
    [
      "tag:teem",
      /No workspace in the default project of acme, Default Project, has a tag "teem"\. Did you mean "team"\?/,
    ],
    ["tag:other", /has a tag "other"\.\n/],
    ["word:1", /'--by <way>' argument 'word:1' is invalid\. It must be words:1, words:2, words:3 or tag:KEY\./],
  ])("reports %s, and writes nothing", async (way, message) => {
    await setUp();
    const { status, stdout, stderr } = await importBy(way, "--out", "mistaken");
    expect([status, stdout]).toEqual([1, ""]);
    expect(stderr).toMatch(message);
    expect(existsSync(inFolder("mistaken"))).toBe(false);
  });

  test("refuses a tag if the service does not report tags", async () => {
    await acme.stop();
    acme = await Acme.start({ tagRelationships: "never" });
    await setUp();
    const { status, stderr } = await importBy("tag:team", "--out", "untagged");
    expect([status, stderr]).toEqual([
      1,
      expect.stringContaining("own tags of all workspaces of acme, so they cannot be grouped by tags."),
    ]);
  });

  test("refuses more groups than a placement can have rules", async () => {
    for (let group = 0; group <= 500; group += 1) {
      for (let index = 0; index < 5; index += 1) acme.addWorkspace(`g${group}-${index}`);
    }
    const { status, stderr } = await importBy("words:1", "--out", "many");
    expect([status, stderr]).toEqual([
      1,
      expect.stringContaining("words:1 gives 501 groups, and a placement can have at most 500 rules."),
    ]);
    acme.emulator.workspaces.delete(acme.emulator.workspaces.find("acme", "g0-0")!.id);
    expect((await importBy("words:1", "--out", "many")).stdout).toContain(
      "500 projects (500 new) for 2500 of 2504 workspaces",
    );
  });

  test.each([
    [["--suggest"], "'--by <way>' cannot be used with option '--suggest'"],
    [["--include-default"], "'--by <way>' cannot be used with option '--include-default'"],
  ])("excludes options that have no meaning with it: %j", async (args, message) => {
    const { status, stderr } = await importBy("words:1", ...args);
    expect([status, stderr]).toEqual([1, expect.stringContaining(message)]);
  });
});
