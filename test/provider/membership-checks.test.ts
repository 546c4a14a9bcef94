import type { SelectionRule } from "../../src/model";
import { Diagnostics, type Diagnostic } from "../../src/plugin";
import {
  checkConflicts,
  checkExclusive,
  checkExists,
  checkKept,
  checkMaxMoves,
  checkNotDefault,
  checkOrganizations,
  claimant,
  memberLabel,
  selectionLabel,
  wordsIn,
} from "../../src/provider/membership-checks";
import { PlannedProjects } from "../../src/provider/planned/projects";
import { PlannedWorkspaces } from "../../src/provider/planned/workspaces";
import { Acme } from "../support/acme";
import { error, workspaceOf } from "./context";

const HINT =
  "\n\nThe configuration is planned before it is destroyed. If this error blocks a destroy, skip that plan with " +
  "`destroy -refresh=false`.";
const NO_LISTS = { workspace_ids: null, workspace_names: null };
const [api, web, db] = ["api", "web", "db"].map((name) => workspaceOf(name)) as [
  ReturnType<typeof workspaceOf>,
  ReturnType<typeof workspaceOf>,
  ReturnType<typeof workspaceOf>,
];

/** The result of a check, and what it reports. */
async function checked<T>(
  check: (diagnostics: Diagnostics) => T,
): Promise<{ readonly result: Awaited<T>; readonly errors: readonly Diagnostic[] }> {
  const diagnostics = new Diagnostics();
  const result = await check(diagnostics);
  return { result, errors: diagnostics.entries };
}

const errorsOf = async (check: (diagnostics: Diagnostics) => unknown) => (await checked(check)).errors;

describe("a project that an exclusive membership shares", () => {
  const [exclusive, other] = [
    { exclusive: true, label: "another membership (of api)" },
    { exclusive: false, label: "another membership (of web)" },
  ];
  const detail = (shared: string): string =>
    `An exclusive membership must be the only one of its project, but ${shared} the same project. Put all workspaces ` +
    `into one membership, or set \`exclusive\` on none of them.${HINT}`;

  test.each([
    ["exclusive", exclusive, [other], "exclusive", "another membership (of web) has"],
    ["project_id", other, [exclusive], "project_id", "another membership (of api) has"],
    [
      "exclusive",
      exclusive,
      [other, exclusive],
      "exclusive",
      "another membership (of api), another membership (of web) have",
    ],
  ])("is an error at %s of the one that is planned last", async (_, member, others, attribute, shared) => {
    expect(await errorsOf((diagnostics) => checkExclusive(member, others, diagnostics))).toEqual([
      error("Exclusive membership shares its project", detail(shared), attribute),
    ]);
  });

  test.each([
    ["alone", exclusive, []],
    ["shared by others", other, [other]],
  ])("is none while it is %s", async (_, member, others) => {
    expect(await errorsOf((diagnostics) => checkExclusive(member, others, diagnostics))).toEqual([]);
  });
});

describe("what must be in the organization", () => {
  let acme: Acme;
  beforeAll(async () => (acme = await Acme.start()));
  afterAll(() => acme.stop());

  test("workspaces are, in any case of its name", async () => {
    const own = [workspaceOf("api", "prj-a", "ACME"), workspaceOf("web", "prj-b", "other")];
    expect(await errorsOf((diagnostics) => checkOrganizations(acme.view(), own, diagnostics))).toEqual([
      error(
        "Workspace in another organization",
        'Workspace "web" (ws-web) belongs to the organization "other", and the membership to "acme". Workspaces can ' +
          "only move within an organization.",
        "workspace_ids",
      ),
    ]);
  });

  test("a project is", async () => {
    acme.emulator.organizations.create("elsewhere");
    const elsewhere = acme.emulator.projects.create({ organization: "elsewhere", name: "Other" }).id;
    const own = acme.addProject("Own");
    for (const [id, isMissing] of [
      [own, false],
      [elsewhere, true],
      ["prj-none", true],
    ] as const) {
      const detail = `The organization "acme" has no project ${id}, or the token is not authorized to read it.`;
      expect(await errorsOf((diagnostics) => checkExists(acme.view(), id, diagnostics))).toEqual(
        isMissing ? [error("Project not found", detail, "project_id")] : [],
      );
    }
  });

  test("an exclusive project is not the default project", async () => {
    const view = acme.view();
    const detail =
      "The default project cannot be exclusive: other workspaces in an exclusive project are moved to " +
      "the default project. Omit `exclusive`.";
    expect(await errorsOf((diagnostics) => checkNotDefault(view, acme.defaultProjectId, diagnostics))).toEqual([
      error("Invalid exclusive", detail, "exclusive"),
    ]);
    for (const id of [acme.addProject("Exclusive"), undefined])
      expect(await errorsOf((diagnostics) => checkNotDefault(view, id, diagnostics))).toEqual([]);
  });
});

test("a project that the plan deletes is an error of its membership", async () => {
  const planned = new PlannedProjects();
  planned.delete({}, "prj-a", []);
  expect(await checked((diagnostics) => checkKept("prj-a", planned, diagnostics))).toEqual({
    result: false,
    errors: [
      error(
        "Project will be deleted",
        "This plan deletes project prj-a, but the membership moves workspaces into it. Refer to the project by " +
          "the id " +
          `of its resource, so that the membership follows it, or remove the membership, too.${HINT}`,
        "project_id",
      ),
    ],
  });
  expect(await checked((diagnostics) => checkKept("prj-b", planned, diagnostics))).toEqual({
    result: true,
    errors: [],
  });
});

describe("a membership in messages", () => {
  const rule = { matchNames: ["net-*"] };

  test.each([
    ["", NO_LISTS, undefined],
    ["api, web, ws-1", { workspace_ids: ["ws-1"], workspace_names: ["web", "api"] }, undefined],
    ['what matches "net-*"', { workspace_ids: [], workspace_names: null }, rule],
    ['ws-1 and what matches "net-*"', { workspace_ids: ["ws-1"], workspace_names: null }, rule],
  ])("is named by what it selects: %s", (label, lists, its) => {
    expect(selectionLabel(lists, its)).toBe(label);
  });

  test("is another one, of nothing or of what it selects", () => {
    expect(["", "api"].map(memberLabel)).toEqual(["another membership", "another membership (of api)"]);
  });

  test("claims a workspace with its rule, unless its lists name it", () => {
    const label = "the membership of project A";
    const byBoth = claimant("project A", "it", { workspace_ids: null, workspace_names: ["API"] }, rule);
    expect([api, web].map(byBoth)).toEqual([
      { label, selects: "it" },
      { label, selects: "it", rule },
    ]);
    expect(claimant("project A", "it", NO_LISTS, undefined)(web)).toEqual({ label, selects: "it" });
  });

  test("has the lists of the code as words", () => {
    expect([NO_LISTS, { workspace_ids: ["ws-1"], workspace_names: ["api"] }].map(wordsIn)).toEqual([
      { workspaceIds: [], workspaceNames: [] },
      { workspaceIds: ["ws-1"], workspaceNames: ["api"] },
    ]);
  });
});

describe("a workspace in two memberships", () => {
  const [own, first, second] = [{}, {}, {}];
  const byName = { reason: { by: "name" } } as const;
  const byRule = { reason: { by: "rule" } } as const;
  const narrow: SelectionRule = { matchNames: ["api*"] };

  /** Of memberships of the projects B and C, which have claimed these before. */
  function conflictsOf(
    selected: Parameters<typeof checkConflicts>[1],
    rule: SelectionRule | undefined,
    claims: readonly (readonly [object, ReturnType<typeof workspaceOf>, SelectionRule?])[],
  ) {
    const planned = new PlannedWorkspaces();
    for (const [resource, workspace, its] of claims) {
      const label = `the membership of project ${resource === first ? "B" : "C"}`;
      planned.claim(resource, workspace.id, {
        projectId: "prj-b",
        claimant: { label, selects: workspace.name, rule: its },
      });
    }
    const claimedBy = claimant("project A", "it", NO_LISTS, rule);
    return checked((diagnostics) => checkConflicts(own, selected, claimedBy, planned, diagnostics));
  }

  test("is none that no other has claimed", async () => {
    const selected = [{ workspace: api, ...byName }];
    expect(await conflictsOf(selected, undefined, [[first, web]])).toEqual({ result: false, errors: [] });
    expect(await conflictsOf(selected, undefined, [[own, api]])).toEqual({ result: false, errors: [] });
  });

  test("is an error for each other membership, which counts its workspaces", async () => {
    const selected = [api, web, db].map((workspace) => ({ workspace, ...byName }));
    const rest = (of: string, other: string, pronoun: string): string =>
      ` in this membership and in the membership of project ${of} (${other}), but a workspace can be in only one ` +
      `membership. Remove ${pronoun} from one of the two.${HINT}`;
    expect(
      await conflictsOf(selected, undefined, [
        [first, api],
        [first, web],
        [second, db],
      ]),
    ).toEqual({
      result: true,
      errors: [
        error(
          "2 workspaces in two memberships",
          `The workspaces "api", "web" are${rest("B", "api", "them")}`,
          "workspace_names",
        ),
        error("Workspace in two memberships", `The workspace "db" is${rest("C", "db", "it")}`, "workspace_names"),
      ],
    });
  });

  test.each([
    ["workspace_ids", [{ by: "id" }], undefined],
    ["workspace_ids", [{ by: "name" }, { by: "id" }], undefined],
    ["workspace_names", [{ by: "name" }], undefined],
    ["match_names", [{ by: "rule" }], { matchNames: ["*"] }],
    ["match_tags", [{ by: "rule" }], { matchTags: { team: "net" } }],
  ] as const)("is an error at %s: %j", async (attribute, reasons, rule) => {
    const selected = reasons.map((reason, index) => ({ workspace: [api, web][index]!, reason }));
    const { errors } = await conflictsOf(
      selected,
      rule,
      [api, web].map((workspace) => [first, workspace] as const),
    );
    expect(errors.map((it) => it.attribute)).toEqual([[attribute]]);
  });

  test("is left out of the broader rule, if a rule selects all of them", async () => {
    const selected = [api, web].map((workspace) => ({ workspace, ...byRule }));
    const broad = { matchNames: ["*"] };
    const claims = [[first, api, narrow] as const, [first, web] as const];
    expect((await conflictsOf(selected, broad, claims)).errors.map(({ detail }) => detail)).toEqual([
      'The workspaces "api", "web" are in this membership and in the membership of project B (web), but a workspace ' +
        "can be in only one membership. To keep them in the membership of project B, add this to this membership: " +
        `except_names = ["api","web"]${HINT}`,
    ]);
    expect(await conflictsOf(selected.slice(0, 1), broad, [[first, api, narrow]])).toMatchObject({
      errors: [
        {
          detail:
            'The workspace "api" is in this membership and in the membership of project B (api), but a workspace can ' +
            "be in only one membership. To keep it in the membership of project B, add this to this membership: " +
            `except_names = ["api*"]${HINT}`,
        },
      ],
    });
  });
});

describe("max_moves", () => {
  const limited = { matchNames: ["net-*"], maxMoves: 1 };

  test.each([
    [[api, web], [], "adds 2 workspaces (api, web) because of its rule: 2 moves"],
    [[], [api, web], "releases 2 workspaces (api, web) because of its rule: 2 moves"],
    [[api], [web], "adds 1 workspace (api) and releases 1 workspace (web) because of its rule: 2 moves"],
  ])("refuses more, in and out: %j, %j", async (entering, leaving, what) => {
    expect(await checked((diagnostics) => checkMaxMoves(limited, entering, leaving, diagnostics))).toEqual({
      result: false,
      errors: [
        error(
          "Too many moves",
          `The membership ${what}, but max_moves is 1. Narrow the rule, or raise max_moves if these moves are ` +
            `intended.${HINT}`,
          "max_moves",
        ),
      ],
    });
  });

  test.each([
    ["as many", limited, [api], []],
    ["any number without it", { matchNames: ["net-*"] }, [api], [web]],
    ["any number without a rule", undefined, [api], [web]],
    ["none", { ...limited, maxMoves: 0 }, [], []],
  ])("allows %s", async (_, rule, entering, leaving) => {
    expect(await checked((diagnostics) => checkMaxMoves(rule, entering, leaving, diagnostics))).toEqual({
      result: true,
      errors: [],
    });
  });
});
