import { NO_SETTINGS, type ProjectSettings } from "../../../src/model";
import { orderChanges } from "../../../src/engine/plan/order";
import type { PendingChange } from "../../../src/engine/changes/change";
import { nameOf } from "../../../src/engine/changes/kinds";
import { casesOf, fc } from "../../support/property";
import { organization } from "./organization-with-rules";

const settings = (name: string, description: string | null = null): ProjectSettings => ({
  ...NO_SETTINGS,
  name,
  description,
});

/** The project `A` has the ID `prj-A`. */
const update = (from: string, to = from): PendingChange => {
  const after = settings(to, "changed");
  return { kind: "update", reason: "", address: from, projectId: `prj-${from}`, before: settings(from), after };
};
const create = (name: string): PendingChange => {
  return { kind: "create", reason: "", address: `new-${name}`, before: null, after: settings(name) };
};
const remove = (name: string): PendingChange => {
  return { kind: "delete", reason: "", projectId: `prj-${name}`, before: settings(name), after: null };
};
/** Moves a workspace out of each project, to one that exists or is created. */
const move = (to: string, from: readonly string[], isNew = false): PendingChange => ({
  kind: "move",
  reason: "",
  destination: isNew ? { id: null, name: to, address: `new-${to}` } : { id: `prj-${to}`, name: to },
  workspaces: from.map((name) => ({ id: `ws-${name}`, name, from: { id: `prj-${name}`, name }, reason: "member" })),
});

/** Each action with those that it depends on, in order. */
function ordered(pending: readonly PendingChange[], existing: readonly string[]): readonly string[] {
  const { projects } = organization(Object.fromEntries(existing.map((name) => [name, []])));
  const { actions } = orderChanges(pending, projects);
  return actions.map(({ id, dependsOn }) => [id, ...dependsOn].join(" after "));
}

test.each<[string, readonly PendingChange[], readonly string[], readonly string[]]>([
  ["nothing", [], ["A"], []],
  [
    "each kind, by name",
    [remove("C"), move("B", ["D"]), create("F"), create("E"), update("B"), update("A")],
    ["A", "B", "C", "D"],
    ["update A", "update B", "create E", "create F", "move B", "delete C"],
  ],
  [
    "a rename that frees a name",
    [update("A", "B"), update("B", "C")],
    ["A", "B"],
    ["update B", "update A after update B"],
  ],
  ["a name in another case", [update("A", "b"), update("B", "C")], ["A", "B"], ["update B", "update A after update B"]],
  ["a name whose project stays", [update("A", "B"), update("B")], ["A", "B"], ["update A", "update B"]],
  ["a new case of a name", [update("A", "a"), create("C")], ["A"], ["update A", "create C"]],
  [
    "a new project with a name that is freed",
    [create("A"), update("A", "B")],
    ["A"],
    ["update A", "create A after update A"],
  ],
  [
    "a new project with the name of a deleted one",
    [create("A"), remove("A")],
    ["A"],
    ["delete A", "create A after delete A"],
  ],
  [
    "a rename to the name of a deleted project",
    [update("A", "B"), remove("B")],
    ["A", "B"],
    ["delete B", "update A after delete B"],
  ],
  ["a move to a new project", [move("N", ["A"], true), create("N")], ["A"], ["create N", "move N after create N"]],
  [
    "a deletion after all moves out of the project",
    [remove("A"), move("B", ["A", "C"]), move("C", ["A"])],
    ["A", "B", "C"],
    ["move B", "move C", "delete A after move B after move C"],
  ],
  [
    "a chain, the last name first, and what waits for it by name",
    [update("A", "B"), update("B", "C"), update("C", "D"), create("A"), move("A", ["D"], true)],
    ["A", "B", "C", "D"],
    [
      "update C",
      "update B after update C",
      "update A after update B",
      "create A after update A",
      "move A after create A",
    ],
  ],
])("puts into order: %s", (_, pending, existing, expected) => {
  expect(ordered(pending, existing)).toEqual(expected);
  expect(ordered(pending.toReversed(), existing)).toEqual(expected);
});

test.each<[string, readonly PendingChange[], readonly string[], readonly (readonly string[])[]]>([
  ["two that swap names", [update("A", "B"), update("B", "A")], ["A", "B"], [["A to B", "B to A"]]],
  [
    "a cycle, and one that waits for it",
    [update("A", "B"), update("B", "C"), update("C", "B")],
    ["A", "B", "C"],
    [["B to C", "C to B"]],
  ],
  [
    "two cycles",
    [update("A", "B"), update("B", "A"), update("C", "D"), update("D", "C"), create("E")],
    ["A", "B", "C", "D"],
    [
      ["A to B", "B to A"],
      ["C to D", "D to C"],
    ],
  ],
])("finds the cycles of renames of %s, and orders the other actions", (_, pending, existing, cycles) => {
  const { projects } = organization(Object.fromEntries(existing.map((name) => [name, []])));
  const found = orderChanges(pending, projects);
  expect(found.cycles.map((all) => all.map(({ before, after }) => `${before.name} to ${after.name}`))).toEqual(cycles);
  expect(found.actions).toHaveLength(pending.length);
});

test("a new name that a project which is deleted got meanwhile does not keep the others from being ordered", () => {
  const pending = [create("A"), move("A", ["A"], true), remove("A")];
  expect(ordered(pending, ["A"])).toHaveLength(3);
});

test("every name is free when a project gets it, and what an action depends on comes first", () => {
  const NAMES = ["A", "B", "C", "D", "E", "F"];
  const target = fc.shuffledSubarray(NAMES, { minLength: 4, maxLength: 4 });
  fc.assert(
    fc.property(target, fc.subarray(["A", "B", "C", "D"]), (targets, deleted) => {
      const kept = ["A", "B", "C", "D"].filter((name) => !deleted.includes(name));
      const pending = [...deleted.map(remove), ...kept.map((name, index) => update(name, targets[index]))];
      const taken = kept.map((_, index) => targets[index]!);
      pending.push(...NAMES.filter((name) => !taken.includes(name) && deleted.includes(name)).map(create));
      const { projects } = organization(Object.fromEntries(["A", "B", "C", "D"].map((name) => [name, []])));
      const { actions, cycles } = orderChanges(pending, projects);
      expect(actions).toHaveLength(pending.length);
      const names = new Set(["A", "B", "C", "D"]);
      const earlier = new Set<string>();
      for (const action of actions) {
        if (cycles.length === 0) expect(action.dependsOn.every((id) => earlier.has(id))).toBe(true);
        earlier.add(action.id);
        if (action.kind === "update" || action.kind === "delete") names.delete(action.before.name);
        if (action.kind === "update" || action.kind === "create") {
          if (cycles.length === 0) expect(names).not.toContain(action.after.name);
          names.add(action.after.name);
        }
      }
    }),
    { numRuns: casesOf(200) },
  );
});

test("an action has the name that its project has before, or gets", () => {
  expect([update("A", "B"), create("C"), remove("D"), move("E", [])].map(nameOf)).toEqual(["A", "C", "D", "E"]);
});
