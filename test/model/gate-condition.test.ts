import { gateExpression, parseGateExpression, type GateCondition } from "../../src/model";

const DATA = "data.tfprojects_run_task_stages.last-run";

const EXPRESSIONS: readonly [GateCondition, string][] = [
  [{ kind: "verdict" }, `${DATA}.verdict == "passed"`],
  [{ kind: "stage-exists", stage: "post_plan" }, `contains(${DATA}.stages[*].stage, "post_plan")`],
  [
    { kind: "stage-passed", stage: "pre_apply" },
    `alltrue([for stage in ${DATA}.stages : stage.verdict == "passed" if stage.stage == "pre_apply"])`,
  ],
];

test.each(EXPRESSIONS)("%j is an expression of Terraform, and is read from it", (condition, expression) => {
  expect(gateExpression(condition, DATA)).toBe(expression);
  expect(parseGateExpression(expression)).toEqual({ data: DATA, condition });
});

test.each([
  ["no spaces", 'data.a.b.verdict=="passed"', { data: "data.a.b", condition: { kind: "verdict" } }],
  ["more of them", '\n  data.a.b.verdict  ==\n"passed" ', { data: "data.a.b", condition: { kind: "verdict" } }],
  [
    "a line for each argument",
    'contains(data.a.b.stages[*].stage,\n"x")',
    { data: "data.a.b", condition: { kind: "stage-exists", stage: "x" } },
  ],
])("an expression is read with %s", (_, expression, expected) => {
  expect(parseGateExpression(expression)).toEqual(expected);
});

test.each([
  "",
  "true",
  `!(${DATA}.verdict == "passed")`,
  `true || ${DATA}.verdict == "passed"`,
  `${DATA}.verdict == "passed" || true`,
  `${DATA}.verdict == "failed"`,
  `${DATA}-verdict == "passed"`,
  `module.${DATA}.verdict == "passed"`,
  `data.one[0].verdict == "passed"`,
  `local.stages.verdict == "passed"`,
  `contains(${DATA}.stages[*].stage, var.stage)`,
  `contains(${DATA}.stages[0].stage, "post_plan")`,
  `contains${DATA}.stages[*].stage, "post_plan"`,
])("any other expression is none of these: %s", (expression) => {
  expect(parseGateExpression(expression)).toBeUndefined();
});
