import { TerraformStack, Testing, Token } from "cdktf";
import {
  DataProject,
  DataProjects,
  DataRunTaskStages,
  Project,
  TfprojectsProvider,
  WorkspaceMembership,
} from "../../../src";

/** One construct of each class with attributes, with nothing optional given. */
function oneOfEach() {
  const stack = new TerraformStack(Testing.app(), "stack");
  return [
    { type: Project, construct: new Project(stack, "project", { name: "Platform" }) },
    { type: WorkspaceMembership, construct: new WorkspaceMembership(stack, "membership", { projectId: "prj-1" }) },
    { type: DataProject, construct: new DataProject(stack, "data-project", {}) },
    { type: DataProjects, construct: new DataProjects(stack, "data-projects") },
    { type: DataRunTaskStages, construct: new DataRunTaskStages(stack, "stages", { runId: "run-1" }) },
  ];
}

const camelCase = (name: string) => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

describe.each(oneOfEach())("the members of $type.tfResourceType", ({ type, construct }) => {
  const member = (name: string): unknown => Reflect.get(construct, name);
  const { inputs, outputs } = type.terraformAttributes;

  test.each(Object.keys(inputs))("%s can be referred to, set and reset", (terraformName) => {
    const name = camelCase(terraformName);
    expect(Token.isUnresolved(member(name))).toBe(true);

    Reflect.set(construct, name, "a value");
    expect(member(`${name}Input`)).toBe("a value");

    const reset = member(`reset${name.charAt(0).toUpperCase()}${name.slice(1)}`) as () => void;
    reset.call(construct);
    expect(member(`${name}Input`)).toBeUndefined();
  });

  test.each(Object.keys(outputs))("%s can be referred to and cannot be set", (terraformName) => {
    const name = camelCase(terraformName);
    expect(Token.isUnresolved(member(name))).toBe(true);
    expect(Reflect.set(construct, name, "a value")).toBe(false);
  });
});

describe("the members of the provider", () => {
  test.each([...Object.keys(TfprojectsProvider.terraformAttributes.inputs), "alias"])(
    "%s gives what was given, can be set and reset",
    (terraformName) => {
      const name = camelCase(terraformName);
      const provider = new TfprojectsProvider(new TerraformStack(Testing.app(), "stack"), "provider");
      const member = (name: string): unknown => Reflect.get(provider, name);

      Reflect.set(provider, name, "a value");
      expect([member(name), member(`${name}Input`)]).toEqual(["a value", "a value"]);

      (member(`reset${name.charAt(0).toUpperCase()}${name.slice(1)}`) as () => void).call(provider);
      expect([member(name), member(`${name}Input`)]).toEqual([undefined, undefined]);
    },
  );
});

test("the attributes are those of the provider's schema", () => {
  const permissions = ["object", { can_update: "bool", can_destroy: "bool", can_create_workspace: "bool" }];
  const result = [
    "object",
    {
      id: "string",
      status: "string",
      message: "string",
      status_timestamps: ["map", "string"],
      url: "string",
      created_at: "string",
      updated_at: "string",
      task_id: "string",
      task_name: "string",
      task_url: "string",
      stage: "string",
      is_speculative: "bool",
      workspace_task_id: "string",
      workspace_task_enforcement_level: "string",
      task_stage_id: "string",
    },
  ];
  const stage = [
    "object",
    {
      id: "string",
      status: "string",
      verdict: "string",
      stage: "string",
      status_timestamps: ["map", "string"],
      created_at: "string",
      updated_at: "string",
      is_overridable: "bool",
      permissions: ["object", { can_override_policy: "bool", can_override_tasks: "bool", can_override: "bool" }],
      run_id: "string",
      policy_evaluation_ids: ["list", "string"],
      results: ["list", result],
    },
  ];

  expect(TfprojectsProvider.terraformAttributes).toEqual({
    inputs: {
      organization: "string",
      hostname: "string",
      address: "string",
      token: "string",
      requests_per_second: "number",
    },
  });
  expect(Project.terraformAttributes).toEqual({
    inputs: {
      name: "string",
      description: "string",
      auto_destroy_activity_duration: "string",
      organization: "string",
      deletion_policy: "string",
      adopt_existing: "bool",
      previous_names: ["list", "string"],
    },
    outputs: { id: "string" },
  });
  expect(WorkspaceMembership.terraformAttributes).toEqual({
    inputs: {
      project_id: "string",
      workspace_ids: ["set", "string"],
      workspace_names: ["set", "string"],
      exclusive: "bool",
      on_destroy: "string",
      organization: "string",
    },
    outputs: { id: "string" },
  });
  expect(DataProject.terraformAttributes).toEqual({
    inputs: { project_id: "string", name: "string", default: "bool", organization: "string" },
    outputs: {
      id: "string",
      is_default: "bool",
      description: "string",
      auto_destroy_activity_duration: "string",
      workspace_count: "number",
      team_count: "number",
      permissions,
    },
  });
  expect(DataProjects.terraformAttributes).toEqual({
    inputs: {
      names: ["list", "string"],
      search: "string",
      can_create_workspace: "bool",
      can_update: "bool",
      organization: "string",
    },
    outputs: {
      id: "string",
      projects: [
        "list",
        [
          "object",
          {
            id: "string",
            name: "string",
            description: "string",
            organization: "string",
            is_default: "bool",
            workspace_count: "number",
            team_count: "number",
            permissions,
          },
        ],
      ],
      ids: ["map", "string"],
    },
  });
  expect(DataRunTaskStages.terraformAttributes).toEqual({
    inputs: {
      run_id: "string",
      wait_for_completion: "bool",
      timeout_seconds: "number",
      advisory_failures: "string",
    },
    outputs: { id: "string", verdict: "string", stages: ["list", stage] },
  });
});
