import type { DesiredOrganization, TfeWorkspace } from "../../../src/engine/organization";
import { planOrganization } from "../../../src/engine/plan/plan";
import { code, membershipOf, organization, type MembershipSpecs } from "./organization-with-rules";

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
  const { warnings } = planOrganization({ ...code(memberships), tfeWorkspaces, ...others }, actual);
  return warnings.flatMap((warning) => {
    if (warning.kind !== "two-owners") return [];
    const { membership, workspaces, conflict } = warning.owners;
    expect(warning.addresses).toEqual([membership, ...workspaces]);
    const of = membership.replace(membershipOf(""), "");
    return [`${conflict}: ${of} and ${workspaces.map((it) => it.replace(AT, "")).join(", ")}`];
  });
}

const HAS_A: MembershipSpecs = { Net: { workspaceNames: ["a"] } };
const BY_RULE: MembershipSpecs = { Net: { matchNames: ["n*"] } };
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
    [known("a", { project: TO_WEB, certainty: "recorded" })],
    ["unread: Net and a"],
  ],
  ["one that is not in the state, by its name", HAS_A, [fresh("A", { project: TO_WEB })], ["member: Net and A"]],
  ["one of another workspace", HAS_A, [known("b", { project: TO_WEB })], []],
  ["one whose name is not known", HAS_A, [fresh(undefined, { project: TO_WEB })], []],
  ["one that a rule will match", BY_RULE, [fresh("new", { project: TO_WEB })], ["member: Net and new"]],
  ["one that a rule will match, in its project", BY_RULE, [fresh("new", { project: TO_NET })], []],
  ["one that a rule will not match", BY_RULE, [fresh("other", { project: TO_WEB })], []],
  [
    "one whose name is not known, beside a rule",
    { Net: { matchNames: ["*"], takeFrom: "default-project" } },
    [fresh(undefined)],
    [],
  ],
  [
    "one that a rule leaves where it is",
    { Net: { matchNames: ["n*"], takeFrom: "default-project" } },
    [fresh("new", { project: TO_WEB })],
    [],
  ],
  [
    "one that a rule matches if it gets tags",
    { Net: { matchNames: ["n*"], matchTags: { a: "*" } } },
    [fresh("new", { project: TO_WEB })],
    [],
  ],
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
    [known("a", { project: TO_NET, certainty: "recorded" })],
    [],
  ],
  ["one whose workspace is gone", ALONE, [known("gone", { project: TO_NET })], []],
  ["one with no name, for an exclusive project", ALONE, [fresh(undefined, { project: TO_NET })], []],
  ["one without a project, beside an exclusive one that is not known", { ...ALONE }, [known("a")], []],
])("beside %s, a workspace has the owners in the table", (_, memberships, tfeWorkspaces, expected) => {
  expect(owners(memberships, tfeWorkspaces)).toEqual(expected);
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

  test("an uncertain membership hides no rule and no exclusive project", () => {
    expect(creates({ Net: members({ count: 2 }), Web: { exclusive: true } })).toEqual([]);
    expect(creates({ Web: { exclusive: true } })).toEqual(["exclusive: Web and new"]);
  });
});
