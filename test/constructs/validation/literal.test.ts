import { Fn, TerraformStack, TerraformVariable, Testing } from "cdktf";
import { literal, literals } from "../../../src/constructs/validation/literal";

const variable = new TerraformVariable(new TerraformStack(Testing.app(), "stack"), "variable", { type: "string" });

test.each<[string, string | undefined]>([
  ["Platform", "Platform"],
  ["", ""],
  ["$5 for 100%", "$5 for 100%"],
  [variable.stringValue, undefined],
  [`team-${variable.stringValue}`, undefined],
  [Fn.upper("platform"), undefined],
  ["${var.name}", undefined],
  ["%{ if true }a%{ endif }", undefined],
])("the literal value of %j", (value, expected) => {
  expect(literal(value)).toBe(expected);
});

test("a list has the literal values of its elements", () => {
  expect(literals(["one", variable.stringValue, "two"])).toEqual(["one", "two"]);
  expect(literals(variable.listValue)).toEqual([]);
  expect(literals(undefined)).toEqual([]);
});
