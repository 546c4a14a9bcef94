import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { appSteps } from "../../../src/cli/import-steps";
import type { Framework } from "../../../src/constructs/base/frameworks";
import { Acme } from "../../support/acme";
import { changeTags } from "../../support/project-settings";
import { CommandLine } from "../command-line";

const FILES = [
  ".gitignore",
  "README.md",
  "cdktf.json",
  "imports.ts",
  "main.ts",
  "organization.ts",
  "package.json",
  "tsconfig.json",
];
const HCL_FILES = [".gitignore", "README.md", "imports.tf", "main.tf", "projects.tf"];

let cli: CommandLine;
let acme: Acme;
beforeAll(() => (cli = CommandLine.build()));
afterAll(() => cli.remove());
beforeEach(async () => (acme = await Acme.start()));
afterEach(() => acme.stop());

/** From here on, the service leaves out durations and execution modes, except in responses to reads of one project. */
async function withoutDurationsInLists(): Promise<void> {
  await acme.stop();
  acme = await Acme.start({ documents: "documented" });
}

/** An organization with two projects. */
function setUp(): void {
  const platform = acme.addProject("Platform", { description: "Networks", autoDestroyActivityDuration: "14d" });
  acme.addProject("Team Search");
  acme.addWorkspace("network", platform);
  acme.addWorkspace("stray");
}

const run = (...args: string[]) =>
  cli.run(["import", ...args], {
    TFE_ADDRESS: acme.emulator.address,
    TFE_TOKEN: acme.emulator.token,
    TFE_ORGANIZATION: "acme",
  });

const inFolder = (...path: string[]) => join(cli.folder, ...path);
const read = (...path: string[]) => readFileSync(inFolder(...path), "utf8");
const main = (folder: string) => read(folder, "main.ts");
const table = (folder: string) => read(folder, "organization.ts");

/** Those for this version of Node.js: `import-steps.test.ts` has the others. */
function nextSteps(folder: string, framework: Framework): string {
  const written = { organization: "acme", folder, imports: true, besides: undefined };
  const steps = appSteps(written, framework, process.versions.node);
  return ["Next steps:", ...steps.map((step) => `  ${step}`), ""].join("\n");
}

describe("tfprojects import", () => {
  test("writes an app for cdktn with --cdktn, which excludes --hcl", async () => {
    setUp();
    const { status, stdout } = await run("--cdktn", "--out", "app");
    expect(status).toBe(0);
    expect(stdout).toContain(nextSteps("app", "cdktn"));
    expect(main("app")).toContain('from "cdktn";');
    expect(main("app")).toContain('from "tfprojects/cdktn";');
    const both = await run("--cdktn", "--hcl", "--out", "both");
    expect([both.status, both.stderr]).toEqual([
      1,
      expect.stringContaining("'--cdktn' cannot be used with option '--hcl'"),
    ]);
  });

  test("writes an app into a folder with the name of the organization, and sends no writes", async () => {
    setUp();
    acme.takeRequests();
    const { status, stdout, stderr } = await run();
    expect([status, stderr]).toEqual([0, ""]);
    expect(stdout).toBe(`Wrote 8 files to acme: 2 projects and 1 workspace of acme.

Not carried over:
  - the default project (--include-default imports it): Default Project
  - 1 workspace of the default project: stray
  - team access, variable sets, and policy sets of projects (--with
    access,variable-sets,policy-sets imports them)
  - other assignments of projects, and settings and variables of workspaces:
    import does not read them

${nextSteps("acme", "cdktf")}`);
    expect(readdirSync(inFolder("acme")).sort()).toEqual(FILES);
    expect(table("acme")).toContain('description: "Networks",\n    autoDestroyActivityDuration: "14d",');
    expect(acme.takeRequests().filter((request) => !request.startsWith("GET"))).toEqual([]);
  });

  test("says which settings the service leaves out", async () => {
    await withoutDurationsInLists();
    setUp();
    const { stdout } = await run("--out", "left-out");
    expect(stdout).toContain(`
  - the execution mode and agent pool of all imported projects, which the
    service leaves out: unset, or not known to its release
`);
  });

  test("reads only lists with --skip-durations, and says what it left out", async () => {
    await withoutDurationsInLists();
    setUp();
    acme.takeRequests();
    const { status, stdout } = await run("--skip-durations", "--out", "lists");
    expect(status).toBe(0);
    expect(acme.takeRequests().sort()).toEqual([
      "GET /api/v2/organizations/acme",
      "GET /api/v2/organizations/acme/projects",
      "GET /api/v2/organizations/acme/workspaces",
    ]);
    expect(stdout.replace(/\s+/g, " ")).toContain(
      "the auto-destroy, execution mode, and agent pool of all imported projects, " +
        "which --skip-durations does not read: tfprojects plan shows where there is one",
    );
    expect(table("lists")).toContain('description: "Networks"');
    expect(table("lists")).not.toContain("autoDestroyActivityDuration");
  });

  test("writes nothing if one of the files exists, except with --force", async () => {
    setUp();
    mkdirSync(inFolder("own"));
    writeFileSync(inFolder("own", "main.ts"), "mine");
    const refused = await run("--out", "own");
    expect([refused.status, refused.stdout]).toEqual([1, ""]);
    expect(refused.stderr).toContain("own already has main.ts.");
    expect(readdirSync(inFolder("own"))).toEqual(["main.ts"]);
    expect(main("own")).toBe("mine");

    expect(await run("--out", "own", "--force")).toMatchObject({ status: 0 });
    expect(main("own")).toContain("new Project(");
  });

  test("with --force, warns of stale files of an earlier import", async () => {
    setUp();
    await run("--out", "again");
    const stale = async (...options: string[]) => {
      const { status, stderr } = await run("--out", "again", "--force", ...options);
      expect(status).toBe(0);
      return stderr;
    };
    expect(await stale()).toBe("");
    expect(await stale("--no-imports")).toBe("Warning: stale files of an earlier import: imports.ts.\n");
    expect(await stale("--hcl")).toBe(
      "Warning: stale files of an earlier import: cdktf.json, imports.ts, main.ts, organization.ts.\n",
    );
    expect(existsSync(inFolder("again", "imports.ts"))).toBe(true);
  });

  test("says which projects are left out, and whose access of teams, by name and count", async () => {
    setUp();
    acme.addProject("Team Sandbox");
    const team = acme.emulator.teams.create({ organization: "acme", name: "ops" });
    acme.emulator.teams.grant({ teamId: team.id, projectId: acme.project("Platform")!.id, access: "read" });
    const { stdout } = await run("--exclude", "Team *", "--out", "some");
    expect(stdout).toContain("  - 2 unselected projects: Team Sandbox, Team Search\n");
    expect(stdout).toContain("  - team access to 1 project: Platform (1 team)\n");
    expect(readFileSync(inFolder("some", "README.md"), "utf8")).toContain(
      "- 2 unselected projects: `Team Sandbox`, `Team Search`\n",
    );
    expect(main("some")).toContain(" * - 2 unselected projects;\n");
  });

  test("writes Terraform configuration with --hcl, and the steps that it takes", async () => {
    setUp();
    const { status, stdout } = await run("--hcl", "--out", "my hcl");
    expect(status).toBe(0);
    expect(readdirSync(inFolder("my hcl")).sort()).toEqual(HCL_FILES);
    expect(stdout).toContain(`
Next steps:
  npx tfprojects provider install --folder 'my hcl'
  cd 'my hcl' && terraform init
  terraform plan    # only imports
  terraform apply   # import the projects into Terraform: no changes
`);
    const without = await run("--hcl", "--no-imports", "--stdout");
    expect(without.stdout).toContain("==> projects.tf <==");
    expect(without.stdout).not.toContain("==> imports.tf <==");
  });

  test("writes rules with --rules, and reads tags with the lists only then", async () => {
    const platform = acme.addProject("Platform");
    const search = acme.addProject("Search");
    for (let index = 0; index < 5; index += 1) acme.addWorkspace(`net-${index}`, platform);
    acme.addWorkspace("vpn", platform);
    for (const name of ["a", "b", "c", "d", "e"]) {
      await changeTags(acme.emulator, acme.addWorkspace(name, search), { team: "search" });
    }
    const includes = () => {
      const { entries } = acme.emulator.requests;
      const lists = entries.filter(({ path }) => path.startsWith("/api/v2/organizations/acme/workspaces"));
      const found = lists.map(({ path }) => new URL(path, acme.emulator.address).searchParams.get("include"));
      acme.emulator.requests.clear();
      return found;
    };
    includes();
    expect((await run("--stdout")).stdout).not.toContain("matchNames");
    expect(includes()).toEqual([null]);

    const { status, stdout, stderr } = await run("--rules", "--out", "rules");
    expect([status, stderr]).toEqual([0, ""]);
    expect(includes()).toEqual(["effective-tag-bindings"]);
    expect(stdout).toContain("Wrote 8 files to rules: 2 projects and 11 workspaces of acme, 10 of them by rules.");
    expect(stdout).toContain("      # import the projects into Terraform: no change in the organi");
    expect(table("rules")).toContain(`
  platform: {
    name: "Platform",
    workspaceNames: ["vpn"],
    matchNames: ["net-*"],
  },
  search: {
    name: "Search",
    matchTags: { team: "search" },
  },
`);
    expect(main("rules")).toContain('new WorkspacePlacement(this, "placement", {');

    const hcl = await run("--rules", "--hcl", "--out", "rules-hcl");
    expect(hcl.stdout).toContain("  terraform plan    # imports, and a placement\n");
    expect(read("rules-hcl", "projects.tf")).toContain('match_tags = { team = "search" }');
  });

  test("with --rules, says that it found none", async () => {
    acme.addWorkspace("vpn", acme.addProject("Platform"));
    const { status, stdout, stderr } = await run("--rules", "--out", "no-rules");
    expect([status, stderr]).toEqual([0, ""]);
    expect(stdout).toContain(": 1 project and 1 workspace of acme, none of them by rules.");
    expect((await run("--out", "without")).stdout).toContain(": 1 project and 1 workspace of acme.");
  });

  test("has no rules for exclusive memberships, whose lists are complete", async () => {
    const { status, stderr } = await run("--rules", "--exclusive", "--out", "both");
    expect([status, stderr]).toEqual([
      1,
      expect.stringContaining("'--rules' cannot be used with option '--exclusive'"),
    ]);
  });

  test("with --rules, warns of a service that does not show tags, and selects by names only", async () => {
    await acme.stop();
    acme = await Acme.start({ tagRelationships: "never" });
    const id = acme.addProject("Platform");
    for (let index = 0; index < 5; index += 1) acme.addWorkspace(`net-${index}`, id);
    const { status, stdout, stderr } = await run("--rules", "--stdout");
    expect([status, stderr]).toEqual([
      0,
      "Warning: The service does not show the own tags of all workspaces of acme: no rule selects by tags.\n",
    ]);
    expect(stdout).toContain('matchNames: ["net-*"]');
  });

  test("with --force, keeps the names in the code of projects that were renamed", async () => {
    setUp();
    const id = acme.project("Platform")!.id;
    for (const [folder, options, file, entry] of [
      ["kept", [], "imports.ts", `  platform: "${id}",`],
      ["kept-hcl", ["--hcl"], "imports.tf", `    platform    = "${id}"`],
    ] as const) {
      acme.emulator.projects.update(id, { name: "Platform" });
      expect(await run(...options, "--out", folder)).toMatchObject({ status: 0 });
      acme.emulator.projects.update(id, { name: "Core" });
      expect(await run(...options, "--out", folder, "--force")).toMatchObject({ status: 0, stderr: "" });
      expect(readFileSync(inFolder(folder, file), "utf8")).toContain(entry);
    }
  });

  test("selects projects by name, pattern and ID, ignoring case", async () => {
    setUp();
    acme.addProject("Team Sandbox");
    const projects = async (...args: string[]) =>
      [...(await run("--stdout", ...args)).stdout.matchAll(/ name: "([^"]+)"/g)].map(([, name]) => name);
    expect(await projects()).toEqual(["Platform", "Team Sandbox", "Team Search"]);
    expect(await projects("--project", "team *")).toEqual(["Team Sandbox", "Team Search"]);
    expect(await projects("--project", "*", "--exclude", "*sand*")).toEqual(["Platform", "Team Search"]);
    expect(await projects("--project", acme.project("Platform")!.id)).toEqual(["Platform"]);
    expect(await projects("--project", "default project")).toEqual(["Default Project"]);
    expect(await projects("--include-default", "--project", "Platform")).toEqual(["Default Project", "Platform"]);
  });

  test("prints the files with --stdout, and creates no folder", async () => {
    setUp();
    const { status, stdout } = await run("--stdout", "--out", "nowhere");
    expect(status).toBe(0);
    expect(stdout).toContain("==> main.ts <==\nimport { App");
    expect(existsSync(inFolder("nowhere"))).toBe(false);
  });

  test.each([
    [
      "an unknown project",
      ["--project", "Platfrom"],
      /acme has no project "Platfrom" \(did you mean "Platform"\?\), or.*\n.*Its projects are: Default Project, Platform, Team Search/,
    ],
    ["an empty selection", ["--exclude", "*"], /No project of organization acme is selected/],
    ["an unknown organization", ["--organization", "nobody"], /nobody/],
  ])("reports %s, and writes nothing", async (_, args, message) => {
    setUp();
    const { status, stdout, stderr } = await run(...args, "--out", "mistaken");
    expect([status, stdout]).toEqual([1, ""]);
    expect(stderr).toMatch(message);
    expect(existsSync(inFolder("mistaken"))).toBe(false);
  });

  test("reports that no organization is configured", async () => {
    const { status, stderr } = await cli.run(["import"], { TFE_TOKEN: "x" });
    expect(status).toBe(1);
    expect(stderr).toContain("Use --organization NAME, or set TFE_ORGANIZATION.");
  });

  test("requests the organization, its pages, and each project whose duration is not listed", async () => {
    await withoutDurationsInLists();
    acme.addProjects(150);
    acme.addWorkspaces(250);
    acme.takeRequests();
    expect(await run("--out", "all")).toMatchObject({ status: 0 });
    const requests = acme.takeRequests();
    expect(requests.filter((request) => request.startsWith("GET /api/v2/projects/prj-"))).toHaveLength(150);
    expect(requests).toHaveLength(150 + 1 + 2 + 3);

    expect(await run("--project", "Project 7", "--out", "one")).toMatchObject({ status: 0 });
    expect(acme.takeRequests().filter((request) => request.startsWith("GET /api/v2/projects/prj-"))).toHaveLength(1);
  });

  test("requests each project once for its tags, also if the list has the other settings", async () => {
    acme.addProject("Platform", { autoDestroyActivityDuration: "14d" });
    acme.takeRequests();
    expect(await run("--out", "full")).toMatchObject({ status: 0 });
    expect(table("full")).toContain('autoDestroyActivityDuration: "14d"');
    expect(acme.takeRequests()).toHaveLength(3 + 1);
  });

  test("uses the spelling of the service for the organization", async () => {
    setUp();
    const { status, stdout } = await run("--organization", "ACME", "--stdout");
    expect([status, stdout.includes('organization: "acme"')]).toEqual([0, true]);
  });
});
