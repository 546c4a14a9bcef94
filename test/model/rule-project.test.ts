import { missingRuleProjects, referToProject } from "../../src/model";

test("the name of a project of the code is a reference", () => {
  expect(referToProject([0], "Web", "tfprojects_project.web")).toBe(
    'Rule 1 has the name "Web" literally, which the same code gives to tfprojects_project.web. Refer to the name of ' +
      "tfprojects_project.web instead, so that the project is changed first.",
  );
  expect(referToProject([0, 1], "Web", "tfprojects_project.web")).toMatch(/^Rules 1 and 2 have the name/);
});

test("projects of rules that do not exist are listed with similar names, or with the reason", () => {
  const missing = [
    { name: "netwroks", positions: [0, 2] },
    { name: "Old", positions: [1], reason: "which this plan deletes" },
  ];
  expect(missingRuleProjects("acme", missing, ["Networks", "Older"])).toBe(
    'The organization "acme" does not have these projects, or the token is not authorized to read them:\n' +
      '- rules 1 and 3: "netwroks" (did you mean "Networks"?)\n' +
      '- rule 2: "Old", which this plan deletes',
  );
  expect(missingRuleProjects("acme", missing.slice(0, 1))).toBe(
    'The organization "acme" does not have this project, or the token is not authorized to read it:\n' +
      '- rules 1 and 3: "netwroks"',
  );
});

test("an ID in place of the name of a project is called one", () => {
  const missing = ["prj-1234567890abcdef", "prj-1"].map((name, position) => ({ name, positions: [position] }));
  expect(missingRuleProjects("acme", missing)).toContain(
    '- rule 1: "prj-1234567890abcdef" (the ID of a project; a rule needs its name)\n- rule 2: "prj-1"',
  );
});
