import { ASSIGNMENTS } from "../../../src/model";
import { headlines, problemsIn, type Given } from "./validated";

const definition = ASSIGNMENTS.tfprojects_project_team_access;
const PLATFORM = { name: "platform", access: "write" };

const withTeams = (...team: readonly (Given | undefined)[]): Given => ({ project_id: "prj-1", team });

test.each<[string, Given]>([
  ["a name", withTeams(PLATFORM)],
  ["an ID", withTeams({ team_id: "team-1", access: "read" })],
  ["no teams", { project_id: "prj-1", exclusive: true }],
  ["an organization", { ...withTeams(PLATFORM), organization: "acme" }],
  ["custom access", withTeams({ name: "a", access: "custom" })],
  [
    "single permissions",
    withTeams({
      name: "a",
      access: "custom",
      project_access: { settings: "update", variable_sets: "read" },
      workspace_access: { runs: "plan", delete: false },
    }),
  ],
  ["unknown IDs", withTeams({ team_id: undefined, access: "read" }, { team_id: undefined, access: "write" })],
  ["an unknown level", withTeams({ name: "a", access: undefined, project_access: { settings: "read" } })],
  ["an unknown team", withTeams(PLATFORM, undefined)],
  ["an ID and a name of two teams", withTeams({ team_id: "team-1", access: "read" }, PLATFORM)],
])("team access with %s is valid", (_, given) => expect(headlines(definition, given)).toEqual([]));

test.each<[Given, readonly string[]]>([
  [{}, ["project_id: Missing required argument"]],
  [{ ...withTeams(PLATFORM), project_id: "platform" }, ["project_id: Invalid project_id"]],
  [{ ...withTeams(PLATFORM), organization: "" }, ["organization: Invalid organization"]],
  [{ ...withTeams(PLATFORM), team_ids: {} }, ["team_ids: Read-only attribute"]],
  [withTeams({ access: "read" }), ["team[0].name: Invalid team"]],
  [withTeams({ ...PLATFORM, team_id: "team-1" }), ["team[0].name: Invalid team"]],
  [withTeams({ name: "a" }), ["team[0].access: Missing required argument"]],
  [withTeams({ ...PLATFORM, access: "owner" }), ["team[0].access: Invalid access"]],
  [withTeams({ ...PLATFORM, name: "" }), ["team[0].name: Invalid name"]],
  [withTeams({ team_id: "platform", access: "read" }), ["team[0].team_id: Invalid team_id"]],
  [withTeams({ ...PLATFORM, project_access: {} }), ["team[0].project_access: Invalid project_access"]],
  [
    withTeams({ ...PLATFORM, workspace_access: { runs: "read" } }),
    ["team[0].workspace_access: Invalid workspace_access"],
  ],
  [
    withTeams({ name: "a", access: "custom", project_access: { settings: "write" } }),
    ["team[0].project_access.settings: Invalid settings"],
  ],
  [withTeams(PLATFORM, { ...PLATFORM, access: "read" }), ["team[1].name: Team with two blocks"]],
  [
    withTeams({ team_id: "team-1", access: "read" }, { team_id: "team-1", access: "write" }),
    ["team[1].team_id: Team with two blocks"],
  ],
])("team access %j has the problems %j", (given, problems) => {
  expect(headlines(definition, given)).toEqual(problems);
});

test("problems of permissions say what they require", () => {
  const [problem] = problemsIn(definition, withTeams({ ...PLATFORM, project_access: { settings: "read" } }));
  expect(problem?.detail).toBe(
    '`project_access` requires `access` "custom"; it is "write", which implies all permissions.',
  );
});

test("only the format of IDs is left to the plan", () => {
  const ids = problemsIn(definition, { project_id: "a", team: [{ team_id: "b", access: "owner" }] });
  expect(ids.map(({ summary, data }) => [summary, data.isIdFormat])).toEqual([
    ["Invalid access", undefined],
    ["Invalid project_id", true],
    ["Invalid team_id", true],
  ]);
});
