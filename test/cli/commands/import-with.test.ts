import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { Acme } from "../../support/acme";
import { CommandLine } from "../command-line";

let cli: CommandLine;
let acme: Acme;
beforeAll(() => (cli = CommandLine.build()));
afterAll(() => cli.remove());
beforeEach(async () => {
  acme = await Acme.start();
  const { teams, variableSets, policySets } = acme.emulator;
  const billing = acme.addProject("Billing");
  acme.addProject("Empty");
  const inAcme = { organization: "acme" };
  teams.grant({ teamId: teams.create({ ...inAcme, name: "auditors" }).id, projectId: billing, access: "read" });
  variableSets.create({ ...inAcme, name: "aws", projectIds: [billing] });
  variableSets.create({ ...inAcme, name: "proxy", global: true });
  policySets.create({ ...inAcme, name: "pci", projectIds: [billing] });
  acme.takeRequests();
});
afterEach(() => acme.stop());

const ALL = "access,variable-sets,policy-sets";

const run = (args: readonly string[], token = acme.emulator.token) =>
  cli.run(["import", ...args], { TFE_ADDRESS: acme.emulator.address, TFE_TOKEN: token, TFE_ORGANIZATION: "acme" });

const read = (...path: string[]) => readFileSync(join(cli.folder, ...path), "utf8");

/** Code without the indentation, which differs with the place of what a document shows. */
const unindented = (code: string) => code.replaceAll(/^ +/gm, "");

describe("tfprojects import --with", () => {
  test("writes what is assigned to the projects, and says what code cannot assign", async () => {
    const own = acme.project("Billing")!.id;
    acme.emulator.variableSets.create({
      organization: "acme",
      name: "own",
      ownerProjectId: own,
      projectIds: [own],
    });
    const { status, stdout, stderr } = await run(["--with", ALL, "--out", "all"]);
    expect([status, stderr]).toEqual([0, ""]);
    expect(stdout).toContain(`Wrote 8 files to all: 2 projects and 0 workspaces of acme, with 4 assignments.

Not carried over:
  - the default project (--include-default imports it): Default Project
  - 1 team that code cannot assign: owners (has all permissions)
  - 1 variable set that code cannot assign: proxy (global)
  - other assignments of projects, and settings and variables of workspaces:
    import does not read them
`);
    const table = read("all", "organization.ts");
    expect(table).toContain('teams: { auditors: "read" }');
    expect(table).toContain('variableSets: ["aws", "own"]');
    expect(table).toContain('policySets: ["pci"]');
    expect(read("all", "imports.ts")).toContain(`"billing-team-access": "${acme.project("Billing")!.id}:auditors",`);
    expect(acme.takeRequests().filter((request) => !request.startsWith("GET"))).toEqual([]);
  });

  test("writes what its document shows", async () => {
    const { teams, policySets } = acme.emulator;
    const { id: projectId } = acme.project("Billing")!;
    const { id: teamId } = teams.create({ organization: "acme", name: "ops" });
    const workspaceAccess = { runs: "apply", "run-tasks": true } as const;
    teams.grant({ teamId, projectId, access: "custom", workspaceAccess });
    policySets.create({ organization: "acme", name: "costs", global: true, excludedProjectIds: [projectId] });
    acme.addWorkspace("billing-api", projectId);
    await run(["--with", ALL, "--out", "shown"]);
    const document = readFileSync(resolve(__dirname, "../../../docs/import.md"), "utf8");
    const shown = [...document.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, code = ""]) => code);
    const sample = shown.find((code) => code.startsWith("billing: {")) ?? "missing";
    expect(unindented(read("shown", "organization.ts"))).toContain(`\n${unindented(sample)}`);
  });

  test("requests one list of each kind, and one for each project of its team access and its variable sets", async () => {
    acme.addProjects(98);
    expect((await run(["--with", ALL, "--stdout"])).status).toBe(0);
    const counts = new Map<string, number>();
    for (const request of acme.takeRequests()) {
      const path = request.replace(/prj-\w+/, "ID");
      counts.set(path, (counts.get(path) ?? 0) + 1);
    }
    expect(Object.fromEntries(counts)).toEqual({
      "GET /api/v2/organizations/acme": 1,
      "GET /api/v2/organizations/acme/projects": 2,
      "GET /api/v2/organizations/acme/workspaces": 1,
      "GET /api/v2/projects/ID": 100,
      "GET /api/v2/organizations/acme/teams": 1,
      "GET /api/v2/team-projects": 100,
      "GET /api/v2/organizations/acme/varsets": 1,
      "GET /api/v2/projects/ID/varsets": 100,
      "GET /api/v2/organizations/acme/policy-sets": 1,
    });
  });

  test("reads and writes only the kinds that it names, also if it is repeated", async () => {
    const { stdout } = await run(["--with", "policy-sets", "--with", "access", "--out", "some"]);
    expect(stdout).toContain(", with 2 assignments.");
    expect(stdout.replaceAll(/\s+/g, " ")).toContain(`variable sets of projects (--with ${ALL} imports them)`);
    expect(read("some", "main.ts")).not.toContain("ProjectVariableSets");
    expect(acme.takeRequests().filter((request) => request.includes("varsets"))).toEqual([]);
  });

  test("reads nothing of it when it is absent, and then the result names it", async () => {
    const { stdout } = await run(["--out", "none"]);
    expect(stdout).toContain("  - team access to 1 project: Billing (1 team)\n");
    expect(stdout.replaceAll(/\s+/g, " ")).toContain(
      `team access, variable sets, and policy sets of projects (--with ${ALL} imports them)`,
    );
    expect(acme.takeRequests().filter((request) => /varsets|policy-sets|team/.test(request))).toEqual([]);
  });

  test("what the token may not read is an error that names the option, and nothing is written", async () => {
    const projects = { [acme.project("Billing")!.id]: ["read"], [acme.defaultProjectId]: ["read"] } as const;
    const token = acme.emulator.tokens.create({ organization: "acme", role: "team", projects });
    const { status, stdout, stderr } = await run(["--with", ALL, "--out", "forbidden"], token);
    expect([status, stdout]).toEqual([1, ""]);
    expect(stderr).toMatch(
      new RegExp(
        '^error: No files were written. Project "Billing" \\(prj-\\w+\\) has 1 team, but the token sees none of ' +
          "them. This takes an organization with teams, and a token that may read and manage the teams of the " +
          "project.\n" +
          'The policy sets of projects cannot be read in the organization "acme". This takes an organization with ' +
          "policies, and a token with its permission to manage policies.\n+" +
          "Use such a token, or leave access, policy-sets out of --with.\n$",
      ),
    );
    expect(existsSync(join(cli.folder, "forbidden"))).toBe(false);
  });

  test.each([
    [["--with", "access,teams"], '"teams" must be one of access, variable-sets, policy-sets.'],
    [["--with", ""], '"" must be one of access, variable-sets, policy-sets.'],
    [["--with", "access,policy-sets", "--suggest"], "Suggestions do not have policy-sets.\nWith --suggest, use --with"],
    [["--with", "access", "--by", "word:1"], "'--by <way>' cannot be used with option '--with <kinds>'"],
  ])("%j is an error", async (args, message) => {
    const { status, stdout, stderr } = await run(args);
    expect([status, stdout]).toEqual([1, ""]);
    expect(stderr).toContain(message);
  });
});
