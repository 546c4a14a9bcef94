import { TerraformStack, Testing, Token } from "cdktf";
import {
  DataProject,
  DataProjects,
  DataRunTaskStages,
  Project,
  ProjectPolicySets,
  ProjectTeamAccess,
  ProjectVariableSets,
  RunTaskGate,
  TfprojectsProvider,
  WorkspaceMembership,
  WorkspacePlacement,
} from "../../../src";

function given() {
  const stack = new TerraformStack(Testing.app(), "stack");
  new TfprojectsProvider(stack, "tfprojects", { organization: "acme" });
  const project = new Project(stack, "platform", { name: "Platform" });
  return { stack, project, found: new DataProject(stack, "found", { name: "Found" }) };
}

/** The errors of all constructs of a stack, with their paths. */
function errorsIn(stack: TerraformStack): readonly string[] {
  return stack.node.findAll().flatMap(({ node }) => node.validate().map((it) => `[${node.path}] ${it}`));
}

test("the name of a project in place of its id is an error, also of a data source", () => {
  const { stack, project, found } = given();
  new WorkspaceMembership(stack, "one", { projectId: project.name, workspaceNames: ["api"] });
  new ProjectTeamAccess(stack, "two", { projectId: found.name, team: [{ name: "ops", access: "read" }] });
  const message = (address: string): string =>
    `${address}.name is the name of a project. Use ${address}.id: its \`id\`.`;
  expect(errorsIn(stack)).toEqual([
    `[stack/one] projectId: ${message("tfprojects_project.platform")}`,
    `[stack/two] projectId: ${message("data.tfprojects_project.found")}`,
  ]);
  expect(() => Testing.synth(stack, true)).toThrow("[stack/one] projectId: tfprojects_project.platform.name is");
});

test("the ID of a project in place of its name is an error, also in a rule", () => {
  const { stack, project, found } = given();
  const rule = [project.name, project.id, found.id].map((it) => ({ project: it, matchNames: ["*"] }));
  new WorkspacePlacement(stack, "all", { rule });
  new DataProject(stack, "read", { name: project.id });
  new DataProjects(stack, "list", { names: ["Platform", project.id] });
  const message = (address: string): string =>
    `${address}.id is the ID of a project. Use ${address}.name: its \`name\`.`;
  expect(errorsIn(stack)).toEqual([
    `[stack/all] rule[1].project: ${message("tfprojects_project.platform")}`,
    `[stack/all] rule[2].project: ${message("data.tfprojects_project.found")}`,
    `[stack/read] name: ${message("tfprojects_project.platform")}`,
    `[stack/list] names[1]: ${message("tfprojects_project.platform")}`,
  ]);
});

test("so are the ID and the name of what other providers manage", () => {
  const { stack } = given();
  const [workspace, team] = ["tfe_workspace.api", "data.tfe_team.ops[0]"];
  new WorkspaceMembership(stack, "members", {
    projectId: "${tfe_project.old.name}",
    workspaceIds: ["ws-1", `\${${workspace}.name}`],
    workspaceNames: [`\${${workspace}.id}`],
  });
  new ProjectTeamAccess(stack, "teams", {
    projectId: "prj-1",
    team: [
      { teamId: `\${${team}.name}`, access: "read" },
      { name: `\${${team}.id}`, access: "read" },
    ],
  });
  new ProjectVariableSets(stack, "variables", { projectId: "prj-1", names: ["${tfe_variable_set.aws.id}"] });
  const policies = { names: ["${tfe_policy_set.a.id}"], exclude: ["${tfe_policy_set.b.id}"] };
  new ProjectPolicySets(stack, "policies", { projectId: "prj-1", ...policies });
  const defaultAgentPoolId = "${tfe_agent_pool.lab.name}";
  new Project(stack, "lab", { name: "Lab", defaultExecutionMode: "agent", defaultAgentPoolId });
  new DataRunTaskStages(stack, "stages", { workspaceId: `\${${workspace}.name}` });
  new RunTaskGate(stack, "gate", { workspaceName: `\${${workspace}.id}` });
  expect(errorsIn(stack).map((it) => it.replace(/ Use .*/, ""))).toEqual([
    "[stack/members] projectId: tfe_project.old.name is the name of a project.",
    "[stack/members] workspaceIds[1]: tfe_workspace.api.name is the name of a workspace.",
    "[stack/members] workspaceNames[0]: tfe_workspace.api.id is the ID of a workspace.",
    "[stack/teams] team[0].teamId: data.tfe_team.ops[0].name is the name of a team.",
    "[stack/teams] team[1].name: data.tfe_team.ops[0].id is the ID of a team.",
    "[stack/variables] names[0]: tfe_variable_set.aws.id is the ID of a variable set.",
    "[stack/policies] names[0]: tfe_policy_set.a.id is the ID of a policy set.",
    "[stack/policies] exclude[0]: tfe_policy_set.b.id is the ID of a policy set.",
    "[stack/lab] defaultAgentPoolId: tfe_agent_pool.lab.name is the name of an agent pool.",
    "[stack/stages] workspaceId: tfe_workspace.api.name is the name of a workspace.",
    "[stack/gate/task-stages] workspaceName: tfe_workspace.api.id is the ID of a workspace.",
  ]);
});

test("other references are valid", () => {
  const { stack, project } = given();
  new WorkspacePlacement(stack, "all", {
    rule: [
      { project: `${project.name}-old`, matchNames: ["*"] },
      { project: "${tfe_workspace.api.id}", matchNames: ["*"] },
      { project: "${var.project.id}", matchNames: ["*"] },
    ],
  });
  new WorkspaceMembership(stack, "members", { projectId: project.id, workspaceIds: ["${tfe_workspace.api.id}"] });
  const workspaceNames = Token.asList("${tfe_workspace.api.id}");
  new WorkspaceMembership(stack, "listed", { projectId: project.id, workspaceNames });
  expect(errorsIn(stack)).toEqual([]);
});
