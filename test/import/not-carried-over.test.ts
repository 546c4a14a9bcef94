import { formatNotCarriedOver, notCarriedOver } from "../../src/import/not-carried-over";
import { generateApp } from "./generate-app";
import type { ActualOrganization, ReadAssignments } from "../../src/engine/actual-organization";
import type { AssignableObject, FixedReason } from "../../src/reconcile/assignments";
import type { Project } from "../../src/model";
import { organization } from "./organizations";

const actual = organization({
  "Default Project": ["stray"],
  Platform: ["network-prod", "network-test"],
  "Team A": ["a"],
  "Team B": [],
});

function named(...names: string[]): Project[] {
  return actual.projects.filter(({ name }) => names.includes(name));
}

const lines = (from: ActualOrganization, selected: readonly Project[]) =>
  notCarriedOver(from, selected, { includeDefault: "--include-default", with: "--with" }).map(formatNotCarriedOver);

const FIXED = [
  "team access, variable sets, and policy sets of projects (--with access,variable-sets,policy-sets imports them)",
  "other assignments of projects, and settings and variables of workspaces: import does not read them",
];

describe("what an import does not carry over", () => {
  test("is the default project, unselected projects and their workspaces, by name and count", () => {
    expect(lines(actual, named("Platform"))).toEqual([
      "the default project (--include-default imports it): Default Project",
      "1 workspace of the default project: stray",
      "2 unselected projects and their 1 workspace: Team A (1 workspace), Team B",
      ...FIXED,
    ]);
    expect(lines(actual, actual.projects)).toEqual(FIXED);
  });

  test("is the access of teams, as far as the service counts it", () => {
    const [platform, a] = named("Platform", "Team A");
    expect(lines(actual, [{ ...platform!, teamCount: 2 }, { ...a!, teamCount: 1 }, ...named("Team B")])).toContain(
      "team access to 2 projects: Platform (2 teams), Team A (1 team)",
    );
  });

  test("is what code cannot assign, of the kinds that were read, and the other kinds", () => {
    const [platform, a] = named("Platform", "Team A");
    const object = (name: string, fixed?: FixedReason) => ({ id: `id-${name}`, name, fixed });
    const read = (objects: readonly AssignableObject[], inPlatform: readonly AssignableObject[]): ReadAssignments => ({
      isReadable: true,
      objects,
      projects: { [platform!.id]: inPlatform.map((it) => ({ object: it, attributes: {} })) },
    });
    const [common, own, other] = [object("common", "global"), object("own", "owned"), object("other", "owned")];
    const assignments = {
      tfprojects_project_team_access: read([object("owners", "owners"), object("ops")], [object("ops")]),
      tfprojects_project_variable_sets: read([common, own, other, object("aws")], [common, own, object("aws")]),
    };
    expect(
      lines({ ...actual, assignments }, [
        { ...platform!, teamCount: 3 },
        { ...a!, teamCount: 0 },
      ]).slice(3),
    ).toEqual([
      "1 team that code cannot assign: owners (has all permissions)",
      "2 variable sets that code cannot assign: common (global), own (owned by a project)",
      "policy sets of projects (--with access,variable-sets,policy-sets imports them)",
      FIXED[1],
    ]);
    const costs = { object: object("costs", "global"), attributes: { mode: "excluded" } };
    const excluded = { isReadable: true, objects: [costs.object], projects: { [platform!.id]: [costs] } };
    const policySets = { tfprojects_project_policy_sets: excluded };
    expect(lines({ ...actual, assignments: policySets }, [platform!]).join()).not.toContain("costs");
    expect(lines({ ...actual, assignments: policySets }, [a!]).join()).toContain(
      "1 policy set that code cannot assign",
    );
  });

  test("is workspaces that the token cannot read", () => {
    const hidden = { id: "ws-hidden", name: "hidden", projectId: "prj-hidden", organization: "acme" };
    const selected = named("Platform", "Team A").map((project) => ({ ...project, workspaceCount: 4 }));
    expect(lines({ ...actual, workspaces: [...actual.workspaces, hidden] }, selected)).toEqual(
      expect.arrayContaining([
        "1 workspace of projects that the token cannot read: hidden",
        "5 workspaces that the token cannot read: Platform (2), Team A (3)",
      ]),
    );
  });

  test("is settings that the service leaves out of all projects; of some they are unset", () => {
    const [platform, a] = named("Platform", "Team A");
    const selected = [{ ...platform!, defaultExecutionMode: undefined, defaultAgentPoolId: undefined }, a!];
    expect(lines(actual, selected).join("\n")).not.toContain("execution mode");
    expect(lines(actual, selected.slice(0, 1))).toContain(
      "the execution mode and agent pool of all imported projects, which the service leaves out: unset, or not " +
        "known to its release",
    );
    expect(lines(actual, [{ ...platform!, tags: undefined }])).toContain(
      "the tags of all imported projects, which the service leaves out: unset, or not known to its release",
    );
  });

  test("is listed in README.md with names that are neither markup nor commands of a CI system", () => {
    const names = ["##vso[task.setvariable variable=x]y", "::error ::x", "<script>", "`a` @all #1", "a\nb", "[a](b)"];
    const hostile = organization({ Platform: [], ...Object.fromEntries(names.map((name) => [name, []])) });
    const selected = hostile.projects.filter(({ name }) => name === "Platform");
    const files = generateApp({ ...hostile, name: "##vso[x] <b>" }, selected);
    const readme = files.find(({ path }) => path === "README.md")!.content;
    expect(readme).not.toMatch(/##vso|^\s*::|<script|<b>|@all| #1|\[a\]|^b/m);
    expect(readme).toContain("<code>&#60;script&#62;</code>");
  });

  test("is listed in README.md with all names, and in short lists elsewhere", () => {
    const many = organization({
      "Default Project": [],
      Platform: [],
      ...Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`Team ${index}`, []])),
    });
    const selected = many.projects.filter(({ name }) => name === "Platform");
    expect(lines(many, selected)[1]).toMatch(/^30 unselected projects: Team 0, .* and 20 more$/);
    for (const hcl of [false, true]) {
      const files = generateApp(many, selected, { hcl });
      const readme = files.find(({ path }) => path === "README.md")!.content;
      expect(readme.match(/`Team \d+`/g)).toHaveLength(30);
      const main = files.find(({ path }) => path.startsWith("main."))!.content;
      expect(main).toContain("- 30 unselected projects;");
    }
  });
});
