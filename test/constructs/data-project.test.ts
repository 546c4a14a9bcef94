import "cdktf/lib/testing/adapters/jest";
import { TerraformOutput, TerraformStack, Testing } from "cdktf";
import { DataProject, TfprojectsProvider } from "../../src";
import type { DataProjectConfig } from "../../src";

Testing.setupJest();

function given() {
  const stack = new TerraformStack(Testing.app(), "stack");
  new TfprojectsProvider(stack, "tfprojects", { organization: "acme" });
  return stack;
}

test.each<[string, DataProjectConfig, object]>([
  ["by id", { projectId: "prj-1" }, { project_id: "prj-1" }],
  ["by name", { name: "Platform", organization: "acme" }, { name: "Platform", organization: "acme" }],
  ["as the default project", { default: true }, { default: true }],
  ["by name, with default: false", { name: "Platform", default: false }, { name: "Platform" }],
])("a project is looked up %s", (_, config, expected) => {
  const stack = given();
  new DataProject(stack, "project", config);
  expect(Testing.synth(stack, true)).toHaveDataSourceWithProperties(DataProject, expected);
});

test("the attributes of the project can be referred to", () => {
  // GIVEN
  const stack = given();
  const project = new DataProject(stack, "project", { name: "Platform" });
  // WHEN
  new TerraformOutput(stack, "output", {
    value: [project.id, project.isDefault, project.workspaceCount, project.permissions.canCreateWorkspace],
  });
  // THEN
  const { output } = JSON.parse(Testing.synth(stack)) as { output: unknown };
  expect(output).toEqual({
    output: {
      value: [
        "${data.tfprojects_project.project.id}",
        "${data.tfprojects_project.project.is_default}",
        "${data.tfprojects_project.project.workspace_count}",
        "${data.tfprojects_project.project.permissions.can_create_workspace}",
      ],
    },
  });
});

describe("a mistake is an error at synth", () => {
  test.each<[string, DataProjectConfig, RegExp]>([
    [
      "no project is meant",
      {},
      /\[stack\/project\] projectId: No project is selected. Set exactly one of `projectId` and `name`, or set `default`/,
    ],
    ["no project is named, with default: false", { default: false }, /No project is selected/],
    ["two projects are named", { projectId: "prj-1", default: true }, /`projectId` and `default` are set/],
    ["a name is used as an ID", { projectId: "Platform" }, /projectId: "Platform" is not a valid project ID.*`name`/],
    ["no project can have the name", { name: "x" }, /name: .* at least 3 characters/],
  ])("%s", (_, config, message) => {
    const stack = given();
    new DataProject(stack, "project", config);
    expect(() => Testing.synth(stack, true)).toThrow(message);
  });
});
