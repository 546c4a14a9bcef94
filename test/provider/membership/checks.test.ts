import { listedAndPlaced } from "../../../src/diagnostics/conflicts";
import type { TakeFrom, Workspace } from "../../../src/model";
import { Diagnostics, UNKNOWN, type Diagnostic } from "../../../src/plugin";
import {
  checkConflicts,
  checkExclusive,
  checkKept,
  checkNotDefault,
  checkOrganizations,
  conflictWith,
  memberLabel,
  selectionLabel,
} from "../../../src/provider/membership/checks";
import { PlannedProjects } from "../../../src/provider/planned/projects";
import { PlannedWorkspaces } from "../../../src/provider/planned/workspaces";
import { Acme } from "../../support/acme";
import { error, workspaceOf } from "../context";

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
    { exclusive: true, label: "membership (of api)" },
    { exclusive: false, label: "membership (of web)" },
  ];
  type Member = typeof exclusive;
  const exclusiveErrors = (member: Member | undefined, others: readonly (Member | undefined)[]) =>
    errorsOf((diagnostics) => {
      const [plannedProjects, resource] = [new PlannedProjects(), {}];
      for (const it of others) plannedProjects.members.add({}, "prj-a", it!);
      plannedProjects.members.add(resource, "prj-a", member!);
      checkExclusive(resource, "prj-a", member!.exclusive, { provider: { plannedProjects } as never, diagnostics });
    });
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
    expect(await exclusiveErrors(member, others)).toEqual([
      error("Exclusive membership shares its project", detail(shared), attribute),
    ]);
  });

  test.each([
    ["alone", exclusive, []],
    ["shared by others", other, [other]],
  ])("is none while it is %s", async (_, member, others) => {
    expect(await exclusiveErrors(member, others)).toEqual([]);
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
  test.each([
    ["", NO_LISTS],
    ["api, web, ws-1", { workspace_ids: ["ws-1"], workspace_names: ["web", "api"] }],
    ["web", { workspace_ids: UNKNOWN, workspace_names: ["web", UNKNOWN] }],
  ])("is named by what it selects, as far as that is known: %s", (label, lists) => {
    expect(selectionLabel(lists as Parameters<typeof selectionLabel>[0])).toBe(label);
  });

  test("has no article, and says what it selects", () => {
    expect(["", "api"].map(memberLabel)).toEqual(["membership", "membership (of api)"]);
  });
});

describe("a workspace in two memberships", () => {
  const [own, first, second] = [{}, {}, {}];

  /** Of memberships of the projects B and C, which have claimed these before. */
  function conflictsOf(
    workspaces: readonly Workspace[],
    claims: readonly (readonly [object, Workspace])[],
    lists: Parameters<typeof checkConflicts>[2] = NO_LISTS,
  ) {
    const planned = new PlannedWorkspaces();
    for (const [resource, { id, name }] of claims) {
      const label = `the membership of project ${resource === first ? "B" : "C"}`;
      planned.add(resource, id, { projectId: "prj-b", claimant: { label, selects: name } });
    }
    return checked((diagnostics) =>
      checkConflicts(own, { found: workspaces, destination: "prj-a" }, lists, planned, diagnostics),
    );
  }

  test("is none that no other has claimed", async () => {
    expect(await conflictsOf([api], [[first, web]])).toEqual({ result: false, errors: [] });
    expect(await conflictsOf([api], [[own, api]])).toEqual({ result: false, errors: [] });
  });

  test("is an error for each other membership, which counts its workspaces", async () => {
    const rest = (of: string, other: string, pronoun: string): string =>
      ` in this membership and in the membership of project ${of} (${other}), but a workspace can be in only one ` +
      `membership. Remove ${pronoun} from one of the two.${HINT}`;
    const claims = [[first, api] as const, [first, web] as const, [second, db] as const];
    expect(await conflictsOf([api, web, db], claims)).toEqual({
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
    ["workspace_ids", ["ws-api", "ws-web"], null],
    ["workspace_ids", ["ws-web"], ["api"]],
    ["workspace_names", null, ["api", "web"]],
  ])("is an error at %s: %j, %j", async (attribute, workspace_ids, workspace_names) => {
    const claims = [api, web].map((workspace) => [first, workspace] as const);
    const { errors } = await conflictsOf([api, web], claims, { workspace_ids, workspace_names });
    expect(errors.map((it) => it.attribute)).toEqual([[attribute]]);
  });
});

describe("a workspace in a membership that a placement moves", () => {
  const placed = (takeFrom: TakeFrom) => {
    const planned = new PlannedWorkspaces();
    for (const { id } of [web, api]) {
      planned.add({}, id, { projectId: "prj-b", claimant: { label: "rule 2 of the placement" }, takeFrom });
    }
    return checked((diagnostics) =>
      checkConflicts({}, { found: [web, api], destination: "prj-a" }, NO_LISTS, planned, diagnostics),
    );
  };

  test("is an error that says how to except it, if the placement takes from any project", async () => {
    expect((await placed("any")).errors).toMatchObject([{ summary: "Workspace in a membership and a placement" }, {}]);
    const text = (names: readonly string[]) =>
      conflictWith({ claimant: { label: "the placement" }, takeFrom: "any" }, names, { label: "this membership" });
    expect(text(["web"])).toEqual(
      listedAndPlaced({
        workspaces: ["web"],
        membership: "this membership",
        placement: "the placement",
        language: "terraform",
      }),
    );
    expect(text(["web"]).summary).toBe("Workspace in a membership and a placement");
    expect(text(["web", "api"]).summary).toBe("2 workspaces in a membership and a placement");
  });

  test("is the membership's, if the placement takes only from the default project", async () => {
    expect(await placed("default-project")).toEqual({ result: false, errors: [] });
  });
});
