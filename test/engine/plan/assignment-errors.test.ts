import { checkApplicable } from "../../../src/engine/blocked-plan-error";
import type { ActualOrganization, ReadAssignments } from "../../../src/engine/actual-organization";
import { detectDrift, makePlan } from "../../../src/engine/plan/plan";
import {
  assigning,
  changesOf,
  desiring,
  read1,
  refusalsOf,
  teams,
  TEAM_ACCESS,
  VARIABLE_SETS,
  warningsOf,
  withTeams,
  write,
} from "./assigned-organization";
import { code } from "./organization-with-rules";

describe("errors", () => {
  test("objects that do not exist, with a similar name, and those that cannot be assigned", () => {
    const plan = makePlan(
      desiring(
        assigning({ objects: { platfrom: write, owners: write } }),
        assigning({ type: VARIABLE_SETS, objects: { all: {} } }),
      ),
      withTeams({}),
    );
    expect(plan.actions).toEqual([]);
    expect(refusalsOf(plan)).toEqual([
      [
        "INVALID_ASSIGNMENT",
        `${TEAM_ACCESS}.net`,
        'The organization "acme" has no team "platfrom", or the token is not authorized to see it. ' +
          'Did you mean "platform"?',
      ],
      ["INVALID_ASSIGNMENT", `${TEAM_ACCESS}.net`, expect.stringContaining("owners")],
      ["INVALID_ASSIGNMENT", `${VARIABLE_SETS}.net`, expect.stringContaining("is global")],
    ]);
  });

  test("resources with the same object, all of them in one error, and an exclusive one beside another", () => {
    const other = assigning({ address: "a.other", objects: { web: read1 } });
    const twice = makePlan(desiring(assigning({ objects: { web: write } }), other), withTeams({}));
    expect(refusalsOf(twice).map(([code, subject]) => [code, subject])).toEqual([
      ["ASSIGNED_TWICE", `${TEAM_ACCESS}.net`],
    ]);
    const third = assigning({ address: "a.third", objects: { web: read1, platform: read1 } });
    const thrice = makePlan(desiring(assigning({ objects: { web: write } }), other, third), withTeams({}));
    expect(thrice.errors).toMatchObject([
      {
        code: "ASSIGNED_TWICE",
        data: {
          address: `${TEAM_ACCESS}.net`,
          resources: ["a.other", "a.third", `${TEAM_ACCESS}.net`],
          objects: ["web"],
        },
      },
    ]);
    const shared = makePlan(desiring(assigning({ exclusive: true }), other), withTeams({}));
    expect(refusalsOf(shared).map(([code, subject]) => [code, subject])).toEqual([
      ["EXCLUSIVE_PROJECT_SHARED", `${TEAM_ACCESS}.net`],
    ]);
  });

  test("what the token may not read is one error for each resource, and drift is incomplete", () => {
    const desired = desiring(assigning({ objects: { web: write } }));
    const reads: readonly ReadAssignments[] = [
      { isReadable: false, objects: [], projects: { "prj-Net": [] } },
      { isReadable: true, objects: teams, projects: {} },
    ];
    for (const unread of reads) {
      const actual: ActualOrganization = { ...withTeams({}), assignments: { [TEAM_ACCESS]: unread } };
      expect(refusalsOf(makePlan(desired, actual))).toEqual([
        ["NOT_FOUND_OR_UNAUTHORIZED", `${TEAM_ACCESS}.net`, expect.stringContaining('team access of project "Net"')],
      ]);
      expect(detectDrift(desired, actual).isComplete).toBe(false);
    }
  });

  test("a project that does not exist, or that the plan deletes", () => {
    const unknown = assigning({ project: { by: "name", name: "Nowhere" }, objects: { web: write } });
    expect(refusalsOf(makePlan(desiring(unknown), withTeams({}))).map(([code]) => code)).toEqual(["UNKNOWN_PROJECT"]);
  });

  test("objects of a resource that do not exist are one error, by their names and IDs", () => {
    const objects = ["nobody", "platfrom", "team-web"].map((name) => ({ key: { name }, attributes: write }));
    const byId = { key: { id: "team-x" }, attributes: write };
    const plan = makePlan(desiring({ ...assigning(), objects: [...objects, byId] }), withTeams({}));
    expect(refusalsOf(plan)).toEqual([
      [
        "INVALID_ASSIGNMENT",
        `${TEAM_ACCESS}.net`,
        'The organization "acme" has no teams "nobody", "platfrom" (did you mean "platform"?), "team-web", "team-x", ' +
          "or the token is not authorized to see them.",
      ],
    ]);
  });

  test("an ID that no object has, unless it is assigned, the token sees no objects, or the state has it", () => {
    const byId = (id: string, more = {}) => ({
      ...assigning(more),
      objects: [{ key: { id }, attributes: write }],
    });
    const actual = withTeams({});
    expect(refusalsOf(makePlan(desiring(byId("team-x")), actual))).toEqual([
      ["INVALID_ASSIGNMENT", `${TEAM_ACCESS}.net`, expect.stringContaining('has no team "team-x", or the token')],
    ]);
    const { assignments } = actual;
    const withAccess = (access: Partial<ReadAssignments>): ActualOrganization => ({
      ...actual,
      assignments: { ...assignments, [TEAM_ACCESS]: { ...assignments[TEAM_ACCESS], ...access } },
    });
    const assigned = { object: { id: "team-x", name: undefined }, attributes: write };
    const isHidden = makePlan(desiring(byId("team-x")), withAccess({ projects: { "prj-Net": [assigned] } }));
    expect([isHidden.errors, isHidden.actions]).toEqual([[], []]);
    expect(makePlan(desiring(byId("team-x")), withAccess({ objects: [] })).errors).toEqual([]);
    expect(makePlan(desiring(byId("team-x", { stateIds: [] })), actual).errors).toEqual([]);
  });

  test("what has no name may be what the code names: it is neither unmanaged nor removed", () => {
    const hidden = { object: { id: "team-x", name: undefined }, attributes: write };
    const unnamed: ReadAssignments = {
      isReadable: true,
      objects: teams,
      projects: { "prj-Net": [hidden], "prj-Old": [] },
    };
    const actual: ActualOrganization = { ...withTeams({}), assignments: { [TEAM_ACCESS]: unnamed } };
    for (const exclusive of [true, false]) {
      const plan = makePlan(desiring(assigning({ objects: { secret: write }, exclusive })), actual);
      expect([refusalsOf(plan).length, plan.actions, plan.warnings]).toEqual([1, [], []]);
      const known = makePlan(desiring(assigning({ objects: {}, exclusive })), actual);
      expect([known.actions.length, warningsOf(known).length]).toEqual([exclusive ? 1 : 0, 1]);
    }
  });

  test("nothing is compared with a project that may exist, and that the token does not see", () => {
    const project = { by: "address", address: "tfprojects_project.New" } as const;
    const desired = {
      ...desiring(assigning({ project, objects: { web: write } })),
      ...code({ New: {} }),
      memberships: [],
    };
    const all = withTeams({});
    const withoutDefault = { ...all, projects: all.projects.filter(({ name }) => name !== "Default") };
    const plan = makePlan(desired, withoutDefault);
    expect(refusalsOf(plan).map(([refusal]) => refusal)).toEqual(["NOT_FOUND_OR_UNAUTHORIZED"]);
    expect(plan.actions).toEqual([]);
  });

  test("an import block of a project that does not exist removes nothing", () => {
    const actual = withTeams({ Net: { data: write } });
    const imported = (project: { by: "id"; id: string } | { by: "name"; name: string }) =>
      makePlan(desiring(assigning({ objects: { web: write }, imported: { project } })), actual);
    const text = (project: string) =>
      `An import block names project ${project}, but the organization "acme" has no such project, or the token is ` +
      "not authorized to read it. Correct the id, or remove the import block.";
    const byId = imported({ by: "id", id: "prj-x" });
    expect(refusalsOf(byId)).toEqual([["UNKNOWN_PROJECT", `${TEAM_ACCESS}.net`, text("prj-x")]]);
    expect([changesOf(byId), warningsOf(byId)]).toEqual([
      ["set team web of Net"],
      ['Team data is assigned to project "Net", and not in the code: left as assigned.'],
    ]);
    const byName = imported({ by: "name", name: "Billing,Search" });
    expect(refusalsOf(byName)).toEqual([["UNKNOWN_PROJECT", `${TEAM_ACCESS}.net`, text('"Billing,Search"')]]);
  });
});

test("what the token must not assign is a warning for each type, and an error of an apply", () => {
  const all = withTeams({ Net: { web: write } });
  const denied = (canManageTeams: boolean | undefined): ActualOrganization => ({
    ...all,
    canManageVariableSets: canManageTeams,
    projects: all.projects.map((it) => ({ ...it, permissions: { ...it.permissions, canManageTeams } })),
  });
  const team = assigning({ objects: { web: write, data: write } });
  const sets = assigning({ type: VARIABLE_SETS, objects: { aws: {} } });
  const plan = makePlan(desiring(team, sets), denied(false));
  expect(plan.errors).toEqual([]);
  expect(warningsOf(plan)).toEqual([
    "The token is not authorized to change the team access of project Net. This takes an organization with teams, " +
      "and a token that may read and manage the teams of the project. The token is not authorized to change the " +
      "variable sets of project Net. This takes a token that may manage the variable sets of the organization. " +
      "An apply with this token changes nothing.",
  ]);
  expect(() => checkApplicable(plan)).toThrow("the plan for acme is blocked by 2 errors.");
  expect(makePlan(desiring(team, sets), denied(undefined)).warnings).toEqual([]);
  const unchanged = assigning({ objects: { web: write } });
  expect(makePlan(desiring(unchanged), denied(false)).warnings).toEqual([]);
});
