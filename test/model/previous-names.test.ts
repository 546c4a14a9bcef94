import { previousNameCycles } from "../../src/model";
import { casesOf, fc } from "../support/property";

type Renames = readonly (readonly [name: string, ...previousNames: string[]])[];

/** The cycles, as the renames in them. */
function cyclesIn(projects: Renames): readonly (readonly string[])[] {
  const found = previousNameCycles(projects.map(([name, ...previousNames]) => ({ name, previousNames })));
  return found.map((cycle) => cycle.map(({ project, previous }) => `${previous} to ${project.name}`));
}

test.each<[string, Renames, readonly (readonly string[])[]]>([
  ["there is no project", [], []],
  ["no name is passed on", [["A", "X"], ["B"]], []],
  [
    "a name is passed on",
    [
      ["A", "X"],
      ["B", "A"],
      ["C", "B"],
    ],
    [],
  ],
  ["a project had its own name", [["A", "A", "a"]], []],
  [
    "two projects swap names",
    [
      ["A", "B"],
      ["B", "A"],
    ],
    [["B to A", "A to B"]],
  ],
  [
    "two projects swap names in another case",
    [
      ["Ab", "cD"],
      ["CD", "aB"],
    ],
    [["cD to Ab", "aB to CD"]],
  ],
  [
    "three pass names around",
    [
      ["A", "B"],
      ["B", "C"],
      ["C", "A"],
    ],
    [["B to A", "C to B", "A to C"]],
  ],
  [
    "another one waits for a cycle",
    [
      ["X", "A"],
      ["A", "B"],
      ["B", "A"],
    ],
    [["B to A", "A to B"]],
  ],
  [
    "only a later name of a project is in the cycle",
    [
      ["A", "X", "B"],
      ["B", "Y", "A", "Z"],
    ],
    [["B to A", "A to B"]],
  ],
  [
    "there are two cycles",
    [
      ["A", "B"],
      ["B", "A"],
      ["C", "D"],
      ["D", "C"],
    ],
    [
      ["B to A", "A to B"],
      ["D to C", "C to D"],
    ],
  ],
  [
    "a project is in two cycles",
    [
      ["A", "B", "C"],
      ["B", "A"],
      ["C", "A"],
    ],
    [
      ["B to A", "A to B"],
      ["C to A", "A to C"],
    ],
  ],
  [
    "two ways lead to the same project",
    [
      ["A", "B", "C"],
      ["B", "D"],
      ["C", "D"],
      ["D", "X"],
    ],
    [],
  ],
])("if %s, the names in %j are passed on in the cycles %j", (_, projects, cycles) => {
  expect(cyclesIn(projects)).toEqual(cycles);
});

test("a cycle through 10,000 projects is found", () => {
  const projects: Renames = Array.from({ length: 10_000 }, (_, index) => [`p${index}`, `p${(index + 1) % 10_000}`]);
  expect(cyclesIn(projects).map((cycle) => cycle.length)).toEqual([10_000]);
});

test("each cycle is one, and one is found unless names can be passed on one after the other", () => {
  const name = fc.constantFrom("a", "b", "c", "d", "e", "f");
  const project = fc.record({ name, previousNames: fc.array(name, { maxLength: 3 }) });
  fc.assert(
    fc.property(fc.uniqueArray(project, { selector: (it) => it.name }), (projects) => {
      const cycles = previousNameCycles(projects);
      for (const cycle of cycles) {
        const next = [...cycle.slice(1), ...cycle.slice(0, 1)];
        expect(cycle.map(({ previous }) => previous)).toEqual(next.map((it) => it.project.name));
        expect(new Set(cycle.map((it) => it.project)).size).toBe(cycle.length);
      }
      expect(cycles.length > 0).toBe(!canBeRenamed(projects));
    }),
    { numRuns: casesOf(300) },
  );
});

/** Whether all projects get their names, if each is renamed once no other project has one of its previous names. */
function canBeRenamed(
  projects: readonly { readonly name: string; readonly previousNames: readonly string[] }[],
): boolean {
  const waits = (it: (typeof projects)[0]) => projects.some((one) => one !== it && it.previousNames.includes(one.name));
  const waiting = projects.filter(waits);
  return waiting.length === 0 || (waiting.length < projects.length && canBeRenamed(waiting));
}
