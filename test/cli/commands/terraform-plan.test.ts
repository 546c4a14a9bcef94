import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { configuration, planJson, type ObjectChange } from "../../support/plan-json";
import { CliFixture } from "../cli-fixture";
import { CommandLine, waitForExit } from "../command-line";

let cli: CommandLine;
let fixture: CliFixture;
beforeAll(() => (cli = CommandLine.build()));
afterAll(() => cli.remove());
beforeEach(async () => (fixture = await CliFixture.create(cli)));
afterEach(async () => {
  rmSync(join(cli.folder, "plan.json"), { force: true });
  await fixture.dispose();
});

const P = "tfprojects_project";
const M = "tfprojects_workspace_membership";

/** A project with two workspaces that Terraform has deployed; what its plan has before a change. */
function deployed(): { readonly project: object; readonly membership: object } {
  const id = fixture.acme.addProject("Platform");
  const ids = [fixture.acme.addWorkspace("api", id), fixture.acme.addWorkspace("web", id)];
  return {
    project: { id, name: "Platform", deletion_policy: "evacuate" },
    membership: { id, project_id: id, workspace_ids: ids, workspace_names: ["api", "web"] },
  };
}

/** A plan that renames the project, takes a workspace out of its membership, and creates another project for it. */
function edited(): object {
  const { project, membership } = deployed();
  const resources = {
    [`${P}.team`]: { name: ["each.value.name"], for_each: ["var.teams"] },
    [`${M}.team`]: { project_id: [`${P}.team`, "each.key"], workspace_names: ["var.x"], for_each: ["var.teams"] },
  };
  const created: ObjectChange = { after: { workspace_names: ["web"] }, unknown: { id: true, project_id: true } };
  return planJson(
    {
      [`${P}.team["platform"]`]: { actions: ["update"], before: project, after: { ...project, name: "Core" } },
      [`${P}.team["web"]`]: { after: { name: "Web" } },
      [`${M}.team["platform"]`]: {
        actions: ["update"],
        before: membership,
        after: { ...membership, workspace_names: ["api"] },
      },
      [`${M}.team["web"]`]: created,
    },
    { configuration: configuration({ resources }) },
  );
}

describe("plan", () => {
  test("shows what a Terraform plan changes, and where it is from", async () => {
    fixture.write("plan.json", edited());
    const { status, stdout } = await fixture.run("plan", "plan.json", "--detailed-exitcode");
    expect(stdout).toContain("Identities: Terraform plan plan.json (made 2026-11-22T12:41:52Z)");
    expect(stdout).toContain("Plan: 1 to create, 1 to update, 1 workspace to move, 0 to delete.");
    expect(stdout).toContain("from Platform: web");
    expect(status).toBe(2);
    expect(fixture.takeWrites()).toEqual([]);
  });

  test("names it in every format", async () => {
    fixture.write("plan.json", edited());
    const json = JSON.parse((await fixture.run("plan", "plan.json", "--json")).stdout) as { organizations: [object] };
    expect(json.organizations[0]).toMatchObject({
      states: [],
      terraform_plan: { source: "plan.json", created_at: "2026-11-22T12:41:52Z" },
    });
    expect((await fixture.run("plan", "plan.json", "--markdown")).stdout).toMatch(
      /^Identities: Terraform plan `plan\.json` \(made 2026-11-22T12:41:52Z\)$/m,
    );
    await fixture.run("plan", "plan.json", "--html", "page.html");
    expect(readFileSync(join(cli.folder, "page.html"), "utf8")).toContain("Identities: Terraform plan plan.json");
  });

  test.each<[string, Readonly<Record<string, ObjectChange>>, string]>([
    [
      "types of a newer version",
      { "tfprojects_rule.a": { after: {} } },
      'does not support resource type "tfprojects_rule"',
    ],
    ["unknown values", { [`${P}.a`]: { after: {}, unknown: { name: true } } }, "knows this value only after apply"],
    ["sensitive values", { [`${P}.a`]: { after: { name: "A" }, sensitive: { name: true } } }, "The value is sensitive"],
    ["deposed objects", { [`${P}.a`]: { after: { name: "A" }, more: { deposed: "1" } } }, "has a deposed object"],
    ["unknown projects", { [`${M}.a`]: { after: {}, unknown: { project_id: true } } }, "only after apply"],
  ])("advises a new one if it has %s, and not to pass what it is", async (_, changes, message) => {
    fixture.write("plan.json", planJson(changes));
    const { status, stdout, stderr } = await fixture.run("plan", "plan.json");
    expect([status, stdout]).toEqual([1, ""]);
    expect(stderr).toContain(message);
    expect(stderr).toMatch(/After that, make a new plan: run `terraform plan -out=tfplan && .*`\.\n$/);
    expect(stderr).not.toContain("tfprojects plan plan.json");
  });

  test("has changes if all that it does is to add a new workspace to a membership", async () => {
    const { project, membership } = deployed();
    const { workspace_ids: ids } = membership as { workspace_ids: string[] };
    const resources = {
      [`${M}.a`]: { project_id: ["var.p"], workspace_ids: ["tfe_workspace.new.id"] },
      "tfe_workspace.new": { name: { constant_value: "new" } },
    };
    const change: ObjectChange = {
      actions: ["update"],
      before: membership,
      after: { ...membership, workspace_ids: [...ids, null] },
      unknown: { workspace_ids: [false, false, true], workspace_names: true },
    };
    fixture.write(
      "plan.json",
      planJson(
        { [`${P}.a`]: { before: project }, [`${M}.a`]: change, "tfe_workspace.new": { after: { name: "new" } } },
        { configuration: configuration({ resources }) },
      ),
    );
    const { status, stdout } = await fixture.run("plan", "plan.json", "--detailed-exitcode");
    expect(stdout).toContain('Project "Platform" gets new, created by this plan.');
    expect(status).toBe(2);
    const explained = await fixture.run("explain", "new", "plan.json", "--json");
    expect(JSON.parse(explained.stdout)).toMatchObject({
      workspaces: [
        {
          id: null,
          name: "new",
          address: "tfe_workspace.new",
          project: { name: "Default Project" },
          destination: { name: "Platform" },
          memberships: [{ address: `${M}.a`, by: "reference" }],
        },
      ],
    });
    const unknown = await fixture.run("explain", "newx", "plan.json");
    expect([unknown.status, unknown.stderr]).toEqual([1, expect.stringContaining("did you mean new?")]);
  });

  test("waits for it where reading stdin does not block, as on Node.js 20.9", async () => {
    const hook = join(cli.folder, "hook.cjs");
    // The first line makes a pipe non-blocking, and the others say that it is being read.
    writeFileSync(
      hook,
      `process.stdin;
      const fs = require("node:fs");
      const { read } = fs;
      fs.read = (file, ...rest) => {
        if (file === 0) process._rawDebug("reading");
        return read(file, ...rest);
      };
      // What util.promisify needs.
      Object.defineProperties(fs.read, Object.getOwnPropertyDescriptors(read));`,
    );
    const child = cli.start(["drift", "-"], { ...fixture.environment, NODE_OPTIONS: `--require ${hook}` });
    child.stderr.once("data", () => child.stdin.end("{}"));
    const { status, stderr } = await waitForExit(child);
    expect(status).toBe(1);
    expect(stderr).toContain("reading");
    expect(stderr).toContain("It has no planned values");
    expect(stderr).not.toContain("EAGAIN");
  });

  test("reads it from stdin", async () => {
    const child = fixture.start("plan", "-");
    child.stdin.end(JSON.stringify(edited()));
    let stdout = "";
    child.stdout.on("data", (chunk: Buffer) => (stdout += chunk.toString()));
    expect(await new Promise((resolve) => child.once("close", resolve))).toBe(0);
    expect(stdout).toContain("Identities: Terraform plan from stdin (made");
    expect(stdout).toContain("1 to update");
  });

  test("keeps within the limits, and says what is deleted by its recorded policy", async () => {
    const { project, membership } = deployed();
    const gone = { actions: ["delete"], after: null };
    fixture.write(
      "plan.json",
      planJson({ [`${P}.team`]: { ...gone, before: project }, [`${M}.team`]: { ...gone, before: membership } }),
    );
    const refused = await fixture.run("plan", "plan.json");
    expect([refused.status, refused.stdout]).toEqual([1, expect.stringContaining("use --max-deletes 1.")]);
    const { status, stdout } = await fixture.run("plan", "plan.json", "--max-deletes", "1");
    expect([status, stdout]).toEqual([
      0,
      expect.stringContaining("Plan: 0 to create, 0 to update, 2 workspaces to move, 1 to delete."),
    ]);
  });

  test("lists everything that cannot be known, before any request", async () => {
    fixture.write("plan.json", planJson({ [`${P}.a`]: { after: {}, unknown: { id: true, name: true } } }));
    const { status, stderr } = await fixture.run("plan", "plan.json");
    expect([status, stderr]).toEqual([1, expect.stringContaining(`${P}.a.name:\n  Terraform knows this value only`)]);
    expect(fixture.acme.takeRequests()).toEqual([]);
  });

  test.each<[string, object | string, string, string]>([
    ["has no project", planJson({ "null_resource.a": {} }), "has no projects and no memberships", "a configuration"],
    ["is binary", "PK\u0003\u0004", "It is a plan file in Terraform's own format.", "terraform show -json tfplan"],
    ["is a log", '{"@level":"info"}\n{"@level":"info"}\n', "It is the log of `terraform plan -json`.", "show -json"],
    ["has errors", { ...planJson({}), errored: true }, "Terraform reported errors", "Resolve the errors"],
    ["is of a state", { format_version: "1.0", values: {} }, "It has no planned values", "terraform plan -out=tfplan"],
    [
      "lacks an attribute of the state",
      planJson({ [`${P}.a`]: { actions: ["delete"], before: { name: "A" }, after: null } }),
      `${P}.a has no id.`,
      "terraform apply -refresh-only",
    ],
  ])("refuses a plan that %s", async (_, content, message, nextStep) => {
    fixture.write("plan.json", content);
    const { status, stderr } = await fixture.run("plan", "plan.json");
    expect([status, stderr]).toEqual([1, expect.stringContaining(message)]);
    expect(stderr).toContain(nextStep);
    expect(fixture.acme.takeRequests()).toEqual([]);
  });

  test("refuses --out and --state with it, with the reason", async () => {
    fixture.write("plan.json", edited());
    const saved = await fixture.run("plan", "plan.json", "--out", "saved.json");
    expect([saved.status, saved.stderr]).toEqual([1, expect.stringContaining("Only Terraform can apply it")]);
    expect(existsSync(join(cli.folder, "saved.json"))).toBe(false);
    const state = await fixture.run("plan", "plan.json", "--state", "a.tfstate");
    expect([state.status, state.stderr]).toEqual([1, expect.stringContaining("--state cannot be used with")]);
    expect(fixture.acme.takeRequests()).toEqual([]);
  });
});

test("drift compares the organization with the planned values", async () => {
  const { project, membership } = deployed();
  fixture.write("plan.json", planJson({ [`${P}.team`]: { before: project }, [`${M}.team`]: { before: membership } }));
  expect((await fixture.run("drift", "plan.json")).status).toBe(0);
  fixture.acme.addProject("By hand");
  expect((await fixture.run("drift", "plan.json", "--strict")).stdout).toContain("1 project unmanaged");
  fixture.write(
    "plan.json",
    planJson({
      [`${P}.team`]: { before: { ...project, description: "Shared" } },
      [`${M}.team`]: { before: membership },
    }),
  );
  const { status, stdout } = await fixture.run("drift", "plan.json");
  expect([status, stdout]).toEqual([2, expect.stringContaining("Drift: 0 projects missing, 1 changed")]);
});

describe("apply", () => {
  test.each(["plan.json", "tfplan", "-"])("refuses %s: only Terraform can apply its plans", async (path) => {
    fixture.write("plan.json", edited());
    fixture.write("tfplan", "PK\u0003\u0004");
    fixture.acme.takeRequests();
    const { status, stderr } = await fixture.run("apply", path, "--auto-approve");
    expect([status, stderr]).toEqual([1, expect.stringContaining("Nothing was changed: the plan")]);
    expect(stderr).toContain("Run `terraform apply` with the plan file.");
    expect(fixture.acme.takeRequests()).toEqual([]);
  });
});

describe("the address in a plan", () => {
  const withProvider = (provider: object, variables: object = {}): object =>
    planJson(
      { [`${P}.a`]: { after: { name: "Alpha" } } },
      { variables, configuration: configuration({}, { tfprojects: provider as Record<string, string[]> }) },
    );

  test("gets no TFE_TOKEN of another address", async () => {
    fixture.write("plan.json", withProvider({ address: { constant_value: "https://tfe.example.com" } }));
    const { status, stderr } = await fixture.run("plan", "plan.json");
    expect([status, stderr]).toEqual([
      1,
      expect.stringContaining("Nothing was sent: the plan plan.json is for https://tfe"),
    ]);
    expect(stderr).toContain("set TFE_ADDRESS=https://tfe.example.com");
    expect(stderr).not.toContain("--address");
  });

  test("gets the token of the plan", async () => {
    const { address, token } = fixture.acme.emulator;
    const variables = { url: { value: address }, token: { value: token } };
    fixture.write("plan.json", withProvider({ address: ["var.url"], token: ["var.token"] }, variables));
    const env = { TFE_ADDRESS: "https://tfe.example.com", TFE_TOKEN: "other" };
    const { status, stdout, stderr } = await cli.run(["plan", "plan.json"], env);
    expect([status, stdout, stderr]).toEqual([0, expect.stringContaining("1 to create"), ""]);
    expect(stdout).not.toContain(token);
  });
});

describe("errors about code name this way", () => {
  test.each<[string, object | string]>([
    ["code/main.tf.json", { resource: { tfprojects_project: { a: { name: "${upper(var.x)}" } } } }],
    ["code/main.tf.json", { resource: { tfprojects_project: { a: { name: "A", for_each: ["a"] } } } }],
    ["code/main.tf", ""],
  ])("%s", async (file, content) => {
    rmSync(join(cli.folder, "code"), { recursive: true, force: true });
    fixture.write(file, content);
    const { status, stderr } = await fixture.run("plan", "code");
    expect(status).toBe(1);
    expect(stderr).toContain(
      "run `terraform plan -out=tfplan && terraform show -json tfplan > plan.json`, then `tfprojects plan plan.json`",
    );
  });
});
