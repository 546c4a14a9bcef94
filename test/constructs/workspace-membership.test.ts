import "cdktf/lib/testing/adapters/jest";
import { TerraformStack, Testing } from "cdktf";
import { Project, TfprojectsProvider, WorkspaceMembership } from "../../src";
import type { WorkspaceMembershipConfig } from "../../src";

Testing.setupJest();

function given() {
  const stack = new TerraformStack(Testing.app(), "stack");
  new TfprojectsProvider(stack, "tfprojects", { organization: "acme" });
  return { stack, project: new Project(stack, "platform", { name: "Platform" }) };
}

test("a membership writes every argument", () => {
  // GIVEN
  const { stack, project } = given();
  // WHEN
  new WorkspaceMembership(stack, "platform-workspaces", {
    projectId: project.id,
    workspaceIds: ["ws-1"],
    workspaceNames: ["api-prod", "api-test"],
    exclusive: true,
    onDestroy: "retain",
    organization: "acme",
  });
  // THEN
  expect(Testing.synth(stack, true)).toHaveResourceWithProperties(WorkspaceMembership, {
    project_id: "${tfprojects_project.platform.id}",
    workspace_ids: ["ws-1"],
    workspace_names: ["api-prod", "api-test"],
    exclusive: true,
    on_destroy: "retain",
    organization: "acme",
  });
});

describe("a mistake in a membership is an error at synth", () => {
  const mistakes: [string, WorkspaceMembershipConfig, RegExp][] = [
    [
      "a name in place of the project's id",
      { projectId: "Platform", workspaceNames: ["api"] },
      /\[stack\/m\] projectId: "Platform" is not a valid project ID \(expected "prj-"/,
    ],
    [
      "a name among the workspaces' ids",
      { projectId: "prj-1", workspaceIds: ["ws-1", "api"] },
      /\[stack\/m\] workspaceIds\[1\]: "api" is not a valid workspace ID.*workspaceNames/,
    ],
    [
      "what to do on destroy, misspelt",
      { projectId: "prj-1", workspaceIds: ["ws-1"], onDestroy: "keep" as "retain" },
      /\[stack\/m\] onDestroy: `onDestroy` must be one of "default-project", "retain"; "keep" is not/,
    ],
    [
      "no workspaces",
      { projectId: "prj-1" },
      /\[stack\/m\] workspaceIds: Neither `workspaceIds` nor `workspaceNames` is set/,
    ],
  ];

  test.each(mistakes)("%s", (_, config, message) => {
    const { stack } = given();
    new WorkspaceMembership(stack, "m", config);
    expect(() => Testing.synth(stack, true)).toThrow(message);
  });

  test("but references are validated at plan", () => {
    const { stack, project } = given();
    new WorkspaceMembership(stack, "m", { projectId: project.id, workspaceIds: ["${tfe_workspace.api.id}"] });
    expect(Testing.synth(stack, true)).toHaveResource(WorkspaceMembership);
  });
});
