import { createColors } from "picocolors";
import { detectDrift, makePlan } from "../../src/engine/plan/plan";
import type { ActualOrganization } from "../../src/engine/actual-organization";
import type { DesiredMembership, DesiredOrganization, DesiredPlacement } from "../../src/engine/organization";
import { NO_SETTINGS, UNSET_SETTINGS, type PlacementRule, type Tag } from "../../src/model";
import { explainWorkspace, findWorkspace, type Explanation } from "../../src/explain/explanation";
import { explanationsAsJson } from "../../src/explain/explanation-json";
import { explanationAsText } from "../../src/explain/explanation-text";

const PROJECTS = { "prj-0": "Default Project", "prj-net": "Networks", "prj-web": "Web", "prj-rest": "Rest" };

interface Given {
  readonly projectId?: string;
  readonly tags?: Readonly<Record<string, string>> | undefined;
  readonly flatTags?: readonly string[];
}

/** An organization with one workspace. */
function withWorkspace(name: string, { projectId = "prj-0", tags = {}, flatTags }: Given): ActualOrganization {
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
    workspaces: [{ id: "ws-1", name, projectId, organization: "acme", tags: own, flatTags }],
  };
}

/** Code with memberships of existing projects, by the name of the project, which is their address, too. */
function code(
  memberships: Readonly<Record<string, Partial<DesiredMembership>>>,
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

type RuleIn = PlacementRule & { readonly to: string };

/** The same with a placement `all`, whose rules have the names of existing projects. */
function placing(
  rules: readonly RuleIn[],
  its: Partial<DesiredPlacement> = {},
  desired: DesiredOrganization = code({}),
): DesiredOrganization {
  const placement: DesiredPlacement = {
    address: "all",
    rules: rules.map(({ to: name, ...rule }) => ({ project: { by: "name", name }, ...rule })),
    ...its,
  };
  return { ...desired, placements: [placement] };
}

function explain(desired: DesiredOrganization, actual: ActualOrganization): Explanation {
  const comparison = detectDrift(desired, actual);
  return explainWorkspace(comparison, findWorkspace(comparison, "ws-1")!);
}

test("as JSON it has the rules by their positions", () => {
  const rules = [
    { to: "Web", matchNames: ["net-*"], matchTags: { team: "web" } },
    { to: "Networks", matchNames: ["net-*"] },
    { to: "Rest", matchNames: ["*"] },
  ];
  const document = explanationsAsJson([explain(placing(rules), withWorkspace("net-1", {}))]);
  const [web, net, rest] = [
    { id: "prj-web", name: "Web" },
    { id: "prj-net", name: "Networks" },
    { id: "prj-rest", name: "Rest" },
  ];
  expect(JSON.parse(document)).toMatchObject({
    workspaces: [
      {
        destination: net,
        moves: "placed",
        memberships: [],
        placements: [
          {
            address: "all",
            rule: { position: 1, project: net, match: { pattern: "net-*", tags: [] } },
            effect: "moves",
            next: { position: 2, project: rest, match: { pattern: "*", tags: [] } },
            exception: null,
          },
        ],
        nearly: [
          {
            address: "all",
            position: 0,
            project: web,
            matches: { pattern: "net-*", tags: [] },
            obstacles: [{ attribute: "match_tags", tags: [{ key: "team", value: "web" }] }],
          },
        ],
      },
    ],
  });
});

/** The text without its first two lines. */
function text(explanation: Explanation): readonly string[] {
  return explanationAsText(explanation, createColors(false), Infinity).trimEnd().split("\n").slice(2);
}

const NET: RuleIn = { to: "Networks", matchNames: ["net-*"] };
const REST: RuleIn = { to: "Rest", matchNames: ["*"] };

describe("a workspace that a membership has", () => {
  test.each<[Partial<DesiredMembership>, string]>([
    [{ workspaceNames: ["NET-1"] }, "Because:      workspace_names has its name"],
    [{ workspaceIds: ["ws-1"], workspaceNames: ["net-1"] }, "Because:      workspace_ids has its ID"],
  ])("by %j", (membership, because) => {
    expect(text(explain(code({ Networks: membership }), withWorkspace("net-1", { projectId: "prj-net" })))).toEqual([
      "Now in:       Networks",
      "Belongs in:   Networks (it is there)",
      "Membership:   networks",
      because,
    ]);
  });

  test("belongs in a project that the code creates", () => {
    const address = "tfprojects_project.new";
    const desired = code(
      { New: { workspaceNames: ["net-1"], project: { by: "address", address } } },
      { projects: [{ ...UNSET_SETTINGS, address, name: "New", previousNames: [] }] },
    );
    const explanation = explain(desired, withWorkspace("net-1", {}));
    expect(explanation.destination).toEqual({ project: { id: null, name: "New", address }, moves: "member" });
  });

  test("of a project that does not exist belongs nowhere", () => {
    const explanation = explain(code({ Nowhere: { workspaceNames: ["net-1"] } }), withWorkspace("net-1", {}));
    expect(explanation.destination).toBeUndefined();
    expect(text(explanation)).toContain("Belongs in:   a project that does not exist");
  });

  test("is left to it by rules, which take it only from the default project", () => {
    const desired = placing([NET], {}, code({ Web: { workspaceNames: ["net-1"] } }));
    expect(text(explain(desired, withWorkspace("net-1", {})))).toEqual([
      "Now in:       Default Project",
      "Belongs in:   Web (it is not there yet)",
      "Membership:   web",
      "Because:      workspace_names has its name",
      "Placement:    rule 1 (Networks) of all, after the membership",
      'Because:      it matches "net-*"',
    ]);
  });

  test("is a conflict if a rule takes it from any project, with the line to add", () => {
    const desired = placing([NET], { takeFrom: "any" }, code({ Web: { workspaceNames: ["net-1"] } }));
    expect(text(explain(desired, withWorkspace("net-1", {}))).at(-1)).toBe(
      '  all: The workspace "net-1" is in web, and all takes it, too, so every apply of one would undo ' +
        'the other. To keep it in web, add this to all: except_names = ["net-1"]',
    );
  });
});

test("a workspace that two memberships have belongs nowhere until it is removed from one of them", () => {
  const desired = code({ Networks: { workspaceNames: ["net-1"] }, Web: { workspaceIds: ["ws-1"] } });
  expect(text(explain(desired, withWorkspace("net-1", {})))).toEqual([
    "Now in:       Default Project",
    "Belongs in:   unclear: several memberships have it",
    "Membership:   networks (Networks)",
    "Because:      workspace_names has its name",
    "Membership:   web (Web)",
    "Because:      workspace_ids has its ID",
    "",
    "The plan is blocked:",
    '  web: The workspace "net-1" is in networks and in web, but a workspace can be in only one membership. Remove ' +
      "it from one of the two.",
  ]);
});

describe("a workspace that two placements place", () => {
  const also = (to: string, its: Partial<DesiredPlacement> = {}): DesiredPlacement => {
    return { ...its, address: "also", rules: [{ project: { by: "name", name: to }, matchNames: ["net-*", "api"] }] };
  };
  const both = (other: DesiredPlacement, its: Partial<DesiredPlacement> = {}): DesiredOrganization => {
    const desired = placing([NET], its);
    return { ...desired, placements: [...(desired.placements ?? []), other] };
  };

  test("belongs nowhere until one of them leaves it alone, as the plan says", () => {
    const actual = withWorkspace("net-1", {});
    const others = ["net-2", "net-3"].map((name) => ({ ...actual.workspaces[0]!, id: `ws-${name}`, name }));
    const desired = both(also("Web"));
    const explanation = explain(desired, { ...actual, workspaces: [...actual.workspaces, ...others] });
    expect(text(explanation)).toEqual([
      "Now in:       Default Project",
      "Belongs in:   unclear: several placements place it",
      "Membership:   none",
      "Placement:    rule 1 (Networks) of all",
      'Because:      it matches "net-*"',
      "Placement:    rule 1 (Web) of also",
      'Because:      it matches "net-*"',
      "",
      "The plan is blocked:",
      '  also: The workspaces "net-1", "net-2", "net-3" are placed by all and by also, but only within one placement ' +
        "the first rule that matches decides. Put all rules into one of the two, or add exceptions for them to one.",
    ]);
    const [error] = makePlan(desired, { ...actual, workspaces: [...actual.workspaces, ...others] }).errors;
    expect(explanation.errors).toEqual([{ ...error, data: { ...error!.data, workspaces: ["net-1"] } }]);
    const [{ destination, errors }] = (
      JSON.parse(explanationsAsJson([explanation])) as { workspaces: [{ destination: object; errors: object[] }] }
    ).workspaces;
    expect([destination, errors]).toEqual([
      null,
      [expect.objectContaining({ code: "WORKSPACE_IN_TWO_PROJECTS", address: "also", workspaces: ["net-1"] })],
    ]);
  });

  test("belongs where one of them moves it, if the other does not take it from where it is", () => {
    const desired = both(also("Web", { takeFrom: "any" }));
    expect(text(explain(desired, withWorkspace("net-1", { projectId: "prj-rest" })))).toEqual([
      "Now in:       Rest",
      "Belongs in:   Web (it is not there yet)",
      "Membership:   none",
      "Placement:    rule 1 (Networks) of all, which does not take it from there",
      'Because:      it matches "net-*"',
      "Placement:    rule 1 (Web) of also",
      'Because:      it matches "net-*"',
    ]);
  });
});

test("a workspace in a project that the code dropped blocks its deletion", () => {
  const dropped = {
    address: "rest",
    id: "prj-rest",
    name: "Rest",
    organization: "acme",
    deletionPolicy: "refuse",
  } as const;
  const desired = code({}, { inState: { states: [], droppedProjects: [dropped], memberships: [] } });
  const lines = text(explain(desired, withWorkspace("net-1", { projectId: "prj-rest" })));
  expect(lines.slice(-2)).toEqual([
    "The plan is blocked:",
    expect.stringContaining(
      '  project "Rest" (prj-rest): The project was removed from the code and still contains 1 workspace: net-1',
    ),
  ]);
});

test("attributes have their names in the language of the code", () => {
  const desired = placing([NET], { exceptNames: ["*-1"] }, code({ Networks: { workspaceNames: ["net-1"] } }));
  const lines = text(explain({ ...desired, language: "typescript" }, withWorkspace("net-1", {})));
  expect(lines).toContain("Because:      workspaceNames has its name");
  expect(lines).toContain('Because:      exceptNames has "*-1"');
});

describe("a workspace that no membership has", () => {
  test("stays where it is", () => {
    expect(text(explain(code({ Networks: {} }), withWorkspace("api", { projectId: "prj-web" })))).toEqual([
      "Now in:       Web",
      "Belongs in:   Web (it stays, since no membership has it)",
      "Membership:   none",
    ]);
  });

  test("leaves a project that is exclusive to others", () => {
    const desired = code({ Web: { exclusive: true } });
    expect(text(explain(desired, withWorkspace("api", { projectId: "prj-web" })))).toEqual([
      "Now in:       Web",
      "Belongs in:   Default Project (it is not in the exclusive membership of the project)",
      "Membership:   none",
    ]);
  });

  test("leaves the project of a membership that had it in the state", () => {
    const inState = {
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
    const desired = code({ Web: { workspaceNames: [] } }, { inState });
    expect(text(explain(desired, withWorkspace("api", { projectId: "prj-web" })))).toContain(
      "Belongs in:   Default Project (it is no longer in a membership)",
    );
  });
});

describe("a workspace that a rule matches", () => {
  const lines = (desired: DesiredOrganization, given: Given = {}, name = "net-1"): readonly string[] =>
    text(explain(desired, withWorkspace(name, given)));

  test("belongs in its project, by the first rule that matches; the next one is named", () => {
    expect(lines(placing([{ to: "Web", matchNames: ["web-*"] }, NET, REST]))).toEqual([
      "Now in:       Default Project",
      "Belongs in:   Networks (it is not there yet)",
      "Membership:   none",
      "Placement:    rule 2 (Networks) of all",
      'Because:      it matches "net-*"',
      'Otherwise:    rule 3 (Rest): it matches "*"',
    ]);
  });

  test("by its tags, and is there", () => {
    const rule = { to: "Web", matchNames: ["x", "NET-*"], matchTags: { team: "*", env: "prod" } };
    expect(lines(placing([rule]), { projectId: "prj-web", tags: { team: "a", env: "prod" } })).toEqual([
      "Now in:       Web",
      "Belongs in:   Web (it is there)",
      "Membership:   none",
      "Placement:    rule 1 (Web) of all",
      'Because:      it matches "NET-*" and has tags team=*, env=prod',
    ]);
  });

  test.each<[string, Partial<DesiredPlacement>, Given, readonly string[]]>([
    [
      "stays elsewhere",
      {},
      { projectId: "prj-web" },
      ["Belongs in:   Web (it stays, since its rule takes workspaces only from the default project)"],
    ],
    [
      "moves from elsewhere",
      { takeFrom: "any" },
      { projectId: "prj-web" },
      ["Belongs in:   Networks (it is not there yet)"],
    ],
    [
      "waits for the next plan",
      { decided: [] },
      {},
      ["Belongs in:   Default Project (it waits for the next plan, since the Terraform plan was made before)"],
    ],
    [
      "is excepted by its name",
      { exceptNames: ["a", "*-1"] },
      {},
      [
        "Belongs in:   Default Project (it stays, since the placement excepts it)",
        "Placement:    none: all leaves it alone",
        'Because:      except_names has "*-1"',
      ],
    ],
    [
      "is excepted by a tag",
      { exceptTags: { x: "y", env: "*" } },
      { tags: { env: "dev" } },
      ["Placement:    none: all leaves it alone", "Because:      except_tags has tag env=*"],
    ],
  ])("%s", (_, its, given, expected) => {
    expect(lines(placing([NET], its), given)).toEqual(expect.arrayContaining([...expected]));
  });

  test("stays if the project of its rule does not exist, whatever matches later", () => {
    expect(lines(placing([{ to: "Nowhere", matchNames: ["net-*"] }, REST]))).toEqual([
      "Now in:       Default Project",
      "Belongs in:   Default Project (it stays, since the project of its rule does not exist)",
      "Membership:   none",
      "Placement:    rule 1 (a project that does not exist) of all",
      'Because:      it matches "net-*"',
      'Otherwise:    rule 2 (Rest): it matches "*"',
      "",
      "The plan is blocked:",
      expect.stringContaining("  all: Rule 1 places workspaces in a project that does not exist: "),
    ]);
  });
});

describe("rules that nearly match a workspace", () => {
  const nearly = (rules: readonly PlacementRule[], given: Given = {}, name = "net-1"): readonly string[] => {
    const lines = text(explain(placing(rules.map((it) => ({ to: "Web", ...it }))), withWorkspace(name, given)));
    return lines.includes("Nearly matching:") ? lines.slice(lines.indexOf("Nearly matching:") + 1) : [];
  };
  const net = { team: "net", env: "dev" };

  test.each<[string, PlacementRule, Given, string]>([
    [
      "have its name, but not all of its tags",
      { matchNames: ["net-*"], matchTags: { team: "net", env: "prod", x: "" } },
      { tags: net },
      'it matches "net-*", but it does not have tags env=prod, x',
    ],
    [
      "have its tags, but not its name",
      { matchNames: ["web-*", "api"], matchTags: { team: "net" } },
      { tags: net },
      "it has tag team=net, but match_names does not match its name",
    ],
    [
      "would match a flat tag, if rules did",
      { matchTags: { team: "net" } },
      { flatTags: ["web", "team:net"] },
      'it does not have tag team=net, but the flat tag "team:net" (`tag_names`), which no rule matches',
    ],
    [
      "have a similar pattern",
      { matchNames: ["web-*", "nett-*"] },
      {},
      'match_names has "nett-*", and "net-*" would match',
    ],
  ])("%s", (_, rule, given, line) => {
    expect(nearly([rule], given)).toEqual(["  rule 1 (Web) of all", `    ${line}`]);
  });

  test("are those before the rule that decides", () => {
    const near = { matchNames: ["net-*"], matchTags: { team: "web" } };
    expect(nearly([near, { matchNames: ["*"] }, near], { tags: net })).toEqual([
      "  rule 1 (Web) of all",
      '    it matches "net-*", but it does not have tag team=web',
    ]);
    expect(nearly([{ matchNames: ["*"] }, near], { tags: net })).toEqual([]);
  });

  test("are none if neither the name nor the tags match", () => {
    expect(nearly([{ matchNames: ["web-*"], matchTags: { team: "web" } }], { tags: net })).toEqual([]);
    expect(nearly([{ matchNames: ["web-*"] }])).toEqual([]);
    expect(nearly([{ matchTags: { team: "web", env: "dev" } }], { tags: net })).toEqual([]);
  });

  test("are known as far as is possible without its tags", () => {
    const actual = withWorkspace("net-1", {});
    const untagged = { ...actual, workspaces: actual.workspaces.map((it) => ({ ...it, tags: undefined })) };
    const shown = (rule: PlacementRule) => text(explain(placing([{ to: "Rest", ...rule }, REST]), untagged));
    const unknown = "the service does not show its own tags";
    expect(shown({ matchNames: ["net-*"], matchTags: { team: "net" } })).toEqual([
      "Now in:       Default Project",
      `Belongs in:   Default Project (it stays, since ${unknown})`,
      "Membership:   none",
      "Placement:    not known: all",
      `Because:      ${unknown}`,
      "",
      "The plan is blocked:",
      expect.stringContaining('  organization "acme": The service does not report the tags of 1 workspace (net-1), or'),
      "",
      "Nearly matching:",
      "  rule 1 (Rest) of all",
      `    it matches "net-*", but ${unknown}`,
    ]);
    expect(shown({ matchTags: { team: "net" } }).at(-1)).toBe(`    ${unknown}`);
    expect(shown({ matchNames: ["web-*"], matchTags: { team: "net" } })).toContain(
      "Placement:    rule 2 (Rest) of all",
    );
  });
});

test("a placement of which no rule matches is named as such", () => {
  expect(text(explain(placing([NET]), withWorkspace("api", { projectId: "prj-web" })))).toEqual([
    "Now in:       Web",
    "Belongs in:   Web (it stays, since nothing places it)",
    "Membership:   none",
    "Placement:    no rule matches it",
  ]);
});

test("lines fit into the terminal, and what comes from outside is escaped", () => {
  const rule = { to: "Networks", matchNames: ["web-*"], matchTags: { team: "net" } };
  const explanation = explain(placing([rule]), withWorkspace("net-1\n\u001b[31m", { tags: { team: "net" } }));
  const lines = explanationAsText(explanation, createColors(false), 40).split("\n");
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(40);
  expect(lines[1]).toBe("Workspace:    net-1\\n\\u{1b}[31m (ws-1)");
  expect(lines.slice(-5)).toEqual([
    "Nearly matching:",
    "  rule 1 (Networks) of all",
    "    it has tag team=net, but match_names",
    "    does not match its name",
    "",
  ]);
});

describe("a workspace that a Terraform plan creates", () => {
  const created = { address: "tfe_workspace.api", name: "api" };
  const other = { address: "tfe_workspace.other", name: "other" };
  const createdWorkspaces = [created, other];
  const members = (afterApply: object): Partial<DesiredMembership> => ({
    afterApply: { count: 1, created: [created.address], dependsOn: [], ...afterApply },
  });
  const lines = (desired: DesiredOrganization, word = "API"): readonly string[] => {
    const comparison = detectDrift(desired, withWorkspace("net-1", {}));
    return text(explainWorkspace(comparison, findWorkspace(comparison, word)!));
  };

  test("belongs in the project of the membership whose lists refer to it", () => {
    const desired = code({ Networks: members({}), Web: {} }, { createdWorkspaces });
    expect(lines(desired)).toEqual([
      "Created in:   Default Project",
      "Belongs in:   Networks (the membership moves it there once it is created)",
      "Membership:   networks",
      "Because:      its lists refer to the resource that creates it",
    ]);
    expect(lines(desired, created.address)).toEqual(lines(desired));
  });

  test("belongs in the project of the rule that matches its name, unless that depends on tags", () => {
    const placed = (rules: readonly RuleIn[], others = {}) =>
      lines({ ...placing(rules), createdWorkspaces, ...others });
    expect(placed([REST])).toEqual([
      "Created in:   Default Project",
      "Belongs in:   Rest (the placement moves it there once it is created)",
      "Membership:   none",
      "Placement:    rule 1 (Rest) of all",
      'Because:      it matches "*"',
    ]);
    expect(placed([{ ...REST, matchTags: { team: "*" } }])).toContain("Placement:    not known: all");
    const project = { by: "id", id: "prj-web" } as const;
    const tfeWorkspaces = [{ address: created.address, name: "api", project, certainty: "moves" as const }];
    expect(placed([REST], { tfeWorkspaces })).toContain(`Belongs in:   Web (${created.address} sets it)`);
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
  const comparison = detectDrift(code({}), withWorkspace("Net-1", {}));
  for (const word of ["ws-1", "net-1", "NET-1"]) {
    expect(findWorkspace(comparison, word)).toMatchObject({ id: "ws-1" });
  }
  for (const word of ["WS-1", "net", "ws-2"]) expect(findWorkspace(comparison, word)).toBeUndefined();
});

describe("what the code assigns to the project", () => {
  const NETWORKS = { by: "name", name: "Networks" } as const;
  const access = {
    type: "tfprojects_project_team_access",
    address: "access",
    project: NETWORKS,
    objects: [
      { key: { name: "platform" }, attributes: { access: "custom", "workspace_access.runs": "apply" } },
      { key: { id: "team-1" }, attributes: { access: "read" } },
    ],
    exclusive: true,
  } as const;
  const sets = {
    type: "tfprojects_project_variable_sets",
    address: "sets",
    project: NETWORKS,
    objects: [{ key: { name: "aws" }, attributes: {} }],
    exclusive: false,
  } as const;
  const none = { ...sets, address: "none", objects: [], exclusive: true };
  const elsewhere = { ...sets, address: "elsewhere", project: { by: "name", name: "Web" } as const };
  const inState = { ...sets, address: "recorded", stateIds: ["varset-1"] };
  const assignments = [access, sets, none, elsewhere, inState];
  const assignedIn = (lines: readonly string[]) => lines.filter((line) => line.startsWith("Assigned:"));

  test("is listed with the resources that do it", () => {
    const actual = withWorkspace("net-1", { projectId: "prj-net" });
    const objects = [{ id: "team-1", name: "audit" }];
    const read = { isReadable: true, objects, projects: { "prj-net": [] } };
    const explanation = explain(code({}, { assignments }), {
      ...actual,
      assignments: { tfprojects_project_team_access: read },
    });
    expect(assignedIn(text(explanation))).toEqual([
      "Assigned:     team platform (access custom, workspace access: runs apply), team audit (access read) by " +
        "access, and no others",
      "Assigned:     no variable set by none, and no others",
      "Assigned:     variable set aws by sets",
    ]);
    expect(JSON.parse(explanationsAsJson([explanation]))).toMatchObject({
      workspaces: [
        {
          assigned: [
            {
              address: "access",
              type: "tfprojects_project_team_access",
              exclusive: true,
              objects: [
                { id: null, name: "platform", attributes: { access: "custom" } },
                { id: "team-1", name: "audit", attributes: { access: "read" } },
              ],
            },
            { address: "none", objects: [] },
            { address: "sets", objects: [{ id: null, name: "aws", attributes: {} }] },
          ],
        },
      ],
    });
  });

  test("is that of the project where the workspace belongs, which it may not be in yet", () => {
    const moving = code({ Networks: { workspaceNames: ["net-1"] } }, { assignments });
    expect(assignedIn(text(explain(moving, withWorkspace("net-1", {}))))).toHaveLength(3);
    const leaving = code({ Rest: { workspaceNames: ["net-1"] } }, { assignments });
    expect(assignedIn(text(explain(leaving, withWorkspace("net-1", { projectId: "prj-net" }))))).toEqual([]);
  });
});
