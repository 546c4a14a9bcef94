import { accessTo, policySetsOf, variableSetsOf } from "../provider/assignment/assigned";
import { Deployment } from "../support/deployment";
import { describeWithTerraform, unwrapped } from "../support/terraform";

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
    expect(unwrapped(plan.output)).toContain("Exclusive team access removes 1 team");
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
    deployment.code(importing([release, audit], `${id}:audit,release`));
    expect((await deployment.apply()).stdout).toContain("Resources: 1 imported, 0 added, 0 changed, 0 destroyed.");
    await deployment.expectSettled();
    expect(await accessTo(acme, id)).toEqual({ audit: "read", platform: "write", release: "write" });
  });
});
