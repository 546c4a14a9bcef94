import {
  applyChange,
  observeAssignments,
  type AssignmentKind,
  type AssignmentWrite,
} from "../../../src/reconcile/assignments";
import type { AssignmentAttributes } from "../../../src/model";
import type { OrganizationView } from "../../../src/reconcile";
import { Acme } from "../../support/acme";
import { policySets, teamAccess, variableSets } from "./kinds";

/* The requests of each kind, and what a view knows after them without another one. */

/** Concludes nothing from what is absent. */
const NOTHING = { objects: [] };

let acme: Acme;
let projectId: string;
let view: OrganizationView;
/** IDs of an object that is assigned to the project all the time, and of one that changes. */
let ids: Readonly<Record<"a" | "b", string>>;
beforeEach(async () => {
  acme = await Acme.start();
  projectId = acme.addProject("Web");
  view = acme.impatientView();
});
afterEach(() => acme.stop());

type Attributes = AssignmentAttributes | null;
type Applied = Parameters<AssignmentKind["appliedAfter"]>[0];

function start(kind: AssignmentKind): void {
  const { teams, variableSets: sets, policySets: policies } = acme.emulator;
  const own = (name: string) => ({ organization: "acme", name });
  const applied = (name: string) => ({ ...own(name), projectIds: name === "a" ? [projectId] : [] });
  const made = {
    [teamAccess.type]: (name: string) => teams.create(own(name)),
    [variableSets.type]: (name: string) => sets.create(applied(name)),
    [policySets.type]: (name: string) => policies.create(applied(name)),
  }[kind.type]!;
  ids = { a: made("a").id, b: made("b").id };
  if (kind === teamAccess) teams.grant({ teamId: ids.a, projectId, access: "admin" });
}

/** Changes how `b` is assigned. Returns the requests: method, and the end of the path. */
async function requestsOf(kind: AssignmentKind, before: Attributes, after: Attributes): Promise<readonly string[]> {
  const object = { id: ids.b, name: "b" };
  const change: AssignmentWrite = { kind: after === null ? "unset" : "set", object, before, after };
  acme.takeRequests();
  await applyChange(view, kind, [projectId], change);
  return acme.takeRequests().map((it) => it.replace(/ .*\/api\/v2\/(.*)$/, " $1").replace(/ .*\/([^/]+)$/, " $1"));
}

/** How `b` is assigned, as a view knows it; `a` still is. */
async function assigned(kind: AssignmentKind, of: OrganizationView): Promise<Attributes> {
  const all = (await observeAssignments(of, kind, projectId, NOTHING)) ?? [];
  expect(all.filter(({ object }) => object.id === ids.a)).toHaveLength(1);
  const [b, ...others] = all.filter(({ object }) => object.id !== ids.a);
  expect(others).toEqual([]);
  return b?.attributes ?? null;
}

const custom = { access: "custom", "workspace_access.runs": "plan" };
const [read, write] = [{ access: "read" }, { access: "write" }];
const [applied, excluded] = [{ mode: "applied" }, { mode: "excluded" }];

test.each<[string, AssignmentKind, readonly (readonly [Attributes, readonly RegExp[]])[]]>([
  [
    "access",
    teamAccess,
    [
      [read, [/^POST team-projects$/]],
      [write, [/^PATCH tprj-/]],
      [custom, [/^PATCH tprj-/]],
      [read, [/^PATCH tprj-/]],
      [null, [/^DELETE tprj-/]],
      [custom, [/^POST team-projects$/]],
    ],
  ],
  [
    "variable sets",
    variableSets,
    [
      [{}, [/^POST projects$/]],
      [null, [/^DELETE projects$/]],
      [{}, [/^POST projects$/]],
    ],
  ],
  [
    "policy sets",
    policySets,
    [
      [applied, [/^POST projects$/]],
      [excluded, [/^DELETE projects$/, /^POST project-exclusions$/]],
      [applied, [/^DELETE project-exclusions$/, /^POST projects$/]],
      [null, [/^DELETE projects$/]],
      [excluded, [/^POST project-exclusions$/]],
      [null, [/^DELETE project-exclusions$/]],
    ],
  ],
])("%s change with these requests, and a view knows it as a new one reads it", async (_, kind, steps) => {
  start(kind);
  await kind.requests.objects(view);
  let before = await assigned(kind, view);
  expect(before).toBeNull();
  for (const [after, requests] of steps) {
    expect(await requestsOf(kind, before, after)).toEqual(requests.map((it): unknown => expect.stringMatching(it)));
    const known = await assigned(kind, view);
    expect(acme.takeRequests()).toEqual([]);
    expect(known).toEqual(await assigned(kind, acme.view()));
    if (after === null) expect(known).toBeNull();
    else expect(known).toMatchObject(after);
    before = after;
  }
});

test.each<[keyof Applied, AssignmentKind, AssignmentAttributes]>([
  ["teamAccess", teamAccess, read],
  ["variableSets", variableSets, {}],
  ["policySets", policySets, excluded],
])("what applies to a project after a change is what the service lists then: %s", async (known, kind, after) => {
  start(kind);
  const applies = async (): Promise<Applied> => {
    const { assignments } = acme.view();
    return {
      teamAccess: await assignments.teamAccess(projectId).get(),
      variableSets: await assignments.variableSetsOf(projectId).get(),
      policySets: await assignments.policySets.get(),
    };
  };
  const before = await applies();
  const of = (next: Attributes, applied: Applied) =>
    kind.appliedAfter(applied, projectId, { object: { id: ids.b, name: "b" }, after: next });
  await requestsOf(kind, null, after);
  const now = await applies();
  const comparable = (applied: Partial<Applied>): object => ({
    access: applied.teamAccess?.map(({ teamId, access }) => [teamId, access]),
    variableSets: applied.variableSets?.map(({ id, name }) => [id, name]),
    policySets: applied.policySets?.map(({ id, projectIds, excludedProjectIds }) => [
      id,
      projectIds,
      excludedProjectIds,
    ]),
  });
  expect(Object.keys(of(after, before))).toEqual([known]);
  expect(comparable(of(after, before))).toEqual(comparable({ [known]: now[known] }));
  expect(comparable(of(null, now))).toEqual(comparable({ [known]: before[known] }));
  expect(of(after, { teamAccess: undefined, variableSets: undefined, policySets: undefined })).toEqual({
    [known]: undefined,
  });
});

test("a policy set that is both attached and excluded changes only where it differs", async () => {
  const both = async (): Promise<void> => {
    await acme.client.policySets.addProjects(ids.b, [projectId]);
    await acme.client.policySets.addProjectExclusions(ids.b, [projectId]);
    view = acme.impatientView();
    await assigned(policySets, view);
  };
  start(policySets);
  await both();
  expect(await requestsOf(policySets, excluded, applied)).toEqual(["DELETE project-exclusions", "POST projects"]);
  await both();
  expect(await requestsOf(policySets, applied, excluded)).toEqual(["DELETE projects", "POST project-exclusions"]);
  await both();
  const attached = { ...excluded, attached: true };
  expect(await assigned(policySets, view)).toEqual(attached);
  expect(await requestsOf(policySets, attached, null)).toEqual(["DELETE projects", "DELETE project-exclusions"]);
  expect(await requestsOf(policySets, null, attached)).toEqual(["POST project-exclusions", "POST projects"]);
  expect([await assigned(policySets, view), await assigned(policySets, acme.view())]).toEqual([attached, attached]);
});

test("a variable set whose attributes were not read is read once it is added", async () => {
  start(variableSets);
  expect(await assigned(variableSets, view)).toBeNull();
  expect(await requestsOf(variableSets, null, {})).toEqual(["POST projects"]);
  expect(await assigned(variableSets, view)).toEqual({});
  expect(acme.takeRequests()).toHaveLength(1);
});

test("what is not assigned any more takes no request", async () => {
  start(teamAccess);
  await assigned(teamAccess, view);
  expect(await requestsOf(teamAccess, read, null)).toEqual([]);
});

test("a policy set that was deleted takes no write, and one that a single project has is removed from it", async () => {
  start(policySets);
  const other = acme.addProject("Other");
  await acme.client.policySets.addProjects(ids.b, [other]);
  const change = { object: { id: ids.b, name: "b" }, before: applied, after: null, kind: "unset" } as const;
  acme.takeRequests();
  await applyChange(view, policySets, [projectId, other], change);
  expect(acme.takeRequests().filter((it) => it.startsWith("DELETE"))).toHaveLength(1);
  expect(acme.emulator.state().organizations[0]!.policySets.find(({ id }) => id === ids.b)?.projectIds).toEqual([]);
  await applyChange(view, policySets, [projectId], change);
  await applyChange(view, policySets, [projectId], { ...change, object: { id: "polset-0000000000000000", name: "x" } });
  expect(acme.takeRequests().filter((it) => !it.startsWith("GET"))).toEqual([]);
});

test.each([
  ["a grant", teamAccess, "team-projects", 422, read],
  ["the only request of a change", policySets, "/relationships/projects", 403, applied],
])("%s that is refused is the error of the service", async (_, kind, path, status, after) => {
  start(kind);
  acme.emulator.faults.add({ method: "POST", path, status });
  await expect(requestsOf(kind, null, after)).rejects.toMatchObject({ status, outcomeUnknown: false });
});

test("a removal whose outcome is unknown says so", async () => {
  start(teamAccess);
  view = acme.impatientView({ deadlineMs: 2000 });
  await acme.client.teamProjects.create({ teamId: ids.b, projectId, access: "read" });
  await assigned(teamAccess, view);
  acme.emulator.faults.add({ method: "DELETE", drop: "before", times: Infinity });
  await expect(requestsOf(teamAccess, read, null)).rejects.toThrow(
    /^It is unknown whether team "b" was removed from project "Web" \(prj-\w+\): DELETE /,
  );
});

test.each([
  [
    "assign",
    null,
    excluded,
    /^It is unknown whether project "Web" \(prj-\w+\) was excluded from policy set "b": POST /,
  ],
  ["unassign", excluded, null, /^It .* the exclusion of project "Web" \(prj-\w+\) from policy set "b" was ended: DEL/],
])("an exclusion whose outcome is unknown says so (%s)", async (kind, before, after, message) => {
  start(policySets);
  view = acme.impatientView({ deadlineMs: 2000 });
  if (before !== null) await acme.client.policySets.addProjectExclusions(ids.b, [projectId]);
  await view.projects.byId(projectId);
  await assigned(policySets, view);
  acme.emulator.faults.add({ method: after === null ? "DELETE" : "POST", drop: "before", times: Infinity });
  const expected = { message: expect.stringMatching(message), write: { kind } };
  await expect(requestsOf(policySets, before, after)).rejects.toMatchObject(expected);
});
