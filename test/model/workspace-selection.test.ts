import {
  isNamed,
  matchText,
  needsTags,
  conditionText,
  select,
  WorkspaceIndex,
  type SelectionRule,
  type Tag,
  type Workspace,
} from "../../src/model";

import { casesOf, fc } from "../support/property";

const DEFAULT = "prj-default";
const OWN = "prj-own";
const OTHER = "prj-other";

interface Given {
  readonly projectId?: string;
  readonly tags?: readonly Tag[] | undefined;
}

/** A workspace whose ID is its name. */
function workspace(name: string, { projectId = DEFAULT, tags = [] }: Given = {}): Workspace {
  return { id: `ws-${name}`, name, projectId, organization: "acme", tags };
}

function tagged(name: string, tags: Readonly<Record<string, string>>, projectId = DEFAULT): Workspace {
  return workspace(name, { projectId, tags: Object.entries(tags).map(([key, value]) => ({ key, value })) });
}

function selection(
  workspaces: readonly Workspace[],
  rule: SelectionRule | undefined,
  { ids = [] as string[], names = [] as string[], own = [OWN] } = {},
) {
  const places = { defaultProjectId: DEFAULT, own };
  return select({ workspaceIds: ids, workspaceNames: names, rule }, new WorkspaceIndex(workspaces), places);
}

/** The names of the workspaces that a rule selects, with nothing in the lists. */
function matched(workspaces: readonly Workspace[], rule: SelectionRule): readonly string[] {
  return selection(workspaces, rule).selected.map((it) => it.workspace.name);
}

const NET = [workspace("net-1"), workspace("NET-2"), workspace("my-net-3"), workspace("web")];

describe("matching by name", () => {
  test("ignores case, in the pattern and in the name", () => {
    expect(matched(NET, { matchNames: ["net-*"] })).toEqual(["net-1", "NET-2"]);
    expect(matched(NET, { matchNames: ["Net-*"] })).toEqual(["net-1", "NET-2"]);
  });

  test("takes one pattern of several", () => {
    expect(matched(NET, { matchNames: ["w*b", "*-net-*"] })).toEqual(["my-net-3", "web"]);
  });

  test("takes a pattern without a wildcard as a name", () => {
    expect(matched(NET, { matchNames: ["web", "net"] })).toEqual(["web"]);
  });

  test("leaves out what one of the exceptions matches", () => {
    expect(matched(NET, { matchNames: ["*net*"], exceptNames: ["my-*", "net-2"] })).toEqual(["net-1"]);
  });
});

describe("matching by tags", () => {
  const WORKSPACES = [
    tagged("a", { team: "net", env: "prod" }),
    tagged("b", { team: "net", env: "test" }),
    tagged("c", { team: "web", env: "prod" }),
    tagged("d", { env: "" }),
    tagged("e", {}),
  ];

  test("requires all tags", () => {
    expect(matched(WORKSPACES, { matchTags: { team: "net" } })).toEqual(["a", "b"]);
    expect(matched(WORKSPACES, { matchTags: { team: "net", env: "prod" } })).toEqual(["a"]);
  });

  test("takes an asterisk for any value, also none, and no value for no value", () => {
    expect(matched(WORKSPACES, { matchTags: { env: "*" } })).toEqual(["a", "b", "c", "d"]);
    expect(matched(WORKSPACES, { matchTags: { env: "" } })).toEqual(["d"]);
  });

  test("takes an asterisk in a longer value as it is, and minds case", () => {
    expect(matched(WORKSPACES, { matchTags: { env: "pro*" } })).toEqual([]);
    expect(matched(WORKSPACES, { matchTags: { Team: "net" } })).toEqual([]);
    expect(matched(WORKSPACES, { matchTags: { team: "Net" } })).toEqual([]);
  });

  test("requires one pattern and all tags, if there are both", () => {
    expect(matched(WORKSPACES, { matchNames: ["a", "c"], matchTags: { team: "net" } })).toEqual(["a"]);
  });

  test("leaves out what has any of the excepted tags", () => {
    expect(matched(WORKSPACES, { matchNames: ["*"], exceptTags: { team: "web", env: "test" } })).toEqual([
      "a",
      "d",
      "e",
    ]);
    expect(matched(WORKSPACES, { matchTags: { team: "net" }, exceptTags: { env: "*" } })).toEqual([]);
  });
});

describe("a workspace in the lists", () => {
  test("is selected whatever the exceptions are, and wherever it is", () => {
    const workspaces = [tagged("net-1", { legacy: "" }, OTHER), workspace("net-2", { projectId: OTHER })];
    const rule = {
      matchNames: ["net-*"],
      exceptNames: ["*-1"],
      exceptTags: { legacy: "*" },
      takeFrom: "default-project",
    } as const;
    expect(selection(workspaces, rule, { ids: ["ws-net-1"], names: ["NET-2"] })).toMatchObject({
      selected: [
        { workspace: { name: "net-1" }, reason: { by: "id" } },
        { workspace: { name: "net-2" }, reason: { by: "name" } },
      ],
      elsewhere: [],
    });
  });

  test("counts as named if it matches, too, and is selected once", () => {
    const { selected } = selection(NET, { matchNames: ["net-*"] }, { ids: ["ws-net-1"], names: ["net-1"] });
    expect(selected.map((it) => [it.workspace.name, it.reason.by])).toEqual([
      ["net-1", "id"],
      ["NET-2", "rule"],
    ]);
  });

  test("is missing if no workspace has its ID or name", () => {
    expect(selection(NET, undefined, { ids: ["ws-net-1", "ws-x"], names: ["Web", "y"] })).toMatchObject({
      selected: [{ workspace: { name: "net-1" } }, { workspace: { name: "web" } }],
      missingIds: ["ws-x"],
      missingNames: ["y"],
    });
  });

  test("is named, in whichever case", () => {
    const lists = { workspaceIds: ["ws-1"], workspaceNames: ["Api"] };
    expect(isNamed(lists, { id: "ws-1", name: "web" })).toBe(true);
    expect(isNamed(lists, { id: "ws-2", name: "aPI" })).toBe(true);
    expect(isNamed(lists, { id: "WS-1", name: "web" })).toBe(false);
  });
});

describe("from the default project", () => {
  const WORKSPACES = [
    workspace("net-waiting"),
    workspace("net-inside", { projectId: OWN }),
    workspace("net-elsewhere", { projectId: OTHER }),
    workspace("web-elsewhere", { projectId: OTHER }),
  ];
  const RULE = { matchNames: ["net-*"], takeFrom: "default-project" } as const;

  test("those are taken that are there, or in the membership's own project; others are listed", () => {
    const { selected, elsewhere } = selection(WORKSPACES, RULE);
    expect(selected.map((it) => it.workspace.name)).toEqual(["net-waiting", "net-inside"]);
    expect(elsewhere).toMatchObject([
      { workspace: { name: "net-elsewhere" }, reason: { by: "rule", pattern: "net-*" } },
    ]);
  });

  test("both projects are its own when the project changes, and none before it exists", () => {
    const inBoth = selection(WORKSPACES, RULE, { own: [OWN, OTHER] });
    expect(inBoth.selected.map((it) => it.workspace.name)).toEqual(["net-waiting", "net-inside", "net-elsewhere"]);
    const before = selection(WORKSPACES, RULE, { own: [] });
    expect(before.selected.map((it) => it.workspace.name)).toEqual(["net-waiting"]);
    expect(before.elsewhere.map((it) => it.workspace.name)).toEqual(["net-inside", "net-elsewhere"]);
  });

  test("without it, they are taken from everywhere", () => {
    for (const takeFrom of ["any", undefined] as const) {
      const { selected, elsewhere } = selection(WORKSPACES, { matchNames: ["net-*"], takeFrom });
      expect(selected.map((it) => it.workspace.name)).toEqual(["net-waiting", "net-inside", "net-elsewhere"]);
      expect(elsewhere).toEqual([]);
    }
  });
});

describe("without the tags of a workspace", () => {
  const UNKNOWN = { ...workspace("net-1"), tags: undefined };

  test("a rule with tags cannot be evaluated, and does not select it", () => {
    expect(selection([UNKNOWN], { matchTags: { team: "net" } })).toMatchObject({ selected: [], lacksTags: true });
    expect(selection([UNKNOWN], { matchNames: ["net-*"], exceptTags: { legacy: "*" } })).toMatchObject({
      selected: [],
      lacksTags: true,
    });
  });

  test("a rule can be evaluated if the name, the exceptions, the place or the lists decide", () => {
    const matchTags = { team: "net" };
    const decided: readonly [SelectionRule, { names?: string[] }][] = [
      [{ matchNames: ["web-*"], matchTags }, {}],
      [{ matchTags, exceptNames: ["net-*"] }, {}],
      [{ matchTags }, { names: ["net-1"] }],
      [{ matchNames: ["net-*"] }, {}],
    ];
    for (const [rule, lists] of decided) {
      expect(selection([UNKNOWN], rule, lists)).toMatchObject({ lacksTags: false });
    }
    const elsewhere = { ...UNKNOWN, projectId: OTHER };
    expect(selection([elsewhere], { matchTags, takeFrom: "default-project" })).toMatchObject({
      selected: [],
      elsewhere: [],
      lacksTags: false,
    });
  });

  test("only tags in the rule need them", () => {
    expect(needsTags({ matchNames: ["*"], exceptNames: ["a"], takeFrom: "any", maxMoves: 1 })).toBe(false);
    expect(needsTags({ matchTags: { a: "" } })).toBe(true);
    expect(needsTags({ matchNames: ["a*"], exceptTags: { a: "" } })).toBe(true);
  });
});

test.each<[SelectionRule, string]>([
  [{ matchNames: ["web", "net-*"] }, 'matches "net-*"'],
  [{ matchTags: { team: "net" } }, "has tag team=net"],
  [{ matchTags: { team: "net", legacy: "" } }, "has tags team=net, legacy"],
  [{ matchNames: ["NET-*"], matchTags: { team: "*" } }, 'matches "NET-*" and has tag team=*'],
])("the reason of %j is %s", (rule, text) => {
  const [selected] = selection([tagged("net-1", { team: "net", legacy: "" })], rule).selected;
  expect(selected?.reason.by === "rule" ? matchText(selected.reason) : selected?.reason.by).toBe(text);
});

test.each<[SelectionRule, string]>([
  [{ matchNames: ["net-*"] }, 'matches "net-*"'],
  [{ matchNames: ["net-*", "web"], matchTags: { team: "net" } }, 'matches "net-*" or "web" and has tag team=net'],
  [{ matchTags: { legacy: "", team: "*" }, exceptNames: ["a"] }, "has tags legacy, team=*"],
])("%j is in words: %s", (rule, text) => {
  expect(conditionText(rule)).toBe(text);
});

test("without a rule, only the lists select", () => {
  expect(selection(NET, undefined)).toEqual({
    selected: [],
    missingIds: [],
    missingNames: [],
    elsewhere: [],
    lacksTags: false,
  });
});

test("the index changes nothing about what a rule matches, nor about the order", () => {
  const text = (maxLength: number) => fc.string({ unit: fc.constantFrom("a", "b", "B", "-"), minLength: 1, maxLength });
  const pattern = fc.string({ unit: fc.constantFrom("a", "b", "-", "*", "A"), minLength: 1, maxLength: 5 });
  const tags = fc.dictionary(fc.constantFrom("k", "l"), fc.constantFrom("", "x", "y"));
  const wanted = fc.dictionary(fc.constantFrom("k", "l"), fc.constantFrom("", "x", "*"), { minKeys: 1 });
  const rules = fc.record(
    {
      matchNames: fc.array(pattern, { minLength: 1, maxLength: 3 }),
      matchTags: wanted,
      exceptNames: fc.array(pattern, { maxLength: 2 }),
      exceptTags: wanted,
    },
    { requiredKeys: [] },
  );
  const names = fc.uniqueArray(fc.tuple(text(5), fc.option(tags)), {
    maxLength: 20,
    selector: ([name]) => name.toLowerCase(),
  });
  const holds = (own: Readonly<Record<string, string>>, [key, value]: readonly [string, string]): boolean =>
    Object.hasOwn(own, key) && (value === "*" || own[key] === value);
  const matchesOne = (patterns: readonly string[], name: string): boolean =>
    patterns.some((it) => new RegExp(`^${it.replaceAll("*", ".*")}$`, "i").test(name));
  fc.assert(
    fc.property(names, rules, (all, rule) => {
      const { matchNames, matchTags = {}, exceptNames = [], exceptTags = {} } = rule;
      const byName = all.filter(
        ([name]) => (matchNames === undefined || matchesOne(matchNames, name)) && !matchesOne(exceptNames, name),
      );
      const expected = byName.filter(
        ([, own]) =>
          (own !== null || !needsTags(rule)) &&
          Object.entries(matchTags).every((tag) => holds(own ?? {}, tag)) &&
          !Object.entries(exceptTags).some((tag) => holds(own ?? {}, tag)),
      );
      const workspaces = all.map(([name, own]) => ({ ...tagged(name, own ?? {}), ...(own === null && UNTAGGED) }));
      const found = selection(workspaces, rule);
      expect(found.selected.map((it) => it.workspace.name)).toEqual(expected.map(([name]) => name));
      expect(found.lacksTags).toBe(needsTags(rule) && byName.some(([, own]) => own === null));
    }),
    { numRuns: casesOf(1000) },
  );
});

const UNTAGGED = { tags: undefined };
