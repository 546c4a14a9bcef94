import { PERMISSION_BLOCKS } from "../../../src/model";
import { objectLabel, type KeyedAssignment } from "../../../src/reconcile/assignments";
import { policySets, teamAccess, variableSets } from "./kinds";

const permissions = {
  "project_access.settings": "update",
  "project_access.variable_sets": "write",
  "workspace_access.state_versions": "read-outputs",
  "workspace_access.policy_overrides": true,
  "workspace_access.create": false,
};

test.each<[string, typeof teamAccess, readonly KeyedAssignment[]]>([
  [
    "teams",
    teamAccess,
    [
      { key: { id: "team-1" }, attributes: { access: "write" } },
      { key: { name: "platform" }, attributes: { access: "custom", ...permissions } },
      { key: { name: "audit" }, attributes: { access: "custom" } },
    ],
  ],
  ["no teams", teamAccess, []],
  ["variable sets", variableSets, [{ key: { name: "aws" }, attributes: {} }]],
  [
    "policy sets",
    policySets,
    [
      { key: { name: "cis" }, attributes: { mode: "applied" } },
      { key: { name: "pci" }, attributes: { mode: "excluded" } },
    ],
  ],
  ["applied policy sets", policySets, [{ key: { name: "cis" }, attributes: { mode: "applied" } }]],
])("%s are read as they are written", (_, kind, assignments) => {
  const { assignments: read, isComplete } = kind.read(kind.write(assignments));
  expect(isComplete).toBe(true);
  expect(read.map(({ key, attributes }) => ({ key, attributes }))).toEqual(assignments);
});

test("attributes that are not set are null, and so is the block of none", () => {
  const teams = [{ key: { name: "a" }, attributes: { access: "custom", "project_access.teams": "none" } }];
  expect(teamAccess.write(teams)).toEqual({
    team: [
      {
        team_id: null,
        name: "a",
        access: "custom",
        project_access: { settings: null, teams: "none", variable_sets: null },
        workspace_access: null,
      },
    ],
  });
});

test("every permission is read", () => {
  const { workspace_access: workspace, project_access: project } = PERMISSION_BLOCKS;
  const given = ({ attributes }: { readonly attributes: object }) =>
    Object.fromEntries(Object.keys(attributes).map((name) => [name, true]));
  const team = { name: "a", access: "custom", project_access: given(project), workspace_access: given(workspace) };
  const [read] = teamAccess.read({ team }).assignments;
  expect(Object.keys(read?.attributes ?? {})).toHaveLength(1 + 3 + 10);
});

test("an object is named by its ID if its name is unknown", () => {
  expect(objectLabel({ id: "team-1", name: "a" })).toBe('"a"');
  expect(objectLabel({ id: "team-1", name: undefined })).toBe("team-1");
});

test.each([
  [teamAccess, "owners", {}, /^The team "x" has all permissions/],
  [variableSets, "global", {}, /^The variable set "x" is global/],
  [variableSets, "owned", {}, /^The variable set "x" belongs to a project/],
  [policySets, "tags", { mode: "applied" }, /^The policy set "x" selects workspaces by their tags/],
  [policySets, "tags", { mode: "excluded" }, /selects workspaces by their tags/],
  [policySets, "global", { mode: "applied" }, /^The policy set "x" is global/],
  [policySets, "global", { mode: "excluded" }, undefined],
  [policySets, undefined, { mode: "applied" }, undefined],
] as const)("%#: %j explains why an object cannot be assigned", (kind, fixed, attributes, expected) => {
  const text = kind.refusal({ id: "1", name: "x", fixed }, attributes);
  if (expected === undefined) expect(text).toBeUndefined();
  else expect(text).toMatch(expected);
});

test("names of sets are sorted, and a list without excluded sets is missing", () => {
  const own = (name: string, mode: string) => ({ key: { name }, attributes: { mode } });
  expect(policySets.write([own("pci", "applied"), own("cis", "applied")])).toEqual({
    names: ["cis", "pci"],
    exclude: null,
  });
});
