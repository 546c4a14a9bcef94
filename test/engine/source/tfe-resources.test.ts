import type { TfeAssignment } from "../../../src/engine/organization";
import { readModules } from "../../../src/engine/source/read-modules";
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
    const [organization] = readModules(
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

describe("workspaces that Terraform's plan destroys and creates", () => {
  const recreated = (changes: Readonly<Record<string, ObjectChange>>) => {
    const all = { "tfprojects_project.a": { before: { id: "prj-1", name: "A" } }, ...changes };
    return readPlan(parsePlan(planJson(all), "plan.json"), "acme").organizations[0]!.recreatedWorkspaces ?? [];
  };
  const api = { id: "ws-1", name: "api", organization: "acme" };
  const before: ObjectChange = { before: api, after: null, actions: ["delete"] };
  const after: ObjectChange = { after: { name: "API", organization: "ACME" }, unknown: { id: true } };
  const [FROM, TO] = ['tfe_workspace.all["old/api"]', 'tfe_workspace.all["new/api"]'];
  const replaced = (actions: readonly string[], more: ObjectChange = {}): ObjectChange => {
    return { before: api, after: { ...api, id: undefined, name: "api-2" }, unknown: { id: true }, actions, ...more };
  };

  test("under another address, also where only Terraform knows the organization, are found by their names", () => {
    expect(recreated({ [FROM]: before, [TO]: after })).toEqual([{ id: "ws-1", from: FROM, to: TO }]);
    const unknown = { after: { name: "api", organization: undefined }, unknown: { id: true, organization: true } };
    expect(recreated({ [FROM]: before, [TO]: unknown })).toHaveLength(1);
  });

  test("by `count`, where another workspace gets the name", () => {
    const [first, second] = ["tfe_workspace.all[0]", "tfe_workspace.all[1]"];
    const web = { id: "ws-2", name: "web", organization: "acme" };
    const shifted = { before: web, after: { ...web, name: "api" }, actions: ["update"] };
    expect(recreated({ [first]: shifted, [second]: before })).toEqual([{ id: "ws-1", from: second, to: first }]);
  });

  test.each([[["delete", "create"]], [["create", "delete"]]])("by a replacement: %p", (actions) => {
    const address = "tfe_workspace.api";
    expect(recreated({ [address]: replaced(actions) })).toEqual([{ id: "ws-1", from: address, to: address }]);
  });

  test.each<[string, Readonly<Record<string, ObjectChange>>]>([
    ["Terraform forgets", { a: { ...before, actions: ["forget"] }, b: after }],
    ["Terraform forgets, and creates another one", { a: replaced(["create", "forget"]) }],
    ["moves to another address", { a: { before: api, more: { previous_address: FROM } } }],
    [
      "an earlier apply has replaced",
      { a: { ...before, more: { deposed: "abc" } }, b: { before: { ...api, id: "x" } } },
    ],
    ["is destroyed", { a: before, b: { before: { ...api, id: "ws-2", name: "web" } } }],
    ["has the name in another organization", { a: before, b: { ...after, after: { name: "api", organization: "b" } } }],
    ["is destroyed while one with its name is only read", { a: before, "data.tfe_workspace.b": { before: api } }],
  ])("are not one that %s", (_, changes) => {
    const all = Object.entries(changes).map(([key, it]) => [key.includes(".") ? key : `tfe_workspace.${key}`, it]);
    expect(recreated(Object.fromEntries(all) as typeof changes)).toEqual([]);
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
