import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { AttributeOf, SettingName } from "../../../src/model";
import { changeSettings, createAgentPool, ownSettings } from "../../support/project-settings";
import { CommandLine, waitForExit } from "../command-line";
import { CliFixture } from "../cli-fixture";
import { waitUntil } from "../../support/wait-until";

let cli: CommandLine;
let fixture: CliFixture;
beforeAll(() => (cli = CommandLine.build()));
afterAll(() => cli.remove());
beforeEach(async () => (fixture = await CliFixture.create(cli)));
afterEach(() => fixture.dispose());

const PROJECTS = {
  alpha: { name: "Alpha", description: "first" },
  beta: { name: "Beta", description: "second" },
};

/** An organization with two workspaces, and code that moves each into a project of its own. */
function setUp(): void {
  fixture.acme.addWorkspace("one");
  fixture.acme.addWorkspace("two");
  fixture.writeCode("code", PROJECTS, { alpha: ["one"], beta: ["two"] });
  fixture.acme.takeRequests();
}

const BEFORE = { "Default Project": ["one", "two"] };
const AFTER = { Alpha: ["one"], Beta: ["two"], "Default Project": [] };

const CREATED_PROJECTS = "Note: `tfprojects undo` deletes created projects only with the document of `apply --json`.";

describe("approval", () => {
  test("needs a terminal or --auto-approve", async () => {
    setUp();
    const { status, stderr } = await fixture.run("apply", "code");
    expect(status).toBe(1);
    expect(stderr).toContain("Nothing was changed: confirmation needs a terminal.");
    expect(stderr).toContain("--auto-approve");
    expect(fixture.takeWrites()).toEqual([]);
    expect(fixture.acme.world).toEqual(BEFORE);
  });

  test('on a terminal, "yes" applies the plan', async () => {
    setUp();
    const { status, stdout } = await fixture.runInTerminal(["apply", "code"], [/Enter a value: /, "yes\n"]);
    expect(status).toBe(0);
    expect(stdout.indexOf(CREATED_PROJECTS)).toBeGreaterThanOrEqual(0);
    expect(stdout.indexOf(CREATED_PROJECTS)).toBeLessThan(stdout.indexOf("Do you want to apply this plan?"));
    expect(stdout.indexOf("+ Alpha (new)")).toBeGreaterThanOrEqual(0);
    expect(stdout.indexOf("+ Alpha (new)")).toBeLessThan(stdout.indexOf("Do you want to apply this plan?"));
    expect(fixture.acme.world).toEqual(AFTER);
  });

  test.each([
    ["no", "no\n", 1],
    ["y", "y\n", 1],
    ["nothing", "\n", 1],
    ["Ctrl-C", "\u0003", 130],
    ["the end of input", "\u0004", 1],
  ])("on a terminal, %s cancels the apply", async (_, typed, expected) => {
    setUp();
    const { status, stdout } = await fixture.runInTerminal(["apply", "code"], [/Enter a value: /, typed]);
    expect([status, stdout]).toEqual([expected, expect.stringContaining("Apply canceled. Nothing was changed.")]);
    expect(fixture.takeWrites()).toEqual([]);
    expect(fixture.acme.world).toEqual(BEFORE);
  });

  test.each([
    ["SIGINT", 130],
    ["SIGTERM", 143],
    ["SIGHUP", 129],
  ] as const)("on a terminal, %s at the question cancels the apply, with status %d", async (signal, expected) => {
    setUp();
    const result = await fixture.signalInTerminal(["apply", "code"], /Enter a value: /, signal);
    expect(result).toMatchObject({ status: expected, isRestored: true });
    expect(result.stdout).toMatch(/Enter a value: .*\s+error: Apply canceled\. Nothing was changed\./);
    expect(fixture.takeWrites()).toEqual([]);
    expect(fixture.acme.world).toEqual(BEFORE);
  });

  test("--auto-approve skips it; a second apply writes nothing", async () => {
    setUp();
    const applied = await fixture.run("apply", "code", "--auto-approve");
    expect(applied).toMatchObject({ status: 0, stderr: "" });
    expect(applied.stdout).toContain('Apply complete in "acme": 2 created, 2 workspaces moved.');
    expect(fixture.acme.world).toEqual(AFTER);
    expect(fixture.takeWrites()).toHaveLength(4);
    const again = await fixture.run("apply", "code");
    expect([again.status, again.stdout]).toEqual([0, expect.stringContaining("No changes.")]);
    expect(fixture.takeWrites()).toEqual([]);
  });

  test("a blocked plan is not applied, not even with --auto-approve", async () => {
    fixture.writeCode("code", PROJECTS, { alpha: ["missing"] });
    const { status, stdout } = await fixture.run("apply", "code", "--auto-approve");
    expect([status, stdout]).toEqual([1, expect.stringContaining("Plan blocked by 1 error.")]);
    expect(fixture.takeWrites()).toEqual([]);
  });

  test("--json needs --auto-approve, because it does not show the plan", async () => {
    setUp();
    const { status, stdout, stderr } = await fixture.run("apply", "code", "--json");
    expect([status, stderr]).toEqual([1, expect.stringContaining("Add --auto-approve")]);
    expect(JSON.parse(stdout)).toMatchObject({ kind: "error", error: { code: "APPROVAL_REQUIRED" } });
    expect(fixture.acme.takeRequests()).toEqual([]);
  });

  test("--json has the outcome of each action", async () => {
    setUp();
    const { stdout, status } = await fixture.run("apply", "code", "--auto-approve", "--json");
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      kind: "apply",
      organizations: [{ name: "acme", outcomes: Array(4).fill({ outcome: "done" }) }],
    });
  });
});

describe("a saved plan", () => {
  const save = async (): Promise<void> => {
    expect((await fixture.run("plan", "code", "--out", "plan.json")).status).toBe(0);
    fixture.acme.takeRequests();
  };

  test("is applied without code and without approval", async () => {
    setUp();
    await save();
    writeFileSync(join(cli.folder, "code/main.tf.json"), "{}");
    expect(await fixture.run("apply", "plan.json")).toMatchObject({ status: 0 });
    expect(fixture.acme.world).toEqual(AFTER);
  });

  test.each([
    [
      "created a project that it creates",
      () => fixture.acme.addProject("alpha"),
      [
        'removed from the plan: create project "Alpha"',
        'changed in the plan: move 1 workspace into "Alpha"',
        'added to the plan: rename project "alpha" to "Alpha" (description unset → "first", name "alpha" → "Alpha")',
      ],
    ],
    [
      "deleted a workspace that it moves",
      () => fixture.acme.emulator.workspaces.delete(workspace("one")),
      ['removed from the plan: move 1 workspace into "Alpha" (one from Default Project)'],
    ],
    [
      "moved a workspace that it moves",
      () => moveElsewhere("two"),
      ['changed in the plan: move 1 workspace into "Beta" (two from Elsewhere)'],
    ],
  ])("is stale if someone %s, and lists the changes", async (_, happen, changes) => {
    setUp();
    await save();
    happen();
    const before = fixture.acme.world;
    const { status, stderr } = await fixture.run("apply", "plan.json");
    expect([status, stderr]).toEqual([
      1,
      expect.stringContaining("Create a new plan with `tfprojects plan --out`, and review it.\n"),
    ]);
    expect(stderr).toContain("plan.json");
    expect(stderr.match(/(?<=^ {2}acme: ).*/gm)).toEqual(changes);
    expect(fixture.takeWrites()).toEqual([]);
    expect(fixture.acme.world).toEqual(before);
  });

  test("is made by a token that only reads, which is warned of; that token does not apply it, another one does", async () => {
    const id = fixture.acme.addProject("Alpha", { description: "old" });
    fixture.writeCode("code", { alpha: { name: "Alpha", description: "new" } });
    const token = fixture.acme.emulator.tokens.create({ organization: "acme", role: "read-only" });
    const reading = { ...fixture.environment, TFE_TOKEN: token };
    const planned = await cli.run(["plan", "code", "--out", "plan.json"], reading);
    expect(planned.status).toBe(0);
    expect(planned.stdout).toContain(`project "Alpha" (${id}): The token is not authorized to update this project.`);
    for (const args of [["plan.json"], ["code", "--auto-approve"]]) {
      const { status, stderr } = await cli.run(["apply", ...args], reading);
      expect([status, stderr]).toEqual([1, expect.stringContaining("the plan for acme is blocked by 1 error")]);
    }
    expect(fixture.takeWrites()).toEqual([]);
    expect((await fixture.run("apply", "plan.json")).status).toBe(0);
    expect(fixture.acme.project("Alpha")!.description).toBe("new");
  });

  test("is stale if someone changed an attribute that it changes", async () => {
    const id = fixture.acme.addProject("Alpha", { description: "old" });
    fixture.writeCode("code", PROJECTS);
    await save();
    fixture.acme.emulator.projects.update(id, { description: "meanwhile" });
    expect((await fixture.run("apply", "plan.json")).status).toBe(1);
    expect(fixture.takeWrites()).toEqual([]);
    expect(fixture.acme.project("Alpha")).toMatchObject({ description: "meanwhile" });
  });

  test("is applied if someone changed something else", async () => {
    setUp();
    await save();
    const other = fixture.acme.addProject("Other", { description: "new" });
    fixture.acme.addWorkspace("three", other);
    expect((await fixture.run("apply", "plan.json")).status).toBe(0);
    expect(fixture.acme.world).toEqual({ ...AFTER, Other: ["three"] });
  });

  test("of a project with every setting is applied", async () => {
    // GIVEN code that sets each setting of the definitions, and keys of tags that objects of JavaScript have, too
    const pool = await createAgentPool(fixture.acme.emulator, "east");
    const settings: Record<AttributeOf<SettingName>, unknown> = {
      name: "Alpha",
      description: "first",
      auto_destroy_activity_duration: "14d",
      default_execution_mode: "agent",
      default_agent_pool_id: pool,
      tags: { env: "prod", constructor: "acme", toString: "" },
    };
    fixture.acme.addWorkspace("one");
    const id = fixture.acme.addProject("Beta");
    await changeSettings(fixture.acme.emulator, id, { tags: { env: "dev", owner: "b" } });
    const beta = { name: "Beta", tags: { env: "prod" }, ignore_additional_tags: true };
    fixture.writeCode("code", { alpha: settings as { name: string }, beta }, { alpha: ["one"] });
    await save();
    // WHEN the plan is applied
    expect(await fixture.run("apply", "plan.json")).toMatchObject({ status: 0 });
    // THEN
    expect(fixture.acme.world).toMatchObject({ Alpha: ["one"] });
    const alpha = fixture.acme.project("Alpha")!;
    expect(alpha).toMatchObject({ description: "first", autoDestroyActivityDuration: "14d" });
    expect(await ownSettings(fixture.acme.emulator, alpha.id)).toEqual({ mode: "agent", pool, tags: settings.tags });
    expect((await ownSettings(fixture.acme.emulator, id)).tags).toEqual({ env: "prod", owner: "b" });
    expect((await fixture.run("plan", "code", "--detailed-exitcode")).status).toBe(0);
  });

  test("is applied if the service lists tags in another order, and if the file was formatted", async () => {
    const id = fixture.acme.addProject("Alpha");
    const before = { env: "prod", team: "a", zone: "x" };
    await changeSettings(fixture.acme.emulator, id, { tags: before });
    fixture.writeCode("code", { alpha: { ...PROJECTS.alpha, tags: { team: "a" }, ignore_additional_tags: true } });
    await save();
    const path = join(cli.folder, "plan.json");
    writeFileSync(path, JSON.stringify(JSON.parse(readFileSync(path, "utf8")), sortedMembers));
    // Someone removes the tags, and adds them again in another order.
    await changeSettings(fixture.acme.emulator, id, { tags: {} });
    await changeSettings(fixture.acme.emulator, id, { tags: Object.fromEntries(Object.entries(before).toReversed()) });
    expect(Object.keys((await ownSettings(fixture.acme.emulator, id)).tags)).toEqual(["zone", "team", "env"]);
    expect(await fixture.run("apply", "plan.json")).toMatchObject({ status: 0 });
    expect(fixture.acme.project("Alpha")).toMatchObject({ description: "first" });
    expect((await ownSettings(fixture.acme.emulator, id)).tags).toEqual(before);
  });

  test("moves what its rules move, and warns of what matches since, which waits", async () => {
    const rule = { project: "${tfprojects_project.net.name}", match_names: ["net-*"] };
    fixture.write("code/main.tf.json", {
      provider: { tfprojects: [{}] },
      resource: {
        tfprojects_project: { net: { name: "Network" } },
        tfprojects_workspace_placement: { all: { rule } },
      },
    });
    fixture.acme.addWorkspace("net-1");
    const planned = await fixture.run("plan", "code", "--out", "plan.json");
    expect(planned.stdout).toContain('from Default Project (rule 1 matches "net-*"): net-1');
    fixture.acme.addWorkspace("net-2");
    const { status, stdout } = await fixture.run("apply", "plan.json");
    expect(status).toBe(0);
    expect(stdout).toContain("1 workspace (net-2) matches a rule of tfprojects_workspace_placement.all, but not when");
    expect(fixture.acme.world).toEqual({ "Default Project": ["net-2"], Network: ["net-1"] });
  });

  test("has its own options of planning", async () => {
    setUp();
    await save();
    const { status, stderr } = await fixture.run("apply", "plan.json", "--prune");
    expect([status, stderr]).toEqual([1, expect.stringContaining("--prune cannot be used with the saved plan")]);
    expect(fixture.takeWrites()).toEqual([]);
  });

  test("is refused after it was changed by hand", async () => {
    setUp();
    await save();
    const path = join(cli.folder, "plan.json");
    writeFileSync(path, readFileSync(path, "utf8").replaceAll("Beta", "Gamma").replace("Gamma", "Beta"));
    const changed = await fixture.run("apply", "plan.json");
    expect([changed.status, changed.stderr]).toEqual([1, expect.stringContaining("was changed or damaged after it")]);
    writeFileSync(path, readFileSync(path, "utf8").replace("tfprojects-plan-11", "tfprojects-plan-119"));
    const { status, stderr } = await fixture.run("apply", "plan.json");
    expect([status, stderr]).toEqual([1, expect.stringContaining("in the format tfprojects-plan-119")]);
    expect(fixture.takeWrites()).toEqual([]);
  });

  test("of tfprojects 0.1.0 is refused with the reason and the next step, before any request", async () => {
    // GIVEN a plan as 0.1.0 saved it: the keys of actions had other names.
    const project = { address: "tfprojects_project.alpha", previousNames: [], name: "Alpha", description: null };
    const desired = { name: "acme", projects: [project], memberships: [], references: [] };
    const create = { id: "create Alpha", kind: "create", address: project.address, after: [], to: { name: "Alpha" } };
    const organization = { address: null, hostname: null, requestsPerSecond: null, desired, actions: [create] };
    fixture.write("old.json", {
      format: "tfprojects-plan-1",
      version: "0.1.0",
      options: {},
      organizations: [organization],
    });
    fixture.acme.takeRequests();
    // WHEN it is applied
    const { status, stdout, stderr } = await fixture.run("apply", "old.json", "--auto-approve");
    // THEN
    expect([status, stdout]).toEqual([1, ""]);
    expect(stderr).toContain("The plan old.json was saved by tfprojects 0.1.0 in the format tfprojects-plan-1, but");
    expect(stderr).toContain("needs tfprojects-plan-11");
    expect(stderr).toContain("Nothing was changed. Create a new plan with `tfprojects plan --out`.");
    expect(fixture.acme.takeRequests()).toEqual([]);
  });

  test.each([
    ["cut short", (text: string) => text.slice(0, 300), "is neither a saved plan nor Terraform JSON"],
    ["empty", () => "", "is neither a saved plan nor Terraform JSON"],
    [
      "without its plans",
      (text: string) => JSON.stringify({ ...JSON.parse(text), plans: undefined }),
      "is not a valid saved plan: plans",
    ],
    [
      "for no organization",
      (text: string) => JSON.stringify({ ...JSON.parse(text), plans: [] }),
      "has no organization",
    ],
    [
      "that would wait for centuries",
      (text: string) =>
        text.replace(
          '"desired": {',
          '"desired": { "connection": { "address": null, "hostname": null, "requestsPerSecond": 1e-9 },',
        ),
      "plans.0.desired.connection.requestsPerSecond: It must be a number of at least 1/60 (one request per minute)",
    ],
    [
      "that has one organization twice, in different case",
      (text: string) => {
        const saved = JSON.parse(text) as { plans: [{ desired: object }] };
        const [one] = saved.plans;
        return JSON.stringify({ ...saved, plans: [one, { ...one, desired: { ...one.desired, name: "ACME" } }] });
      },
      "was changed or damaged after it was saved",
    ],
  ])("that is %s is refused with the reason", async (_, broken, why) => {
    setUp();
    await save();
    const path = join(cli.folder, "plan.json");
    writeFileSync(path, broken(readFileSync(path, "utf8")));
    const { status, stdout, stderr } = await fixture.run("apply", "plan.json");
    expect([status, stdout, stderr]).toEqual([1, "", expect.stringContaining(why)]);
    expect(stderr).toContain("plan");
    expect(fixture.acme.takeRequests()).toEqual([]);
  });

  test("lists the options that cannot be used with it", async () => {
    setUp();
    await save();
    const { status, stderr } = await fixture.run("apply", "plan.json", "--prune", "--max-deletes", "1");
    expect([status, stderr]).toEqual([
      1,
      expect.stringContaining("--prune, --max-deletes cannot be used with the saved plan"),
    ]);
  });

  test.each(["plan", "drift"])("is not code for %s, which shows how to apply it", async (command) => {
    setUp();
    await save();
    const { status, stderr } = await fixture.run(command, "plan.json");
    expect([status, stderr]).toEqual([1, expect.stringContaining("tfprojects apply plan.json")]);
  });

  const workspace = (name: string): string => fixture.acme.emulator.workspaces.find("acme", name)!.id;
  function moveElsewhere(name: string): void {
    fixture.acme.emulator.workspaces.move(workspace(name), fixture.acme.addProject("Elsewhere"));
  }
});

/** For `JSON.stringify`: members in the order of their names, as `jq -S` prints them. */
function sortedMembers(_: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)));
}

describe("the way back", () => {
  const save = async (): Promise<void> => {
    setUp();
    expect((await fixture.run("plan", "code", "--out", "my plan.json")).status).toBe(0);
  };
  const UNDO = "To undo this apply, run: tfprojects undo 'my plan.json'";

  test("of a saved plan is the plan, which does not have the IDs of created projects", async () => {
    await save();
    const { stderr } = await fixture.run("apply", "my plan.json");
    expect(stderr).toBe(`${UNDO}\n${CREATED_PROJECTS}\n`);
    expect((await fixture.run("apply", "my plan.json")).stderr).not.toContain("undo");
  });

  test("is named after an incomplete apply, but not if nothing was changed", async () => {
    await save();
    fixture.acme.emulator.faults.add({ method: "POST", path: /projects$/, status: 403, times: 2 });
    const unchanged = await fixture.run("apply", "my plan.json");
    expect([unchanged.status, unchanged.stderr]).toEqual([1, ""]);
    fixture.acme.emulator.faults.add({ method: "POST", path: /relationships/, status: 403, times: 1 });
    const incomplete = await fixture.run("apply", "my plan.json");
    expect([incomplete.status, incomplete.stderr]).toEqual([3, expect.stringContaining(UNDO)]);
  });

  test("of code is the document of --json", async () => {
    setUp();
    const { stderr } = await fixture.run("apply", "code", "--auto-approve", "--json");
    expect(stderr).toBe("To undo this apply, save its JSON document, and run: tfprojects undo FILE\n");
  });

  test("is not named after an undo", async () => {
    await save();
    await fixture.run("apply", "my plan.json");
    await fixture.run("undo", "my plan.json", "--out", "back.json");
    const { status, stderr } = await fixture.run("apply", "back.json");
    expect([status, stderr]).toEqual([0, expect.not.stringContaining("To undo")]);
  });
});

describe("the token for a saved plan", () => {
  /** Saves a plan with the address of the emulator; returns the environment without the address. */
  const save = async (): Promise<Readonly<Record<string, string>>> => {
    const { TFE_ADDRESS: address = "", ...environment } = fixture.environment;
    fixture.write("named/main.tf.json", {
      provider: { tfprojects: [{ address }] },
      resource: { tfprojects_project: PROJECTS },
    });
    expect((await cli.run(["plan", "named", "--out", "named.json"], environment)).status).toBe(0);
    fixture.acme.takeRequests();
    return { ...environment, HOME: cli.folder };
  };
  const address = (): string => fixture.acme.emulator.address;
  const refused = async (environment: Readonly<Record<string, string>>, ...more: string[]): Promise<string> => {
    const { status, stderr } = await cli.run(["apply", "named.json", ...more], environment);
    expect([status, stderr]).toEqual([1, expect.stringContaining("Nothing was sent")]);
    expect(fixture.acme.takeRequests()).toEqual([]);
    expect(stderr).toContain(address());
    return stderr;
  };

  test("is not sent to an address that only the plan has, but is an error with both addresses", async () => {
    expect(await refused(await save())).toContain("https://app.terraform.io (from the default)");
  });

  test("is not sent to another address than that of the environment", async () => {
    const environment = { ...(await save()), TFE_ADDRESS: "https://tfe.example.com/api/v2" };
    expect(await refused(environment)).toContain("https://tfe.example.com (from TFE_ADDRESS)");
  });

  test.each(["TFE_ADDRESS", "--address"])("is sent to the address of %s", async (how) => {
    const environment = await save();
    const { status } =
      how === "--address"
        ? await cli.run(["apply", "named.json", "--address", `${address()}/`], environment)
        : await cli.run(["apply", "named.json"], { ...environment, TFE_ADDRESS: `${address()}/api/v2` });
    expect(status).toBe(0);
    expect(fixture.acme.project("Alpha")).toBeDefined();
  });

  test("is not sent if --address has another address than the plan", async () => {
    const environment = await save();
    expect(await refused(environment, "--address", "https://tfe.example.com")).toContain("https://tfe.example.com");
  });

  test("is the one for the host, if there is one", async () => {
    const environment = { ...(await save()), TFE_TOKEN: "for-another-service" };
    const { host } = new URL(address());
    const credentials = { credentials: { [host]: { token: fixture.acme.emulator.token } } };
    fixture.write(".terraform.d/credentials.tfrc.json", credentials);
    expect((await cli.run(["apply", "named.json"], environment)).status).toBe(0);
    expect(fixture.acme.project("Alpha")).toBeDefined();
  });

  test("is sent to --address if the plan has no address", async () => {
    setUp();
    expect((await fixture.run("plan", "code", "--out", "plan.json")).status).toBe(0);
    const { TFE_ADDRESS: at = "", ...environment } = fixture.environment;
    expect((await cli.run(["apply", "plan.json", "--address", at], environment)).status).toBe(0);
    expect(fixture.acme.world).toEqual(AFTER);
  });

  test("--address needs a saved plan", async () => {
    setUp();
    const { status, stderr } = await fixture.run("apply", "code", "--auto-approve", "--address", address());
    expect([status, stderr]).toEqual([1, expect.stringContaining("--address needs a saved plan")]);
    expect(fixture.acme.takeRequests()).toEqual([]);
  });
});

describe("an incomplete apply", () => {
  test("exits with 3 when one write fails, and a second apply completes it", async () => {
    setUp();
    fixture.acme.emulator.faults.add({ method: "POST", path: /workspaces$/, status: 403, times: 1 });
    const { status, stdout } = await fixture.run("apply", "code", "--auto-approve");
    expect(status).toBe(3);
    expect(stdout).toMatch(/failed: move 1 workspace into "(Alpha|Beta)"/);
    expect(stdout).toContain(
      'Apply incomplete in "acme": 2 of 2 created, 1 of 2 workspaces moved; 1 failed, 0 skipped. ' +
        "Run apply again to continue.",
    );
    expect(stdout).not.toContain(fixture.acme.emulator.token);
    fixture.takeWrites();
    expect((await fixture.run("apply", "code", "--auto-approve")).status).toBe(0);
    expect(fixture.takeWrites()).toHaveLength(1);
    expect(fixture.acme.world).toEqual(AFTER);
  });

  test("exits with 3 when the outcome of a create is unknown, and a second apply completes it", async () => {
    setUp();
    fixture.acme.emulator.faults.add({ method: "POST", path: /projects$/, drop: "after", times: 2 });
    fixture.acme.emulator.faults.add({ path: "filter[names]", status: 401, times: Infinity });
    const { status, stdout } = await fixture.run("apply", "code", "--auto-approve");
    expect(status).toBe(3);
    expect(stdout).toContain('outcome unknown: create project "Alpha"');
    expect(stdout).toContain('It is unknown whether project "Alpha" was created in the organization "acme": POST');
    expect(stdout).toContain("0 of 2 created, 0 of 2 workspaces moved; 2 with unknown outcome, 0 failed, 2 skipped");
    fixture.acme.emulator.faults.clear();
    expect((await fixture.run("apply", "code", "--auto-approve")).status).toBe(0);
    expect(fixture.acme.world).toEqual(AFTER);
  });

  test("exits with 1 when a deletion gets a 404 and the organization cannot be read", async () => {
    for (const name of ["Alpha", "Beta", "Gamma", "Delta", "Gone"]) fixture.acme.addProject(name);
    fixture.writeCode("code", Object.fromEntries(["Alpha", "Beta", "Gamma", "Delta"].map((name) => [name, { name }])));
    // While planning, only the organization is read by itself.
    fixture.acme.emulator.faults.add({ method: "DELETE", status: 404, times: Infinity });
    fixture.acme.emulator.faults.add({
      method: "GET",
      path: /organizations\/acme$/,
      status: 404,
      skip: 1,
      times: Infinity,
    });
    fixture.acme.emulator.faults.add({ method: "GET", path: /projects\/prj-/, status: 404, times: Infinity });
    const { status, stdout } = await fixture.run("apply", "code", "--prune", "--auto-approve");
    expect([status, stdout]).toEqual([1, expect.stringContaining("nothing counts as deleted")]);
    expect(stdout).toContain('Apply incomplete in "acme": 0 of 1 deleted; 1 failed');
    expect(fixture.acme.project("Gone")).toBeDefined();
  });

  test("exits with 1 when nothing was changed", async () => {
    setUp();
    fixture.acme.emulator.faults.add({ method: "POST", path: /projects$/, status: 403, times: 2 });
    const { status, stdout } = await fixture.run("apply", "code", "--auto-approve");
    expect([status, stdout]).toEqual([
      1,
      expect.stringContaining("0 of 2 created, 0 of 2 workspaces moved; 2 failed, 2 skipped"),
    ]);
    expect(fixture.acme.world).toEqual(BEFORE);
  });

  /** Starts an apply whose creates are slow, and waits until they are under way. */
  const startSlowly = async (delayMs: number) => {
    setUp();
    fixture.acme.emulator.faults.add({ method: "POST", path: /projects$/, delayMs, times: 2 });
    const child = fixture.start("apply", "code", "--auto-approve");
    const outcome = waitForExit(child);
    await waitUntil(() => fixture.acme.emulator.faults.pending.length === 0);
    return { child, outcome };
  };

  test.each(["SIGINT", "SIGTERM"] as const)(
    "on %s finishes the requests under way, skips the others, and exits with 3",
    async (signal) => {
      const { child, outcome } = await startSlowly(1500);
      child.kill(signal);
      const { status, stdout, stderr } = await outcome;
      expect(stderr).toContain("Stopping after the requests under way");
      expect(stdout).toContain('skipped: move 1 workspace into "Alpha"');
      expect(stdout).toContain("2 of 2 created, 0 of 2 workspaces moved; 0 failed, 2 skipped");
      expect(status).toBe(3);
      expect(fixture.acme.world).toEqual({ Alpha: [], Beta: [], "Default Project": ["one", "two"] });
      expect((await fixture.run("apply", "code", "--auto-approve")).status).toBe(0);
      expect(fixture.acme.world).toEqual(AFTER);
    },
  );

  test("ends at once while it reads, without a plan", async () => {
    setUp();
    fixture.acme.emulator.faults.add({ method: "GET", path: "/projects", delayMs: 30_000 });
    const child = fixture.start("apply", "code", "--auto-approve");
    const outcome = waitForExit(child);
    await waitUntil(() => fixture.acme.emulator.faults.pending.every(({ triggered }) => triggered > 0));
    child.kill("SIGINT");
    expect(await outcome).toMatchObject({ status: null, signal: "SIGINT", stdout: "", stderr: "" });
    expect(fixture.takeWrites()).toEqual([]);
  });

  test("skips queued changes when it is stopped, and lists only some of them", async () => {
    const projects = Array.from({ length: 40 }, (_, index) => [`p${index}`, { name: `Project ${index}` }] as const);
    fixture.writeCode("code", Object.fromEntries(projects));
    fixture.acme.emulator.setRateLimit(5);
    const child = fixture.start("apply", "code", "--auto-approve");
    const outcome = waitForExit(child);
    const made = () => Object.keys(fixture.acme.world).length - 1;
    await waitUntil(() => made() >= 3);
    child.kill("SIGINT");
    const { status, stdout } = await outcome;
    expect(status).toBe(3);
    expect(stdout).toContain(`${made()} of 40 created; 0 failed, ${40 - made()} skipped (the apply was stopped).`);
    expect(stdout).toContain(`… and ${40 - made() - 12} more (use --verbose to show all)`);
  });

  test("exits at once on a second SIGINT", async () => {
    const { child, outcome } = await startSlowly(5000);
    const stopping = new Promise((resolve) => child.stderr.once("data", resolve));
    child.kill("SIGINT");
    await stopping;
    child.kill("SIGINT");
    expect((await outcome).status).toBe(130);
  });

  describe("when the response to a create is lost and reads fail", () => {
    const LINE =
      /^The response to a change was lost\. Verifying until (\d\d):(\d\d):(\d\d) UTC whether (.*); Ctrl-C stops\.$/m;
    const loseResponses = (): void => {
      fixture.writeCode("code", { alpha: PROJECTS.alpha });
      fixture.acme.emulator.faults.add({ method: "POST", path: /projects$/, drop: "after" });
      fixture.acme.emulator.faults.add({ path: "filter[names]", status: 500, times: Infinity });
    };

    test("says after five seconds what is verified, and until when; --deadline ends it with 3", async () => {
      loseResponses();
      const { status, stdout, stderr } = await fixture.run("apply", "code", "--auto-approve", "--deadline", "8");
      expect([status, stdout]).toEqual([3, expect.stringContaining('outcome unknown: create project "Alpha"')]);
      expect(LINE.exec(stderr)?.[4]).toBe('project "Alpha" was created in the organization "acme"');
    });

    test("verifies for two minutes by default; Ctrl-C ends it with 3", async () => {
      loseResponses();
      const secondOfDay = (): number => Math.floor(Date.now() / 1000) % 86_400;
      const begin = secondOfDay();
      const child = fixture.start("apply", "code", "--auto-approve");
      const outcome = waitForExit(child);
      let shown = "";
      while (!LINE.test(shown)) shown += String((await once(child.stderr, "data"))[0]);
      const shownAt = secondOfDay();
      const [, hours, minutes, seconds] = LINE.exec(shown)!.map(Number);
      const after = (time: number): number => (time - begin + 86_400) % 86_400;
      // Verifying began after the apply, and at least five seconds before the line.
      const until = after(3600 * hours! + 60 * minutes! + seconds!);
      expect(until).toBeGreaterThanOrEqual(119);
      expect(until).toBeLessThanOrEqual(after(shownAt) + 116);
      child.kill("SIGINT");
      const { status, stdout } = await outcome;
      expect(status).toBe(3);
      expect(stdout).toContain('It is unknown whether project "Alpha" was created in the organization "acme": POST');
      expect(fixture.acme.project("Alpha")).toBeDefined();
    });
  });

  test("waits for a service that is down for a moment", async () => {
    setUp();
    fixture.acme.emulator.faults.add({ method: "POST", path: /projects$/, status: 503, times: 1 });
    fixture.acme.emulator.faults.add({ method: "POST", path: /relationships/, drop: "after", times: 1 });
    const { status } = await fixture.run("apply", "code", "--auto-approve");
    expect(status).toBe(0);
    expect(fixture.acme.world).toEqual(AFTER);
  });
});
