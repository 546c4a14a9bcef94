import { NO_SETTINGS, UNSET_SETTINGS, type Project } from "../../../src/model";
import type { DesiredProject } from "../../../src/engine/organization";
import { identify, identifyProjects, idsToLookUp, namesToLookUp } from "../../../src/engine/plan/identity";
import { casesOf, fc } from "../../support/property";
import { code, organization } from "./organization-with-rules";

/** A project of the code whose address is its name in lower case. */
function inCode(name: string, its: Partial<DesiredProject> = {}): DesiredProject {
  return { ...UNSET_SETTINGS, address: name.toLowerCase(), name, previousNames: [], ...its };
}

const formerly = (name: string, ...previousNames: readonly string[]): DesiredProject => inCode(name, { previousNames });

/** Projects with these names; the ID of `A` is `prj-A`. */
const existing = (...names: readonly string[]): readonly Project[] =>
  names.map((name) => ({
    ...NO_SETTINGS,
    id: `prj-${name}`,
    name,
    workspaceCount: 0,
    teamCount: 0,
    permissions: { canUpdate: true, canDestroy: true, canCreateWorkspace: true },
    organization: "acme",
  }));

/** A project of the code that the state has under this name, with an ID that no project has. */
const gone = (name: string, nameInState: string, its: Partial<DesiredProject> = {}): DesiredProject =>
  inCode(name, { stateId: "prj-X", stateSettings: { ...NO_SETTINGS, name: nameInState }, ...its });

/** The names of the projects that were found, by address. */
const found = (projects: readonly DesiredProject[], actual: readonly Project[]): Readonly<Record<string, string>> =>
  Object.fromEntries([...identify(projects, actual)].map(([address, { name }]) => [address, name]));

test.each<[string, readonly DesiredProject[], readonly string[], Readonly<Record<string, string>>]>([
  ["its name", [inCode("A"), inCode("B")], ["A", "C"], { a: "A" }],
  ["its name in another case", [inCode("Net")], ["NET"], { net: "NET" }],
  ["its ID, not by its name", [inCode("A", { id: "prj-B" })], ["A", "B"], { a: "B" }],
  ["its ID only", [inCode("A", { id: "prj-X" })], ["A"], {}],
  ["its ID only, not by a previous name", [inCode("X", { id: "prj-X", previousNames: ["A"] })], ["A"], {}],
  ["the ID in the state", [inCode("A", { stateId: "prj-B" })], ["A", "B"], { a: "B" }],
  ["its name, if the state's project is gone", [inCode("A", { stateId: "prj-X" })], ["A"], { a: "A" }],
  ["its name, if the state's project is gone, and had it in another case", [gone("A", "a")], ["A"], { a: "A" }],
  ["a new name, if the state's project is gone", [gone("A", "B")], ["A"], { a: "A" }],
  ["a previous name, if the state's project is gone", [gone("A", "B", { previousNames: ["C"] })], ["C"], { a: "C" }],
  ["its ID rather than that in the state", [inCode("X", { id: "prj-A", stateId: "prj-B" })], ["A", "B"], { x: "A" }],
  ["an ID before others find it by name", [inCode("A"), inCode("Z", { id: "prj-A" })], ["A"], { z: "A" }],
  [
    "an ID, the first of two that have it",
    [inCode("Z", { id: "prj-A" }), inCode("B", { id: "prj-A" })],
    ["A"],
    { b: "A" },
  ],
  [
    "a name, the first of two that have it",
    [inCode("A", { address: "z" }), inCode("A", { address: "b" })],
    ["A"],
    { b: "A" },
  ],
  ["a previous name", [formerly("New", "Old")], ["Old"], { new: "Old" }],
  ["a previous name in another case", [formerly("New", "oLD")], ["Old"], { new: "Old" }],
  ["its name rather than a previous one", [formerly("New", "Old")], ["Old", "New"], { new: "New" }],
  ["the first of its previous names that exists", [formerly("New", "X", "B", "A")], ["A", "B"], { new: "B" }],
  ["a previous name, the first of two that have it", [formerly("Z", "A"), formerly("B", "A")], ["A"], { b: "A" }],
  [
    "the previous name of another one's project",
    [formerly("C", "B"), formerly("B", "A")],
    ["A", "B"],
    { b: "A", c: "B" },
  ],
  ["no previous name of a project that is not given up", [formerly("C", "B"), inCode("B")], ["A", "B"], { b: "B" }],
  [
    "no previous name of a project that has its ID",
    [formerly("C", "B"), inCode("B", { id: "prj-B", previousNames: ["A"] })],
    ["A", "B"],
    { b: "B" },
  ],
  [
    "a later previous name, if the first is not given up",
    [formerly("C", "B", "D"), inCode("B")],
    ["B", "D"],
    { b: "B", c: "D" },
  ],
  [
    "a way on which only the last project is free",
    [formerly("D", "C"), formerly("C", "X", "B"), formerly("B", "C", "A")],
    ["A", "B", "C"],
    { b: "A", c: "B", d: "C" },
  ],
  [
    "nothing, if all on the way go round",
    [formerly("C", "A"), formerly("A", "B"), formerly("B", "A")],
    ["A", "B"],
    { a: "A", b: "B" },
  ],
])("a project of the code is found by %s", (_, projects, names, expected) => {
  expect(found(projects, existing(...names))).toEqual(expected);
});

test("each project is found at most once, whatever the order of code and projects", () => {
  const name = fc.constantFrom("A", "B", "C", "D", "E");
  const id = fc.constantFrom(undefined, undefined, undefined, "prj-A", "prj-B", "prj-X");
  const project = fc
    .record({ name, previousNames: fc.array(name, { maxLength: 2 }), id, stateId: id })
    .map(({ name: its, ...rest }) => inCode(its, rest));
  const projects = fc.uniqueArray(project, { selector: (it) => it.address });
  const names = fc.uniqueArray(name);
  fc.assert(
    fc.property(projects, names, (all, actual) => {
      const identity = found(all, existing(...actual));
      expect(new Set(Object.values(identity)).size).toBe(Object.keys(identity).length);
      expect(found(all.toReversed(), existing(...actual.toReversed()))).toEqual(identity);
    }),
    { numRuns: casesOf(300) },
  );
});

test.each<[string, readonly DesiredProject[], readonly string[], readonly string[]]>([
  ["its name and previous ones", [formerly("New", "Old", "Older")], ["A"], ["New", "Old", "Older"]],
  ["no name, if it was found by a previous one", [formerly("New", "Old", "X")], ["Old"], []],
  ["no name, if it was found", [formerly("A", "Old")], ["A"], []],
  ["no name, if it has an ID", [inCode("New", { id: "prj-X" }), inCode("B", { stateId: "prj-A" })], ["A"], []],
  ["its name, if the state's project is gone", [inCode("New", { stateId: "prj-X" })], ["A"], ["New"]],
  [
    "the previous names of the project that has its previous name",
    [formerly("C", "b"), formerly("B", "A", "X"), formerly("A", "Y")],
    ["B", "A"],
    ["C", "Y", "X"],
  ],
  [
    "no previous names of one with an ID",
    [formerly("C", "B"), inCode("B", { id: "prj-B", previousNames: ["X"] })],
    ["B"],
    ["C"],
  ],
])("for a project of the code, a project is looked up by %s", (_, projects, names, expected) => {
  const actual = existing(...names);
  const lookedUp = namesToLookUp(projects, identify(projects, actual), actual);
  expect([...lookedUp].sort()).toEqual([...expected].sort());
});

test("IDs of the state that are not known are looked up", () => {
  const projects = [inCode("A", { stateId: "prj-A" }), inCode("B", { stateId: "prj-X" }), inCode("C", { id: "prj-Y" })];
  expect(idsToLookUp(projects, existing("A"))).toEqual(["prj-X"]);
});

test("what is compared is in the order of addresses and IDs", () => {
  const { desired, actual } = identifyProjects(
    code({ B: {}, A: {} }),
    organization({ Default: ["z", "y"], C: ["a"], A: [] }),
  );
  expect([desired.projects, desired.memberships].map((all) => all.map(({ address }) => address.slice(-1)))).toEqual([
    ["A", "B"],
    ["A", "B"],
  ]);
  expect(actual.projects.map(({ id }) => id)).toEqual(["prj-A", "prj-C", "prj-Default"]);
  expect(actual.workspaces.map(({ id }) => id)).toEqual(["ws-a", "ws-y", "ws-z"]);
});
