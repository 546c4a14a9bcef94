import { gateExpression, parseGateExpression } from "../../src/model";

const DATA = "data.tfprojects_run_task_stages.last-run";

test("the condition of a gate is an expression of Terraform, and is read from it", () => {
  const expression = gateExpression(DATA);
  expect(expression).toBe(`${DATA}.verdict == "passed"`);
  expect(parseGateExpression(expression)).toBe(DATA);
});

test.each([
  ["no spaces", 'data.a.b.verdict=="passed"'],
  ["more of them", '\n  data.a.b.verdict  ==\n"passed" '],
])("an expression is read with %s", (_, expression) => {
  expect(parseGateExpression(expression)).toBe("data.a.b");
});

test.each([
  "",
  "true",
  `!(${DATA}.verdict == "passed")`,
  `true || ${DATA}.verdict == "passed"`,
  `${DATA}.verdict == "passed" || true`,
  `${DATA}.verdict == "failed"`,
  `${DATA}-verdict == "passed"`,
  `${DATA}.run_verdict == "passed"`,
  `module.${DATA}.verdict == "passed"`,
  `data.one[0].verdict == "passed"`,
  `local.stages.verdict == "passed"`,
  `contains(${DATA}.stages[*].stage, "post_plan")`,
  `alltrue([for stage in ${DATA}.stages : stage.verdict == "passed" if stage.stage == "post_plan"])`,
])("any other expression is none of these: %s", (expression) => {
  expect(parseGateExpression(expression)).toBeUndefined();
});
