import "cdktf/lib/testing/adapters/jest";
import { TerraformOutput, TerraformStack, Testing } from "cdktf";
import { DataProjects, TfprojectsProvider } from "../../src";
import { shows } from "../fidelity";

Testing.setupJest();

function given() {
  const stack = new TerraformStack(Testing.app(), "stack");
  new TfprojectsProvider(stack, "tfprojects", { organization: "acme" });
  return stack;
}

test("all projects are listed without filters", () => {
  const stack = given();
  new DataProjects(stack, "projects");
  expect(Testing.synth(stack, true)).toHaveDataSourceWithProperties(DataProjects, {});
});

test("projects are filtered by names and permissions", () => {
  const stack = given();
  new DataProjects(stack, "projects", { names: ["Platform", "Data"], canCreateWorkspace: true, canUpdate: true });
  expect(Testing.synth(stack, true)).toHaveDataSourceWithProperties(DataProjects, {
    names: ["Platform", "Data"],
    can_create_workspace: true,
    can_update: true,
  });
});

test("the list and the IDs by name can be referred to", () => {
  // GIVEN
  const stack = given();
  const projects = new DataProjects(stack, "projects");
  // WHEN
  new TerraformOutput(stack, "output", {
    value: [
      projects.ids.lookup("Platform"),
      projects.projects.get(2).name,
      projects.projects.get(2).permissions.canUpdate,
      projects.projects.get(2).defaultExecutionMode,
      projects.projects.get(2).tags.lookup("env"),
      projects.projects,
    ],
  });
  // THEN
  const { output } = JSON.parse(Testing.synth(stack)) as { output: unknown };
  expect(output).toEqual({
    output: {
      value: [
        '${data.tfprojects_projects.projects.ids["Platform"]}',
        "${data.tfprojects_projects.projects.projects[2].name}",
        "${data.tfprojects_projects.projects.projects[2].permissions.can_update}",
        "${data.tfprojects_projects.projects.projects[2].default_execution_mode}",
        '${data.tfprojects_projects.projects.projects[2].tags["env"]}',
        "${data.tfprojects_projects.projects.projects}",
      ],
    },
  });
});

shows("list-projects: q");
test("search together with names, which the service would ignore, is an error", () => {
  const stack = given();
  new DataProjects(stack, "projects", { names: ["Platform"], search: "plat" });
  expect(() => Testing.synth(stack, true)).toThrow(
    /\[stack\/projects\] search: The service ignores `search` if `names` is set/,
  );
});

test("a name that no project can have is an error", () => {
  const stack = given();
  new DataProjects(stack, "projects", { names: ["Platform,Data"] });
  expect(() => Testing.synth(stack, true)).toThrow(/\[stack\/projects\] names\[0\]: .*"Platform,Data" has others/);
});
