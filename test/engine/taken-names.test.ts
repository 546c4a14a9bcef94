import { messageOf } from "../../src/model";
import { executePlan } from "../../src/engine/apply/execute-plan";
import { observeOrganization } from "../../src/engine/live/observe";
import type { DesiredOrganization } from "../../src/engine/organization";
import type { Plan } from "../../src/engine/plan/comparison";
import { makePlan } from "../../src/engine/plan/plan";
import type { PlanOptions } from "../../src/engine/plan/plan-options";
import { readModules } from "../../src/engine/source/read-modules";
import { parseState } from "../../src/engine/source/terraform-state";
import { reference, type Block, type InProcessTerraform } from "../in-process-terraform";
import { desiredWith } from "../property/planning/stories";
import { configurationFor, inProcessTerraform } from "../provider/in-process";
import { Acme } from "../support/acme";
import { terraformJson } from "../support/terraform-json";
import { besidesIdentity } from "./besides-identity";

let acme: Acme;
beforeEach(async () => (acme = await Acme.start()));
afterEach(() => acme.stop());

const NET = "tfprojects_project.net";
const MEMBERS = "tfprojects_workspace_membership.net";
const projectId = reference(NET, "id");

/** Code of the project Net and of what else it says. */
function netWith(its: Block = {}, others: Readonly<Record<string, Block>> = {}) {
  return configurationFor(acme, { [NET]: { name: "Net", ...its }, ...others });
}

type Code = ReturnType<typeof netWith>;

async function planned(desired: DesiredOrganization, options: PlanOptions = {}): Promise<Plan> {
  return makePlan(desired, await observeOrganization(acme.view(), desired), { maxMoves: "all", ...options });
}

/** The engine's plan with the state of Terraform, which has applied nothing unless it says so. */
function plannedWithState(code: Code, terraform: Pick<InProcessTerraform, "state"> = inProcessTerraform()) {
  return planned(desiredWith(terraform, code));
}

function withoutState(code: Code): DesiredOrganization {
  const content = { ...terraformJson(code), provider: { tfprojects: code.provider } };
  return readModules([{ name: "stack", files: [{ path: "cdk.tf.json", content }] }], undefined).organizations[0]!;
}

function wordsOf({ errors, warnings }: Plan) {
  return { errors: errors.map(messageOf), warnings: besidesIdentity(warnings).map(({ code }) => code) };
}

/** Plans with Terraform, which refuses, and names the project that has the name. */
async function expectRefusedByTerraform(code: Code, id: string, terraform = inProcessTerraform()) {
  const { ok, diagnostics } = await terraform.plan(code);
  expect(ok).toBe(false);
  expect(diagnostics.map(({ detail }) => detail).join("\n")).toContain(
    `The name "Net" is already taken in the organization "acme" by project ${id}`,
  );
}

describe("a project that the state does not have", () => {
  test.each<[what: string, its: { description?: string; autoDestroyActivityDuration?: string }, change: string]>([
    ["another description", { description: "of others" }, "description"],
    ["an auto-destroy duration", { autoDestroyActivityDuration: "14d" }, "auto-destroy"],
  ])("with %s is somebody's, as for Terraform", async (_, its, change) => {
    const id = acme.addProject("Net", its);
    await expectRefusedByTerraform(netWith(), id);
    const plan = await plannedWithState(netWith());
    expect(plan.errors).toMatchObject([{ code: "NAME_TAKEN", summary: "Project name taken", data: { address: NET } }]);
    expect(messageOf(plan.errors[0]!)).toBe(
      `The name "Net" is already taken in the organization "acme" by project ${id}. The state does not have it here, ` +
        `so it may be somebody else's, and the plan would change its ${change}. If another resource manages it, or ` +
        "managed it until now, use a `moved` block (in a CDK app: moveTo) to move it to this resource. " +
        `Otherwise import it (\`import ADDRESS ${id}\`, or "acme/Net" in place of the ID; in a CDK app: ` +
        "importFrom), set adopt_existing = true (in a CDK app: adoptExisting), or choose a different name.",
    );
  });

  test("and that has a name in another case is somebody's", async () => {
    const id = acme.addProject("NET");
    await expectRefusedByTerraform(netWith(), id);
    const { errors } = wordsOf(await plannedWithState(netWith()));
    expect(errors).toEqual([
      expect.stringContaining(`by project ${id}, spelled "NET" (names are case-insensitive). The state`),
    ]);
    expect(errors[0]).toContain("the plan would change its name. ");
  });

  test.each<[what: string, others: (stays: string) => Record<string, Block>]>([
    ["is evicted", () => ({ [MEMBERS]: { project_id: projectId, workspace_names: ["own"], exclusive: true } })],
    [
      "another membership lists",
      () => ({
        "tfprojects_project.other": { name: "Other" },
        "tfprojects_workspace_membership.other": {
          project_id: reference("tfprojects_project.other", "id"),
          workspace_names: ["stray"],
        },
      }),
    ],
    [
      "a rule takes from any project",
      () => ({
        "tfprojects_project.other": { name: "Other" },
        "tfprojects_workspace_placement.all": {
          take_from: "any",
          rule: [{ project: reference("tfprojects_project.other", "name"), match_names: ["stray"] }],
        },
      }),
    ],
  ])("with a workspace that %s is somebody's", async (_, others) => {
    const id = acme.addProject("Net");
    acme.addWorkspace("own");
    acme.addWorkspace("stray", id);
    const code = netWith({}, others(id));
    await expectRefusedByTerraform(code, id);
    const { errors } = wordsOf(await plannedWithState(code));
    expect(errors).toEqual([expect.stringContaining("the plan would move workspace stray out of it. If")]);
  });

  test("and that was found where the state has a deleted one is somebody's", async () => {
    const terraform = inProcessTerraform();
    expect(await terraform.apply(netWith({ description: "ours" }))).toMatchObject({ ok: true });
    const old = acme.project("Net")!.id;
    await acme.client.projects.delete(old);
    const id = acme.addProject("Net", { description: "theirs" });
    const { errors } = wordsOf(await plannedWithState(netWith({ description: "ours" }), terraform));
    expect(errors).toEqual([
      expect.stringContaining(
        `by project ${id}. The state has project "Net" (${old}) here, which was not found, so it may be ` +
          "somebody else's, and the plan would change its description.",
      ),
    ]);
    await expectRefusedByTerraform(netWith({ description: "ours" }), id, terraform);
  });

  test("is found if it is as the code says, with a warning that it is not in the state", async () => {
    const id = acme.addProject("Net", { description: "same" });
    acme.addWorkspace("api");
    const members = { [MEMBERS]: { project_id: projectId, workspace_names: ["api"] } };
    const plan = await plannedWithState(netWith({ description: "same" }, members));
    expect(wordsOf(plan)).toEqual({ errors: [], warnings: ["not-in-state"] });
    expect(plan.actions).toMatchObject([{ kind: "move", destination: { id } }]);
    expect(messageOf(besidesIdentity(plan.warnings)[0]!)).toBe(
      `Project "Net" (${id}) is as the code has it, but not in the state: import it, or, if the state has it at ` +
        "another address, use a `moved` block. Until then, Terraform reports that its name is taken, and it cannot " +
        "be changed here.",
    );
    expect(plan.notInState).toEqual([{ address: NET, id }]);
  });

  test("is found after the engine, which writes no state, has created it, whole or in part", async () => {
    acme.addWorkspace("api");
    const access = "tfprojects_project_team_access.net";
    acme.emulator.teams.create({ organization: "acme", name: "ops" });
    acme.emulator.teams.create({ organization: "acme", name: "web" });
    const team = ["ops", "web"].map((name) => ({ name, access: "read" }));
    const code = netWith(
      { description: "ours" },
      {
        [MEMBERS]: { project_id: projectId, workspace_names: ["api"], exclusive: true },
        [access]: { project_id: projectId, team, exclusive: true },
      },
    );
    const plan = await plannedWithState(code);
    expect(plan.actions.map(({ kind }) => kind)).toEqual(["create", "set", "set", "move"]);
    for (const count of [1, 2, 4]) {
      const part = { ...(await plannedWithState(code)) };
      await executePlan(acme.view(), { ...part, actions: part.actions.slice(0, count) });
      const next = await plannedWithState(code);
      expect(wordsOf(next)).toEqual({ errors: [], warnings: ["not-in-state"] });
    }
    expect((await plannedWithState(code)).actions).toEqual([]);
    expect(acme.world).toMatchObject({ Net: ["api"] });
  });

  test.each<[what: string, workspaces: readonly string[], teams: readonly string[]]>([
    ["has workspaces of others", ["theirs"], []],
    ["other teams can use", [], ["theirs"]],
  ])("and that %s gets no access", async (_, workspaces, teams) => {
    const id = acme.addProject("Net");
    for (const name of workspaces) acme.addWorkspace(name, id);
    for (const name of ["ops", ...teams]) {
      const team = acme.emulator.teams.create({ organization: "acme", name });
      if (name !== "ops") await acme.client.teamProjects.create({ projectId: id, teamId: team.id, access: "read" });
    }
    const access = { project_id: projectId, team: [{ name: "ops", access: "admin" }] };
    const code = netWith({}, { "tfprojects_project_team_access.net": access });
    await expectRefusedByTerraform(code, id);
    const { errors } = wordsOf(await plannedWithState(code));
    expect(errors).toEqual([expect.stringContaining("the plan would change its team access. If")]);
  });

  test.each<[what: string, its: Block, old: string]>([
    ["adopt_existing", { adopt_existing: true }, "Net"],
    ["a previous name", { previous_names: ["Old"] }, "Old"],
  ])("is changed with %s, as with Terraform", async (_, its, old) => {
    const id = acme.addProject(old, { description: "of others" });
    const code = netWith(its);
    const plan = await plannedWithState(code);
    expect(wordsOf(plan)).toEqual({ errors: [], warnings: [] });
    await executePlan(acme.view(), plan);
    expect(acme.project("Net")).toMatchObject({ id, description: null });
    expect(
      await inProcessTerraform().plan(netWith({ ...its, previous_names: [], adopt_existing: true })),
    ).toMatchObject({ ok: true });
  });

  test("is not deleted by prune", async () => {
    acme.addProject("Net", { description: "of others" });
    const plan = await planned(desiredWith(inProcessTerraform(), netWith()), { prune: true, maxDeletes: 9 });
    expect(plan.errors).toMatchObject([{ code: "NAME_TAKEN", summary: "Project name taken" }]);
    expect(plan.actions.map(({ kind }) => kind)).toEqual(["update"]);
  });
});

describe("without a state", () => {
  test("names identify projects, unless the code says that it adopts none", async () => {
    const id = acme.addProject("Net", { description: "of others" });
    expect(wordsOf(await planned(withoutState(netWith())))).toEqual({ errors: [], warnings: [] });
    const { errors } = wordsOf(await planned(withoutState(netWith({ adopt_existing: false }))));
    expect(errors).toEqual([
      expect.stringContaining(
        `by project ${id}. With adopt_existing = false it is not managed here. If another resource`,
      ),
    ]);
    const same = withoutState(netWith({ adopt_existing: false, description: "of others" }));
    expect(wordsOf(await planned(same)).errors).toHaveLength(1);
  });

  test("a project that the code adopts not is created, or renamed", async () => {
    const code = withoutState(netWith({ adopt_existing: false, previous_names: ["Old"] }));
    expect(await planned(code)).toMatchObject({ errors: [], actions: [{ kind: "create" }] });
    acme.addProject("Old");
    expect(await planned(code)).toMatchObject({ errors: [], actions: [{ kind: "update" }] });
  });

  test.each(["ID", "name"])("an import block of the %s identifies a project, whatever the code adopts", async (by) => {
    const id = acme.addProject("Net", { description: "of others" });
    const code = netWith({ adopt_existing: false });
    const content = {
      ...terraformJson(code),
      provider: { tfprojects: code.provider },
      import: [{ to: NET, id: by === "ID" ? id : "acme/Net" }],
    };
    const [desired] = readModules([{ name: "s", files: [{ path: "f", content }] }], undefined).organizations;
    expect(await planned(desired!)).toMatchObject({ errors: [], actions: [{ kind: "update", projectId: id }] });
  });
});

test("of several stacks, each has the names that its own state lacks", async () => {
  const theirs = acme.addProject("Net", { description: "of others" });
  acme.addProject("Web", { description: "of others" });
  const empty = { version: 4, terraform_version: "1.11.4", serial: 1, lineage: "l", resources: [] };
  const moduleOf = (key: string, name: string) => ({
    name: key,
    files: [
      {
        path: `${key}/cdk.tf.json`,
        content: {
          provider: { tfprojects: netWith().provider },
          resource: { tfprojects_project: { [key]: { name } } },
        },
      },
    ],
  });
  const modules = [{ ...moduleOf("net", "Net"), state: parseState(empty, "net.tfstate") }, moduleOf("web", "Web")];
  const { errors } = await planned(readModules(modules, undefined).organizations[0]!);
  expect(errors).toMatchObject([
    { code: "NAME_TAKEN", summary: "Project name taken", data: { name: "Net", holder: { id: theirs } } },
  ]);
});
