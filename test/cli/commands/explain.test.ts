import { CommandLine } from "../command-line";
import { CliFixture } from "../cli-fixture";
import { changeTags } from "../../support/project-settings";

let cli: CommandLine;
let fixture: CliFixture;
beforeAll(() => (cli = CommandLine.build()));
afterAll(() => cli.remove());
beforeEach(async () => (fixture = await CliFixture.create(cli)));
afterEach(() => fixture.dispose());

const PROVIDER = { tfprojects: [{}] };

/** Code with three projects, whose memberships have rules and lists. */
function writeRules(memberships: Readonly<Record<string, object>> = {}): void {
  fixture.write("code/main.tf.json", {
    provider: PROVIDER,
    resource: {
      tfprojects_project: { net: { name: "Networks" }, web: { name: "Web" }, rest: { name: "Rest" } },
      tfprojects_workspace_membership: {
        net: { project_id: "${tfprojects_project.net.id}", match_names: ["net-*"] },
        web: { project_id: "${tfprojects_project.web.id}", workspace_names: ["Shop"] },
        rest: {
          project_id: "${tfprojects_project.rest.id}",
          match_names: ["*"],
          except_names: ["net-*", "shop"],
          take_from: "default-project",
        },
        ...memberships,
      },
    },
  });
}

describe("tfprojects explain", () => {
  test("shows the membership that has a workspace by its rule, and those that nearly do; changes nothing", async () => {
    const networks = fixture.acme.addProject("Networks");
    const id = fixture.acme.addWorkspace("net-prod");
    writeRules();
    fixture.acme.takeRequests();
    const { status, stdout, stderr } = await fixture.run("explain", "NET-prod", "code");
    expect([status, stderr]).toEqual([0, ""]);
    expect(stdout).toBe(
      `Organization: acme
Workspace:    net-prod (${id})
Now in:       Default Project
Belongs in:   Networks (it is not there yet)
Membership:   tfprojects_workspace_membership.net
Because:      it matches "net-*"

Nearly in:
  tfprojects_workspace_membership.rest (Rest)
    it matches "*", but except_names has "net-*"
`,
    );
    expect(fixture.takeWrites()).toEqual([]);

    fixture.acme.emulator.workspaces.move(id, networks);
    const inside = await fixture.run("explain", id, "code");
    expect(inside.stdout).toContain("Now in:       Networks\nBelongs in:   Networks (it is there)");
  });

  test("shows a workspace in a list, one that a rule does not take, and one of no membership", async () => {
    fixture.acme.addWorkspace("shop");
    const other = fixture.acme.addProject("Other");
    fixture.acme.addWorkspace("api", other);
    writeRules();
    const named = await fixture.run("explain", "shop", "code");
    expect(named.stdout).toContain(
      "Membership:   tfprojects_workspace_membership.web\nBecause:      workspace_names has its name\n",
    );
    const elsewhere = await fixture.run("explain", "api", "code");
    expect(elsewhere.status).toBe(0);
    expect(elsewhere.stdout).toContain(
      `Belongs in:   Other (it stays, since no membership has it)
Membership:   none

Nearly in:
  tfprojects_workspace_membership.rest (Rest)
    it matches "*", but take_from is default-project, and it is in Other
`,
    );
  });

  test("shows both memberships of a conflict, with the line to add", async () => {
    fixture.acme.addWorkspace("net-shop");
    writeRules({ other: { project_id: "prj-other", match_names: ["*-shop"] } });
    const { status, stdout } = await fixture.run("explain", "net-shop", "code");
    expect(status).toBe(0);
    expect(stdout).toContain("Belongs in:   unclear: several memberships have it\n");
    expect(stdout).toMatch(
      /Membership: +tfprojects_workspace_membership\.net \(Networks\)\nBecause: +it matches "net-\*"\n/,
    );
    expect(stdout).toMatch(
      /Membership: +tfprojects_workspace_membership\.other \(a project that does not exist\)\nBecause: +it matches "\*-shop"\n/,
    );
    expect(stdout).toMatch(/only one membership\. To keep it in .*, add this to .*: except_names = \["/);
  });

  test("compares tags, which are read with the lists", async () => {
    const id = fixture.acme.addWorkspace("api");
    await changeTags(fixture.acme.emulator, id, { team: "net", env: "dev" });
    writeRules({
      net: { project_id: "${tfprojects_project.net.id}", match_tags: { team: "net" } },
      rest: { project_id: "${tfprojects_project.rest.id}", match_names: ["a*"], except_tags: { env: "*" } },
    });
    fixture.acme.takeRequests();
    const { stdout } = await fixture.run("explain", "api", "code");
    expect(fixture.acme.takeRequests().filter((it) => it.includes("workspaces"))).toEqual([
      "GET /api/v2/organizations/acme/workspaces",
    ]);
    expect(stdout).toContain("Because:      it has tag team=net\n");
    expect(stdout).toContain('    it matches "a*", but except_tags has tag env=*\n');
  });

  test("--json has the same as data", async () => {
    const id = fixture.acme.addWorkspace("net-prod");
    const networks = fixture.acme.addProject("Networks");
    writeRules();
    const { status, stdout, stderr } = await fixture.run("explain", "net-prod", "code", "--json");
    expect([status, stderr]).toEqual([0, ""]);
    expect(JSON.parse(stdout)).toEqual({
      format_version: expect.stringMatching(/^2\.\d+$/),
      tfprojects_version: expect.any(String),
      kind: "explain",
      workspaces: [
        {
          organization: "acme",
          id,
          name: "net-prod",
          project: { id: fixture.acme.defaultProjectId, name: "Default Project" },
          destination: { id: networks, name: "Networks" },
          moves: "member",
          placed_by: null,
          memberships: [
            {
              address: "tfprojects_workspace_membership.net",
              project: { id: networks, name: "Networks" },
              by: "rule",
              pattern: "net-*",
              tags: [],
            },
          ],
          possibly: [],
          nearly: [
            {
              address: "tfprojects_workspace_membership.rest",
              project: { id: null, name: "Rest" },
              matches: { pattern: "*", tags: [] },
              obstacles: [{ attribute: "except_names", pattern: "net-*" }],
            },
          ],
        },
      ],
    });
  });

  test("an unknown workspace is an error with the nearest name, in all organizations of the code", async () => {
    fixture.acme.addWorkspace("net-prod");
    writeRules();
    const { status, stdout, stderr } = await fixture.run("explain", "net-prd", "code");
    expect([status, stdout]).toEqual([1, ""]);
    expect(stderr).toContain(
      'The organization "acme" has no workspace net-prd (did you mean net-prod?), or the token is not authorized',
    );
    const json = await fixture.run("explain", "ws-unknown1", "code", "--json");
    expect(json.status).toBe(1);
    expect(JSON.parse(json.stdout)).toMatchObject({
      kind: "error",
      error: { message: expect.stringContaining("ws-unknown1") },
    });
  });

  test("a state tells which project a membership had", async () => {
    fixture.acme.addWorkspace("net-prod");
    writeRules();
    const state = { version: 4, serial: 1, lineage: "l", terraform_version: "1.9.0", outputs: {}, resources: [] };
    fixture.write("state.json", state);
    const { status, stdout } = await fixture.run("explain", "net-prod", "code", "--state", "state.json");
    expect([status, stdout]).toEqual([0, expect.stringContaining("Belongs in:   Networks")]);
  });
});
