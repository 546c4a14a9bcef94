import type { Block, InProcessTerraform } from "../../in-process-terraform";
import type { Acme } from "../../support/acme";
import { configurationFor, expectNoChanges } from "../in-process";
import { assigning, POLICY_SETS, TEAM_ACCESS, VARIABLE_SETS, startWith } from "./assigned";

let acme: Acme;
let terraform: InProcessTerraform;
let projectId: string;
let ids: Readonly<Record<string, string>>;

beforeEach(async () => {
  ({ acme, terraform, projectId, ids } = await startWith("platform", "audit", "release"));
  for (const [name, teamId] of Object.entries(ids)) {
    acme.emulator.teams.grant({ teamId, projectId, access: name === "release" ? "custom" : "read" });
  }
});
afterEach(() => acme.stop());

const read = (name: string): Block => ({ name, access: "read" });
const access = (...team: readonly Block[]) => assigning(acme, TEAM_ACCESS, { project_id: projectId, team });

async function errorOf(id: string): Promise<string> {
  const { diagnostics } = await terraform.import(access(), TEAM_ACCESS, id);
  return diagnostics.map(({ summary, detail }) => `${summary}: ${detail}`).join("\n");
}

test.each(["ID", "name"])("all teams of a project are imported by its %s, with all custom permissions", async (by) => {
  const id = by === "ID" ? projectId : "acme/web";
  expect((await terraform.import(access(), TEAM_ACCESS, id)).ok).toBe(true);
  const { team, ...values } = terraform.state.get(TEAM_ACCESS)!.values;
  expect(values).toEqual({
    id: projectId,
    project_id: projectId,
    exclusive: false,
    organization: "acme",
    team_ids: ids,
  });
  const release = (team as readonly Block[]).find(({ name }) => name === "release");
  expect(release).toMatchObject({ team_id: null, workspace_access: { runs: "read", move: false } });
  // The code may name teams in any order.
  await expectNoChanges(terraform, access(release!, read("audit"), read("platform")));
});

test("only some of the teams are imported, by name or by ID", async () => {
  const id = `${projectId}:platform, ${ids["audit"]}`;
  expect((await terraform.import(access(), TEAM_ACCESS, id)).ok).toBe(true);
  await expectNoChanges(terraform, access(read("platform"), { team_id: ids["audit"]!, access: "read" }));
});

test("sets are imported without those that apply for another reason", async () => {
  const { variableSets, policySets } = acme.emulator;
  variableSets.create({ organization: "acme", name: "aws", projectIds: [projectId] });
  variableSets.create({ organization: "acme", name: "own", ownerProjectId: projectId, projectIds: [projectId] });
  variableSets.create({ organization: "acme", name: "proxy", global: true });
  policySets.create({ organization: "acme", name: "cis", projectIds: [projectId] });
  policySets.create({ organization: "acme", name: "everywhere", global: true, excludedProjectIds: [projectId] });
  const sets = assigning(acme, VARIABLE_SETS, { project_id: projectId, names: ["aws", "own"] });
  expect((await terraform.import(sets, VARIABLE_SETS, "acme/Web")).ok).toBe(true);
  await expectNoChanges(terraform, sets);
  const policies: Block = { project_id: projectId, names: ["cis"], exclude: ["everywhere"] };
  const both = assigning(acme, POLICY_SETS, policies, sets.resources);
  expect((await terraform.import(both, POLICY_SETS, `${projectId}:everywhere,cis`)).ok).toBe(true);
  await expectNoChanges(terraform, both);
});

test("sets are imported by their IDs, also those whose names have commas and colons", async () => {
  const { variableSets, policySets } = acme.emulator;
  const inAcme = { organization: "acme", projectIds: [projectId] };
  const aws = variableSets.create({ ...inAcme, name: "aws, eu: prod" });
  variableSets.create({ ...inAcme, name: "gcp:prod" });
  const sets = assigning(acme, VARIABLE_SETS, { project_id: projectId, names: ["aws, eu: prod", "gcp:prod"] });
  expect((await terraform.import(sets, VARIABLE_SETS, `${projectId}:${aws.id},gcp:prod`)).ok).toBe(true);
  expect(Object.keys(terraform.state.get(VARIABLE_SETS)!.values["set_ids"] as object)).toEqual([
    "aws, eu: prod",
    "gcp:prod",
  ]);
  await expectNoChanges(terraform, sets);
  const cis = policySets.create({ ...inAcme, name: "cis" });
  const policies = assigning(acme, POLICY_SETS, { project_id: projectId, names: ["cis"] }, sets.resources);
  expect((await terraform.import(policies, POLICY_SETS, `acme/web:${cis.id}`)).ok).toBe(true);
  await expectNoChanges(terraform, policies);
});

test("names with commas, colons, quotes or spaces at an end are quoted, and the state has the names", async () => {
  const names = ["a, b", "c:d", ' say "hi" '];
  for (const name of names) {
    const { id: teamId } = acme.emulator.teams.create({ organization: "acme", name });
    acme.emulator.teams.grant({ teamId, projectId, access: "read" });
  }
  const id = `${projectId}:"a, b", c:d," say ""hi"" ",platform`;
  expect((await terraform.import(access(), TEAM_ACCESS, id)).ok).toBe(true);
  await expectNoChanges(terraform, access(...names.map(read), read("platform")));
});

test("an object that is named twice is imported once", async () => {
  const id = `${projectId}:platform,${ids["platform"]}, platform`;
  expect((await terraform.import(access(), TEAM_ACCESS, id)).ok).toBe(true);
  await expectNoChanges(terraform, access(read("platform")));
});

test("a token that does not see the teams of a project is not told that it has none", async () => {
  const projects = { [projectId]: ["read", "update"], [acme.defaultProjectId]: ["read"] } as const;
  const token = acme.emulator.tokens.create({ organization: "acme", role: "team", projects });
  const code = configurationFor(acme, access().resources, token);
  const { diagnostics } = await terraform.import(code, TEAM_ACCESS, `${projectId}:platform`);
  expect(diagnostics).toMatchObject([
    { detail: expect.stringMatching(/has 3 teams, but the token sees none of them/) as string },
  ]);
});

test("what cannot be imported is an error", async () => {
  expect(await errorOf("web")).toMatch(/^Cannot import "web": Use a project ID \(prj-…\) or organization\/name/);
  expect(await errorOf("acme/None:audit")).toMatch(/The organization "acme" has no project named "None"/);
  expect(await errorOf(`${projectId}:audit,`)).toMatch(/^Cannot import "[^"]*": After ":", list names or IDs/);
  expect(await errorOf(`${projectId}:audit,owners`)).toBe(
    `Cannot import "${projectId}:audit,owners": Project "Web" (${projectId}) has no team "owners" that could be ` +
      "imported. It has 3 teams (audit, platform, release).",
  );
});
