import { TerraformProvider, TerraformStack, Testing } from "cdktf";
import { DataProject, Project, TfprojectsProvider } from "../../../src";

const problems = (stack: TerraformStack): string => {
  try {
    Testing.synth(stack, true);
    return "";
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
};

function stacks(): readonly [TerraformStack, TerraformStack] {
  const app = Testing.app();
  return [new TerraformStack(app, "one"), new TerraformStack(app, "two")];
}

describe("two configurations of the provider in a stack", () => {
  test.each<[string, string | undefined, string]>([
    ["without an alias", undefined, "one/a has no alias, either"],
    ["with the same alias", "other", 'one/a has the alias "other", too'],
  ])("%s are an error of the second", (_, alias, message) => {
    const [one, two] = stacks();
    new TfprojectsProvider(one, "a", { alias, organization: "acme" });
    new TfprojectsProvider(one, "b", { alias, organization: "other" });
    new TfprojectsProvider(two, "a", { alias });
    expect(problems(one)).toContain(`[one/b] alias: Duplicate provider configuration: ${message}`);
    expect(problems(two)).toBe("");
  });

  test("with aliases of their own, also set later, are none", () => {
    const [one] = stacks();
    new TfprojectsProvider(one, "a");
    new TfprojectsProvider(one, "b", { alias: "b" });
    new TfprojectsProvider(one, "c", { alias: "b" }).alias = "c";
    expect(problems(one)).toBe("");
  });
});

describe("the provider of a resource or data source", () => {
  test.each<[string, string | undefined]>([
    ["an alias", "other"],
    ["none", undefined],
  ])("of another stack, with %s, is an error", (_, alias) => {
    const [one, two] = stacks();
    new TfprojectsProvider(one, "tfprojects");
    const provider = new TfprojectsProvider(two, "tfprojects", { alias });
    new Project(one, "project", { name: "Platform", provider });
    new DataProject(one, "data", { name: "Shared", provider });
    const found = problems(one);
    for (const path of ["one/project", "one/data"]) {
      expect(found).toContain(
        `[${path}] provider: Provider configuration not present: two/tfprojects is a configuration of the stack two. ` +
          "Add one to the stack one, and use that.",
      );
    }
  });

  test("of the stack is none, nor is one set after the other constructs", () => {
    const [one] = stacks();
    const provider = new TfprojectsProvider(one, "tfprojects", { alias: "other" });
    new Project(one, "project", { name: "Platform" }).provider = provider;
    expect(problems(one)).toBe("");
  });

  test("of another kind is an error", () => {
    const [one] = stacks();
    class OtherProvider extends TerraformProvider {}
    const provider = new OtherProvider(one, "tfe", { terraformResourceType: "tfe" });
    new Project(one, "project", { name: "Platform", provider });
    expect(problems(one)).toContain(
      "[one/project] provider: one/tfe is a configuration of tfe. Use one of tfprojects.",
    );
  });
});
