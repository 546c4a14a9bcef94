import { ASSIGNMENTS } from "../../../src/model";
import { headlines, problemsIn, type Given } from "./validated";

const { tfprojects_project_variable_sets: variableSets, tfprojects_project_policy_sets: policySets } = ASSIGNMENTS;
const PROJECT = { project_id: "prj-1" };

describe.each([
  ["variable sets", variableSets],
  ["policy sets", policySets],
])("%s", (_, definition) => {
  test.each<[string, Given]>([
    ["names", { ...PROJECT, names: ["aws", "gcp"] }],
    ["no names", { ...PROJECT, names: [], exclusive: true }],
    ["unknown names", { ...PROJECT, names: undefined }],
    ["an unknown name", { ...PROJECT, names: ["aws", undefined] }],
    ["an unknown project", { project_id: undefined, names: ["aws"], organization: "acme" }],
  ])("with %s are valid", (_case, given) => expect(headlines(definition, given)).toEqual([]));

  test.each<[Given, readonly string[]]>([
    [PROJECT, ["names: Missing required argument"]],
    [{ ...PROJECT, names: ["aws", ""] }, ["names[1]: Invalid names"]],
    [{ ...PROJECT, names: ["aws", null] }, ["names[1]: Invalid names"]],
    [{ names: ["aws"] }, ["project_id: Missing required argument"]],
    [{ project_id: "Platform", names: ["aws"] }, ["project_id: Invalid project_id"]],
    [{ ...PROJECT, names: ["aws"], organization: "" }, ["organization: Invalid organization"]],
    [{ ...PROJECT, names: ["aws"], set_ids: {} }, ["set_ids: Read-only attribute"]],
  ])("%j have the problems %j", (given, problems) => expect(headlines(definition, given)).toEqual(problems));
});

test("a project is excluded from policy sets that it does not have", () => {
  expect(headlines(policySets, { ...PROJECT, names: ["cis"], exclude: ["pci"] })).toEqual([]);
  expect(headlines(policySets, { ...PROJECT, names: ["cis"], exclude: ["pci", ""] })).toEqual([
    "exclude[1]: Invalid exclude",
  ]);
  const [problem, ...others] = problemsIn(policySets, { ...PROJECT, names: ["cis", "pci"], exclude: ["pci"] });
  expect(others).toEqual([]);
  expect(problem).toMatchObject({
    attribute: ["exclude", 0],
    detail: 'Policy set "pci" is in `names`, too. Leave it out of one of the two.',
  });
});
