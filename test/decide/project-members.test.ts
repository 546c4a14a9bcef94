import { ProjectMembers } from "../../src/decide";

type Memberships = readonly (readonly [label: string, project: string, exclusive: boolean])[];

const membersOf = (memberships: Memberships): ProjectMembers<string> => {
  const members = new ProjectMembers<string>();
  for (const [label, project, exclusive] of memberships) members.add(label, project, { exclusive });
  return members;
};

test.each<[string, Memberships, readonly (readonly string[])[]]>([
  [
    "are the only ones of their projects",
    [
      ["a", "1", true],
      ["b", "2", true],
    ],
    [],
  ],
  [
    "share a project, and none is exclusive",
    [
      ["a", "1", false],
      ["b", "1", false],
    ],
    [],
  ],
  [
    "share a project, and one is exclusive",
    [
      ["a", "1", false],
      ["b", "1", true],
      ["c", "1", false],
    ],
    [["b", "a", "c"]],
  ],
  [
    "share a project, and several are exclusive",
    [
      ["a", "1", true],
      ["b", "1", true],
    ],
    [["a", "b"]],
  ],
  [
    "share several projects",
    [
      ["a", "1", true],
      ["b", "2", false],
      ["c", "1", false],
      ["d", "2", true],
    ],
    [
      ["a", "c"],
      ["d", "b"],
    ],
  ],
])("exclusive memberships conflict with others if they %s", (_, memberships, expected) => {
  const members = membersOf(memberships);
  const conflicts = members.shared.map((it) => [it.at, ...it.others].map(({ resource }) => resource));
  expect(conflicts).toEqual(expected);
  for (const [label, project] of memberships) {
    const others = conflicts.find((labels) => labels.includes(label))?.filter((it) => it !== label) ?? [];
    expect(members.sharingWith(label, project)).toHaveLength(others.length);
  }
  expect(members.placedInExclusive).toEqual([]);
});

test("rules conflict with the exclusive membership of their project, in either order", () => {
  const [list, open, rules] = [{ exclusive: true }, { exclusive: false }, { exclusive: false, rules: [1, 3] }];
  for (const order of [
    ["list", "rules"],
    ["rules", "list"],
  ]) {
    const members = new ProjectMembers<string>();
    for (const resource of order) members.add(resource, "1", resource === "list" ? list : rules);
    members.add("others", "2", rules);
    members.add("open", "2", open);
    expect(members.placedInExclusive).toEqual([
      { at: { resource: "rules", entry: rules }, others: [{ resource: "list", entry: list }] },
    ]);
    expect(members.shared).toEqual([]);
    expect([members.placedWith("list", "1"), members.placedWith("rules", "1")]).toEqual([[rules], [list]]);
    expect([members.placedWith("open", "2"), members.placedWith("nobody", "3")]).toEqual([[], []]);
    members.add("list", "1", open);
    expect(members.placedInExclusive).toEqual([]);
  }
});

test("a resource learns only of conflicts that concern it", () => {
  const members = new ProjectMembers<string>();
  members.add("list", "1", { exclusive: true });
  for (const resource of ["rules", "more rules"]) members.add(resource, "1", { exclusive: false, rules: [0] });
  expect(members.placedWith("rules", "1")).toEqual([{ exclusive: true }]);
  expect(members.placedWith("list", "1")).toHaveLength(2);
  expect(members.sharingWith("list", "1")).toEqual([]);
});
