import { reference, type Block, type InProcessTerraform } from "../../in-process-terraform";
import { UNKNOWN } from "../../../src/schema";
import { OrganizationView } from "../../../src/reconcile";
import { ASSIGNMENT_KINDS, readUnknownIds } from "../../../src/reconcile/assignments";
import type { Acme } from "../../support/acme";
import { configurationFor, expectNoChanges } from "../in-process";
import {
  accessTo,
  assigning,
  POLICY_SETS,
  TEAM_ACCESS,
  textsOf,
  VARIABLE_SETS,
  startWith,
  variableSetsOf,
} from "./assigned";

/** A value that is known only after apply. */
const LATER = reference("tfprojects_project.new", "id");

let acme: Acme;
let terraform: InProcessTerraform;
let projectId: string;
let ids: Readonly<Record<string, string>>;

beforeEach(async () => {
  ({ acme, terraform, projectId, ids } = await startWith("platform", "audit"));
});
afterEach(() => acme.stop());

async function errorsOf(address: string, block: Block): Promise<string[]> {
  const plan = await terraform.plan(assigning(acme, address, { project_id: projectId, ...block }));
  expect(plan.ok).toBe(false);
  return textsOf(plan, "error");
}

test("a team that is unknown, or the owners, cannot be named", async () => {
  const team = [
    { name: "platfrom", access: "read" },
    { name: "owners", access: "read" },
  ];
  expect(await errorsOf(TEAM_ACCESS, { team })).toEqual([
    'Unknown team: The organization "acme" has no team "platfrom", or the token is not authorized to see it. Did ' +
      'you mean "platform"?',
    'Invalid team: The team "owners" has all permissions on every project, which cannot be changed. Remove it.',
  ]);
});

test("teams that are unknown, by name or ID, are one error of the resource", async () => {
  const team: Block[] = [
    { name: "platfrom", access: "read" },
    { team_id: "team-0000000000000000", access: "read" },
    { name: "audit", access: "read" },
  ];
  expect(await errorsOf(TEAM_ACCESS, { team })).toEqual([
    'Unknown team: The organization "acme" has no teams "platfrom" (did you mean "platform"?), ' +
      '"team-0000000000000000", or the token is not authorized to see them.',
  ]);
});

describe("the ID of a team", () => {
  const byId = (id: string): Block[] => [{ team_id: id, access: "read" }];

  test("is checked where the code has only IDs, too", async () => {
    expect(await errorsOf(TEAM_ACCESS, { team: byId("team-0000000000000000") })).toEqual([
      'Unknown team: The organization "acme" has no team "team-0000000000000000", or the token is not authorized to ' +
        "see it.",
    ]);
  });

  test("is not, if the token may not list teams", async () => {
    acme.emulator.faults.add({ method: "GET", path: /organizations\/acme\/teams/, status: 404, times: Infinity });
    const code = assigning(acme, TEAM_ACCESS, { project_id: projectId, team: byId("team-0000000000000000") });
    expect((await terraform.plan(code)).diagnostics).toEqual([]);
  });

  test("may be that of a team that has access already, and that the token does not see", async () => {
    const secret = acme.emulator.teams.create({ organization: "acme", name: "secret" });
    acme.emulator.teams.grant({ teamId: secret.id, projectId, access: "read" });
    const projects = {
      [projectId]: ["read", "read-teams", "manage-teams"],
      [acme.defaultProjectId]: ["read"],
    } as const;
    const token = acme.emulator.tokens.create({ organization: "acme", role: "team", projects });
    const block = { project_id: projectId, team: byId(secret.id) };
    const code = configurationFor(acme, { [TEAM_ACCESS]: block }, token);
    expect((await terraform.apply(code)).diagnostics).toEqual([]);
    expect((await terraform.plan(code)).diagnostics).toEqual([]);
  });

  test("may be that of a team that is created after the teams were listed", async () => {
    const view = new OrganizationView(acme.client, "acme");
    const kind = ASSIGNMENT_KINDS.tfprojects_project_team_access;
    const unknown = (id: string) =>
      readUnknownIds(view, kind, kind.read({ project_id: projectId, team: byId(id) }), []);
    expect([...(await unknown("team-0000000000000000"))]).toEqual(["team-0000000000000000"]);
    expect([...(await unknown(acme.emulator.teams.create({ organization: "acme", name: "late" }).id))]).toEqual([]);
  });
});

test.each<[string, Block[], unknown]>([
  ["one team, whose level is unknown", [{ name: "platform", access: LATER }], { platform: expect.any(String) }],
  [
    "teams, of which one is unknown",
    [
      { name: "platform", access: "read" },
      { team_id: LATER, access: "read" },
    ],
    UNKNOWN,
  ],
])("the IDs of %s", async (_, team, ids) => {
  const others = { "tfprojects_project.new": { name: "New" } };
  const plan = await terraform.plan(assigning(acme, TEAM_ACCESS, { project_id: projectId, team }, others));
  expect(plan.diagnostics).toEqual([]);
  expect(plan.changes.get(TEAM_ACCESS)?.after).toMatchObject({ team_ids: ids });
});

test("a team cannot be named by its name and by its ID", async () => {
  const team: Block[] = [
    { name: "platform", access: "read" },
    { team_id: ids["platform"]!, access: "write" },
  ];
  expect(await errorsOf(TEAM_ACCESS, { team })).toEqual([
    'Repeated team: The team "platform" is there twice: by its name, and by its ID. Leave one out.',
  ]);
});

test("a mistake in a block names the attribute, once and without an index, which a set does not have", async () => {
  const team: Block[] = [
    { name: "platform", access: "owner" },
    { name: "audit", access: "custom", workspace_access: { runs: "all" } },
  ];
  expect(await errorsOf(TEAM_ACCESS, { team })).toEqual([
    'Invalid access: team.access: `access` must be one of "read", "write", "maintain", "admin", "custom"; ' +
      '"owner" is not.',
    'Invalid runs: team.workspace_access.runs: `runs` must be one of "read", "plan", "apply"; "all" is not.',
  ]);
});

test("an unknown variable set is followed by the nearest that can be assigned, and by nothing about a destroy", async () => {
  for (const name of ["network", "aws-prod", "dns", "gcp"])
    acme.emulator.variableSets.create({ organization: "acme", name });
  acme.emulator.variableSets.create({ organization: "acme", name: "aws", global: true });
  const [error = ""] = await errorsOf(VARIABLE_SETS, { names: ["aws-secrets"] });
  expect(error).toMatch(/has no variable set "aws-secrets", or .* to see it\. The nearest it has: "aws-prod", .+\.$/);
  expect(error).not.toContain("destroy");
});

test("variable sets that are unknown, global, or of another project cannot be named", async () => {
  const { variableSets } = acme.emulator;
  variableSets.create({ organization: "acme", name: "proxy", global: true });
  const other = acme.addProject("Other");
  variableSets.create({ organization: "acme", name: "own", ownerProjectId: other });
  const errors = await errorsOf(VARIABLE_SETS, { names: ["aws", "own", "proxy"] });
  expect(errors).toEqual([
    expect.stringMatching(/^Unknown variable set: The organization "acme" has no variable set "aws", or the token/),
    expect.stringMatching(/^Invalid variable set: The variable set "own" belongs to project .*prj-.*cannot be applied/),
    'Invalid variable set: The variable set "proxy" is global: it applies to every workspace of the organization. ' +
      "Remove it, or make the set not global.",
  ]);
});

test("a variable set of a project is applied to this project, and taken off", async () => {
  acme.emulator.variableSets.create({ organization: "acme", name: "own", ownerProjectId: projectId });
  const naming = (...names: readonly string[]) => assigning(acme, VARIABLE_SETS, { project_id: projectId, names });
  expect((await terraform.apply(naming("own"))).diagnostics).toEqual([]);
  expect(await variableSetsOf(acme, projectId)).toEqual(["own"]);
  await expectNoChanges(terraform, naming("own"));
  expect((await terraform.apply(naming())).diagnostics).toEqual([]);
  expect(await variableSetsOf(acme, projectId)).toEqual([]);
});

test("a variable set of a project cannot be applied to one that is created", async () => {
  acme.emulator.variableSets.create({ organization: "acme", name: "own", ownerProjectId: projectId });
  const others = { "tfprojects_project.new": { name: "New" } };
  const plan = await terraform.plan(assigning(acme, VARIABLE_SETS, { project_id: LATER, names: ["own"] }, others));
  expect(textsOf(plan, "error")).toEqual([expect.stringContaining(`belongs to project `)]);
});

test("a global policy set can be excluded, and not applied", async () => {
  const { policySets } = acme.emulator;
  policySets.create({ organization: "acme", name: "everywhere", global: true });
  expect(await errorsOf(POLICY_SETS, { names: ["everywhere"] })).toEqual([
    expect.stringMatching(/^Invalid policy set: The policy set "everywhere" is global/),
  ]);
  const plan = await terraform.plan(
    assigning(acme, POLICY_SETS, { project_id: projectId, names: [], exclude: ["everywhere"] }),
  );
  expect(plan.diagnostics).toEqual([]);
});

describe.each([
  [TEAM_ACCESS, {}],
  [VARIABLE_SETS, { names: [] }],
  [POLICY_SETS, { names: [] }],
])("the project of %s", (address, assigned) => {
  test("has to exist", async () => {
    expect(await errorsOf(address, { ...assigned, project_id: "prj-0000000000000000" })).toEqual([
      'Project not found: The organization "acme" has no project prj-0000000000000000, or the token is not ' +
        "authorized to read it.",
    ]);
  });

  test("has to be one of the organization", async () => {
    acme.emulator.organizations.create({ name: "globex" });
    const { id } = acme.emulator.projects.create({ organization: "globex", name: "Other" });
    for (const exclusive of [false, true]) {
      expect(await errorsOf(address, { ...assigned, project_id: id, exclusive })).toEqual([
        `Project not found: Project "Other" (${id}) belongs to the organization "globex", and not to "acme". To use ` +
          'it, set `organization` to "globex".',
      ]);
    }
  });
});

test("a plan that takes over access with another level says so, and changes it", async () => {
  acme.emulator.teams.grant({ teamId: ids["platform"]!, projectId, access: "read" });
  acme.emulator.teams.grant({ teamId: ids["audit"]!, projectId, access: "read" });
  const custom = { access: "custom", workspace_access: { runs: "plan" } };
  const team = [
    { name: "platform", ...custom },
    { name: "audit", access: "read" },
  ];
  const plan = await terraform.plan(assigning(acme, TEAM_ACCESS, { project_id: projectId, team }));
  expect(textsOf(plan, "warning")).toEqual([
    `Changes of existing team access: Of project "Web" (${projectId}), without being imported first:\n` +
      '- "platform" (access "read" → "custom", workspace_access.runs → "plan")',
  ]);
  expect((await terraform.apply(plan)).ok).toBe(true);
  expect(await accessTo(acme, projectId)).toEqual({ platform: "custom", audit: "read" });
});

test("the project and the teams may be known only after apply", async () => {
  const code = assigning(
    acme,
    TEAM_ACCESS,
    { project_id: reference("tfprojects_project.new", "id"), team: [{ name: "platform", access: "read" }] },
    { "tfprojects_project.new": { name: "New" } },
  );
  const plan = await terraform.plan(code);
  expect(plan.diagnostics).toEqual([]);
  expect(plan.changes.get(TEAM_ACCESS)?.after).toMatchObject({ team_ids: { platform: ids["platform"] } });
  expect((await terraform.apply(plan)).diagnostics).toEqual([]);
  expect(await accessTo(acme, acme.project("New")!.id)).toEqual({ platform: "read" });
});

test("two resources that assign the same team to a project are an error", async () => {
  const block = (team: readonly Block[]): Block => ({ project_id: projectId, team });
  const other = "tfprojects_project_team_access.other";
  const plan = await terraform.plan(
    assigning(acme, TEAM_ACCESS, block([{ name: "platform", access: "read" }]), {
      [other]: block([
        { team_id: ids["platform"]!, access: "write" },
        { name: "audit", access: "read" },
      ]),
    }),
  );
  expect(textsOf(plan, "error")).toEqual([
    expect.stringMatching(
      /^Team with two owners: The team (".*"|.*) is in this team access and in other team access \(of .*\), which have the same project\. Remove it from one of the two\.$/,
    ),
  ]);
});

test("an exclusive resource has the project for itself, also if the other one assigns nothing that it does", async () => {
  const names = (...names: readonly string[]): Block => ({ project_id: projectId, names });
  for (const name of ["aws", "gcp"]) acme.emulator.variableSets.create({ organization: "acme", name });
  const plan = await terraform.plan(
    assigning(
      acme,
      VARIABLE_SETS,
      { ...names("aws"), exclusive: true },
      { "tfprojects_project_variable_sets.other": names("gcp") },
    ),
  );
  expect(textsOf(plan, "error")).toEqual([
    expect.stringMatching(/^Exclusive variable sets with another owner: The variable sets of a project must be one/),
  ]);
});

test("two resources of different types, and of different projects, do not conflict", async () => {
  acme.emulator.variableSets.create({ organization: "acme", name: "aws" });
  const team = [{ name: "platform", access: "read" }];
  const plan = await terraform.plan(
    assigning(
      acme,
      TEAM_ACCESS,
      { project_id: projectId, team, exclusive: true },
      {
        "tfprojects_project_team_access.other": { project_id: acme.addProject("Other"), team, exclusive: true },
        [VARIABLE_SETS]: { project_id: projectId, names: ["aws"], exclusive: true },
      },
    ),
  );
  expect(plan.diagnostics).toEqual([]);
});
