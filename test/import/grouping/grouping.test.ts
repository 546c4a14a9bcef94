import { findGroupings, groupWorkspaces, type Grouping } from "../../../src/import/grouping/grouping";
import { placeGroups } from "../../../src/import/grouping/placed-groups";
import { parseWay, wayText, type Way } from "../../../src/import/grouping/way";
import type { Tag, Workspace } from "../../../src/model";
import { casesOf, fc } from "../../support/property";
import { firstMatch } from "../first-match";

const DEFAULT = "Default Project";

function workspaces(names: readonly string[], tagsOf: (name: string) => readonly Tag[] = () => []): Workspace[] {
  return names.map((name, index) => ({
    id: `ws-${index}`,
    name,
    projectId: "prj-default",
    organization: "acme",
    tags: tagsOf(name),
  }));
}

const numbered = (prefix: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => `${prefix}${index + 1}`);

const way = (text: string): Way => parseWay(text)!;

/** Groups by the names of their projects: what their rules match, and how many workspaces they have. */
function shown({ groups }: Grouping) {
  return groups.map(({ project, condition, workspaces: { length } }) => [
    project,
    condition.matchNames ?? condition.matchTags,
    length,
  ]);
}

describe("by words", () => {
  const group = (text: string, names: readonly string[]) => groupWorkspaces(workspaces(names), way(text), DEFAULT);

  test("a group is the text before the n-th separator, with those patterns that occur", () => {
    const names = [...numbered("net-prod-", 4), "net-prod_x", "net_prod-1", ...numbered("net-test-", 5), "web"];
    expect(shown(group("words:1", names))).toEqual([["net", ["net-*", "net_*"], 11]]);
    expect(shown(group("words:2", names))).toEqual([
      ["net-prod", ["net-prod-*", "net-prod_*"], 5],
      ["net-test", ["net-test-*"], 5],
    ]);
    expect(shown(group("words:3", names))).toEqual([]);
    expect(group("words:2", names).left.map(({ name }) => name)).toEqual(["net_prod-1", "web"]);
  });

  test("a name of exactly n words is in the group of these words", () => {
    const names = ["net", ...numbered("net-", 4), "network"];
    expect(shown(group("words:1", names))).toEqual([["net", ["net", "net-*"], 5]]);
    expect(shown(group("words:2", ["net-prod", ...numbered("net-prod_", 4), "net"]))).toEqual([
      ["net-prod", ["net-prod", "net-prod_*"], 5],
    ]);
  });

  test("case does not matter, and the project has the most frequent spelling", () => {
    expect(shown(group("words:1", ["NET-1", "Net-2", "net-3", "Net-4", "nET-5"]))).toEqual([["Net", ["Net-*"], 5]]);
  });

  test("a group has at least five workspaces, and a text before its separator", () => {
    expect(shown(group("words:1", numbered("net-", 4)))).toEqual([]);
    expect(shown(group("words:1", numbered("-net-", 5)))).toEqual([]);
    expect(shown(group("words:2", numbered("-net-", 5)))).toEqual([["-net", ["-net-*"], 5]]);
  });
});

describe("by tag", () => {
  const tagged = (values: readonly string[], key = "team"): Workspace[] =>
    values.flatMap((value, index) => workspaces(numbered(`w${index}-`, 5), () => [{ key, value }]));

  test("there is a group for each value of a key", () => {
    const names = [...numbered("a", 5), ...numbered("b", 6), ...numbered("c", 4), "d"];
    const found = groupWorkspaces(
      workspaces(names, (name) => (name === "d" ? [] : [{ key: "team", value: `t-${name.charAt(0)}` }])),
      way("tag:team"),
      DEFAULT,
    );
    expect(shown(found)).toEqual([
      ["t-a", { team: "t-a" }, 5],
      ["t-b", { team: "t-b" }, 6],
    ]);
    expect([found.covered, found.left.map(({ name }) => name)]).toEqual([11, ["c1", "c2", "c3", "c4", "d"]]);
  });

  test("values with the same project name are groups of one project", () => {
    expect(shown(groupWorkspaces(tagged(["net.ops", "Net-Ops", "web"]), way("tag:team"), DEFAULT))).toEqual([
      ["Net-Ops", { team: "Net-Ops" }, 5],
      ["Net-Ops", { team: "net.ops" }, 5],
      ["web", { team: "web" }, 5],
    ]);
  });

  test("a tag without a value gives a group with the name of its key", () => {
    expect(shown(groupWorkspaces(tagged([""], "legacy"), way("tag:legacy"), DEFAULT))).toEqual([
      ["legacy", { legacy: "" }, 5],
    ]);
  });

  test('a value that a rule cannot have, such as "*", is in no group', () => {
    expect(shown(groupWorkspaces(tagged(["*", "a b", "web"]), way("tag:team"), DEFAULT))).toEqual([
      ["web", { team: "web" }, 5],
    ]);
  });

  test("keys differ in case", () => {
    expect(groupWorkspaces(tagged(["web"]), way("tag:Team"), DEFAULT).groups).toEqual([]);
  });
});

test("what would be placed in the default project is in no group", () => {
  const found = groupWorkspaces(workspaces([...numbered("core-", 5), ...numbered("net-", 5)]), way("words:1"), "Core");
  expect(shown(found)).toEqual([["net", ["net-*"], 5]]);
  expect(found.left).toHaveLength(5);
});

describe("the order of the ways", () => {
  const order = (grouped: readonly Workspace[]) =>
    findGroupings(grouped, DEFAULT).map((it) => [wayText(it.way), it.groups.length, it.covered]);
  const tags = (name: string): Tag[] => [{ key: "kind", value: name.replace(/\d+$/, "").replace(/-$/, "") }];

  test("is by workspaces that they cover, then by fewer groups, then words before tags", () => {
    const names = [...numbered("a-x-", 5), ...numbered("a-y-", 5), ...numbered("b-z-", 10), ...numbered("c", 3)];
    expect(order(workspaces(names, tags))).toEqual([
      ["words:1", 2, 20],
      ["words:2", 3, 20],
      ["tag:kind", 3, 20],
    ]);
  });

  test("has those last whose largest group has more than half", () => {
    const names = [...numbered("a-x-", 6), ...numbered("a-y-", 6), ...numbered("b-", 8)];
    expect(order(workspaces(names, tags))).toEqual([
      ["tag:kind", 3, 20],
      ["words:2", 2, 12],
      ["words:1", 2, 20],
    ]);
  });

  test("has no ways by tags if some are unknown", () => {
    const [first, ...rest] = workspaces([...numbered("a-", 5), ...numbered("b-", 5)], () => [{ key: "k", value: "v" }]);
    expect(order([first!, ...rest]).map(([name]) => name)).toEqual(["words:1", "tag:k"]);
    expect(order([{ ...first!, tags: undefined }, ...rest]).map(([name]) => name)).toEqual(["words:1"]);
  });
});

test.each(["words:0", "words:4", "words:01", "words", "tag:", "name:x", "", " words:1"])("%j is no way", (text) => {
  expect(parseWay(text)).toBeUndefined();
});

/* An independent model, without the router: a group is what the definition says. */

const groupIn = {
  words: (count: number, { name }: Workspace): string | undefined =>
    new RegExp(`^((?:[^-_]*[-_]){${count - 1}}[^-_]*)(?:[-_].*)?$`).exec(name)?.[1]?.toLowerCase(),
  tag: (key: string, { tags }: Workspace): string | undefined => tags!.find((tag) => tag.key === key)?.value,
};

function modelGroup(it: Way, workspace: Workspace): string | undefined {
  if (it.by === "tag") return groupIn.tag(it.key, workspace);
  const text = groupIn.words(it.count, workspace);
  return text === "" ? undefined : text;
}

test("for any workspaces and any way, the rules place exactly the groups, and nothing else", () => {
  const word = fc.constantFrom("net", "Net", "NET", "prod", "p", "", "default");
  const anyName = fc
    .tuple(fc.array(fc.tuple(word, fc.constantFrom("-", "_")), { maxLength: 3 }), fc.nat(99))
    .map(([words, end]) => `${words.flat().join("")}${end % 4 === 0 ? "" : end}`)
    .filter((name) => name !== "");
  const anyWorkspaces = fc
    .uniqueArray(fc.tuple(anyName, fc.option(fc.constantFrom("a", "A", "a.b", "a+b", "", "team", "*"))), {
      minLength: 40,
      maxLength: 120,
      selector: ([name]) => name.toLowerCase(),
    })
    .map((rows) => {
      const values = new Map(rows);
      return workspaces([...values.keys()], (name) => {
        const value = values.get(name);
        return value === null || value === undefined ? [] : [{ key: "team", value }];
      });
    });
  const ways = fc.constantFrom(...["words:1", "words:2", "words:3", "tag:team"].map(way));
  const existing = fc.constantFrom<readonly string[]>([], ["NET", "A-B"], ["team", "net-prod"]);
  let withSeveral = 0;
  fc.assert(
    fc.property(anyWorkspaces, ways, existing, (all, by, projects) => {
      const grouping = groupWorkspaces(all, by, "default");
      const { rules, projects: created } = placeGroups(
        grouping,
        projects.map((name) => ({ name })),
      );
      if (rules.length > 1) withSeveral += 1;
      const members = new Map<string, Workspace[]>();
      for (const it of all) {
        const group = modelGroup(by, it);
        // No project can have these names, or rules these values.
        if (group === undefined || group === "*" || (by.by === "words" && group === "default")) continue;
        members.set(group, [...(members.get(group) ?? []), it]);
      }
      const expected = [...members.values()].filter(({ length }) => length >= 5);
      const byId = (list: readonly Workspace[]): string[] => list.map(({ id }) => id).sort();
      const placed = rules.map((rule) => all.filter((it) => firstMatch(rules, it) === rule));
      expect(placed.map(byId).sort()).toEqual(expected.map(byId).sort());
      expect(rules.map((rule) => byId(rule.workspaces)).sort()).toEqual(expected.map(byId).sort());
      expect(byId(grouping.left)).toEqual(byId(all.filter((it) => firstMatch(rules, it) === undefined)));
      expect(grouping.covered + grouping.left.length).toBe(all.length);
      // A project that exists is not made.
      const taken = new Set(projects.map((it) => it.toLowerCase()));
      expect(created.filter(({ name }) => taken.has(name.toLowerCase()))).toEqual([]);
      for (const { project } of rules) {
        if (typeof project === "string") expect(projects).toContain(project);
        else expect(created).toContain(project);
      }
      // The order of the service's list does not matter.
      expect(groupWorkspaces([...all].reverse(), by, "default")).toEqual(grouping);
    }),
    { numRuns: casesOf(300) },
  );
  expect(withSeveral).toBeGreaterThan(20);
});

test("rules that would place workspaces otherwise are a defect", () => {
  const [one, other] = [workspaces(numbered("net-", 5)), workspaces(numbered("net-prod-", 5))];
  const groups = [
    { project: "net", condition: { matchNames: ["net-*"] }, workspaces: one },
    { project: "prod", condition: { matchNames: ["net-prod-*"] }, workspaces: other },
  ];
  const grouping = { way: way("words:1"), groups, covered: 10, left: [] };
  expect(() => placeGroups(grouping, [])).toThrow("route net-prod-1 otherwise");
  expect(placeGroups({ ...grouping, groups: [...groups].reverse() }, []).rules).toHaveLength(2);
  expect(() => placeGroups({ ...grouping, groups: [groups[1]!], left: other }, [])).toThrow("otherwise");
});
