import { BlockedPlanError } from "../../src/engine/blocked-plan-error";
import { makePlan } from "../../src/engine/plan/plan";
import { code, organization, projectAt } from "./plan/organization-with-rules";

test("a blocked plan is an error with each of its problems, and what they are about", () => {
  const plan = makePlan(code({ N: {}, Net: {}, NET: {} }), organization({ Default: [] }));
  const error = new BlockedPlanError(plan);
  const problems = [
    { where: projectAt("N"), detail: 'A project name must have at least 3 characters; "N" has 1.' },
    { where: projectAt("Net"), detail: expect.stringContaining("is also used by") as string },
  ];
  const summary = "Nothing was changed: the plan for acme is blocked by 2 errors.";
  const nextStep = "Resolve the errors, and plan again.";
  expect(error).toMatchObject({ code: "PLAN_BLOCKED", summary, problems, plan, nextStep });
  expect(error.message.split("\n")).toEqual([
    summary,
    `${projectAt("N")}: ${problems[0]!.detail}`,
    expect.stringMatching(/^tfprojects_project\.Net: The name "Net" is also used by tfprojects_project\.NET/),
    ...error.message.split("\n").slice(3),
  ]);
  const one = makePlan(code({ N: {} }), organization({ Default: [] }));
  expect(new BlockedPlanError(one).message).toContain("is blocked by 1 error.\n");
});
