import {
  assignableObjects,
  ASSIGNMENT_KINDS,
  AssignmentsNotOfferedError,
  AssignmentsNotVisibleError,
  observeAssignments,
} from "../../../src/reconcile/assignments";
import { EMPTY_PAGE } from "../../faults/fault-kinds";
import { Acme } from "../../support/acme";
import { policySets, teamAccess, variableSets } from "./kinds";

const KINDS = Object.values(ASSIGNMENT_KINDS);

/** Concludes nothing from what is absent. */
const NOTHING = { objects: [] };

let acme: Acme;
let projectId: string;
beforeEach(async () => {
  acme = await Acme.start();
  projectId = acme.addProject("Web");
});
afterEach(() => acme.stop());

test("teams have names and the reason why they are fixed, if these are asked for", async () => {
  const { id } = acme.emulator.teams.create({ organization: "acme", name: "audit" });
  const access = { access: "custom", workspaceAccess: { runs: "plan" } } as const;
  acme.emulator.teams.grant({ teamId: id, projectId, ...access });
  const [unnamed] = (await observeAssignments(acme.view(), teamAccess, projectId, NOTHING)) ?? [];
  expect(unnamed).toMatchObject({
    object: { id, name: undefined },
    attributes: {
      access: "custom",
      "project_access.settings": "read",
      "project_access.variable_sets": "none",
      "workspace_access.runs": "plan",
      "workspace_access.state_versions": "none",
    },
  });
  const view = acme.view();
  expect(await observeAssignments(view, teamAccess, projectId, { ...NOTHING, isNamed: true })).toMatchObject([
    { object: { id, name: "audit" } },
  ]);
  expect(await assignableObjects(view, teamAccess)).toEqual([
    { id, name: "audit" },
    { id: expect.any(String), name: "owners", fixed: "owners" },
  ]);
});

test("sets that apply for another reason are fixed", async () => {
  const { variableSets: its, policySets: policies } = acme.emulator;
  its.create({ organization: "acme", name: "aws", projectIds: [projectId] });
  its.create({ organization: "acme", name: "own", ownerProjectId: projectId, projectIds: [projectId] });
  its.create({ organization: "acme", name: "proxy", global: true });
  policies.create({ organization: "acme", name: "cis", projectIds: [projectId] });
  policies.create({ organization: "acme", name: "everywhere", global: true, excludedProjectIds: [projectId] });
  const view = acme.view();
  const shown = async (kind: typeof teamAccess) =>
    (await observeAssignments(view, kind, projectId, NOTHING))?.map(({ object: { name, fixed }, attributes }) => [
      name,
      fixed,
      attributes,
    ]);
  expect(await shown(variableSets)).toEqual([
    ["aws", undefined, {}],
    ["own", undefined, {}],
    ["proxy", "global", {}],
  ]);
  expect(await shown(policySets)).toEqual([
    ["cis", undefined, { mode: "applied" }],
    ["everywhere", "global", { mode: "excluded" }],
  ]);
});

test.each(KINDS)("$label of a project that does not exist is undefined", async (kind) => {
  expect(await observeAssignments(acme.view(), kind, "prj-0000000000000000", NOTHING)).toBeUndefined();
});

test.each(KINDS)("$label that the service refuses is an error that says what it takes", async (kind) => {
  for (const status of [403, 404]) {
    acme.emulator.faults.clear();
    acme.emulator.faults.add({ path: /team-projects|varsets|policy-sets/, status, times: Infinity });
    const reading = observeAssignments(acme.impatientView(), kind, projectId, NOTHING);
    await expect(reading).rejects.toThrow(AssignmentsNotOfferedError);
    await expect(reading).rejects.toMatchObject({ name: "AssignmentsNotOfferedError", code: "NOT_PERMITTED" });
    await expect(reading).rejects.toThrow(
      `The ${kind.label} of projects cannot be read in the organization "acme". ${kind.requires}`,
    );
  }
});

test("an outage is reported as it is, and the next read asks again", async () => {
  const view = acme.impatientView({ retryPolicy: { attempts: 1, initialDelayMs: 1, maxDelayMs: 1 } });
  acme.emulator.faults.add({ path: "team-projects", status: 500 });
  await expect(observeAssignments(view, teamAccess, projectId, NOTHING)).rejects.toThrow(/500/);
  expect(await observeAssignments(view, teamAccess, projectId, NOTHING)).toEqual([]);
});

test("access that the token does not see does not count as removed", async () => {
  const { id } = acme.emulator.teams.create({ organization: "acme", name: "audit" });
  acme.emulator.teams.grant({ teamId: id, projectId, access: "read" });
  const token = acme.emulator.tokens.create({
    organization: "acme",
    role: "team",
    projects: { [projectId]: ["read"] },
  });
  const sought = (objects: readonly string[]) =>
    observeAssignments(acme.viewWith(token), teamAccess, projectId, { objects });
  await expect(sought([id])).rejects.toThrow(AssignmentsNotVisibleError);
  await expect(sought([id])).rejects.toMatchObject({
    name: "AssignmentsNotVisibleError",
    message: expect.stringMatching(
      /^Project "Web" \(prj-\w+\) has 1 team, but the token sees none of them, so nothing/,
    ),
  });
  expect(await sought([])).toEqual([]);
});

describe.each([variableSets, policySets])("one of the $label that the list of a project lacks", (kind) => {
  const gone = kind === policySets ? "polset-0000000000000000" : "varset-0000000000000000";
  const list = { ...EMPTY_PAGE, method: "GET", path: /projects\/[^/]+\/varsets|policy-sets(\?|$)/ } as const;
  const create = (projectIds: readonly string[]): string => {
    const sets = kind === policySets ? acme.emulator.policySets : acme.emulator.variableSets;
    return sets.create({ organization: "acme", name: "aws", projectIds }).id;
  };
  const observed = async (objects: readonly string[], view = acme.view()) =>
    (await observeAssignments(view, kind, projectId, { objects }))?.map(({ object: { name } }) => name);

  test("is assigned if it says so itself", async () => {
    const id = create([projectId]);
    // An empty list of policy sets is read twice at once.
    acme.emulator.faults.add({ ...list, times: kind === policySets ? 2 : 1 });
    expect(await observed([id])).toEqual(["aws"]);
    acme.emulator.faults.add({ ...list, times: Infinity });
    await expect(observed([id])).rejects.toThrow(
      `Project "Web" (${projectId}) has ${kind.object} ${id}, but its list of ${kind.label} does not, ` +
        `so nothing counts as removed from it. ${kind.requires}`,
    );
  });

  test("counts as removed if it says so itself, or was deleted, and the token sees the default project", async () => {
    expect(await observed([create([]), gone])).toEqual([]);
    const role = { role: "team", projects: { [projectId]: ["read"] } } as const;
    const token = acme.emulator.tokens.create({ organization: "acme", ...role });
    await expect(observed([gone], acme.viewWith(token))).rejects.toThrow(AssignmentsNotOfferedError);
  });
});
