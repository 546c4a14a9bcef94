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
  it("are none where only the order of a set or the form of a number differs", () => {
    expect(changedAttributes(schema, before, { name: "a", count: 5n, labels: ["y", "x"] })).toEqual([]);
  });

  it("are those with another value, and those not known yet", () => {
    expect(changedAttributes(schema, before, { name: null, count: UNKNOWN, labels: ["x", UNKNOWN] })).toEqual([
      "name",
      "count",
      "labels",
    ]);
  });
});
