import { CommandLine } from "../command-line";
import { CliFixture } from "../cli-fixture";

let cli: CommandLine;
let fixture: CliFixture;
beforeAll(() => (cli = CommandLine.build()));
afterAll(() => cli.remove());
beforeEach(async () => (fixture = await CliFixture.create(cli)));
afterEach(() => fixture.dispose());

const organization = "acme";

/** Web, whose team loses access to what moves to Data, which has auto-destroy. */
function prepare(): { readonly web: string; readonly data: string; readonly www: string } {
  const { emulator } = fixture.acme;
  const web = fixture.acme.addProject("Web");
  const data = emulator.projects.create({ organization, name: "Data", autoDestroyActivityDuration: "14d" }).id;
  const team = emulator.teams.create({ organization, name: "ops" }).id;
  emulator.teams.grant({ teamId: team, projectId: web, access: "admin" });
  const www = fixture.acme.addWorkspace("www", web);
  emulator.variables.create({
    workspaceId: www,
    key: "TFC_AWS_PROVIDER_AUTH",
    value: "true",
    category: "env",
  });
  return { web, data, www };
}

/** Runs it for `www` in an organization, without any code. */
async function withoutCode(...args: readonly string[]): Promise<Awaited<ReturnType<CliFixture["run"]>>> {
  return fixture.run("explain", "WWW", "--organization", organization, ...args);
}

describe("tfprojects explain --impact", () => {
  test("shows what a move would change, without code, with the requests of a plan of one move", async () => {
    const { www, data } = prepare();
    fixture.acme.takeRequests();
    const { status, stdout, stderr } = await withoutCode("--impact", "data");
    const requests = fixture.acme.takeRequests();
    expect([status, stderr]).toEqual([0, ""]);
    expect(stdout).toBe(
      `Organization: acme
Workspace:    www (${www})
Now in:       Web
Moved to:     Data

Warnings:
  ! Runs of 1 workspace present another identity, in whose subject "organization:acme:project:Web" becomes ` +
        `"organization:acme:project:Data" (1 of 1 use it: aws 1). Clouds and Vault that trust the earlier one reject ` +
        `them: allow both before you apply, and remove the earlier one afterwards.
  ! 1 workspace that moves to "Data" gets auto-destroy after 14d of inactivity: from "Web" (before: none).

What the moves change:
  Web → Data (1 workspace)
    auto-destroy  (none) → 14d
    team access   - ops (admin)
`,
    );
    fixture.write("code/main.tf.json", {
      provider: { tfprojects: [{}] },
      resource: { tfprojects_workspace_membership: { data: { project_id: data, workspace_names: ["www"] } } },
    });
    expect((await fixture.run("plan", "code", "--impact")).stderr).toBe("");
    const planned = fixture.acme.takeRequests();
    expect([...requests].sort()).toEqual([...planned].sort());
    expect(requests.every((it) => it.startsWith("GET"))).toBe(true);
  });

  test("shows it as JSON", async () => {
    const { web, data, www } = prepare();
    const { status, stdout } = await withoutCode("--impact", data, "--json");
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      kind: "explain",
      moves: [
        {
          organization,
          workspace: { id: www, name: "www" },
          from: { id: web, name: "Web" },
          to: { id: data, name: "Data" },
          errors: [],
          warnings: [{ code: "run-identity" }, { code: "auto-destroy" }],
          impact: {
            identities: [{ before: "organization:acme:project:Web", after: "organization:acme:project:Data" }],
            moves: [{ related: { team_access: { effects: [{ change: "lost", name: "ops" }] } } }],
          },
        },
      ],
    });
  });

  test("compares with a project as the code leaves it, which may create it", async () => {
    prepare();
    fixture.write("code/main.tf.json", {
      provider: { tfprojects: [{}] },
      resource: {
        tfprojects_project: {
          new: { name: "New", auto_destroy_activity_duration: "7d" },
          other: { name: "Other" },
        },
        tfprojects_project_team_access: {
          new: { project_id: "${tfprojects_project.new.id}", team: [{ name: "ops", access: "write" }] },
        },
        // What else the code does is not asked for.
        tfprojects_workspace_membership: {
          other: { project_id: "${tfprojects_project.other.id}", workspace_names: ["www"] },
        },
      },
    });
    const { status, stdout } = await fixture.run("explain", "www", "code", "--impact", "New");
    expect(status).toBe(0);
    expect(stdout).toContain("Moved to:     New (tfprojects_project.new creates it)\n");
    expect(stdout).toContain(
      "  Web → New (1 workspace)\n    auto-destroy  (none) → 7d\n    team access   ~ ops (admin → write)\n",
    );
    expect(stdout).not.toContain("Other");
  });

  test("says that a workspace is there, and that nothing changes", async () => {
    const { www } = prepare();
    const { status, stdout } = await withoutCode("--impact", "Web");
    expect(status).toBe(0);
    expect(stdout).toBe(`Organization: acme
Workspace:    www (${www})
Now in:       Web
Moved to:     Web (it is there: nothing changes)
`);
  });

  test("a project or workspace that does not exist is an error", async () => {
    prepare();
    const project = await withoutCode("--impact", "Dat");
    expect(project.status).toBe(1);
    expect(project.stdout).toContain("Moved to:     a project that does not exist\n");
    expect(project.stdout).toContain('The organization "acme" has no project "Dat"');
    const workspace = await fixture.run("explain", "ww", "--impact", "Data", "--organization", organization);
    expect([workspace.status, workspace.stdout]).toEqual([1, ""]);
    expect(workspace.stderr).toContain('The organization "acme" has no workspace ww,');
  });
});
