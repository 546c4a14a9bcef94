import {
  applyChanges,
  observeAssignments,
  PartlyMadeError,
  type AssignmentChange,
} from "../../../src/reconcile/assignments";
import { OutcomeUnknownError } from "../../../src/reconcile";
import { Acme } from "../../support/acme";
import { policySets, teamAccess, variableSets } from "./kinds";

/** Concludes nothing from what is absent. */
const NOTHING = { objects: [] };

let acme: Acme;
let projectId: string;
beforeEach(async () => {
  acme = await Acme.start();
  projectId = acme.addProject("Web");
});
afterEach(() => acme.stop());

const object = (name: string) => acme.emulator.teams.create({ organization: "acme", name });

function setting(name: string, access = "read", before: AssignmentChange["before"] = null): AssignmentChange {
  const { id } = object(name);
  return { kind: "set", object: { id, name }, before, after: { access }, reason: "declared" };
}

test("changes are made in order until one fails, and what was done is said", async () => {
  const view = acme.impatientView();
  const changes = ["a", "b", "c"].map((name) => setting(name));
  acme.emulator.faults.add({ method: "POST", path: "team-projects", status: 403, skip: 1 });
  const { done, failed } = await applyChanges(view, teamAccess, projectId, changes);
  expect(done).toEqual(changes.slice(0, 1));
  expect(failed).toMatchObject({ change: changes[1], error: { status: 403 } });
  // The view knows what was done, without reading again, and forgets it after a failure.
  const observed = await observeAssignments(view, teamAccess, projectId, { ...NOTHING, isNamed: true });
  expect(observed?.map(({ object: { name }, attributes }) => [name, attributes])).toEqual([["a", { access: "read" }]]);
});

test("a created access whose response is lost, and that was not made, has an unknown outcome", async () => {
  const view = acme.impatientView({ deadlineMs: 2000 });
  await view.projects.byId(projectId);
  acme.emulator.faults.add({ method: "POST", path: "team-projects", drop: "before" });
  const change = setting("a");
  const { failed } = await applyChanges(view, teamAccess, projectId, [change]);
  expect(failed?.error).toBeInstanceOf(OutcomeUnknownError);
  expect(failed?.error).toMatchObject({
    message: expect.stringMatching(
      /^It is unknown whether team "a" was assigned to project "Web" \(prj-\w+\): POST .* A later read showed no change/,
    ),
  });
});

test("a created access whose response is lost is verified with one list", async () => {
  const view = acme.impatientView();
  const change = setting("a");
  await observeAssignments(view, teamAccess, projectId, NOTHING);
  acme.takeRequests();
  acme.emulator.faults.add({ method: "POST", path: "team-projects", drop: "after" });
  expect(await applyChanges(view, teamAccess, projectId, [change])).toEqual({ done: [change] });
  expect(acme.takeRequests()).toEqual(["POST /api/v2/team-projects", "GET /api/v2/team-projects"]);
});

test("what is assigned is made, also where the token does not see all other access", async () => {
  const view = acme.impatientView();
  const change = setting("a");
  for (const name of ["b", "c"]) acme.emulator.teams.grant({ teamId: object(name).id, projectId, access: "read" });
  await observeAssignments(view, teamAccess, projectId, NOTHING);
  const seen = {
    id: "tprj-0000000000000001",
    type: "team-projects",
    attributes: { access: "read" },
    relationships: {
      team: { data: { id: change.object.id, type: "teams" } },
      project: { data: { id: projectId, type: "projects" } },
    },
  };
  const pagination = { "current-page": 1, "next-page": null, "prev-page": null, "total-pages": 1, "total-count": 1 };
  acme.emulator.faults.add({ method: "POST", path: "team-projects", drop: "after" });
  acme.emulator.faults.add({
    method: "GET",
    path: "team-projects",
    status: 200,
    body: JSON.stringify({ data: [seen], meta: { pagination } }),
    headers: { "content-type": "application/vnd.api+json" },
  });
  expect(await applyChanges(view, teamAccess, projectId, [change])).toEqual({ done: [change] });
});

test("what was assigned to a project that is gone is gone", async () => {
  const { id } = acme.emulator.variableSets.create({ organization: "acme", name: "aws", projectIds: [projectId] });
  await acme.client.projects.delete(projectId);
  const change = { kind: "unset", object: { id, name: "aws" }, before: {}, after: null, reason: "dropped" } as const;
  acme.emulator.faults.add({ method: "DELETE", path: "varsets", status: 404 });
  expect(await applyChanges(acme.impatientView(), variableSets, projectId, [change])).toEqual({ done: [change] });
});

test("a set that somebody else has removed from the project is gone", async () => {
  const view = acme.impatientView();
  const { id } = acme.emulator.variableSets.create({ organization: "acme", name: "aws", projectIds: [projectId] });
  await acme.client.variableSets.removeProjects(id, [projectId]);
  const change = { kind: "unset", object: { id, name: "aws" }, before: {}, after: null, reason: "dropped" } as const;
  expect(await applyChanges(view, variableSets, projectId, [change])).toEqual({ done: [change] });
});

test("access of a team that was deleted is gone, too", async () => {
  const view = acme.impatientView();
  const set = setting("a");
  await applyChanges(view, teamAccess, projectId, [set]);
  for await (const { id } of acme.client.teamProjects.list(projectId)) await acme.client.teamProjects.delete(id);
  const unset = { ...set, kind: "unset", before: set.after, after: null, reason: "dropped" } as const;
  expect(await applyChanges(view, teamAccess, projectId, [unset])).toEqual({ done: [unset] });
});

describe("a policy set", () => {
  const [applied, excluded] = [{ mode: "applied" }, { mode: "excluded" }];
  let change: AssignmentChange;
  let id: string;
  beforeEach(() => {
    ({ id } = acme.emulator.policySets.create({ organization: "acme", name: "cis", projectIds: [projectId] }));
    change = { kind: "set", object: { id, name: "cis" }, before: applied, after: excluded, reason: "declared" };
  });

  const listed = async (view = acme.view()) =>
    (await observeAssignments(view, policySets, projectId, NOTHING))?.map(({ attributes }) => attributes);

  test("that becomes excluded is removed first, and both are known", async () => {
    const view = acme.impatientView();
    await listed(view);
    acme.takeRequests();
    expect(await applyChanges(view, policySets, projectId, [change])).toEqual({ done: [change] });
    expect(acme.takeRequests()).toEqual([
      `DELETE /api/v2/policy-sets/${id}/relationships/projects`,
      `POST /api/v2/policy-sets/${id}/relationships/project-exclusions`,
    ]);
    expect([await listed(view), await listed()]).toEqual([[excluded], [excluded]]);
  });

  test("that was only removed is no failure that changed nothing, and the rest follows", async () => {
    const view = acme.impatientView();
    acme.emulator.faults.add({ method: "POST", path: "project-exclusions", status: 403 });
    const { done, failed } = await applyChanges(view, policySets, projectId, [change]);
    expect([done, failed?.error]).toEqual([[], expect.any(PartlyMadeError)]);
    expect(failed?.error).toMatchObject({
      name: "PartlyMadeError",
      code: "OUTCOME_UNKNOWN",
      outcomeUnknown: true,
      message: expect.stringMatching(/^The change was made in part, and then failed: POST .*project-exclusions.*403/),
    });
    expect(await listed()).toEqual([]);
    expect((await applyChanges(view, policySets, projectId, [{ ...change, before: null }])).failed).toBeUndefined();
    expect(await listed()).toEqual([excluded]);
  });

  test("whose second response is lost is verified", async () => {
    const view = acme.impatientView();
    acme.emulator.faults.add({ method: "POST", path: "project-exclusions", drop: "after" });
    expect(await applyChanges(view, policySets, projectId, [change])).toEqual({ done: [change] });
  });

  test("that somebody has attached beside its exclusion is removed from both", async () => {
    const view = acme.impatientView();
    await acme.client.policySets.addProjectExclusions(id, [projectId]);
    const unset = { ...change, kind: "unset", before: excluded, after: null, reason: "dropped" } as const;
    expect(await applyChanges(view, policySets, projectId, [unset])).toEqual({ done: [unset] });
    expect(await listed()).toEqual([]);
  });
});

test("access that the token no longer sees is not gone", async () => {
  const { id } = object("a");
  acme.emulator.teams.grant({ teamId: id, projectId, access: "read" });
  const token = acme.emulator.tokens.create({ organization: "acme", role: "owner" });
  const view = acme.viewWith(token);
  await observeAssignments(view, teamAccess, projectId, NOTHING);
  acme.emulator.tokens.update({ token, organization: "acme", role: "team", projects: { [projectId]: ["read"] } });
  const unset: AssignmentChange = {
    kind: "unset",
    object: { id, name: "a" },
    before: { access: "read" },
    after: null,
    reason: "dropped",
  };
  const { done, failed } = await applyChanges(view, teamAccess, projectId, [unset]);
  expect([done, failed]).toEqual([[], { change: unset, error: expect.objectContaining({ status: 404 }) }]);
});

test("access that somebody else has given in the meantime is changed", async () => {
  const view = acme.impatientView();
  const change = setting("a", "write");
  await observeAssignments(view, teamAccess, projectId, NOTHING);
  acme.emulator.teams.grant({ teamId: change.object.id, projectId, access: "admin" });
  expect(await applyChanges(view, teamAccess, projectId, [change])).toEqual({ done: [change] });
  expect(await observeAssignments(acme.view(), teamAccess, projectId, NOTHING)).toMatchObject([
    { attributes: { access: "write" } },
  ]);
});

test("a set is added with one request, if no list of sets was read, and then the project has it", async () => {
  const view = acme.impatientView();
  const { id } = acme.emulator.variableSets.create({ organization: "acme", name: "aws" });
  expect(await observeAssignments(view, variableSets, projectId, NOTHING)).toEqual([]);
  acme.takeRequests();
  const change = { kind: "set", object: { id, name: "aws" }, before: null, after: {}, reason: "declared" } as const;
  expect(await applyChanges(view, variableSets, projectId, [change])).toEqual({ done: [change] });
  expect(acme.takeRequests()).toEqual([`POST /api/v2/varsets/${id}/relationships/projects`]);
  expect(await observeAssignments(view, variableSets, projectId, NOTHING)).toMatchObject([{ object: { id } }]);
});
