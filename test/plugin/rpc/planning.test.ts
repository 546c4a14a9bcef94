import {
  computed,
  defaulted,
  list,
  map,
  number,
  optional,
  optionalComputed,
  required,
  set,
  string,
  UNKNOWN,
} from "../../../src/plugin";
import type { Schema } from "../../../src/plugin";
import { planErrors, proposedPlan, resultErrors, withDefaults } from "../../../src/plugin/rpc/planning";
import type { ObjectValue, Value } from "../../../src/plugin/value/value";
import { routeSchema } from "../sample-provider/route";

const about = { description: "" };
const schema = {
  description: "",
  attributes: {
    id: computed(string, about),
    name: required(string, about),
    note: optional(string, about),
    color: defaulted(string, { ...about, default: "blue" }),
    size: optionalComputed(string, about),
    labels: optional(set(string), about),
    rows: optional(list(number), about),
    tags: optional(map(string), about),
  },
} satisfies Schema;

const unset: ObjectValue = Object.fromEntries(Object.keys(schema.attributes).map((name) => [name, null]));
const config = { ...unset, name: "n" };
const prior = { ...unset, id: "1", name: "old", note: "old", color: "red", size: "large" };

describe("the proposed plan", () => {
  it("of a new object has unknown computed values, defaults, and configured values", () => {
    expect(proposedPlan(schema, config, null)).toEqual({ ...config, id: UNKNOWN, color: "blue", size: UNKNOWN });
  });

  it("of an update keeps computed values, and unsets or defaults what is no longer configured", () => {
    expect(proposedPlan(schema, config, prior)).toEqual({ ...config, id: "1", color: "blue", size: "large" });
  });

  it("takes unknown values from the configuration", () => {
    expect(proposedPlan(schema, { ...config, size: UNKNOWN, color: UNKNOWN }, prior)).toMatchObject({
      size: UNKNOWN,
      color: UNKNOWN,
    });
  });
});

describe("blocks", () => {
  const { limits, team } = { limits: { max: 1, window: [] }, team: [{ name: "t", admin: null, note: [] }] };
  const rule: ObjectValue = { target: "a", names: ["x", "y"], tags: null, weight: 5, limits, team };
  const config: ObjectValue = {
    id: null,
    name: "n",
    revision: null,
    behaviour: null,
    rule: [rule],
    settings: null,
    only: { value: null },
  };
  const prior: ObjectValue = { ...config, id: "1", revision: 1, rule: [{ ...rule, target: "b" }, rule] };

  it("are planned as configured, and are there without a configuration", () => {
    expect(proposedPlan(routeSchema, config, prior)).toEqual({ ...config, id: "1", revision: 1 });
    expect(proposedPlan(routeSchema, { ...config, rule: UNKNOWN }, prior)).toMatchObject({ rule: UNKNOWN });
    expect(withDefaults(routeSchema, {})).toMatchObject({ rule: [], settings: null, only: null });
  });

  it.each([
    ["another value", { rule: [{ ...rule, target: "b" }] }, ["rule", 0, "target"]],
    ["the prior value", { rule: prior["rule"] }, ["rule"]],
    [
      "another value in a nested block",
      { rule: [{ ...rule, limits: { max: 2, window: [] } }] },
      ["rule", 0, "limits", "max"],
    ],
    ["another set", { rule: [{ ...rule, team: [] }] }, ["rule", 0, "team"]],
    ["a block that is not configured", { settings: { mode: "a", extra: [] } }, ["settings"]],
    ["an unknown value", { rule: [{ ...rule, target: UNKNOWN }] }, ["rule", 0, "target"]],
    ["unknown blocks", { rule: UNKNOWN }, ["rule"]],
  ] as [string, Record<string, Value>, unknown[]][])(
    "are planned as configured: %s is a provider bug",
    (_, change, path) => {
      const planned = { ...proposedPlan(routeSchema, config, prior), ...change };
      const errors = planErrors("t", routeSchema, { config, prior, planned });
      expect(errors.map(({ attribute }) => attribute)).toEqual([path]);
    },
  );

  it("are planned in any order if they are a set, and unknown if they are configured so", () => {
    const names = { ...rule, names: ["y", "x"] };
    const all: ObjectValue = { ...config, rule: [{ ...rule, target: UNKNOWN, limits: UNKNOWN }], settings: UNKNOWN };
    for (const [configured, planned] of [
      [config, { ...config, rule: [names] }],
      [all, all],
    ] as [ObjectValue, ObjectValue][]) {
      expect(planErrors("t", routeSchema, { config: configured, prior, planned })).toEqual([]);
    }
    expect(
      planErrors("t", routeSchema, { config: all, prior, planned: { ...all, settings: null } }).map(
        (it) => it.attribute,
      ),
    ).toEqual([["settings"]]);
  });

  it("have the known values of the plan in the result", () => {
    const planned: ObjectValue = { ...config, rule: [{ ...rule, target: UNKNOWN }], settings: UNKNOWN };
    const paths = (state: Record<string, Value>) =>
      resultErrors("t", "create", routeSchema, { planned, state: { ...config, ...state } }).map((it) => it.attribute);
    expect(paths({ rule: [{ ...rule, target: "z" }], settings: { mode: "m", extra: [] } })).toEqual([]);
    expect(paths({ rule: [{ ...rule, weight: 6 }] })).toEqual([["rule", 0, "weight"]]);
    expect(paths({ rule: [] })).toEqual([["rule"]]);
    expect(paths({ only: null })).toEqual([["only"]]);
  });
});

test("a default of another type is an error that names its attribute", () => {
  const mistaken = { ...schema, attributes: { color: { ...schema.attributes.color, defaultValue: 5 } } };
  expect(() => proposedPlan(mistaken, {}, null)).toThrow(expect.objectContaining({ path: ["color"] }) as Error);
});

test("a configuration with defaults has only those of attributes that are not set", () => {
  expect(withDefaults(schema, config)).toEqual({ ...config, color: "blue" });
  expect(withDefaults(schema, { ...config, color: "red" })).toEqual({ ...config, color: "red" });
});

describe("a provider's plan", () => {
  const proposed = proposedPlan(schema, config, prior);
  const errors = (change: Readonly<Record<string, Value>>, configured: ObjectValue = config) =>
    planErrors("t", schema, { config: configured, prior, planned: { ...proposed, ...change } }).map(
      (one) => one.summary,
    );

  it.each([
    ["as proposed", {}],
    ["with another computed value", { id: UNKNOWN, size: "medium" }],
    ["with the prior value for one that differs only in writing", { name: "old" }],
  ] as [string, Record<string, Value>][])("is good %s", (_how, change) => {
    expect(errors(change)).toEqual([]);
  });

  it("is valid if sets have another order", () => {
    expect(errors({ labels: ["b", "a"] }, { ...config, labels: ["a", "b"] })).toEqual([]);
  });

  it.each([
    ["changes a configured value", { name: "third" }, "t.name"],
    ["sets a value that only the configuration can set", { note: "new" }, "t.note"],
    ["makes a configured value unknown", { name: UNKNOWN }, "t.name"],
  ] as [string, Record<string, Value>, string][])("is a provider bug if it %s", (_what, change, where) => {
    expect(errors(change)).toEqual([`Provider bug: ${where}`]);
  });

  it("must not replace unknown values of the configuration", () => {
    expect(errors({ name: "old" }, { ...config, name: UNKNOWN })).toEqual(["Provider bug: t.name"]);
  });
});

describe("the result of a change", () => {
  const errors = (planned: Readonly<Record<string, Value>>, state: Readonly<Record<string, Value>>) =>
    resultErrors("t", "create", schema, { planned: { ...config, ...planned }, state: { ...config, ...state } }).map(
      (one) => one.attribute,
    );

  it("can be anything where the plan is unknown", () => {
    expect(
      errors(
        { id: UNKNOWN, rows: [1, UNKNOWN], tags: { a: UNKNOWN }, labels: ["x", UNKNOWN] },
        { id: "1", rows: [1, 2], tags: { a: "b" }, labels: ["y", "x"] },
      ),
    ).toEqual([]);
  });

  it.each([
    [["rows"], { rows: [1] }, { rows: [1, 2] }],
    [["rows", 1], { rows: [1, 2] }, { rows: [1, 3] }],
    [["tags", "a"], { tags: { a: "1" } }, { tags: { a: "2" } }],
    [["tags", "b"], { tags: { a: "1" } }, { tags: { a: "1", b: "2" } }],
    [["labels"], { labels: ["x", UNKNOWN] }, { labels: ["y", "z"] }],
    [["note"], { note: null }, { note: "x" }],
  ] as [string[], Record<string, Value>, Record<string, Value>][])(
    "is a provider bug at %j where it does not match the plan",
    (path, planned, state) => {
      expect(errors(planned, state)).toEqual([path]);
    },
  );
});
