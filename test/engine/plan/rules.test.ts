import { planOrganization, compareOrganization } from "../../../src/engine/plan/plan";
import { refusalText, subjectOf } from "../../../src/engine/findings/errors";
import { warningText } from "../../../src/engine/findings/warnings";
import { render } from "../../../src/engine/report/render";
import type { ActualOrganization } from "../../../src/engine/organization";
import type { Comparison, Plan } from "../../../src/engine/plan/comparison";
import { changesSince, withSelections } from "../../../src/engine/document/saved-plan";
import { code, membershipOf, movesOf, organization, recordedMembership, renamed } from "./organization-with-rules";

const refusalsOf = (plan: Comparison): string[][] =>
  plan.refusals.map((it) => [it.code, subjectOf(it), refusalText(it)]);
const warningsOf = (plan: Comparison): string[] => plan.warnings.map(warningText);

describe("rules of memberships", () => {
  test("move what matches, and say why, in every report", () => {
    const actual = organization({
      Default: ["net-1", "NET-2", { name: "db", tags: { team: "net" } }, "web", "named"],
      Net: ["net-3", "stays"],
    });
    const desired = code({
      Net: { matchNames: ["net-*"], workspaceNames: ["named"] },
      Data: { matchTags: { team: "*" }, workspaceNames: ["stays"] },
    });
    const plan = planOrganization(desired, actual);
    expect(plan.refusals).toEqual([]);
    expect(movesOf(plan)).toEqual([
      "named: Default → Net (member)",
      'net-1: Default → Net ({"pattern":"net-*"})',
      'NET-2: Default → Net ({"pattern":"net-*"})',
      'db: Default → Data ({"tags":[{"key":"team","value":"*"}]})',
      "stays: Net → Data (member)",
    ]);
    expect(plan.coverage.unmanagedWorkspaces.map(({ name }) => name)).toEqual(["web"]);
    expect(plan.selections).toMatchObject([
      { address: membershipOf("Data"), workspaces: [{ name: "db" }, { name: "stays" }] },
      { address: membershipOf("Net"), workspaces: ["named", "net-1", "NET-2", "net-3"].map((name) => ({ name })) },
    ]);
    expect(render(plan, "text")).toContain('from Default (2, matches "net-*"): net-1, NET-2');
    expect(render(plan, "text")).toContain("from Default: named");
    expect(render(plan, "markdown")).toContain("| `Default` | `Data` | `db` (has tag team=&#42;) |");
    expect(render(plan, "html")).toContain("matches &#34;net-*&#34;");
    const json = JSON.parse(render(plan, "json")) as { organizations: { actions: object[] }[] };
    expect(json.organizations[0]!.actions.at(-1)).toMatchObject({
      reason: "1 workspace selected by the rule of a membership, 1 workspace named by a membership",
      workspaces: [{ name: "db", match: { tags: [{ key: "team", value: "*" }] } }, { name: "stays" }],
    });
    expect(render(compareOrganization(desired, actual), "text")).toContain('in Default (2, matches "net-*")');
  });

  test("that select the same workspaces are refused once for each pair, with all of them and the line to add", () => {
    const actual = organization({ Default: ["net-db-1", "net-db-2", "net-1", "x-db"] });
    const desired = code({
      Net: { matchNames: ["net-*"] },
      Data: { matchNames: ["*-db*"] },
      Web: { workspaceNames: ["x-db"] },
    });
    const plan = planOrganization(desired, actual);
    expect(refusalsOf(plan)).toEqual([
      [
        "WORKSPACE_IN_TWO_PROJECTS",
        membershipOf("Net"),
        expect.stringMatching(
          /The workspaces "net-db-1", "net-db-2" are in .*\.Net and in .*\.Data.* except_names = \[/,
        ),
      ],
      [
        "WORKSPACE_IN_TWO_PROJECTS",
        membershipOf("Web"),
        expect.stringMatching(
          /The workspace "x-db" is in .*\.Web and in .*\.Data.* add this to .*\.Data: except_names = \["x-db"\]/,
        ),
      ],
    ]);
    expect(JSON.parse(render(plan, "json"))).toMatchObject({
      organizations: [{ errors: [{ workspaces: ["net-db-1", "net-db-2"] }, { workspaces: ["x-db"] }] }],
    });
    // Code in HCL is shown as such.
    const hcl = {
      ...desired,
      recorded: { ...code({}, {}).recorded!, terraformPlan: { source: "plan.json", createdAt: undefined } },
    };
    expect(refusalsOf(planOrganization(hcl, actual))[1]![2]).toContain('except_names = ["x-db"]');
  });

  test("are refused for each of three memberships of one workspace", () => {
    const desired = code({
      AAA: { matchNames: ["n*"] },
      BBB: { workspaceNames: ["net"] },
      CCC: { workspaceIds: ["ws-net"] },
    });
    const { refusals } = planOrganization(desired, organization({ Default: ["net"] }));
    expect(refusals).toMatchObject([
      { address: membershipOf("BBB"), other: membershipOf("AAA"), rule: undefined, otherRule: { matchNames: ["n*"] } },
      { address: membershipOf("CCC"), other: membershipOf("AAA") },
      { address: membershipOf("CCC"), other: membershipOf("BBB"), rule: undefined, otherRule: undefined },
    ]);
  });

  test("are a warning if nothing matches, also in drift, unless they match what a list names", () => {
    const actual = organization({ Default: ["net-1", "web"], Old: ["db-1"] });
    const warnings = (memberships: Parameters<typeof code>[0]): string[][] => [
      warningsOf(planOrganization(code(memberships), actual)),
      compareOrganization(code(memberships), actual).warnings.map(warningText),
    ];
    const nothing = [`No workspace matches the rule of ${membershipOf("Net")}.`];
    expect(warnings({ Net: { matchNames: ["nothing-*"], workspaceNames: ["web"] } })).toEqual([nothing, nothing]);
    expect(warnings({ Net: { matchNames: ["net-*"], workspaceNames: ["net-1"] } })).toEqual([[], []]);
    expect(warnings({ Net: { matchNames: ["db-*"], takeFrom: "default-project" } })).toEqual([[], []]);
    expect(render(compareOrganization(code({ Net: { matchNames: ["no-*"] } }), actual), "text")).toContain(nothing[0]);
  });

  test("that take from the default project leave others where they are, and list those that no membership has", () => {
    const actual = organization({ Default: ["a"], Old: ["b", "c"], Net: ["d"] });
    const desired = code({ Net: { matchNames: ["*"], takeFrom: "default-project" }, Web: { workspaceNames: ["c"] } });
    const plan = planOrganization(desired, actual, { maxMoves: "all" });
    expect(movesOf(plan)).toEqual(['a: Default → Net ({"pattern":"*"})', "c: Old → Web (member)"]);
    const elsewhere = [{ address: membershipOf("Net"), name: "b", project: { id: "prj-Old", name: "Old" } }];
    expect(plan.elsewhere).toMatchObject(elsewhere);
    const drift = compareOrganization(desired, organization({ Default: [], Old: ["b"], Net: ["d", "a"], Web: ["c"] }));
    expect(drift).toMatchObject({ hasDrift: false, actions: [], elsewhere });
    for (const it of [plan, drift]) {
      for (const format of ["text", "markdown", "html"] as const) {
        const shown = render(it, format, { width: 500 }).replaceAll(/[`]|<\/?code>/g, "");
        expect(shown).toContain(
          "stays in its project, because only workspaces of the default project are taken: b (Old).",
        );
      }
      expect(JSON.parse(render(it, "json"))).toMatchObject({
        organizations: [{ elsewhere: [{ name: "b", project: { name: "Old" }, match: { pattern: "*" } }] }],
      });
    }
  });

  test("that take from the default project keep what is in the project that the state has", () => {
    const actual = organization({ Default: [], Old: ["net-1"], Other: ["net-2"], Net: [] });
    const desired = code(
      { Net: { matchNames: ["net-*"], takeFrom: "default-project" } },
      { memberships: [recordedMembership("Net", { projectId: "prj-Old" })] },
    );
    expect(movesOf(planOrganization(desired, actual))).toEqual(['net-1: Old → Net ({"pattern":"net-*"})']);
  });

  test("may move as many as they allow: those that match and those that are let go, not those in the lists", () => {
    const actual = organization({ Default: ["net-1", "net-2", "a", "b"], Net: ["old-1", "old-2"] });
    const recorded = {
      memberships: [recordedMembership("Net", { workspaceIds: ["ws-old-1"], workspaceNames: ["OLD-2"] })],
    };
    const planWith = (maxMoves: number): Comparison =>
      planOrganization(
        code({ Net: { matchNames: ["net-*"], workspaceNames: ["a", "b"], maxMoves } }, recorded),
        actual,
      );
    expect(refusalsOf(planWith(4))).toEqual([]);
    expect(refusalsOf(planWith(3))).toEqual([
      [
        "TOO_MANY_MOVES",
        membershipOf("Net"),
        "Its rule would add 2 workspaces and release 2 workspaces (net-1, net-2, old-1, old-2), and the " +
          "membership allows 3. Narrow the rule, or raise the limit in the code.",
      ],
    ]);
    const desired = code({ Net: { matchNames: ["net-*"], maxMoves: 0 } }, recorded);
    expect(compareOrganization(desired, actual)).toMatchObject({ refusals: [], hasDrift: true });
  });

  test("with tags that the service does not report are one error, and nothing is planned for their memberships", () => {
    const actual = organization({
      Default: [{ name: "net-1", tags: null }, "named"],
      Net: [
        { name: "net-2", tags: null },
        { name: "net-3", tags: null },
      ],
      Web: [{ name: "web-1", tags: null }],
    });
    const desired = code(
      {
        Net: { matchNames: ["net-*"], exceptTags: { legacy: "*" }, workspaceNames: ["named"], exclusive: true },
        Web: { matchTags: { team: "web" } },
        Rest: { matchNames: ["*-2", "named", "web*"] },
      },
      { memberships: [recordedMembership("Net", { workspaceIds: ["ws-net-2"] })] },
    );
    const plan = planOrganization(desired, actual);
    expect(refusalsOf(plan)).toEqual([
      [
        "TAGS_NOT_REPORTED",
        'organization "acme"',
        expect.stringContaining(`${membershipOf("Net")}, ${membershipOf("Web")}`),
      ],
      ["WORKSPACE_IN_TWO_PROJECTS", membershipOf("Rest"), expect.stringContaining('"named"')],
    ]);
    expect(movesOf(plan)).toEqual(['web-1: Web → Rest ({"pattern":"web*"})']);
    const drift = compareOrganization({ ...desired, memberships: desired.memberships.slice(0, 2) }, actual);
    expect(drift).toMatchObject({ isComplete: false, actions: [{ kind: "create" }] });
    expect(render(drift, "text", { width: 500 })).toContain("the rest was not compared");
    const json = JSON.parse(render(plan, "json")) as object;
    expect(json).toMatchObject({
      organizations: [{ errors: [{ addresses: [membershipOf("Net"), membershipOf("Web")] }, {}] }],
    });
  });

  test("release what no longer matches, by the map of the state; a dropped membership only what its lists record", () => {
    const actual = organization({ Default: [], Net: ["net-1", "old-1", "old-2", "stranger"] });
    const rule = { matchNames: ["*"] };
    const its = { rule, workspaceIds: ["ws-old-1"], matchedWorkspaces: { "ws-old-2": "old-2", "ws-net-1": "net-1" } };
    const recorded = { memberships: [recordedMembership("Net", its)] };
    expect(movesOf(planOrganization(code({ Net: { matchNames: ["net-*"] } }, recorded), actual))).toEqual([
      "old-1: Net → Default (released)",
      "old-2: Net → Default (released)",
    ]);
    const desired = code({ Net: {} }, recorded);
    expect(movesOf(planOrganization({ ...desired, memberships: [] }, actual))).toEqual([
      "old-1: Net → Default (released)",
    ]);
  });

  test("keep what matches in a project that becomes exclusive, and evict the rest", () => {
    const actual = organization({ Default: [], Net: ["net-1", "stranger"] });
    for (const takeFrom of ["any", "default-project"] as const) {
      const desired = code({ Net: { matchNames: ["net-*"], exclusive: true, takeFrom } });
      expect(movesOf(planOrganization(desired, actual))).toEqual(["stranger: Net → Default (evicted)"]);
    }
  });

  test("move what matches in spite of `ignore`, which concerns only what no membership has", () => {
    const actual = organization({ Default: ["net-1", "sandbox"], Old: ["net-2"] });
    const plan = planOrganization(code({ Net: { matchNames: ["net-*"] } }), actual, {
      ignore: ["net-*", "Old", "sand*"],
    });
    expect(movesOf(plan)).toHaveLength(2);
    expect(plan.coverage).toMatchObject({ workspaces: { managed: 2, total: 2 }, ignored: { workspaces: 1 } });
  });

  test("make up a first deployment, which the error about too many moves describes as one", () => {
    const names = Array.from({ length: 60 }, (_, index) => `net-${index}`);
    const plan = planOrganization(code({ Net: { matchNames: ["net-*"] } }), organization({ Default: names }));
    expect(refusalsOf(plan)[0]![2]).toContain('out of the default project "Default" into 1 project of the code');
  });

  test("compete with a `tfe_workspace` that sets the project of what they select", () => {
    const desired = {
      ...code({ Net: { matchNames: ["net-*"] } }),
      tfeWorkspaces: [
        {
          address: "tfe_workspace.one",
          id: "ws-net-1",
          name: "net-1",
          project: { by: "default" } as const,
          certainty: "moves" as const,
        },
        {
          address: "tfe_workspace.new",
          name: "net-9",
          project: { by: "default" } as const,
          certainty: "moves" as const,
        },
        {
          address: "tfe_workspace.other",
          name: "web-9",
          project: { by: "default" } as const,
          certainty: "moves" as const,
        },
      ],
    };
    const { warnings } = planOrganization(desired, organization({ Default: ["net-1"], Net: [] }));
    expect(warnings).toMatchObject([
      { kind: "two-owners", owners: { conflict: "member", workspaces: ["tfe_workspace.one", "tfe_workspace.new"] } },
    ]);
  });
});

describe("a plan that is made again with what it has selected", () => {
  const before = organization({ Default: ["net-1", "net-2"], Net: ["net-3"], Old: [] });
  const rest = { takeFrom: "default-project" } as const;
  const plans = {
    any: planOrganization(code({ Net: { matchNames: ["net-*"] } }), before),
    "default-project": planOrganization(code({ Net: { matchNames: ["net-*"], ...rest } }), before),
  };
  const again = (plan: Plan, actual: ActualOrganization): Plan => planOrganization(withSelections(plan), actual);

  test.each(Object.entries(plans))("from %s is the same plan", (_, plan) => {
    const same = again(plan, before);
    expect(same).toEqual({ ...plan, desired: withSelections(plan) });
    expect(again(same, before)).toEqual(same);
    expect(changesSince(plan, same)).toEqual([]);
  });

  test.each(Object.entries(plans))("from %s reports what matches since, which waits", (_, plan) => {
    const later = again(plan, organization({ Default: ["net-1", "net-2", "net-9"], Net: ["net-3"], Old: [] }));
    expect(changesSince(plan, later)).toEqual([]);
    expect(movesOf(later)).toEqual(movesOf(plan));
    expect(warningsOf(later)).toEqual([
      `1 workspace (net-9) matches the rule of ${membershipOf("Net")}, but not when the plan was made. It waits for ` +
        "the next plan.",
    ]);
  });

  test.each(Object.entries(plans))("from %s does not depend on whether it still matches", (_, plan) => {
    const later = again(plan, renamed(renamed(before, "net-3", "other"), "net-1", "net-one"));
    expect(later.refusals).toEqual([]);
    expect(changesSince(plan, later)).toEqual([]);
    expect(movesOf(later)).toEqual([
      'net-2: Default → Net ({"pattern":"net-*"})',
      'net-one: Default → Net ({"pattern":"net-*"})',
    ]);
  });

  test.each<[string, ActualOrganization, string[]]>([
    [
      "a workspace to be moved is gone",
      organization({ Default: ["net-1"], Net: ["net-3"], Old: [] }),
      ["move Net", "net-2"],
    ],
    ["one that stays is gone", organization({ Default: ["net-1", "net-2"], Net: [], Old: [] }), ["net-3"]],
    ["one that stays is elsewhere", organization({ Default: ["net-1", "net-2"], Net: [], Old: ["net-3"] }), ["net-3"]],
    [
      "one to be moved is elsewhere",
      organization({ Default: ["net-1"], Net: ["net-3"], Old: ["net-2"] }),
      ["move Net", "net-2"],
    ],
  ])("is stale if %s", (_, later, changed) => {
    const changes = changesSince(plans["default-project"], again(plans["default-project"], later));
    expect(changes).toHaveLength(changed.length);
    expect(changed.filter((it) => !changes.some((line) => line.includes(it)))).toEqual([]);
    expect(changesSince(plans.any, again(plans.any, later))).not.toEqual([]);
  });

  test("of Terraform leaves out what no longer exists, or is elsewhere, with a warning", () => {
    const matched = ["net-1", "net-2", "net-3"].map((name) => ({ id: `ws-${name}`, name }));
    const desired = code({ Net: { matchNames: ["net-*"], takeFrom: "default-project", matched } });
    const plan = planOrganization(desired, organization({ Default: ["net-1", "net-9"], Old: ["net-3"], Net: [] }));
    expect(movesOf(plan)).toEqual(['net-1: Default → Net ({"pattern":"net-*"})']);
    expect(plan.elsewhere).toMatchObject([{ name: "net-3", project: { name: "Old" } }]);
    expect(plan.warnings).toMatchObject([
      { kind: "gone-match", workspaces: [{ id: "ws-net-2" }] },
      { kind: "new-match", workspaces: [{ name: "net-9" }] },
    ]);
    expect(warningsOf(plan)[0]).toBe(
      `1 workspace (net-2) that the plan selects by the rule of ${membershipOf("Net")} no longer exists, so it is left out.`,
    );
  });
});
