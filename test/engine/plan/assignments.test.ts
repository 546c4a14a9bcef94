import type { ActualOrganization } from "../../../src/engine/actual-organization";
import type { DesiredAssignments, DesiredOrganization } from "../../../src/engine/organization";
import type { Comparison } from "../../../src/engine/plan/comparison";
import { detectDrift, makePlan } from "../../../src/engine/plan/plan";
import { render } from "../../../src/engine/report/render";
import {
  assigning,
  changesOf,
  desiring,
  read1,
  refusalsOf,
  TEAM_ACCESS,
  VARIABLE_SETS,
  warningsOf,
  withTeams,
  write,
  type Spec,
} from "./assigned-organization";
import { code } from "./organization-with-rules";

describe("objects that code assigns to projects", () => {
  test("are set if they differ, and nothing else changes", () => {
    const actual = withTeams({ Net: { web: read1, data: read1 } });
    const plan = makePlan(desiring(assigning({ objects: { platform: write, web: write } })), actual);
    expect(plan.errors).toEqual([]);
    expect(changesOf(plan)).toEqual(["set team platform of Net", "set team web of Net"]);
    expect(plan.actions[0]).toMatchObject({ kind: "set", before: null, after: write });
    expect(plan.actions[1]).toMatchObject({ before: read1, after: write, address: `${TEAM_ACCESS}.net` });
    expect(warningsOf(plan)).toEqual([
      'Team data is assigned to project "Net", and not in the code: left as assigned.',
    ]);
    const same = withTeams({ Net: { web: write, platform: write } });
    expect(makePlan(desiring(assigning({ objects: { platform: write, web: write } })), same).actions).toEqual([]);
  });

  test("with `exclusive`, others are taken off, but never those that cannot change", () => {
    const actual = withTeams({ Net: { web: write, data: read1, owners: { access: "admin" } } });
    const plan = makePlan(desiring(assigning({ objects: { web: write }, exclusive: true })), actual);
    expect(changesOf(plan)).toEqual(["unset team data of Net"]);
    expect(warningsOf(plan)).toEqual([
      'Team data (access read) is removed from project "Net", because the code names others, and is exclusive.',
    ]);
  });

  test("include what the project owns, and not what another one owns", () => {
    const naming = (id: string) =>
      desiring(assigning({ type: VARIABLE_SETS, project: { by: "id", id }, objects: { "old's": {} } }));
    const own = makePlan(naming("prj-Old"), withTeams({}));
    expect(own.errors).toEqual([]);
    expect(changesOf(own)).toEqual(["set variable set old's of Old"]);
    expect(refusalsOf(makePlan(naming("prj-Net"), withTeams({})))).toEqual([
      [
        "INVALID_ASSIGNMENT",
        `${VARIABLE_SETS}.net`,
        'The variable set "old\'s" belongs to project "Old" (prj-Old), and cannot be applied to others. Remove it.',
      ],
    ]);
  });

  test("with `exclusive` and no objects, the reason says that the code names none", () => {
    const actual = withTeams({ Net: { data: read1 } });
    expect(warningsOf(makePlan(desiring(assigning({ exclusive: true })), actual))).toEqual([
      'Team data (access read) is removed from project "Net", because the code names none, and is exclusive.',
    ]);
  });

  test("are taken off if the state has them and the code does not, also by another resource", () => {
    const actual = withTeams({ Net: { web: write, data: read1 } });
    const inState = assigning({ address: "a.b", stateIds: ["team-web", "team-data"] });
    const dropped = makePlan(desiring(inState), actual);
    expect(changesOf(dropped)).toEqual(["unset team data of Net", "unset team web of Net"]);
    expect(dropped.actions[0]).toMatchObject({ reason: "removed from the code", before: read1 });
    const moved = makePlan(desiring(inState, assigning({ objects: { web: write } })), actual);
    expect(changesOf(moved)).toEqual(["unset team data of Net"]);
    const undo = { left: [], states: [], isTerraforms: false };
    const undone = makePlan({ ...desiring(inState), undo }, actual);
    expect(undone.actions).toMatchObject([
      { reason: expect.stringMatching(/ that are undone$/) as string },
      { reason: expect.stringMatching(/ that are undone$/) as string },
    ]);
  });

  test("that only a state has leave others, which nothing manages", () => {
    const actual = withTeams({ Net: { web: write, data: read1 } });
    const inState = assigning({ address: "a.b", stateIds: ["team-web"] });
    const dropped = makePlan(desiring(inState), actual);
    expect([changesOf(dropped), dropped.warnings]).toEqual([["unset team web of Net"], []]);
    const beside = makePlan(desiring(inState, assigning({ objects: { platform: write } })), actual);
    expect(changesOf(beside)).toEqual(["set team platform of Net", "unset team web of Net"]);
    expect(beside.warnings).toMatchObject([{ data: { addresses: [`${TEAM_ACCESS}.net`] } }]);
  });

  test("may be in several resources of the project, each object in one", () => {
    const other = assigning({ address: "a.other", objects: { data: read1 } });
    const plan = makePlan(desiring(assigning({ objects: { web: write } }), other), withTeams({}));
    expect([plan.errors, changesOf(plan)]).toEqual([[], ["set team data of Net", "set team web of Net"]]);
  });

  describe("that an import block records", () => {
    const here = { by: "id", id: "prj-Net" } as const;
    const actual = withTeams({ Net: { web: read1, data: read1, platform: read1, owners: { access: "admin" } } });
    const planned = (imported: DesiredAssignments["imported"], more: Spec = {}, organization = actual) =>
      makePlan(desiring(assigning({ objects: { web: write }, imported, ...more })), organization);

    test("are taken off if the code does not name them: those that the block names, and that may change", () => {
      const all = planned({ project: here, objects: ["platform", "data"] });
      expect(changesOf(all)).toEqual(["set team web of Net", "unset team data of Net", "unset team platform of Net"]);
      expect(all.actions[1]).toMatchObject({ reason: "imported, and not in the code", before: read1 });
      expect(warningsOf(all)).toEqual([
        'Teams data (access read), platform (access read) are removed from project "Net", because an import block ' +
          "records them, and the code does not name them.",
      ]);
      const some = planned({ project: here, objects: ["team-data", "web", "owners"] });
      expect(changesOf(some)).toEqual(["set team web of Net", "unset team data of Net"]);
      expect(warningsOf(some)).toEqual([
        'Team data (access read) is removed from project "Net", because an import block records it, and the ' +
          "code does not name it.",
        'Team platform is assigned to project "Net", and not in the code: left as assigned.',
      ]);
    });

    test("are none if the block has the ID of a whole project: the others stay, unless the code is exclusive", () => {
      const whole = planned({ project: here });
      expect(changesOf(whole)).toEqual(["set team web of Net"]);
      expect(warningsOf(whole)).toEqual([
        'Teams data, platform are assigned to project "Net", and not in the code: left as assigned.',
      ]);
      const exclusive = planned({ project: here }, { exclusive: true });
      expect(changesOf(exclusive)).toEqual(changesOf(planned(undefined, { exclusive: true })));
      expect(changesOf(exclusive)).toHaveLength(3);
    });

    test("and that are not assigned mean nothing", () => {
      const some = planned({ project: here, objects: ["web", "data"] }, {}, withTeams({}));
      expect([changesOf(some), warningsOf(some)]).toEqual([["set team web of Net"], []]);
      expect(changesOf(planned({ project: here }, {}, withTeams({})))).toEqual(["set team web of Net"]);
    });

    test("stay if another resource of the project names them", () => {
      const other = assigning({ address: "a.other", objects: { data: write } });
      const imported = { project: here, objects: ["data", "platform", "web"] };
      const desired = desiring(assigning({ objects: { web: write }, imported }), other);
      expect(changesOf(makePlan(desired, actual))).toEqual([
        "set team data of Net",
        "set team web of Net",
        "unset team platform of Net",
      ]);
    });

    test("are those of the project of the resource, by its ID or by any of its names", () => {
      const project = { by: "address", address: "tfprojects_project.Net" } as const;
      const renamed = (imported: DesiredAssignments["imported"]): Comparison => {
        const desired = desiring(assigning({ project, imported, objects: { web: write } }));
        const projects = desired.projects.map((it) =>
          it.name === "Net" ? { ...it, name: "Network", previousNames: ["Net", "LAN"] } : it,
        );
        return makePlan({ ...desired, projects }, actual);
      };
      for (const name of ["net", "network", "LAN"]) {
        expect(refusalsOf(renamed({ project: { by: "name", name } }))).toEqual([]);
      }
      expect(refusalsOf(renamed({ project }))).toEqual([]);
      expect(refusalsOf(renamed({ project: { by: "address", address: "tfprojects_project.Old" } }))).toHaveLength(1);
      const message =
        'The import block is of project prj-Old, and project_id of project "Network", so Terraform would ' +
        "replace what it imports. Use the ID of the same project in both, or remove the import block.";
      expect(refusalsOf(renamed({ project: { by: "id", id: "prj-Old" } }))).toEqual([
        ["INVALID_ASSIGNMENT", `${TEAM_ACCESS}.net`, message],
      ]);
      expect(refusalsOf(renamed({ project: { by: "name", name: "Old" } }))).toEqual([
        ["INVALID_ASSIGNMENT", `${TEAM_ACCESS}.net`, expect.stringContaining('is of project "Old"')],
      ]);
    });

    test("went with a project that was deleted, and that the plan creates again", () => {
      const desired = {
        ...desiring(
          assigning({
            project: { by: "address", address: "tfprojects_project.New" },
            objects: { web: write },
            imported: { project: { by: "id", id: "prj-gone" } },
          }),
        ),
        ...code({ New: {} }),
        memberships: [],
      };
      const plan = makePlan(desired, actual);
      expect(plan.errors).toEqual([]);
      expect(changesOf(plan)).toEqual(["create New", "set team web of New"]);
    });
  });

  test("are set before workspaces move in, after the project exists, and taken off after they have left", () => {
    const actual = {
      ...withTeams({ Old: { web: write } }),
      ...placed(withTeams({ Old: { web: write } }), "api", "Old"),
    };
    const desired: DesiredOrganization = {
      ...code({ New: { workspaceNames: ["api"] }, Old: {} }),
      assignments: [
        assigning({ project: { by: "address", address: "tfprojects_project.New" }, objects: { web: write } }),
        assigning({ address: "x.old", project: { by: "id", id: "prj-Old" }, stateIds: ["team-web"] }),
      ],
    };
    const plan = makePlan(desired, actual);
    expect(plan.actions.map((it) => [it.id, it.dependsOn])).toEqual([
      ["create New", []],
      ["set team web of New", ["create New"]],
      ["move New", ["create New", "set team web of New"]],
      ["unset team web of Old", ["move New"]],
    ]);
  });

  test("go with a project that is deleted", () => {
    const actual = withTeams({ Old: { web: write } });
    const desired: DesiredOrganization = {
      ...desiring(assigning({ project: { by: "id", id: "prj-Old" }, stateIds: ["team-web"] })),
      ...code(
        { Net: {} },
        {
          droppedProjects: [
            { address: "x.old", id: "prj-Old", name: "Old", organization: "acme", deletionPolicy: "refuse" },
          ],
        },
      ),
      memberships: [],
    };
    const plan = makePlan(desired, actual, { maxDeletes: 5 });
    expect(plan.errors).toEqual([]);
    expect(changesOf(plan)).toEqual(["delete Old"]);
  });
});

test("all formats show how objects are assigned, and the summary counts them", () => {
  const actual = withTeams({ Net: { web: read1, data: read1 } });
  const desired = desiring(assigning({ objects: { platform: write, web: write }, exclusive: true }));
  const plan = makePlan(desired, actual);
  expect(render(plan, "text")).toContain(
    [
      "~ Net (exists, found by its name)",
      "    + team platform (access write)",
      "    ~ team web (access read → write)",
      "    - team data (access read)",
    ].join("\n"),
  );
  expect(render(plan, "text", { width: 200 })).toContain("2 assignments to set, 1 assignment to remove");
  expect(render(plan, "markdown")).toContain("+ team `platform` (access write)<br>~ team `web` (access read → write)");
  expect(render(plan, "html")).toContain("team platform (access write)");
  const [{ actions, summary }] = (JSON.parse(render(plan, "json")) as { organizations: [Record<string, unknown>] })
    .organizations;
  expect(summary).toMatchObject({ set: 2, unset: 1 });
  expect(actions).toContainEqual({
    id: "set team web of Net",
    kind: "set",
    reason: "access differs from the code",
    depends_on: [],
    type: TEAM_ACCESS,
    address: `${TEAM_ACCESS}.net`,
    project: { id: "prj-Net", name: "Net" },
    object: { id: "team-web", name: "web" },
    before: read1,
    after: write,
  });
  expect(render(detectDrift(desired, actual), "text", { width: 200 })).toContain("3 assignments changed");
});

/** The organization with one more workspace. */
function placed(actual: ActualOrganization, name: string, project: string): Pick<ActualOrganization, "workspaces"> {
  const workspace = { id: `ws-${name}`, name, projectId: `prj-${project}`, organization: "acme", tags: [] };
  return { workspaces: [...actual.workspaces, workspace] };
}
