import {
  assignableObjects,
  ASSIGNMENT_KINDS,
  AssignmentsNotOfferedError,
  AssignmentsNotVisibleError,
  confirmUnassigned,
  observeAssignments,
} from "../../../src/reconcile/assignments";
import { Acme } from "../../support/acme";
import { policySets, teamAccess, variableSets } from "./kinds";

const KINDS = Object.values(ASSIGNMENT_KINDS);

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
  const [unnamed] = (await observeAssignments(acme.view(), teamAccess, projectId, false)) ?? [];
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
  expect(await observeAssignments(view, teamAccess, projectId, true)).toMatchObject([
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
    (await observeAssignments(view, kind, projectId, false))?.map(({ object: { name, fixed }, attributes }) => [
      name,
      fixed,
      attributes,
    ]);
  expect(await shown(variableSets)).toEqual([
    ["aws", undefined, {}],
    ["own", "owned", {}],
    ["proxy", "global", {}],
  ]);
  expect(await shown(policySets)).toEqual([
    ["cis", undefined, { mode: "applied" }],
    ["everywhere", "global", { mode: "excluded" }],
  ]);
});

test.each(KINDS)("$label of a project that does not exist is undefined", async (kind) => {
  expect(await observeAssignments(acme.view(), kind, "prj-0000000000000000", false)).toBeUndefined();
});

test.each(KINDS)("$label that the service refuses is an error that says what it takes", async (kind) => {
  for (const status of [403, 404]) {
    acme.emulator.faults.clear();
    acme.emulator.faults.add({ path: /team-projects|varsets|policy-sets/, status, times: Infinity });
    const reading = observeAssignments(acme.impatientView(), kind, projectId, false);
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
  await expect(observeAssignments(view, teamAccess, projectId, false)).rejects.toThrow(/500/);
  expect(await observeAssignments(view, teamAccess, projectId, false)).toEqual([]);
});

test("access that the token does not see does not count as removed", async () => {
  const { id } = acme.emulator.teams.create({ organization: "acme", name: "audit" });
  acme.emulator.teams.grant({ teamId: id, projectId, access: "read" });
  const confirming = confirmUnassigned(acme.view(), teamAccess, projectId, 0);
  await expect(confirming).rejects.toThrow(AssignmentsNotVisibleError);
  await expect(confirming).rejects.toMatchObject({
    name: "AssignmentsNotVisibleError",
    message: expect.stringMatching(
      /^Project "Web" \(prj-\w+\) has 1 team, but the token sees none of them, so nothing/,
    ),
  });
  await expect(confirmUnassigned(acme.view(), teamAccess, projectId, 1)).resolves.toBeUndefined();
  await expect(confirmUnassigned(acme.view(), variableSets, projectId, 0)).resolves.toBeUndefined();
});
