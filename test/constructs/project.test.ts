import type * as ChildProcess from "node:child_process";
import "cdktf/lib/testing/adapters/jest";
import { TerraformCount, TerraformOutput, TerraformStack, TerraformVariable, Testing, Token } from "cdktf";
import { Project, TfprojectsProvider } from "../../src";
import type { ProjectConfig } from "../../src";
import { FRAMEWORK } from "../../src/constructs/base/framework";
import { testWithTerraformVersion } from "../support/terraform";
import { shows } from "../fidelity";

Testing.setupJest();

function given() {
  const stack = new TerraformStack(Testing.app(), "stack");
  const provider = new TfprojectsProvider(stack, "tfprojects", { organization: "acme" });
  return { stack, provider };
}

describe("synthesizing a project", () => {
  test("writes every argument", () => {
    // GIVEN
    const { stack } = given();
    // WHEN
    new Project(stack, "platform", {
      name: "Platform",
      description: "What all teams build on",
      autoDestroyActivityDuration: "14d",
      organization: "acme",
      deletionPolicy: "evacuate",
      adoptExisting: true,
      previousNames: ["Foundation"],
    });
    // THEN
    expect(Testing.synth(stack, true)).toHaveResourceWithProperties(Project, {
      name: "Platform",
      description: "What all teams build on",
      auto_destroy_activity_duration: "14d",
      organization: "acme",
      deletion_policy: "evacuate",
      adopt_existing: true,
      previous_names: ["Foundation"],
    });
  });

  test("writes the same in HCL", () => {
    const { stack } = given();
    new Project(stack, "platform", { name: "Platform", adoptExisting: true, previousNames: ["Foundation", "Base"] });
    expect(Testing.synthHcl(stack, true)).toContain(
      `resource "tfprojects_project" "platform" {
name = "Platform"
adopt_existing = true
previous_names = [
"Foundation",
"Base"
]
}`,
    );
  });

  test("omits arguments that are not set, or null", () => {
    const { stack } = given();
    new Project(stack, "platform", { name: "Platform", description: null as unknown as string });
    expect(resources(stack)).toEqual({ platform: { name: "Platform" } });
  });

  test("uses values assigned and reset after construction", () => {
    const { stack } = given();
    const project = new Project(stack, "platform", { name: "Platform", description: "old", deletionPolicy: "retain" });
    project.description = "new";
    project.resetDeletionPolicy();
    expect(resources(stack)).toEqual({ platform: { name: "Platform", description: "new" } });
  });

  test("passes on meta-arguments", () => {
    const { stack } = given();
    const provider = new TfprojectsProvider(stack, "other", { alias: "other" });
    const first = new Project(stack, "first", { name: "First" });
    new Project(stack, "platform", {
      name: "Platform",
      provider,
      dependsOn: [first],
      lifecycle: { preventDestroy: true },
    });
    expect(resources(stack)).toMatchObject({
      platform: {
        provider: "tfprojects.other",
        depends_on: ["tfprojects_project.first"],
        lifecycle: { prevent_destroy: true },
      },
    });
  });

  test("returns references to its attributes", () => {
    const { stack } = given();
    const project = new Project(stack, "platform", { name: "Platform" });
    new TerraformOutput(stack, "out", { value: [project.id, project.name, project.previousNames] });
    expect(Testing.synth(stack)).toContain("${tfprojects_project.platform.id}");
    expect(Testing.synth(stack)).toContain("${tfprojects_project.platform.previous_names}");
  });

  testWithTerraformVersion("writes the import block of an existing project", () => {
    const { stack } = given();
    Project.generateConfigForImport(stack, "platform", "acme/Platform");
    expect(synthesized(stack).import).toEqual([{ id: "acme/Platform", to: "tfprojects_project.platform" }]);
  });

  test("is imported without running terraform version, which is slow and needs Terraform", () => {
    const { stack } = given();
    const execSync = jest.spyOn(jest.requireActual<typeof ChildProcess>("node:child_process"), "execSync");
    new Project(stack, "platform", { name: "Platform" }).importFrom("prj-1");
    expect(synthesized(stack).import).toEqual([{ id: "prj-1", to: "tfprojects_project.platform" }]);
    expect(execSync).not.toHaveBeenCalled();
    execSync.mockRestore();
  });
});

describe("a mistake in a project is an error at synth", () => {
  const mistakes: [string, ProjectConfig, RegExp][] = [
    ["a name of two characters", { name: "ab" }, /\[stack\/platform\] name: .* at least 3 characters; "ab" has 2/],
    ["a name of 41 characters", { name: "a".repeat(41) }, /\[stack\/platform\] name: .* at most 40/],
    ["a name with a dot", { name: "plat.form" }, /\[stack\/platform\] name: .* letters, numbers, spaces/],
    [
      "a description of 257 characters",
      { name: "Platform", description: "d".repeat(257) },
      /\[stack\/platform\] description: .* at most 256/,
    ],
    [
      "a duration of zero",
      { name: "Platform", autoDestroyActivityDuration: "0d" },
      /\[stack\/platform\] autoDestroyActivityDuration: .* greater than zero/,
    ],
    [
      "a deletion policy that does not exist",
      { name: "Platform", deletionPolicy: "force" as "retain" },
      /\[stack\/platform\] deletionPolicy: .* must be one of "refuse", "evacuate", "retain"; "force" is not/,
    ],
    [
      "a previous name that no project can have had",
      { name: "Platform", previousNames: ["Foundation", "x"] },
      /\[stack\/platform\] previousNames\[1\]: .* at least 3 characters; "x"/,
    ],
  ];

  shows.case("a name of two characters", "create-project: data.attributes.name");
  shows.case("a name of two characters", "update-project: data.attributes.name", "limits: Project name length");
  shows.case("a name of 41 characters", "create-project: data.attributes.name", "update-project: data.attributes.name");
  shows.case("a name of 41 characters", "limits: Project name length");
  shows.case("a name with a dot", "create-project: data.attributes.name", "update-project: data.attributes.name");
  shows.case("a name with a dot", "limits: Project name length");
  shows.case("a description of 257 characters", "create-project: data.attributes.description");
  shows.case("a description of 257 characters", "update-project: data.attributes.description");
  shows.case("a description of 257 characters", "limits: Project description length");
  shows.case("a duration of zero", "create-project: data.attributes.auto-destroy-activity-duration");
  shows.case("a duration of zero", "update-project: data.attributes.auto-destroy-activity-duration");
  shows.case("a duration of zero", "limits: auto-destroy-activity-duration");
  test.each(mistakes)("%s", (_, config, message) => {
    const { stack } = given();
    new Project(stack, "platform", config);
    expect(() => Testing.synth(stack, true)).toThrow(message);
  });

  test("also if it was assigned after construction", () => {
    const { stack } = given();
    const project = new Project(stack, "platform", { name: "Platform" });
    project.name = "x";
    expect(() => Testing.synth(stack, true)).toThrow(/name: .* at least 3 characters/);
  });

  test("also if a number is lost in a text, since the framework would write another one", () => {
    const { stack } = given();
    const count = TerraformCount.of(3);
    const lost = `lab-${count.index}`;
    new Project(stack, "lab", { name: lost, description: lost, previousNames: [lost], tags: { [lost]: "a", b: lost } });
    const problem = /^(\w+): A number that only Terraform knows is next to .* Wrap the number: `lab-\$\{Token/;
    const found = stack.node.findChild("lab").node.validate();
    expect(found.map((it) => problem.exec(it)?.[1] ?? it)).toEqual(["name", "description", "tags", "previousNames"]);
  });

  test("also if the framework does not write a key of a map", () => {
    const { stack } = given();
    new Project(stack, "lab", { name: "Lab", tags: { ["__proto__"]: "a", constructor: "b" } });
    expect(Testing.synth(stack)).not.toContain("__proto__");
    expect(stack.node.findChild("lab").node.validate()).toEqual([
      `tags: The key "__proto__" is valid, but ${FRAMEWORK} does not write it. Leave it out, or define this in Terraform ` +
        "JSON or HCL.",
    ]);
  });

  test("but not with numbers that only Terraform knows, in texts and in keys of maps", () => {
    const { stack } = given();
    const days = new TerraformVariable(stack, "days", { type: "number" });
    const count = TerraformCount.of(3);
    new Project(stack, "lab", {
      count,
      name: `Lab ${count.index}`,
      description: `lab-${Token.asString(count.index)}-prod`,
      autoDestroyActivityDuration: `${days.numberValue}d`,
      tags: { [days.stringValue]: "a", [`lab${count.index}`]: `${count.index}` },
      previousNames: [`Laboratory ${count.index}`],
    });
    expect(Testing.synth(stack, true)).toHaveResourceWithProperties(Project, {
      name: "Lab ${count.index}",
      description: "lab-${count.index}-prod",
      auto_destroy_activity_duration: "${var.days}d",
      tags: { "${var.days}": "a", "lab${count.index}": "${count.index}" },
      previous_names: ["Laboratory ${count.index}"],
    });
  });

  test("but unknown values are validated at plan", () => {
    const { stack } = given();
    const variable = new TerraformVariable(stack, "name", { type: "string" });
    new Project(stack, "one", { name: variable.stringValue, previousNames: [variable.stringValue] });
    new Project(stack, "two", { name: "${var.name}.", previousNames: variable.listValue });
    expect(Testing.synth(stack, true)).toHaveResourceWithProperties(Project, { name: "${var.name}" });
  });
});

function synthesized(stack: TerraformStack) {
  return JSON.parse(Testing.synth(stack, true)) as {
    resource?: Record<string, Record<string, unknown>>;
    import?: unknown;
  };
}

function resources(stack: TerraformStack) {
  return synthesized(stack).resource?.[Project.tfResourceType];
}
