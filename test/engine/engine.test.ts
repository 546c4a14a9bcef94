import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  apply,
  defineOrganization,
  drift,
  EngineError,
  loadPlan,
  observe,
  openSource,
  plan,
  render,
  savePlan,
  undo,
  type ApplyEvent,
  type DesiredOrganization,
  type OrganizationDefinition,
} from "../../src/engine";
import { Client } from "../../src/api";
import { Acme } from "../support/acme";
import { planJson } from "../support/plan-json";

let acme: Acme;
let folder: string;
beforeEach(async () => {
  acme = await Acme.start();
  folder = mkdtempSync(join(tmpdir(), "tfprojects-engine-"));
});
afterEach(async () => {
  await acme.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Projects with the workspaces of each. */
function defined(projects: Record<string, readonly string[]>, name = "acme"): DesiredOrganization {
  return defineOrganization({
    name,
    projects: Object.keys(projects).map((project) => ({ name: project })),
    memberships: Object.entries(projects).map(([project, workspaceNames]) => ({ project, workspaceNames })),
  });
}

/** The error that something throws or rejects with. */
async function errorOf(work: () => unknown): Promise<EngineError> {
  const error: unknown = await Promise.resolve()
    .then(work)
    .catch((thrown: unknown) => thrown);
  if (error instanceof EngineError) return error;
  throw new Error("Expected an EngineError.", { cause: error });
}

const MEMBERS = ["api", "web"];

/** A plan that creates two projects, and moves workspaces into one of them. */
async function planned() {
  for (const name of MEMBERS) acme.addWorkspace(name);
  const desired = defined({ Platform: MEMBERS, Sandbox: [] });
  return plan(desired, await observe(acme.client, desired));
}

function write(path: string, content: object): string {
  const file = join(folder, path);
  mkdirSync(join(file, ".."), { recursive: true });
  writeFileSync(file, JSON.stringify(content));
  return file;
}

const CODE = { resource: { tfprojects_project: { platform: { name: "Platform", organization: "acme" } } } };

/** A Terraform state in which the project of {@link CODE} has this ID. */
function stateWith(id: string, serial = 1): object {
  const attributes = { id, name: "Platform", organization: "acme", deletion_policy: "refuse" };
  const instances = [{ schema_version: 0, attributes }];
  const provider = 'provider["terraform.local/tfprojects/tfprojects"]';
  const resource = { mode: "managed", type: "tfprojects_project", name: "platform", provider, instances };
  return { version: 4, terraform_version: "1.11.0", serial, lineage: "a", outputs: {}, resources: [resource] };
}

describe("a plan with rules", () => {
  const desired = defineOrganization({
    name: "acme",
    projects: [{ name: "Network" }],
    placements: [{ rules: [{ project: "Network", matchNames: ["net-*"] }] }],
  });
  const afterPlan = async (change: () => void) => {
    for (const name of ["net-1", "net-2", "web"]) acme.addWorkspace(name);
    const planned = plan(desired, await observe(acme.client, desired));
    change();
    return apply(acme.client, planned);
  };

  test("is applied as it is: what matches since waits, and is reported", async () => {
    const result = await afterPlan(() => void acme.addWorkspace("net-9"));
    expect(result).toMatchObject({
      status: "complete",
      newMatches: [{ address: "placements[0]", workspaces: [{ name: "net-9" }] }],
    });
    expect(acme.world).toEqual({ "Default Project": ["net-9", "web"], Network: ["net-1", "net-2"] });
    const next = plan(desired, await observe(acme.client, desired));
    expect(await apply(acme.client, next)).not.toHaveProperty("newMatches");
    expect(acme.world).toEqual({ "Default Project": ["web"], Network: ["net-1", "net-2", "net-9"] });
  });

  test("is stale if a workspace that it moves is gone", async () => {
    const stale = await errorOf(() =>
      afterPlan(() => {
        const [first] = acme.emulator.state().organizations[0]!.projects[0]!.workspaces;
        acme.emulator.workspaces.delete(first!.id);
      }),
    );
    expect(stale).toMatchObject({ code: "STALE_PLAN" });
    expect(acme.world).toEqual({ "Default Project": ["net-2", "web"] });
  });

  test("keeps what it moves in a file", async () => {
    const path = join(folder, "plan.json");
    acme.addWorkspace("net-1");
    await savePlan(path, plan(desired, await observe(acme.client, desired)));
    acme.addWorkspace("net-9");
    const [loaded] = await loadPlan(path);
    expect(await apply(acme.client, loaded!)).toMatchObject({ newMatches: [{ workspaces: [{ name: "net-9" }] }] });
    expect(acme.world).toEqual({ "Default Project": ["net-9"], Network: ["net-1"] });
  });
});

describe("observe, plan and apply", () => {
  test("make an organization what it is defined to be", async () => {
    const made = await planned();
    expect(made.actions.map(({ kind }) => kind)).toEqual(["create", "create", "move"]);
    const result = await apply(acme.client, made);
    expect(result).toEqual({
      plan: made,
      status: "complete",
      outcomes: [
        { kind: "done", createdId: acme.project("Platform")!.id },
        { kind: "done", createdId: acme.project("Sandbox")!.id },
        { kind: "done" },
      ],
    });
    expect(acme.world).toEqual({ "Default Project": [], Platform: MEMBERS, Sandbox: [] });
    const { desired } = made;
    expect(drift(desired, await observe(acme.client, desired))).toMatchObject({ hasDrift: false, isComplete: true });
  });

  test("observing and applying a plan take 3 requests each, and one for each write, for less than 100 objects", async () => {
    const made = await planned();
    expect(acme.takeRequests()).toHaveLength(3);
    await apply(acme.client, made);
    const requests = acme.takeRequests();
    expect(requests.filter((it) => !it.startsWith("GET"))).toHaveLength(3);
    expect(requests.slice(0, 3).every((it) => it.startsWith("GET"))).toBe(true);
  });

  test("a plan survives JSON, and is applied afterwards", async () => {
    const made = JSON.parse(JSON.stringify(await planned())) as Awaited<ReturnType<typeof planned>>;
    expect(await apply(acme.client, made)).toMatchObject({ status: "complete" });
    expect(acme.world["Platform"]).toEqual(MEMBERS);
  });

  test("two organizations at once, in one process", async () => {
    const other = await Acme.start();
    try {
      const plans = await Promise.all(
        [acme, other].map(async ({ client }, index) => {
          const desired = defined({ [`Project ${index}`]: [] });
          return plan(desired, await observe(client, desired));
        }),
      );
      const results = await Promise.all([acme, other].map(({ client }, index) => apply(client, plans[index]!)));
      expect(results.map(({ status }) => status)).toEqual(["complete", "complete"]);
      expect(Object.keys(acme.world)).toEqual(["Default Project", "Project 0"]);
      expect(Object.keys(other.world)).toEqual(["Default Project", "Project 1"]);
    } finally {
      await other.stop();
    }
  });

  test("options have the names of the command line, and the same defaults", async () => {
    const [gone] = acme.addProjects(8);
    acme.addWorkspace("stray", gone);
    const desired = defined({ Platform: [] });
    const options = { prune: true, evacuate: true, ignore: ["Project 7"] };
    const actual = await observe(acme.client, desired, options);
    const blocked = plan(desired, actual, options);
    expect(blocked.errors).toMatchObject([
      { code: "TOO_MANY_DELETES", summary: "Too many deletions", data: { limit: 2, total: 9 } },
    ]);
    const [detail, nextStep] = ["The limit is 2.", "To allow this, use maxDeletes 7."];
    expect(render(blocked, "json")).toContain(`${detail} ${nextStep}`);
    await expect(apply(acme.client, blocked)).rejects.toMatchObject({
      code: "PLAN_BLOCKED",
      problems: [{ detail: expect.stringContaining(detail) as string, nextStep }],
    });
    const allowed = plan(desired, actual, { ...options, maxDeletes: 7 });
    expect(allowed.errors).toEqual([]);
    expect(await apply(acme.client, allowed)).toMatchObject({ status: "complete" });
    expect(acme.world).toEqual({ "Default Project": ["stray"], Platform: [], "Project 7": [] });
  });

  test("the impact of moves is read if it is wanted", async () => {
    acme.addWorkspace("api");
    const desired = defined({ Platform: ["api"] });
    const made = plan(desired, await observe(acme.client, desired, { impact: true }));
    expect(made.impact.moves[0]?.related).toMatchObject({ tags: { effects: [] }, runTasks: { effects: [] } });
    expect(acme.takeRequests()).toContain("GET /api/v2/team-projects");
  });
});

describe("events of an apply", () => {
  test("are awaited before the request of an action, and tell its outcome", async () => {
    const made = await planned();
    acme.takeRequests();
    const seen: string[] = [];
    await apply(acme.client, made, {
      onEvent: async (event) => {
        if (event.kind !== "action" || event.action.kind !== "move") return;
        await new Promise((resolve) => setImmediate(resolve));
        const isSent = acme
          .takeRequests()
          .includes(`POST /api/v2/projects/${acme.project("Platform")!.id}/relationships/workspaces`);
        seen.push(`${event.action.id} ${event.outcome === "started" ? "started" : event.outcome.kind} ${isSent}`);
      },
    });
    expect(seen).toEqual(["move Platform started false", "move Platform done true"]);
  });

  test("one that throws after the first action leaves no further request, and all outcomes are returned", async () => {
    for (const name of MEMBERS) acme.addWorkspace(name);
    const desired = defined({ Platform: MEMBERS });
    const made = plan(desired, await observe(acme.client, desired));
    const failure = new Error("The review was withdrawn.");
    const result = await apply(acme.client, made, {
      onEvent: (event) => {
        if (event.kind !== "action" || event.outcome === "started") return;
        acme.takeRequests();
        throw failure;
      },
    });
    const createdId = acme.project("Platform")!.id;
    expect(result).toEqual({
      plan: made,
      status: "partial",
      outcomes: [
        { kind: "done", createdId },
        { kind: "skipped", reason: "stopped" },
      ],
      listenerError: failure,
    });
    expect(acme.takeRequests()).toEqual([]);
    expect(acme.world).toEqual({ "Default Project": MEMBERS, Platform: [] });
  });

  test("also tell how actions under way end after one has thrown", async () => {
    const made = await planned();
    const ended: string[] = [];
    const { listenerError } = await apply(acme.client, made, {
      onEvent: (event) => {
        if (event.kind !== "action" || event.outcome === "started") return;
        ended.push(`${event.action.id}: ${event.outcome.kind}`);
        if (ended.length === 1) throw new Error("The review was withdrawn.");
      },
    });
    expect(listenerError).toBeInstanceOf(Error);
    expect(ended.sort()).toEqual(["create Platform: done", "create Sandbox: done", "move Platform: skipped"]);
  });

  test("one that throws at the first action leaves no write", async () => {
    const made = await planned();
    acme.takeRequests();
    const result = await apply(acme.client, made, { onEvent: () => Promise.reject(new Error("no")) });
    expect(result).toMatchObject({ status: "none", outcomes: made.actions.map(() => ({ kind: "skipped" })) });
    expect(acme.takeRequests().filter((it) => !it.startsWith("GET"))).toEqual([]);
  });

  test("an aborted signal stops before the first action", async () => {
    const made = await planned();
    const result = await apply(acme.client, made, { signal: AbortSignal.abort() });
    expect(result.status).toBe("none");
    expect(Object.keys(acme.world)).toEqual(["Default Project"]);
  });

  test("a failed action is an outcome with an error of the engine, and those that depend on it are skipped", async () => {
    const made = await planned();
    acme.emulator.faults.add({ method: "POST", path: "/organizations/acme/projects", status: 422, times: 2 });
    const events: ApplyEvent[] = [];
    const result = await apply(acme.client, made, { onEvent: (event) => void events.push(event) });
    expect(result.status).toBe("none");
    expect(result.outcomes.map(({ kind }) => kind)).toEqual(["failed", "failed", "skipped"]);
    const [first] = result.outcomes;
    if (first?.kind !== "failed") throw new Error("The first action did not fail.");
    expect(first.error).toMatchObject({
      code: "UNPROCESSABLE_ENTITY",
      outcomeUnknown: false,
      request: { status: 422 },
    });
    expect(events).toHaveLength(5);
  });
});

describe("a plan is not applied", () => {
  test("when the organization has changed since", async () => {
    const made = await planned();
    acme.addWorkspace("by-hand", acme.addProject("Platform"));
    const error = await errorOf(() => apply(acme.client, made));
    expect(error).toMatchObject({
      code: "STALE_PLAN",
      nextStep: "Create a new plan, and review it.",
      outcomeUnknown: false,
    });
    expect(error.message).toContain('acme: removed from the plan: create project "Platform"');
    expect(Object.keys(acme.world)).toEqual(["Default Project", "Platform"]);
  });

  test("when it is blocked; the error has the problems with their fields", async () => {
    const desired = defined({ Platform: ["misssing"] });
    const blocked = plan(desired, await observe(acme.client, desired));
    const error = await errorOf(() => apply(acme.client, blocked));
    expect(error).toMatchObject({
      code: "PLAN_BLOCKED",
      problems: [{ code: "UNKNOWN_WORKSPACE", data: { workspaces: ["misssing"] } }],
    });
    expect(error.message).toContain(error.problems[0]!.detail);
    await expect(savePlan(join(folder, "plan.json"), blocked)).rejects.toMatchObject({ code: "PLAN_BLOCKED" });
  });

  test("when the project that it deletes got the name of the one that it creates", async () => {
    const old = acme.addProject("Old");
    acme.addWorkspace("api", old);
    const desired = defined({ Platform: ["api"] });
    const options = { prune: true, maxDeletes: 1 };
    const made = plan(desired, await observe(acme.client, desired, options), options);
    expect(made.actions.map(({ kind }) => kind)).toEqual(["create", "move", "delete"]);
    acme.emulator.projects.update(old, { name: "Platform" });
    const error = await errorOf(() => apply(acme.client, made));
    expect(error).toMatchObject({ code: "STALE_PLAN", outcomeUnknown: false });
    expect(error.message).toContain('acme: removed from the plan: create project "Platform"');
  });

  test("while Terraform holds the lock of its state, or when that has changed", async () => {
    const id = acme.addProject("Platform");
    write("main.tf.json", CODE);
    const file = write("terraform.tfstate", stateWith(id));
    const [desired] = (await openSource(folder)).organizations;
    acme.emulator.projects.update(id, { name: "Renamed" });
    const made = plan(desired!, await observe(acme.client, desired!));
    expect(made.actions).toMatchObject([{ kind: "update", projectId: id }]);
    write(".terraform.tfstate.lock.info", {});
    await expect(apply(acme.client, made)).rejects.toMatchObject({ code: "STATE_LOCKED", outcomeUnknown: false });
    rmSync(join(folder, ".terraform.tfstate.lock.info"));
    writeFileSync(file, JSON.stringify(stateWith(id, 2)));
    await expect(apply(acme.client, made)).rejects.toMatchObject({ code: "STALE_PLAN" });
    writeFileSync(file, JSON.stringify(stateWith(id)));
    await expect(apply(acme.client, made)).resolves.toMatchObject({ status: "complete" });
  });

  test("while a gate of the code is closed, unless gates are ignored", async () => {
    const workspaceId = acme.addWorkspace("network");
    const run = acme.emulator.runs.start({ workspaceId, tasks: [{ name: "review", stage: "post_plan" }] });
    const conditions = [{ kind: "verdict", run: { runId: run.id }, advisoryFailures: "allow" }] as const;
    const gates = [{ address: "gate", dependents: [], conditions }];
    const desired = { ...defined({ Platform: [] }), gates };
    const made = plan(desired, await observe(acme.client, desired));
    const error = await errorOf(() => apply(acme.client, made));
    expect(error).toMatchObject({ code: "GATE_CLOSED", problems: [{ where: "gate" }], outcomeUnknown: false });
    expect(error.nextStep).toContain("`ignoreGates`");
    expect(acme.project("Platform")).toBeUndefined();
    await expect(apply(acme.client, made, { ignoreGates: true })).resolves.toMatchObject({ status: "complete" });
  });
});

test("a pattern of `ignore` that can match nothing is an error of every function that takes it", async () => {
  const desired = defineOrganization({ name: "acme", projects: [{ name: "Platform" }] });
  const actual = await observe(acme.client, desired);
  const made = plan(desired, actual);
  const ignore = ["Default Project", "^sandbox-"];
  const error = { code: "USAGE", message: expect.stringContaining('`ignore`: The pattern "^sandbox-" can match no') };
  await expect(observe(acme.client, desired, { ignore })).rejects.toMatchObject(error);
  for (const call of [
    () => plan(desired, actual, { ignore }),
    () => drift(desired, actual, { ignore }),
    () => undo(made, actual, { ignore }),
  ]) {
    expect(await errorOf(call)).toMatchObject(error);
  }
  expect(plan(desired, actual, { ignore: ["Default Project", "prj-*", "a_B-*"] }).actions).toHaveLength(1);
});

test("a limit that is not a number is an error of every function that takes it, and limits something", async () => {
  const desired = defined({ Platform: MEMBERS });
  const actual = await observe(acme.client, desired);
  const limits = { maxMoves: Number(undefined) };
  const error = { code: "USAGE", message: expect.stringContaining("`maxMoves` must be a whole number") };
  await expect(observe(acme.client, desired, limits)).rejects.toMatchObject(error);
  expect(await errorOf(() => plan(desired, actual, limits))).toMatchObject(error);
  expect(await errorOf(() => undo(plan(desired, actual), actual, limits))).toMatchObject(error);
});

test("a format that there is not is an error", async () => {
  const desired = defined({});
  const made = plan(desired, await observe(acme.client, desired));
  const error = { code: "USAGE", message: "There is no format 'xml'.", nextStep: "Use text, markdown, json or html." };
  expect(await errorOf(() => render(made, "xml" as "text"))).toMatchObject(error);
});

test("what was observed of another organization is neither planned nor compared", async () => {
  const actual = await observe(acme.client, defined({}));
  const error = {
    code: "USAGE",
    message: 'The desired state is that of the organization "globex", and the actual state that of "acme".',
  };
  for (const compare of [plan, drift]) {
    expect(await errorOf(() => compare(defined({ Platform: [] }, "globex"), actual))).toMatchObject(error);
    expect(compare(defined({ Platform: [] }, "ACME"), actual).actions).toHaveLength(1);
  }
});

test("a plan made from a Terraform plan is neither applied nor saved: only Terraform can do that", async () => {
  const planned = { "tfprojects_project.platform": { after: { name: "Platform", organization: "acme" } } };
  const [desired] = (await openSource(write("plan.json", planJson(planned)))).organizations;
  const made = plan(desired!, await observe(acme.client, desired!));
  expect(made.actions).toMatchObject([{ kind: "create" }]);
  await expect(apply(acme.client, made)).rejects.toMatchObject({
    code: "USAGE",
    nextStep: expect.stringContaining("terraform apply"),
  });
  await expect(savePlan(join(folder, "saved.json"), made)).rejects.toMatchObject({ code: "USAGE" });
  expect(acme.project("Platform")).toBeUndefined();
});

test("what the token may not do is a warning of a plan, and an error of its apply before the first change", async () => {
  const projectId = acme.addProject("Platform");
  acme.addWorkspace("stranger", projectId);
  const projects = { [projectId]: ["read", "update", "move-workspaces"] as const };
  const token = acme.emulator.tokens.create({ organization: "acme", role: "team", projects });
  const client = new Client({ address: acme.emulator.address, token, env: {} });
  const desired = defineOrganization({
    name: "acme",
    projects: [{ name: "Platform", description: "Shared" }],
    memberships: [{ project: "Platform", workspaceNames: [], exclusive: true }],
  });
  const made = plan(desired, await observe(client, desired));
  expect(made).toMatchObject({
    errors: [],
    warnings: [{ code: "not-permitted" }, { code: "run-identity" }, { code: "evict" }],
  });
  const before = acme.emulator.state();

  const error = await errorOf(() => apply(client, made));

  const problem = { code: "NOT_PERMITTED", summary: "Default project not visible", data: { moves: 1 } };
  expect(error).toMatchObject({ code: "PLAN_BLOCKED", outcomeUnknown: false, problems: [problem] });
  expect(acme.emulator.state()).toEqual(before);
  // Another token may apply the same code.
  const permitted = plan(desired, await observe(acme.client, desired));
  expect(await apply(acme.client, permitted)).toMatchObject({ status: "complete" });
  expect(acme.world).toEqual({ "Default Project": ["stranger"], Platform: [] });
});

describe("saved plans", () => {
  test("are the plans that were saved, and only their user can read them", async () => {
    const made = await planned();
    const file = join(folder, "plan.json");
    await savePlan(file, made);
    expect(await loadPlan(file)).toEqual([made]);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    chmodSync(file, 0o644);
    await savePlan(file, made);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readFileSync(file, "utf8")).not.toContain(acme.emulator.token);
    expect((await openSource(file)).organizations).toEqual([made.desired]);
    await savePlan("other.json", [made, made], { cwd: folder });
    expect(await loadPlan("other.json", { cwd: folder })).toEqual([made, made]);
  });

  test("are refused when they were changed, or are none", async () => {
    const file = join(folder, "plan.json");
    await savePlan(file, await planned());
    writeFileSync(file, readFileSync(file, "utf8").replace("Sandbox", "Sandpit"));
    await expect(loadPlan(file)).rejects.toMatchObject({ code: "INVALID_PLAN" });
    await expect(loadPlan(write("main.tf.json", CODE))).rejects.toMatchObject({ code: "INVALID_PLAN" });
  });

  test("with different options do not fit into one file", async () => {
    const one = await planned();
    const other = plan(one.desired, one.actual, { maxMoves: 1 });
    const unblocked = { ...other, errors: [] };
    await expect(savePlan(join(folder, "plan.json"), [one, unblocked])).rejects.toMatchObject({ code: "USAGE" });
  });
});

describe("openSource reads", () => {
  test("a folder of Terraform JSON with its local state, which identifies projects", async () => {
    const id = acme.addProject("Renamed out of band");
    write("main.tf.json", CODE);
    write("terraform.tfstate", stateWith(id));
    const { organizations, warnings } = await openSource(folder);
    expect(warnings).toEqual([]);
    const [desired] = organizations;
    expect(desired).toMatchObject({ name: "acme", projects: [{ name: "Platform", stateId: id }] });
    const made = plan(desired!, await observe(acme.client, desired!));
    expect(made.actions).toMatchObject([{ kind: "update", after: { name: "Platform" } }]);
  });

  test("a state that is passed: by its path, or as its content", async () => {
    write("main.tf.json", CODE);
    const state = stateWith("prj-1");
    for (const given of [state, write("pulled.json", state), "pulled.json"]) {
      const { organizations } = await openSource(folder, { state: given, cwd: folder });
      expect(organizations[0]?.projects[0]?.stateId).toBe("prj-1");
    }
    await expect(openSource(folder, { state: "pulled.json" })).rejects.toMatchObject({ code: "USAGE" });
    await expect(openSource(folder, { states: { other: state } })).rejects.toMatchObject({ code: "USAGE" });
  });

  test("the stacks of an app, each with its state", async () => {
    for (const name of ["one", "two"]) {
      const project = { name: `Project ${name}`, organization: "acme" };
      write(`cdktf.out/stacks/${name}/cdk.tf.json`, { resource: { tfprojects_project: { platform: project } } });
    }
    const stacks = ["one", "two"].map((name) => [
      name,
      {
        name,
        constructPath: name,
        synthesizedStackPath: `stacks/${name}/cdk.tf.json`,
        workingDirectory: `stacks/${name}`,
      },
    ]);
    write("cdktf.out/manifest.json", { version: "0.21.0", stacks: Object.fromEntries(stacks) as object });
    write("cdktf.json", { language: "typescript", app: "node main.js" });
    const { organizations } = await openSource(folder, { states: { two: stateWith("prj-2") } });
    const ids = organizations[0]!.projects.map(({ address, stateId }) => [address, stateId]);
    expect(ids).toEqual([
      ["one/tfprojects_project.platform", undefined],
      ["two/tfprojects_project.platform", "prj-2"],
    ]);
    await expect(openSource(folder, { state: stateWith("prj-2") })).rejects.toMatchObject({ code: "USAGE" });
  });

  test("code that names no organization, with the one that is passed", async () => {
    write("main.tf.json", { resource: { tfprojects_project: { platform: { name: "Platform" } } } });
    await expect(openSource(folder)).rejects.toMatchObject({ code: "INVALID_CONFIGURATION" });
    expect((await openSource(folder, { organization: "acme" })).organizations[0]?.name).toBe("acme");
  });

  test("how the code connects, but no token", async () => {
    const provider = {
      tfprojects: { address: "https://tfe.example.com", token: "secret-token", organization: "acme" },
    };
    write("main.tf.json", { ...CODE, provider });
    const opened = await openSource(folder);
    expect(opened.organizations[0]?.connection).toMatchObject({ address: "https://tfe.example.com" });
    expect(JSON.stringify(opened)).not.toContain("secret-token");
  });

  test("warnings about what is not read; such code does not prune", async () => {
    write("main.tf.json", { ...CODE, module: { teams: { source: "./teams" } } });
    const { organizations, warnings } = await openSource(folder);
    expect(warnings).toEqual(["module.teams cannot be read; its projects count as unmanaged."]);
    const [desired] = organizations;
    const error = await errorOf(() => observe(acme.client, desired!, { prune: true }));
    expect(error).toMatchObject({ code: "UNREADABLE_CODE" });
    expect(error.nextStep).toContain("Or leave out `prune`.");
    const actual = await observe(acme.client, desired!);
    expect((await errorOf(() => plan(desired!, actual, { prune: true }))).code).toBe("UNREADABLE_CODE");
  });

  test("no part of a folder: HCL that declares anything is an error, also where only one file is passed", async () => {
    write("main.tf.json", CODE);
    writeFileSync(join(folder, "others.tf"), 'provider "tfprojects" {}\n');
    for (const path of [folder, join(folder, "main.tf.json")]) {
      const error = await errorOf(() => openSource(path));
      expect(error).toMatchObject({ code: "UNREADABLE_CODE", problems: [{ where: join(folder, "others.tf") }] });
      expect(error.nextStep).toContain("use `terraform apply`");
    }
  });

  test("no relative path, unless its start is passed", async () => {
    write("code/main.tf.json", CODE);
    await expect(openSource("code")).rejects.toMatchObject({ code: "USAGE" });
    expect((await openSource("code", { cwd: folder })).organizations).toHaveLength(1);
    await expect(openSource(join(folder, "none"))).rejects.toMatchObject({ code: "NO_CODE" });
  });
});

describe("defineOrganization", () => {
  test("refers to projects by name, by ID, and to the default one", () => {
    const desired = defineOrganization({
      name: "acme",
      projects: [{ name: "Platform", previousNames: ["Infrastructure"], tags: { env: "prod" } }],
      memberships: [
        { project: "platform", workspaceNames: ["api"] },
        { project: "platform", workspaceIds: ["ws-1"] },
        { project: "Elsewhere", workspaceNames: ["web"], exclusive: true },
        { project: { id: "prj-1" }, workspaceNames: ["etl"] },
        { project: { default: true }, workspaceNames: ["stray"] },
      ],
    });
    expect(desired.projects).toMatchObject([
      { address: 'projects["Platform"]', previousNames: ["Infrastructure"], tags: { env: "prod" } },
    ]);
    expect(desired.memberships.map(({ address, project }) => [address, project])).toEqual([
      ['memberships["platform"]', { by: "address", address: 'projects["Platform"]' }],
      ['memberships["platform"]#2', { by: "address", address: 'projects["Platform"]' }],
      ['memberships["Elsewhere"]', { by: "name", name: "Elsewhere" }],
      ['memberships["prj-1"]', { by: "id", id: "prj-1" }],
      ['memberships["default"]', { by: "default" }],
    ]);
    expect(JSON.parse(JSON.stringify(desired))).toEqual(desired);
  });

  test("finds a project by its previous name, and moves workspaces into it", async () => {
    acme.addProject("Infrastructure");
    acme.addWorkspace("api");
    const desired = defineOrganization({
      name: "acme",
      projects: [{ name: "Platform", previousNames: ["Infrastructure"] }],
      memberships: [{ project: "Platform", workspaceNames: ["api"] }],
    });
    await apply(acme.client, plan(desired, await observe(acme.client, desired)));
    expect(acme.world).toEqual({ "Default Project": [], Platform: ["api"] });
  });

  test("has all problems in one error, each with where it is", async () => {
    const definition = {
      name: "",
      project: [],
      projects: [
        { name: "Platform", descripton: "x", defaultExecutionMode: "cloud", id: "ws-1" },
        { name: "platform" },
        { description: "no name" },
      ],
      memberships: [{ workspaceNames: ["api"] }, { project: "Platform", workspaceNames: [null] }],
    } as unknown as OrganizationDefinition;
    const error = await errorOf(() => defineOrganization(definition));
    expect(error.code).toBe("INVALID_CONFIGURATION");
    expect(error.problems.map(({ where }) => where)).toEqual([
      "project",
      "name",
      'projects["Platform"].descripton',
      'projects["Platform"].defaultExecutionMode',
      'projects["Platform"].id',
      'projects["platform"].name',
      "projects[2].name",
      "memberships[0].project",
      'memberships["Platform"].workspaceNames[0]',
    ]);
    expect(error.message).toContain('Did you mean "description"?');
    expect(error.nextStep).toBe("Correct the definition.");
  });

  test("places workspaces by an ordered table of rules", () => {
    const definition: OrganizationDefinition = {
      name: "acme",
      projects: [{ name: "Platform" }],
      placements: [
        {
          rules: [
            { project: "PLATFORM", matchNames: ["p-*"], matchTags: { team: "*" }, takeFrom: "any" },
            { project: "Other", matchNames: ["*"] },
            { project: { id: "prj-1" }, matchNames: ["a"] },
            { project: { default: true }, matchNames: ["b"] },
          ],
          exceptNames: ["x"],
          exceptTags: { keep: "" },
          takeFrom: "default-project",
          maxMoves: 3,
        },
      ],
    };
    expect(defineOrganization(definition).placements).toEqual([
      {
        address: "placements[0]",
        rules: [
          {
            project: { by: "address", address: 'projects["Platform"]' },
            matchNames: ["p-*"],
            matchTags: { team: "*" },
            takeFrom: "any",
          },
          { project: { by: "name", name: "Other" }, matchNames: ["*"] },
          { project: { by: "id", id: "prj-1" }, matchNames: ["a"] },
          { project: { by: "default" }, matchNames: ["b"] },
        ],
        exceptNames: ["x"],
        exceptTags: { keep: "" },
        takeFrom: "default-project",
        maxMoves: 3,
      },
    ]);
  });

  test("has the problems of placements at every depth, with the nearest names", async () => {
    const rules = [
      { project: "Web", matchName: ["a"] },
      { matchNames: ["a b", ""], take_from: "any" },
      { project: { id: "x" }, matchTags: { team: 1, b: [] }, takeFrom: "everywhere" },
    ];
    const placements = [{ rules, exceptName: [], maxMoves: 1.5, takeFrom: "any" }, { rules: [] }, {}, { rules: [1] }];
    const error = await errorOf(() => defineOrganization({ name: "acme", placements } as never));
    const found = error.problems.map((it) => `${it.where}: ${it.detail}`);
    const starts = [
      'placements[0].exceptName: No argument or block type is named "exceptName". Did you mean "exceptNames"?',
      'placements[0].rules[0].matchName: No argument or block type is named "matchName". Did you mean "matchNames"?',
      'placements[0].rules[1].take_from: No argument or block type is named "take_from". Did you mean "takeFrom"?',
      "placements[0].rules[1].project: A rule needs a project: its name,",
      "placements[0].rules[2].project: A rule needs a project: its name,",
      "placements[0].rules[2].matchTags: Inappropriate value for attribute",
      "placements[0].rules[2].takeFrom: ",
      "placements[0].maxMoves: `maxMoves` must be a whole number",
      "placements[0].rules[0].matchNames: Neither `matchNames` nor `matchTags` is set.",
      "placements[0].rules[1].matchNames[1]: A pattern must not be empty.",
      'placements[0].rules[1].matchNames[0]: The pattern "a b" can match no workspace',
      "placements[1].rules: ",
      "placements[2].rules: ",
      "placements[3].rules: It must be a list of objects.",
    ];
    for (const start of starts) expect(found).toContainEqual(expect.stringContaining(start));
  });

  test("names in the notation of Terraform are problems with the right one; undefined ones count as absent", async () => {
    const project = { name: "Platform", auto_destroy_activity_duration: "14d", descripton: undefined };
    const error = await errorOf(() => defineOrganization({ name: "acme", projects: [project] }));
    expect(error.problems).toMatchObject([
      {
        where: 'projects["Platform"].auto_destroy_activity_duration',
        detail:
          'No argument or block type is named "auto_destroy_activity_duration". Did you mean ' +
          '"autoDestroyActivityDuration"?',
      },
    ]);
  });

  test("an undefined element of a list is a problem, also of what is assigned to projects", async () => {
    const [names, previousNames] = [["costs", undefined], [undefined]] as unknown as [string[], string[]];
    const projects = [{ name: "Platform", previousNames }];
    const variableSets = [{ project: "Platform", names }];
    const error = await errorOf(() => defineOrganization({ name: "acme", projects, variableSets }));
    expect(error.problems).toMatchObject([
      { where: 'projects["Platform"].previousNames[0]' },
      { where: "variableSets[0].names[1]" },
    ]);
  });

  test("lists that are none are problems too", async () => {
    const error = await errorOf(() => defineOrganization({ name: "acme", projects: {}, memberships: [1] } as never));
    expect(error.problems).toMatchObject([
      { where: "projects", detail: "It must be a list of objects." },
      { where: "memberships", detail: "It must be a list of objects." },
    ]);
  });
});

describe("errors", () => {
  test("of requests have the code of the catalogue, the request, and no token", async () => {
    const { address, token } = acme.emulator;
    const others = new AbortController();
    const client = new Client({ address, token, env: {}, signal: others.signal });
    const error = await errorOf(() => observe(client, defined({}, "nowhere")));
    // Reads of projects and workspaces may still be under way.
    others.abort();
    expect(error).toMatchObject({ code: "ORGANIZATION_NOT_FOUND", problems: [] });
    expect(JSON.parse(JSON.stringify(error))).toMatchObject({ code: "ORGANIZATION_NOT_FOUND", message: error.message });
    expect(`${error.stack}${JSON.stringify(error)}`).not.toContain(token);
    expect(EngineError.from(error)).toBe(error);
    expect(EngineError.from("broken").code).toBe("INTERNAL");
  });
});

describe("render", () => {
  test("knows from what it gets whether it is a plan or drift, of one or several organizations", async () => {
    const made = await planned();
    const found = drift(made.desired, made.actual);
    expect(render(made, "text")).toContain("Plan: 2 to create, 0 to update, 2 workspaces to move, 0 to delete.");
    expect(render([made, made], "text")).toContain("Total of 2 organizations");
    expect(render(found, "markdown")).toContain("### Drift of `acme`");
    expect(JSON.parse(render(found, "json"))).toMatchObject({ kind: "drift", organizations: [{ name: "acme" }] });
    expect(render([found, found], "html")).toContain("<title>Drift of acme, acme</title>");
  });

  test("names options as programs do, and has colors only if they are wanted", async () => {
    acme.addProject("Stray");
    const desired = defined({});
    const made = plan(desired, await observe(acme.client, desired), { maxMoves: "all" });
    expect(render(made, "text")).toContain("maxMoves all");
    expect(render(made, "text")).not.toContain("\u001B[");
    expect(render(made, "text", { colors: true })).toContain("\u001B[");
  });
});
