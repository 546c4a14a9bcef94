import { chmodSync, existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { CommandLine } from "../command-line";
import { terraformJson, CliFixture } from "../cli-fixture";

let cli: CommandLine;
let fixture: CliFixture;
beforeAll(() => (cli = CommandLine.build()));
afterAll(() => cli.remove());
beforeEach(async () => (fixture = await CliFixture.create(cli)));
afterEach(() => fixture.dispose());

const PLATFORM = { platform: { name: "Platform", description: "Networks" } };

/** A cdktf project whose app is a script that writes the same output as cdktf. */
function writeApp(folder: string, projects = PLATFORM): void {
  const manifest = {
    version: "stub",
    stacks: { org: { name: "org", synthesizedStackPath: "stacks/org/cdk.tf.json" } },
  };
  fixture.write(`${folder}/cdktf.json`, { language: "typescript", app: `${process.execPath} app.js` });
  fixture.write(
    `${folder}/app.js`,
    `const { mkdirSync, writeFileSync } = require("node:fs");
     const out = process.env.CDKTF_OUTDIR;
     console.log("the app talks");
     mkdirSync(out + "/stacks/org", { recursive: true });
     writeFileSync(out + "/manifest.json", ${JSON.stringify(JSON.stringify(manifest))});
     writeFileSync(out + "/stacks/org/cdk.tf.json", ${JSON.stringify(JSON.stringify(terraformJson(projects)))});`,
  );
}

describe("input", () => {
  test("a folder with Terraform JSON: shows the changes, and makes none", async () => {
    fixture.acme.addWorkspace("network");
    fixture.writeCode("json", PLATFORM, { platform: ["network"] });
    fixture.acme.takeRequests();
    const { status, stdout, stderr } = await fixture.run("plan", "json");
    expect([status, stderr]).toEqual([0, ""]);
    expect(stdout).toContain("+ Platform (new)");
    expect(stdout).toContain("from Default Project: network");
    expect(stdout).toContain("Plan: 1 to create, 0 to update, 1 workspace to move, 0 to delete.");
    expect(fixture.takeWrites()).toEqual([]);
    expect(fixture.acme.world).toEqual({ "Default Project": ["network"] });
  });

  test("a cdktf app: runs it first, with its output on stderr", async () => {
    writeApp("app");
    const { status, stdout, stderr } = await fixture.run("plan", "app", "--json");
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ kind: "plan", organizations: [{ name: "acme" }] });
    expect(stderr).toContain("the app talks");
  });

  test.each([
    [
      "Error: Validation failed with the following errors:\\n  [it] name: too short",
      "Correct the code: its output above",
    ],
    ["TypeError: x is not a function", "Correct the code, or what it needs: see its output"],
  ])("an app that fails with %j: says what to do about that", async (output, advice) => {
    fixture.write("failing/cdktf.json", { language: "typescript", app: `${process.execPath} app.js` });
    fixture.write("failing/app.js", `process.stderr.write("${output}\\n"); process.exitCode = 1;`);
    const { status, stderr } = await fixture.run("plan", "failing");
    expect(status).toBe(1);
    expect(stderr).toContain(output.split("\\n")[0]);
    expect(stderr).toContain(advice);
    expect(stderr).not.toContain("--no-synth");
  });

  test.each([
    ["typescript", "typescript"],
    [undefined, "typescript"],
    ["python", "terraform"],
  ])("of an app in %s has its language for documents: %s", async (language, shown) => {
    writeApp("app");
    fixture.write("app/cdktf.json", { language, app: `${process.execPath} app.js` });
    const { stdout } = await fixture.run("plan", "app", "--json");
    expect(JSON.parse(stdout)).toMatchObject({ organizations: [{ language: shown }] });
  });

  test("--no-synth: uses the output of an earlier synth", async () => {
    writeApp("before");
    await fixture.run("plan", "before");
    writeApp("before", { platform: { name: "Renamed since", description: "Networks" } });
    const { stdout, stderr } = await fixture.run("plan", "before", "--no-synth");
    expect(stdout).toContain("+ Platform (new)");
    expect(stderr).toBe("");
  });

  test("the output folder of cdktf", async () => {
    writeApp("out");
    await fixture.run("plan", "out");
    expect((await fixture.run("plan", "out/cdktf.out")).stdout).toContain("+ Platform (new)");
  });

  test.each(["plan", "drift", "apply"])("one file of Terraform JSON, for %s", async (command) => {
    fixture.writeCode("single", PLATFORM);
    const approved = command === "apply" ? ["--auto-approve"] : [];
    const { status, stdout, stderr } = await fixture.run(command, "single/main.tf.json", ...approved);
    expect([status, stderr]).toEqual([command === "drift" ? 2 : 0, ""]);
    expect(stdout).toContain("+ Platform");
  });

  test.each(["plan", "drift", "apply"])("a file that is not JSON is an error of %s", async (command) => {
    fixture.write("single/broken.tf.json", '{"resource": ');
    const { status, stdout, stderr } = await fixture.run(command, "single/broken.tf.json");
    expect([status, stdout, stderr]).toEqual([
      1,
      "",
      expect.stringContaining("neither a saved plan nor Terraform JSON"),
    ]);
  });

  test("an app that fails is an error with its exit status", async () => {
    fixture.write("failing/cdktf.json", { app: `${process.execPath} -e "console.log('why'); process.exit(3)"` });
    const { status, stdout, stderr } = await fixture.run("plan", "failing");
    expect([status, stdout]).toEqual([1, ""]);
    expect(stderr).toContain("why\n");
    expect(stderr).toContain("exited with status 3");
    expect(fixture.acme.takeRequests()).toEqual([]);
  });

  test.each([
    [
      "a missing folder",
      "nowhere",
      "nowhere does not exist.\nUse the folder of a CDK app, or one with Terraform JSON.",
    ],
    [
      "a missing plan",
      "nowhere.json",
      "nowhere.json does not exist.\nCheck the path of the plan: `tfprojects plan` saves",
    ],
    ["a missing file", "a.tf.json", "a.tf.json does not exist.\nCheck the path, or use the folder of the code."],
    ["a folder without code", "empty", "has no Terraform JSON"],
    ["a folder with only HCL", "hcl", "HCL (*.tf) is not supported."],
    ["a stack that was synthesized as HCL", "hcl-stack", "Stack org was synthesized as HCL, which is not supported."],
    ["invalid JSON", "broken", "Cannot read broken/main.tf.json as Terraform JSON"],
    ["code without projects", "nothing", "has no projects and no memberships"],
    ["a cdktf.json without an app", "appless", 'has no "app"'],
  ])("%s is an error", async (_, folder, message) => {
    fixture.write("empty/README.md", "");
    fixture.write("hcl/main.tf", "");
    fixture.write("hcl-stack/manifest.json", { stacks: { org: { synthesizedStackPath: "stacks/org/cdk.tf" } } });
    fixture.write("broken/main.tf.json", "{");
    fixture.write("nothing/main.tf.json", {});
    fixture.write("appless/cdktf.json", {});
    const { status, stdout, stderr } = await fixture.run("plan", folder);
    expect([status, stdout]).toEqual([1, ""]);
    expect(stderr).toContain(message);
    expect(stderr).not.toMatch(/^ +at /m);
  });
});

describe("code that calls a module, which is not read,", () => {
  test("is a warning, and an error with --prune before any request", async () => {
    fixture.writeCode("part", PLATFORM);
    fixture.write("part/module.tf.json", { module: { teams: { source: "./teams" } } });
    const { status, stderr } = await fixture.run("plan", "part");
    expect([status, stderr]).toEqual([0, "Warning: module.teams cannot be read; its projects count as unmanaged.\n"]);
    fixture.acme.takeRequests();
    for (const command of [["plan"], ["apply", "--auto-approve"]]) {
      const pruned = await fixture.run(...command, "part", "--prune");
      expect([pruned.status, pruned.stderr]).toEqual([1, expect.stringContaining("module.teams")]);
    }
    expect(fixture.acme.takeRequests()).toEqual([]);
  });

  test("is not planned if it configures an organization in more than one way", async () => {
    const { address } = fixture.acme.emulator;
    fixture.write("ways/main.tf.json", {
      provider: { tfprojects: [{}, { alias: "other", address }] },
      resource: {
        tfprojects_project: { a: { name: "Alpha" }, b: { name: "Beta", provider: "tfprojects.other" } },
      },
    });
    const { status, stderr } = await fixture.run("apply", "ways", "--prune", "--auto-approve");
    expect([status, stderr]).toEqual([1, expect.stringContaining("in more than one way")]);
    expect(fixture.acme.takeRequests()).toEqual([]);
  });
});

describe("output", () => {
  test("--detailed-exitcode exits with 2 if there are changes, otherwise with 0", async () => {
    fixture.writeCode("code", PLATFORM);
    expect((await fixture.run("plan", "code", "--detailed-exitcode")).status).toBe(2);
    expect((await fixture.run("plan", "code")).status).toBe(0);
    fixture.acme.addProject("Platform", { description: "Networks" });
    const { status, stdout } = await fixture.run("plan", "code", "--detailed-exitcode");
    expect([status, stdout]).toEqual([0, expect.stringContaining("No changes.")]);
  });

  test("--markdown, --json and --html", async () => {
    fixture.writeCode("code", PLATFORM);
    const markdown = await fixture.run("plan", "code", "--markdown", "--html", "plan.html");
    expect(markdown).toMatchObject({ status: 0, stderr: "Wrote the HTML page to plan.html.\n" });
    expect(markdown.stdout).toContain("Platform");
    expect(readFileSync(join(cli.folder, "plan.html"), "utf8")).toMatch(/^<!doctype html>/i);
    const json = await fixture.run("plan", "code", "--json");
    expect(JSON.parse(json.stdout)).toMatchObject({ format_version: "2.0" });
    expect(json.stderr).toBe("");
  });

  test("a saved plan has no token, and only its owner can read it", async () => {
    const token = "a-secret-for-this-test";
    fixture.write("code/main.tf.json", {
      provider: { tfprojects: [{ token: fixture.acme.emulator.token }] },
      resource: { tfprojects_project: PLATFORM },
    });
    const { TFE_ADDRESS = "" } = fixture.environment;
    const { status, stderr, stdout } = await cli.run(["plan", "code", "--out", "plan.json"], {
      TFE_ADDRESS,
      TFE_TOKEN: token,
      TFE_ORGANIZATION: "acme",
    });
    expect([status, stderr]).toEqual([0, "Saved the plan. To apply it, run: tfprojects apply plan.json\n"]);
    const saved = readFileSync(join(cli.folder, "plan.json"), "utf8");
    for (const text of [saved, stdout, stderr]) {
      expect(text).not.toContain(token);
      expect(text).not.toContain(fixture.acme.emulator.token);
    }
    expect(statSync(join(cli.folder, "plan.json")).mode & 0o077).toBe(0);
  });

  test("a saved plan can be read by the user only, also in place of a file that others can read", async () => {
    fixture.writeCode("code", PLATFORM);
    writeFileSync(join(cli.folder, "shared.json"), "{}");
    chmodSync(join(cli.folder, "shared.json"), 0o644);
    expect(await fixture.run("plan", "code", "--out", "shared.json")).toMatchObject({ status: 0 });
    expect(readFileSync(join(cli.folder, "shared.json"), "utf8")).toContain("tfprojects-plan-");
    expect(statSync(join(cli.folder, "shared.json")).mode & 0o777).toBe(0o600);
  });

  test("a blocked plan exits with 1, is printed to stdout, and is not saved", async () => {
    fixture.writeCode("code", { platform: { name: "Platform" } }, { platform: ["missing"] });
    const { status, stdout, stderr } = await fixture.run("plan", "code", "--out", "refused.json");
    expect(status).toBe(1);
    expect(stdout).toContain("Plan blocked by 1 error.");
    expect(stdout).toContain("missing");
    expect(stderr).toContain("The plan was not saved, because it is blocked.");
    expect(existsSync(join(cli.folder, "refused.json"))).toBe(false);
    expect(fixture.takeWrites()).toEqual([]);
  });
});

describe("unmanaged projects", () => {
  beforeEach(() => {
    fixture.acme.addWorkspace("inside", fixture.acme.addProject("Old"));
    fixture.acme.addProject("Empty");
    fixture.writeCode("code", PLATFORM);
  });

  test("are kept without --prune, as every format says", async () => {
    const left = "2 projects are not in the code and are left alone; --prune deletes them.";
    const { stdout } = await fixture.run("plan", "code");
    expect(stdout).toContain("0 to delete.");
    expect(stdout.trimEnd().endsWith(left)).toBe(true);
    const markdown = await fixture.run("plan", "code", "--markdown", "--html", "left.html");
    expect(markdown.stdout.trimEnd().endsWith(left)).toBe(true);
    expect(readFileSync(join(cli.folder, "left.html"), "utf8")).toContain(left);
    const json = await fixture.run("plan", "code", "--json");
    expect(JSON.parse(json.stdout)).toMatchObject({
      organizations: [{ not_pruned: [{ name: "Empty" }, { name: "Old" }] }],
    });
    const one = await fixture.run("plan", "code", "--ignore", "old");
    expect(one.stdout).toContain("1 project is not in the code and is left alone; --prune deletes it.\n");
  });

  test("that match --ignore are left alone by --prune", async () => {
    const { status, stdout } = await fixture.run("plan", "code", "--prune", "--max-deletes", "2", "--ignore", "OLD");
    expect([status, stdout]).toEqual([0, expect.stringContaining("1 to delete.")]);
    expect(stdout).toContain("- Empty (deleted)");
    expect(stdout).toContain("Ignored: 1 project and 1 workspace (--ignore OLD).");
    expect(stdout).not.toContain("left alone");
  });

  test("are deleted with --prune, but those with workspaces only with --evacuate", async () => {
    const pruned = await fixture.run("plan", "code", "--prune", "--max-deletes", "2");
    expect([pruned.status, pruned.stdout]).toEqual([1, expect.stringContaining("Plan blocked")]);
    const evacuated = await fixture.run("plan", "code", "--prune", "--evacuate", "--max-deletes", "2");
    expect([evacuated.status, evacuated.stdout]).toEqual([
      0,
      expect.stringContaining("1 workspace to move, 2 to delete."),
    ]);
    expect(evacuated.stdout).toContain("from Old (evacuated): inside");
  });

  test("are not deleted above --max-deletes, by default a quarter of all projects", async () => {
    const { status, stdout } = await fixture.run("plan", "code", "--prune", "--evacuate");
    expect([status, stdout]).toEqual([1, expect.stringContaining("--max-deletes")]);
  });

  test("need --prune for --evacuate", async () => {
    const { status, stderr } = await fixture.run("plan", "code", "--evacuate");
    expect([status, stderr]).toEqual([1, expect.stringContaining("--prune")]);
  });
});

describe("the limit of moves", () => {
  const names = Array.from({ length: 30 }, (_, index) => `workspace-${index}`);
  const raised = "Raised limit: --max-moves all (default 25).";
  beforeEach(() => {
    for (const name of names) fixture.acme.addWorkspace(name);
    fixture.writeCode("code", PLATFORM, { platform: names });
  });

  test("blocks a first deployment before the first write, with the next step", async () => {
    fixture.acme.takeRequests();
    for (const command of [["plan"], ["apply", "--auto-approve"]]) {
      const { status, stdout } = await fixture.run(...command, "code");
      expect([status, stdout]).toEqual([1, expect.stringContaining("To allow this, use --max-moves 30")]);
      expect(stdout).toContain('30 workspaces of 30 out of the default project "Default Project" into 1 project');
    }
    expect(fixture.takeWrites()).toEqual([]);
    expect((await fixture.run("plan", "code", "--max-moves", "30")).status).toBe(0);
  });

  test("is in every format when it was raised", async () => {
    const flags = ["code", "--max-moves", "all"];
    expect((await fixture.run("plan", ...flags)).stdout).toContain(`Organization acme\n${raised}\n`);
    const markdown = await fixture.run("plan", ...flags, "--markdown", "--html", "raised.html");
    expect(markdown.stdout).toContain(`\n${raised}\n`);
    expect(readFileSync(join(cli.folder, "raised.html"), "utf8")).toContain(raised);
    const limits = [{ option: "max-moves", limit: "all", default: 25 }];
    const organizations = [expect.objectContaining({ raised_limits: limits })];
    for (const command of [["plan"], ["apply", "--auto-approve"]]) {
      const { stdout } = await fixture.run(...command, ...flags, "--json");
      expect(JSON.parse(stdout)).toMatchObject({ organizations });
    }
    expect(fixture.acme.world).toMatchObject({ "Default Project": [] });
  });

  test.each(["many", "-1", "1.5", "All", ""])("is a number or all, and not %j", async (value) => {
    const { status, stderr } = await fixture.run("plan", "code", `--max-moves=${value}`);
    expect([status, stderr]).toEqual([1, expect.stringContaining("It must be a whole number, 0 or more, or all.")]);
  });

  test("and ignored names are in a saved plan, which has its own options", async () => {
    fixture.acme.addProject("Sandbox-1");
    fixture.acme.addProject("Gone");
    const options = ["--max-moves", "all", "--prune", "--max-deletes", "1", "--ignore", "sandbox-*"];
    expect((await fixture.run("plan", "code", "--out", "plan.json", ...options)).status).toBe(0);
    const refused = await fixture.run("apply", "plan.json", "--max-moves", "9", "--ignore", "x");
    expect([refused.status, refused.stderr]).toEqual([
      1,
      expect.stringContaining("--max-moves, --ignore cannot be used with the saved plan plan.json"),
    ]);
    const { status, stdout } = await fixture.run("apply", "plan.json");
    expect([status, stdout]).toEqual([
      0,
      expect.stringContaining("Raised limits: --max-deletes 1 (default 0), --max-moves all (default 25)."),
    ]);
    expect(Object.keys(fixture.acme.world).sort()).toEqual(["Default Project", "Platform", "Sandbox-1"]);
  });
});

describe("values that only Terraform can evaluate", () => {
  test.each([
    ["count", { name: "Team", count: 3 }, "tfprojects_project.it.count", "Only Terraform can evaluate count"],
    [
      "for_each",
      { name: "${each.key}", for_each: ["a"] },
      "tfprojects_project.it.for_each",
      "Only Terraform can evaluate for_each",
    ],
    ["a variable", { name: "${var.team}" }, "tfprojects_project.it.name", "${var.team}"],
    ["a function", { name: '${upper("x")}' }, "tfprojects_project.it.name", '${upper("x")}'],
    [
      "another provider's output",
      { name: "${aws_thing.one.name}" },
      "tfprojects_project.it.name",
      "${aws_thing.one.name}",
    ],
  ])("%s is an error with address and expression, before any request", async (_, body, address, message) => {
    fixture.write("unknown/main.tf.json", {
      resource: { tfprojects_project: { it: body }, aws_thing: { one: {} } },
      variable: { team: {} },
    });
    const { status, stdout, stderr } = await fixture.run("plan", "unknown");
    expect([status, stdout]).toEqual([1, ""]);
    expect(stderr).toContain(address);
    expect(stderr).toContain(message);
    expect(fixture.acme.takeRequests()).toEqual([]);
  });
});

describe("a variable with a default", () => {
  const write = (folder: string): void => {
    fixture.write(`${folder}/main.tf.json`, {
      provider: { tfprojects: [{}] },
      variable: { team: { type: "string", default: "Platform" }, inside: { type: "list(string)", default: [] } },
      resource: {
        tfprojects_project: { it: { name: "${var.team}", description: "of ${var.team}" } },
        tfprojects_workspace_membership: {
          it: { project_id: "${tfprojects_project.it.id}", workspace_ids: "${var.inside}" },
        },
      },
    });
  };

  test("has its default", async () => {
    write("variables");
    const { status, stdout } = await fixture.run("plan", "variables", "--json");
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      organizations: [{ actions: [{ kind: "create", after: { name: "Platform", description: "of Platform" } }] }],
    });
  });

  test("is an error if a variable definition file of the cdktf app sets it", async () => {
    write("app-with-values/out");
    fixture.write("app-with-values/out/manifest.json", { stacks: { acme: { synthesizedStackPath: "main.tf.json" } } });
    fixture.write("app-with-values/cdktf.json", { app: "true", output: "out" });
    expect((await fixture.run("plan", "app-with-values")).status).toBe(0);
    fixture.write("app-with-values/terraform.tfvars", 'team = "Other"');
    const { status, stderr } = await fixture.run("plan", "app-with-values");
    expect([status, stderr]).toEqual([1, expect.stringContaining("It is set by app-with-values/terraform.tfvars")]);
  });

  test("is an error if the environment sets it", async () => {
    write("variables");
    const { status, stdout, stderr } = await cli.run(["plan", "variables"], {
      ...fixture.environment,
      TF_VAR_team: "Other",
    });
    expect([status, stdout, stderr]).toEqual([1, "", expect.stringContaining("It is set by TF_VAR_team")]);
  });

  test.each([
    ["terraform.tfvars", 'team = "Other"\n', true],
    ["terraform.tfvars.json", '{"team": "Other"}', true],
    ["a.auto.tfvars", '"team" = "Other"\n', true],
    ["terraform.tfvars", 'team-lead = "Other"\n', false],
    ["other.tfvars", 'team = "Other"\n', false],
  ])("with %s containing %j counts as set: %s", async (file, content, isSet) => {
    const folder = `variables-${file}-${isSet}`;
    write(folder);
    fixture.write(`${folder}/${file}`, content);
    const { status, stderr } = await fixture.run("plan", folder);
    expect([status, stderr.includes(`It is set by ${folder}/${file}`)]).toEqual(isSet ? [1, true] : [0, false]);
  });
});

test("passes on what the app warned of at synth, as plain text, apart from what the plan reports itself", async () => {
  fixture.write("warned/stacks/acme/cdk.tf.json", terraformJson({ platform: { name: "Platform" } }));
  const annotations = [
    { constructPath: "acme/m", level: "@cdktf/warn", message: 'No argument or block type is named "owner".' },
    { constructPath: "acme/n", level: "@cdktn/warn", message: "\u001b[31mred" },
    { constructPath: "acme/o", level: "@cdktf/info", message: "for your information" },
    { constructPath: "acme/p", level: "@cdktf/warn", message: "Two owners: m and tfe_workspace.api" },
    { level: "@cdktf/warn", message: 1 },
  ];
  const stack = { name: "acme", synthesizedStackPath: "stacks/acme/cdk.tf.json", annotations };
  fixture.write("warned/manifest.json", { stacks: { acme: stack } });
  const { status, stderr } = await fixture.run("plan", "warned");
  expect([status, stderr]).toEqual([
    0,
    'Warning: [acme/m] No argument or block type is named "owner".\nWarning: [acme/n] \\u{1b}[31mred\n',
  ]);
});

describe("when the service cannot be reached", () => {
  const plan = (environment: Readonly<Record<string, string>>) => {
    fixture.writeCode("code", PLATFORM);
    return cli.run(["plan", "code"], { ...fixture.environment, ...environment });
  };

  test.each([
    ["a wrong token", () => ({ TFE_TOKEN: "wrong-secret" }), /token.*401/s],
    ["an unknown organization", () => ({ TFE_ORGANIZATION: "nobody" }), /nobody/],
    ["an address without a server", () => ({ TFE_ADDRESS: "http://127.0.0.1:9" }), /127\.0\.0\.1:9/],
    ["no organization", () => ({ TFE_ORGANIZATION: "" }), /TFE_ORGANIZATION/],
    ["no token", () => ({ TFE_TOKEN: "", HOME: "/nonexistent" }), /No token/],
    ["an invalid address", () => ({ TFE_ADDRESS: "localhost" }), /TFE_ADDRESS/],
  ])("%s is an error without a stack trace", async (_, environment, message) => {
    const { status, stdout, stderr } = await plan(environment());
    expect([status, stdout]).toEqual([1, ""]);
    expect(stderr).toMatch(message);
    expect(stderr).not.toMatch(/^ +at /m);
    expect(stderr).not.toContain("wrong-secret");
    expect(stderr).not.toContain(fixture.acme.emulator.token);
  });
});

describe("errors of many resources are one", () => {
  const many = Array.from({ length: 60 }, (_, index) => `project_${index}`);

  test("no organization configured", async () => {
    const projects = Object.fromEntries(many.map((name) => [name, { name }]));
    const workspaces = Object.fromEntries(many.map((name) => [name, [`workspace-${name}`]]));
    fixture.writeCode("many", projects, workspaces);
    const { TFE_ADDRESS = "", TFE_TOKEN = "" } = fixture.environment;
    const { status, stdout, stderr } = await cli.run(["plan", "many"], { TFE_ADDRESS, TFE_TOKEN });
    expect([status, stdout]).toEqual([1, ""]);
    expect(stderr.split("\n").filter((line) => line !== "")).toEqual([
      "error: Invalid configuration:",
      "tfprojects_project.project_0.organization:",
      expect.stringMatching(
        /^ {2}No organization configured\. Set `organization` here .* The same applies to 119 other blocks: .* and 109 more\.$/,
      ),
      expect.stringMatching(/^Correct the code\./),
    ]);
  });

  test("an organization that does not exist", async () => {
    fixture.writeCode("many", Object.fromEntries(many.map((name) => [name, { name }])));
    const { status, stderr } = await cli.run(["plan", "many"], { ...fixture.environment, TFE_ORGANIZATION: "acmee" });
    expect(status).toBe(1);
    expect(stderr).toMatch(/^error: The organization "acmee" does not exist at http:.* token's permissions\.\n$/);
  });

  test("the same problem of many resources", async () => {
    fixture.write("many/main.tf.json", {
      resource: { tfprojects_project: Object.fromEntries(many.map((name) => [name, { name, count: 2 }])) },
    });
    const { stderr } = await fixture.run("plan", "many");
    expect(stderr).toContain("tfprojects_project.project_0.count, ");
    expect(stderr).toContain(" and 50 more:\n  Only Terraform can evaluate count.");
    expect(stderr.split("\n")).toHaveLength(5);
  });

  test("workspaces that do not exist are one error of their membership, with the nearest names", async () => {
    for (const name of ["net-prod", "net-test"]) fixture.acme.addWorkspace(name);
    fixture.writeCode("missing", { a: { name: "Net" }, b: { name: "Web" } }, { a: ["net-prd", "net-tst"], b: ["web"] });
    const { status, stdout } = await fixture.run("plan", "missing");
    expect(status).toBe(1);
    expect(stdout).toContain(
      'The organization "acme" has no workspaces net-prd (did you mean net-prod?), net-tst (did you mean net-test?), ' +
        "or the token is not authorized to read them.",
    );
    expect(stdout).toContain("Plan blocked by 2 errors.");
  });
});
