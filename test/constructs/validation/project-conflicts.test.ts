import { TerraformCount, TerraformStack, TerraformVariable, Testing, Token } from "cdktf";
import type { App } from "cdktf";
import { Project, TfprojectsProvider } from "../../../src";
import { bundleProvider } from "../../../src/constructs/provider-bundle/bundle-synthesizer";

function stackIn(app: App, id: string, organization?: string) {
  const stack = new TerraformStack(app, id);
  // Any file does as the provider of a synth.
  bundleProvider(stack, { script: __filename, system: "linux" });
  new TfprojectsProvider(stack, "tfprojects", { organization });
  return stack;
}

/** What the validation of a stack finds; that of the app finds what several stacks have in common. */
const problems = (stack: TerraformStack): string => {
  try {
    Testing.synth(stack, true);
    return "";
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
};

describe("two projects with one name", () => {
  test("in a stack are an error, ignoring case", () => {
    const stack = stackIn(Testing.app(), "stack", "acme");
    new Project(stack, "one", { name: "Platform" });
    new Project(stack, "two", { name: "PLATFORM" });
    expect(problems(stack)).toMatch(
      /\[stack\/two\] name: The name "PLATFORM" is also used by stack\/one.*unique.*case-insensitive.*Rename/,
    );
  });

  test("in a stack are an error if the organization comes from the environment", () => {
    const stack = stackIn(Testing.app(), "stack");
    new Project(stack, "one", { name: "Platform" });
    new Project(stack, "two", { name: "Platform" });
    expect(problems(stack)).toContain("is also used by stack/one");
  });

  test("are an error if one has the organization itself, and the other from its provider", () => {
    const stack = stackIn(Testing.app(), "stack", "acme");
    new Project(stack, "one", { name: "Platform" });
    new Project(stack, "two", { name: "Platform", organization: "acme" });
    expect(problems(stack)).toContain("is also used by stack/one");
  });

  test("are an error if the case of the organization differs", () => {
    const stack = stackIn(Testing.app(), "stack", "Acme");
    new Project(stack, "one", { name: "Platform" });
    new Project(stack, "two", { name: "Platform", organization: "acme" });
    expect(problems(stack)).toContain("is also used by stack/one");
  });

  test("are an error if one provider has the address of the service and the other its hostname", () => {
    const stack = new TerraformStack(Testing.app(), "stack");
    const own = { organization: "acme" };
    const [one, two] = [
      new TfprojectsProvider(stack, "one", { ...own, alias: "one", address: "https://TFE.example.com/" }),
      new TfprojectsProvider(stack, "two", { ...own, alias: "two", hostname: "tfe.example.com" }),
    ];
    new Project(stack, "first", { name: "Platform", provider: one });
    new Project(stack, "second", { name: "Platform", provider: two });
    expect(problems(stack)).toContain("is also used by stack/first");
  });

  test("in two stacks of one organization are an error, reported once", () => {
    const app = Testing.app();
    const [first, second] = [stackIn(app, "first", "acme"), stackIn(app, "second", "acme")];
    new Project(first, "one", { name: "Platform" });
    new Project(second, "two", { name: "Platform" });
    expect([problems(first), problems(second)]).toEqual(["", ""]);
    expect(app.node.validate()).toEqual([expect.stringMatching(/^\[second\/two\] name: .* also used by first\/one/)]);
    expect(() => app.synth()).toThrow(/\[second\/two\] name: /);
  });

  test("in two organizations are allowed", () => {
    const stack = stackIn(Testing.app(), "stack", "acme");
    new Project(stack, "one", { name: "Platform" });
    new Project(stack, "two", { name: "Platform", organization: "other" });
    expect(problems(stack)).toBe("");
  });

  test("in two services are allowed", () => {
    const stack = stackIn(Testing.app(), "stack", "acme");
    const provider = new TfprojectsProvider(stack, "tfe", {
      alias: "tfe",
      organization: "acme",
      hostname: "tfe.example.com",
    });
    new Project(stack, "one", { name: "Platform" });
    new Project(stack, "two", { name: "Platform", provider });
    expect(problems(stack)).toBe("");
  });

  test("in two stacks whose environments may differ are allowed", () => {
    const app = Testing.app();
    const [first, second] = [stackIn(app, "first"), stackIn(app, "second")];
    new Project(first, "one", { name: "Platform" });
    new Project(second, "two", { name: "Platform" });
    expect(problems(first) + problems(second)).toBe("");
  });

  test("are allowed if the organization is known only when Terraform runs", () => {
    const stack = stackIn(Testing.app(), "stack", "acme");
    const organization = new TerraformVariable(stack, "organization", {}).stringValue;
    new Project(stack, "one", { name: "Platform", organization });
    new Project(stack, "two", { name: "Platform", organization });
    expect(problems(stack)).toBe("");
  });

  test.each(["moveTo", "moveToId"] as const)("are allowed if one is moved to the other with %s", (move) => {
    const stack = stackIn(Testing.app(), "stack", "acme");
    const old = new Project(stack, "old", { name: "Platform" });
    new Project(stack, "new", { name: "Platform" }).addMoveTarget("new");
    old[move](move === "moveTo" ? "new" : "tfprojects_project.new");
    expect(problems(stack)).toBe("");
  });

  test("are an error if one is moved here from another address", () => {
    const stack = stackIn(Testing.app(), "stack", "acme");
    new Project(stack, "one", { name: "Platform" });
    new Project(stack, "two", { name: "Platform" }).moveFromId("tfprojects_project.gone");
    expect(problems(stack)).toContain("is also used by stack/one");
  });

  test("are allowed if count decides which of them exists", () => {
    const stack = stackIn(Testing.app(), "stack", "acme");
    const count = TerraformCount.of(Token.asNumber("${var.old ? 1 : 0}"));
    new Project(stack, "one", { name: "Platform", count });
    new Project(stack, "two", { name: "Platform" });
    expect(problems(stack)).toBe("");
  });
});

describe("a previous name", () => {
  test("that is the name of another project is an error", () => {
    const stack = stackIn(Testing.app(), "stack", "acme");
    new Project(stack, "one", { name: "Platform", previousNames: ["Data"] });
    new Project(stack, "two", { name: "DATA" });
    expect(problems(stack)).toMatch(/\[stack\/one\] previousNames: "Data" is also the name of stack\/two/);
  });

  test("that is a previous name of another project is an error", () => {
    const stack = stackIn(Testing.app(), "stack", "acme");
    new Project(stack, "one", { name: "Platform", previousNames: ["Base"] });
    new Project(stack, "two", { name: "Data", previousNames: ["base"] });
    expect(problems(stack)).toMatch(/\[stack\/two\] previousNames: "base" is also a previous name of stack\/one/);
  });

  test("of projects that pass names on one after the other is allowed", () => {
    const stack = stackIn(Testing.app(), "stack", "acme");
    new Project(stack, "one", { name: "Platform", previousNames: ["Data"] });
    new Project(stack, "two", { name: "Data", previousNames: ["Old data"] });
    expect(problems(stack)).toBe("");
  });

  test("of projects that pass names on in a cycle is an error, once for each cycle and organization", () => {
    const app = Testing.app();
    const stack = stackIn(app, "stack", "acme");
    const other = stackIn(app, "other", "globex");
    new Project(stack, "one", { name: "Platform", previousNames: ["Data"] });
    new Project(stack, "two", { name: "Data", previousNames: ["Old data", "platform"] });
    new Project(other, "three", { name: "Old data", previousNames: ["Elsewhere"] });
    expect(problems(stack).match(/pass on their names/g)).toHaveLength(1);
    expect(problems(stack)).toContain(
      '[stack/one] previousNames: Projects pass on their names in a cycle: "Data" to "Platform", "platform" to ' +
        '"Data". No rename can come first, since each takes a name that another project still has. Rename one of ' +
        "them to a name that no project has, apply, and rename it again.",
    );
    expect(problems(other)).toBe("");
  });

  test("that is listed twice is allowed", () => {
    const stack = stackIn(Testing.app(), "stack", "acme");
    new Project(stack, "one", { name: "Platform", previousNames: ["Base", "base"] });
    expect(problems(stack)).toBe("");
  });
});

test("ten thousand projects with different names are allowed", () => {
  const stack = stackIn(Testing.app(), "stack", "acme");
  for (let i = 0; i < 10_000; i++) new Project(stack, `project-${i}`, { name: `Project ${i}` });
  stack.runAllValidations();
});
