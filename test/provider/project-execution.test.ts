import { changesJson } from "../../src/engine/changes/json";
import { HttpClient } from "../emulator/http-client";
import type { EmulatorOptions } from "../../src/emulator";
import { executePlan } from "../../src/engine/apply/execute-plan";
import { observeOrganization } from "../../src/engine/live/observe";
import type { DesiredOrganization } from "../../src/engine/organization";
import { detectDrift, makePlan } from "../../src/engine/plan/plan";
import { UNSET_SETTINGS } from "../../src/model";
import { Acme } from "../support/acme";
import { configurationFor, expectNoChanges, inProcessTerraform } from "./in-process";

let acme: Acme;
const start = async (options: EmulatorOptions = {}): Promise<void> => void (acme = await Acme.start(options));
afterEach(() => acme.stop());

const code = (mode: string | null, description: string | null = null) =>
  configurationFor(acme, {
    "tfprojects_project.it": { name: "Platform", default_execution_mode: mode, description },
  });

/** What the service says of the project's execution mode, and whether it is the project's own. */
async function execution(): Promise<unknown> {
  const { attributes } = (await new HttpClient(acme.emulator).get(`/projects/${acme.project("Platform")!.id}`)).data;
  const overwrites = attributes["setting-overwrites"] as Record<string, unknown> | undefined;
  return [attributes["default-execution-mode"], overwrites?.["default-execution-mode"]];
}

/** Someone sets the mode by hand. */
async function setByHand(attributes: object): Promise<void> {
  const { id } = acme.project("Platform")!;
  await new HttpClient(acme.emulator).patch(`/projects/${id}`, { data: { type: "projects", id, attributes } });
}

describe("on a service with documented documents", () => {
  beforeEach(() => start({ documents: "documented" }));

  test("the execution mode is set, changed, and given back to the organization when the code drops it", async () => {
    const terraform = inProcessTerraform();
    for (const [mode, expected] of [
      ["local", ["local", true]],
      ["remote", ["remote", true]],
      [null, ["remote", false]],
    ] as const) {
      expect(await terraform.apply(code(mode))).toMatchObject({ ok: true });
      expect(await execution()).toEqual(expected);
      await expectNoChanges(terraform, code(mode));
    }
  });

  test("a mode that is set by hand is drift, and goes with the next apply", async () => {
    const terraform = inProcessTerraform();
    await terraform.apply(code("remote"));
    await setByHand({ "default-execution-mode": "local" });
    expect((await terraform.plan(code("remote"))).actions).toEqual({ "tfprojects_project.it": "update" });
    await terraform.apply(code("remote"));
    expect(await execution()).toEqual(["remote", true]);
  });

  test("a mode that someone gives back to the organization is drift too", async () => {
    const terraform = inProcessTerraform();
    await terraform.apply(code("local"));
    await setByHand({ "setting-overwrites": { "default-execution-mode": false, "default-agent-pool": false } });
    expect((await terraform.plan(code("local"))).actions).toEqual({ "tfprojects_project.it": "update" });
    await terraform.apply(code("local"));
    expect(await execution()).toEqual(["local", true]);
  });

  test("import records the project's own mode, and none where it inherits the organization's", async () => {
    const id = acme.addProject("Platform");
    await setByHand({ "default-execution-mode": "local" });
    for (const mode of ["local", null]) {
      const terraform = inProcessTerraform();
      expect(await terraform.import(code(mode), "tfprojects_project.it", id)).toMatchObject({ ok: true });
      await expectNoChanges(terraform, code(mode));
      await setByHand({ "setting-overwrites": { "default-execution-mode": false, "default-agent-pool": false } });
    }
  });
});

describe("an agent pool, with full documents,", () => {
  let pools: readonly string[];
  beforeEach(async () => {
    await start();
    const client = new HttpClient(acme.emulator);
    const made = async (name: string): Promise<string> =>
      (await client.post("/organizations/acme/agent-pools", { data: { type: "agent-pools", attributes: { name } } }))
        .data.id;
    pools = [await made("east"), await made("west")];
  });

  const withPool = (mode: string | null, pool: string | null) =>
    configurationFor(acme, {
      "tfprojects_project.it": { name: "Platform", default_execution_mode: mode, default_agent_pool_id: pool },
    });

  async function executionWithPool(): Promise<unknown> {
    const { attributes, relationships } = (
      await new HttpClient(acme.emulator).get(`/projects/${acme.project("Platform")!.id}`)
    ).data;
    const pool = relationships["default-agent-pool"] as { data: { id: string } | null };
    return [attributes["default-execution-mode"], pool.data?.id ?? null];
  }

  test("is set with its mode, changed, and goes with the mode, or with both when the code drops them", async () => {
    const terraform = inProcessTerraform();
    for (const [mode, pool] of [
      ["agent", pools[0]!],
      ["agent", pools[1]!],
      ["local", null],
      ["agent", pools[0]!],
    ] as const) {
      expect(await terraform.apply(withPool(mode, pool))).toMatchObject({ ok: true });
      expect(await executionWithPool()).toEqual([mode, pool]);
      await expectNoChanges(terraform, withPool(mode, pool));
    }
    expect(await terraform.apply(withPool(null, null))).toMatchObject({ ok: true });
    expect(await executionWithPool()).toEqual(["remote", null]);
    await expectNoChanges(terraform, withPool(null, null));
  });

  test("that someone else sets is drift of mode and pool, mended in one request", async () => {
    const terraform = inProcessTerraform();
    await terraform.apply(withPool("agent", pools[0]!));
    await setByHand({ "default-agent-pool-id": pools[1]! });
    acme.takeRequests();
    expect(await terraform.apply(withPool("agent", pools[0]!))).toMatchObject({ ok: true });
    expect(acme.takeRequests().filter((request) => !request.startsWith("GET"))).toHaveLength(1);
    expect(await executionWithPool()).toEqual(["agent", pools[0]]);
  });

  test("that the organization does not have is refused with the service's words, at its attribute", async () => {
    const { ok, diagnostics } = await inProcessTerraform().apply(withPool("agent", "apool-none"));
    expect(ok).toBe(false);
    expect(diagnostics).toMatchObject([{ attribute: "default_agent_pool_id" }]);
    expect(acme.project("Platform")).toBeUndefined();
  });
});

test("nothing is sent of a mode that the code does not set", async () => {
  // Its documents have a mode once one was sent.
  await start({ documents: "documented" });
  await inProcessTerraform().apply(code(null));
  expect(await execution()).toEqual([undefined, undefined]);
});

describe("where the service does not say which mode a project has", () => {
  beforeEach(() => start({ documents: "documented" }));

  test("the state stays as it was recorded", async () => {
    const terraform = inProcessTerraform();
    await terraform.apply(code(null));
    const stored = terraform.state.get("tfprojects_project.it")!;
    const values = { ...stored.values, default_execution_mode: "local" };
    terraform.state = new Map([["tfprojects_project.it", { ...stored, values }]]);
    await expectNoChanges(terraform, code("local"));
  });

  test("a mode that the code adds is sent", async () => {
    const terraform = inProcessTerraform();
    await terraform.apply(code(null));
    await terraform.apply(code("local"));
    expect(await execution()).toEqual(["local", true]);
  });

  test("the engine sends a mode of the code, says why, and does not count it as drift", async () => {
    acme.addProject("Platform");
    const project = {
      ...UNSET_SETTINGS,
      address: "tfprojects_project.it",
      name: "Platform",
      defaultExecutionMode: "local",
      previousNames: [],
    };
    const desired: DesiredOrganization = { name: "acme", projects: [project], memberships: [], references: [] };
    const view = acme.view();
    const actual = await observeOrganization(view, desired);
    expect(detectDrift(desired, actual)).toMatchObject({
      hasDrift: false,
      actions: [],
      notCompared: ["defaultExecutionMode"],
    });
    const plan = makePlan(desired, actual);
    expect(changesJson(plan.actions)).toMatchObject([
      { kind: "update", reason: "the service does not report default_execution_mode" },
    ]);
    expect(plan.notCompared).toEqual([]);
    await executePlan(view, plan);
    expect(await execution()).toEqual(["local", true]);
    // It is reported now.
    const after = await observeOrganization(acme.view(), desired);
    const again = makePlan(desired, after);
    expect(again).toMatchObject({ actions: [], notCompared: [] });
  });

  test("the engine sends no mode that Terraform's state has already", async () => {
    acme.addProject("Platform");
    const project = {
      ...UNSET_SETTINGS,
      address: "tfprojects_project.it",
      name: "Platform",
      defaultExecutionMode: "local",
      previousNames: [],
      stateSettings: { ...UNSET_SETTINGS, name: "Platform", defaultExecutionMode: "local" },
    };
    const desired: DesiredOrganization = { name: "acme", projects: [project], memberships: [], references: [] };
    const plan = makePlan(desired, await observeOrganization(acme.view(), desired));
    expect(plan).toMatchObject({ actions: [], notCompared: ["defaultExecutionMode"] });
  });

  test("the engine gives back a mode that Terraform's state has and the code dropped, as Terraform does", async () => {
    acme.addProject("Platform");
    const settings = { ...UNSET_SETTINGS, name: "Platform" };
    const stateSettings = { ...settings, defaultExecutionMode: "local" };
    const project = { ...settings, address: "tfprojects_project.it", previousNames: [], stateSettings };
    const desired: DesiredOrganization = { name: "acme", projects: [project], memberships: [], references: [] };
    const view = acme.view();
    await executePlan(view, makePlan(desired, await observeOrganization(view, desired)));
    // The emulator reports what was sent once.
    expect(await execution()).toEqual(["remote", false]);
  });
});

test.each(["new", "existing"])(
  "the engine sets, changes and clears the mode of a %s project like Terraform",
  async (which) => {
    await start();
    if (which === "existing") acme.addProject("Platform");
    for (const [defaultExecutionMode, expected] of [
      ["local", ["local", true]],
      ["remote", ["remote", true]],
      [null, ["remote", false]],
    ] as const) {
      const project = { ...UNSET_SETTINGS, address: "a", name: "Platform", defaultExecutionMode, previousNames: [] };
      const desired: DesiredOrganization = { name: "acme", projects: [project], memberships: [], references: [] };
      const view = acme.view();
      await executePlan(view, makePlan(desired, await observeOrganization(view, desired)));
      expect(await execution()).toEqual(expected);
      const after = acme.view();
      expect(makePlan(desired, await observeOrganization(after, desired))).toMatchObject({
        actions: [],
        notCompared: [],
      });
    }
  },
);

test("a mode that there is none of is refused before anything is sent", async () => {
  await start();
  const { ok, diagnostics } = await inProcessTerraform().apply(code("cloud"));
  expect(ok).toBe(false);
  expect(diagnostics[0]?.detail).toBe(
    '`default_execution_mode` must be one of "remote", "local", "agent"; "cloud" is not.',
  );
  expect(acme.takeRequests()).toEqual([]);
});
