import type { Block, InProcessTerraform } from "../../in-process-terraform";
import type { Acme } from "../../support/acme";
import { expectNoChanges } from "../in-process";
import {
  accessTo,
  assigning,
  POLICY_SETS,
  policySetsOf,
  TEAM_ACCESS,
  textsOf,
  VARIABLE_SETS,
  variableSetsOf,
  startWith,
} from "./assigned";

let acme: Acme;
let terraform: InProcessTerraform;
let projectId: string;
let ids: Readonly<Record<string, string>>;

beforeEach(async () => {
  ({ acme, terraform, projectId, ids } = await startWith("platform", "audit", "legacy"));
});
afterEach(() => acme.stop());

const grant = (name: string, access: "read" | "write"): unknown =>
  acme.emulator.teams.grant({ teamId: ids[name]!, projectId, access });

const access = (block: Block) => assigning(acme, TEAM_ACCESS, { project_id: projectId, ...block });
const idsOf = (...names: readonly string[]): object => Object.fromEntries(names.map((name) => [name, ids[name]]));
const PLATFORM = { name: "platform", access: "write" };

test("a new exclusive resource removes what others have assigned, and the plan names each", async () => {
  grant("audit", "read");
  grant("legacy", "write");
  const code = access({ team: [PLATFORM], exclusive: true });
  const plan = await terraform.plan(code);
  expect(textsOf(plan, "warning")).toEqual([
    "Removal of team access: The code is exclusive, and does not name them:\n" +
      `- Team "audit" (access "read") is removed from project "Web" (${projectId}).\n` +
      `- Team "legacy" (access "write") is removed from project "Web" (${projectId}).`,
  ]);
  expect((await terraform.apply(plan)).ok).toBe(true);
  expect(await accessTo(acme, projectId)).toEqual({ platform: "write" });
  await expectNoChanges(terraform, code);
});

test("what is assigned later is drift, which the next plan shows and names", async () => {
  const code = access({ team: [PLATFORM], exclusive: true });
  await terraform.apply(code);
  grant("audit", "read");
  const plan = await terraform.plan(code);
  expect(plan).toMatchObject({ drifted: [TEAM_ACCESS], actions: { [TEAM_ACCESS]: "update" } });
  expect(plan.changes.get(TEAM_ACCESS)).toMatchObject({
    before: { team: [{ name: "platform" }, { name: "audit", access: "read" }], team_ids: idsOf("audit", "platform") },
    after: { team: [{ name: "platform" }], team_ids: idsOf("platform") },
  });
  expect(textsOf(plan, "warning")).toEqual([expect.stringContaining('\n- Team "audit" (access "read") is removed')]);
  expect((await terraform.apply(plan)).ok).toBe(true);
  expect(await accessTo(acme, projectId)).toEqual({ platform: "write" });
});

test("what the code no longer names is removed with the same warning", async () => {
  await terraform.apply(access({ team: [PLATFORM, { name: "audit", access: "read" }], exclusive: true }));
  expect(textsOf(await terraform.plan(access({ team: [PLATFORM], exclusive: true })), "warning")).toEqual([
    "Removal of team access: The code is exclusive, and does not name them:\n" +
      `- Team "audit" (access "read") is removed from project "Web" (${projectId}).`,
  ]);
});

test("what is assigned between plan and apply is left to the next plan", async () => {
  const code = access({ team: [PLATFORM], exclusive: true });
  await terraform.apply(code);
  const changed = access({ team: [{ ...PLATFORM, access: "read" }], exclusive: true });
  const plan = await terraform.plan(changed);
  grant("audit", "read");
  expect((await terraform.apply(plan)).ok).toBe(true);
  expect(await accessTo(acme, projectId)).toEqual({ platform: "read", audit: "read" });
});

test("a resource that becomes exclusive names what leaves, and one that is no longer so leaves all alone", async () => {
  grant("audit", "read");
  await terraform.apply(access({ team: [PLATFORM] }));
  const plan = await terraform.plan(access({ team: [PLATFORM], exclusive: true }));
  expect(textsOf(plan, "warning")).toEqual([expect.stringContaining('\n- Team "audit" (access "read") is removed')]);
  await terraform.apply(plan);
  expect(await accessTo(acme, projectId)).toEqual({ platform: "write" });
  await terraform.apply(access({ team: [PLATFORM] }));
  grant("audit", "read");
  await expectNoChanges(terraform, access({ team: [PLATFORM] }));
});

test("an exclusive resource without teams leaves only the owners", async () => {
  grant("audit", "read");
  const code = access({ exclusive: true });
  expect((await terraform.apply(code)).ok).toBe(true);
  expect(await accessTo(acme, projectId)).toEqual({});
  await expectNoChanges(terraform, code);
});

test("exclusive variable sets leave global ones, and remove others of the organization and the project", async () => {
  const { variableSets } = acme.emulator;
  for (const name of ["aws", "gcp"]) variableSets.create({ organization: "acme", name, projectIds: [projectId] });
  variableSets.create({ organization: "acme", name: "proxy", global: true });
  variableSets.create({ organization: "acme", name: "own", ownerProjectId: projectId, projectIds: [projectId] });
  const code = assigning(acme, VARIABLE_SETS, { project_id: projectId, names: ["aws"], exclusive: true });
  const plan = await terraform.plan(code);
  expect(textsOf(plan, "warning")).toEqual([
    expect.stringMatching(/:\n- Variable set "gcp" is removed from .*\.\n- Variable set "own" is removed from .*\.$/),
  ]);
  expect((await terraform.apply(plan)).ok).toBe(true);
  expect(await variableSetsOf(acme, projectId)).toEqual(["aws", "proxy"]);
  await expectNoChanges(terraform, code);
});

test("exclusive policy sets end other exclusions, also from global sets", async () => {
  const { policySets } = acme.emulator;
  policySets.create({ organization: "acme", name: "cis", projectIds: [projectId] });
  policySets.create({ organization: "acme", name: "pci", projectIds: [projectId] });
  policySets.create({ organization: "acme", name: "everywhere", global: true, excludedProjectIds: [projectId] });
  const code = assigning(acme, POLICY_SETS, { project_id: projectId, names: ["cis"], exclusive: true });
  const plan = await terraform.plan(code);
  expect(textsOf(plan, "warning")).toEqual([
    "Removal of policy sets: The code is exclusive, and does not name them:\n" +
      `- The exclusion of project "Web" (${projectId}) from policy set "everywhere" ends, so the set applies from now ` +
      `on.\n- Policy set "pci" is removed from project "Web" (${projectId}).`,
  ]);
  expect((await terraform.apply(plan)).ok).toBe(true);
  expect(await policySetsOf(acme, projectId)).toEqual(["cis"]);
  await expectNoChanges(terraform, code);
});
