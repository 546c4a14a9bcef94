import type { Block, InProcessTerraform } from "../../in-process-terraform";
import type { Acme } from "../../support/acme";
import { expectNoChanges } from "../in-process";
import {
  accessTo,
  assigning,
  policySetsOf,
  POLICY_SETS,
  TEAM_ACCESS,
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

describe("team access", () => {
  test("is given, kept, changed and removed", async () => {
    acme.emulator.teams.grant({ teamId: ids["legacy"]!, projectId, access: "admin" });
    const code = assigning(acme, TEAM_ACCESS, {
      project_id: projectId,
      team: [
        { name: "platform", access: "write" },
        { team_id: ids["audit"]!, access: "read" },
      ],
    });
    const applied = await terraform.apply(code);
    expect(applied.diagnostics).toEqual([]);
    expect(await accessTo(acme, projectId)).toEqual({ platform: "write", audit: "read", legacy: "admin" });
    expect(terraform.state.get(TEAM_ACCESS)?.values).toMatchObject({
      id: projectId,
      exclusive: false,
      organization: "acme",
      team_ids: { platform: ids["platform"] },
    });
    await expectNoChanges(terraform, code);

    const changed = assigning(acme, TEAM_ACCESS, {
      project_id: projectId,
      team: [{ name: "platform", access: "custom", workspace_access: { runs: "plan" } }],
    });
    expect((await terraform.apply(changed)).diagnostics).toEqual([]);
    expect(await accessTo(acme, projectId)).toEqual({ platform: "custom", legacy: "admin" });
    await expectNoChanges(terraform, changed);

    expect((await terraform.apply({ ...code, resources: {} })).diagnostics).toEqual([]);
    expect(await accessTo(acme, projectId)).toEqual({ legacy: "admin" });
  });
});

describe("variable sets", () => {
  test("are added, kept, changed and removed", async () => {
    for (const name of ["aws", "gcp", "other"]) acme.emulator.variableSets.create({ organization: "acme", name });
    acme.emulator.variableSets.create({ organization: "acme", name: "proxy", global: true });
    const code = (...names: string[]) => assigning(acme, VARIABLE_SETS, { project_id: projectId, names });
    expect((await terraform.apply(code("aws", "gcp"))).diagnostics).toEqual([]);
    expect(await variableSetsOf(acme, projectId)).toEqual(["aws", "gcp", "proxy"]);
    await expectNoChanges(terraform, code("gcp", "aws"));
    expect((await terraform.apply(code("aws", "other"))).diagnostics).toEqual([]);
    expect(await variableSetsOf(acme, projectId)).toEqual(["aws", "other", "proxy"]);
    await expectNoChanges(terraform, code("aws", "other"));
    expect((await terraform.apply({ ...code(), resources: {} })).diagnostics).toEqual([]);
    expect(await variableSetsOf(acme, projectId)).toEqual(["proxy"]);
  });
});

describe("policy sets", () => {
  test("are added, excluded, kept, changed and removed", async () => {
    for (const name of ["cis", "pci"]) acme.emulator.policySets.create({ organization: "acme", name });
    acme.emulator.policySets.create({ organization: "acme", name: "everywhere", global: true });
    const code = (names: string[], exclude: string[]) =>
      assigning(acme, POLICY_SETS, { project_id: projectId, names, exclude });
    expect((await terraform.apply(code(["cis"], ["everywhere"]))).diagnostics).toEqual([]);
    expect(await policySetsOf(acme, projectId)).toEqual(["cis", "!everywhere"]);
    await expectNoChanges(terraform, code(["cis"], ["everywhere"]));
    expect((await terraform.apply(code(["pci"], ["cis"]))).diagnostics).toEqual([]);
    expect(await policySetsOf(acme, projectId)).toEqual(["!cis", "pci"]);
    await expectNoChanges(terraform, code(["pci"], ["cis"]));
    expect((await terraform.apply({ ...code([], []), resources: {} })).diagnostics).toEqual([]);
    expect(await policySetsOf(acme, projectId)).toEqual([]);
  });

  test("stay an empty list where the code has one, also after they were excluded out of band", async () => {
    const { id } = acme.emulator.policySets.create({ organization: "acme", name: "cis" });
    const code = assigning(acme, POLICY_SETS, { project_id: projectId, names: [], exclude: [], exclusive: true });
    expect((await terraform.apply(code)).diagnostics).toEqual([]);
    await expectNoChanges(terraform, code);
    await acme.client.policySets.addProjectExclusions(id, [projectId]);
    expect((await terraform.apply(code)).ok).toBe(true);
    expect(await policySetsOf(acme, projectId)).toEqual([]);
    await expectNoChanges(terraform, code);
  });
});

test("a policy set that is attached and excluded counts as excluded, and loses both when the code drops it", async () => {
  const both = { projectIds: [projectId], excludedProjectIds: [projectId] };
  const { id } = acme.emulator.policySets.create({ organization: "acme", name: "cis", ...both });
  const code = (its: Block) => assigning(acme, POLICY_SETS, { project_id: projectId, names: [], ...its });
  const excluding = code({ exclude: ["cis"] });
  expect(await terraform.apply(excluding)).toMatchObject({ ok: true, diagnostics: [] });
  expect(await policySetsOf(acme, projectId)).toEqual(["cis", "!cis"]);
  await expectNoChanges(terraform, excluding);
  expect(await terraform.apply(code({ names: ["cis"] }))).toMatchObject({ ok: true });
  expect(await policySetsOf(acme, projectId)).toEqual(["cis"]);
  await acme.client.policySets.addProjectExclusions(id, [projectId]);
  expect(await terraform.apply(code({ exclusive: true }))).toMatchObject({ ok: true });
  expect(await policySetsOf(acme, projectId)).toEqual([]);
});
