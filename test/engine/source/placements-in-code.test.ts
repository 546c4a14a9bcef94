import { TerraformIterator, TerraformStack, Testing, Token } from "cdktf";
import { DataProject, Project, TfprojectsProvider } from "../../../src";
import { WorkspacePlacement } from "../../../src/constructs/workspace-placement";
import { ConfigurationError } from "../../../src/engine/configuration-error";
import type { DesiredPlacement } from "../../../src/engine/organization";
import { readModules, type TerraformModule } from "../../../src/engine/source/read-modules";
import { parseJsonText } from "../../../src/terraform/json-syntax";

const TYPE = "tfprojects_workspace_placement";
const PROJECTS = { net: { name: "Networks" }, inbox: { name: "Inbox" } };
const NET = { project: "${tfprojects_project.net.name}", match_names: ["net-*"] };

/** One module with projects and a placement. */
function module(placement: object, more: object = {}, name = "acme"): TerraformModule {
  const content = { ...more, resource: { tfprojects_project: PROJECTS, [TYPE]: { all: placement } } };
  return { name, files: [{ path: "cdk.tf.json", content }] };
}

function placements(...modules: readonly TerraformModule[]): readonly DesiredPlacement[] {
  return readModules(modules, "acme").organizations.flatMap((it) => it.placements ?? []);
}

/** What is wrong with the code, with the places in the placement. */
function problems(...modules: readonly TerraformModule[]): readonly string[] {
  try {
    placements(...modules);
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    return error.problems.map(({ where, detail }) => `${where.replace(`${TYPE}.all.`, "")}: ${detail}`);
  }
  return [];
}

describe("a placement", () => {
  test("is read with all attributes, and its rules in order", () => {
    const all = {
      rule: [
        { ...NET, match_tags: { team: "net", old: "*" }, take_from: "any" },
        { project: "Elsewhere", match_tags: { team: "${local.team}" } },
        { project: "${data.tfprojects_project.shared.name}", match_names: ["${local.team}-*", "x"] },
        { project: "${local.inbox}", match_names: ["*"] },
      ],
      except_names: ["legacy-*"],
      except_tags: { frozen: "" },
      take_from: "default-project",
      max_moves: "100",
    };
    const more = {
      locals: { team: "pay", inbox: "${tfprojects_project.inbox.name}" },
      data: { tfprojects_project: { shared: { default: true } } },
    };
    expect(placements(module(all, more))).toEqual([
      {
        address: `${TYPE}.all`,
        rules: [
          {
            project: { by: "address", address: "tfprojects_project.net" },
            matchNames: ["net-*"],
            matchTags: { team: "net", old: "*" },
            takeFrom: "any",
          },
          { project: { by: "name", name: "Elsewhere" }, matchTags: { team: "pay" } },
          { project: { by: "default" }, matchNames: ["pay-*", "x"] },
          { project: { by: "address", address: "tfprojects_project.inbox" }, matchNames: ["*"] },
        ],
        exceptNames: ["legacy-*"],
        exceptTags: { frozen: "" },
        takeFrom: "default-project",
        maxMoves: 100,
      },
    ]);
  });

  test("may have a single rule that is no list, comments, and properties that are repeated", () => {
    const rule = { "//": "networks", ...NET, match_tags: null };
    expect(placements(module({ rule, max_moves: null, except_names: null }))).toMatchObject([
      { rules: [{ matchNames: ["net-*"] }] },
    ]);
    const text = `{"resource": {"${TYPE}": {"all": {
      "rule": {"project": "A b", "match_names": ["a"]},
      "rule": [{"project": "B c", "match_names": ["b"]}, {"project": "C d", "match_names": ["c"]}]
    }}}}`;
    const repeated = { name: "acme", files: [{ path: "main.tf.json", content: parseJsonText(text) }] };
    expect(placements(repeated)[0]?.rules.map(({ matchNames }) => matchNames)).toEqual([["a"], ["b"], ["c"]]);
  });

  test("is read from an app, where projects of other stacks are referred to", () => {
    const app = Testing.app();
    const [teams, routes] = ["teams", "routes"].map((name) => {
      const stack = new TerraformStack(app, name);
      new TfprojectsProvider(stack, "tfprojects", { organization: "acme" });
      return stack;
    });
    const project = new Project(teams!, "net", { name: "Networks" });
    const shared = new DataProject(routes!, "shared", { name: "Shared" });
    new WorkspacePlacement(routes!, "all", {
      rule: [
        { project: project.name, matchNames: ["net-*"] },
        { project: shared.name, matchNames: ["*"] },
      ],
    });
    // Prepares references between the two.
    for (const stack of [teams!, routes!]) stack.prepareStack();
    const modules = [teams!, routes!].map((stack): TerraformModule => {
      const content: unknown = JSON.parse(Testing.synth(stack));
      return { name: stack.node.id, files: [{ path: "cdk.tf.json", content }] };
    });
    expect(placements(...modules)[0]?.rules.map((rule) => rule.project)).toEqual([
      { by: "address", address: "teams/tfprojects_project.net" },
      { by: "name", name: "Shared" },
    ]);
  });
});

describe("the name of a project of the code", () => {
  const repeated = [NET, { project: "inbox", match_names: ["a"] }, { project: "INBOX", match_names: ["b"] }];

  test("must not be repeated in the same module", () => {
    expect(problems(module({ rule: repeated }))).toEqual([
      'rule[1].project: Rules 2 and 3 have the name "Inbox" literally, which the same code gives to ' +
        "tfprojects_project.inbox. Refer to the name of tfprojects_project.inbox instead, so that the project is " +
        "changed first.",
    ]);
  });

  test("may be repeated in another module, and then is that project", () => {
    const rule = [{ project: "inbox", match_names: ["a"] }];
    const content = { resource: { [TYPE]: { all: { rule } } } };
    const other: TerraformModule = { name: "routes", files: [{ path: "cdk.tf.json", content }] };
    expect(placements(module({ rule: [NET] }), other)[1]?.rules).toMatchObject([
      { project: { by: "address", address: "acme/tfprojects_project.inbox" } },
    ]);
  });

  test("may be the one of a project in another organization", () => {
    const placement = { rule: [{ project: "Inbox", match_names: ["a"] }], organization: "other" };
    expect(placements(module(placement))[0]?.rules[0]?.project).toEqual({ by: "name", name: "Inbox" });
  });
});

describe("a placement is refused", () => {
  const second = (rule: object) => ({ rule: [NET, { project: "Elsewhere", match_names: ["a"], ...rule }] });

  test.each<[string, object, readonly string[]]>([
    ["without rules", { rule: [] }, ['rule: At least 1 "rule" blocks are required.']],
    ["if rules are no blocks", { rule: "all" }, ["rule: Incorrect JSON value type: either a JSON object or"]],
    ["if one of them is none", { rule: [NET, 5] }, ["rule: Incorrect JSON value type: either a JSON object or"]],
    ["without a project", second({ project: null }), ['rule[1].project: The argument "project" is required']],
    ["with a value of another type", second({ match_names: "a" }), ["rule[1].match_names: Inappropriate value for"]],
    [
      "with a pattern that can match no name",
      second({ match_names: ["a", "^b"] }),
      ["rule[1].match_names[1]: The pattern"],
    ],
    ["with another choice", second({ take_from: "all" }), ["rule[1].take_from: `take_from` must be one of"]],
    [
      "with a name that is not supported",
      second({ match_name: ["b"] }),
      ['rule[1].match_name: No argument or block type is named "match_name".'],
    ],
    [
      "with the notation of code",
      { rule: [{ project: "Elsewhere", matchNames: ["b"] }] },
      [
        'rule[0].matchNames: No argument or block type is named "matchNames". Did you mean "match_names"?',
        "rule[0].match_names: Neither `match_names` nor `match_tags` is set.",
      ],
    ],
    [
      "with another name of the block",
      { rules: [NET] },
      ['rules: No argument or block type is named "rules". Did you mean "rule"?', "rule: At least 1"],
    ],
    [
      "with the id of a project",
      second({ project: "${tfprojects_project.inbox.id}" }),
      ["rule[1].project: Only Terraform knows the id of a project, so "],
    ],
    [
      "with what only Terraform can evaluate",
      second({ project: "${upper(local.a)}", match_names: ["${var.a}"] }),
      ["rule[1].match_names: Only Terraform knows the value", "rule[1].project: Only Terraform can evaluate"],
    ],
    [
      "with dynamic blocks",
      { rule: [NET], dynamic: { rule: { for_each: ["a"], content: { project: "A b", match_names: ["a"] } } } },
      ["dynamic.rule: Only Terraform can evaluate dynamic blocks."],
    ],
    [
      "with only dynamic blocks",
      { dynamic: { rule: {} } },
      ["dynamic.rule: Only Terraform can evaluate dynamic blocks."],
    ],
    ["with other instances", { rule: [NET], for_each: {} }, ["for_each: Only Terraform can evaluate for_each."]],
  ])("%s", (_, placement, expected) => {
    const found = problems(module(placement));
    expect(found.map((it, index) => it.slice(0, expected[index]?.length))).toEqual(expected);
  });

  test("if it is imported", () => {
    const more = { import: [{ to: `${TYPE}.all`, id: "acme" }] };
    expect(problems(module({ rule: [NET] }, more))).toEqual([
      "import: Placements cannot be imported: there is nothing to read. Remove the import block.",
    ]);
  });

  test("with a dynamic block of an app", () => {
    const stack = new TerraformStack(Testing.app(), "acme");
    new TfprojectsProvider(stack, "tfprojects", { organization: "acme" });
    const iterator = TerraformIterator.fromList(["a"]);
    const rule = iterator.dynamic({ project: iterator.value, match_names: ["a"] });
    new WorkspacePlacement(stack, "all", { rule });
    new WorkspacePlacement(stack, "any", { rule: Token.asAny("${var.rules}") });
    const content: unknown = JSON.parse(Testing.synth(stack));
    expect(problems({ name: "acme", files: [{ path: "cdk.tf.json", content }] })).toEqual([
      expect.stringMatching(/^dynamic\.rule: Only Terraform can evaluate dynamic blocks/),
      expect.stringMatching(/any\.rule: Incorrect JSON value type/),
    ]);
  });
});
