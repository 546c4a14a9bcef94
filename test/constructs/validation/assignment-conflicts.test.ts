import { TerraformStack, Testing, Token } from "cdktf";
import { Project, ProjectPolicySets, ProjectTeamAccess, ProjectVariableSets, TfprojectsProvider } from "../../../src";
import { bundleProvider } from "../../../src/constructs/provider-bundle/bundle-synthesizer";

function given() {
  const stack = new TerraformStack(Testing.app(), "stack");
  new TfprojectsProvider(stack, "tfprojects", { organization: "acme" });
  return { stack, projectId: new Project(stack, "web", { name: "Web" }).id };
}

const access = (name: string) => ({ name, access: "read" as const });

test("one team in the access of one project twice is an error", () => {
  const { stack, projectId } = given();
  new ProjectTeamAccess(stack, "one", { projectId, team: [access("a"), access("b")] });
  new ProjectTeamAccess(stack, "two", { projectId, team: [access("c"), access("b")] });
  expect(stack.node.validate()).toEqual([
    '[stack/two] The team "b" is in stack/one and in stack/two, which have the same project. ' +
      "Remove it from one of the two.",
  ]);
});

test("a team that another resource creates is recognized by its expression", () => {
  const { stack, projectId } = given();
  const teamId = Token.asString("${tfe_team.platform.id}");
  new ProjectTeamAccess(stack, "one", { projectId, team: [{ teamId, access: "read" }] });
  new ProjectTeamAccess(stack, "two", { projectId, team: [{ teamId, access: "write" }] });
  new ProjectTeamAccess(stack, "three", {
    projectId,
    team: [{ teamId: Token.asString("${tfe_team.other.id}"), access: "write" }],
  });
  expect(stack.node.validate()).toEqual([expect.stringMatching(/^\[stack\/two\] The team .* is in stack\/one and/)]);
});

test("other teams of one project, and the same team in other projects are none", () => {
  const { stack, projectId } = given();
  new ProjectTeamAccess(stack, "one", { projectId, team: [access("a")] });
  new ProjectTeamAccess(stack, "two", { projectId, team: [access("b")] });
  new ProjectTeamAccess(stack, "three", { projectId: "prj-1", team: [access("a")], exclusive: true });
  new ProjectTeamAccess(stack, "four", { projectId: Token.asString("${var.id}"), team: [access("a")] });
  expect(stack.node.validate()).toEqual([]);
});

test("names that only Terraform knows are none", () => {
  const { stack, projectId } = given();
  new ProjectVariableSets(stack, "one", { projectId, names: [Token.asString("${var.name}")] });
  new ProjectVariableSets(stack, "two", { projectId, names: Token.asList("${var.names}") });
  expect(stack.node.validate()).toEqual([]);
});

test.each([
  ["the first", "one", "two"],
  ["the second", "two", "one"],
])("two resources of one project of which %s is exclusive are an error of that one", (_, exclusive, other) => {
  const { stack, projectId } = given();
  for (const id of ["one", "two"]) {
    new ProjectVariableSets(stack, id, { projectId, names: [id], exclusive: id === exclusive });
  }
  expect(stack.node.validate()).toEqual([
    `[stack/${exclusive}] exclusive: The variable sets of a project must be one resource if it is exclusive, but ` +
      `stack/${other} has the same project. Put every variable set into one resource, or set \`exclusive\` on none of them.`,
  ]);
});

test("a policy set that one resource applies, and another one excludes is an error", () => {
  const { stack, projectId } = given();
  new ProjectPolicySets(stack, "one", { projectId, names: ["cis"] });
  new ProjectPolicySets(stack, "two", { projectId, names: [], exclude: ["cis"] });
  expect(stack.node.validate()).toEqual([
    '[stack/two] The policy set "cis" is in stack/one and in stack/two, which have the same project. ' +
      "Remove it from one of the two.",
  ]);
});

test("resources of two stacks are compared at the end of the synth", () => {
  const app = Testing.app();
  const [one, two] = ["one", "two"].map((name) => {
    const stack = new TerraformStack(app, name);
    bundleProvider(stack, { script: __filename, system: "linux" });
    new TfprojectsProvider(stack, "tfprojects", { organization: "acme" });
    return stack;
  });
  const { id: projectId } = new Project(one!, "web", { name: "Web" });
  new ProjectVariableSets(one!, "sets", { projectId, names: ["aws"] });
  new ProjectVariableSets(two!, "sets", { projectId, names: ["aws", "gcp"] });
  expect(() => app.synth()).toThrow(/\[two\/sets\] The variable set "aws" is in one\/sets and in two\/sets/);
});
