import { createColors } from "picocolors";
import { compareOrganization } from "../../src/engine/plan/plan";
import type { ActualOrganization, DesiredMembership, DesiredOrganization } from "../../src/engine/organization";
import { NO_SETTINGS, UNSET_SETTINGS, type SelectionRule, type Tag } from "../../src/model";
import { explainWorkspace, findWorkspace, type Explanation } from "../../src/explain/explanation";
import { explanationAsText } from "../../src/explain/explanation-text";

const PROJECTS = { "prj-0": "Default Project", "prj-net": "Networks", "prj-web": "Web", "prj-rest": "Rest" };

interface Given {
  readonly projectId?: string;
  readonly tags?: Readonly<Record<string, string>> | undefined;
}

/** An organization with one workspace. */
function withWorkspace(name: string, { projectId = "prj-0", tags = {} }: Given): ActualOrganization {
  const own: readonly Tag[] = Object.entries(tags).map(([key, value]) => ({ key, value }));
  return {
    name: "acme",
    defaultProjectId: "prj-0",
    projects: Object.entries(PROJECTS).map(([id, project]) => ({
      ...NO_SETTINGS,
      id,
      name: project,
      workspaceCount: 0,
      teamCount: 0,
      permissions: { canUpdate: true, canDestroy: true, canCreateWorkspace: true },
      organization: "acme",
    })),
    workspaces: [{ id: "ws-1", name, projectId, organization: "acme", tags: own }],
  };
}

type MembershipIn = { readonly rule?: SelectionRule } & Partial<DesiredMembership>;

/** Code with memberships of existing projects, by the name of the project, which is their address, too. */
function code(
  memberships: Readonly<Record<string, MembershipIn>>,
  others: Partial<DesiredOrganization> = {},
): DesiredOrganization {
  return {
    name: "acme",
    projects: [],
    references: [],
    memberships: Object.entries(memberships).map(([name, membership]) => ({
      address: name.toLowerCase(),
      project: { by: "name", name },
      workspaceIds: [],
      workspaceNames: [],
      exclusive: false,
      ...membership,
    })),
    ...others,
  };
}

function explain(desired: DesiredOrganization, actual: ActualOrganization): Explanation {
  const comparison = compareOrganization(desired, actual);
  return explainWorkspace(comparison, findWorkspace(comparison, "ws-1")!);
}

/** The text without its first two lines. */
function text(explanation: Explanation): readonly string[] {
  return explanationAsText(explanation, createColors(false), Infinity).trimEnd().split("\n").slice(2);
}

const NET: MembershipIn = { rule: { matchNames: ["net-*"] } };
const REST: MembershipIn = { rule: { matchNames: ["*"], takeFrom: "default-project", exceptNames: ["net-*"] } };

describe("a workspace that one membership has", () => {
  test("by a rule: belongs in its project, and other rules nearly have it", () => {
    const explanation = explain(code({ Networks: NET, Rest: REST }), withWorkspace("net-1", {}));
    expect(text(explanation)).toEqual([
      "Now in:       Default Project",
      "Belongs in:   Networks (it is not there yet)",
      "Membership:   networks",
      'Because:      it matches "net-*"',
      "",
      "Nearly in:",
      "  rest (Rest)",
      '    it matches "*", but except_names has "net-*"',
    ]);
  });

  test.each<[MembershipIn, string]>([
    [{ workspaceNames: ["NET-1"], ...NET }, "Because:      workspace_names has its name"],
    [{ workspaceIds: ["ws-1"], workspaceNames: ["net-1"] }, "Because:      workspace_ids has its ID"],
    [
      { rule: { matchNames: ["x", "NET-*"], matchTags: { team: "*", env: "prod" } } },
      'Because:      it matches "NET-*" and has tags team=*, env=prod',
    ],
  ])("by %j", (membership, because) => {
    const actual = withWorkspace("net-1", { projectId: "prj-net", tags: { team: "a", env: "prod" } });
    expect(text(explain(code({ Networks: membership }), actual))).toEqual([
      "Now in:       Networks",
      "Belongs in:   Networks (it is there)",
      "Membership:   networks",
      because,
    ]);
  });

  test("belongs in a project that the code creates", () => {
    const address = "tfprojects_project.new";
    const desired = code(
      { New: { ...NET, project: { by: "address", address } } },
      { projects: [{ ...UNSET_SETTINGS, address, name: "New", previousNames: [] }] },
    );
    const explanation = explain(desired, withWorkspace("net-1", {}));
    expect(explanation.destination).toEqual({ project: { id: null, name: "New", address }, moves: "member" });
  });

  test("of a project that does not exist belongs nowhere", () => {
    const explanation = explain(code({ Nowhere: NET }), withWorkspace("net-1", {}));
    expect(explanation.destination).toBeUndefined();
    expect(text(explanation)).toContain("Belongs in:   a project that does not exist");
  });
});

test("a workspace that two memberships have belongs nowhere until one of them leaves it out", () => {
  const desired = code({ Networks: NET, Web: { rule: { matchNames: ["*-1"] } }, Rest: REST });
  expect(text(explain(desired, withWorkspace("net-1", {})))).toEqual([
    "Now in:       Default Project",
    "Belongs in:   unclear: several memberships have it",
    "Membership:   networks (Networks)",
    'Because:      it matches "net-*"',
    "Membership:   web (Web)",
    'Because:      it matches "*-1"',
    "",
    'The workspace "net-1" is in networks and in web, but a workspace can be in only one membership. To keep it in ' +
      'web, add this to networks: except_names = ["*-1"]',
    "",
    "Nearly in:",
    "  rest (Rest)",
    '    it matches "*", but except_names has "net-*"',
  ]);
});

test("attributes have their names in the language of the code", () => {
  const desired = code({ Networks: { workspaceNames: ["net-1"] }, Web: { rule: { matchNames: ["*-1"] } }, Rest: REST });
  const lines = text(explain({ ...desired, language: "typescript" }, withWorkspace("net-1", {})));
  expect(lines).toContain("Because:      workspaceNames has its name");
  expect(lines).toContainEqual(expect.stringContaining('add this to web: exceptNames: ["net-1"]'));
  expect(lines).toContain('    it matches "*", but exceptNames has "net-*"');
});

describe("a workspace that no membership has", () => {
  test("stays where it is", () => {
    expect(text(explain(code({ Networks: NET }), withWorkspace("api", { projectId: "prj-web" })))).toEqual([
      "Now in:       Web",
      "Belongs in:   Web (it stays, since no membership has it)",
      "Membership:   none",
    ]);
  });

  test("leaves a project that is exclusive to others", () => {
    const desired = code({ Web: { ...NET, exclusive: true } });
    expect(text(explain(desired, withWorkspace("api", { projectId: "prj-web" })))).toEqual([
      "Now in:       Web",
      "Belongs in:   Default Project (it is in a project that is exclusive to other workspaces)",
      "Membership:   none",
    ]);
  });

  test("leaves the project of a membership that had it in the state", () => {
    const recorded = {
      states: [],
      droppedProjects: [],
      memberships: [
        {
          address: "web",
          projectId: "prj-web",
          organization: "acme",
          onDestroy: "default-project" as const,
          workspaceIds: ["ws-1"],
          workspaceNames: [],
          exclusive: false,
        },
      ],
    };
    const desired = code({ Web: { workspaceNames: [] } }, { recorded });
    expect(text(explain(desired, withWorkspace("api", { projectId: "prj-web" })))).toContain(
      "Belongs in:   Default Project (it is no longer in a membership)",
    );
  });
});

describe("a rule nearly has a workspace", () => {
  const nearly = (rule: SelectionRule, given: Given = {}, others: Partial<DesiredOrganization> = {}) => {
    const lines = text(explain(code({ Rest: { rule } }, others), withWorkspace("net-1", given)));
    return lines.slice(lines.indexOf("  rest (Rest)") + 1);
  };
  const NOT_NEARLY = [
    "Now in:       Default Project",
    "Belongs in:   Default Project (it stays, since no membership has it)",
    "Membership:   none",
  ];
  const net = { team: "net", env: "dev" };

  test.each<[string, SelectionRule, Given, string]>([
    [
      "that is elsewhere",
      { matchNames: ["net-*"], takeFrom: "default-project" },
      { projectId: "prj-web" },
      'it matches "net-*", but take_from is default-project, and it is in Web',
    ],
    [
      "with an excepted tag",
      { matchTags: { team: "net" }, exceptTags: { env: "*", x: "y" } },
      { tags: net },
      "it has tag team=net, but except_tags has tag env=*",
    ],
    [
      "with the name, but without the tags",
      { matchNames: ["net-*"], matchTags: { team: "net", env: "prod", x: "" } },
      { tags: net },
      'it matches "net-*", but it does not have tags env=prod, x',
    ],
    [
      "with the tags, but without the name",
      { matchNames: ["web-*", "api"], matchTags: { team: "net" } },
      { tags: net },
      "it has tag team=net, but match_names does not match its name",
    ],
    [
      "that several things keep out",
      { matchNames: ["net-*"], exceptNames: ["a", "*-1"], exceptTags: { env: "dev" }, takeFrom: "default-project" },
      { tags: net, projectId: "prj-web" },
      'it matches "net-*", but except_names has "*-1", and except_tags has tag env=dev, and take_from is ' +
        "default-project, and it is in Web",
    ],
  ])("%s", (_, rule, given, line) => {
    expect(nearly(rule, given)).toEqual([line].map((it) => `    ${it}`));
  });

  test("not if neither the name nor the tags match", () => {
    expect(nearly({ matchNames: ["web-*"], matchTags: { team: "web" } }, { tags: net })).toEqual(NOT_NEARLY);
    expect(nearly({ matchNames: ["web-*"], exceptNames: ["net-*"] })).toEqual(NOT_NEARLY);
    expect(nearly({ matchTags: { team: "web", env: "dev" } }, { tags: net })).toEqual(NOT_NEARLY);
  });

  test("as far as is known without its tags", () => {
    const actual = withWorkspace("net-1", {});
    const untagged = { ...actual, workspaces: actual.workspaces.map((it) => ({ ...it, tags: undefined })) };
    const lineOf = (rule: SelectionRule) => text(explain(code({ Rest: { rule } }), untagged)).at(-1);
    const unknown = "the service does not show its own tags";
    expect(lineOf({ matchNames: ["net-*"], matchTags: { team: "net" } })).toBe(
      `    it matches "net-*", but ${unknown}`,
    );
    expect(lineOf({ matchTags: { team: "net" } })).toBe(`    ${unknown}`);
    expect(lineOf({ matchNames: ["web-*"], matchTags: { team: "net" } })).toBe("Membership:   none");
  });

  test("counts as there in the project that the membership had in the state", () => {
    const memberships = [
      {
        address: "rest",
        projectId: "prj-web",
        organization: "acme",
        onDestroy: "retain" as const,
        workspaceIds: [],
        workspaceNames: [],
        exclusive: false,
      },
    ];
    const others = { recorded: { states: [], droppedProjects: [], memberships } };
    const desired = code({ Rest: { rule: { matchNames: ["net-*"], takeFrom: "default-project" } } }, others);
    const { destination } = explain(desired, withWorkspace("net-1", { projectId: "prj-web" }));
    expect(destination).toEqual({ project: { id: "prj-rest", name: "Rest" }, moves: "member" });
  });
});

describe("in a Terraform plan, whose rules are decided,", () => {
  const rule = { matchNames: ["net-*"] };

  test("a workspace that matches since belongs where it is", () => {
    expect(text(explain(code({ Networks: { rule, matched: [] } }), withWorkspace("net-1", {})))).toEqual([
      "Now in:       Default Project",
      "Belongs in:   Default Project (it stays, since no membership has it)",
      "Membership:   none",
      "",
      "Nearly in:",
      "  networks (Networks)",
      '    it matches "net-*", but the Terraform plan was made before',
    ]);
  });

  test("a workspace that no longer matches belongs where the plan has it", () => {
    const matched = [{ id: "ws-1", name: "net-1" }];
    expect(text(explain(code({ Networks: { rule, matched } }), withWorkspace("api", {})))).toEqual([
      "Now in:       Default Project",
      "Belongs in:   Networks (it is not there yet)",
      "Membership:   networks",
      "Because:      it is in matched_workspaces of the Terraform plan",
    ]);
  });
});

test("lines fit into the terminal, and what comes from outside is escaped", () => {
  const rule = { matchTags: { team: "net" }, exceptNames: [`net-${"long-".repeat(20)}*`, "net-*"] };
  const explanation = explain(
    code({ Networks: { rule } }),
    withWorkspace("net-1\n\u001b[31m", { tags: { team: "net" } }),
  );
  const lines = explanationAsText(explanation, createColors(false), 40).split("\n");
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(40);
  expect(lines[1]).toBe("Workspace:    net-1\\n\\u{1b}[31m (ws-1)");
  expect(lines.slice(-5)).toEqual([
    "Nearly in:",
    "  networks (Networks)",
    "    it has tag team=net, but",
    '    except_names has "net-*"',
    "",
  ]);
});

describe("a workspace that a Terraform plan creates", () => {
  const created = { address: "tfe_workspace.api", name: "api" };
  const other = { address: "tfe_workspace.other", name: "other" };
  const createdWorkspaces = [created, other];
  const members = (afterApply: object): MembershipIn => ({
    afterApply: { count: 1, created: [created.address], dependsOn: [], ...afterApply },
  });
  const lines = (desired: DesiredOrganization, word = "API"): readonly string[] => {
    const comparison = compareOrganization(desired, withWorkspace("net-1", {}));
    return text(explainWorkspace(comparison, findWorkspace(comparison, word)!));
  };

  test("belongs in the project of the membership whose lists refer to it", () => {
    const desired = code({ Networks: members({}), Web: NET }, { createdWorkspaces });
    expect(lines(desired)).toEqual([
      "Created in:   Default Project",
      "Belongs in:   Networks (the membership moves it there once it is created)",
      "Membership:   networks",
      "Because:      its lists refer to the resource that creates it",
    ]);
    expect(lines(desired, created.address)).toEqual(lines(desired));
  });

  test("is in two memberships if the rule of another one matches its name, which the next plan would refuse", () => {
    const desired = code({ Networks: members({}), Rest: REST }, { createdWorkspaces });
    expect(lines(desired)).toContain("Belongs in:   unclear: several memberships have it");
  });

  test("belongs in the project that its resource sets, if no membership has it", () => {
    const project = { by: "id", id: "prj-web" } as const;
    const tfeWorkspaces = [{ address: created.address, name: "api", project, certainty: "moves" as const }];
    expect(lines(code({}, { createdWorkspaces, tfeWorkspaces }))).toEqual([
      "Created in:   Web",
      `Belongs in:   Web (${created.address} sets it)`,
      "Membership:   none",
    ]);
  });

  test("is perhaps in memberships whose members only Terraform knows, as others are", () => {
    const some = { created: [created.address, other.address] };
    expect(lines(code({ Networks: members(some) }, { createdWorkspaces }))).toEqual([
      "Created in:   Default Project",
      "Belongs in:   unclear: Terraform knows only after apply",
      "Membership:   none",
      "",
      "Perhaps in, which Terraform knows only after apply:",
      "  networks (Networks)",
    ]);
    const open = code({ Networks: members({ dependsOn: ["local.ids"] }) }, { createdWorkspaces });
    expect(lines(open, "net-1")).toContain("Belongs in:   unclear: Terraform knows only after apply");
    expect(lines(code({ Networks: members(some) }, { createdWorkspaces }), "net-1")).toContain(
      "Belongs in:   Default Project (it stays, since no membership has it)",
    );
  });
});

test("is found by its ID, or by its name in any case", () => {
  const comparison = compareOrganization(code({}), withWorkspace("Net-1", {}));
  for (const word of ["ws-1", "net-1", "NET-1"]) {
    expect(findWorkspace(comparison, word)).toMatchObject({ id: "ws-1" });
  }
  for (const word of ["WS-1", "net", "ws-2"]) expect(findWorkspace(comparison, word)).toBeUndefined();
});
