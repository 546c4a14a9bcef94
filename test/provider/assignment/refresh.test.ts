import { collect } from "../../contract/client-and-emulator";
import type { Block, InProcessTerraform } from "../../in-process-terraform";
import type { Acme } from "../../support/acme";
import { configurationFor, expectNoChanges } from "../in-process";
import { accessTo, assigning, POLICY_SETS, policySetsOf, TEAM_ACCESS, textsOf, startWith } from "./assigned";

let acme: Acme;
let terraform: InProcessTerraform;
let projectId: string;
let ids: Readonly<Record<string, string>>;

beforeEach(async () => {
  ({ acme, terraform, projectId, ids } = await startWith("platform", "audit"));
});
afterEach(() => acme.stop());

const access = (...team: readonly Block[]) => assigning(acme, TEAM_ACCESS, { project_id: projectId, team });
const PLATFORM = { name: "platform", access: "write" };

/** Changes the access of a team out of band. */
async function change(
  name: string,
  level: Parameters<typeof acme.client.teamProjects.update>[1] | null,
): Promise<void> {
  const { teamProjects } = acme.client;
  for await (const { id, teamId } of teamProjects.list(projectId)) {
    if (teamId !== ids[name]) continue;
    await (level === null ? teamProjects.delete(id) : teamProjects.update(id, level));
  }
}

test("another level is drift, which the next apply takes back", async () => {
  await terraform.apply(access(PLATFORM));
  await change("platform", { access: "admin" });
  const plan = await terraform.plan(access(PLATFORM));
  expect(plan.changes.get(TEAM_ACCESS)).toMatchObject({
    before: { team: [{ name: "platform", access: "admin" }] },
    after: { team: [{ name: "platform", access: "write" }] },
  });
  expect((await terraform.apply(plan)).diagnostics).toEqual([]);
  expect(await accessTo(acme, projectId)).toEqual({ platform: "write" });
});

test("access that was removed is drift", async () => {
  await terraform.apply(access(PLATFORM, { team_id: ids["audit"]!, access: "read" }));
  await change("audit", null);
  const plan = await terraform.plan(access(PLATFORM, { team_id: ids["audit"]!, access: "read" }));
  expect(plan.changes.get(TEAM_ACCESS)?.before).toMatchObject({ team: [{ name: "platform" }] });
  expect((await terraform.apply(plan)).ok).toBe(true);
  expect(await accessTo(acme, projectId)).toEqual({ platform: "write", audit: "read" });
});

test("access of teams that the code does not name is none", async () => {
  await terraform.apply(access(PLATFORM));
  acme.emulator.teams.grant({ teamId: ids["audit"]!, projectId, access: "admin" });
  await expectNoChanges(terraform, access(PLATFORM));
});

describe("custom access", () => {
  const custom: Block = { name: "platform", access: "custom", workspace_access: { runs: "plan", move: null } };

  test("has drift in the permissions that the code sets, and not in others", async () => {
    await terraform.apply(access(custom));
    await change("platform", { access: "custom", workspaceAccess: { move: true } });
    await expectNoChanges(terraform, access(custom));
    await change("platform", { access: "custom", workspaceAccess: { runs: "apply" } });
    const plan = await terraform.plan(access(custom));
    expect(plan.changes.get(TEAM_ACCESS)?.before).toMatchObject({
      team: [{ workspace_access: { runs: "apply", move: null } }],
    });
    expect((await terraform.apply(plan)).ok).toBe(true);
    const [now] = await collect(acme.client.teamProjects.list(projectId));
    expect(now?.workspaceAccess).toMatchObject({ runs: "plan", move: true });
  });

  test("in place of another level shows all permissions, and is taken back", async () => {
    await terraform.apply(access(PLATFORM));
    await change("platform", { access: "custom", projectAccess: { settings: "delete" } });
    const plan = await terraform.plan(access(PLATFORM));
    expect(plan.changes.get(TEAM_ACCESS)).toMatchObject({
      before: { team: [{ access: "custom", project_access: { settings: "delete", teams: "none" } }] },
      after: { team: [{ access: "write", project_access: null, workspace_access: null }] },
    });
    expect((await terraform.apply(plan)).ok).toBe(true);
    await expectNoChanges(terraform, access(PLATFORM));
  });

  test("with an empty block is kept as it is", async () => {
    const empty = { name: "platform", access: "custom", project_access: {} };
    await terraform.apply(access(empty, { name: "audit", access: "read" }));
    await expectNoChanges(terraform, access(empty, { name: "audit", access: "read" }));
    await change("audit", { access: "write" });
    const { changes } = await terraform.plan(access(empty, { name: "audit", access: "read" }));
    expect(changes.get(TEAM_ACCESS)?.before).toMatchObject({
      team: [{ name: "platform", project_access: { settings: null } }, { access: "write" }],
    });
  });
});

test("a team with another name is an error, which suggests it, and not another team", async () => {
  await terraform.apply(access(PLATFORM));
  const { teams } = acme.client;
  const response = await fetch(`${acme.emulator.address}/api/v2/teams/${ids["platform"]}`, {
    method: "PATCH",
    headers: { authorization: `Bearer ${acme.emulator.token}`, "content-type": "application/vnd.api+json" },
    body: JSON.stringify({ data: { type: "teams", attributes: { name: "platforms" } } }),
  });
  expect([response.status, (await teams.listPage("acme")).items.map(({ name }) => name)]).toEqual([
    200,
    ["audit", "owners", "platforms"],
  ]);
  const plan = await terraform.plan(access(PLATFORM));
  expect(textsOf(plan, "error")).toEqual([expect.stringContaining('no team "platform"')]);
  expect(textsOf(plan, "error")[0]).toContain('Did you mean "platforms"?');
});

test("the end of an exclusion, and another kind of assignment are drift", async () => {
  const { policySets } = acme.emulator;
  const [cis, everywhere] = [
    policySets.create({ organization: "acme", name: "cis" }),
    policySets.create({ organization: "acme", name: "everywhere", global: true }),
  ];
  const code = assigning(acme, POLICY_SETS, { project_id: projectId, names: ["cis"], exclude: ["everywhere"] });
  await terraform.apply(code);
  await acme.client.policySets.removeProjectExclusions(everywhere.id, [projectId]);
  await acme.client.policySets.addProjectExclusions(cis.id, [projectId]);
  const plan = await terraform.plan(code);
  expect(plan.changes.get(POLICY_SETS)).toMatchObject({
    before: { names: [], exclude: ["cis"], set_ids: { cis: cis.id } },
    after: { names: ["cis"], exclude: ["everywhere"] },
  });
  expect((await terraform.apply(plan)).ok).toBe(true);
  expect(await policySetsOf(acme, projectId)).toEqual(["cis", "!everywhere"]);
});

describe("a token that may not see it", () => {
  let token: string;
  beforeEach(() => (token = acme.emulator.tokens.create({ organization: "acme", role: "owner" })));

  const reduce = (): void =>
    acme.emulator.tokens.update({
      token,
      organization: "acme",
      role: "team",
      projects: { [projectId]: ["read", "update"], [acme.defaultProjectId]: ["read"] },
    });

  test("does not take the access of teams for removed", async () => {
    const code = configurationFor(acme, access(PLATFORM).resources, token);
    await terraform.apply(code);
    reduce();
    const plan = await terraform.plan(code);
    expect(plan.ok).toBe(false);
    expect(textsOf(plan, "error")).toEqual([
      expect.stringMatching(
        /^Cannot read the team access of project .*: Project "Web" \(.*\) has 1 team, but the token sees none of them, so nothing counts as removed from it\. This takes an organization with teams/,
      ),
    ]);
    expect(terraform.state.get(TEAM_ACCESS)?.values["team"]).toHaveLength(1);
  });

  test("gets one error about policy sets, which says what they take", async () => {
    acme.emulator.policySets.create({ organization: "acme", name: "cis" });
    const block = { project_id: projectId, names: ["cis"] };
    const resources = { [POLICY_SETS]: block, "tfprojects_project_policy_sets.two": { ...block, names: [] } };
    const code = configurationFor(acme, resources, token);
    expect((await terraform.apply(code)).ok).toBe(true);
    reduce();
    const plan = await terraform.plan(code);
    expect(plan.ok).toBe(false);
    expect(textsOf(plan, "error")).toEqual([
      expect.stringMatching(
        /^Cannot read the policy sets of project .*: The policy sets of projects cannot be read in the organization "acme"\. This takes an organization with policies, and a token with its permission to manage policies\.$/,
      ),
    ]);
  });
});
