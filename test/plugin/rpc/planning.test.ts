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
import { planErrors, proposedPlan, resultErrors } from "../../../src/plugin/rpc/planning";
import type { ObjectValue, Value } from "../../../src/plugin/value/value";

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

describe("the plan before the provider has its say", () => {
  it("of a new object: what is computed is unknown, what has a default has it, the rest is as configured", () => {
    expect(proposedPlan(schema, config, null)).toEqual({ ...config, id: UNKNOWN, color: "blue", size: UNKNOWN });
  });

  it("of a change: what is computed stays, what is no longer configured is unset or back at its default", () => {
    expect(proposedPlan(schema, config, prior)).toEqual({ ...config, id: "1", color: "blue", size: "large" });
  });

  it("takes from the configuration what it does not know yet", () => {
    expect(proposedPlan(schema, { ...config, size: UNKNOWN, color: UNKNOWN }, prior)).toMatchObject({
      size: UNKNOWN,
      color: UNKNOWN,
    });
  });
});

describe("a provider's plan", () => {
  const proposed = proposedPlan(schema, config, prior);
  const defects = (change: Readonly<Record<string, Value>>, configured: ObjectValue = config) =>
    planErrors("t", schema, { config: configured, prior, planned: { ...proposed, ...change } }).map(
      (one) => one.summary,
    );

  it.each([
    ["as proposed", {}],
    ["with another computed value", { id: UNKNOWN, size: "medium" }],
    ["with the prior value for one that differs only in writing", { name: "old" }],
  ] as [string, Record<string, Value>][])("is good %s", (_how, change) => {
    expect(defects(change)).toEqual([]);
  });

  it("is good when sets have another order", () => {
    expect(defects({ labels: ["b", "a"] }, { ...config, labels: ["a", "b"] })).toEqual([]);
  });

  it.each([
    ["changes what is configured", { name: "third" }, "t.name"],
    ["sets what only the configuration can set", { note: "new" }, "t.note"],
    ["makes what is configured unknown", { name: UNKNOWN }, "t.name"],
  ] as [string, Record<string, Value>, string][])("is a defect when it %s", (_what, change, where) => {
    expect(defects(change)).toEqual([`Defect in the provider: ${where}`]);
  });

  it("may not guess what the configuration does not know", () => {
    expect(defects({ name: "old" }, { ...config, name: UNKNOWN })).toEqual(["Defect in the provider: t.name"]);
  });
});

describe("the result of a change", () => {
  const defects = (planned: Readonly<Record<string, Value>>, state: Readonly<Record<string, Value>>) =>
    resultErrors("t", "create", schema, { planned: { ...config, ...planned }, state: { ...config, ...state } }).map(
      (one) => one.attribute,
    );

  it("is anything where the plan was unknown", () => {
    expect(
      defects(
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
    "is a defect at %j where it differs from what was planned",
    (path, planned, state) => {
      expect(defects(planned, state)).toEqual([path]);
    },
  );
});
