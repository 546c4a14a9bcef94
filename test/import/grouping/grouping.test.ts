import { Grouper, type Grouping } from "../../../src/import/grouping/grouping";
import { layoutOf } from "../../../src/import/grouping/layout";
import { FIXED_WAYS, parseWay, wayText, type Way } from "../../../src/import/grouping/ways";
import { TellingWords } from "../../../src/import/grouping/words";
import { nameKey, type Tag, type Workspace } from "../../../src/model";
import { casesOf, fc } from "../../support/property";
import { firstMatch } from "../first-match";
import { LISTS, workspace } from "./name-lists";

const DEFAULT = "Default Project";

function workspaces(names: readonly string[], tagsOf: (name: string) => readonly Tag[] = () => []): Workspace[] {
  return names.map((name) => workspace(name, { tags: tagsOf(name) }));
}

const numbered = (prefix: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => `${prefix}${index + 1}`);

const way = (text: string): Way => parseWay(text)!;

const groupBy = (all: readonly Workspace[], text: string): Grouping => new Grouper(all, DEFAULT).by(way(text));

/** Groups by the names of their projects: what their rules match, and how many workspaces they have. */
function shown({ groups }: Grouping) {
  return groups.map(({ project, condition, workspaces: { length } }) => [
    project,
    condition?.matchNames ?? condition?.matchTags,
    length,
  ]);
}

const namesOf = (all: readonly Workspace[]): string[] => all.map(({ name }) => name).sort();

describe("published styles of names", () => {
  test.each(LISTS)("$style", ({ workspaces: all, way: text, groups, isRouted }) => {
    const found = groupBy(all, text);
    expect(Object.fromEntries(found.groups.map((it) => [it.project, namesOf(it.workspaces)]))).toEqual(
      Object.fromEntries(Object.entries(groups).map(([project, names]) => [project, [...names].sort()])),
    );
    expect(found.missingTag === undefined).toBe(isRouted);
    expect(found.groups.map(({ condition }) => condition !== undefined)).toContain(isRouted);
  });

  test("the way that a first reader would choose is among the suggested ones", () => {
    const missing = LISTS.filter(({ workspaces: all, way: text }) => {
      const suggested = new Grouper(all, DEFAULT).all().flatMap((it) => [it.way, ...it.alsoBy]);
      return !suggested.map(wayText).includes(text);
    });
    expect(missing).toEqual([]);
  });

  test("901 irregular names have four patterns for each team", () => {
    const { workspaces: all } = LISTS.find(({ style }) => style === "901 irregular names")!;
    expect(all).toHaveLength(901);
    const pay = groupBy(all, "word:1").groups.find(({ project }) => project === "pay")!;
    expect(pay.condition).toEqual({ matchNames: ["*-pay", "*-pay-*", "*_pay_*", "pay*"] });
    expect(namesOf(pay.workspaces)).toEqual(expect.arrayContaining(["prod-pay-cache", "payAlerts", "api-pay"]));
  });
});

describe("by words", () => {
  const group = (text: string, names: readonly string[]) => groupBy(workspaces(names), text);

  test("a group has the n-th word from the front or the end, with those patterns that are needed", () => {
    const names = [...numbered("net-db-", 4), "net-db_x", "net_db-1", ...numbered("net-web-", 5), "vpn"];
    expect(shown(group("word:1", names))).toEqual([["net", ["net-*", "net_*"], 11]]);
    expect(shown(group("word:2", names))).toEqual([
      ["db-project", ["*-db-*", "*-db_*", "*_db-*"], 6],
      ["web", ["*-web-*"], 5],
    ]);
    expect(shown(group("word:-1", [...names, "a-vpn-db", "b-vpn-db"]))[0]).toEqual([
      "db-project",
      ["*-db", "*-db-*", "*-db_*", "*_db-*"],
      8,
    ]);
    expect(shown(group("word:3", names))).toEqual([]);
  });

  test("a name of exactly n words is in the group of these words", () => {
    expect(shown(group("word:1", ["net", ...numbered("net-", 4), "network"]))).toEqual([["net", ["net", "net-*"], 5]]);
  });

  test("a pattern ends at the word, if no other name begins like this, or at the next character", () => {
    const names = [...numbered("net", 12), "netDb", "netWeb"];
    expect(shown(group("word:1", names))).toEqual([["net", ["net*"], 14]]);
    expect(shown(group("word:1", [...names, "network"]))).toEqual([
      ["net", [...numbered("net", 9).map((it) => `${it}*`), "netD*", "netWeb"], 14],
    ]);
  });

  test("case does not matter, and the project has the most frequent spelling", () => {
    expect(shown(group("word:1", ["NET-1", "Net-2", "net-3", "Net-4", "nET-5"]))).toEqual([["Net", ["NET-*"], 5]]);
  });

  test("a group has at least five workspaces", () => {
    expect(shown(group("word:1", numbered("net-", 4)))).toEqual([]);
  });

  test("a name whose own word has no group is in that of another word, if only one has a group", () => {
    const names = [...numbered("net-", 5), ...numbered("web-", 5), "vpn-net", "web-net", "vpn-web-net"];
    const found = group("word:1", names);
    expect(found.groups.map((it) => [it.project, it.workspaces.length])).toEqual([
      ["net", 6],
      ["web", 6],
    ]);
    expect(namesOf(found.left)).toEqual(["vpn-web-net"]);
  });

  test("names that no short list of patterns tells apart are a list", () => {
    const firsts = ["aa", "bb", "ee", "ff", "gg", "hh"];
    const found = group("word:2", [...firsts.map((it) => `${it}-net`), ...firsts.map((it) => `${it}-cc-net`)]);
    expect(shown(found)).toEqual([
      ["cc-project", ["*-cc-*"], 6],
      ["net", undefined, 6],
    ]);
    expect(found.missingTag).toEqual({ key: "project", tagged: 0 });
  });
});

describe("by tag", () => {
  const tagged = (values: readonly string[], key = "team"): Workspace[] =>
    values.flatMap((value, index) => workspaces(numbered(`w${index}-`, 5), () => [{ key, value }]));

  test("there is a group for each value of a key", () => {
    const names = [...numbered("a", 5), ...numbered("b", 6), ...numbered("c", 4), "d"];
    const found = groupBy(
      workspaces(names, (name) => (name === "d" ? [] : [{ key: "team", value: `t-${name.charAt(0)}` }])),
      "tag:team",
    );
    expect(shown(found)).toEqual([
      ["t-a", { team: "t-a" }, 5],
      ["t-b", { team: "t-b" }, 6],
    ]);
    expect([found.covered, found.left.map(({ name }) => name)]).toEqual([11, ["c1", "c2", "c3", "c4", "d"]]);
  });

  test("values with the same project name are groups of one project", () => {
    expect(shown(groupBy(tagged(["net.ops", "Net-Ops", "web"]), "tag:team"))).toEqual([
      ["Net-Ops", { team: "Net-Ops" }, 5],
      ["Net-Ops", { team: "net.ops" }, 5],
      ["web", { team: "web" }, 5],
    ]);
  });

  test("a tag without a value gives a group with the name of its key", () => {
    expect(shown(groupBy(tagged([""], "legacy"), "tag:legacy"))).toEqual([["legacy", { legacy: "" }, 5]]);
  });

  test('a value that a rule cannot have, such as "*", is in no group', () => {
    expect(shown(groupBy(tagged(["*", "a b", "web"]), "tag:team"))).toEqual([["web", { team: "web" }, 5]]);
  });

  test("keys differ in case", () => {
    expect(groupBy(tagged(["web"]), "tag:Team").groups).toEqual([]);
  });
});

describe("by repository", () => {
  const inFolders = (tagsOf: (index: number) => readonly Tag[] = () => []): Workspace[] =>
    numbered("s-", 12).map((name, index) =>
      workspace(name, {
        repository: { owner: "acme", folder: index % 2 === 0 ? "data" : undefined },
        tags: tagsOf(index),
      }),
    );

  test("is a list, if names and tags do not tell the same", () => {
    const found = groupBy(inFolders(), "repository:folder");
    expect(shown(found)).toEqual([["data", undefined, 6]]);
    expect(found.missingTag).toEqual({ key: "project", tagged: 0 });
  });

  test("is a rule, if a tag or prefixes of names tell the same", () => {
    const found = groupBy(
      inFolders((index) => (index % 2 === 0 ? [{ key: "team", value: "data" }] : [])),
      "repository:folder",
    );
    expect([shown(found), found.missingTag]).toEqual([[["data", { team: "data" }, 6]], undefined]);
    expect(shown(groupBy(inFolders(), "repository:owner"))).toEqual([["acme", ["s-*"], 12]]);
  });

  test("names the tag that most workspaces of groups have, no value of it in two groups", () => {
    const tagsOf = (index: number): Tag[] => [
      { key: "id", value: `${index}` },
      { key: "env", value: "prod" },
      ...(index < 10 ? [{ key: "squad", value: index % 2 === 0 ? "data" : "web" }] : []),
    ];
    const found = groupBy(
      inFolders(tagsOf).map((it) => ({ ...it, repository: { folder: it.repository?.folder ?? "web" } })),
      "repository:folder",
    );
    expect(found.groups.map(({ condition }) => condition)).toEqual([undefined, undefined]);
    expect(found.missingTag).toEqual({ key: "squad", tagged: 10 });
  });
});

test("what would be placed in the default project is in no group", () => {
  const found = new Grouper(workspaces([...numbered("core-", 5), ...numbered("net-", 5)]), "Core").by(way("word:1"));
  expect(shown(found)).toEqual([["net", ["net-*"], 5]]);
  expect(found.left).toHaveLength(5);
});

describe("the order of the ways", () => {
  const order = (grouped: readonly Workspace[]) =>
    new Grouper(grouped, DEFAULT).all().map((it) => [wayText(it.way), it.groups.length, it.covered]);
  const tags = (name: string): Tag[] => [{ key: "kind", value: name.replace(/-?\d+$/, "") }];

  test("is by workspaces that they cover, then by fewer groups, then words before tags", () => {
    const names = [...numbered("aa-xx-", 5), ...numbered("aa-yy-", 5), ...numbered("bb-zz-", 10), ...numbered("c", 3)];
    expect(order(workspaces(names, tags))).toEqual([
      ["word:1", 2, 20],
      ["word:2", 3, 20],
      ["tag:kind", 3, 20],
    ]);
  });

  test("has those last whose largest group has more than half", () => {
    const names = [...numbered("aa-xx-", 6), ...numbered("aa-yy-", 6), ...numbered("bb-", 8)];
    expect(order(workspaces(names, tags))).toEqual([
      ["word:-1", 3, 20],
      ["tag:kind", 3, 20],
      ["word:2", 2, 12],
      ["word:1", 2, 20],
      ["word:-2", 1, 12],
    ]);
  });

  test("has ways with the same groups once", () => {
    const [first, ...others] = new Grouper(
      workspaces([...numbered("aa-xx-", 5), ...numbered("bb-yy-", 6)]),
      DEFAULT,
    ).all();
    expect([first, ...others].map((it) => [it?.way, it?.alsoBy].flat().map((each) => each && wayText(each)))).toEqual([
      ["word:1", "word:-2"],
      ["word:2", "word:-1"],
    ]);
  });

  test("has no ways by tags if some are unknown", () => {
    const [first, ...rest] = workspaces([...numbered("a-", 5), ...numbered("b-", 5)], () => [{ key: "k", value: "v" }]);
    expect(order([first!, ...rest]).map(([name]) => name)).toEqual(["word:1", "tag:k"]);
    expect(order([{ ...first!, tags: undefined }, ...rest]).map(([name]) => name)).toEqual(["word:1"]);
  });
});

test.each(["word:0", "word:4", "word:01", "words:1", "word", "tag:", "a tag:x", "name:x", "repository", "", " word:1"])(
  "%j is no way",
  (text) => {
    expect(parseWay(text)).toBeUndefined();
  },
);

/* An independent model, without patterns, conditions and the router: a group is what the definition says. */

function modelGroups(by: Way, all: readonly Workspace[], defaultName: string): Map<string, Workspace[]> {
  const words = new TellingWords(all.map(({ name }) => name));
  const keys = (it: Workspace): string[] => words.of(it.name).map(({ key }) => key);
  const own = (it: Workspace): string | undefined => {
    if (by.by === "word") return keys(it)[by.position > 0 ? by.position - 1 : keys(it).length + by.position];
    if (by.by === "repository") return it.repository?.[by.part]?.toLowerCase();
    const value = it.tags!.find((tag) => tag.key === by.key)?.value;
    // No rule can have this value.
    return value === "*" ? undefined : value;
  };
  const collect = (of: (it: Workspace) => string | undefined): Map<string, Workspace[]> => {
    const found = new Map<string, Workspace[]>();
    for (const it of all) {
      const key = of(it);
      if (key !== undefined) found.set(key, [...(found.get(key) ?? []), it]);
    }
    return found;
  };
  const isGroup = new Set([...collect(own)].filter(([, { length }]) => length >= 5).map(([key]) => key));
  const groups = collect((it) => {
    const key = own(it);
    if (key !== undefined && isGroup.has(key)) return key;
    if (by.by !== "word") return undefined;
    const others = [...new Set(keys(it).filter((word) => isGroup.has(word)))];
    return others.length === 1 ? others[0] : undefined;
  });
  if (by.by !== "tag") groups.delete(defaultName);
  return groups;
}

test("for any workspaces and any ways, the layout places exactly the groups of the first way that has one", () => {
  const word = fc.constantFrom("net", "Net", "NET", "prod", "web", "p", "", "default", "k8s");
  const joint = fc.constantFrom("-", "_", "");
  const anyName = fc
    .tuple(fc.array(fc.tuple(word, joint), { maxLength: 3 }), fc.nat(99))
    .map(([words, end]) => `${words.flat().join("")}${end % 4 === 0 ? "" : end}`)
    .filter((name) => name !== "");
  const anyWorkspaces = fc
    .uniqueArray(
      fc.tuple(
        anyName,
        fc.option(fc.constantFrom("a", "A", "a.b", "a+b", "", "team", "*")),
        fc.constantFrom("acme", "net", undefined),
      ),
      { minLength: 40, maxLength: 120, selector: ([name]) => name.toLowerCase() },
    )
    .map((rows) =>
      rows.map(([name, value, owner]) =>
        workspace(name, {
          tags: value === null ? [] : [{ key: "team", value }],
          repository: owner === undefined ? undefined : { owner },
        }),
      ),
    );
  const anyWay = fc.constantFrom(...FIXED_WAYS, way("tag:team"));
  const existing = fc.constantFrom<readonly string[]>([], ["NET", "A-B"], ["team", "acme"]);
  let [withRules, withLists, withBoth] = [0, 0, 0];
  fc.assert(
    fc.property(anyWorkspaces, fc.tuple(anyWay, anyWay), existing, (all, ways, projects) => {
      const grouper = new Grouper(all, "default");
      const groupings = [grouper.by(ways[0]), grouper.by(ways[1])] as const;
      const layout = layoutOf(
        groupings,
        projects.map((name) => ({ id: `prj-${name}`, name })),
      );
      if (layout.rules.length > 1) withRules += 1;
      if (layout.lists.length > 0) withLists += 1;
      if (layout.listsPrecede) withBoth += 1;

      // The groups are those of the definition.
      const models = ways.map((it) => modelGroups(it, all, "default"));
      const sets = (groups: Iterable<readonly Workspace[]>): string[][] => [...groups].map(namesOf).sort();
      for (const [index, { groups }] of groupings.entries()) {
        expect(sets(groups.map((it) => it.workspaces))).toEqual(sets(models[index]!.values()));
      }
      // Each workspace is where the first way has it.
      const placed = new Map<string, string>();
      for (const { project, workspaces: listed } of layout.lists) {
        for (const { name } of listed) placed.set(name, nameKey(project.name));
      }
      for (const it of all) {
        const rule = firstMatch(layout.rules, it);
        if (rule !== undefined && !placed.has(it.name)) placed.set(it.name, nameKey(rule.project.name));
      }
      for (const it of all) {
        const group = groupings.map(({ groups }) => groups.find((each) => each.workspaces.includes(it)));
        expect(placed.get(it.name)).toBe(nameKey((group[0] ?? group[1])?.project ?? "") || undefined);
      }
      expect(namesOf(layout.left)).toEqual(namesOf(all.filter(({ name }) => !placed.has(name))));
      expect(layout.taken.reduce((sum, it) => sum + it.workspaces, 0)).toBe(placed.size);
      // A project that exists is not made.
      const taken = new Set(projects.map((it) => it.toLowerCase()));
      expect(layout.created.filter(({ name }) => taken.has(name.toLowerCase()))).toEqual([]);
      // The order of the service's list does not matter.
      expect(new Grouper([...all].reverse(), "default").by(ways[0])).toEqual(groupings[0]);
    }),
    { numRuns: casesOf(150) },
  );
  expect(Math.min(withRules, withLists)).toBeGreaterThan(20);
  expect(withBoth).toBeGreaterThan(3);
});

test("rules that would place workspaces otherwise are a defect", () => {
  const [one, other] = [workspaces(numbered("net-", 5)), workspaces(numbered("net-prod-", 5))];
  const groups = [
    { project: "net", condition: { matchNames: ["net-*"] }, workspaces: one },
    { project: "prod", condition: { matchNames: ["net-prod-*"] }, workspaces: other },
  ];
  const grouping = { way: way("word:1"), alsoBy: [], groups, covered: 10, left: [], missingTag: undefined };
  expect(() => layoutOf([grouping], [])).toThrow("route net-prod-1 otherwise");
  expect(layoutOf([{ ...grouping, groups: [...groups].reverse() }], []).rules).toHaveLength(2);
  expect(() => layoutOf([{ ...grouping, groups: [groups[1]!], left: workspaces(["net-prod-x"]) }], [])).toThrow(
    "otherwise",
  );
});
