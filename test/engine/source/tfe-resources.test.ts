import type { TfeAssignment } from "../../../src/engine/organization";
import { readConfiguration } from "../../../src/engine/source/read-configuration";
import { readPlan } from "../../../src/engine/source/read-plan";
import { parsePlan } from "../../../src/terraform/plan";
import { configuration, planJson, type Expression, type ObjectChange } from "../../support/plan-json";

const GRANT = "tfe_team_project_access";
const BILLING = "tfprojects_project.billing";
const IN_CODE = { by: "address", address: BILLING } as const;

/** How a project and an object are given, and what of it is known. */
type Known = Pick<TfeAssignment, "project" | "object">;
const of = (known: readonly Known[]) => known.map(({ project, object }) => ({ project, object }));

describe("in code", () => {
  const read = (resource: object, more: object = {}): readonly TfeAssignment[] => {
    const content = { ...more, resource: { tfprojects_project: { billing: { name: "Billing" } }, ...resource } };
    const [organization] = readConfiguration(
      [{ name: "acme", files: [{ path: "a.tf.json", content }] }],
      "acme",
    ).organizations;
    return organization?.tfeAssignments ?? [];
  };
  const teams = { tfe_team: { web: { name: "${local.web}" } } };
  const more = { locals: { web: "web" }, data: { tfe_team: { audit: { name: "audit" } } } };

  test.each<[string, string, string, readonly Known[]]>([
    ["literal IDs", "prj-1", "team-1", [{ project: { by: "id", id: "prj-1" }, object: { id: "team-1" } }]],
    ["references", `\${${BILLING}.id}`, "${tfe_team.web.id}", [{ project: IN_CODE, object: { name: "web" } }]],
    [
      "a data source",
      "prj-1",
      "${data.tfe_team.audit.id}",
      [{ project: { by: "id", id: "prj-1" }, object: { name: "audit" } }],
    ],
    ["a project that only Terraform knows", "${tfe_project.a.id}", "team-1", []],
    ["a team that only Terraform knows", "prj-1", "${tfe_team.none.id}", []],
    ["a team by another attribute", "prj-1", "${tfe_team.web.name}", []],
  ])("with %s", (_, projectId, teamId, expected) => {
    const grant = { project_id: projectId, team_id: teamId, access: "read" };
    expect(of(read({ ...teams, [GRANT]: { a: grant } }, more))).toEqual(expected);
  });

  test("every type that assigns the same objects is known, with how it assigns them", () => {
    const set = { project_id: "prj-1", policy_set_id: "polset-1" };
    const found = read({
      tfe_project_variable_set: { a: { project_id: "prj-1", variable_set_id: "varset-1" } },
      tfe_project_policy_set: { a: set },
      tfe_project_policy_set_exclusion: { a: set },
    });
    expect(found.map(({ address, type, attributes }) => [address, type, attributes])).toEqual([
      ["tfe_project_variable_set.a", "tfprojects_project_variable_sets", {}],
      ["tfe_project_policy_set.a", "tfprojects_project_policy_sets", { mode: "applied" }],
      ["tfe_project_policy_set_exclusion.a", "tfprojects_project_policy_sets", { mode: "excluded" }],
    ]);
  });

  test("the instances of for_each are left to Terraform", () => {
    const grant = { for_each: "${toset([])}", project_id: "prj-1", team_id: "team-1" };
    expect(read({ [GRANT]: { a: grant } })).toEqual([]);
  });
});

describe("in Terraform's plan", () => {
  const read = (change: ObjectChange, projectId: Expression, teamId: Expression, name: string | null = "web") => {
    const changes = {
      [BILLING]: { after: { name: "Billing", organization: "acme" }, unknown: { id: true } },
      "tfe_team.web": { after: { name }, unknown: { id: true, ...(name === null ? { name: true } : {}) } },
      [`${GRANT}.a`]: change,
    };
    const resources = { [BILLING]: {}, "tfe_team.web": {}, [`${GRANT}.a`]: { project_id: projectId, team_id: teamId } };
    const plan = planJson(changes, { configuration: configuration({ resources }) });
    const { organizations } = readPlan(parsePlan(plan, "plan.json"), "acme");
    return of(organizations[0]?.tfeAssignments ?? []);
  };
  const known = { project_id: "prj-1", team_id: "team-1" };
  const [PROJECT, TEAM] = [[`${BILLING}.id`], ["tfe_team.web.id"]] as const;
  const created: ObjectChange = { after: {}, unknown: { id: true, project_id: true, team_id: true } };
  const KNOWN = [{ project: { by: "id", id: "prj-1" }, object: { id: "team-1" } }];

  test("values that are known are taken as they are", () => {
    expect(read({ before: known, after: known }, PROJECT, TEAM)).toEqual(KNOWN);
    expect(read({ after: known }, { constant_value: "prj-1" }, { constant_value: "team-1" })).toEqual(KNOWN);
  });

  test("new projects and teams are those that the code refers to", () => {
    expect(read(created, PROJECT, TEAM)).toEqual([{ project: IN_CODE, object: { name: "web" } }]);
  });

  test("what is sensitive is left out", () => {
    expect(read({ after: known, sensitive: { team_id: true } }, PROJECT, TEAM)).toEqual([]);
  });

  test("a team whose name is not known either is left out, and so is what Terraform deletes", () => {
    expect(read(created, PROJECT, TEAM, null)).toEqual([]);
    expect(read({ actions: ["delete"], before: known }, PROJECT, TEAM)).toEqual([]);
  });
});
