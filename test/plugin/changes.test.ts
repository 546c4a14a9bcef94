import { changedAttributes, number, optional, set, string, UNKNOWN } from "../../src/plugin";

const schema = {
  description: "",
  attributes: {
    name: optional(string, { description: "" }),
    count: optional(number, { description: "" }),
    labels: optional(set(string), { description: "" }),
  },
};
const before = { name: "a", count: 5, labels: ["x", "y"] };

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
