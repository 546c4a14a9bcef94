import "cdktf/lib/testing/adapters/jest";
import { provider as nullProvider } from "@cdktf/provider-null";
import { TerraformStack, Testing } from "cdktf";
import type * as Package from "../../src";
import { DataRunTaskStages, Project, RunTaskGate, TfprojectsProvider } from "../../src";
import type { RunTaskGateConfig } from "../../src";
import { FRAMEWORK } from "../../src/constructs/base/framework";
import { GATE_RESOURCES } from "../../src/constructs/gate-resource";
import { readModules } from "../../src/engine/source/read-modules";

Testing.setupJest();

function given() {
  const stack = new TerraformStack(Testing.app(), "stack");
  new TfprojectsProvider(stack, "tfprojects");
  return stack;
}

interface Synthesized {
  readonly provider: { readonly null: unknown[] };
  readonly terraform: { readonly required_providers: Readonly<Record<string, unknown>> };
  readonly resource: {
    readonly null_resource?: Record<string, { readonly triggers: unknown; readonly lifecycle: Lifecycle }>;
    readonly terraform_data?: Record<string, { readonly triggers_replace: unknown; readonly lifecycle: Lifecycle }>;
    readonly tfprojects_project: Record<string, { readonly depends_on: string[] }>;
  };
}
interface Lifecycle {
  readonly precondition: { readonly condition: string; readonly error_message: string }[];
}

const synthesized = (stack: TerraformStack) => JSON.parse(Testing.synth(stack, true)) as Synthesized;
const preconditions = (stack: TerraformStack) => {
  const { terraform_data: data = {}, null_resource: empty = {} } = synthesized(stack).resource;
  return Object.values({ ...data, ...empty }).flatMap(({ lifecycle }) => lifecycle.precondition);
};

describe("a gate over all stages of a run", () => {
  test("reads the task stages and requires the verdict passed", () => {
    // GIVEN
    const stack = given();
    // WHEN
    const gate = new RunTaskGate(stack, "gate", {
      runId: "run-1",
      waitForCompletion: true,
      timeoutSeconds: 60,
      advisoryFailures: "allow",
    });
    gate.taskStages.overrideLogicalId("stages");
    // THEN
    expect(Testing.synth(stack, true)).toHaveDataSourceWithProperties(DataRunTaskStages, {
      run_id: "run-1",
      wait_for_completion: true,
      timeout_seconds: 60,
      advisory_failures: "allow",
    });
    expect(preconditions(stack)).toEqual([
      {
        condition: '${data.tfprojects_run_task_stages.stages.verdict == "passed"}',
        error_message: expect.stringMatching(
          /Run \$\{data.*\.run_id\} \(\$\{.*\.run_status.*\}\) .* verdict \$\{data.*\.verdict\}.*tfprojects override %s/,
        ) as unknown,
      },
    ]);
  });

  test("is replaced for another run", () => {
    const stack = given();
    new RunTaskGate(stack, "gate", { runId: "run-1" });
    expect(Object.values(synthesized(stack).resource.terraform_data!)).toMatchObject([{ triggers_replace: "run-1" }]);
  });
});

test("a gate over the current run of a workspace is replaced for another run", () => {
  const stack = given();
  const gate = new RunTaskGate(stack, "gate", { workspaceId: "ws-1" });
  gate.taskStages.overrideLogicalId("stages");
  expect(Testing.synth(stack, true)).toHaveDataSourceWithProperties(DataRunTaskStages, { workspace_id: "ws-1" });
  expect(Object.values(synthesized(stack).resource.terraform_data!)).toMatchObject([
    { triggers_replace: "${data.tfprojects_run_task_stages.stages.run_id}" },
  ]);
});

describe("a gate is a terraform_data by default", () => {
  test("which needs no provider beside tfprojects, and has the preconditions of a null_resource", () => {
    const stacks = ([undefined, "null-resource"] as const).map((resource) => {
      const stack = given();
      const gate = new RunTaskGate(stack, "gate", { workspaceName: "network", stages: ["post_plan"], resource });
      gate.taskStages.overrideLogicalId("stages");
      new Project(stack, "project", { name: "Gated", dependsOn: [gate] });
      return stack;
    });
    const [stack, other] = stacks;
    const { terraform, resource } = synthesized(stack!);
    expect(Object.keys(terraform.required_providers)).toEqual(["tfprojects"]);
    expect(Object.keys(resource)).toEqual(["terraform_data", "tfprojects_project"]);
    expect(Object.values(resource.terraform_data!)).toEqual([
      expect.objectContaining({
        triggers_replace: "${data.tfprojects_run_task_stages.stages.run_id}",
        lifecycle: { precondition: preconditions(other!) },
      }),
    ]);
    expect(resource.tfprojects_project["project"]?.depends_on).toEqual([
      `terraform_data.${Object.keys(resource.terraform_data!).join()}`,
    ]);
  });

  test("which has its preconditions as blocks in HCL", () => {
    const stack = given();
    new RunTaskGate(stack, "gate", { runId: "run-1" });
    const hcl = Testing.synthHcl(stack, true);
    expect(hcl).toMatch(
      /resource "terraform_data" "\w+" \{\s+triggers_replace = "run-1"\s+lifecycle \{\s+precondition \{/,
    );
  });
});

test("a gate that is a null_resource is replaced for another run, and needs its provider", () => {
  const stack = given();
  const gate = new RunTaskGate(stack, "gate", { workspaceId: "ws-1", resource: "null-resource" });
  gate.taskStages.overrideLogicalId("stages");
  const { terraform, resource } = synthesized(stack);
  expect(Object.keys(terraform.required_providers).sort()).toEqual(["null", "tfprojects"]);
  expect(Object.values(resource.null_resource!)).toMatchObject([
    { triggers: { run_id: "${data.tfprojects_run_task_stages.stages.run_id}" } },
  ]);
});

describe("without the package @cdktf/provider-null", () => {
  const load = (error: Error) => {
    let loaded: typeof Package | undefined;
    jest.isolateModules(() => {
      jest.doMock("@cdktf/provider-null", () => {
        throw error;
      });
      loaded = jest.requireActual<typeof Package>("../../src");
    });
    return loaded!;
  };
  const missing = (name: string) =>
    Object.assign(new Error(`Cannot find module '${name}'\nRequire stack: …`), { code: "MODULE_NOT_FOUND" });
  afterEach(() => jest.dontMock("@cdktf/provider-null"));

  const ofCdktf = FRAMEWORK === "cdktf" ? test : test.skip;
  const ofCdktn = FRAMEWORK === "cdktf" ? test.skip : test;

  ofCdktf("a gate that is a null_resource says what to install, or what to remove", () => {
    const package_ = load(missing("@cdktf/provider-null"));
    const stack = given();
    expect(() => new package_.RunTaskGate(stack, "gate", { runId: "run-1", resource: "null-resource" })).toThrow(
      "[stack/gate] The RunTaskGate is a null_resource, whose package @cdktf/provider-null is not installed. " +
        "Install it (npm install @cdktf/provider-null), or remove `resource` from the gate",
    );
  });

  ofCdktn("a gate that is a null_resource works with cdktn, which has no such package", () => {
    const package_ = load(missing("@cdktf/provider-null"));
    const stack = given();
    new package_.RunTaskGate(stack, "gate", { runId: "run-1", resource: "null-resource" });
    expect(Object.keys(synthesized(stack).resource)).toEqual(["null_resource"]);
  });

  test("everything else works", () => {
    const package_ = load(missing("@cdktf/provider-null"));
    const stack = given();
    new package_.Project(stack, "project", { name: "Platform" });
    new package_.RunTaskGate(stack, "gate", { runId: "run-1" });
    expect(Object.keys(synthesized(stack).resource)).toEqual(["terraform_data", "tfprojects_project"]);
  });

  ofCdktf("another error in loading it is not hidden", () => {
    const package_ = load(missing("cdktf"));
    expect(() => new package_.RunTaskGate(given(), "gate", { runId: "run-1", resource: "null-resource" })).toThrow(
      "Cannot find module 'cdktf'",
    );
  });
});

test("a gate over some stages requires the verdict of these, also of one that only Terraform knows", () => {
  const stack = given();
  const stages = ["post_plan" as const, "${var.stage}" as "pre_apply"];
  const gate = new RunTaskGate(stack, "gate", { runId: "run-1", stages });
  gate.taskStages.overrideLogicalId("s");
  expect(Testing.synth(stack, true)).toHaveDataSourceWithProperties(DataRunTaskStages, { required_stages: stages });
  expect(preconditions(stack).map(({ condition }) => condition)).toEqual([
    '${data.tfprojects_run_task_stages.s.verdict == "passed"}',
  ]);
});

test.each(["the gate", "its dependable"])("a resource that depends on %s waits for it", (what) => {
  const stack = given();
  const gate = new RunTaskGate(stack, "gate", { runId: "run-1" });
  new Project(stack, "project", { name: "Gated", dependsOn: [what === "the gate" ? gate : gate.dependable] });
  const { resource } = synthesized(stack);
  expect(resource.tfprojects_project["project"]?.depends_on).toEqual([
    `terraform_data.${Object.keys(resource.terraform_data!).join()}`,
  ]);
});

describe("the null provider", () => {
  test("is added once when the stack has none", () => {
    const stack = given();
    new RunTaskGate(stack, "one", { runId: "run-1", resource: "null-resource" });
    new RunTaskGate(stack, "two", { runId: "run-2", resource: "null-resource" });
    expect(synthesized(stack).provider.null).toHaveLength(1);
  });

  test("is added once by two copies of this package", () => {
    const stack = given();
    new RunTaskGate(stack, "one", { runId: "run-1", resource: "null-resource" });
    jest.isolateModules(() => {
      const copy = jest.requireActual<typeof Package>("../../src");
      new copy.RunTaskGate(stack, "two", { runId: "run-2", resource: "null-resource" });
    });
    expect(synthesized(stack).provider.null).toHaveLength(1);
  });

  test("is the user's own in HCL too", () => {
    const stack = given();
    new RunTaskGate(stack, "gate", { runId: "run-1", resource: "null-resource" });
    new nullProvider.NullProvider(stack, "null");
    expect((Testing.synthHcl(stack, true) as string).match(/provider "null"/g)).toHaveLength(1);
  });

  test("is the user's own, even if it is added after the gate", () => {
    const stack = given();
    new RunTaskGate(stack, "gate", { runId: "run-1", resource: "null-resource" });
    new nullProvider.NullProvider(stack, "null");
    expect(synthesized(stack).provider.null).toHaveLength(1);
  });
});

test.each(GATE_RESOURCES)("the preconditions of a %s are blocks in HCL, not an attribute as in cdktf", (resource) => {
  const stack = given();
  const gate = new RunTaskGate(stack, "gate", { runId: "run-1", stages: ["post_plan"], resource });
  gate.taskStages.overrideLogicalId("s");
  expect(Testing.synthHcl(stack, true)).toContain(
    `lifecycle {
precondition {
condition = "\${data.tfprojects_run_task_stages.s.verdict == "passed"}"
`,
  );
});

test.each(GATE_RESOURCES)("the engine knows the conditions of a gate that is a %s", (resource) => {
  const stack = given();
  const all = new RunTaskGate(stack, "all", { workspaceName: "network", advisoryFailures: "allow", resource });
  new Project(stack, "a", { name: "Alpha", dependsOn: [all] });
  const stages = ["post_plan" as const];
  const some = new RunTaskGate(stack, "some", { runId: "run-1", stages, waitForCompletion: true, resource });
  new Project(stack, "b", { name: "Beta", dependsOn: [some] });
  const files = [{ path: "cdk.tf.json", content: JSON.parse(Testing.synth(stack)) as unknown }];
  const { organizations } = readModules([{ name: "stack", files }], "acme");
  expect(organizations[0]!.gates).toEqual([
    {
      address: expect.stringMatching(/^\w+\.all_gate_\w+$/),
      dependents: ["tfprojects_project.a"],
      conditions: [
        { kind: "verdict", run: { organization: "acme", workspaceName: "network" }, advisoryFailures: "allow" },
      ],
    },
    {
      address: expect.stringMatching(/^\w+\.some_gate_\w+$/),
      dependents: ["tfprojects_project.b"],
      conditions: [
        {
          kind: "verdict",
          run: { runId: "run-1" },
          advisoryFailures: "block",
          requiredStages: ["post_plan"],
          waits: true,
        },
      ],
    },
  ]);
});

test.each<[string, RunTaskGateConfig, RegExp]>([
  [
    "an unknown resource",
    { runId: "run-1", resource: "null_resource" as "null-resource" },
    /\[stack\/gate\] resource: `resource` must be one of "terraform-data", "null-resource"; "null_resource" is not/,
  ],
  [
    "neither a run nor a workspace",
    {},
    /\[stack\/gate\/task-stages\] runId: No run is selected. Set exactly one of `runId`, `workspaceId` and `workspaceName`/,
  ],
  [
    "a run and a workspace",
    { runId: "run-1", workspaceName: "network" },
    /\[stack\/gate\/task-stages\] workspaceName: `runId` and `workspaceName` are set\. Set exactly one of/,
  ],
  ["an ID of another type", { runId: "ts-1" }, /\[stack\/gate\/task-stages\] runId: "ts-1" is not a valid run ID/],
  [
    "no stages",
    { runId: "run-1", stages: [] },
    /\[stack\/gate\/task-stages\] requiredStages: `requiredStages` is empty/,
  ],
  [
    "an invalid stage",
    { runId: "run-1", stages: ["post-plan" as "post_plan"] },
    /\[stack\/gate\/task-stages\] requiredStages\[0\]: `requiredStages` must be one of "pre_plan", .*; "post-plan" is not/,
  ],
  [
    "a resource that only Terraform knows",
    { runId: "run-1", resource: "${var.resource}" as "null-resource" },
    /\[stack\/gate\] resource: `resource` must be known at synth, not only to Terraform: one of "terraform-data", /,
  ],
  [
    "an invalid value of advisoryFailures",
    { runId: "run-1", advisoryFailures: "ignore" as "allow" },
    /\[stack\/gate\/task-stages\] advisoryFailures: .* must be one of "block", "allow"; "ignore" is not/,
  ],
])("%s is an error at synth", (_, config, message) => {
  const stack = given();
  new RunTaskGate(stack, "gate", config);
  expect(() => Testing.synth(stack, true)).toThrow(message);
});
