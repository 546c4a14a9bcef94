import { rmSync } from "node:fs";
import { join } from "node:path";
import { CliFixture } from "../cli-fixture";
import { CommandLine } from "../command-line";

let cli: CommandLine;
let fixture: CliFixture;
beforeAll(() => (cli = CommandLine.build()));
afterAll(() => cli.remove());
beforeEach(async () => (fixture = await CliFixture.create(cli)));
afterEach(async () => {
  rmSync(join(cli.folder, "code"), { recursive: true, force: true });
  await fixture.dispose();
});

const MEMBERS = "tfprojects_workspace_membership.members";

/** Code with two projects, a membership of `a`, and `tfe_workspace` resources. */
function code(workspaces: object, membership: object, rest: object = {}): object {
  return {
    provider: { tfprojects: [{}], tfe: [{}] },
    resource: {
      tfprojects_project: { a: { name: "Alpha" }, b: { name: "Beta" } },
      tfprojects_workspace_membership: { members: { project_id: "${tfprojects_project.a.id}", ...membership } },
      // Terraform refuses a type without a resource.
      ...(Object.keys(workspaces).length === 0 ? {} : { tfe_workspace: workspaces }),
    },
    ...rest,
  };
}

const IN_B = { project_id: "${tfprojects_project.b.id}" };
const API_IN_B = { api: { name: "api", ...IN_B } };

/** A state as Terraform writes it, with `tfe_workspace` resources. */
function state(...resources: readonly object[]): object {
  return { version: 4, serial: 7, lineage: "3a1f", resources };
}

function workspaceInState(name: string, instances: readonly object[], module?: string): object {
  return {
    ...(module === undefined ? {} : { module }),
    mode: "managed",
    type: "tfe_workspace",
    name,
    provider: 'provider["registry.terraform.io/hashicorp/tfe"]',
    instances,
  };
}

interface Warning {
  readonly code: string;
  readonly message: string;
  readonly addresses?: readonly string[];
  readonly action?: string;
}

/** The warnings about two owners. */
async function warnings(command: "plan" | "drift", content: object, terraformState?: object): Promise<Warning[]> {
  fixture.write("code/main.tf.json", content);
  if (terraformState !== undefined) fixture.write("code/terraform.tfstate", terraformState);
  const { stdout } = await fixture.run(
    command,
    "code",
    "--json",
    ...(command === "plan" ? ["--max-moves", "all"] : []),
  );
  const document = JSON.parse(stdout) as { organizations?: { warnings: Warning[] }[]; error?: object };
  if (document.organizations === undefined) throw new Error(stdout);
  return document.organizations.flatMap((it) => it.warnings.filter(({ code: it }) => it.startsWith("two-owners")));
}

describe("a membership and a tfe_workspace with another project", () => {
  test("are a warning of plan and drift, with both addresses and the line that ends it", async () => {
    fixture.acme.addWorkspace("api");
    const content = code(API_IN_B, { workspace_names: ["API"] });
    const expected = {
      code: "two-owners",
      message:
        `Two owners: ${MEMBERS} and tfe_workspace.api both set the project of the same workspace, so every apply of ` +
        "one undoes the other. Remove the workspace from the membership; or, to leave the project to it, add to " +
        "tfe_workspace.api: lifecycle { " +
        'ignore_changes = [project_id] } (in a CDK app: lifecycle: { ignoreChanges: ["project_id"] }).',
      addresses: [MEMBERS, "tfe_workspace.api"],
    };
    expect(await warnings("plan", content)).toEqual([expected]);
    expect(await warnings("drift", content)).toEqual([expected]);

    const plan = await fixture.run("plan", "code", "--html", join(cli.folder, "plan.html"));
    expect(plan.stdout.replaceAll(/\s+/g, " ")).toContain(`! ${expected.message}`);
    const drift = await fixture.run("drift", "code", "--markdown");
    expect(drift.stdout).toContain("lifecycle { ignore_changes = &#91;project_id&#93; }");
  });

  test("are one warning for a membership, also when nothing is to be changed and after an apply", async () => {
    for (const name of ["api", "web", "db"]) fixture.acme.addWorkspace(name);
    const content = code(
      { ...API_IN_B, web: { name: "web", ...IN_B }, db: { name: "db" } },
      { workspace_names: ["api", "web", "db"] },
    );
    fixture.write("code/main.tf.json", content);
    const applied = await fixture.run("apply", "code", "--auto-approve");
    expect(applied).toMatchObject({ status: 0, stdout: expect.stringContaining("Two owners: ") as string });
    const found = await warnings("plan", content);
    expect(found).toMatchObject([{ addresses: [MEMBERS, "tfe_workspace.api", "tfe_workspace.web"] }]);
  });

  test("are a warning of a saved plan, too", async () => {
    fixture.acme.addWorkspace("api");
    fixture.write("code/main.tf.json", code(API_IN_B, { workspace_names: ["api"] }));
    expect(await fixture.run("plan", "code", "--out", "plan.json")).toMatchObject({ status: 0 });
    const { status, stdout } = await fixture.run("apply", "plan.json", "--json");
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      organizations: [
        { warnings: [{ code: "run-identity" }, { code: "two-owners", addresses: [MEMBERS, "tfe_workspace.api"] }] },
      ],
    });
  });

  test.each<[string, object]>([
    ["without a project", { api: { name: "api" } }],
    ["with the same project", { api: { name: "api", project_id: "${tfprojects_project.a.id}" } }],
    ["with the line", { api: { name: "api", ...IN_B, lifecycle: { ignore_changes: ["project_id"] } } }],
    ["of another organization", { api: { name: "api", organization: "other", ...IN_B } }],
    ["of another name", { api: { name: "web", ...IN_B } }],
  ])("are no warning %s", async (_, workspaces) => {
    fixture.acme.addWorkspace("api");
    expect(await warnings("plan", code(workspaces, { workspace_names: ["api"] }))).toEqual([]);
  });

  test("are found across stacks of an app", async () => {
    fixture.acme.addWorkspace("api");
    fixture.write("code/stacks/ours/cdk.tf.json", code({}, { workspace_names: ["api"] }));
    fixture.write("code/stacks/theirs/cdk.tf.json", {
      resource: { tfe_workspace: { api: { name: "api", organization: "ACME", project_id: "prj-other" } } },
    });
    const stacks = Object.fromEntries(
      ["ours", "theirs"].map((name) => [name, { synthesizedStackPath: `stacks/${name}/cdk.tf.json` }]),
    );
    fixture.write("code/manifest.json", { stacks });
    const { stdout } = await fixture.run("plan", "code", "--json");
    expect(JSON.parse(stdout)).toMatchObject({
      organizations: [
        { warnings: [{ code: "run-identity" }, { addresses: [`ours/${MEMBERS}`, "theirs/tfe_workspace.api"] }] },
      ],
    });
  });
});

describe("with a Terraform state", () => {
  test("a membership may have the workspace by a reference to the ID of the resource", async () => {
    const id = fixture.acme.addWorkspace("api");
    const attributes = { id, name: "api", organization: "acme", project_id: fixture.acme.defaultProjectId };
    const content = code(API_IN_B, { workspace_ids: ["${tfe_workspace.api.id}"] });
    const found = await warnings("plan", content, state(workspaceInState("api", [{ attributes }])));
    expect(found).toMatchObject([{ addresses: [MEMBERS, "tfe_workspace.api"] }]);
  });

  test("instances of for_each are known by their IDs", async () => {
    const [api, web] = [fixture.acme.addWorkspace("api"), fixture.acme.addWorkspace("web")];
    const instances = Object.entries({ api, web }).map(([name, id]) => ({
      index_key: name,
      attributes: { id, name, organization: "acme", project_id: fixture.acme.defaultProjectId },
    }));
    const content = code(
      { all: { for_each: "${toset(var.names)}", name: "${each.key}", ...IN_B } },
      { workspace_names: ["web"] },
    );
    const found = await warnings("plan", content, state(workspaceInState("all", instances)));
    expect(found).toMatchObject([{ addresses: [MEMBERS, 'tfe_workspace.all["web"]'] }]);
  });

  test("a resource of a module, which is not read, is a warning while the state has it in another project", async () => {
    const [alpha, other] = [fixture.acme.addProject("Alpha"), fixture.acme.addProject("Beta")];
    const id = fixture.acme.addWorkspace("api", alpha);
    const inState = (projectId: string): object => {
      const attributes = { id, name: "api", organization: "acme", project_id: projectId };
      return state(workspaceInState("this", [{ attributes }], "module.api"));
    };
    const content = code({}, { workspace_names: ["api"] }, { module: { api: { source: "./api" } } });
    expect(await warnings("plan", content, inState(alpha))).toEqual([]);
    expect(await warnings("drift", content, inState(other))).toEqual([
      {
        code: "two-owners",
        message: expect.stringContaining(
          `Possibly two owners: the Terraform state has module.api.tfe_workspace.this in another project than ${MEMBERS}`,
        ) as string,
        addresses: [MEMBERS, "module.api.tfe_workspace.this"],
      },
    ]);
    const withoutModule = code({}, { workspace_names: ["api"] });
    expect(await warnings("plan", withoutModule, inState(other))).toEqual([]);
  });
});

describe("an exclusive membership and a tfe_workspace with its project", () => {
  const API_IN_A = { api: { name: "api", project_id: "${tfprojects_project.a.id}" } };

  test("are a warning if the membership does not have the workspace", async () => {
    const alpha = fixture.acme.addProject("Alpha");
    fixture.acme.addWorkspace("api", alpha);
    fixture.acme.addWorkspace("web", alpha);
    const found = await warnings("plan", code(API_IN_A, { workspace_names: ["web"], exclusive: true }));
    expect(found).toMatchObject([{ addresses: [MEMBERS, "tfe_workspace.api"] }]);
    expect(found[0]!.message).toContain(
      "Add the workspace to the membership; or, to move it out, add to tfe_workspace",
    );
  });

  test("are a warning also while the workspace does not exist", async () => {
    fixture.acme.addWorkspace("web");
    const found = await warnings("plan", code(API_IN_A, { workspace_names: ["web"], exclusive: true }));
    expect(found).toMatchObject([{ addresses: [MEMBERS, "tfe_workspace.api"] }]);
  });

  test("are no warning if the membership has the workspace, or is not exclusive", async () => {
    for (const name of ["api", "web"]) fixture.acme.addWorkspace(name);
    expect(await warnings("plan", code(API_IN_A, { workspace_names: ["api"], exclusive: true }))).toEqual([]);
    expect(await warnings("plan", code(API_IN_A, { workspace_names: ["web"] }))).toEqual([]);
  });
});

describe("team access and a tfe_team_project_access of the same team", () => {
  const ACCESS = "tfprojects_project_team_access.access";
  const GRANT = "tfe_team_project_access.web";

  /** Code that gives the team `web` access to project Alpha twice. */
  function granted(projectId: string, exclusive = false, teams: readonly string[] = ["web"]): object {
    const { resource, ...rest } = code({}, { workspace_names: [] }) as { readonly resource: object };
    const access = {
      project_id: "${tfprojects_project.a.id}",
      team: teams.map((name) => ({ name, access: "read" })),
      exclusive,
    };
    const grant = { project_id: projectId, team_id: "${tfe_team.web.id}", access: "write" };
    return {
      ...rest,
      resource: {
        ...resource,
        tfe_team: { web: { name: "web" } },
        tfe_team_project_access: { web: grant },
        tfprojects_project_team_access: { access },
      },
    };
  }

  beforeEach(() => {
    for (const name of ["web", "audit"]) fixture.acme.emulator.teams.create({ organization: "acme", name });
  });

  test("are a warning of plan and drift, in every format, by a reference to the project or its ID", async () => {
    const id = fixture.acme.addProject("Alpha");
    const message =
      `Two owners: ${ACCESS} and ${GRANT} assign the same team to one project, so each undoes what the other does, ` +
      `also when one is destroyed. Remove ${GRANT}, or the team from ${ACCESS}.`;
    const expected = { code: "two-owners-of-objects", message, addresses: [ACCESS, GRANT] };
    for (const projectId of ["${tfprojects_project.a.id}", id]) {
      expect(await warnings("plan", granted(projectId))).toEqual([expected]);
      expect(await warnings("drift", granted(projectId))).toEqual([expected]);
    }
    expect((await fixture.run("plan", "code")).stdout.replaceAll(/\s+/g, " ")).toContain(message);
    expect((await fixture.run("plan", "code", "--markdown")).stdout).toContain(message);
  });

  test("are a warning if the access is exclusive to others, and none in another project", async () => {
    const [exclusive] = await warnings("plan", granted("${tfprojects_project.a.id}", true, ["audit"]));
    expect(exclusive?.message).toContain(`${GRANT} assigns a team to the project of ${ACCESS}, which is exclusive`);
    expect(await warnings("plan", granted("${tfprojects_project.b.id}", true))).toEqual([]);
  });

  test("are a warning of a saved plan, too", async () => {
    fixture.write("code/main.tf.json", granted("${tfprojects_project.a.id}"));
    expect(await fixture.run("plan", "code", "--out", "plan.json")).toMatchObject({ status: 0 });
    const { stdout } = await fixture.run("apply", "plan.json", "--json");
    expect(JSON.parse(stdout)).toMatchObject({
      organizations: [{ warnings: [{ code: "two-owners-of-objects", addresses: [ACCESS, GRANT] }] }],
    });
  });
});
