import { RESOURCES } from "../../../src/model";
import type { PlacementConfig, PlacementPlan, PlacementState } from "../../../src/model";
import { headlines, problemsIn, type Given } from "./validated";

const placementDefinition = RESOURCES.tfprojects_workspace_placement;
const NETWORKS = { project: "Networks", match_names: ["net-*"] };
const INBOX = { project: "Inbox", match_names: ["*"] };

test.each<[string, Given]>([
  ["a pattern", { rule: [NETWORKS] }],
  ["tags", { rule: [{ project: "Networks", match_tags: { team: "net", old: "", "hc:a": "*" } }] }],
  ["both, from everywhere", { rule: [{ ...NETWORKS, match_tags: { team: "*" }, take_from: "any" }, INBOX] }],
  ["several projects and exceptions", { rule: [NETWORKS, INBOX], except_names: ["old-*"], except_tags: { a: "*" } }],
  ["a limit", { rule: [NETWORKS], max_moves: 0, take_from: "any", organization: "acme" }],
  ["as many rules as there may be", { rule: Array.from({ length: 500 }, () => NETWORKS) }],
  [
    "unknown values",
    {
      rule: [
        { project: undefined, match_names: undefined },
        { ...NETWORKS, match_tags: undefined },
      ],
    },
  ],
  ["an unknown rule", { rule: [NETWORKS, undefined] }],
  ["rules of which it is unknown which there are", { rule: undefined }],
])("a placement with %s is valid", (_, given) => expect(headlines(placementDefinition, given)).toEqual([]));

const second = (rule: Given): Given => ({ rule: [NETWORKS, { project: "Inbox", ...rule }] });

test.each<[Given, readonly string[]]>([
  [{}, ["rule: Insufficient rule blocks"]],
  [{ rule: [] }, ["rule: Insufficient rule blocks"]],
  [{ rule: Array.from({ length: 501 }, () => NETWORKS) }, ["rule: Too many rule blocks"]],
  [second({}), ["rule[1].match_names: Rule without a condition"]],
  [second({ take_from: "any" }), ["rule[1].match_names: Rule without a condition"]],
  [second({ ...INBOX, project: null }), ["rule[1].project: Missing required argument"]],
  [second({ ...INBOX, project: "" }), ["rule[1].project: Invalid project"]],
  [second({ ...INBOX, project: "prj/1" }), ["rule[1].project: Invalid project"]],
  [second({ ...INBOX, take_from: "all" }), ["rule[1].take_from: Invalid take_from"]],
  [second({ match_names: [] }), ["rule[1].match_names: Invalid match_names"]],
  [second({ match_names: ["a", ""] }), ["rule[1].match_names[1]: Invalid match_names"]],
  [second({ match_names: ["a", null] }), ["rule[1].match_names[1]: Invalid match_names"]],
  [second({ match_names: ["^net", undefined] }), ["rule[1].match_names[0]: Invalid match_names"]],
  [second({ match_tags: {} }), ["rule[1].match_tags: Invalid match_tags"]],
  [second({ match_tags: { "a b": "*" } }), ['rule[1].match_tags["a b"]: Invalid match_tags']],
  [second({ match_tags: { a: "x y" } }), ["rule[1].match_tags.a: Invalid match_tags"]],
  [second({ match_tags: { a: null } }), ["rule[1].match_tags.a: Invalid match_tags"]],
  [{ rule: [NETWORKS], except_names: [], except_tags: {} }, ["except_names", "except_tags"].map(invalid)],
  [{ rule: [NETWORKS], except_names: ["a", "b c"] }, ["except_names[1]: Invalid except_names"]],
  [{ rule: [NETWORKS], except_tags: { a: "x y" } }, ["except_tags.a: Invalid except_tags"]],
  [{ rule: [NETWORKS], take_from: "all" }, [invalid("take_from")]],
  [{ rule: [NETWORKS], max_moves: -1 }, [invalid("max_moves")]],
  [{ rule: [NETWORKS], max_moves: 1.5 }, [invalid("max_moves")]],
  [{ rule: [NETWORKS], organization: "" }, [invalid("organization")]],
  [{ rule: [NETWORKS], unplaced: { "ws-1": "a" } }, ["unplaced: Read-only attribute"]],
])("the placement %j has the problems %j", (given, problems) => {
  expect(headlines(placementDefinition, given)).toEqual(problems);
});

function invalid(attribute: string): string {
  return `${attribute}: Invalid ${attribute}`;
}

test("the number of rules is limited in Terraform's words", () => {
  const messages = [[], Array.from({ length: 501 }, () => NETWORKS)].flatMap((rule) =>
    problemsIn(placementDefinition, { rule }).map(({ detail }) => detail),
  );
  expect(messages).toEqual([
    'At least 1 "rule" blocks are required.',
    'No more than 500 "rule" blocks are allowed; there are 501.',
  ]);
});

test("rules have types in configurations, plans and states", () => {
  const state: PlacementState = {
    id: "acme",
    except_names: null,
    except_tags: null,
    take_from: "default-project",
    max_moves: null,
    organization: "acme",
    unplaced: { "ws-1": "net-prod (Default Project → Networks)" },
    rule: [{ project: "Networks", match_names: ["net-*"], match_tags: null, take_from: null }],
  };
  const planned: PlacementPlan = { ...state, unplaced: {} };
  const config: PlacementConfig = { ...planned, id: null, unplaced: null };
  expect([config.rule, planned.rule]).toEqual([state.rule, state.rule]);
});
