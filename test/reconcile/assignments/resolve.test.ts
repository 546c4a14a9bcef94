import { UNKNOWN, type MaybeUnknown } from "../../../src/schema";
import {
  desiredAssignments,
  findAssignment,
  idsByName,
  needsObjects,
  resolveAssignments,
  type AssignableObject,
} from "../../../src/reconcile/assignments";
import { policySets, teamAccess, variableSets } from "./kinds";

const TEAMS: readonly AssignableObject[] = [
  { id: "team-1", name: "platform" },
  { id: "team-2", name: "owners", fixed: "owners" },
];

const declared = (...team: readonly object[]) => teamAccess.read({ project_id: "prj-1", team });

test("names and IDs are resolved, also the ID of a team that the token does not see", () => {
  const declaration = declared({ name: "platform", access: "read" }, { team_id: "team-9", access: UNKNOWN });
  const { resolved, problems } = resolveAssignments(teamAccess, "acme", declaration, TEAMS);
  expect(problems).toEqual([]);
  expect(resolved.map(({ object, attributes }) => [object, attributes])).toEqual([
    [TEAMS[0], { access: "read" }],
    [{ id: "team-9", name: undefined }, undefined],
  ]);
  expect(desiredAssignments(resolved)).toEqual([{ object: TEAMS[0], attributes: { access: "read" } }]);
  expect(idsByName(resolved)).toEqual({ platform: "team-1" });
});

test("problems have the place in the code", () => {
  const declaration = declared(
    { team_id: UNKNOWN, access: "read" },
    { name: "platforms", access: "read" },
    { name: "owners", access: "read" },
    { name: "platform", access: "read" },
    { team_id: "team-1", access: "read" },
  );
  const { problems } = resolveAssignments(teamAccess, "acme", declaration, TEAMS);
  expect(problems.map(({ attribute, summary }) => [summary, ...attribute])).toEqual([
    ["Unknown team", "team", 1],
    ["Invalid team", "team", 2],
    ["Repeated team", "team", 3],
  ]);
  expect(problems.at(-1)?.detail).toBe(
    'The team "platform" is there twice: by its name, and by its ID. Leave one out.',
  );
});

test("a variable set of the organization comes before one of a project with the same name", () => {
  const sets: readonly AssignableObject[] = [
    { id: "varset-1", name: "aws", fixed: "owned", owner: { id: "prj-1" } },
    { id: "varset-2", name: "aws" },
  ];
  const declaration = variableSets.read({ project_id: "prj-1", names: ["aws"] });
  expect(resolveAssignments(variableSets, "acme", declaration, sets)).toMatchObject({
    resolved: [{ object: { id: "varset-2" } }],
    problems: [],
  });
});

test("a set of a project is for this project alone, and the error names the owner", () => {
  const sets: readonly AssignableObject[] = [
    { id: "varset-1", name: "aws", fixed: "owned", owner: { id: "prj-2" } },
    { id: "varset-2", name: "aws", fixed: "owned", owner: { id: "prj-1", name: "Web" } },
  ];
  const resolve = (projectId: MaybeUnknown<string> | null) => {
    const { assignments } = variableSets.read({ names: ["aws"] });
    return resolveAssignments(variableSets, "acme", { assignments, projectId }, sets);
  };
  const own = resolve("prj-1");
  expect(own.problems).toEqual([]);
  expect(desiredAssignments(own.resolved)).toEqual([{ object: { ...sets[1], fixed: undefined }, attributes: {} }]);
  const text = 'The variable set "aws" belongs to project prj-2, and cannot be applied to others. Remove it.';
  for (const it of [UNKNOWN, null, "prj-3"] as const) expect(resolve(it).problems).toMatchObject([{ detail: text }]);
});

test("an unknown name suggests a similar one, and a team is also found by its ID", () => {
  const messages = (...team: readonly object[]) =>
    resolveAssignments(teamAccess, "acme", declared(...team), [
      ...TEAMS,
      { id: "team-3", name: undefined },
    ]).problems.map(({ detail }) => detail);
  const unknown = (name: string): string =>
    `The organization "acme" has no team "${name}", or the token is not authorized to see it.`;
  expect(messages({ name: "platfrom", access: "read" })).toEqual([`${unknown("platfrom")} Did you mean "platform"?`]);
  expect(messages({ name: "x", access: "read" })).toEqual([`${unknown("x")} The nearest it has: "platform".`]);
  expect(messages({ team_id: "team-2", access: "read" })).toEqual([
    expect.stringMatching(/^The team "owners" has all/),
  ]);
});

test("an import ID means the object with this name or, if there is none, with this ID", () => {
  const observed = [
    { object: { id: "b", name: "a" }, attributes: {} },
    { object: { id: "c", name: "b" }, attributes: {} },
  ];
  expect(findAssignment("b", observed)).toBe(observed[1]);
  expect(findAssignment("c", observed)).toBe(observed[1]);
  expect(findAssignment("d", observed)).toBeUndefined();
});

test("whether an object may be assigned depends on how", () => {
  const sets: readonly AssignableObject[] = [{ id: "polset-1", name: "everywhere", fixed: "global" }];
  const summaries = (values: object) =>
    resolveAssignments(policySets, "acme", policySets.read({ ...values }), sets).problems.map(({ summary }) => summary);
  expect(summaries({ names: ["everywhere"] })).toEqual(["Invalid policy set"]);
  expect(summaries({ names: [], exclude: ["everywhere"] })).toEqual([]);
});

test("the objects of the organization are needed for names, and for what an exclusive resource excludes", () => {
  const byId = { team_id: "team-1", access: "read" };
  expect(needsObjects(declared(byId, { team_id: UNKNOWN }))).toBe(false);
  expect(needsObjects(declared(byId, { name: "platform" }))).toBe(true);
  expect(needsObjects(teamAccess.read({ team: [byId], exclusive: true }))).toBe(true);
});
