import { TerraformStack, Testing } from "cdktf";
import { DataProject, Project, TfprojectsProvider, WorkspaceMembership } from "../../../src";
import { bundleProvider } from "../../../src/constructs/provider-bundle/bundle-synthesizer";

/** The conflicts that synth reports. */
function conflictsIn(stack: TerraformStack): readonly string[] {
  return stack.node.validate();
}

function given() {
  const stack = new TerraformStack(Testing.app(), "stack");
  new TfprojectsProvider(stack, "tfprojects", { organization: "acme" });
  return stack;
}

/** An app whose stacks can be synthesized. */
function givenStacks(...names: readonly string[]) {
  return givenStacksOf("acme", ...names);
}

/** @param organization - Of their providers. @default - known only in the environment */
function givenStacksOf(organization: string | undefined, ...names: readonly string[]) {
  const app = Testing.app();
  const stacks = names.map((name) => {
    const stack = new TerraformStack(app, name);
    // Any file does as the provider.
    bundleProvider(stack, { script: __filename, system: "linux" });
    new TfprojectsProvider(stack, "tfprojects", { organization });
    return stack;
  });
  return { app, stacks };
}

describe("a workspace in two memberships", () => {
  test("is an error, by ID", () => {
    const stack = given();
    new WorkspaceMembership(stack, "one", { projectId: "prj-1", workspaceIds: ["ws-1", "ws-2"] });
    new WorkspaceMembership(stack, "two", { projectId: "prj-2", workspaceIds: ["ws-2"], organization: "other" });
    expect(() => Testing.synth(stack, true)).toThrow(
      /\[stack\/two\] workspaceIds: The workspace "ws-2" is in stack\/one and in stack\/two, but .* only one membership/,
    );
  });

  test("is an error, by name, ignoring case", () => {
    const stack = given();
    new WorkspaceMembership(stack, "one", { projectId: "prj-1", workspaceNames: ["api-prod"] });
    new WorkspaceMembership(stack, "two", { projectId: "prj-2", workspaceNames: ["API-prod"] });
    expect(() => Testing.synth(stack, true)).toThrow(
      /\[stack\/two\] workspaceNames: The workspace "API-prod" is in stack\/one and in stack\/two/,
    );
  });

  test("is an error in one project, too: destroying one would release the workspace", () => {
    const stack = given();
    new WorkspaceMembership(stack, "one", { projectId: "prj-1", workspaceNames: ["api"] });
    new WorkspaceMembership(stack, "two", { projectId: "prj-1", workspaceNames: ["api"] });
    expect(() => Testing.synth(stack, true)).toThrow(
      /\[stack\/two\] workspaceNames: The workspace "api" is in stack\/one and in stack\/two/,
    );
  });

  test("is an error if the case of the organization differs", () => {
    const stack = given();
    new WorkspaceMembership(stack, "one", { projectId: "prj-1", workspaceNames: ["api"] });
    new WorkspaceMembership(stack, "two", { projectId: "prj-2", workspaceNames: ["api"], organization: "ACME" });
    expect(() => Testing.synth(stack, true)).toThrow(/is in stack\/one and in stack\/two/);
  });

  test("is one error with all workspaces of a pair, in lists of any length", () => {
    const stack = given();
    new WorkspaceMembership(stack, "one", { projectId: "prj-1", workspaceNames: ["api", "web", "db"] });
    new WorkspaceMembership(stack, "two", { projectId: "prj-2", workspaceNames: ["web", "API"] });
    expect(conflictsIn(stack)).toEqual([
      '[stack/two] workspaceNames: The workspaces "API", "web" are in stack/one and in stack/two, but a workspace ' +
        "can be in only one membership. Remove them from one of the two.",
    ]);
  });

  test("is allowed if it is the same name in two organizations", () => {
    const stack = given();
    new WorkspaceMembership(stack, "one", { projectId: "prj-1", workspaceNames: ["api"] });
    new WorkspaceMembership(stack, "two", { projectId: "prj-2", workspaceNames: ["api"], organization: "other" });
    expect(() => Testing.synth(stack, true)).not.toThrow();
  });

  test("is allowed if one membership contains it twice", () => {
    const stack = given();
    new WorkspaceMembership(stack, "one", { projectId: "prj-1", workspaceNames: ["api", "api"] });
    expect(() => Testing.synth(stack, true)).not.toThrow();
  });
});

test("a membership that is moved to another one has no workspaces of its own, and is none of the project", () => {
  const stack = given();
  const values = { projectId: "prj-1", workspaceNames: ["api"], exclusive: true };
  const old = new WorkspaceMembership(stack, "old", values);
  new WorkspaceMembership(stack, "new", values).addMoveTarget("new");
  expect(conflictsIn(stack)).toHaveLength(2);
  old.moveTo("new");
  expect(conflictsIn(stack)).toEqual([]);
});

describe("a membership of the default project, found by a data source", () => {
  const synth = (exclusive: boolean, project: { default: true } | { name: string }): (() => void) => {
    const stack = given();
    const { id: projectId } = new DataProject(stack, "project", project);
    new WorkspaceMembership(stack, "m", { projectId, workspaceNames: ["api"], exclusive });
    return () => Testing.synth(stack, true);
  };

  test("is an error if it is exclusive", () => {
    expect(synth(true, { default: true })).toThrow(/\[stack\/m\] exclusive: The default project cannot be exclusive/);
  });

  test("is allowed if it is not exclusive, or of another project", () => {
    expect(synth(false, { default: true })).not.toThrow();
    expect(synth(true, { name: "Platform" })).not.toThrow();
  });
});

describe("an exclusive membership", () => {
  const shared =
    /\[stack\/two\] exclusive: An exclusive membership must be the only one of its project, but stack\/one/;

  test.each([
    ["by its ID", () => "prj-1"],
    ["by its construct", (stack: TerraformStack) => new Project(stack, "project", { name: "Platform" }).id],
    ["by a data source", (stack: TerraformStack) => new DataProject(stack, "project", { name: "Platform" }).id],
  ])("is an error if another one has the same project, %s", (_, projectIn) => {
    const stack = given();
    const projectId = projectIn(stack);
    new WorkspaceMembership(stack, "one", { projectId, workspaceNames: ["api"] });
    new WorkspaceMembership(stack, "two", { projectId, workspaceNames: ["web"], exclusive: true });
    new WorkspaceMembership(stack, "three", { projectId, workspaceNames: ["db"], exclusive: true });
    expect(() => Testing.synth(stack, true)).toThrow(shared);
    expect(() => Testing.synth(stack, true)).toThrow(/stack\/one, stack\/three have the same project/);
  });

  test("is allowed beside memberships of other projects, and others may share theirs", () => {
    const stack = given();
    const [one, two] = ["one", "two"].map((name) => new Project(stack, name, { name: `Project ${name}` }).id);
    new WorkspaceMembership(stack, "m1", { projectId: one!, workspaceNames: ["api"], exclusive: true });
    new WorkspaceMembership(stack, "m2", { projectId: two!, workspaceNames: ["web"] });
    new WorkspaceMembership(stack, "m3", { projectId: two!, workspaceNames: ["db"] });
    expect(() => Testing.synth(stack, true)).not.toThrow();
  });

  test("is an error if another stack has a membership of the project, with another alias of the provider", () => {
    const { app, stacks } = givenStacks("first", "second");
    const [first, second] = stacks;
    const { id: projectId } = new Project(first!, "project", { name: "Platform" });
    new WorkspaceMembership(first!, "one", { projectId, workspaceNames: ["api"], exclusive: true });
    const provider = new TfprojectsProvider(second!, "other", { organization: "ACME", alias: "other" });
    new WorkspaceMembership(second!, "two", { projectId, workspaceNames: ["web"], provider });
    expect(() => app.synth()).toThrow(/\[first\/one\] exclusive: .*, but second\/two has the same project/);
  });

  test("is an error if two other stacks have memberships of the project", () => {
    const { app, stacks } = givenStacks("first", "second", "third");
    const { id } = new Project(stacks[0]!, "project", { name: "Platform" });
    new WorkspaceMembership(stacks[1]!, "one", { projectId: id, workspaceNames: ["api"], exclusive: true });
    new WorkspaceMembership(stacks[2]!, "two", { projectId: id, workspaceNames: ["web"] });
    expect(() => app.synth()).toThrow(/\[second\/one\] exclusive: .*, but third\/two has the same project/);
  });
});

describe("the memberships of several stacks", () => {
  test("are an error of the app if they have the same workspace", () => {
    const { app, stacks } = givenStacks("first", "second");
    for (const stack of stacks) {
      new WorkspaceMembership(stack, "it", { projectId: `prj-${stack.node.id}`, workspaceNames: ["api"] });
      expect(conflictsIn(stack)).toEqual([]);
    }
    expect(app.node.validate()).toEqual([
      expect.stringMatching(/^\[second\/it\] workspaceNames: The workspace "api" is in first\/it and in second\/it/),
    ]);
  });

  test("are no error if they have it by name, and their environments may differ", () => {
    const { app, stacks } = givenStacksOf(undefined, "first", "second");
    const memberships = stacks.map((stack) => {
      const projectId = `prj-${stack.node.id}`;
      return new WorkspaceMembership(stack, "it", { projectId, workspaceNames: ["api"] });
    });
    expect(app.node.validate()).toEqual([]);
    for (const membership of memberships) membership.workspaceIds = ["ws-1"];
    expect(app.node.validate()).toEqual([
      expect.stringContaining('The workspace "ws-1" is in first/it and in second/it'),
    ]);
  });

  test("are searched for in the app equally often, however many there are, and in however many stacks", () => {
    const searches = (count: number, pairs: number): number => {
      const { app, stacks } = givenStacks(...Array.from({ length: count }, (_, index) => `stack${index}`));
      for (let index = 0; index < pairs; index += 1) {
        const at = index % (count - 1);
        const { id } = new Project(stacks[at]!, `p${index}`, { name: `Project ${index}` });
        const names = { workspaceNames: [`api-${index}`], exclusive: true };
        new WorkspaceMembership(stacks[at + 1]!, `m${index}`, { projectId: id, ...names });
      }
      const search = jest.spyOn(app.node, "findAll");
      app.synth();
      return search.mock.calls.length;
    };
    expect(searches(6, 30)).toBe(searches(3, 2));
  });
});
