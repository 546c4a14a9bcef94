import { ConfigurationError } from "../../../src/engine/configuration-error";
import type { DesiredPlacement } from "../../../src/engine/organization";
import { readPlan } from "../../../src/engine/source/read-plan";
import { parsePlan } from "../../../src/terraform/plan";
import { configuration, planJson, type Expression, type ObjectChange } from "../../support/plan-json";

const AT = "tfprojects_workspace_placement.all";
const rule = (some: object) => ({ project: "Networks", match_names: null, match_tags: null, take_from: null, ...some });
const NET = rule({ match_names: ["net-*"] });
const INBOX = rule({ project: "Inbox", match_names: ["*"], match_tags: { team: "net" }, take_from: "any" });
const PLACEMENT = {
  id: "acme",
  organization: "acme",
  rule: [NET, INBOX],
  except_names: null,
  except_tags: null,
  take_from: "default-project",
  max_moves: null,
  unplaced: {},
};

/** What the code sets, as the configuration of a plan has it. */
const CODE: Readonly<Record<string, Expression>> = { rule: [] };

function plan(change: ObjectChange, code = CODE, others: Readonly<Record<string, ObjectChange>> = {}): object {
  const resources = { [AT]: code };
  return planJson({ ...others, [AT]: change }, { configuration: configuration({ resources }) });
}

function read(content: object): DesiredPlacement | undefined {
  return readPlan(parsePlan(content, "plan.json"), "acme").organizations[0]?.placements?.[0];
}

function problems(content: object): readonly string[] {
  try {
    read(content);
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    return error.problems.map(({ where, detail: message }) => `${where.replace(`${AT}.`, "")}: ${message}`);
  }
  return [];
}

const created = (some: object = {}): ObjectChange => ({ after: { ...PLACEMENT, ...some } });

describe("a placement in Terraform's plan", () => {
  test("has the planned rules, whether or not the code in the plan has them", () => {
    const expected = {
      address: AT,
      rules: [
        { project: { by: "name", name: "Networks" }, matchNames: ["net-*"] },
        { project: { by: "name", name: "Inbox" }, matchNames: ["*"], matchTags: { team: "net" }, takeFrom: "any" },
      ],
    };
    // Terraform leaves `dynamic` blocks out of the configuration.
    for (const code of [CODE, {}]) expect(read(plan(created(), code))).toEqual(expected);
  });

  test("has the values that the code sets", () => {
    const values = { except_names: ["old-*"], except_tags: { a: "" }, take_from: "any", max_moves: 5 };
    const code = { ...CODE, except_names: [], except_tags: [], take_from: [], max_moves: [] };
    expect(read(plan(created(values), code))).toMatchObject({
      exceptNames: ["old-*"],
      exceptTags: { a: "" },
      takeFrom: "any",
      maxMoves: 5,
    });
    expect(read(plan(created(values)))).not.toHaveProperty("takeFrom");
  });

  test("has the projects of the plan by their names after it", () => {
    const before = { id: "prj-1", name: "Network" };
    const projects = {
      "tfprojects_project.net": { actions: ["update"], before, after: { ...before, name: "NETWORKS" } },
      "tfprojects_project.gone": { actions: ["delete"], before: { id: "prj-2", name: "Inbox" }, after: null },
      "tfprojects_project.other": { after: { name: "Inbox", organization: "other" } },
    };
    expect(read(plan(created(), CODE, projects))?.rules.map((it) => it.project)).toEqual([
      { by: "address", address: "tfprojects_project.net" },
      { by: "name", name: "Inbox" },
    ]);
  });
});

describe("what moves in Terraform's plan", () => {
  const unplaced = { "ws-1": "net-1 (Default Project → Networks)", "ws-2": "web_2 (A (b) → Inbox)" };
  const before = { ...PLACEMENT, unplaced };
  const update = (some: object): ObjectChange => ({ actions: ["update"], before, after: { ...PLACEMENT, ...some } });

  test("is what the last refresh has found, with unchanged rules", () => {
    const decided = [
      { id: "ws-1", name: "net-1" },
      { id: "ws-2", name: "web_2" },
    ];
    const same = { rule: [{ ...NET, match_names: ["net-*"] }, INBOX] };
    expect(read(plan(update(same)))?.decided).toEqual(decided);
    expect(read(plan(update({ max_moves: 1 })))?.decided).toEqual(decided);
    expect(read(plan({ before: PLACEMENT }))?.decided).toEqual([]);
  });

  test.each<[string, ObjectChange]>([
    ["new ones", created()],
    ["changed ones", update({ rule: [INBOX, NET] })],
    ["an exception that is added", update({ except_names: ["x"] })],
    ["another place to take from", update({ take_from: "any" })],
    ["those of another organization", { ...update({}), actions: ["delete", "create"] }],
  ])("is what the rules find, with %s", (_, change) => {
    expect(read(plan(change))).not.toHaveProperty("decided");
  });

  test("is nothing when a placement is destroyed, also if something was to be moved", () => {
    expect(read(plan({ actions: ["delete"], before, after: null }))).toBeUndefined();
  });
});

describe("a placement in Terraform's plan is refused", () => {
  const later = "Terraform knows this value only after apply";

  test.each<[string, ObjectChange, readonly string[]]>([
    [
      "if a project is not known",
      { ...created({ rule: [NET, rule({ project: undefined })] }), unknown: { rule: [{}, { project: true }] } },
      [`rule[1].project: ${later}`],
    ],
    [
      "if parts of patterns and tags are not known",
      { ...created(), unknown: { rule: [{ match_names: [false] }, { match_names: [true], match_tags: { a: true } }] } },
      [`rule[1].match_names[0]: ${later}`, `rule[1].match_tags.a: ${later}`],
    ],
    [
      "if it is not known which rules there are",
      { after: { ...PLACEMENT, rule: undefined }, unknown: { rule: true } },
      [`rule: ${later}`],
    ],
    [
      "if something is sensitive",
      { ...created(), sensitive: { rule: [{}, { match_names: true }] } },
      ["rule[1].match_names: The value is sensitive"],
    ],
    [
      "if another version has planned rules with other arguments",
      created({ rule: [NET, { ...INBOX, match_name: "x", other: null, blocks: [] }] }),
      ['rule[1].match_name: No argument or block type is named "match_name". Use the version'],
    ],
    [
      "if these are not known",
      { ...created(), unknown: { rule: [{ comment: true, other: false }] } },
      ['rule[0].comment: No argument or block type is named "comment". Use the version', `rule[0].comment: ${later}`],
    ],
  ])("%s", (_, change, expected) => {
    const found = problems(plan(change));
    expect(found.map((it, index) => it.slice(0, expected[index]?.length))).toEqual(expected);
  });

  test("if the code in the plan has an argument that this version does not have", () => {
    expect(problems(plan(created(), { ...CODE, rules: [] }))).toEqual([
      expect.stringMatching(/^rules: No argument or block type is named "rules"/),
    ]);
  });
});
