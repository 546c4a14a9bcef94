import { changedAttributes, number, optional, set, string, UNKNOWN, type PlanOf } from "../../src/plugin";
import { routeSchema } from "./sample-provider/route";

const schema = {
  description: "",
  attributes: {
    name: optional(string, { description: "" }),
    count: optional(number, { description: "" }),
    labels: optional(set(string), { description: "" }),
  },
};
const before = { name: "a", count: 5, labels: ["x", "y"] };

test("changed blocks differ in what is in them, or in their order if they have one", () => {
  const team = (name: string) => ({ name, admin: null, note: [{ text: "a" }, { text: null }] });
  const rule = { target: "a", names: ["x", "y"], tags: null, weight: 5, limits: null, team: [team("t"), team("u")] };
  const before = {
    id: "1",
    name: "n",
    revision: 1,
    behaviour: null,
    rule: [rule],
    settings: null,
    only: { value: "a" },
  };
  const other = { ...rule, target: "b" };
  const changes = (some: Partial<PlanOf<typeof routeSchema>>) =>
    changedAttributes(routeSchema, before, { ...before, ...some });
  const note = [{ text: null }, { text: "a" }];
  expect([
    changes({ rule: [{ ...rule, names: ["y", "x"], weight: 5n, team: [team("u"), { ...team("t"), note }] }] }),
    changes({ rule: [other], only: { value: null } }),
    changes({ rule: [rule, other] }),
    changes({ rule: UNKNOWN, settings: { mode: null, extra: [] } }),
    changes({ rule: [{ ...rule, limits: UNKNOWN }] }),
  ]).toEqual([[], ["rule", "only"], ["rule"], ["rule", "settings"], ["rule"]]);
  const two = { ...before, rule: [rule, other] };
  expect(changedAttributes(routeSchema, two, { ...two, rule: [other, rule] })).toEqual(["rule"]);
});

describe("changed attributes", () => {
  it("ignore the order of sets and the type of numbers", () => {
    expect(changedAttributes(schema, before, { name: "a", count: 5n, labels: ["y", "x"] })).toEqual([]);
  });

  it("have another value, or are unknown", () => {
    expect(changedAttributes(schema, before, { name: null, count: UNKNOWN, labels: ["x", UNKNOWN] })).toEqual([
      "name",
      "count",
      "labels",
    ]);
  });
});
