import { isWarning } from "../../../src/diagnostics";
import { messageOf } from "../../../src/model";
import type { DesiredAssignments, DesiredOrganization, TfeAssignment } from "../../../src/engine/organization";
import { detectDrift, makePlan } from "../../../src/engine/plan/plan";
import type { ObjectKey } from "../../../src/model";
import type { AssignableObject } from "../../../src/reconcile/assignments";
import { code, organization } from "./organization-with-rules";

const ACCESS = "tfprojects_project_team_access";
const POLICY_SETS = "tfprojects_project_policy_sets";
const NET = { by: "id", id: "prj-Net" } as const;

const teams: readonly AssignableObject[] = [
  { id: "team-web", name: "web" },
  { id: "team-audit", name: "audit" },
  { id: "team-owners", name: "owners", fixed: "owners" },
];
const sets: readonly AssignableObject[] = [{ id: "polset-all", name: "all", fixed: "global" }];

const actual = {
  ...organization({ Default: [], Net: [], Web: [] }),
  assignments: {
    [ACCESS]: {
      isReadable: true,
      objects: teams,
      projects: { "prj-Net": [{ object: teams[1]!, attributes: { access: "read" } }] },
    },
    [POLICY_SETS]: {
      isReadable: true,
      objects: sets,
      projects: { "prj-Net": [{ object: sets[0]!, attributes: { mode: "excluded" } }] },
    },
  },
};

/** A `tfe_team_project_access` of the project Net. */
function granting(object: ObjectKey, its: Partial<TfeAssignment> = {}): TfeAssignment {
  const address = `tfe_team_project_access.${Object.values(object).join("")}`;
  return { address, type: ACCESS, project: NET, object, attributes: {}, ...its };
}

/** Code with the access of teams to the project Net. */
function withAccess(keys: readonly ObjectKey[], exclusive: boolean, ...tfeAssignments: TfeAssignment[]) {
  const objects = keys.map((key) => ({ key, attributes: { access: "read" } }));
  const assignments: readonly DesiredAssignments[] = [
    { type: ACCESS, address: `${ACCESS}.net`, project: NET, objects, exclusive },
  ];
  return { ...code({ Net: {}, Web: {} }), assignments, tfeAssignments };
}

const conflicts = (desired: DesiredOrganization): readonly string[] =>
  makePlan(desired, actual)
    .warnings.filter(isWarning("two-owners-of-objects"))
    .map(({ data: { owners } }) => `${owners.conflict}: ${owners.others.join(", ")}`);

const [WEB, WEB_ID, AUDIT] = [{ name: "web" }, { id: "team-web" }, { name: "audit" }];
const SAME_WEB = ["same: tfe_team_project_access.web"];

test.each<[string, readonly ObjectKey[], boolean, readonly TfeAssignment[], readonly string[]]>([
  ["the same team, both by its name", [WEB], false, [granting(WEB)], SAME_WEB],
  ["the same team, ours by its ID", [WEB_ID], false, [granting(WEB)], SAME_WEB],
  ["the same team, theirs by its ID", [WEB], false, [granting(WEB_ID)], ["same: tfe_team_project_access.team-web"]],
  ["another team", [WEB], false, [granting(AUDIT)], []],
  ["another team, and ours is exclusive", [WEB], true, [granting(AUDIT)], ["exclusive: tfe_team_project_access.audit"]],
  ["both", [WEB], true, [granting(AUDIT), granting(WEB)], [SAME_WEB[0]!, "exclusive: tfe_team_project_access.audit"]],
  [
    "a team that is created, and ours is exclusive",
    [],
    true,
    [granting({ name: "new" })],
    ["exclusive: tfe_team_project_access.new"],
  ],
  ["owners, which nothing removes", [WEB], true, [granting({ name: "owners" })], []],
  ["the same team in another project", [WEB], true, [granting(WEB, { project: { by: "name", name: "Web" } })], []],
  ["the same project by its name", [WEB], false, [granting(WEB, { project: { by: "name", name: "net" } })], SAME_WEB],
  ["a project that does not exist", [WEB], true, [granting(WEB, { project: { by: "id", id: "prj-none" } })], []],
])("a tfe_team_project_access of %s", (_, keys, exclusive, others, expected) => {
  expect(conflicts(withAccess(keys, exclusive, ...others))).toEqual(expected);
});

test("the warning has the addresses of both, in plan and drift", () => {
  const desired = withAccess([WEB], false, granting(WEB));
  for (const { warnings } of [makePlan(desired, actual), detectDrift(desired, actual)]) {
    const found = warnings.filter(({ code }) => code === "two-owners-of-objects");
    expect(found.map(({ data }) => data.addresses)).toEqual([[`${ACCESS}.net`, "tfe_team_project_access.web"]]);
    expect(found.map(messageOf)).toEqual([
      `Two owners: ${ACCESS}.net and tfe_team_project_access.web assign the same team to one project, so each undoes ` +
        "what the other does, also when one is destroyed. Remove tfe_team_project_access.web, or the team from " +
        `${ACCESS}.net.`,
    ]);
  }
});

test("an exclusion of a global policy set is removed by an exclusive resource, and the set itself is not", () => {
  const [excluded, applied] = ["excluded", "applied"].map((mode): TfeAssignment => {
    return { address: `tfe.${mode}`, type: POLICY_SETS, project: NET, object: { name: "all" }, attributes: { mode } };
  });
  const assignments = [
    { type: POLICY_SETS, address: `${POLICY_SETS}.net`, project: NET, objects: [], exclusive: true },
  ] as const;
  const desired = { ...code({ Net: {} }), assignments, tfeAssignments: [excluded!, applied!] };
  expect(conflicts(desired)).toEqual(["exclusive: tfe.excluded"]);
});

test("a set of the organization is meant rather than that of a project with the same name", () => {
  const type = "tfprojects_project_variable_sets";
  const objects: readonly AssignableObject[] = [
    { id: "varset-own", name: "aws", fixed: "owned", owner: { id: "prj-Net" } },
    { id: "varset-aws", name: "aws" },
  ];
  const other: TfeAssignment = { address: "tfe.aws", type, project: NET, object: { name: "aws" }, attributes: {} };
  const ours = { type, address: `${type}.net`, project: NET, objects: [], exclusive: true } as const;
  const desired = { ...code({ Net: {} }), assignments: [ours], tfeAssignments: [other] };
  const read = { isReadable: true, objects, projects: { "prj-Net": [] } };
  const { warnings } = makePlan(desired, { ...actual, assignments: { [type]: read } });
  expect(warnings).toMatchObject([{ code: "two-owners-of-objects", data: { owners: { conflict: "exclusive" } } }]);
});

test("what the state alone has is no owner", () => {
  const desired = withAccess([WEB], false, granting(WEB));
  const inState = desired.assignments.map((it) => ({ ...it, objects: [], stateIds: ["team-web"] }));
  expect(conflicts({ ...desired, assignments: inState })).toEqual([]);
});

test("what hashicorp/tfe assigns is not unmanaged", () => {
  const unmanaged = (...others: TfeAssignment[]) =>
    makePlan(withAccess([WEB], false, ...others), actual).warnings.filter(({ code }) => code === "unmanaged-objects");
  expect(unmanaged()).toMatchObject([{ data: { objects: [{ name: "audit" }] } }]);
  expect(unmanaged(granting(AUDIT))).toEqual([]);
});
