import type { Check } from "../../src/doctor/check";
import { checkService } from "../../src/doctor/service-checks";
import type { AssignmentType } from "../../src/model";
import { ASSIGNMENT_KINDS } from "../../src/reconcile/assignments";
import { Acme } from "../support/acme";

const [ACCESS, VARIABLE_SETS, POLICY_SETS] = [
  "tfprojects_project_team_access",
  "tfprojects_project_variable_sets",
  "tfprojects_project_policy_sets",
] as const;

let acme: Acme;
beforeEach(async () => (acme = await Acme.start()));
afterEach(() => acme.stop());

/** The check of an organization whose code has these kinds, with the requests that it takes. */
async function check(inCode: readonly AssignmentType[], token = acme.emulator.token) {
  const organizations = [{ name: "acme", source: "the code", assignments: new Set(inCode) }];
  acme.takeRequests();
  const env = { HOME: "/nowhere", ...acme.environment, TFE_TOKEN: token };
  const checks = await checkService({ organizations }, { env, timeoutMs: 5000 });
  return { found: checks.find(({ name }) => name === "assignments")!, requests: acme.takeRequests() };
}

const DEFAULT = 'tried with project "Default Project", as an example of all';
const manageable = ({ values }: Check) =>
  (values["kinds"] as readonly { readonly manageable: boolean }[]).map((it) => it.manageable);

test("lists what can be managed, with a page of projects, of each kind of objects, and of what is assigned", async () => {
  for (const name of ["a", "b"]) acme.emulator.policySets.create({ organization: "acme", name });
  const { found, requests } = await check([]);
  expect(found).toMatchObject({
    status: "passed",
    message: "policy sets, team access, variable sets",
    details: [DEFAULT],
    values: { kinds: Object.keys(ASSIGNMENT_KINDS).map((type) => ({ type, manageable: true, in_code: false })) },
  });
  const read = requests.map((it) => it.replace(/prj-[^/&]*/, "prj").replace(/\?.*/, ""));
  expect(read.slice(2)).toEqual([
    "GET /api/v2/organizations/acme/projects",
    "GET /api/v2/team-projects",
    "GET /api/v2/organizations/acme/teams",
    "GET /api/v2/projects/prj/varsets",
    "GET /api/v2/organizations/acme/varsets",
    "GET /api/v2/organizations/acme/policy-sets",
  ]);
});

describe("a token that may not manage policies", () => {
  const token = () => acme.emulator.tokens.create({ organization: "acme", role: "manage-projects", user: "ada" });
  const WHY =
    "not policy sets: 404 at GET /api/v2/organizations/acme/policy-sets. This takes an organization with policies, " +
    "and a token with its permission to manage policies.";

  test("is a note while the code has no policy sets", async () => {
    const { found } = await check([ACCESS, VARIABLE_SETS], token());
    expect(found).toMatchObject({ status: "passed", message: "team access, variable sets", details: [DEFAULT, WHY] });
  });

  test("is a problem as soon as it has", async () => {
    const { found } = await check([ACCESS, POLICY_SETS], token());
    expect(found).toMatchObject({
      status: "failed",
      code: "ASSIGNMENTS_NOT_OFFERED",
      message: "may not manage policy sets, which the code has",
      details: [DEFAULT, "may manage team access, variable sets", WHY],
      next: "Use a token that may manage them, or remove them from the code.",
    });
    expect(manageable(found)).toEqual([true, true, false]);
  });
});

test("an organization without teams has no team access", async () => {
  acme.emulator.faults.add({ path: /team-projects|teams/, status: 404, times: Infinity });
  const { found } = await check([ACCESS]);
  expect(found).toMatchObject({ status: "failed", message: "may not manage team access, which the code has" });
  expect(found.details).toEqual([
    DEFAULT,
    "may manage policy sets, variable sets",
    "not team access: 404 at GET /api/v2/team-projects. This takes an organization with teams, and a token that may " +
      "read and manage the teams of the project.",
  ]);
  expect((await check([])).found).toMatchObject({ status: "passed", message: "policy sets, variable sets" });
});

test("a token that may read and not change them is a warning, if the code has them", async () => {
  const token = acme.emulator.tokens.create({ organization: "acme", role: "read-only", user: "ada" });
  const { found } = await check([ACCESS, VARIABLE_SETS], token);
  expect(found).toMatchObject({
    status: "warning",
    code: "MISSING_PERMISSIONS",
    message: "may not manage team access, variable sets, which the code has",
  });
  expect(found.details.join("\n")).toMatch(
    /not team access: the service says that can-manage-teams is false\. .*\n.*can-manage-varsets is false/,
  );
  expect((await check([], token)).found).toMatchObject({
    status: "passed",
    message: "none can be managed with this token, and the code has none",
  });
});

test("a service that fails is a problem only of what the code has", async () => {
  acme.emulator.faults.add({ path: "policy-sets", status: 503, times: Infinity });
  expect((await check([ACCESS])).found).toMatchObject({ status: "passed", message: "team access, variable sets" });
  expect((await check([POLICY_SETS])).found).toMatchObject({ status: "failed", code: "SERVER_ERROR" });
});

test("a token that sees another project than the default one is checked with that", async () => {
  const projectId = acme.addProject("Web");
  const projects = { [projectId]: ["read", "manage-teams"] } as const;
  const token = acme.emulator.tokens.create({ organization: "acme", role: "team", user: "ada", projects });
  const { found, requests } = await check([ACCESS], token);
  expect(found).toMatchObject({ status: "passed", message: expect.stringMatching(/^team access/) });
  expect(requests).toContain(`GET /api/v2/projects/${projectId}/varsets`);
});

test("without a project that the token sees, nothing is checked", async () => {
  const token = acme.emulator.tokens.create({ organization: "acme", role: "team", user: "ada" });
  const { found } = await check([ACCESS], token);
  expect(found).toMatchObject({ status: "skipped", message: "not checked: needs a project that the token sees" });
});

describe("the project to which most teams have access is the example", () => {
  const NEEDS = "This takes an organization with teams, and a token that may read and manage the teams of the project.";
  const token = (...permissions: readonly ("read-teams" | "manage-teams")[]) => {
    const projectId = acme.addProject("Web");
    const visible = acme.emulator.teams.create({ organization: "acme", name: "ops", visibility: "organization" });
    const secret = acme.emulator.teams.create({ organization: "acme", name: "secret" });
    for (const { id: teamId } of [visible, secret]) acme.emulator.teams.grant({ teamId, projectId, access: "read" });
    const projects = {
      [projectId]: ["read", ...permissions],
      [acme.defaultProjectId]: ["read", ...permissions],
    } as const;
    return [
      acme.emulator.tokens.create({ organization: "acme", role: "team", user: "ada", projects }),
      projectId,
    ] as const;
  };

  test("a token that does not see all of that access may not manage it", async () => {
    const [its, projectId] = token("manage-teams");
    const { found } = await check([ACCESS], its);
    expect(found).toMatchObject({ status: "failed", code: "MISSING_PERMISSIONS" });
    expect(found.details[0]).toBe('tried with project "Web", as an example of all');
    expect(found.details).toContain(
      `not team access: Project "Web" (${projectId}) has 2 teams, but the token sees none of them. ${NEEDS}`,
    );
    expect((await check([], its)).found.status).toBe("passed");
  });

  test("a token that does not see the names of teams is a warning: code cannot name them", async () => {
    const [its] = token("read-teams", "manage-teams");
    const { found } = await check([ACCESS], its);
    expect(found).toMatchObject({ status: "warning", code: "MISSING_PERMISSIONS" });
    expect(found.details).toContain(
      `not team access: the token does not see the names of 1 of 2 teams of project "Web". ${NEEDS}`,
    );
  });
});
