import "cdktf/lib/testing/adapters/jest";
import { Fn, TerraformIterator, TerraformStack, TerraformVariable, Testing, Token } from "cdktf";
import { Project, TfprojectsProvider, WorkspaceMembership } from "../../src";
import { bundleProvider } from "../../src/constructs/provider-bundle/bundle-synthesizer";
import { WorkspacePlacement } from "../../src/constructs/workspace-placement";
import type { WorkspacePlacementRule } from "../../src/constructs/generated/workspace-placement";

Testing.setupJest();

function given() {
  const stack = new TerraformStack(Testing.app(), "stack");
  new TfprojectsProvider(stack, "tfprojects", { organization: "acme" });
  return { stack, project: new Project(stack, "platform", { name: "Platform" }) };
}

const NET: WorkspacePlacementRule = { project: "Networks", matchNames: ["net-*"] };

test("a placement writes every argument, and its rules in order", () => {
  // GIVEN
  const { stack, project } = given();
  // WHEN
  new WorkspacePlacement(stack, "all", {
    rule: [
      { project: project.name, matchNames: ["pay-*"], matchTags: { team: "*" }, takeFrom: "any" },
      { project: "Inbox", matchNames: ["*"] },
    ],
    exceptNames: ["legacy-*"],
    exceptTags: { frozen: "" },
    takeFrom: "default-project",
    maxMoves: 100,
    organization: "acme",
  });
  // THEN
  expect(Testing.synth(stack, true)).toHaveResourceWithProperties(WorkspacePlacement, {
    rule: [
      {
        project: "${tfprojects_project.platform.name}",
        match_names: ["pay-*"],
        match_tags: { team: "*" },
        take_from: "any",
      },
      { project: "Inbox", match_names: ["*"] },
    ],
    except_names: ["legacy-*"],
    except_tags: { frozen: "" },
    take_from: "default-project",
    max_moves: 100,
    organization: "acme",
  });
});

test("rules can be replaced, referred to and repeated by Terraform", () => {
  const { stack } = given();
  const placement = new WorkspacePlacement(stack, "all", { rule: [NET] });
  const names = new TerraformVariable(stack, "names", { type: "list(string)" }).listValue;
  const iterator = TerraformIterator.fromList(Fn.range(0, Fn.lengthOf(names)));
  const name = Token.asString(Fn.element(names, Token.asNumber(iterator.value)));
  placement.putRule(iterator.dynamic({ project: name, match_names: [Fn.join("", [name, "-*"])] }));
  expect(Token.isUnresolved(placement.rule.get(0).project)).toBe(true);
  expect(JSON.parse(Testing.synth(stack, true))).toMatchObject({
    resource: {
      tfprojects_workspace_placement: {
        all: {
          dynamic: {
            rule: {
              for_each: "${toset(range(0, length(var.names), 1))}",
              content: { project: "${element(var.names, each.value)}" },
            },
          },
        },
      },
    },
  });
});

test.each<[string, (iterator: typeof TerraformIterator) => TerraformIterator]>([
  ["a map", (it) => it.fromMap({ Networks: "net-*" })],
  ["a list", (it) => it.fromList(["net-*", "app-*"])],
])("rules of an iterator over %s are an error at synth that says how to keep their order", (_, from) => {
  const { stack } = given();
  const iterator = from(TerraformIterator);
  new WorkspacePlacement(stack, "all", { rule: iterator.dynamic({ project: "Networks", match_names: ["net-*"] }) });
  expect(() => Testing.synth(stack, true)).toThrow(
    "rule: The order of rules matters, and Terraform sorts the maps and sets that an iterator goes through.",
  );
});

describe("a mistake in a placement is an error at synth", () => {
  const mistakes: [string, object, string][] = [
    ["no rules", { rule: [] }, 'rule: At least 1 "rule" blocks are required.'],
    [
      "a rule without a project",
      { rule: [{ matchNames: ["a"] }] },
      'rule[0].project: The argument "project" is required',
    ],
    [
      "a rule without a condition",
      { rule: [NET, { project: "Inbox" }] },
      "rule[1].matchNames: Neither `matchNames` nor `matchTags`",
    ],
    [
      "a pattern in a rule that can match no name",
      { rule: [NET, { project: "Inbox", matchNames: ["a", "^b"] }] },
      'rule[1].matchNames[1]: The pattern "^b" can match no workspace',
    ],
    [
      "a tag in a rule that no workspace can have",
      { rule: [{ project: "Inbox", matchTags: { "a b": "*" } }] },
      'rule[0].matchTags["a b"]: A tag key may only contain',
    ],
    [
      "a choice in a rule that there is not",
      { rule: [{ ...NET, takeFrom: "all" }] },
      'rule[0].takeFrom: `takeFrom` must be one of "any", "default-project"; "all" is not.',
    ],
    [
      "a name in a rule that is not supported",
      { rule: [NET, { ...NET, matchName: ["b"] }] },
      'rule[1].matchName: No argument or block type is named "matchName".',
    ],
    [
      "a name in the notation of Terraform",
      { rule: [{ project: "Networks", match_names: ["b"] }] },
      'rule[0].match_names: No argument or block type is named "match_names". Did you mean "matchNames"?',
    ],
    [
      "a name in a rule that nothing is similar to",
      { rule: [{ ...NET, comment: "by hand" }] },
      'rule[0].comment: No argument or block type is named "comment".',
    ],
    [
      "a key in a rule that cdktf does not write",
      { rule: [{ project: "Inbox", matchTags: JSON.parse('{"__proto__": "x"}') as object }] },
      'rule: The key "__proto__" is valid, but',
    ],
  ];

  test.each(mistakes)("%s", (_, config, message) => {
    const { stack } = given();
    const placement = new WorkspacePlacement(stack, "all", config as { rule: [] });
    expect(placement.node.validate().filter((it) => it.startsWith(message))).toHaveLength(1);
  });

  test("also if rules are set later", () => {
    const placement = new WorkspacePlacement(given().stack, "all", { rule: [NET] });
    placement.putRule([]);
    expect(placement.node.validate()).toEqual(['rule: At least 1 "rule" blocks are required.']);
  });

  test("but a wrong name outside of rules at once", () => {
    const config = { rule: [NET], exceptName: ["a"] };
    expect(() => new WorkspacePlacement(given().stack, "all", config)).toThrow('Did you mean "exceptNames"?');
  });

  test("but what only Terraform knows is validated at plan", () => {
    const { stack, project } = given();
    const unknown = Token.asList("${var.names}");
    const rule = [
      { project: project.name, matchNames: unknown },
      { project: Token.asString("${var.project}"), matchTags: Token.asStringMap("${var.tags}") },
      Token.asAny("${var.rule}") as unknown as WorkspacePlacementRule,
    ];
    expect(new WorkspacePlacement(stack, "all", { rule }).node.validate()).toEqual([]);
    expect(new WorkspacePlacement(stack, "any", { rule: Token.asAny("${var.rules}") }).node.validate()).toEqual([]);
  });
});

const problemsOf = (stack: TerraformStack): readonly string[] => stack.node.validate();

/** An app whose stacks can be synthesized. */
function givenStacks(...names: readonly string[]) {
  const app = Testing.app();
  const stacks = names.map((name) => {
    const stack = new TerraformStack(app, name);
    // Any file does as the provider.
    bundleProvider(stack, { script: __filename, system: "linux" });
    new TfprojectsProvider(stack, "tfprojects", { organization: "acme" });
    return stack;
  });
  return { app, stacks };
}

describe("a rule must not repeat the name of a project of its stack", () => {
  const rule = (project: string): WorkspacePlacementRule[] => [NET, { project, matchNames: ["*"] }];

  test("in any case", () => {
    const { stack } = given();
    new WorkspacePlacement(stack, "all", { rule: rule("PLATFORM") });
    expect(problemsOf(stack)).toEqual([
      '[stack/all] rule[1].project: Rule 2 has the name "PLATFORM" literally, which the same code gives to ' +
        "stack/platform. Refer to the name of stack/platform instead, so that the project is changed first.",
    ]);
  });

  test("but may refer to it, and have the name of one in another organization", () => {
    const { stack, project } = given();
    new Project(stack, "remote", { name: "Remote", organization: "other" });
    new WorkspacePlacement(stack, "all", { rule: [...rule(project.name), { project: "Remote", matchNames: ["*"] }] });
    expect(problemsOf(stack)).toEqual([]);
  });

  test("which in another stack may have been deployed before", () => {
    const { app, stacks } = givenStacks("first", "second");
    new Project(stacks[0]!, "platform", { name: "Platform" });
    new WorkspacePlacement(stacks[1]!, "all", { rule: rule("Platform") });
    expect(() => app.synth()).not.toThrow();
  });
});

describe("a rule must not be into a project with an exclusive membership", () => {
  test.each([[true], [false]])("exclusive: %p", (exclusive) => {
    const { stack, project } = given();
    new WorkspaceMembership(stack, "members", { projectId: project.id, workspaceNames: ["a"], exclusive });
    const rules = ["b", "c"].map((name) => ({ project: project.name, matchNames: [name] }));
    new WorkspacePlacement(stack, "all", { rule: [NET, ...rules] });
    const message =
      "[stack/all] rule[1].project: Rules 2 and 3 place workspaces in the project of stack/members, which is " +
      "exclusive. Remove the rules, or `exclusive` from the membership.";
    expect(problemsOf(stack)).toEqual(exclusive ? [message] : []);
  });

  test("also of another stack", () => {
    const { app, stacks } = givenStacks("first", "second");
    const project = new Project(stacks[0]!, "platform", { name: "Platform" });
    const members = { projectId: project.id, workspaceNames: ["a"], exclusive: true };
    new WorkspaceMembership(stacks[0]!, "members", members);
    new WorkspacePlacement(stacks[1]!, "all", { rule: [{ project: project.name, matchNames: ["b"] }] });
    expect(() => app.synth()).toThrow(
      /\[second\/all\] rule\[0\].project: .* project of first\/members, which is exclusive/,
    );
  });
});
