import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Acme } from "../../support/acme";
import { changeTags } from "../../support/project-settings";
import { HttpClient, resource } from "../../emulator/http-client";
import { LISTS } from "../../import/grouping/name-lists";
import { synthesizeFiles } from "../../import/run-generated";
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

/** Three letters for a number. */
const letters = (number: number): string =>
  [676, 26, 1].map((unit) => String.fromCharCode(97 + (Math.floor(number / unit) % 26))).join("");

const inFolder = (...path: string[]) => join(cli.folder, ...path);

/** Workspaces of the default project, and one project that has a workspace with the same first word. */
async function setUp(): Promise<void> {
  const names = [...numbered("net-prod-", 6), ...numbered("net-test-", 6), ...numbered("web_", 5), "vpn"];
  for (const name of names) acme.addWorkspace(name);
  for (const name of numbered("pay", 5)) await changeTags(acme.emulator, acme.addWorkspace(name), { team: "payments" });
  acme.addWorkspace("web_elsewhere", acme.addProject("Web"));
}

/** Gives a workspace a repository, with this working directory. */
async function setFolder(id: string, folder: string): Promise<void> {
  const attributes = { "vcs-repo": { identifier: "acme/infra" }, "working-directory": `${folder}/prod` };
  const { status } = await new HttpClient(acme.emulator).patch(`/workspaces/${id}`, resource("workspaces", attributes));
  if (status !== 200) throw new Error(`${status}`);
}

describe("tfprojects import --suggest", () => {
  test("shows ways to group the workspaces of the default project, and writes nothing", async () => {
    await setUp();
    const files = readdirSync(cli.folder);
    const { status, stdout, stderr } = await run();
    expect([status, stderr]).toEqual([0, ""]);
    expect(stdout).toBe(`Ways to group the 23 workspaces of the default project of acme, Default Project:

WAY       GROUPS  COVERED  LEFT  LARGEST GROUP  WRITTEN AS
tag:team       1        5    18  payments (5)   rules
word:1         3       22     1  net (12)       rules

Words of no group, since they stand beside most others: prod, test.

tag:team: by the values of the tag team
  payments (5)  pay0, pay2, pay4
  left (18)     net-prod-0, net-test-2, web_4

word:1: by the first word of names; the same groups as word:-1
  net (12)  net-prod-0, net-prod-5, net-test-5
  pay (5)   pay0, pay2, pay4
  web (5)   web_0, web_2, web_4
  left (1)  vpn

To write the code of a way: tfprojects import --by tag:team
With 17 workspaces that it leaves: tfprojects import --by tag:team --by word:1
`);
    expect(readdirSync(cli.folder)).toEqual(files);
  });

  test("requests the organization, its projects, and only the workspaces of the default project, with tags", async () => {
    const elsewhere = acme.addProject("Elsewhere");
    for (const name of numbered("app-", 130)) acme.addWorkspace(name);
    for (const name of numbered("other-", 250)) acme.addWorkspace(name, elsewhere);
    acme.emulator.requests.clear();
    expect((await run()).stdout).toContain("word:1       1      130     0  app (130)      rules");
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
      words_left_out: { anywhere: ["prod", "test"], first: [] },
      ways: [
        {
          way: "tag:team",
          also_by: [],
          covered: 5,
          left: expect.arrayContaining(["net-prod-0", "vpn", "web_4"]),
          written_as: "rules",
          groups: [{ project: "payments", match_tags: { team: "payments" }, workspaces: numbered("pay", 5) }],
        },
        expect.objectContaining({ way: "word:1", also_by: ["word:-1"], covered: 22, left: ["vpn"] }),
      ],
      comparisons: [{ ways: ["tag:team", "word:1"], alike: 5, apart: [] }],
    });
  });

  test("with --html, also writes a page, which has the command for each way", async () => {
    await setUp();
    const { status, stdout, stderr } = await run("--html", "ways.html");
    expect([status, stderr]).toEqual([0, "Wrote the HTML page to ways.html.\n"]);
    expect(stdout).toContain("tag:team: by the values of the tag team");
    const page = readFileSync(inFolder("ways.html"), "utf8");
    expect([page, page]).toEqual([
      expect.stringContaining("<code>tfprojects import --by tag:team</code>"),
      expect.stringContaining("<code>tfprojects import --by word:1</code>"),
    ]);
    rmSync(inFolder("ways.html"));
    const failed = await run("--json", "--html", "missing/ways.html");
    expect([failed.status, JSON.parse(failed.stdout)]).toEqual([1, expect.objectContaining({ kind: "error" })]);
  });

  test("with --with access, reads the teams of each workspace in a group, and says before how many requests", async () => {
    await setUp();
    const { teams, workspaces } = acme.emulator;
    const [ops, audit] = ["ops", "audit"].map((name) => teams.create({ organization: "acme", name }).id);
    for (const { id, name } of acme.project("Default Project")!.workspaces) {
      if (name.startsWith("net")) teams.grantToWorkspace({ teamId: ops!, workspaceId: id, access: "write" });
    }
    const workspaceId = workspaces.find("acme", "net-prod-3")!.id;
    teams.grantToWorkspace({ teamId: audit!, workspaceId, access: "read" });
    acme.emulator.requests.clear();
    const { status, stdout, stderr } = await run("--with", "access");
    expect([status, stderr]).toEqual([
      0,
      "Reading the team access of 22 workspaces: one request for each, and those for the list of teams.\n",
    ]);
    expect(stdout).toContain(`
  net (12)  net-prod-0, net-prod-5, net-test-5
            teams: ops write; ≠ audit read (1 of 12)
  pay (5)   pay0, pay2, pay4
            teams: none
`);
    const requests = acme.takeRequests();
    expect(requests.filter((it) => it === "GET /api/v2/team-workspaces")).toHaveLength(22);
    expect(requests.filter((it) => it === "GET /api/v2/organizations/acme/teams")).toHaveLength(1);
    expect(requests).toHaveLength(22 + 1 + 3);
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
    expect([stdout.includes("word:1"), stdout.includes("tag:")]).toEqual([true, false]);
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

  test.each([["--json"], ["--html", "page.html"]])("is needed by %s", async (...args) => {
    const { status, stderr } = await cli.run(["import", ...args], acme.environment);
    expect([status, stderr]).toEqual([1, expect.stringContaining(`${args[0]} needs --suggest.`)]);
  });
});

describe("tfprojects import --by", () => {
  test("writes an app with the projects and the placement, says what is left, and sends no writes", async () => {
    await setUp();
    acme.emulator.requests.clear();
    const { status, stdout, stderr } = await importBy("word:1", "--out", "groups");
    expect([status, stderr]).toEqual([0, ""]);
    expect(stdout).toBe(`Wrote 6 files to groups: 3 projects (2 new) for 22 of 23 workspaces of the default project.

Left in the default project: 1 workspace: vpn

Next steps:
  cd groups && npm install
  npx tfprojects plan --max-moves 22    # 2 projects to create, 22 workspaces to move
  npx tfprojects apply --max-moves 22   # or deploy with Terraform: see README.md
`);
    expect(readFileSync(inFolder("groups", "main.ts"), "utf8")).toContain(`
    const net = new Project(this, "net", { name: "net" });
    const pay = new Project(this, "pay", { name: "pay" });

    new WorkspacePlacement(this, "placement", {
      rule: [
        { project: net.name, matchNames: ["net-*"] },
        { project: pay.name, matchNames: ["pay*"] },
        { project: "Web", matchNames: ["web_*"] },
      ],
    });
    // Left in the default project, Default Project: 1 workspace in no group: vpn.
`);
    expect(acme.takeRequests().sort()).toEqual([
      "GET /api/v2/organizations/acme",
      "GET /api/v2/organizations/acme/projects",
      "GET /api/v2/organizations/acme/workspaces",
    ]);
  });

  test("with several ways, the first that has a group decides, and the result says what each took", async () => {
    await setUp();
    await changeTags(acme.emulator, acme.emulator.workspaces.find("acme", "vpn")!.id, { team: "payments" });
    const { stdout } = await importBy("tag:team", "--by", "word:1", "--by", "word:-1", "--out", "several");
    expect(stdout).toContain(`3 projects (2 new) for 23 of 23 workspaces of the default project.

tag:team: 6 workspaces in 1 group, as rules
word:1: 17 more workspaces in 2 groups, as rules
word:-1: nothing, because the ways before it have groups for all of its
  workspaces

Next steps:
`);
    expect(readFileSync(inFolder("several", "main.ts"), "utf8")).toContain(`
      rule: [
        { project: payments.name, matchTags: { team: "payments" } },
        { project: net.name, matchNames: ["net-*"] },
        { project: "Web", matchNames: ["web_*"] },
      ],
`);
  });

  test("writes lists if no rules select the groups, and says which tag would do it", async () => {
    await setUp();
    for (const { id, name } of acme.project("Default Project")!.workspaces) {
      if (name.startsWith("net-")) await setFolder(id, /[024]$/.test(name) ? "network" : "edge");
    }
    const { stdout } = await importBy("repository:folder", "--out", "listed");
    expect(stdout).toContain(`2 projects (2 new) for 12 of 23 workspaces of the default project.

repository:folder is written as lists: no patterns and no tag select exactly its
  groups (edge, network), so new workspaces are not routed. A tag would do it:
  give each workspace the tag project, with the name of its project as the
  value, and group by tag:project.
Left in the default project: 11 workspaces: pay0, pay1, pay2, pay3, pay4, vpn,
  web_0, web_1, web_2, web_3 and 1 more
`);
    expect(readFileSync(inFolder("listed", "main.ts"), "utf8")).toContain("new WorkspaceMembership(");
  });

  test.each([
    ["901 irregular names", ["word:1"]],
    ["folders of one repository", ["repository:folder"]],
    ["folders of one repository", ["repository:folder", "word:1"]],
    ["numbers of applications, and a tag", ["tag:team", "word:-1"]],
  ])("moves exactly the groups when the code is applied: %s by %j", async (style, ways) => {
    const { workspaces, groups } = LISTS.find((it) => it.style === style)!;
    for (const { name, tags = [], repository } of workspaces) {
      const id = acme.addWorkspace(name);
      if (tags.length > 0)
        await changeTags(acme.emulator, id, Object.fromEntries(tags.map((it) => [it.key, it.value])));
      if (repository?.folder !== undefined) await setFolder(id, repository.folder);
    }
    const args = ways.slice(1).flatMap((way) => ["--by", way]);
    expect(await importBy(ways[0]!, ...args, "--out", "applied", "--force")).toMatchObject({ status: 0 });
    const main = { path: "main.ts", content: readFileSync(inFolder("applied", "main.ts"), "utf8") };
    const [stack] = synthesizeFiles([main]);
    mkdirSync(inFolder("stack"), { recursive: true });
    writeFileSync(inFolder("stack", "cdk.tf.json"), JSON.stringify(stack!.files[0]!.content));
    const all = ["--max-moves", "all"];
    const planned = await cli.run(["plan", "stack", ...all], acme.environment);
    // The only warning is about identities of runs.
    expect([planned.status, planned.stdout.match(/^ {2}! .{8}/gm)]).toEqual([0, ["  ! Runs of "]]);
    const applied = await cli.run(["apply", "stack", "--auto-approve", ...all], acme.environment);
    expect(applied.status).toBe(0);
    const sorted = (world: Readonly<Record<string, readonly string[]>>) =>
      Object.fromEntries(Object.entries(world).map(([name, its]) => [name, [...its].sort()]));
    const { "Default Project": _left, ...moved } = sorted(acme.world);
    const first = sorted(groups);
    const others = Object.keys(moved).filter((name) => !(name in first));
    expect(moved).toEqual({ ...first, ...Object.fromEntries(others.map((name) => [name, expect.any(Array)])) });
    expect(others.length).toBe(ways.length - 1);
  });

  test("reads tags only for a way by tag", async () => {
    await setUp();
    const include = async (way: string) => {
      acme.emulator.requests.clear();
      expect(await importBy(way, "--stdout")).toMatchObject({ status: 0 });
      const list = acme.emulator.requests.entries.find(({ path }) => path.includes("/workspaces"))!;
      return new URL(list.path, acme.emulator.address).searchParams.get("include");
    };
    expect([await include("word:1"), await include("tag:team")]).toEqual([null, "effective-tag-bindings"]);
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
    expect(await importBy("word:1", "--out", "twice")).toMatchObject({ status: 0 });
    const again = await importBy("tag:team", "--out", "twice");
    expect([again.status, again.stderr]).toEqual([1, expect.stringContaining("twice already has main.ts")]);
    expect(await importBy("tag:team", "--out", "twice", "--force")).toMatchObject({ status: 0 });
    expect(readFileSync(inFolder("twice", "main.ts"), "utf8")).toContain('matchTags: { team: "payments" }');
  });

  test.each([
    [
      "word:3",
      /word:3 gives no groups of workspaces in the default project of acme, Default Project\.\nWays with groups: word:1\. For example: tfprojects import --by word:1\n/,
    ],
    [
      "tag:teem",
      /No workspace in the default project of acme, Default Project, has a tag "teem"\. Did you mean "team"\?/,
    ],
    ["tag:other", /has a tag "other"\.\nWays with groups: /],
    [
      "words:1",
      /'--by <way>' argument 'words:1' is invalid\. It must be one of word:1, word:2, word:3, word:-1, word:-2, word:-3, repository:owner, repository:folder, tag:KEY\. For example: --by word:1/,
    ],
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
      for (let index = 0; index < 5; index += 1) acme.addWorkspace(`${letters(group)}-${index}`);
    }
    const { status, stderr } = await importBy("word:1", "--out", "many");
    expect([status, stderr]).toEqual([
      1,
      expect.stringContaining("word:1 gives 501 groups, and a placement can have at most 500 rules."),
    ]);
    acme.emulator.workspaces.delete(acme.emulator.workspaces.find("acme", "aaa-0")!.id);
    expect((await importBy("word:1", "--out", "many")).stdout).toContain(
      "500 projects (500 new) for 2500 of 2504 workspaces",
    );
  });

  test.each([
    [["--suggest"], "'--by <way>' cannot be used with option '--suggest'"],
    [["--include-default"], "'--by <way>' cannot be used with option '--include-default'"],
  ])("excludes options that have no meaning with it: %j", async (args, message) => {
    const { status, stderr } = await importBy("word:1", ...args);
    expect([status, stderr]).toEqual([1, expect.stringContaining(message)]);
  });
});
