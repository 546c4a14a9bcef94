import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { CommandLine, waitForExit } from "../command-line";
import { CliFixture } from "../cli-fixture";

let cli: CommandLine;
let user: CliFixture;
beforeAll(() => (cli = CommandLine.build()));
afterAll(() => cli.remove());
beforeEach(async () => (user = await CliFixture.create(cli)));
afterEach(() => user.dispose());

const PROJECTS = {
  alpha: { name: "Alpha", description: "first" },
  beta: { name: "Beta", description: "second" },
};

/** An organization with two workspaces, and code that puts each into a project of its own. */
function setUp(): void {
  user.acme.addWorkspace("one");
  user.acme.addWorkspace("two");
  user.writeCode("code", PROJECTS, { alpha: ["one"], beta: ["two"] });
  user.acme.takeRequests();
}

const BEFORE = { "Default Project": ["one", "two"] };
const AFTER = { Alpha: ["one"], Beta: ["two"], "Default Project": [] };

describe("the yes", () => {
  test("without a terminal nobody can be asked: status 1, and nothing is changed", async () => {
    setUp();
    const { status, stderr } = await user.run("apply", "code");
    expect(status).toBe(1);
    expect(stderr).toContain("Nothing was changed: confirmation needs a terminal.");
    expect(stderr).toContain("--auto-approve");
    expect(user.takeWrites()).toEqual([]);
    expect(user.acme.world).toEqual(BEFORE);
  });

  test("on a terminal, yes applies what was shown", async () => {
    setUp();
    const { status, stdout } = await user.runInTerminal(["apply", "code"], [/Enter a value: /, "yes\n"]);
    expect(status).toBe(0);
    expect(stdout.indexOf("+ Alpha (new)")).toBeGreaterThanOrEqual(0);
    expect(stdout.indexOf("+ Alpha (new)")).toBeLessThan(stdout.indexOf("Do you want to apply this plan?"));
    expect(user.acme.world).toEqual(AFTER);
  });

  test.each([
    ["no", "no\n"],
    ["y", "y\n"],
    ["nothing", "\n"],
    ["Ctrl-C", "\u0003"],
    ["the end of input", "\u0004"],
  ])("on a terminal, %s changes nothing, with status 1", async (_, typed) => {
    setUp();
    const { status, stdout } = await user.runInTerminal(["apply", "code"], [/Enter a value: /, typed]);
    expect([status, stdout]).toEqual([1, expect.stringContaining("Apply canceled. Nothing was changed.")]);
    expect(user.takeWrites()).toEqual([]);
    expect(user.acme.world).toEqual(BEFORE);
  });

  test("with --auto-approve nobody is asked; afterwards there is nothing to do, and a second apply writes nothing", async () => {
    setUp();
    const applied = await user.run("apply", "code", "--auto-approve");
    expect(applied).toMatchObject({ status: 0, stderr: "" });
    expect(applied.stdout).toContain('Apply complete: 4 changes made in "acme".');
    expect(user.acme.world).toEqual(AFTER);
    expect(user.takeWrites()).toHaveLength(4);
    const again = await user.run("apply", "code");
    expect([again.status, again.stdout]).toEqual([0, expect.stringContaining("No changes.")]);
    expect(user.takeWrites()).toEqual([]);
  });

  test("a plan that is refused is not applied, not even with --auto-approve", async () => {
    user.writeCode("code", PROJECTS, { alpha: ["missing"] });
    const { status, stdout } = await user.run("apply", "code", "--auto-approve");
    expect([status, stdout]).toEqual([1, expect.stringContaining("Plan blocked by 1 error.")]);
    expect(user.takeWrites()).toEqual([]);
  });

  test("as JSON nothing is shown to say yes to: --auto-approve is asked for, before anything is read", async () => {
    setUp();
    const { status, stdout, stderr } = await user.run("apply", "code", "--json");
    expect([status, stdout, stderr]).toEqual([1, "", expect.stringContaining("Add --auto-approve")]);
    expect(user.acme.takeRequests()).toEqual([]);
  });

  test("as JSON, one document says the outcome of each action", async () => {
    setUp();
    const { stdout, status } = await user.run("apply", "code", "--auto-approve", "--json");
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      kind: "apply",
      organizations: [{ name: "acme", outcomes: Array(4).fill({ outcome: "done" }) }],
    });
  });
});

describe("a saved plan", () => {
  const save = async (): Promise<void> => {
    expect((await user.run("plan", "code", "--out", "plan.json")).status).toBe(0);
    user.acme.takeRequests();
  };

  test("is applied as it is, without code and without a question", async () => {
    setUp();
    await save();
    writeFileSync(join(cli.folder, "code/main.tf.json"), "{}");
    expect(await user.run("apply", "plan.json")).toMatchObject({ status: 0 });
    expect(user.acme.world).toEqual(AFTER);
  });

  test.each([
    [
      "created a project that it creates",
      () => user.acme.addProject("alpha"),
      ["create Alpha: removed", "move Alpha: changed", "update alpha: added"],
    ],
    [
      "deleted a workspace that it moves",
      () => user.acme.emulator.workspaces.delete(workspace("one")),
      ["move Alpha: removed"],
    ],
    ["moved a workspace that it moves", () => moveElsewhere("two"), ["move Beta: changed"]],
  ])("is refused before the first write when someone %s, and what has changed is told", async (_, happen, changes) => {
    setUp();
    await save();
    happen();
    const before = user.acme.world;
    const { status, stderr } = await user.run("apply", "plan.json");
    expect([status, stderr]).toEqual([1, expect.stringContaining("Create a new plan")]);
    expect(stderr).toContain("plan.json");
    expect(stderr.match(/(?<=^ {2}acme: ).*/gm)).toEqual(changes);
    expect(user.takeWrites()).toEqual([]);
    expect(user.acme.world).toEqual(before);
  });

  test("is refused when someone changed an attribute that it changes", async () => {
    const id = user.acme.addProject("Alpha", { description: "old" });
    user.writeCode("code", PROJECTS);
    await save();
    user.acme.emulator.projects.update(id, { description: "meanwhile" });
    expect((await user.run("apply", "plan.json")).status).toBe(1);
    expect(user.takeWrites()).toEqual([]);
    expect(user.acme.project("Alpha")).toMatchObject({ description: "meanwhile" });
  });

  test("is applied when someone changed what it does not touch", async () => {
    setUp();
    await save();
    const other = user.acme.addProject("Other", { description: "new" });
    user.acme.addWorkspace("three", other);
    expect((await user.run("apply", "plan.json")).status).toBe(0);
    expect(user.acme.world).toEqual({ ...AFTER, Other: ["three"] });
  });

  test("takes no further options of planning", async () => {
    setUp();
    await save();
    const { status, stderr } = await user.run("apply", "plan.json", "--prune");
    expect([status, stderr]).toEqual([1, expect.stringContaining("--prune cannot be used with the saved plan")]);
    expect(user.takeWrites()).toEqual([]);
  });

  test("that was tampered with is refused", async () => {
    setUp();
    await save();
    const path = join(cli.folder, "plan.json");
    writeFileSync(path, readFileSync(path, "utf8").replaceAll("Beta", "Gamma").replace("Gamma", "Beta"));
    expect((await user.run("apply", "plan.json")).status).toBe(1);
    writeFileSync(path, readFileSync(path, "utf8").replace("tfprojects-plan-2", "tfprojects-plan-99"));
    const { status, stderr } = await user.run("apply", "plan.json");
    expect([status, stderr]).toEqual([1, expect.stringContaining("in the format tfprojects-plan-99")]);
    expect(user.takeWrites()).toEqual([]);
  });

  test("in the format of tfprojects 0.1.0 is refused with the reason and the next step, before any request", async () => {
    // GIVEN a plan as 0.1.0 saved it: the keys of actions had other names.
    const project = { address: "tfprojects_project.alpha", previousNames: [], name: "Alpha", description: null };
    const desired = { name: "acme", projects: [project], memberships: [], references: [] };
    const create = { id: "create Alpha", kind: "create", address: project.address, after: [], to: { name: "Alpha" } };
    const organization = { address: null, hostname: null, requestsPerSecond: null, desired, actions: [create] };
    user.write("old.json", {
      format: "tfprojects-plan-1",
      version: "0.1.0",
      options: {},
      organizations: [organization],
    });
    user.acme.takeRequests();
    // WHEN it is applied
    const { status, stdout, stderr } = await user.run("apply", "old.json", "--auto-approve");
    // THEN
    expect([status, stdout]).toEqual([1, ""]);
    expect(stderr).toContain("The plan old.json was saved by tfprojects 0.1.0 in the format tfprojects-plan-1, but");
    expect(stderr).toContain("needs tfprojects-plan-2");
    expect(stderr).toContain("Nothing was changed. Create a new plan with `tfprojects plan --out`.");
    expect(user.acme.takeRequests()).toEqual([]);
  });

  test.each([
    ["cut short", (text: string) => text.slice(0, 300), "is neither a saved plan nor Terraform JSON"],
    ["empty", () => "", "is neither a saved plan nor Terraform JSON"],
    [
      "without its organizations",
      (text: string) => JSON.stringify({ ...JSON.parse(text), organizations: undefined }),
      "is not a valid saved plan: organizations",
    ],
    [
      "for no organization",
      (text: string) => JSON.stringify({ ...JSON.parse(text), organizations: [] }),
      "has no organization",
    ],
    [
      "that has one organization twice, in different case",
      (text: string) => {
        const plan = JSON.parse(text) as { organizations: [{ desired: object }] };
        const [one] = plan.organizations;
        return JSON.stringify({ ...plan, organizations: [one, { ...one, desired: { ...one.desired, name: "ACME" } }] });
      },
      "is configured in more than one way",
    ],
  ])("that is %s is refused in words of its own, with nothing changed", async (_, broken, why) => {
    setUp();
    await save();
    const path = join(cli.folder, "plan.json");
    writeFileSync(path, broken(readFileSync(path, "utf8")));
    const { status, stdout, stderr } = await user.run("apply", "plan.json");
    expect([status, stdout, stderr]).toEqual([1, "", expect.stringContaining(why)]);
    expect(stderr).toContain("plan");
    expect(user.acme.takeRequests()).toEqual([]);
  });

  test("takes no further options of planning, which are told as they are written", async () => {
    setUp();
    await save();
    const { status, stderr } = await user.run("apply", "plan.json", "--prune", "--max-deletes", "1");
    expect([status, stderr]).toEqual([
      1,
      expect.stringContaining("--prune, --max-deletes cannot be used with the saved plan"),
    ]);
  });

  test.each(["plan", "drift"])("is no code for %s, which says how to apply it", async (command) => {
    setUp();
    await save();
    const { status, stderr } = await user.run(command, "plan.json");
    expect([status, stderr]).toEqual([1, expect.stringContaining("tfprojects apply plan.json")]);
  });

  const workspace = (name: string): string => user.acme.emulator.workspaces.find("acme", name)!.id;
  function moveElsewhere(name: string): void {
    user.acme.emulator.workspaces.move(workspace(name), user.acme.addProject("Elsewhere"));
  }
});

describe("where the token goes for a saved plan", () => {
  /** A plan for the address of the emulator, which the file says; with everything in the environment but where the service is. */
  const save = async (): Promise<Readonly<Record<string, string>>> => {
    const { TFE_ADDRESS: address = "", ...environment } = user.environment;
    user.write("named/main.tf.json", {
      provider: { tfprojects: [{ address }] },
      resource: { tfprojects_project: PROJECTS },
    });
    expect((await cli.run(["plan", "named", "--out", "named.json"], environment)).status).toBe(0);
    user.acme.takeRequests();
    return { ...environment, HOME: cli.folder };
  };
  const address = (): string => user.acme.emulator.address;
  const refused = async (environment: Readonly<Record<string, string>>, ...more: string[]): Promise<string> => {
    const { status, stderr } = await cli.run(["apply", "named.json", ...more], environment);
    expect([status, stderr]).toEqual([1, expect.stringContaining("Nothing was sent")]);
    expect(user.acme.takeRequests()).toEqual([]);
    expect(stderr).toContain(address());
    return stderr;
  };

  test("not to an address that only the file names: it is refused with both, before any request", async () => {
    expect(await refused(await save())).toContain("https://app.terraform.io (from the default)");
  });

  test("not to another address than the environment names", async () => {
    const environment = { ...(await save()), TFE_ADDRESS: "https://tfe.example.com/api/v2" };
    expect(await refused(environment)).toContain("https://tfe.example.com (from TFE_ADDRESS)");
  });

  test.each(["TFE_ADDRESS", "--address"])("to the address that %s names as well", async (how) => {
    const environment = await save();
    const { status } =
      how === "--address"
        ? await cli.run(["apply", "named.json", "--address", `${address()}/`], environment)
        : await cli.run(["apply", "named.json"], { ...environment, TFE_ADDRESS: `${address()}/api/v2` });
    expect(status).toBe(0);
    expect(user.acme.project("Alpha")).toBeDefined();
  });

  test("a plan for another address than --address names is refused", async () => {
    const environment = await save();
    expect(await refused(environment, "--address", "https://tfe.example.com")).toContain("https://tfe.example.com");
  });

  test("a token that is kept for the host goes there, and TFE_TOKEN does not", async () => {
    const environment = { ...(await save()), TFE_TOKEN: "for-another-service" };
    const { host } = new URL(address());
    const credentials = { credentials: { [host]: { token: user.acme.emulator.token } } };
    user.write(".terraform.d/credentials.tfrc.json", credentials);
    expect(await cli.run(["apply", "named.json"], environment)).toMatchObject({ status: 0, stderr: "" });
    expect(user.acme.project("Alpha")).toBeDefined();
  });

  test("--address says where a plan is applied that names no address", async () => {
    setUp();
    expect((await user.run("plan", "code", "--out", "plan.json")).status).toBe(0);
    const { TFE_ADDRESS: at = "", ...environment } = user.environment;
    expect((await cli.run(["apply", "plan.json", "--address", at], environment)).status).toBe(0);
    expect(user.acme.world).toEqual(AFTER);
  });

  test("--address without a saved plan is a mistake", async () => {
    setUp();
    const { status, stderr } = await user.run("apply", "code", "--auto-approve", "--address", address());
    expect([status, stderr]).toEqual([1, expect.stringContaining("--address needs a saved plan")]);
    expect(user.acme.takeRequests()).toEqual([]);
  });
});

describe("an apply that does not come to its end", () => {
  test("ends with 3 when one write fails for good, says what is left, and a second apply finishes", async () => {
    setUp();
    user.acme.emulator.faults.add({ method: "POST", path: /workspaces$/, status: 403, times: 1 });
    const { status, stdout } = await user.run("apply", "code", "--auto-approve");
    expect(status).toBe(3);
    expect(stdout).toMatch(/failed: move 1 workspace into "(Alpha|Beta)"/);
    expect(stdout).toContain(
      'Apply incomplete: 3 of 4 changes made in "acme", 1 failed, 0 skipped. Run apply again to continue.',
    );
    expect(stdout).not.toContain(user.acme.emulator.token);
    user.takeWrites();
    expect((await user.run("apply", "code", "--auto-approve")).status).toBe(0);
    expect(user.takeWrites()).toHaveLength(1);
    expect(user.acme.world).toEqual(AFTER);
  });

  test("ends with 3 when a create may have been done and cannot be looked up, says what may exist, and a second apply finishes", async () => {
    setUp();
    user.acme.emulator.faults.add({ method: "POST", path: /projects$/, drop: "after", times: 2 });
    user.acme.emulator.faults.add({ path: "filter[names]", status: 401, times: Infinity });
    const { status, stdout } = await user.run("apply", "code", "--auto-approve");
    expect(status).toBe(3);
    expect(stdout).toContain('outcome unknown: create project "Alpha"');
    expect(stdout).toContain('It is unknown whether project "Alpha" was created: it may exist');
    expect(stdout).toContain('0 of 4 changes made in "acme", 2 with unknown outcome, 0 failed, 2 skipped');
    user.acme.emulator.faults.clear();
    expect((await user.run("apply", "code", "--auto-approve")).status).toBe(0);
    expect(user.acme.world).toEqual(AFTER);
  });

  test("ends with 1 when a 404 answers the deletion, and the organization cannot be read any more", async () => {
    for (const name of ["Alpha", "Beta", "Gamma", "Delta", "Gone"]) user.acme.addProject(name);
    user.writeCode("code", Object.fromEntries(["Alpha", "Beta", "Gamma", "Delta"].map((name) => [name, { name }])));
    // Read while planning: the organization once, and each project of the code.
    user.acme.emulator.faults.add({ method: "DELETE", status: 404, times: Infinity });
    user.acme.emulator.faults.add({
      method: "GET",
      path: /organizations\/acme$/,
      status: 404,
      skip: 1,
      times: Infinity,
    });
    user.acme.emulator.faults.add({ method: "GET", path: /projects\/prj-/, status: 404, skip: 4, times: Infinity });
    const { status, stdout } = await user.run("apply", "code", "--prune", "--auto-approve");
    expect([status, stdout]).toEqual([1, expect.stringContaining("nothing counts as deleted")]);
    expect(stdout).toContain('0 of 1 change made in "acme", 1 failed');
    expect(user.acme.project("Gone")).toBeDefined();
  });

  test("ends with 1 when nothing was done", async () => {
    setUp();
    user.acme.emulator.faults.add({ method: "POST", path: /projects$/, status: 403, times: 2 });
    const { status, stdout } = await user.run("apply", "code", "--auto-approve");
    expect([status, stdout]).toEqual([
      1,
      expect.stringContaining('0 of 4 changes made in "acme", 2 failed, 2 skipped'),
    ]);
    expect(user.acme.world).toEqual(BEFORE);
  });

  /** Starts an apply whose creations take their time, and waits until they are under way. */
  const startSlowly = async (delayMs: number) => {
    setUp();
    user.acme.emulator.faults.add({ method: "POST", path: /projects$/, delayMs, times: 2 });
    const child = user.start("apply", "code", "--auto-approve");
    const outcome = waitForExit(child);
    while (user.acme.emulator.faults.pending.length > 0) await new Promise((resolve) => setTimeout(resolve, 20));
    return { child, outcome };
  };

  test.each(["SIGINT", "SIGTERM"] as const)(
    "on %s it finishes what is under way, begins nothing more, says what is done and left, and ends with 3",
    async (signal) => {
      const { child, outcome } = await startSlowly(1500);
      child.kill(signal);
      const { status, stdout, stderr } = await outcome;
      expect(stderr).toContain("Stopping after the requests under way");
      expect(stdout).toContain('skipped: move 1 workspace into "Alpha"');
      expect(stdout).toContain('2 of 4 changes made in "acme", 0 failed, 2 skipped');
      expect(status).toBe(3);
      expect(user.acme.world).toEqual({ Alpha: [], Beta: [], "Default Project": ["one", "two"] });
      expect((await user.run("apply", "code", "--auto-approve")).status).toBe(0);
      expect(user.acme.world).toEqual(AFTER);
    },
  );

  test("what still waits for its turn when it is stopped has not failed, and is not listed at length", async () => {
    const projects = Array.from({ length: 40 }, (_, index) => [`p${index}`, { name: `Project ${index}` }] as const);
    user.writeCode("code", Object.fromEntries(projects));
    user.acme.emulator.setRateLimit(5);
    const child = user.start("apply", "code", "--auto-approve");
    const outcome = waitForExit(child);
    const made = () => Object.keys(user.acme.world).length - 1;
    while (made() < 3) await new Promise((resolve) => setTimeout(resolve, 20));
    child.kill("SIGINT");
    const { status, stdout } = await outcome;
    expect(status).toBe(3);
    expect(stdout).toContain(`${made()} of 40 changes made in "acme", 0 failed, ${40 - made()} skipped.`);
    expect(stdout).toContain(`… and ${40 - made() - 12} more (use --verbose to show all)`);
  });

  test("on a second SIGINT it ends at once", async () => {
    const { child, outcome } = await startSlowly(5000);
    const said = new Promise((resolve) => child.stderr.once("data", resolve));
    child.kill("SIGINT");
    await said;
    child.kill("SIGINT");
    expect((await outcome).status).toBe(130);
  });

  test("a service that is down for a moment is waited for", async () => {
    setUp();
    user.acme.emulator.faults.add({ method: "POST", path: /projects$/, status: 503, times: 1 });
    user.acme.emulator.faults.add({ method: "POST", path: /relationships/, drop: "after", times: 1 });
    const { status } = await user.run("apply", "code", "--auto-approve");
    expect(status).toBe(0);
    expect(user.acme.world).toEqual(AFTER);
  });
});
