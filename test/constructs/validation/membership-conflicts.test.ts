import { TerraformStack, Testing } from "cdktf";
import { DataProject, TfprojectsProvider, WorkspaceMembership } from "../../../src";

function given() {
  const stack = new TerraformStack(Testing.app(), "stack");
  new TfprojectsProvider(stack, "tfprojects", { organization: "acme" });
  return stack;
}

describe("a workspace in two memberships", () => {
  test("is a mistake, by id", () => {
    const stack = given();
    new WorkspaceMembership(stack, "one", { projectId: "prj-1", workspaceIds: ["ws-1", "ws-2"] });
    new WorkspaceMembership(stack, "two", { projectId: "prj-2", workspaceIds: ["ws-2"], organization: "other" });
    expect(() => Testing.synth(stack, true)).toThrow(
      /\[stack\/two\] workspaceIds: The workspace "ws-2" is also in stack\/one.*only one membership/,
    );
  });

  test("is a mistake, by name without regard to case", () => {
    const stack = given();
    new WorkspaceMembership(stack, "one", { projectId: "prj-1", workspaceNames: ["api-prod"] });
    new WorkspaceMembership(stack, "two", { projectId: "prj-2", workspaceNames: ["API-prod"] });
    expect(() => Testing.synth(stack, true)).toThrow(
      /\[stack\/two\] workspaceNames: The workspace "API-prod" is also in stack\/one/,
    );
  });

  test("is a mistake where both are of one project, since the first that is destroyed lets the workspace go", () => {
    const stack = given();
    new WorkspaceMembership(stack, "one", { projectId: "prj-1", workspaceNames: ["api"] });
    new WorkspaceMembership(stack, "two", { projectId: "prj-1", workspaceNames: ["api"] });
    expect(() => Testing.synth(stack, true)).toThrow(
      /\[stack\/two\] workspaceNames: The workspace "api" is also in stack\/one/,
    );
  });

  test("is a mistake where the organization is spelled in two cases", () => {
    const stack = given();
    new WorkspaceMembership(stack, "one", { projectId: "prj-1", workspaceNames: ["api"] });
    new WorkspaceMembership(stack, "two", { projectId: "prj-2", workspaceNames: ["api"], organization: "ACME" });
    expect(() => Testing.synth(stack, true)).toThrow(/is also in stack\/one/);
  });

  test("is none where they only have a name in common, in two organizations", () => {
    const stack = given();
    new WorkspaceMembership(stack, "one", { projectId: "prj-1", workspaceNames: ["api"] });
    new WorkspaceMembership(stack, "two", { projectId: "prj-2", workspaceNames: ["api"], organization: "other" });
    expect(() => Testing.synth(stack, true)).not.toThrow();
  });

  test("is none where one membership says it twice", () => {
    const stack = given();
    new WorkspaceMembership(stack, "one", { projectId: "prj-1", workspaceNames: ["api", "api"] });
    expect(() => Testing.synth(stack, true)).not.toThrow();
  });
});

describe("a membership of the default project, found by a data source", () => {
  const synth = (exclusive: boolean, project: { default: true } | { name: string }): (() => void) => {
    const stack = given();
    const { id: projectId } = new DataProject(stack, "project", project);
    new WorkspaceMembership(stack, "m", { projectId, workspaceNames: ["api"], exclusive });
    return () => Testing.synth(stack, true);
  };

  test("is a mistake when it is exclusive", () => {
    expect(synth(true, { default: true })).toThrow(/\[stack\/m\] exclusive: The default project cannot be exclusive/);
  });

  test("is none when it is not, or when it is of another project", () => {
    expect(synth(false, { default: true })).not.toThrow();
    expect(synth(true, { name: "Platform" })).not.toThrow();
  });
});
