import { ConfigurationError } from "../../../src/engine/configuration-error";
import { readConfiguration } from "../../../src/engine/source/read-configuration";
import { readPlan } from "../../../src/engine/source/read-plan";
import { ASSIGNMENTS } from "../../../src/model";
import { parsePlan } from "../../../src/terraform/plan";
import { planJson } from "../../support/plan-json";

function problemsOf(read: () => unknown): unknown {
  try {
    read();
  } catch (error) {
    if (error instanceof ConfigurationError) return error.problems;
    throw error;
  }
  return [];
}

describe.each(Object.keys(ASSIGNMENTS))("%s, which only Terraform applies so far,", (type) => {
  const body = { project_id: "prj-1", ...(type.endsWith("access") ? {} : { names: ["a"] }) };
  const message = `The engine does not support ${type} yet. Apply it with Terraform.`;
  const problem = { where: `${type}.web`, message };

  test("is refused in code, and not dropped", () => {
    const content = { resource: { [type]: { web: body } } };
    const modules = [{ name: "acme", files: [{ path: "cdk.tf.json", content }] }];
    expect(problemsOf(() => readConfiguration(modules, "acme"))).toEqual([problem]);
  });

  test.each([
    ["is created", { after: body }],
    ["stays", { before: { ...body, id: "prj-1", organization: "acme" } }],
    ["is deleted", { actions: ["delete"], before: { ...body, id: "prj-1", organization: "acme" } }],
  ])("is refused in a plan in which it %s", (_, change) => {
    const plan = parsePlan(planJson({ [`${type}.web`]: change }), "plan.json");
    expect(problemsOf(() => readPlan(plan, "acme"))).toEqual([problem]);
  });
});
