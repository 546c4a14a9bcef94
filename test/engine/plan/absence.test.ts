import { notVisible, unknownImport, warningOf } from "../../../src/diagnostics";
import { NO_SETTINGS } from "../../../src/model";
import type { ActualOrganization } from "../../../src/engine/actual-organization";
import type { DesiredMembership, DesiredOrganization } from "../../../src/engine/organization";
import { doubtfulProjects, projectsWithHiddenWorkspaces } from "../../../src/engine/plan/absence";
import { identifyProjects } from "../../../src/engine/plan/identity";
import { detectDrift, makePlan } from "../../../src/engine/plan/plan";
import { assigning, read1, withTeams } from "./assigned-organization";
import {
  code,
  droppedProject,
  membershipOf,
  movesOf,
  organization,
  placementAt,
  projectAt,
  membershipInState,
  withoutDefault,
  withPlacement,
  withProjects,
} from "./organization-with-rules";

/** The membership of a project that the code only refers to. */
const memberOf = (project: DesiredMembership["project"], its: Partial<DesiredMembership> = {}): DesiredMembership => ({
  address: `of ${JSON.stringify(project)}`,
  project,
  workspaceIds: [],
  workspaceNames: [],
  exclusive: false,
  ...its,
});

const NET = membershipInState("Net", {});

/** What was not found, as the code or the state has it. */
const ABSENT: readonly [string, DesiredOrganization, { readonly address?: string; readonly projects: object }][] = [
  ["a project of the code", code({ Net: {} }), { address: projectAt("Net"), projects: [{ by: "name", name: "Net" }] }],
  [
    "a project of the code that the state has",
    withProjects(code({ Net: {} }), { Net: { stateId: "prj-x" } }),
    { address: projectAt("Net"), projects: [{ by: "state", id: "prj-x", name: "Net" }] },
  ],
  [
    "a project of the code that the state has under another name",
    withProjects(code({ Net: {} }), { Net: { stateId: "prj-x", stateSettings: { ...NO_SETTINGS, name: "Web" } } }),
    { address: projectAt("Net"), projects: [{ by: "state", id: "prj-x", name: "Web" }] },
  ],
  [
    "a project that the code has dropped",
    code({}, { droppedProjects: [droppedProject("Net")] }),
    { address: projectAt("Net"), projects: [{ by: "state", id: "prj-Net", name: "Net" }] },
  ],
  [
    "the project of a membership that the code has dropped",
    code({}, { memberships: [NET] }),
    { address: membershipOf("Net"), projects: [{ by: "id", id: "prj-Net" }] },
  ],
  [
    "a project that the code has dropped with its membership",
    code({}, { droppedProjects: [droppedProject("Net")], memberships: [NET] }),
    { address: projectAt("Net"), projects: [{ by: "state", id: "prj-Net", name: "Net" }] },
  ],
  [
    "a project of the code, and one that it has dropped, by their addresses",
    code({ Web: {} }, { droppedProjects: [droppedProject("Net")] }),
    {
      projects: [
        { by: "state", id: "prj-Net", name: "Net" },
        { by: "name", name: "Web" },
      ],
    },
  ],
  [
    "several projects, by their addresses",
    code({ Web: {}, Net: {} }),
    {
      projects: [
        { by: "name", name: "Net" },
        { by: "name", name: "Web" },
      ],
    },
  ],
];

const NONE: readonly [string, DesiredOrganization][] = [
  ["nothing is managed", code({})],
  ["a project of the code exists", code({ Old: {} })],
  ["the project in the state exists", withProjects(code({ Net: {} }), { Net: { stateId: "prj-Old" } })],
  ["an ID to import was not found", withProjects(code({ Net: {} }), { Net: { id: "prj-x" } })],
  [
    "the project of a membership is gone that the code still has",
    code({ Old: {} }, { memberships: [membershipInState("Old", { projectId: "prj-x" })] }),
  ],
  ["a project was retained", code({}, { droppedProjects: [droppedProject("Net", { deletionPolicy: "retain" })] })],
  ["a project that was dropped exists", code({}, { droppedProjects: [droppedProject("Old")] })],
  ["a membership was retained", code({}, { memberships: [{ ...NET, onDestroy: "retain" }] })],
  ["the project of a membership exists", code({}, { memberships: [membershipInState("Old", {})] })],
];

describe("if the token does not see the default project", () => {
  const actual = withoutDefault(organization({ Default: ["a"], Old: ["b"] }));

  test.each(ABSENT)("nothing is planned for %s, which may exist", (_, desired, expected) => {
    const { errors, actions, warnings } = makePlan(desired, actual);
    expect(errors).toMatchObject([
      { summary: "Default project not visible", data: { organization: "acme", workspaces: [], ...expected } },
    ]);
    expect([actions, warnings]).toEqual([[], []]);
  });

  test.each(NONE)("nothing is amiss if %s", (_, desired) => {
    expect(makePlan(desired, actual).errors.filter(({ code }) => code === "NOT_FOUND_OR_UNAUTHORIZED")).toEqual([]);
  });

  test("what memberships name is one error, with the projects of the code", () => {
    const memberships = [
      memberOf({ by: "id", id: "prj-x" }),
      memberOf({ by: "id", id: "prj-x" }),
      memberOf({ by: "name", name: "X" }),
      memberOf({ by: "name", name: "Old" }, { workspaceNames: ["b", "y"], workspaceIds: ["ws-z"] }),
    ];
    const { errors, actions } = makePlan({ ...code({ Net: {} }), memberships }, actual);
    expect(errors).toEqual([
      notVisible({
        address: undefined,
        organization: "acme",
        projects: [
          { by: "name", name: "Net" },
          { by: "id", id: "prj-x" },
          { by: "name", name: "X" },
        ],
        workspaces: ["ws-z", "y"],
      }),
    ]);
    expect(actions).toEqual([]);
  });

  test("each project is once in the error, whatever names it", () => {
    const x = { by: "id", id: "prj-x" } as const;
    const memberships = [memberOf(x), memberOf({ by: "name", name: "X" })];
    const inState = code({}, { memberships: [membershipInState("x", {})] });
    const desired = withPlacement(
      withPlacement({ ...inState, memberships }, [{ to: "x", matchNames: ["x-*"] }]),
      [{ to: "x", matchNames: ["y-*"] }],
      { address: placementAt("other") },
    );
    expect(makePlan(desired, actual).errors).toMatchObject([
      {
        code: "NOT_FOUND_OR_UNAUTHORIZED",
        summary: "Default project not visible",
        data: { projects: [x, { by: "name", name: "X" }] },
      },
    ]);
  });

  test("the project that objects are assigned to may exist", () => {
    const assignments = [assigning({ project: { by: "name", name: "X" }, objects: { web: read1 } })];
    const teams = withoutDefault(withTeams({}));
    const project = [{ by: "name", name: "X" }];
    expect(makePlan({ ...code({ Net: {}, Old: {} }), assignments }, teams).errors).toMatchObject([
      { code: "NOT_FOUND_OR_UNAUTHORIZED", summary: "Default project not visible", data: { projects: project } },
    ]);
    expect(detectDrift({ ...code({ Net: {}, Old: {} }), assignments }, teams)).toMatchObject({ isComplete: false });
  });

  test("workspaces move neither to a project that may exist, nor are others kept from moving", () => {
    const desired = code({ Net: { workspaceNames: ["b"] }, Old: { workspaceNames: ["c"] } });
    const all = withoutDefault(organization({ Default: [], Old: ["b"], Web: ["c"] }));
    const plan = makePlan(desired, all);
    expect(movesOf(plan)).toEqual(["c: Web → Old (member)"]);
    expect(plan.errors).toMatchObject([
      {
        code: "NOT_FOUND_OR_UNAUTHORIZED",
        summary: "Default project not visible",
        data: { projects: [{ name: "Net" }] },
      },
    ]);
  });

  test("a project that exists is changed", () => {
    const desired = withProjects(code({ Old: {}, Net: {} }), { Old: { description: "new" } });
    expect(makePlan(desired, actual).actions).toMatchObject([{ kind: "update", projectId: "prj-Old" }]);
  });

  test("no workspace of a membership that is missing counts as gone", () => {
    const desired = code({ Old: { workspaceNames: ["c"] } });
    const { errors, missingWorkspaces } = makePlan(desired, actual);
    expect(errors).toMatchObject([
      {
        code: "NOT_FOUND_OR_UNAUTHORIZED",
        summary: "Default project not visible",
        data: { projects: [], workspaces: ["c"], address: undefined },
      },
    ]);
    expect(missingWorkspaces).toEqual([]);
  });
});

describe("if the token sees the default project", () => {
  const actual = organization({ Default: ["a"], Old: ["b"] });

  test.each(ABSENT.slice(1, 5))("%s counts as deleted, which is a warning", (_, desired, { address, projects }) => {
    const { errors, warnings } = makePlan(desired, actual);
    expect(errors).toEqual([]);
    expect(warnings).toMatchObject([
      { code: "not-found", data: { addresses: [address], projects, countAs: "deleted" } },
    ]);
  });

  test.each(NONE)("there is no warning if %s", (_, desired) => {
    const { warnings } = makePlan(desired, { ...actual, canCreateProjects: false });
    expect(warnings.filter(({ code }) => code === "not-found")).toEqual([]);
  });

  test("new projects count as missing only if the token may not see all", () => {
    const warnings = (canCreateProjects: boolean | undefined): unknown =>
      makePlan(code({ Net: {}, Web: {} }), { ...actual, canCreateProjects }).warnings;
    expect([warnings(true), warnings(undefined)]).toEqual([[], []]);
    expect(warnings(false)).toEqual([
      expect.objectContaining({ code: "not-permitted" }),
      warningOf("not-found", {
        addresses: [projectAt("Net"), projectAt("Web")],
        projects: [
          { by: "name", name: "Net" },
          { by: "name", name: "Web" },
        ],
        countAs: "missing",
      }),
    ]);
  });
});

test("nothing is planned for an ID to import that no project has, also where another project has the name", () => {
  const desired = withProjects(code({ Net: { workspaceNames: ["b"] } }), { Net: { id: "prj-x" } });
  const options = { prune: true, maxDeletes: 1 };
  const plan = makePlan(desired, organization({ Default: [], Net: ["b"] }), options);
  expect(plan.errors[0]).toEqual(
    unknownImport({ address: projectAt("Net"), imported: { by: "id", id: "prj-x" }, organization: "acme" }),
  );
  expect(plan.actions.map(({ kind }) => kind)).toEqual(["delete"]);
});

/** An organization in which the token sees only some workspaces of projects: how many there are. */
function hiding(actual: ActualOrganization, counts: Readonly<Record<string, number | undefined>>): ActualOrganization {
  return {
    ...actual,
    projects: actual.projects.map((it) =>
      Object.hasOwn(counts, it.name) ? { ...it, workspaceCount: counts[it.name] } : it,
    ),
  };
}

test("projects hide workspaces that contain more than the token sees", () => {
  const actual = hiding(organization({ Default: [], Net: ["a"], Web: ["b", "c"], Old: [] }), {
    Default: undefined,
    Net: 3,
    Web: 2,
    Old: 1,
  });
  expect([...projectsWithHiddenWorkspaces(actual)]).toEqual([
    ["prj-Net", { id: "prj-Net", name: "Net", workspaceCount: 3, seen: 1 }],
    ["prj-Old", { id: "prj-Old", name: "Old", workspaceCount: 1, seen: 0 }],
  ]);
});

describe("projects that hide workspaces matter", () => {
  const actual = hiding(organization({ Default: ["x"], Net: ["a"], Web: [] }), { Net: 2, Web: 2 });
  const doubtful = (desired: DesiredOrganization, prune = false): readonly string[] =>
    doubtfulProjects(identifyProjects(desired, actual), prune);

  test.each<[string, DesiredOrganization, readonly string[]]>([
    ["a membership has what exists", code({ Net: { workspaceNames: ["A"], workspaceIds: ["ws-x"] } }), []],
    ["a name was not found", code({ Net: { workspaceNames: ["a", "b"] } }), ["prj-Net"]],
    ["an ID was not found", code({ Net: { workspaceIds: ["ws-a", "ws-b"] } }), ["prj-Net"]],
    ["a membership has the project to itself", code({ Net: { exclusive: true } }), ["prj-Net"]],
    ["the membership of another project lacks a name", code({ Other: { workspaceNames: ["b"] }, Default: {} }), []],
    [
      "a project is dropped",
      code({}, { droppedProjects: [droppedProject("Web"), droppedProject("Old")] }),
      ["prj-Web"],
    ],
    ["a project is unmanaged", code({ Net: {} }), []],
  ])("if %s", (_, desired, expected) => {
    expect(doubtful(desired)).toEqual(expected);
  });

  test("if unmanaged projects are deleted", () => {
    expect(doubtful(code({ Net: {} }), true)).toEqual(["prj-Web"]);
    expect(doubtful(code({ Net: {}, Web: { exclusive: true } }), true)).toEqual(["prj-Web"]);
  });

  test("only where there are any", () => {
    const desired = code({ Net: { exclusive: true } });
    const open = organization({ Default: [], Net: ["a"] });
    expect(doubtfulProjects(identifyProjects(desired, open), true)).toEqual([]);
  });
});
