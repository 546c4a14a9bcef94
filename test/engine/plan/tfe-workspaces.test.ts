import { isWarning } from "../../../src/diagnostics";
import { messageOf } from "../../../src/model";
import type { DesiredOrganization, TfeWorkspace } from "../../../src/engine/organization";
import { detectDrift, makePlan } from "../../../src/engine/plan/plan";
import type { PlanOptions } from "../../../src/engine/plan/plan-options";
import {
  code,
  droppedProject,
  membershipOf,
  organization,
  PLACEMENT,
  withPlacement,
  type MembershipSpecs,
  type RuleSpec,
} from "./organization-with-rules";

describe("the projects that they set", () => {
  const actual = organization({ Default: ["free"], Net: ["api", "dns", "by-hand"], Web: ["shop"] });

  /** The `tfe_workspace` of the workspace with this name, in the project with that name. */
  function resource(name: string, project: string | undefined, more: Partial<TfeWorkspace> = {}): TfeWorkspace {
    const reference = project === undefined ? {} : { project: { by: "name", name: project } as const };
    return { address: `tfe_workspace.${name}`, id: `ws-${name}`, name, certainty: "moves", ...reference, ...more };
  }

  const projects = { Net: {}, Web: {} };
  const comparedWith = (tfeWorkspaces: readonly TfeWorkspace[], memberships: MembershipSpecs = projects) => {
    const desired = { ...code(memberships), tfeWorkspaces };
    const drift = detectDrift(desired, actual, { strict: true });
    const misplaced = drift.warnings.filter(({ code }) => code === "misplaced").map(messageOf);
    return { drift, misplaced, unmanaged: drift.coverage.unmanagedWorkspaces.map(({ name }) => name) };
  };

  test("a workspace that a tfe_workspace puts into a project counts as managed, by its ID or its name", () => {
    const byName = resource("dns", "Net", { id: undefined, name: "DNS" });
    const { drift, misplaced, unmanaged } = comparedWith([resource("api", "Net"), byName, resource("shop", undefined)]);
    expect(unmanaged).toEqual(["by-hand", "free"]);
    expect(drift.coverage.workspaces).toEqual({ managed: 3, total: 5 });
    expect(drift.unmanagedDrift.workspaces).toBe(1);
    expect(misplaced).toEqual([]);
  });

  test.each([
    ["moves", ["by-hand", "dns", "free", "shop"]],
    // The code sets the project, and a Terraform plan does not show whether it ignores changes.
    ["sets", ["by-hand", "dns", "free", "shop"]],
    // Only the state has the project: the code may set none.
    ["in-state", ["api", "by-hand", "dns", "free", "shop"]],
  ] as const)("a resource that %s a project leaves these unmanaged", (certainty, expected) => {
    expect(comparedWith([resource("api", "Net", { certainty })]).unmanaged).toEqual(expected);
  });

  test("one that is elsewhere is told, and not planned", () => {
    const tfeWorkspaces = [resource("shop", "Net"), resource("api", "Net")];
    const { drift, misplaced } = comparedWith(tfeWorkspaces);
    expect(misplaced).toEqual([
      'A workspace is not where the code of hashicorp/tfe puts it: shop is in "Web", and tfe_workspace.shop ' +
        'sets "Net".' +
        " The next apply of Terraform moves it there; this plan does not.",
    ]);
    const plan = makePlan({ ...code(projects), tfeWorkspaces }, actual);
    expect([plan.actions, plan.errors, drift.actions]).toEqual([[], [], []]);
    expect(plan.warnings).toMatchObject([{ code: "misplaced", data: { addresses: ["tfe_workspace.shop"] } }]);
  });

  test("many that are elsewhere are named in part", () => {
    const names = ["a", "b", "c", "d", "e", "f", "g"];
    const desired = { ...code(projects), tfeWorkspaces: names.map((name) => resource(name, "Net")) };
    const { warnings } = detectDrift(desired, organization({ Default: names, Net: [], Web: [] }));
    const text = warnings.map(messageOf).join();
    expect(text).toMatch(/^7 workspaces are not where the code of hashicorp\/tfe puts them: a is in "Default", and /);
    expect(text).toMatch(/; e is in "Default", and tfe_workspace\.e sets "Net"; and 2 more\. The next apply/);
  });

  test("one that a membership has belongs where that puts it", () => {
    const memberships = { Net: { workspaceNames: ["api"] }, Web: {} };
    const { misplaced, drift } = comparedWith([resource("api", "Web")], memberships);
    expect(misplaced).toEqual([]);
    expect(drift.warnings.map(({ code }) => code)).toEqual(["two-owners"]);
  });

  describe("of workspaces that Terraform destroys and creates", () => {
    const [from, to] = ['tfe_workspace.all["Net/api"]', 'tfe_workspace.all["Web/api"]'];
    const tfeWorkspaces = [resource("api", "Web", { address: to, id: undefined })];
    const recreatedWorkspaces = [{ id: "ws-api", from, to }];

    test("are a caution, and nothing says that Terraform moves them", () => {
      const desired = { ...code(projects), tfeWorkspaces, recreatedWorkspaces };
      const { actions, warnings, coverage } = makePlan(desired, actual);
      expect(actions).toEqual([]);
      expect(warnings).toMatchObject([{ code: "recreated", data: { addresses: [from], recreated: [{ from, to }] } }]);
      expect(warnings.map(messageOf)).toEqual([
        "A workspace is destroyed and created by the next apply of Terraform, and its state is lost, with all runs " +
          `and variables: api (${from} is destroyed, and ${to} has its name). If only an address has changed, a ` +
          "`moved` block keeps it.",
      ]);
      expect(coverage.unmanagedWorkspaces.map(({ name }) => name)).not.toContain("api");
      expect(detectDrift(desired, actual).warnings.map(({ code }) => code)).not.toContain("misplaced");
    });

    test("are named in part if they are many, and those that are gone not at all", () => {
      const names = ["a", "b", "c", "d", "e", "f"];
      const all = [...names, "gone"].map((name) => ({ id: `ws-${name}`, from: `x.${name}`, to: `x.${name}` }));
      const { warnings } = makePlan({ ...code(projects), recreatedWorkspaces: all }, organization({ Default: names }));
      expect(warnings.map(messageOf).join()).toMatch(
        /^6 workspaces are destroyed .*: a \(x\.a is replaced\); .* e \(x\.e is replaced\); and 1 more\.$/,
      );
    });

    test("do not leave a project that is deleted before", () => {
      const desired = code({ Web: {} }, { droppedProjects: [droppedProject("Net")] });
      const { errors } = makePlan({ ...desired, tfeWorkspaces, recreatedWorkspaces }, actual, { maxDeletes: 1 });
      expect(errors.map(messageOf).join()).toContain(
        "still contains 3 workspaces: api, by-hand, dns. Assign them to a project of the code",
      );
    });
  });

  describe("a project that is deleted before Terraform moves its workspaces", () => {
    const moved = [resource("api", "Web"), resource("shop", "Web")];
    const AFTERWARDS =
      "but the deletion comes before the move: keep the project in the configuration, apply the move, and then " +
      "remove the project.";
    const planned = (tfeWorkspaces: readonly TfeWorkspace[], old: readonly string[], options?: PlanOptions) => {
      const desired = code({ Web: {} }, options === undefined ? { droppedProjects: [droppedProject("Old")] } : {});
      const organizationNow = organization({ Default: [], Old: old, Web: ["shop"] });
      return makePlan({ ...desired, tfeWorkspaces }, organizationNow, { maxDeletes: 1, ...options });
    };

    test.each([
      ["that left the code", "was removed from the code", undefined],
      ["that is pruned", "is unmanaged", { prune: true }],
    ])("%s is refused, with what to do first", (_, why, options) => {
      const { errors, warnings } = planned(moved, ["api"], options);
      expect(errors.map(messageOf)).toEqual([
        `The project ${why} and still contains 1 workspace: api. Terraform sets its project (tfe_workspace.api), ${AFTERWARDS}`,
      ]);
      // Not that the next apply of Terraform moves it.
      expect(warnings.filter(({ code }) => code === "misplaced")).toEqual([]);
    });

    test("says which of its workspaces stay", () => {
      const unknown = resource("dns", undefined);
      const stays = resource("here", "Old");
      const { errors } = planned([...moved, unknown, stays], ["api", "by-hand", "dns", "here"], { prune: true });
      expect(errors.map(messageOf)).toEqual([
        "The project is unmanaged and still contains 4 workspaces: api, by-hand, dns, here. Terraform sets the " +
          `project of 2 of them (tfe_workspace.api, tfe_workspace.dns), ${AFTERWARDS} Assign the others to a project of ` +
          "the code.",
      ]);
    });

    test("is deleted if its workspaces are evacuated, and Terraform moves them from there", () => {
      const { actions, errors, warnings } = planned(moved, ["api"], { prune: true, evacuate: true });
      expect(errors).toEqual([]);
      expect(actions).toMatchObject([{ kind: "move", destination: { name: "Default" } }, { kind: "delete" }]);
      expect(warnings.map(messageOf).join("\n")).toContain(
        "The next apply of Terraform moves it there; this plan does",
      );
    });
  });
});

describe("workspaces that memberships have, too", () => {
  const AT = "tfe_workspace.";
  const [TO_NET, TO_WEB] = [
    { by: "id", id: "prj-Net" },
    { by: "id", id: "prj-Web" },
  ] as const;

  /** A `tfe_workspace` of the workspace with this name, which Terraform has created. */
  const known = (name: string, its: Partial<TfeWorkspace> = {}): TfeWorkspace => {
    return { address: `${AT}${name}`, id: `ws-${name}`, name, certainty: "moves", ...its };
  };
  /** One that is not in the state. */
  const fresh = (name: string | undefined, its: Partial<TfeWorkspace> = {}): TfeWorkspace => {
    return { address: `${AT}${name ?? "unnamed"}`, name, certainty: "moves", ...its };
  };

  const actual = organization({ Default: ["a", "b"], Net: ["n"], Web: [] });

  /** `member: Net and a`, for each warning about two owners. */
  function owners(
    memberships: MembershipSpecs,
    tfeWorkspaces: readonly TfeWorkspace[],
    others: Partial<DesiredOrganization> = {},
  ): readonly string[] {
    const desired = { ...code({ Net: {}, Web: {}, ...memberships }), tfeWorkspaces, ...others };
    const { warnings } = makePlan(desired, actual);
    return warnings.filter(isWarning("two-owners")).flatMap(({ data }) => {
      const { owner, workspaces, conflict } = data.owners;
      expect(data.addresses).toEqual([owner, ...workspaces]);
      const of = owner.replace(membershipOf(""), "");
      return [`${conflict}: ${of} and ${workspaces.map((it) => it.replace(AT, "")).join(", ")}`];
    });
  }

  const HAS_A: MembershipSpecs = { Net: { workspaceNames: ["a"] } };
  const ALONE: MembershipSpecs = { Net: { exclusive: true } };

  test.each<[string, MembershipSpecs, readonly TfeWorkspace[], readonly string[]]>([
    ["no tfe_workspace", HAS_A, [], []],
    ["one that sets another project", HAS_A, [known("a", { project: TO_WEB })], ["member: Net and a"]],
    ["one that sets the same project", HAS_A, [known("a", { project: TO_NET })], []],
    ["one that sets the same project by its name", HAS_A, [known("a", { project: { by: "name", name: "net" } })], []],
    ["one that sets a project that is not known", HAS_A, [known("a")], ["member: Net and a"]],
    [
      "one that sets a project that does not exist",
      HAS_A,
      [known("a", { project: { by: "id", id: "x" } })],
      ["member: Net and a"],
    ],
    [
      "one whose code was not read",
      HAS_A,
      [known("a", { project: TO_WEB, certainty: "in-state" })],
      ["unread: Net and a"],
    ],
    ["one that is not in the state, by its name", HAS_A, [fresh("A", { project: TO_WEB })], ["member: Net and A"]],
    ["one of another workspace", HAS_A, [known("b", { project: TO_WEB })], []],
    ["one whose name is not known", HAS_A, [fresh(undefined, { project: TO_WEB })], []],
    ["one that is put into an exclusive project", ALONE, [known("a", { project: TO_NET })], ["exclusive: Net and a"]],
    [
      "one that will be put into an exclusive project",
      ALONE,
      [fresh("new", { project: TO_NET })],
      ["exclusive: Net and new"],
    ],
    ["one that is put into another project", ALONE, [known("a", { project: TO_WEB })], []],
    ["one that is put into a project with others", { Net: {} }, [known("a", { project: TO_NET })], []],
    [
      "one that may be put into an exclusive project",
      ALONE,
      [known("a", { project: TO_NET, certainty: "in-state" })],
      [],
    ],
    ["one whose workspace is gone", ALONE, [known("gone", { project: TO_NET })], []],
    ["one with no name, for an exclusive project", ALONE, [fresh(undefined, { project: TO_NET })], []],
    ["one without a project, beside an exclusive one that is not known", { ...ALONE }, [known("a")], []],
  ])("beside %s, a workspace has the owners in the table", (_, memberships, tfeWorkspaces, expected) => {
    expect(owners(memberships, tfeWorkspaces)).toEqual(expected);
  });

  describe("beside a placement,", () => {
    const DEFAULT = { by: "default" } as const;
    const rule: RuleSpec = { to: "Net", matchNames: ["a", "n*"] };
    const placed = (
      tfeWorkspaces: readonly TfeWorkspace[],
      rules: readonly RuleSpec[],
      its = {},
    ): readonly string[] => {
      const { placements } = withPlacement(code({ Net: {}, Web: {} }), rules, its);
      return owners({}, tfeWorkspaces, { placements }).map((it) => it.replace(PLACEMENT, "all"));
    };

    test.each<[string, TfeWorkspace, readonly string[], readonly string[]]>([
      ["another project", known("a", { project: TO_WEB }), [], ["placed: all and a"]],
      ["the default project", known("a", { project: DEFAULT }), ["placed: all and a"], ["placed: all and a"]],
      ["a project that is not known", known("a"), ["placed: all and a"], ["placed: all and a"]],
      ["the same project", known("a", { project: TO_NET }), [], []],
      ["a project in code that was not read", known("a", { project: DEFAULT, certainty: "in-state" }), [], []],
      ["another project for a new workspace", fresh("new", { project: TO_WEB }), [], ["placed: all and new"]],
      [
        "the default project for a new workspace",
        fresh("new", { project: DEFAULT }),
        ["placed: all and new"],
        ["placed: all and new"],
      ],
      ["the same project for a new workspace", fresh("new", { project: TO_NET }), [], []],
      ["another project for one that no rule matches", fresh("other", { project: TO_WEB }), [], []],
      ["another project for one without a name", fresh(undefined, { project: TO_WEB }), [], []],
    ])("a resource that sets %s is another owner if rules take its workspace again", (_, it, fromDefault, fromAny) => {
      expect(placed([it], [rule])).toEqual(fromDefault);
      expect(placed([it], [rule], { takeFrom: "any" })).toEqual(fromAny);
      expect(placed([it], [{ ...rule, matchTags: { x: "*" } }], { takeFrom: "any" })).toEqual([]);
    });

    test("what Terraform puts elsewhere is left to it, and counts as managed", () => {
      const desired = withPlacement(
        { ...code({ Net: {}, Web: {} }), tfeWorkspaces: [known("a", { project: TO_WEB })] },
        [rule],
      );
      const plan = makePlan(desired, actual);
      expect(plan.actions).toEqual([]);
      expect(plan.warnings).toMatchObject([
        { code: "misplaced", data: { misplaced: [{ workspace: { name: "a" }, to: "Web" }] } },
      ]);
      expect(plan.coverage.unmanagedWorkspaces.map(({ name }) => name)).toEqual(["b"]);
      const there = makePlan(desired, organization({ Default: ["b"], Net: ["n"], Web: ["a"] }));
      expect([there.actions, there.warnings, there.elsewhere]).toEqual([[], [], []]);
    });
  });

  test("the resources of a membership are one warning for each kind of conflict", () => {
    const memberships = { Net: { workspaceNames: ["a", "b"], exclusive: true }, Web: { workspaceNames: ["n"] } };
    const resources = [
      known("a", { project: TO_WEB }),
      known("n", { project: TO_NET }),
      known("b"),
      fresh("new", { project: TO_NET }),
    ];
    expect(owners(memberships, resources)).toEqual([
      "member: Net and a, b",
      "member: Web and n",
      "exclusive: Net and new",
    ]);
  });

  describe("of workspaces that Terraform's plan creates", () => {
    const members = (its: object = {}) => ({ afterApply: { count: 1, created: [`${AT}new`], dependsOn: [], ...its } });
    const creates = (memberships: MembershipSpecs, project: TfeWorkspace["project"] = TO_WEB): readonly string[] =>
      owners(memberships, [fresh("new", { project })], { createdWorkspaces: [{ address: `${AT}new`, name: "new" }] });

    test("the membership has it, if that is certain", () => {
      expect(creates({ Net: members() })).toEqual(["created: Net and new"]);
      expect(creates({ Net: members() }, TO_NET)).toEqual([]);
      expect(creates({ Net: members({ count: 2 }) })).toEqual([]);
      expect(creates({ Net: members({ dependsOn: ["local.ids"] }) })).toEqual([]);
      expect(creates({ Net: members(), Dns: members() })).toEqual([]);
    });

    test("an uncertain membership hides no exclusive project", () => {
      expect(creates({ Net: members({ count: 2 }), Web: { exclusive: true } })).toEqual([]);
      expect(creates({ Web: { exclusive: true } })).toEqual(["exclusive: Web and new"]);
    });
  });
});
