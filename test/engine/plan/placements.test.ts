import { messageOf } from "../../../src/model";
import { placedTwice } from "../../../src/diagnostics";
import { detectDrift, makePlan } from "../../../src/engine/plan/plan";
import { changesSince, codeAsPlanned } from "../../../src/engine/document/saved-plan";
import type { ActualOrganization } from "../../../src/engine/actual-organization";
import type { DesiredOrganization, DesiredPlacement } from "../../../src/engine/organization";
import type { Comparison, Plan } from "../../../src/engine/plan/comparison";
import { render } from "../../../src/engine/report/render";
import {
  code,
  droppedProject,
  membershipOf,
  movesOf,
  organization,
  PLACEMENT,
  placementAt,
  projectAt,
  membershipInState,
  renamed,
  withoutDefault,
  withPlacement,
  withProjects,
  type MembershipSpecs,
  type RuleSpec,
} from "./organization-with-rules";
import { besidesIdentity } from "../besides-identity";

const refusalsOf = (plan: Comparison): string[][] => plan.errors.map((it) => [it.code, it.where, messageOf(it)]);
const warningsOf = (plan: Comparison): string[] => besidesIdentity(plan.warnings).map(messageOf);

/** Code with projects, without memberships. */
const projects = (...names: readonly string[]): DesiredOrganization => {
  return { ...code(Object.fromEntries(names.map((name) => [name, {}]))), memberships: [] };
};

/** Code with the projects of the rules. */
function placing(rules: readonly RuleSpec[], its: Partial<DesiredPlacement> = {}): DesiredOrganization {
  return withPlacement(projects(...new Set(rules.map(({ to }) => to))), rules, its);
}

const NET: RuleSpec = { to: "Net", matchNames: ["net-*"] };

describe("the rules of a placement", () => {
  test("move what is in the default project, the first one that matches decides, and every report says which", () => {
    const actual = organization({
      Default: ["net-1", "NET-2", "net-legacy", { name: "db", tags: { team: "data" } }, "web"],
      Net: ["net-3"],
      Data: ["stays"],
    });
    const desired = placing(
      [NET, { to: "Data", matchTags: { team: "*" } }, { to: "Data", matchNames: ["*-1", "x*"] }],
      { exceptNames: ["*-legacy"] },
    );
    const plan = makePlan(desired, actual);
    expect(plan.errors).toEqual([]);
    expect(movesOf(plan)).toEqual([
      "db: Default → Data (rule 2)",
      "net-1: Default → Net (rule 1)",
      "NET-2: Default → Net (rule 1)",
    ]);
    const { actions } = plan;
    expect(actions[0]).toMatchObject({
      workspaces: [
        {
          reason: "placed",
          rule: { placement: PLACEMENT, position: 1, match: { tags: [{ key: "team", value: "*" }] } },
        },
      ],
    });
    expect(plan.coverage.unmanagedWorkspaces.map(({ name }) => name)).toEqual(["net-legacy", "stays", "web"]);
    expect(render(plan, "text")).toContain('from Default (2, rule 1 matches "net-*"): net-1, NET-2');
    expect(render(plan, "markdown")).toContain("| `Default` | `Data` | `db` (rule 2 has tag team=&#42;) |");
    expect(render(plan, "html")).toContain("rule 1 matches &#34;net-*&#34;");
    expect(JSON.parse(render(plan, "json"))).toMatchObject({
      organizations: [
        {
          actions: [
            { workspaces: [{ name: "db", reason: "placed", rule: { placement: PLACEMENT, position: 1 } }] },
            { reason: "2 workspaces placed by a rule" },
          ],
        },
      ],
    });
    expect(render(detectDrift(desired, actual), "text")).toContain('in Default (2, rule 1 matches "net-*")');
  });

  test("match nobody else's workspaces once they are where they belong: no changes, no drift", () => {
    const desired = placing([NET, { to: "Rest", matchNames: ["*"] }]);
    const actual = organization({ Default: ["net-1", "a"], Net: [], Rest: [] });
    const there = organization({ Default: [], Net: ["net-1"], Rest: ["a"] });
    expect(movesOf(makePlan(desired, actual))).toHaveLength(2);
    expect(makePlan(desired, there)).toMatchObject({ actions: [], warnings: [], elsewhere: [] });
    const drift = detectDrift(desired, there, { strict: true });
    expect(drift).toMatchObject({ hasDrift: false, coverage: { workspaces: { managed: 2, total: 2 } } });
    expect(detectDrift(desired, actual)).toMatchObject({ hasDrift: true });
  });

  test("leave what is elsewhere, tell it, and find no drift in it, unless they take it from any project", () => {
    const actual = organization({ Default: ["net-1"], Old: ["net-2", "db-1"], Net: [], Data: [] });
    const rules = [NET, { to: "Data", matchNames: ["db-*"] }];
    const plan = makePlan(placing(rules), actual);
    expect(movesOf(plan)).toEqual(["net-1: Default → Net (rule 1)"]);
    expect(plan.elsewhere).toEqual([
      {
        id: "ws-db-1",
        name: "db-1",
        project: { id: "prj-Old", name: "Old" },
        rule: { placement: PLACEMENT, position: 1, match: { pattern: "db-*" } },
      },
      expect.objectContaining({ name: "net-2" }),
    ]);
    const there = organization({ Default: [], Old: ["net-2", "db-1"], Net: ["net-1"], Data: [] });
    expect(detectDrift(placing(rules), there)).toMatchObject({ hasDrift: false, actions: [] });
    for (const it of [plan, detectDrift(placing(rules), there)]) {
      for (const format of ["text", "markdown", "html"] as const) {
        const shown = render(it, format, { width: 500 }).replaceAll(/[`]|<\/?code>/g, "");
        expect(shown).toContain(
          `2 workspaces match rules of ${PLACEMENT} and stay in their projects, because only workspaces of the ` +
            "default project are taken: db-1 (Old), net-2 (Old).",
        );
      }
      expect(JSON.parse(render(it, "json"))).toMatchObject({
        organizations: [{ elsewhere: [{ name: "db-1", rule: { position: 1 } }, { name: "net-2" }] }],
      });
    }
    const all = makePlan(placing(rules, { takeFrom: "any" }), actual);
    expect(movesOf(all).sort()).toEqual([
      "db-1: Old → Data (rule 2)",
      "net-1: Default → Net (rule 1)",
      "net-2: Old → Net (rule 1)",
    ]);
    expect(all.elsewhere).toEqual([]);
    const [net, data] = rules as [RuleSpec, RuleSpec];
    const one = placing([net, { ...data, takeFrom: "any" }]);
    expect(movesOf(makePlan(one, actual))).toContain("db-1: Old → Data (rule 2)");
    const other = placing([net, { ...data, takeFrom: "default-project" }], { takeFrom: "any" });
    expect(makePlan(other, actual).elsewhere.map(({ name }) => name)).toEqual(["db-1"]);
  });

  test("leave a workspace that two of them match, and tell it once", () => {
    const desired = withPlacement(placing([NET]), [{ to: "Rest", matchNames: ["net-*"] }], {
      address: placementAt("other"),
    });
    const plan = makePlan(desired, organization({ Default: [], Old: ["net-1"], Net: [], Rest: [] }));
    expect(plan.elsewhere).toMatchObject([{ name: "net-1", rule: { placement: PLACEMENT } }]);
    expect(render(plan, "text", { width: 500 })).toContain(
      `1 workspace matches a rule of ${PLACEMENT} and stays in its project, ` +
        "because only workspaces of the default project are taken: net-1 (Old).",
    );
  });

  test("into the default project keep workspaces there, or bring them back from any project", () => {
    const desired = withPlacement(projects("Net"), [
      { to: "Default", matchNames: ["net-legacy-*"] },
      { to: "Net", matchNames: ["net-*"] },
    ]);
    const actual = organization({ Default: ["net-legacy-1", "net-1"], Old: ["net-legacy-2"], Net: [] });
    const plan = makePlan(desired, actual);
    expect(movesOf(plan)).toEqual(["net-1: Default → Net (rule 2)"]);
    expect(plan.elsewhere).toMatchObject([{ name: "net-legacy-2", rule: { position: 0 } }]);
    expect(plan.coverage.unmanagedWorkspaces.map(({ name }) => name)).toEqual(["net-legacy-2"]);
    const { placements } = withPlacement(projects("Net"), [NET], { takeFrom: "any" });
    const [placement] = placements!;
    const back = { ...placement!, rules: [{ ...placement!.rules[0]!, project: { by: "default" } as const }] };
    const returning = { ...projects("Net"), placements: [back] };
    expect(movesOf(makePlan(returning, organization({ Default: [], Net: ["net-1"] })))).toEqual([
      "net-1: Net → Default (rule 1)",
    ]);
  });

  test("release nothing: not when they no longer match, and not when the placement is gone", () => {
    const actual = organization({ Default: [], Net: ["net-1", "other"] });
    expect(makePlan(placing([{ to: "Net", matchNames: ["x*"] }]), actual).actions).toEqual([]);
    expect(makePlan(projects("Net"), actual).actions).toEqual([]);
  });

  test("place workspaces in a project that the same plan makes, renames, or finds under another name", () => {
    const actual = organization({ Default: ["net-1", "web-1"], Old: [] });
    const desired = withProjects(placing([NET, { to: "Web", matchNames: ["web-*"] }]), {
      Net: { previousNames: ["old"] },
    });
    const plan = makePlan(desired, actual);
    expect(plan.errors).toEqual([]);
    expect(plan.actions.map(({ kind }) => kind).sort()).toEqual(["create", "move", "move", "update"]);
    expect(movesOf(plan).sort()).toEqual(["net-1: Default → Net (rule 1)", "web-1: Default → Web (rule 2)"]);
    const byName = withPlacement(projects(), [{ to: "OLD", matchNames: ["*"] }]);
    expect(movesOf(makePlan(byName, actual))).toContain("net-1: Default → Old (rule 1)");
  });

  test("keep an unmanaged project from being deleted, and its name", () => {
    const desired = withPlacement(projects(), [{ to: "Old", matchNames: ["a*"] }]);
    const actual = organization({ Default: [], Old: ["a-1"], Other: [] });
    const plan = makePlan(desired, actual, { prune: true, maxDeletes: 5 });
    expect(plan.actions).toMatchObject([{ kind: "delete", before: { name: "Other" } }]);
  });

  test("do not concern what is ignored unless they place it", () => {
    const actual = organization({ Default: ["net-1", "sandbox"], Old: ["net-2"] });
    const plan = makePlan(placing([NET]), actual, { ignore: ["net-*", "sand*"] });
    expect(movesOf(plan)).toEqual(["net-1: Default → Net (rule 1)"]);
    expect(plan.coverage).toMatchObject({ workspaces: { managed: 1, total: 1 }, ignored: { workspaces: 2 } });
  });

  test("make up a first deployment, which the error about too many moves describes as one", () => {
    const names = Array.from({ length: 60 }, (_, index) => `net-${index}`);
    const plan = makePlan(placing([NET]), organization({ Default: names }));
    expect(refusalsOf(plan)[0]![2]).toContain('out of the default project "Default" into 1 project of the code');
  });

  test("decide about 10,000 workspaces with 500 rules", () => {
    const names = Array.from({ length: 10_000 }, (_, index) => `team-${index % 1_000}-service-${index}`);
    const rules = Array.from({ length: 500 }, (_, index): RuleSpec => ({ to: "Net", matchNames: [`team-${index}-*`] }));
    const [desired, actual] = [
      placing([...rules, { to: "Rest", matchNames: ["*"] }]),
      organization({ Default: names }),
    ];
    expect(movesOf(makePlan(desired, actual, { maxMoves: "all" }))).toHaveLength(10_000);
  });
});

describe("rules that match nothing", () => {
  const actual = organization({ Default: ["payment-api", "payment-db", "web-1"], Old: ["shop"] });
  const warnings = (...patterns: readonly string[][]): string[] =>
    warningsOf(makePlan(placing(patterns.map((matchNames) => ({ to: "Net", matchNames }))), actual));

  test("are one warning, with patterns that are similar to names; also of drift", () => {
    expect(warnings(["paymnt-*"])).toEqual([
      `No workspace matches rule 1 ("paymnt-*": did you mean "payment-*"?) of ${PLACEMENT}.`,
    ]);
    expect(warnings(["zzz", "wbe-*"], ["web-*"], ["none-*"], ["shopp"])).toEqual([
      `3 rules of ${PLACEMENT} match no workspace: rule 1, rule 3, rule 4 ("shopp": did you mean "shop"?).`,
    ]);
    const drift = detectDrift(placing([{ to: "Net", matchNames: ["none-*"] }]), actual);
    expect(render(drift, "text")).toContain(`No workspace matches rule 1 of ${PLACEMENT}.`);
    expect(drift.hasDrift).toBe(true);
  });

  test("are not those that match what another rule, a membership or another project has", () => {
    expect(warnings(["*"], ["web-*"], ["shop"])).toEqual([]);
  });

  test("are listed with patterns that match nothing beside others that do", () => {
    expect(warnings(["payment-*", "paymnt-*"])).toEqual([
      `No workspace matches "paymnt-*" of rule 1 (did you mean "payment-*"?) of ${PLACEMENT}.`,
    ]);
    expect(warnings(["web-*", "zzz", "yyy"], ["none-*"])).toEqual([
      `1 rule and 2 patterns of ${PLACEMENT} match no workspace: "zzz", "yyy" of rule 1, rule 2.`,
    ]);
  });

  test("are said to have flat tags only, if a workspace has one of that text", () => {
    const withFlat = {
      ...actual,
      workspaces: actual.workspaces.map((it) => (it.name === "web-1" ? { ...it, flatTags: ["Team:net"] } : it)),
    };
    const plan = makePlan(placing([{ to: "Net", matchTags: { team: "net" } }]), withFlat);
    expect(warningsOf(plan)).toEqual([
      'No workspace matches rule 1 (web-1 does not have tag team=net, but the flat tag "Team:net" (`tag_names`), ' +
        `which no rule matches) of ${PLACEMENT}.`,
    ]);
  });

  test("are counted if they are many", () => {
    const text = warnings(...Array.from({ length: 15 }, (_, index) => [`none-${index}-*`])).join();
    expect(text).toMatch(/^15 rules of .* match no workspace: rule 1, .*, rule 10 and 5 more\.$/);
  });
});

describe("rules that no workspace reaches", () => {
  const actual = organization({ Default: ["net-1", "net-2", "web-1"], Old: ["net-3"] });
  const warnings = (rules: readonly RuleSpec[], its: Partial<DesiredPlacement> = {}): string[] =>
    warningsOf(makePlan(placing(rules, its), actual));
  const ALL = { to: "Rest", matchNames: ["*"] };

  test("are a warning with the earlier rule and a name, also of drift", () => {
    const text =
      `No workspace reaches rule 2 of ${PLACEMENT}: rule 1 matches all that it matches (net-1 and 2 more). Put it ` +
      "before what matches the same, or remove it.";
    expect(warnings([ALL, NET])).toEqual([text]);
    expect(warnings([NET, { to: "Web", matchNames: ["NET-*"] }])).toEqual([
      expect.stringContaining("rule 1 matches all"),
    ]);
    expect(render(detectDrift(placing([ALL, NET]), actual), "text").replace(/\s+/g, " ")).toContain(text);
  });

  test("are not a catch-all, or a broader rule, for which nothing is left", () => {
    expect(warnings([NET, { to: "Web", matchNames: ["web-*"] }, ALL])).toEqual([]);
    expect(warnings([{ to: "Web", matchNames: ["net-1", "net-2", "net-3"] }, NET])).toEqual([]);
  });

  test("may be reached by a workspace whose tags are unknown", () => {
    const tagged: RuleSpec = { to: "Web", matchTags: { team: "web" } };
    const unknown = organization({ Default: [{ name: "net-1", tags: null }] });
    expect(warningsOf(makePlan(placing([tagged, NET]), unknown))).toEqual([]);
  });

  test("are also those of which exceptions leave nothing", () => {
    expect(warnings([NET, ALL], { exceptNames: ["net-*", "other"] })).toEqual([
      expect.stringContaining("rule 1 of tfprojects_workspace_placement.all: exceptions match all that it matches"),
    ]);
    expect(warnings([NET, ALL], { exceptNames: ["net-1", "net-2", "net-3"] })).toEqual([]);
    expect(warnings([ALL], { exceptNames: ["net-*", "web-*"] })).toEqual([]);
  });
});

test("reports say which pattern of a rule took how many", () => {
  const rule = { to: "Net", matchNames: ["web-*", "net-*"] };
  const plan = makePlan(placing([rule]), organization({ Default: ["net-1", "net-2", "web-1"] }));
  expect(render(plan, "text")).toContain('from Default (3, rule 1: "net-*" 2, "web-*" 1): net-1, net-2, web-1');
  expect(render(plan, "markdown")).toContain('rule 1: "net-&#42;" 2, "web-&#42;" 1');
  expect(render(plan, "html")).toContain("rule 1: &#34;net-*&#34; 2, &#34;web-*&#34; 1");
});

describe("beside memberships,", () => {
  const withList = (its: Partial<DesiredPlacement>, specs: MembershipSpecs = {}): DesiredOrganization =>
    withPlacement(code({ Web: { workspaceNames: ["net-1", "net-2"] }, Net: {}, ...specs }), [NET], its);

  test("a list wins without an error: one move", () => {
    const plan = makePlan(withList({}), organization({ Default: ["net-1", "net-3"], Old: ["net-2"] }));
    expect(plan.errors).toEqual([]);
    expect(movesOf(plan).sort()).toEqual([
      "net-1: Default → Web (member)",
      "net-2: Old → Web (member)",
      "net-3: Default → Net (rule 1)",
    ]);
    expect(plan.elsewhere).toEqual([]);
  });

  test("what they take from any project is an error, with the exception to add", () => {
    const actual = organization({ Default: ["net-1", "net-3"], Old: ["net-2"] });
    const plan = makePlan(withList({ takeFrom: "any" }), actual);
    expect(refusalsOf(plan)).toEqual([
      [
        "WORKSPACE_IN_TWO_PROJECTS",
        PLACEMENT,
        `The workspaces "net-1", "net-2" are in ${membershipOf("Web")}, and ${PLACEMENT} takes them, too, ` +
          `so every apply of one would undo the other. To keep them in ${membershipOf("Web")}, add this to ` +
          `${PLACEMENT}: except_names = ["net-1","net-2"]`,
      ],
    ]);
    expect(movesOf(plan)).toContain("net-1: Default → Web (member)");
    const typescript = { ...withList({ takeFrom: "any" }), language: "typescript" as const };
    expect(refusalsOf(makePlan(typescript, actual))[0]![2]).toContain('exceptNames: ["net-1","net-2"]');
    expect(makePlan(withList({ takeFrom: "any", exceptNames: ["net-1", "net-2"] }), actual).errors).toEqual([]);
  });

  test("what they keep in the default project is one, too, if a rule takes it from there", () => {
    const actual = organization({ Default: ["net-1"], Old: ["net-2"] });
    const desired = withPlacement(code({ Default: { workspaceNames: ["net-1", "net-2"] }, Net: {} }), [NET]);
    expect(refusalsOf(makePlan(desired, actual))).toEqual([
      ["WORKSPACE_IN_TWO_PROJECTS", PLACEMENT, expect.stringMatching(/^The workspace "net-1" is in .* takes it, too/)],
    ]);
  });

  test("no rule places workspaces in a project that is exclusive to others, one that is made too", () => {
    const specs = { Net: { exclusive: true, workspaceNames: ["x"] } };
    for (const actual of [
      organization({ Default: ["net-3", "x"] }),
      organization({ Default: ["net-3", "x"], Net: [] }),
    ]) {
      const desired = withPlacement(code(specs), [NET, { to: "Net", matchNames: ["z-*"] }]);
      expect(refusalsOf(makePlan(desired, actual))).toEqual([
        [
          "EXCLUSIVE_PROJECT_SHARED",
          PLACEMENT,
          `Rules 1 and 2 place workspaces in the project of ${membershipOf("Net")}, which is exclusive. ` +
            "Remove the rules, or `exclusive` from the membership.",
        ],
      ]);
    }
  });

  describe("what leaves a project in the same plan", () => {
    const inState = { memberships: [membershipInState("Web", { workspaceIds: ["ws-net-1"] })] };
    const released = (its: Partial<DesiredPlacement>): DesiredOrganization =>
      withPlacement(code({ Web: {}, Net: {} }, inState), [NET], its);
    const evicted = (its: Partial<DesiredPlacement>): DesiredOrganization =>
      withPlacement(code({ Web: { exclusive: true }, Net: {} }), [NET], its);
    const evacuated = (its: Partial<DesiredPlacement>): DesiredOrganization => ({
      ...placing([NET], its),
      inState: {
        states: [],
        memberships: [],
        droppedProjects: [droppedProject("Web", { deletionPolicy: "evacuate" })],
      },
    });
    const actual = organization({ Default: [], Web: ["net-1"], Net: [] });

    test.each([
      ["released", released],
      ["evicted", evicted],
      ["evacuated", evacuated],
    ])(
      "because it is %s is taken by the next plan, and at once if it is taken from any project",
      (reason, codeWith) => {
        const options = { maxDeletes: 3 };
        const first = makePlan(codeWith({}), actual, options);
        expect([first.errors, movesOf(first), first.elsewhere]).toEqual([[], [`net-1: Web → Default (${reason})`], []]);
        const second = makePlan(codeWith({}), organization({ Default: ["net-1"], Web: [], Net: [] }), options);
        expect(movesOf(second)).toEqual(["net-1: Default → Net (rule 1)"]);
        const any = makePlan(codeWith({ takeFrom: "any" }), actual, options);
        expect([any.errors, movesOf(any)]).toEqual([[], ["net-1: Web → Net (rule 1)"]]);
      },
    );

    test("goes through the default project although a rule has it there, unless that takes it from any project", () => {
      const its = { memberships: [membershipInState("Net", { workspaceIds: ["ws-net-1"] })] };
      const inNet = organization({ Default: [], Net: ["net-1"] });
      const plan = (placement: Partial<DesiredPlacement>): Plan =>
        makePlan(withPlacement(code({ Net: {} }, its), [NET], placement), inNet);
      expect(movesOf(plan({}))).toEqual(["net-1: Net → Default (released)"]);
      expect(movesOf(plan({ takeFrom: "any" }))).toEqual([]);
    });
  });

  test("a project that is deleted together with its rule must be evacuated", () => {
    const desired = (deletionPolicy: "refuse" | "evacuate"): DesiredOrganization => ({
      ...withPlacement(projects("Rest"), [{ to: "Rest", matchNames: ["*"] }]),
      inState: { states: [], memberships: [], droppedProjects: [droppedProject("Net", { deletionPolicy })] },
    });
    const actual = organization({ Default: [], Net: ["net-1"], Rest: [], Other: [] });
    const refused = makePlan(desired("refuse"), actual);
    expect(refused.errors).toMatchObject([
      { code: "PROJECT_NOT_EMPTY", summary: "Project is not empty", data: { workspaces: ["net-1"] } },
    ]);
    const plan = makePlan(desired("evacuate"), actual);
    expect([plan.errors, movesOf(plan)]).toEqual([[], ["net-1: Net → Default (evacuated)"]]);
  });
});

describe("of two placements", () => {
  const two = (one: RuleSpec, its: Partial<DesiredPlacement>, other: RuleSpec, others: Partial<DesiredPlacement>) =>
    withPlacement(withPlacement(projects("Net", "Web"), [one], its), [other], {
      address: placementAt("other"),
      ...others,
    });
  const WEB: RuleSpec = { to: "Web", matchNames: ["*-1", "*-2"] };
  const actual = organization({ Default: ["net-1", "net-2", "web-1"], Net: ["net-3", "x-1"], Web: [] });

  test("those that would move one workspace are refused, once for both", () => {
    const plan = makePlan(two(NET, {}, WEB, {}), actual);
    expect(refusalsOf(plan)).toEqual([
      [
        "WORKSPACE_IN_TWO_PROJECTS",
        placementAt("other"),
        `The workspaces "net-1", "net-2" are placed by ${PLACEMENT} and by ${placementAt("other")}, but only within ` +
          "one placement the first rule that matches decides. Put all rules into one of the two, or add exceptions " +
          "for them to one.",
      ],
    ]);
    expect(movesOf(plan).sort()).toEqual([
      "net-1: Default → Net (rule 1)",
      "net-2: Default → Net (rule 1)",
      "web-1: Default → Web (rule 1)",
    ]);
  });

  test("and of three, all are named", () => {
    const desired = withPlacement(two(NET, {}, WEB, {}), [{ to: "Net", matchNames: ["net-1"] }], {
      address: placementAt("third"),
    });
    expect(makePlan(desired, actual).errors).toEqual([
      placedTwice({
        address: placementAt("other"),
        placements: [PLACEMENT, placementAt("other")],
        workspaces: ["net-2"],
      }),
      placedTwice({
        address: placementAt("third"),
        placements: [PLACEMENT, placementAt("other"), placementAt("third")],
        workspaces: ["net-1"],
      }),
    ]);
  });

  test("those that leave each other's workspaces alone are not", () => {
    const desired = two(NET, { exceptNames: ["*-1", "*-2"] }, WEB, {});
    expect(makePlan(desired, actual).errors).toEqual([]);
    const settled = organization({ Default: [], Net: ["net-1"], Web: ["net-2"] });
    const plan = makePlan(two(NET, {}, WEB, {}), settled);
    expect([plan.errors, plan.actions, plan.elsewhere]).toEqual([[], [], []]);
  });

  test("those that take a workspace from each other are refused, wherever it is", () => {
    const settled = organization({ Default: [], Net: ["net-1"], Web: [] });
    const both = two(NET, { takeFrom: "any" }, WEB, { takeFrom: "any" });
    expect(makePlan(both, settled).errors).toMatchObject([
      { code: "WORKSPACE_IN_TWO_PROJECTS", data: { workspaces: ["net-1"] } },
    ]);
    // The other one leaves it where the first one puts it.
    const one = two(NET, { takeFrom: "any" }, WEB, {});
    expect(makePlan(one, settled)).toMatchObject({ errors: [], actions: [] });
  });
});

describe("a project of a rule", () => {
  const actual = organization({ Default: ["net-1", "web-1"], Networks: [], Old: [] });
  const rest: RuleSpec = { to: "Old", matchNames: ["*"] };

  test("that does not exist is an error with the nearest name, and still decides", () => {
    const desired = withPlacement(projects("Web Team"), [
      { to: "Netwoks", matchNames: ["net-*"] },
      { to: "Netwoks", matchNames: ["x-*"] },
      { to: "Web Taem", matchNames: ["y-*"] },
      rest,
    ]);
    const plan = makePlan(desired, actual);
    expect(refusalsOf(plan)).toEqual([
      [
        "UNKNOWN_PROJECT",
        PLACEMENT,
        'Rules 1 and 2 place workspaces in a project that does not exist: the organization "acme" has no project ' +
          '"Netwoks", or the token is not authorized to read it. Did you mean "Networks"? Correct the name, add the ' +
          "project to the code, or remove the rules.",
      ],
      ["UNKNOWN_PROJECT", PLACEMENT, expect.stringContaining('Did you mean "Web Team"? Correct the name')],
    ]);
    expect(movesOf(plan)).toEqual(["web-1: Default → Old (rule 4)"]);
  });

  test("that has the ID of a project in place of its name is an error that says so", () => {
    const desired = withPlacement(projects(), [{ to: "prj-1234567890abcdef", matchNames: ["*"] }]);
    expect(refusalsOf(makePlan(desired, actual))).toEqual([
      [
        "UNKNOWN_PROJECT",
        PLACEMENT,
        expect.stringContaining(
          'no project "prj-1234567890abcdef" (the ID of a project; a rule needs its name), or the token',
        ),
      ],
    ]);
  });

  test("that the same code gives another name is an error", () => {
    const desired = withProjects(withPlacement(projects("New"), [{ to: "Old", matchNames: ["*"] }]), {
      New: { previousNames: ["Old"] },
    });
    const { errors, actions } = makePlan(desired, actual);
    expect(errors).toMatchObject([
      {
        code: "UNKNOWN_PROJECT",
        summary: "Project will be renamed",
        data: { address: PLACEMENT, renamed: { address: projectAt("New") } },
      },
    ]);
    expect(actions.map(({ kind }) => kind)).toEqual(["update"]);
  });

  test("that the plan deletes is an error", () => {
    const desired = {
      ...withPlacement(projects(), [rest]),
      inState: { states: [], memberships: [], droppedProjects: [droppedProject("Old")] },
    };
    expect(refusalsOf(makePlan(desired, actual, { maxDeletes: 1 }))).toEqual([
      [
        "UNKNOWN_PROJECT",
        PLACEMENT,
        'The plan deletes project "Old" (prj-Old), and rule 1 places workspaces in it. Keep the project in the code, ' +
          "or remove the rule, too.",
      ],
    ]);
  });

  test("may exist while the token does not see the default project", () => {
    const { errors } = makePlan(withPlacement(projects(), [{ to: "Nets", matchNames: ["*"] }]), withoutDefault(actual));
    expect(errors).toMatchObject([
      { code: "NOT_FOUND_OR_UNAUTHORIZED", data: { projects: [{ by: "name", name: "Nets" }] } },
    ]);
  });
});

describe("tags that the service does not report", () => {
  const actual = organization({
    Default: [{ name: "net-1", tags: null }, { name: "web-1", tags: null }, "tagged"],
    Old: [{ name: "net-2", tags: null }],
    Net: [],
    Rest: [],
  });
  const rules: readonly RuleSpec[] = [
    { to: "Net", matchNames: ["net-*"], matchTags: { team: "net" } },
    { to: "Rest", matchNames: ["*"] },
  ];

  test("are an error, and what depends on them falls to no later rule", () => {
    const plan = makePlan(placing(rules), actual);
    expect(refusalsOf(plan)).toEqual([
      [
        "TAGS_NOT_REPORTED",
        'organization "acme"',
        expect.stringMatching(
          /the tags of 1 workspace \(net-1\), .* so the rules of .*\.all cannot be evaluated for them\./,
        ),
      ],
    ]);
    expect(movesOf(plan)).toEqual(["tagged: Default → Rest (rule 2)", "web-1: Default → Rest (rule 2)"]);
    expect(plan.coverage.unmanagedWorkspaces).toMatchObject([{ name: "net-2" }]);
    const drift = detectDrift(placing(rules), actual);
    expect(drift.isComplete).toBe(false);
    expect(JSON.parse(render(plan, "json"))).toMatchObject({
      organizations: [{ errors: [{ addresses: [PLACEMENT], workspaces: ["net-1"] }] }],
    });
  });

  test("do not matter for what no rule would take, or what a membership has", () => {
    const elsewhere = organization({ Default: [], Old: [{ name: "net-2", tags: null }], Net: [], Rest: [] });
    expect(makePlan(placing(rules), elsewhere).errors).toEqual([]);
    expect(makePlan(placing(rules, { takeFrom: "any" }), elsewhere).errors).toHaveLength(1);
    const listed = withPlacement(code({ Net: { workspaceNames: ["net-1"] }, Rest: {} }), rules);
    const one = organization({ Default: [{ name: "net-1", tags: null }], Net: [], Rest: [] });
    expect(makePlan(listed, one).errors).toEqual([]);
  });
});

test("a placement may move as many workspaces as it allows; what memberships move does not count", () => {
  const actual = organization({ Default: ["net-1", "net-2", "a"], Net: ["net-3"] });
  const desired = (maxMoves: number): DesiredOrganization =>
    withPlacement(code({ Net: { workspaceNames: ["a"] } }), [NET], { maxMoves });
  expect(makePlan(desired(2), actual).errors).toEqual([]);
  expect(refusalsOf(makePlan(desired(1), actual))).toEqual([
    [
      "TOO_MANY_MOVES",
      PLACEMENT,
      "The placement would move 2 workspaces (net-1, net-2), and max_moves is 1. Narrow its rules, or raise " +
        "max_moves if these moves are intended.",
    ],
  ]);
  const [[, , inAnApp] = []] = refusalsOf(makePlan({ ...desired(1), language: "typescript" }, actual));
  expect(inAnApp).toContain("and maxMoves is 1. Narrow its rules, or raise maxMoves if");
  expect(detectDrift(desired(0), actual)).toMatchObject({ errors: [], hasDrift: true });
});

describe("a plan that is made again with what it has decided", () => {
  const before = organization({ Default: ["net-1", "net-2"], Net: ["net-3"], Old: [] });
  const plans = {
    "default-project": makePlan(placing([NET]), before),
    any: makePlan(placing([NET], { takeFrom: "any" }), before),
  };
  const again = (plan: Plan, actual: ActualOrganization): Plan => makePlan(codeAsPlanned(plan), actual);

  test.each(Object.entries(plans))("from %s is the same plan", (_, plan) => {
    const same = again(plan, before);
    expect(same).toEqual({ ...plan, desired: codeAsPlanned(plan) });
    expect(again(same, before)).toEqual(same);
    expect(changesSince(plan, same)).toEqual([]);
  });

  test.each(Object.entries(plans))("from %s reports what matches since, which waits", (_, plan) => {
    const later = again(plan, organization({ Default: ["net-1", "net-2", "net-9"], Net: ["net-3"], Old: [] }));
    expect(changesSince(plan, later)).toEqual([]);
    expect(movesOf(later)).toEqual(movesOf(plan));
    expect(warningsOf(later)).toEqual([
      `1 workspace (net-9) matches a rule of ${PLACEMENT}, but not when the plan was made. It waits for the next plan.`,
    ]);
  });

  test.each(Object.entries(plans))("from %s does not depend on whether it still matches", (_, plan) => {
    const later = again(plan, renamed(renamed(before, "net-3", "other"), "net-1", "one"));
    expect(later.errors).toEqual([]);
    expect(changesSince(plan, later)).toEqual([]);
    expect(movesOf(later)).toEqual(["net-2: Default → Net (rule 1)", "one: Default → Net (rule 1)"]);
  });

  test.each<[string, ActualOrganization, Record<keyof typeof plans, boolean>]>([
    [
      "one to be moved is gone",
      organization({ Default: ["net-1"], Net: [], Old: [] }),
      { "default-project": true, any: true },
    ],
    [
      "one to be moved is elsewhere",
      organization({ Default: ["net-1"], Net: [], Old: ["net-2"] }),
      { "default-project": true, any: true },
    ],
    [
      "one that is there leaves",
      organization({ Default: ["net-1", "net-2"], Net: [], Old: ["net-3"] }),
      { "default-project": false, any: false },
    ],
    [
      "one to be moved was moved",
      organization({ Default: ["net-1"], Net: ["net-2", "net-3"], Old: [] }),
      { "default-project": false, any: false },
    ],
  ])("is stale if %s", (_, later, expected) => {
    for (const key of ["default-project", "any"] as const) {
      expect([key, changesSince(plans[key], again(plans[key], later)).length > 0]).toEqual([key, expected[key]]);
    }
  });

  test("of Terraform moves what it recorded by the rules of today; the rest stays, with a warning", () => {
    const decided = ["net-1", "net-2", "net-3", "other"].map((name) => ({ id: `ws-${name}`, name }));
    const actual = organization({ Default: ["net-1", "other", "net-9"], Old: ["net-3"], Net: [] });
    const plan = makePlan(placing([NET], { decided }), actual);
    expect(movesOf(plan)).toEqual(["net-1: Default → Net (rule 1)"]);
    expect(plan.elsewhere).toMatchObject([{ name: "net-3", project: { name: "Old" } }]);
    expect(warningsOf(plan)).toEqual([
      `2 workspaces (net-2, other) that the plan moves by ${PLACEMENT} no longer exist, or no rule matches them any ` +
        "more, so they are left out.",
      `1 workspace (net-9) matches a rule of ${PLACEMENT}, but not when the plan was made. It waits for the next plan.`,
    ]);
  });
});
