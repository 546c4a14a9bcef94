import { TerraformStack, Testing, Token } from "cdktf";
import type { TerraformElement } from "cdktf";
import {
  DataProject,
  DataProjects,
  DataRunTaskStages,
  Project,
  ProjectPolicySets,
  ProjectTeamAccess,
  ProjectVariableSets,
  TfprojectsProvider,
  WorkspaceMembership,
  WorkspacePlacement,
} from "../../../src";
import { DATA_SOURCES, isInput, providerDefinition, RESOURCES, type Definition } from "../../../src/model";

/** One construct of each resource and data source, with nothing optional given. */
const CONSTRUCTS: readonly (readonly [string, Definition, (stack: TerraformStack) => TerraformElement])[] = [
  ["Project", RESOURCES.tfprojects_project, (stack) => new Project(stack, "it", { name: "Platform" })],
  [
    "WorkspaceMembership",
    RESOURCES.tfprojects_workspace_membership,
    (stack) => new WorkspaceMembership(stack, "it", { projectId: "prj-1" }),
  ],
  [
    "WorkspacePlacement",
    RESOURCES.tfprojects_workspace_placement,
    (stack) => new WorkspacePlacement(stack, "it", { rule: [{ project: "Platform", matchNames: ["*"] }] }),
  ],
  [
    "ProjectTeamAccess",
    RESOURCES.tfprojects_project_team_access,
    (stack) => new ProjectTeamAccess(stack, "it", { projectId: "prj-1" }),
  ],
  [
    "ProjectVariableSets",
    RESOURCES.tfprojects_project_variable_sets,
    (stack) => new ProjectVariableSets(stack, "it", { projectId: "prj-1", names: [] }),
  ],
  [
    "ProjectPolicySets",
    RESOURCES.tfprojects_project_policy_sets,
    (stack) => new ProjectPolicySets(stack, "it", { projectId: "prj-1", names: [] }),
  ],
  ["DataProject", DATA_SOURCES.tfprojects_project, (stack) => new DataProject(stack, "it")],
  ["DataProjects", DATA_SOURCES.tfprojects_projects, (stack) => new DataProjects(stack, "it")],
  [
    "DataRunTaskStages",
    DATA_SOURCES.tfprojects_run_task_stages,
    (stack) => new DataRunTaskStages(stack, "it", { runId: "run-1" }),
  ],
];

const camelCase = (name: string) => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
const capitalized = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);

test("there is a class for every resource and data source", () => {
  const definitions: readonly Definition[] = [...Object.values(RESOURCES), ...Object.values(DATA_SOURCES)];
  expect(CONSTRUCTS.map(([, definition]) => definition)).toEqual(definitions);
});

describe.each(CONSTRUCTS)("%s", (_, definition, construct) => {
  const made = construct(new TerraformStack(Testing.app(), "stack"));
  const member = (name: string): unknown => Reflect.get(made, name);
  const attributes = Object.entries(definition.attributes).map(([name, attribute]) => ({
    name: camelCase(name),
    attribute,
  }));
  const inputs = attributes.filter(({ attribute }) => isInput(attribute));
  const outputs = attributes.filter(({ attribute }) => !isInput(attribute));

  test.each(inputs)("$name can be referred to, set, and reset if it is optional", ({ name, attribute }) => {
    expect(Token.isUnresolved(member(name))).toBe(true);

    Reflect.set(made, name, "a value");
    expect(member(`${name}Input`)).toBe("a value");

    const reset = member(`reset${capitalized(name)}`) as (() => void) | undefined;
    expect(reset === undefined).toBe(attribute.mode === "required");
    reset?.call(made);
    expect(member(`${name}Input`)).toBe(attribute.mode === "required" ? "a value" : undefined);
  });

  test.each(outputs)("$name can be referred to and cannot be set", ({ name }) => {
    expect(Token.isUnresolved(member(name))).toBe(true);
    expect(Reflect.set(made, name, "a value")).toBe(false);
  });
});

describe("TfprojectsProvider", () => {
  test.each([...Object.keys(providerDefinition.attributes), "alias"])(
    "%s gives what was given, can be set and reset",
    (attribute) => {
      const name = camelCase(attribute);
      const provider = new TfprojectsProvider(new TerraformStack(Testing.app(), "stack"), "provider");
      const member = (name: string): unknown => Reflect.get(provider, name);

      Reflect.set(provider, name, "a value");
      expect([member(name), member(`${name}Input`)]).toEqual(["a value", "a value"]);

      (member(`reset${capitalized(name)}`) as () => void).call(provider);
      expect([member(name), member(`${name}Input`)]).toEqual([undefined, undefined]);
    },
  );
});
