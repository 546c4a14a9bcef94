import { isOwn } from "../../src/model/provider-address";

test.each([
  ["tfprojects_project", true],
  ["tfprojects_run_task_stages", true],
  ["tfprojects", false],
  ["tfprojectsproject", false],
  ["tfe_project", false],
  ["my_tfprojects_project", false],
  [7, false],
  [undefined, false],
])("%j is a type of this provider: %s", (type, expected) => {
  expect(isOwn(type)).toBe(expected);
});
