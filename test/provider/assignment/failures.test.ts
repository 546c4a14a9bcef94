import type { Block, InProcessTerraform } from "../../in-process-terraform";
import type { Acme } from "../../support/acme";
import { configurationFor, expectNoChanges } from "../in-process";
import { accessTo, assigning, TEAM_ACCESS, textsOf, VARIABLE_SETS, variableSetsOf, startWith } from "./assigned";

let acme: Acme;
let terraform: InProcessTerraform;
let projectId: string;
let ids: Readonly<Record<string, string>>;

beforeEach(async () => {
  ({ acme, terraform, projectId, ids } = await startWith("a", "b", "c"));
  for (const name of Object.keys(ids)) acme.emulator.variableSets.create({ organization: "acme", name });
});
afterEach(() => acme.stop());

const team = (name: string, access = "read"): Block => ({ name, access });
const access = (...team: readonly Block[]) => assigning(acme, TEAM_ACCESS, { project_id: projectId, team });
/** Requests of a kind fail, after the first ones. */
const refuse = (method: string, skip: number): void =>
  acme.emulator.faults.add({ method, path: "team-projects", status: 422, skip, times: Infinity });
const stateOf = (): readonly Block[] => terraform.state.get(TEAM_ACCESS)?.values["team"] as readonly Block[];

describe("a request that fails", () => {
  test("when the resource is created: the state has what was done, and the next apply does the rest", async () => {
    refuse("POST", 1);
    const applied = await terraform.apply(access(team("a"), team("b"), team("c")));
    expect(textsOf(applied, "error")).toEqual([
      expect.stringMatching(/^Cannot assign team "b" to project "Web": POST .*team-projects.*422/),
    ]);
    expect(await accessTo(acme, projectId)).toEqual({ a: "read" });
    expect(terraform.state.get(TEAM_ACCESS)).toMatchObject({ isTainted: true, values: { team_ids: { a: ids["a"] } } });
    acme.emulator.faults.clear();
    expect((await terraform.apply(access(team("a"), team("b"), team("c")))).ok).toBe(true);
    expect(await accessTo(acme, projectId)).toEqual({ a: "read", b: "read", c: "read" });
    await expectNoChanges(terraform, access(team("a"), team("b"), team("c")));
  });

  test("first of all leaves no state, and nothing else is affected", async () => {
    refuse("POST", 0);
    const code = configurationFor(acme, {
      ...access(team("a")).resources,
      "tfprojects_project.other": { name: "Other" },
      [VARIABLE_SETS]: { project_id: projectId, names: ["a"] },
    });
    const applied = await terraform.apply(code);
    expect(textsOf(applied, "error")).toHaveLength(1);
    expect(terraform.state.get(TEAM_ACCESS)).toBeUndefined();
    expect(terraform.state.get("tfprojects_project.other")?.isTainted).toBe(false);
    expect(await variableSetsOf(acme, projectId)).toEqual(["a"]);
  });

  test("when the resource is updated: the state has the old access of what was not changed", async () => {
    await terraform.apply(access(team("a"), team("b")));
    refuse("PATCH", 1);
    const changed = access(team("a", "write"), team("b", "write"), team("c", "write"));
    const applied = await terraform.apply(changed);
    expect(textsOf(applied, "error")).toEqual([
      expect.stringMatching(/^Cannot assign team "b" to project "Web": PATCH/),
    ]);
    expect(await accessTo(acme, projectId)).toEqual({ a: "write", b: "read" });
    expect(terraform.state.get(TEAM_ACCESS)?.isTainted).toBe(false);
    expect(stateOf().map(({ name, access }) => [name, access])).toEqual([
      ["a", "write"],
      ["b", "read"],
    ]);
    acme.emulator.faults.clear();
    expect((await terraform.apply(changed)).ok).toBe(true);
    expect(await accessTo(acme, projectId)).toEqual({ a: "write", b: "write", c: "write" });
    await expectNoChanges(terraform, changed);
  });

  test("when a team is dropped: it stays in the state", async () => {
    await terraform.apply(access(team("a"), team("b")));
    refuse("DELETE", 0);
    expect((await terraform.apply(access(team("a", "write")))).ok).toBe(false);
    expect(await accessTo(acme, projectId)).toEqual({ a: "write", b: "read" });
    expect(stateOf().map(({ name }) => name)).toEqual(["a", "b"]);
    acme.emulator.faults.clear();
    expect((await terraform.apply(access(team("a", "write")))).ok).toBe(true);
    expect(await accessTo(acme, projectId)).toEqual({ a: "write" });
  });

  test("when the resource is destroyed: the next destroy does the rest", async () => {
    await terraform.apply(access(team("a"), team("b")));
    refuse("DELETE", 1);
    const gone = configurationFor(acme, {});
    const applied = await terraform.apply(gone);
    expect(textsOf(applied, "error")).toEqual([expect.stringMatching(/^Cannot remove team "?.*"? from project "Web"/)]);
    expect(Object.keys(await accessTo(acme, projectId))).toHaveLength(1);
    acme.emulator.faults.clear();
    expect((await terraform.apply(gone)).ok).toBe(true);
    expect(await accessTo(acme, projectId)).toEqual({});
  });
});

describe("a response that is lost", () => {
  test.each(["POST", "PATCH", "DELETE"])("of a %s that was executed is looked up", async (method) => {
    if (method !== "POST") await terraform.apply(access(team("a"), team("b")));
    acme.emulator.faults.add({ method, path: "team-projects", drop: "after" });
    const code =
      method === "POST" ? access(team("a"), team("b")) : access(team("a", method === "PATCH" ? "write" : "read"));
    expect((await terraform.apply(code)).diagnostics).toEqual([]);
    const a = method === "PATCH" ? "write" : "read";
    expect(await accessTo(acme, projectId)).toEqual(method === "POST" ? { a, b: "read" } : { a });
    await expectNoChanges(terraform, code);
  });
});

describe("what somebody else does in the meantime", () => {
  test("access that was given after the plan is taken over", async () => {
    const code = access(team("a"));
    const plan = await terraform.plan(code);
    acme.emulator.teams.grant({ teamId: ids["a"]!, projectId, access: "admin" });
    expect((await terraform.apply(plan)).ok).toBe(true);
    expect(await accessTo(acme, projectId)).toEqual({ a: "read" });
  });

  test("access that was removed already is no error", async () => {
    await terraform.apply(access(team("a"), team("b")));
    const plan = await terraform.plan(configurationFor(acme, {}));
    for await (const { id } of acme.client.teamProjects.list(projectId)) await acme.client.teamProjects.delete(id);
    expect((await terraform.apply(plan)).diagnostics).toEqual([]);
  });

  test("a project that was deleted takes its resources along", async () => {
    const others = { [VARIABLE_SETS]: { project_id: projectId, names: [] } };
    await terraform.apply(assigning(acme, TEAM_ACCESS, { project_id: projectId, team: [team("a")] }, others));
    await acme.client.projects.delete(projectId);
    const plan = await terraform.plan(configurationFor(acme, {}));
    expect(textsOf(plan, "warning").sort()).toEqual([
      expect.stringMatching(/^Project of team access not found: .* The state will no longer have its team access\. If/),
      expect.stringMatching(/^Project of variable sets .* The state will no longer have its variable sets\. If/),
    ]);
    expect((await terraform.apply(plan)).ok).toBe(true);
    expect(terraform.state.size).toBe(0);
  });
});
