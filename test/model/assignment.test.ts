import { readAssignments } from "../../src/model";
import { UNKNOWN } from "../../src/schema";

const TEAM_ACCESS = "tfprojects_project_team_access";

test("team access is read from its blocks", () => {
  const values = {
    project_id: "prj-1",
    exclusive: true,
    team: [
      { team_id: "team-1", access: "write" },
      {
        name: "platform",
        access: "custom",
        project_access: { settings: "update", teams: null },
        workspace_access: { runs: "plan", delete: false },
      },
    ],
  };
  expect(readAssignments(TEAM_ACCESS, values)).toEqual({
    projectId: "prj-1",
    exclusive: true,
    areObjectsKnown: true,
    isComplete: true,
    assignments: [
      { key: { id: "team-1" }, attributes: { access: "write" }, path: ["team", 0] },
      {
        key: { name: "platform" },
        attributes: {
          access: "custom",
          "project_access.settings": "update",
          "workspace_access.runs": "plan",
          "workspace_access.delete": false,
        },
        path: ["team", 1],
      },
    ],
  });
});

test("a single block is read like a list of one, as in Terraform JSON", () => {
  const list = [{ name: "platform", access: "custom", project_access: [{ settings: "read" }] }];
  const [block] = list.map((team) => ({ ...team, project_access: { settings: "read" } }));
  expect(readAssignments(TEAM_ACCESS, { team: block }).assignments).toEqual(
    readAssignments(TEAM_ACCESS, { team: list }).assignments,
  );
});

test.each<[string, Readonly<Record<string, unknown>>, number, boolean]>([
  ["of which it is unknown which there are", { team: UNKNOWN }, 0, false],
  ["one of which is unknown", { team: [{ name: "a", access: "read" }, UNKNOWN] }, 1, false],
  ["one of which has an unknown ID", { team: [{ team_id: UNKNOWN, name: null, access: "read" }] }, 1, false],
  ["one of which has an unknown level", { team: [{ name: "a", access: UNKNOWN }] }, 1, true],
  ["one of which has an unknown permission", { team: [{ name: "a", workspace_access: { runs: UNKNOWN } }] }, 1, true],
  ["one of which has an unknown block", { team: [{ name: "a", workspace_access: UNKNOWN }] }, 1, true],
])("teams %s are incomplete", (_, values, known, areObjectsKnown) => {
  const read = readAssignments(TEAM_ACCESS, { project_id: "prj-1", ...values });
  expect(read).toMatchObject({ areObjectsKnown, isComplete: false });
  expect(read.assignments).toHaveLength(known);
});

test("sets are read by their names", () => {
  expect(readAssignments("tfprojects_project_variable_sets", { project_id: UNKNOWN, names: ["aws", UNKNOWN] })).toEqual(
    {
      projectId: UNKNOWN,
      exclusive: false,
      areObjectsKnown: false,
      isComplete: false,
      assignments: [
        { key: { name: "aws" }, attributes: {}, path: ["names", 0] },
        { key: UNKNOWN, attributes: {}, path: ["names", 1] },
      ],
    },
  );
  const policySets = { project_id: "prj-1", exclusive: UNKNOWN, names: ["cis"], exclude: ["pci"] };
  expect(readAssignments("tfprojects_project_policy_sets", policySets)).toEqual({
    projectId: "prj-1",
    exclusive: UNKNOWN,
    areObjectsKnown: true,
    isComplete: true,
    assignments: [
      { key: { name: "cis" }, attributes: { mode: "applied" }, path: ["names", 0] },
      { key: { name: "pci" }, attributes: { mode: "excluded" }, path: ["exclude", 0] },
    ],
  });
  const unknown = readAssignments("tfprojects_project_policy_sets", { names: ["cis"], exclude: UNKNOWN });
  expect(unknown).toMatchObject({ isComplete: false, assignments: [{ key: { name: "cis" } }] });
});
