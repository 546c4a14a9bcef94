import { ConfigurationError } from "../../../src/engine/configuration-error";
import type { DesiredAssignments } from "../../../src/engine/organization";
import { readModules, type OrganizationsInCode } from "../../../src/engine/source/read-modules";
import { readPlan } from "../../../src/engine/source/read-plan";
import { parseState } from "../../../src/engine/source/terraform-state";
import { parsePlan } from "../../../src/terraform/plan";
import { planJson, type ObjectChange } from "../../support/plan-json";

const ACCESS = "tfprojects_project_team_access";
const SETS = "tfprojects_project_variable_sets";
const POLICIES = "tfprojects_project_policy_sets";

interface Module {
  readonly resource: object;
  readonly more?: object;
  /** The resources of the state. */
  readonly stored?: readonly object[];
}

function readModule({ resource, more = {}, stored }: Module): OrganizationsInCode {
  const content = { ...more, resource: { tfprojects_project: { billing: { name: "Billing" } }, ...resource } };
  const state =
    stored === undefined ? undefined : parseState({ version: 4, serial: 1, lineage: "1", resources: stored }, "-");
  return readModules([{ name: "acme", files: [{ path: "cdk.tf.json", content }], state }], "acme");
}

function assignments(read: OrganizationsInCode): readonly DesiredAssignments[] {
  return read.organizations.flatMap((it) => it.assignments ?? []);
}

function problemsOf(read: () => unknown): readonly string[] {
  try {
    read();
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    return error.problems.map(({ where, detail }) => `${where}: ${detail}`);
  }
  return [];
}

/** An object of a state. */
function stored(type: string, name: string, attributes: object): object {
  return {
    mode: "managed",
    type,
    name,
    provider: 'provider["registry.terraform.io/local/tfprojects"]',
    instances: [{ schema_version: 0, attributes: { id: "prj-1", organization: "acme", ...attributes } }],
  };
}

const TEAM = { name: "web", access: "custom", workspace_access: [{ runs: "apply", create: true }] };
const REFERENCE = "${tfprojects_project.billing.id}";
const BILLING = { by: "address", address: "tfprojects_project.billing" } as const;

describe("in code", () => {
  test("all arguments and nested blocks are read", () => {
    const resource = {
      [ACCESS]: {
        a: {
          project_id: REFERENCE,
          exclusive: "true",
          team: [TEAM, { team_id: "team-abcdefgh", access: "${local.level}" }],
        },
      },
      [SETS]: { b: { project_id: "prj-1", names: ["aws", "${local.level}"] } },
      [POLICIES]: { c: { project_id: REFERENCE, names: ["cis"], exclude: ["all"] } },
    };
    expect(assignments(readModule({ resource, more: { locals: { level: "read" } } }))).toEqual([
      {
        type: ACCESS,
        address: `${ACCESS}.a`,
        project: BILLING,
        exclusive: true,
        objects: [
          {
            key: { name: "web" },
            attributes: { access: "custom", "workspace_access.runs": "apply", "workspace_access.create": true },
          },
          { key: { id: "team-abcdefgh" }, attributes: { access: "read" } },
        ],
      },
      {
        type: SETS,
        address: `${SETS}.b`,
        project: { by: "id", id: "prj-1" },
        exclusive: false,
        objects: [
          { key: { name: "aws" }, attributes: {} },
          { key: { name: "read" }, attributes: {} },
        ],
      },
      {
        type: POLICIES,
        address: `${POLICIES}.c`,
        project: BILLING,
        exclusive: false,
        objects: [
          { key: { name: "cis" }, attributes: { mode: "applied" } },
          { key: { name: "all" }, attributes: { mode: "excluded" } },
        ],
      },
    ]);
  });

  test("what only Terraform can evaluate is an error with its place, as is what is invalid", () => {
    const resource = (team: object) => ({ resource: { [ACCESS]: { a: { project_id: REFERENCE, team: [team] } } } });
    const problems = (team: object): readonly string[] => problemsOf(() => readModule(resource(team)));
    expect(problems({ team_id: "${tfe_team.web.id}", access: "read" })).toEqual([
      expect.stringContaining(`${ACCESS}.a.team[0].team_id`),
    ]);
    const runs = { workspace_access: { runs: "${tfe_team.web.runs}" } };
    expect(problems({ name: "web", access: "custom", ...runs })).toEqual([
      expect.stringMatching(/^tfprojects_project_team_access\.a\.team\[0\]\.workspace_access\S*\.runs: /),
    ]);
    expect(problems({ name: "web", access: "owner" })).toEqual([expect.stringContaining("must be one of")]);
    expect(problems({ name: "web", access: "read", workspace_access: { runs: "apply" } })).toHaveLength(1);
    expect(problems({ name: "web", access: "custom", workspace_access: { run: "apply" } })).toHaveLength(1);
  });

  test("an import block records what it names of the project, unless the state has the resource", () => {
    const more = { import: [{ to: `${SETS}.b`, id: "prj-1:aws,gcp:eu" }] };
    const resource = { [SETS]: { b: { project_id: "prj-1", names: ["aws"] } } };
    const imported = { project: { by: "id", id: "prj-1" }, objects: ["aws", "gcp:eu"] };
    expect(assignments(readModule({ resource, more }))).toMatchObject([{ address: `${SETS}.b`, imported }]);
    const state = [stored(SETS, "b", { project_id: "prj-1", names: ["aws"], set_ids: { aws: "varset-1" } })];
    for (const it of assignments(readModule({ resource, more, stored: state }))) expect(it.imported).toBeUndefined();
  });
});

test("the objects of a state are those that code may no longer name, also of a resource that left the code", () => {
  const resource = { [SETS]: { b: { project_id: "prj-1", names: ["aws"] } } };
  const read = readModule({
    resource,
    stored: [
      stored(SETS, "b", { project_id: "prj-1", names: ["aws", "gcp"], set_ids: { aws: "varset-1", gcp: "varset-2" } }),
      stored(ACCESS, "gone", {
        project_id: "prj-1",
        team: [
          { team_id: "team-1", name: null, access: "read", project_access: null, workspace_access: null },
          { team_id: null, name: "web", access: "read", project_access: null, workspace_access: null },
        ],
        team_ids: { web: "team-2" },
      }),
    ],
  });
  const project = { by: "id", id: "prj-1" };
  expect(assignments(read)).toContainEqual({
    type: SETS,
    address: `${SETS}.b`,
    project,
    objects: [],
    exclusive: false,
    stateIds: ["varset-1", "varset-2"],
  });
  expect(assignments(read)).toContainEqual(
    expect.objectContaining({ address: `${ACCESS}.gone`, objects: [], stateIds: ["team-1", "team-2"] }),
  );
  expect(read.organizations[0]?.inState?.states).toHaveLength(1);
});

describe("in a plan of Terraform", () => {
  const values = {
    id: "prj-1",
    project_id: "prj-1",
    organization: "acme",
    exclusive: false,
    names: ["aws"],
    set_ids: { aws: "varset-1" },
  };
  const read = (change: ObjectChange) => readPlan(parsePlan(planJson({ [`${SETS}.b`]: change }), "plan.json"), "acme");

  test("planned values are the code, and the values before are those of the state", () => {
    const after = { ...values, names: ["gcp"] };
    expect(assignments(read({ actions: ["update"], before: values, after }))).toMatchObject([
      { address: `${SETS}.b`, objects: [{ key: { name: "gcp" } }] },
      { address: `${SETS}.b`, objects: [], stateIds: ["varset-1"] },
    ]);
  });

  test.each([
    ["that its block names, as recorded", "prj-1:aws", ["varset-1"]],
    ["of a whole project, as not recorded", "prj-1", []],
  ])("the values before an import are those %s", (_, id, objects) => {
    const imported = { project: { by: "id", id: "prj-1" }, objects };
    const change = { before: values, after: { ...values, names: ["gcp"] }, importing: { id } };
    const read1 = assignments(read({ actions: ["update"], ...change }));
    expect(read1).toMatchObject([{ objects: [{ key: { name: "gcp" } }], imported }]);
    expect(read1[0]?.stateIds).toBeUndefined();
    const unknown = { actions: ["create"], after: values, importing: { unknown: true } };
    expect(problemsOf(() => read(unknown))).toEqual([
      `${SETS}.b: Terraform knows the id of its import block only after apply. Use a literal id.`,
    ]);
  });

  test("what Terraform deletes is taken off", () => {
    expect(assignments(read({ actions: ["delete"], before: values }))).toMatchObject([
      { objects: [], stateIds: ["varset-1"] },
    ]);
  });

  test("a team that is known only after apply is an error", () => {
    const after = { project_id: "prj-1", organization: "acme", exclusive: false, team: [{ access: "read" }] };
    const change = { after, unknown: { id: true, team: [{ team_id: true }], team_ids: true } };
    const plan = parsePlan(planJson({ [`${ACCESS}.a`]: change }), "plan.json");
    expect(problemsOf(() => readPlan(plan, "acme"))).toEqual([
      expect.stringContaining(`${ACCESS}.a.team[0].team_id: Terraform knows this value only after apply`),
    ]);
  });
});
