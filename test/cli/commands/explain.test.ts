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

/** Code with three projects, whose memberships have lists. */
function writeLists(memberships: Readonly<Record<string, object>> = {}): void {
  fixture.write("code/main.tf.json", {
    provider: PROVIDER,
    resource: {
      tfprojects_project: { net: { name: "Networks" }, web: { name: "Web" }, rest: { name: "Rest" } },
      tfprojects_workspace_membership: {
        net: { project_id: "${tfprojects_project.net.id}", workspace_names: ["net-prod"], missing_workspaces: "warn" },
        web: { project_id: "${tfprojects_project.web.id}", workspace_names: ["Shop"], missing_workspaces: "warn" },
        ...memberships,
      },
    },
  });
}

describe("tfprojects explain", () => {
  test("shows the membership that has a workspace; changes nothing", async () => {
    const networks = fixture.acme.addProject("Networks");
    const id = fixture.acme.addWorkspace("net-prod");
    writeLists();
    fixture.acme.takeRequests();
    const { status, stdout, stderr } = await fixture.run("explain", "NET-prod", "code");
    expect([status, stderr]).toEqual([0, ""]);
    expect(stdout).toBe(
      `Organization: acme
Workspace:    net-prod (${id})
Now in:       Default Project
Belongs in:   Networks (it is not there yet)
Membership:   tfprojects_workspace_membership.net
Because:      workspace_names has its name
`,
    );
    expect(fixture.takeWrites()).toEqual([]);

    fixture.acme.emulator.workspaces.move(id, networks);
    const inside = await fixture.run("explain", id, "code");
    expect(inside.stdout).toContain("Now in:       Networks\nBelongs in:   Networks (it is there)");
  });

  test("shows a workspace of no membership", async () => {
    fixture.acme.addWorkspace("api", fixture.acme.addProject("Other"));
    writeLists();
    const { status, stdout } = await fixture.run("explain", "api", "code");
    expect(status).toBe(0);
    expect(stdout).toContain("Belongs in:   Other (it stays, since no membership has it)\nMembership:   none\n");
  });

  test("shows both memberships of a conflict", async () => {
    fixture.acme.addWorkspace("shop");
    writeLists({ other: { project_id: "prj-other", workspace_names: ["shop"] } });
    const { status, stdout } = await fixture.run("explain", "shop", "code");
    expect(status).toBe(0);
    expect(stdout).toContain("Belongs in:   unclear: several memberships have it\n");
    expect(stdout).toMatch(
      /Membership: +tfprojects_workspace_membership\.other \(a project that does not exist\)\nBecause: +workspace_names has its name\n/,
    );
    expect(stdout.replace(/\s+/g, " ")).toContain(
      'The plan is blocked: tfprojects_workspace_membership.other: The organization "acme" has no project prj-other,',
    );

    fixture.acme.addProject("Other");
    writeLists({ other: { project_id: fixture.acme.project("Other")?.id, workspace_names: ["shop"] } });
    const conflict = await fixture.run("explain", "shop", "code");
    expect(conflict.stdout).toMatch(/only one\s+membership\. Remove it from one of the two\./);
  });

  test("--json has the same as data", async () => {
    const id = fixture.acme.addWorkspace("net-prod");
    const networks = fixture.acme.addProject("Networks");
    writeLists();
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
              by: "name",
              former_name: null,
            },
          ],
          possibly: [],
          placements: [],
          errors: [],
          assigned: [],
          nearly: [],
        },
      ],
    });
  });

  test("shows the rule that places a workspace, by its position, what would match next, and what nearly matches", async () => {
    const id = fixture.acme.addWorkspace("net-prod");
    await changeTags(fixture.acme.emulator, id, { team: "web" });
    fixture.write("code/main.tf.json", {
      provider: PROVIDER,
      resource: {
        tfprojects_project: { net: { name: "Networks" }, web: { name: "Web" } },
        tfprojects_workspace_placement: {
          all: {
            rule: [
              { project: "${tfprojects_project.web.name}", match_names: ["net-*"], match_tags: { team: "net" } },
              { project: "${tfprojects_project.net.name}", match_names: ["net-*"] },
              { project: "Default Project", match_names: ["*"] },
            ],
          },
        },
      },
    });
    fixture.acme.takeRequests();
    const { status, stdout, stderr } = await fixture.run("explain", "net-prod", "code");
    expect([status, stderr]).toEqual([0, ""]);
    expect(stdout).toBe(
      `Organization: acme
Workspace:    net-prod (${id})
Now in:       Default Project
Belongs in:   Networks (it is not there yet)
Membership:   none
Placement:    rule 2 (Networks) of tfprojects_workspace_placement.all
Because:      it matches "net-*"
Otherwise:    rule 3 (Default Project): it matches "*"

Nearly matching:
  rule 1 (Web) of tfprojects_workspace_placement.all
    it matches "net-*", but it does not have tag team=net
`,
    );
    // Tags are read with the list.
    expect(fixture.acme.takeRequests().filter((it) => it.includes("workspaces"))).toEqual([
      "GET /api/v2/organizations/acme/workspaces",
    ]);
  });

  test("and the warning of a plan say that a workspace has only a flat tag", async () => {
    const { acme } = fixture;
    acme.addWorkspace("api");
    const id = acme.addWorkspace("net-prod");
    const tagged = await fetch(`${acme.emulator.address}/api/v2/workspaces/${id}/relationships/tags`, {
      method: "POST",
      headers: { authorization: `Bearer ${acme.emulator.token}`, "content-type": "application/vnd.api+json" },
      body: JSON.stringify({ data: [{ type: "tags", attributes: { name: "net" } }] }),
    });
    expect(tagged.status).toBe(204);
    acme.addProject("Networks");
    fixture.write("code/main.tf.json", {
      provider: PROVIDER,
      resource: {
        tfprojects_workspace_placement: { all: { rule: [{ project: "Networks", match_tags: { net: "*" } }] } },
      },
    });
    const flat = 'does not have tag net=*, but the flat tag "net" (`tag_names`), which no rule matches';
    const explained = await fixture.run("explain", "net-prod", "code");
    expect(explained.stdout.replace(/\s+/g, " ")).toContain(
      `Nearly matching: rule 1 (Networks) of tfprojects_workspace_placement.all it ${flat}`,
    );
    const planned = await fixture.run("plan", "code");
    expect(planned.stdout.replace(/\s+/g, " ")).toContain(
      `No workspace matches rule 1 (net-prod ${flat}) of tfprojects_workspace_placement.all.`,
    );
  });

  test("an unknown workspace is an error with the nearest name, in all organizations of the code", async () => {
    fixture.acme.addWorkspace("net-prod");
    writeLists();
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

  test.each(["error", "warn"])(
    "shows a renamed workspace, of either name, with missing_workspaces = %s",
    async (rest) => {
      const projectId = fixture.acme.addProject("Networks");
      const id = fixture.acme.addWorkspace("svc-05-renamed");
      const names = { workspace_names: ["svc-05"] };
      writeLists({ net: { project_id: "${tfprojects_project.net.id}", ...names, missing_workspaces: rest } });
      const attributes = { id: projectId, project_id: projectId, workspace_ids: [id], ...names, exclusive: false };
      const membership = {
        mode: "managed",
        type: "tfprojects_workspace_membership",
        name: "net",
        provider: 'provider["terraform.local/tfprojects/tfprojects"]',
        instances: [{ schema_version: 0, attributes: { ...attributes, organization: "acme" } }],
      };
      const state = { version: 4, serial: 1, lineage: "l", terraform_version: "1.9.0", outputs: {} };
      fixture.write("state.json", { ...state, resources: [membership] });
      for (const word of ["svc-05", "SVC-05-renamed", id]) {
        const { status, stdout } = await fixture.run("explain", word, "code", "--state", "state.json");
        expect([status, stdout]).toEqual([
          0,
          `Organization: acme
Workspace:    svc-05-renamed (${id})
Now in:       Default Project
Belongs in:   Networks (plans leave it where it is until the code has its new name)
Membership:   tfprojects_workspace_membership.net
Because:      workspace_names has "svc-05", which was its name
` +
            (rest === "warn"
              ? ""
              : `
The plan is blocked:
  tfprojects_workspace_membership.net: svc-05 is now svc-05-renamed (${id}). ` +
                "Use the new name in the code, or rename the workspace back.\n"),
        ]);
      }
      const json = await fixture.run("explain", id, "code", "--state", "state.json", "--json");
      expect(JSON.parse(json.stdout)).toMatchObject({
        workspaces: [{ moves: null, memberships: [{ by: "former-name", former_name: "svc-05" }] }],
      });
      const plan = await fixture.run("plan", "code", "--state", "state.json", "--json");
      type Planned = Record<"errors" | "actions", readonly { readonly code: string; readonly kind: string }[]>;
      const [planned] = (JSON.parse(plan.stdout) as { readonly organizations: readonly Planned[] }).organizations;
      expect(planned?.errors.map(({ code }) => code)).toEqual(rest === "warn" ? [] : ["UNKNOWN_WORKSPACE"]);
      expect(planned?.actions.filter(({ kind }) => kind === "move")).toEqual([]);
    },
  );

  test("a state tells which project a membership had", async () => {
    fixture.acme.addWorkspace("net-prod");
    writeLists();
    const state = { version: 4, serial: 1, lineage: "l", terraform_version: "1.9.0", outputs: {}, resources: [] };
    fixture.write("state.json", state);
    const { status, stdout } = await fixture.run("explain", "net-prod", "code", "--state", "state.json");
    expect([status, stdout]).toEqual([0, expect.stringContaining("Belongs in:   Networks")]);
  });
});
