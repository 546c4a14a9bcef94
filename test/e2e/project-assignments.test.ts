import { CommandLine } from "../cli/command-line";
import { accessTo, policySetsOf, variableSetsOf } from "../provider/assignment/assigned";
import { Deployment } from "../support/deployment";
import { describeWithTerraform, unwrapped } from "../support/terraform";

interface EngineDocument {
  readonly organizations: readonly [
    {
      readonly actions: readonly { readonly id: string; readonly reason: string }[];
      readonly warnings: readonly { readonly code: string }[];
      readonly errors: readonly { readonly code: string }[];
    },
  ];
}

let deployment: Deployment;
const ids: Record<string, string> = {};
beforeEach(async () => {
  deployment = await Deployment.start();
  const { teams, variableSets, policySets } = deployment.acme.emulator;
  for (const name of ["platform", "audit", "release"]) ids[name] = teams.create({ organization: "acme", name }).id;
  variableSets.create({ organization: "acme", name: "aws" });
  policySets.create({ organization: "acme", name: "cis" });
  policySets.create({ organization: "acme", name: "everywhere", global: true });
});
afterEach(() => deployment.stop());

const projectId = (): string => deployment.acme.project("Web")!.id;

/** What the project has: access, variable sets and policy sets. */
async function assigned(): Promise<readonly unknown[]> {
  const { acme } = deployment;
  return [
    await accessTo(acme, projectId()),
    await variableSetsOf(acme, projectId()),
    await policySetsOf(acme, projectId()),
  ];
}

/** A project with all that can be assigned to it, and workspaces that move in once it is. */
const code = (access: string): string => `
resource "tfprojects_project" "web" { name = "Web" }

# Its ID is known only after apply, as that of a tfe_team.
resource "terraform_data" "release" { input = "${ids["release"]}" }

resource "tfprojects_project_team_access" "web" {
  project_id = tfprojects_project.web.id
  ${access}
}
resource "tfprojects_project_variable_sets" "web" {
  project_id = tfprojects_project.web.id
  names      = ["aws"]
}
resource "tfprojects_project_policy_sets" "web" {
  project_id = tfprojects_project.web.id
  names      = ["cis"]
  exclude    = ["everywhere"]
}
resource "tfprojects_workspace_membership" "web" {
  project_id      = tfprojects_project.web.id
  workspace_names = ["api"]
  depends_on = [
    tfprojects_project_team_access.web,
    tfprojects_project_variable_sets.web,
    tfprojects_project_policy_sets.web,
  ]
}
`;

const PLATFORM = 'team {\n    name   = "platform"\n    access = "write"\n  }';
const RELEASE = `team {
    team_id = terraform_data.release.output
    access  = "custom"
    workspace_access { runs = "apply" }
  }`;

describeWithTerraform("what is assigned to a project", () => {
  test("lives: it is created with the project, drifts, changes, and is destroyed", async () => {
    const { acme } = deployment;
    acme.addWorkspace("api");
    await deployment.code(code(`${PLATFORM}\n  ${RELEASE}`)).init();
    acme.takeRequests();
    await deployment.apply();
    expect(await assigned()).toEqual([{ platform: "write", release: "custom" }, ["aws"], ["cis", "!everywhere"]]);
    const writes = acme.takeRequests().filter((request) => !request.startsWith("GET"));
    // The workspaces move in last.
    expect(writes.at(-1)).toMatch(/^POST .*\/relationships\/workspaces$/);
    await deployment.expectSettled();

    // Somebody lowers the access of one team, and gives it to another, which is not the code's business.
    for await (const { id } of acme.client.teamProjects.list(projectId())) {
      await acme.client.teamProjects.update(id, { access: "read" });
    }
    acme.emulator.teams.grant({ teamId: ids["audit"]!, projectId: projectId(), access: "read" });
    const drift = await deployment.expectDrift();
    expect(drift).toContain("tfprojects_project_team_access.web has changed");
    expect(drift).not.toContain(ids["audit"]);
    await deployment.apply();
    expect((await assigned())[0]).toEqual({ audit: "read", platform: "write", release: "custom" });
    await deployment.expectSettled();

    // Exclusive: the plan names who loses access.
    deployment.code(code(`${PLATFORM}\n  exclusive = true`));
    const plan = await deployment.plan();
    expect(unwrapped(plan.output)).toContain("Removal of team access");
    expect(unwrapped(plan.output)).toContain('"audit" (access "read")');
    await deployment.apply();
    expect((await assigned())[0]).toEqual({ platform: "write" });
    await deployment.expectSettled();

    acme.takeRequests();
    expect(await deployment.destroy()).toMatchObject({ status: 0 });
    const removals = acme.takeRequests().filter((request) => !request.startsWith("GET"));
    // The workspaces leave first.
    expect(removals[0]).toMatch(/^POST .*\/relationships\/workspaces$/);
    expect(acme.world).toEqual({ "Default Project": ["api"] });
  });

  test("may be known only after apply, as a whole", async () => {
    const { acme } = deployment;
    const id = acme.addProject("Web");
    // Each has all that the resources assign, which Terraform plans again once the outputs are known.
    const code = (round: number): string => `
resource "terraform_data" "known_later" {
  input            = { teams = ["platform"], sets = ["aws"], policies = ["cis"], excluded = ["everywhere"] }
  triggers_replace = ${round}
}
resource "tfprojects_project_team_access" "web" {
  project_id = "${id}"
  dynamic "team" {
    for_each = terraform_data.known_later.output.teams
    content {
      name   = team.value
      access = "write"
    }
  }
}
resource "tfprojects_project_variable_sets" "web" {
  project_id = "${id}"
  names      = terraform_data.known_later.output.sets
}
resource "tfprojects_project_policy_sets" "web" {
  project_id = "${id}"
  names      = terraform_data.known_later.output.policies
  exclude    = [for it in terraform_data.known_later.output.excluded : it]
}
`;
    await deployment.code(code(1)).init();
    for (const round of [1, 2]) {
      deployment.code(code(round));
      await deployment.apply();
      expect(await assigned()).toEqual([{ platform: "write" }, ["aws"], ["cis", "!everywhere"]]);
      await deployment.expectSettled();
    }
  });

  test("fails alone: a grant that is refused leaves project, sets and workspaces as planned", async () => {
    const { acme } = deployment;
    acme.addWorkspace("api");
    acme.emulator.faults.add({ method: "POST", path: "team-projects", status: 422, skip: 1, times: 1 });
    const two = `${PLATFORM}\n  team {\n    name = "audit"\n    access = "read"\n  }`;
    await deployment.code(code(two).replace("    tfprojects_project_team_access.web,\n", "")).init();
    const failed = await deployment.terraform.run(["apply", "-auto-approve", "-input=false"]);
    expect(failed).toMatchObject({ status: 1 });
    expect(unwrapped(failed.output)).toMatch(/Cannot assign team "(audit|platform)" to project "Web"/);
    const [access, ...sets] = await assigned();
    expect(Object.keys(access as object)).toHaveLength(1);
    expect(sets).toEqual([["aws"], ["cis", "!everywhere"]]);
    expect(acme.world["Web"]).toEqual(["api"]);
    const next = await deployment.plan();
    expect(next.stdout).toContain("tfprojects_project_team_access.web is tainted, so must be replaced");
    expect(next.stdout).toContain("Plan: 1 to add, 0 to change, 1 to destroy.");
    await deployment.apply();
    expect((await assigned())[0]).toEqual({ audit: "read", platform: "write" });
    await deployment.expectSettled();
  });

  test("is imported as it is, whatever the order of the teams", async () => {
    const { acme } = deployment;
    const id = acme.addProject("Web");
    for (const name of ["platform", "audit", "release"]) {
      acme.emulator.teams.grant({ teamId: ids[name]!, projectId: id, access: name === "audit" ? "read" : "write" });
    }
    const team = (name: string, access: string) => `team {\n    name   = "${name}"\n    access = "${access}"\n  }`;
    const [release, platform, audit] = [team("release", "write"), team("platform", "write"), team("audit", "read")];
    const importing = (teams: readonly string[], importId: string): string => `
resource "tfprojects_project_team_access" "web" {
  project_id = "${id}"
  ${teams.join("\n  ")}
}
import {
  to = tfprojects_project_team_access.web
  id = "${importId}"
}
`;
    await deployment.code(importing([release, audit, platform], id)).init();
    expect((await deployment.plan()).stdout).toContain("Plan: 1 to import, 0 to add, 0 to change, 0 to destroy.");
    expect((await deployment.apply()).stdout).toContain("Resources: 1 imported, 0 added, 0 changed, 0 destroyed.");
    // The import of a whole project records nothing: what the code drops stays.
    deployment.code(importing([release, audit], id));
    const dropped = await deployment.apply();
    expect(unwrapped(dropped.stdout)).toMatch(/Teams stay with an imported project[^]*: "platform"\. An import that/);
    expect(dropped.stdout).toContain("Resources: 0 added, 1 changed, 0 destroyed.");
    await deployment.expectSettled();
    expect(await accessTo(acme, id)).toEqual({ audit: "read", platform: "write", release: "write" });
    deployment.code(importing([release], id));
    expect((await deployment.apply()).stdout).not.toContain("Teams stay");
    expect(await accessTo(acme, id)).toEqual({ platform: "write", release: "write" });
  });

  describe("and imported, while the code says something else,", () => {
    let cli: CommandLine;
    let id: string;
    beforeAll(() => (cli = CommandLine.build()));
    afterAll(() => cli.remove());
    beforeEach(() => {
      const { acme } = deployment;
      const { teams, variableSets, policySets } = acme.emulator;
      id = acme.addProject("Web");
      teams.grant({ teamId: ids["platform"]!, projectId: id, access: "write" });
      teams.grant({ teamId: ids["audit"]!, projectId: id, access: "read" });
      ids["gcp"] = variableSets.create({ organization: "acme", name: "gcp, eu", projectIds: [id] }).id;
      ids["old"] = variableSets.create({ organization: "acme", name: "old", projectIds: [id] }).id;
      policySets.create({ organization: "acme", name: "pci", projectIds: [id] });
    });

    /** Code that both read, with import blocks of the whole project, of some objects by name and ID, and by a name. */
    const code = (projectId: string): object => ({
      import: [
        { to: "tfprojects_project_team_access.web", id },
        { to: "tfprojects_project_variable_sets.web", id: `${id}:old,${ids["gcp"]}` },
        { to: "tfprojects_project_policy_sets.web", id: "acme/web" },
      ],
      resource: {
        tfprojects_project_team_access: {
          web: { project_id: projectId, team: [{ name: "platform", access: "maintain" }] },
        },
        tfprojects_project_variable_sets: { web: { project_id: projectId, names: ["aws", "gcp, eu"] } },
        tfprojects_project_policy_sets: { web: { project_id: projectId, names: ["pci"] } },
      },
    });
    const CHANGES = [
      "set team platform of Web: access differs from the code",
      "set variable set aws of Web: not assigned",
      "unset variable set old of Web: imported, and not in the code",
    ];

    /** What the engine plans for code or a plan of Terraform: its changes with their reasons, its warnings, errors. */
    async function plannedByEngine(path: string) {
      const { acme, terraform } = deployment;
      const { stdout } = await cli.run(["plan", terraform.path(path), "--json"], acme.environment);
      const [{ actions, warnings, errors }] = (JSON.parse(stdout) as EngineDocument).organizations;
      return {
        changes: actions.map((it) => `${it.id}: ${it.reason}`).sort(),
        warnings: warnings.map(({ code }) => code),
        errors: errors.map(({ code }) => code),
      };
    }

    async function plannedByTerraform() {
      const { terraform } = deployment;
      const { stdout } = await terraform.succeed(["plan", "-input=false", "-out=tfplan"]);
      terraform.write("plan.json", (await terraform.succeed(["show", "-json", "tfplan"])).stdout);
      return stdout;
    }

    test("changes in the same way by Terraform, its plan and the engine", async () => {
      const { acme, terraform } = deployment;
      terraform.write("main.tf.json", JSON.stringify(code(id)));
      await deployment.init();
      const plan = await plannedByTerraform();
      expect(plan).toContain("Plan: 3 to import, 0 to add, 2 to change, 0 to destroy.");
      expect(plan).toContain("Teams stay with an imported project");
      const planned = { changes: CHANGES, warnings: ["removed-objects", "unmanaged-objects"], errors: [] };
      expect(await plannedByEngine("plan.json")).toEqual(planned);
      expect(await plannedByEngine(".")).toEqual(planned);
      await terraform.succeed(["apply", "-input=false", "tfplan"]);
      expect(await assigned()).toEqual([{ audit: "read", platform: "maintain" }, ["aws", "gcp, eu"], ["pci"]]);
      await deployment.expectSettled();
      // The state has the resources: both ignore the blocks.
      await acme.client.variableSets.addProjects(ids["old"]!, [id]);
      await deployment.expectSettled();
      expect(await plannedByEngine(".")).toEqual({
        changes: [],
        warnings: ["unmanaged-objects", "unmanaged-objects"],
        errors: [],
      });
    });

    test("is imported with one block for several projects, as Terraform's plan has it", async () => {
      const other = deployment.acme.addProject("Other");
      deployment.code(`
resource "tfprojects_project_team_access" "zone" {
  for_each   = { web = "${id}", other = "${other}" }
  project_id = each.value
  team {
    name   = "platform"
    access = "write"
  }
}
import {
  for_each = { web = "${id}", other = "${other}" }
  to       = tfprojects_project_team_access.zone[each.key]
  id       = each.key == "web" ? "${id}:platform,audit" : each.value
}
`);
      await deployment.init();
      expect(await plannedByTerraform()).toContain("Plan: 2 to import, 0 to add, 2 to change, 0 to destroy.");
      expect(await plannedByEngine("plan.json")).toEqual({
        changes: ["set team platform of Other: not assigned", "unset team audit of Web: imported, and not in the code"],
        warnings: ["removed-objects"],
        errors: [],
      });
    });

    test("is an error of the engine if it is of another project, which Terraform would replace", async () => {
      const { acme, terraform } = deployment;
      terraform.write("main.tf.json", JSON.stringify(code(acme.addProject("Other"))));
      await deployment.init();
      expect(await plannedByTerraform()).toContain("Warning: this will destroy the imported resource");
      const errors = ["INVALID_ASSIGNMENT", "INVALID_ASSIGNMENT", "INVALID_ASSIGNMENT"];
      expect(await plannedByEngine("plan.json")).toMatchObject({ errors });
      expect(await plannedByEngine(".")).toMatchObject({ errors });
    });
  });
});
