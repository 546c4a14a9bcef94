import "cdktf/lib/testing/adapters/jest";
import { TerraformIterator, TerraformStack, Testing } from "cdktf";
import { Project, ProjectTeamAccess, TfprojectsProvider, type ProjectTeamAccessTeam } from "../../src";

Testing.setupJest();

function given() {
  const stack = new TerraformStack(Testing.app(), "stack");
  new TfprojectsProvider(stack, "tfprojects", { organization: "acme" });
  return { stack, project: new Project(stack, "web", { name: "Web" }) };
}

const PLATFORM: ProjectTeamAccessTeam = { name: "platform", access: "write" };

test("team access writes every argument, with nested blocks", () => {
  const { stack, project } = given();
  new ProjectTeamAccess(stack, "access", {
    projectId: project.id,
    team: [
      PLATFORM,
      {
        teamId: "${tfe_team.release.id}",
        access: "custom",
        projectAccess: { settings: "update" },
        workspaceAccess: { runs: "apply", stateVersions: "read-outputs", delete: false },
      },
    ],
    exclusive: true,
    organization: "acme",
  });
  expect(Testing.synth(stack, true)).toHaveResourceWithProperties(ProjectTeamAccess, {
    project_id: "${tfprojects_project.web.id}",
    team: [
      PLATFORM,
      {
        team_id: "${tfe_team.release.id}",
        access: "custom",
        project_access: { settings: "update" },
        workspace_access: { runs: "apply", state_versions: "read-outputs", delete: false },
      },
    ],
    exclusive: true,
    organization: "acme",
  });
});

test("teams can be repeated by Terraform", () => {
  const { stack, project } = given();
  const access = new ProjectTeamAccess(stack, "access", { projectId: project.id });
  const iterator = TerraformIterator.fromMap({ platform: "write" });
  access.putTeam(iterator.dynamic({ name: iterator.key, access: iterator.value }));
  expect(Testing.synth(stack, true)).toContain('"dynamic"');
});

describe("a mistake in team access is an error at synth", () => {
  const mistakes: [string, object, string][] = [
    ["another level", { team: [{ ...PLATFORM, access: "owner" }] }, "team[0].access: `access` must be one of"],
    ["no team", { team: [{ access: "read" }] }, "team[0].name: Neither `teamId` nor `name` is set"],
    [
      "a name for an ID",
      { team: [{ teamId: "platform", access: "read" }] },
      'team[0].teamId: "platform" is not a valid team ID (expected "team-" followed by letters and digits)',
    ],
    [
      "permissions without custom access",
      { team: [{ ...PLATFORM, workspaceAccess: { runs: "read" } }] },
      'team[0].workspaceAccess: `workspaceAccess` requires `access` "custom"; it is "write"',
    ],
    [
      "a team with two blocks",
      { team: [PLATFORM, { ...PLATFORM, access: "read" }] },
      'team[1].name: Team "platform" has two blocks',
    ],
    [
      "a wrong name",
      { team: [{ ...PLATFORM, level: "read" }] },
      'team[0].level: No argument or block type is named "level"',
    ],
  ];
  test.each(mistakes)("%s", (_, config, message) => {
    const { stack } = given();
    new ProjectTeamAccess(stack, "access", { projectId: "prj-1", ...config });
    expect(() => Testing.synth(stack, true)).toThrow(message);
  });
});
