import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { CommandLine } from "../command-line";
import { terraformJson, CliFixture } from "../cli-fixture";

let cli: CommandLine;
let user: CliFixture;
beforeAll(() => (cli = CommandLine.build()));
afterAll(() => cli.remove());
beforeEach(async () => (user = await CliFixture.create(cli)));
afterEach(() => user.dispose());

const PLATFORM = { platform: { name: "Platform", description: "Networks" } };

/** A cdktf project whose app is a script that writes what cdktf would. */
function writeApp(folder: string, projects = PLATFORM): void {
  const manifest = {
    version: "stub",
    stacks: { org: { name: "org", synthesizedStackPath: "stacks/org/cdk.tf.json" } },
  };
  user.write(`${folder}/cdktf.json`, { language: "typescript", app: `${process.execPath} app.js` });
  user.write(
    `${folder}/app.js`,
    `const { mkdirSync, writeFileSync } = require("node:fs");
     const out = process.env.CDKTF_OUTDIR;
     console.log("the app talks");
     mkdirSync(out + "/stacks/org", { recursive: true });
     writeFileSync(out + "/manifest.json", ${JSON.stringify(JSON.stringify(manifest))});
     writeFileSync(out + "/stacks/org/cdk.tf.json", ${JSON.stringify(JSON.stringify(terraformJson(projects)))});`,
  );
}

describe("what it reads", () => {
  test("Terraform JSON in a folder: it says what would be done, and does nothing", async () => {
    user.acme.addWorkspace("network");
    user.writeCode("json", PLATFORM, { platform: ["network"] });
    user.acme.takeRequests();
    const { status, stdout, stderr } = await user.run("plan", "json");
    expect([status, stderr]).toEqual([0, ""]);
    expect(stdout).toContain("+ Platform (new)");
    expect(stdout).toContain("network  Default Project → Platform");
    expect(stdout).toContain("Plan: 1 to create, 0 to update, 1 workspace to move, 0 to delete.");
    expect(user.takeWrites()).toEqual([]);
    expect(user.acme.world).toEqual({ "Default Project": ["network"] });
  });

  test("a cdktf app, which is run first; what it prints stays out of the result", async () => {
    writeApp("app");
    const { status, stdout, stderr } = await user.run("plan", "app", "--json");
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ kind: "plan", organizations: [{ name: "acme" }] });
    expect(stderr).toContain("the app talks");
  });

  test("with --no-synth, what was synthesized before", async () => {
    writeApp("before");
    await user.run("plan", "before");
    writeApp("before", { platform: { name: "Renamed since", description: "Networks" } });
    const { stdout, stderr } = await user.run("plan", "before", "--no-synth");
    expect(stdout).toContain("+ Platform (new)");
    expect(stderr).toBe("");
  });

  test("cdktf.out itself", async () => {
    writeApp("out");
    await user.run("plan", "out");
    expect((await user.run("plan", "out/cdktf.out")).stdout).toContain("+ Platform (new)");
  });

  test.each(["plan", "drift", "apply"])("one file of Terraform JSON, for %s", async (command) => {
    user.writeCode("single", PLATFORM);
    const approved = command === "apply" ? ["--auto-approve"] : [];
    const { status, stdout, stderr } = await user.run(command, "single/main.tf.json", ...approved);
    expect([status, stderr]).toEqual([command === "drift" ? 2 : 0, ""]);
    expect(stdout).toContain("+ Platform");
  });

  test.each(["plan", "drift", "apply"])("no file that is not JSON, which %s says", async (command) => {
    user.write("single/broken.tf.json", '{"resource": ');
    const { status, stdout, stderr } = await user.run(command, "single/broken.tf.json");
    expect([status, stdout, stderr]).toEqual([
      1,
      "",
      expect.stringContaining("neither a saved plan nor Terraform JSON"),
    ]);
  });

  test("an app that fails is an error with its status, and no plan", async () => {
    user.write("failing/cdktf.json", { app: `${process.execPath} -e "console.log('why'); process.exit(3)"` });
    const { status, stdout, stderr } = await user.run("plan", "failing");
    expect([status, stdout]).toEqual([1, ""]);
    expect(stderr).toContain("why\n");
    expect(stderr).toContain("exited with status 3");
    expect(user.acme.takeRequests()).toEqual([]);
  });

  test.each([
    ["a folder that is not there", "nowhere", "nowhere does not exist."],
    ["a folder without code", "empty", "has no Terraform JSON"],
    ["a folder with HCL alone", "hcl", "HCL (*.tf) is not supported."],
    ["a stack that was synthesized as HCL", "hcl-stack", "Stack org was synthesized as HCL, which is not supported."],
    ["JSON that is broken", "broken", "Cannot read broken/main.tf.json as Terraform JSON"],
    ["code without projects", "nothing", "has no projects and no memberships"],
    ["a cdktf.json without an app", "appless", 'has no "app"'],
  ])("%s is an error", async (_, folder, message) => {
    user.write("empty/README.md", "");
    user.write("hcl/main.tf", "");
    user.write("hcl-stack/manifest.json", { stacks: { org: { synthesizedStackPath: "stacks/org/cdk.tf" } } });
    user.write("broken/main.tf.json", "{");
    user.write("nothing/main.tf.json", {});
    user.write("appless/cdktf.json", {});
    const { status, stdout, stderr } = await user.run("plan", folder);
    expect([status, stdout]).toEqual([1, ""]);
    expect(stderr).toContain(message);
    expect(stderr).not.toMatch(/^ +at /m);
  });
});

describe("code that is not whole", () => {
  test("of which a part is not read is told; --prune, which would delete what is in it, is refused before anything is asked", async () => {
    user.writeCode("part", PLATFORM);
    user.write("part/more.tf", "");
    user.write("part/module.tf.json", { module: { teams: { source: "./teams" } } });
    const { status, stderr } = await user.run("plan", "part");
    expect([status, stderr.split("\n").sort()]).toEqual([
      0,
      [
        "",
        "Warning: module.teams cannot be read; its projects count as unmanaged.",
        "Warning: more.tf (HCL) cannot be read; its projects count as unmanaged.",
      ],
    ]);
    user.acme.takeRequests();
    for (const command of [["plan"], ["apply", "--auto-approve"]]) {
      const pruned = await user.run(...command, "part", "--prune");
      expect([pruned.status, pruned.stderr]).toEqual([1, expect.stringContaining("module.teams, more.tf (HCL)")]);
    }
    expect(user.acme.takeRequests()).toEqual([]);
  });

  test("of which each part reaches the same organization in another way is refused before anything is asked", async () => {
    const { address } = user.acme.emulator;
    user.write("ways/main.tf.json", {
      provider: { tfprojects: [{}, { alias: "other", address }] },
      resource: {
        tfprojects_project: { a: { name: "Alpha" }, b: { name: "Beta", provider: "tfprojects.other" } },
      },
    });
    const { status, stderr } = await user.run("apply", "ways", "--prune", "--auto-approve");
    expect([status, stderr]).toEqual([1, expect.stringContaining("in more than one way")]);
    expect(user.acme.takeRequests()).toEqual([]);
  });
});

describe("what it gives", () => {
  test("2 with --detailed-exitcode when there is something to do, 0 when there is not", async () => {
    user.writeCode("code", PLATFORM);
    expect((await user.run("plan", "code", "--detailed-exitcode")).status).toBe(2);
    expect((await user.run("plan", "code")).status).toBe(0);
    user.acme.addProject("Platform", { description: "Networks" });
    const { status, stdout } = await user.run("plan", "code", "--detailed-exitcode");
    expect([status, stdout]).toEqual([0, expect.stringContaining("No changes.")]);
  });

  test("markdown, JSON and a page, each alone on its stream", async () => {
    user.writeCode("code", PLATFORM);
    const markdown = await user.run("plan", "code", "--markdown", "--html", "plan.html");
    expect(markdown).toMatchObject({ status: 0, stderr: "Wrote the HTML page to plan.html.\n" });
    expect(markdown.stdout).toContain("Platform");
    expect(readFileSync(join(cli.folder, "plan.html"), "utf8")).toMatch(/^<!doctype html>/i);
    const json = await user.run("plan", "code", "--json");
    expect(JSON.parse(json.stdout)).toMatchObject({ format_version: "2.0" });
    expect(json.stderr).toBe("");
  });

  test("a saved plan, which holds no token and is for its owner's eyes", async () => {
    const token = "a-secret-for-this-test";
    user.write("code/main.tf.json", {
      provider: { tfprojects: [{ token: user.acme.emulator.token }] },
      resource: { tfprojects_project: PLATFORM },
    });
    const { TFE_ADDRESS = "" } = user.environment;
    const { status, stderr, stdout } = await cli.run(["plan", "code", "--out", "plan.json"], {
      TFE_ADDRESS,
      TFE_TOKEN: token,
      TFE_ORGANIZATION: "acme",
    });
    expect([status, stderr]).toEqual([0, "Saved the plan. To apply it, run: tfprojects apply plan.json\n"]);
    const saved = readFileSync(join(cli.folder, "plan.json"), "utf8");
    for (const text of [saved, stdout, stderr]) {
      expect(text).not.toContain(token);
      expect(text).not.toContain(user.acme.emulator.token);
    }
    expect(statSync(join(cli.folder, "plan.json")).mode & 0o077).toBe(0);
  });

  test("a refusal with 1, told on stdout as every plan, and not saved", async () => {
    user.writeCode("code", { platform: { name: "Platform" } }, { platform: ["missing"] });
    const { status, stdout, stderr } = await user.run("plan", "code", "--out", "refused.json");
    expect(status).toBe(1);
    expect(stdout).toContain("Plan blocked by 1 error.");
    expect(stdout).toContain("missing");
    expect(stderr).toContain("The plan was not saved, because it is blocked.");
    expect(existsSync(join(cli.folder, "refused.json"))).toBe(false);
    expect(user.takeWrites()).toEqual([]);
  });
});

describe("what is not in the code", () => {
  beforeEach(() => {
    user.acme.addWorkspace("inside", user.acme.addProject("Old"));
    user.acme.addProject("Empty");
    user.writeCode("code", PLATFORM);
  });

  test("stays without --prune", async () => {
    expect((await user.run("plan", "code")).stdout).toContain("0 to delete.");
  });

  test("is deleted with --prune, but no project that holds workspaces unless --evacuate says so", async () => {
    const pruned = await user.run("plan", "code", "--prune", "--max-deletes", "2");
    expect([pruned.status, pruned.stdout]).toEqual([1, expect.stringContaining("Plan blocked")]);
    const evacuated = await user.run("plan", "code", "--prune", "--evacuate", "--max-deletes", "2");
    expect([evacuated.status, evacuated.stdout]).toEqual([
      0,
      expect.stringContaining("1 workspace to move, 2 to delete."),
    ]);
    expect(evacuated.stdout).toContain("inside  Old → Default Project (evacuated)");
  });

  test("is refused above --max-deletes, whose default is a quarter of the projects", async () => {
    const { status, stdout } = await user.run("plan", "code", "--prune", "--evacuate");
    expect([status, stdout]).toEqual([1, expect.stringContaining("--max-deletes")]);
  });

  test("is not touched by --evacuate or --max-deletes without --prune, which is a mistake", async () => {
    for (const option of [["--evacuate"], ["--max-deletes", "1"]]) {
      const { status, stderr } = await user.run("plan", "code", ...option);
      expect([status, stderr]).toEqual([1, expect.stringContaining("--prune")]);
    }
  });
});

describe("what only Terraform can know", () => {
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
  ])(
    "%s is an error that names address and expression, and nothing is asked of the service",
    async (_, body, address, said) => {
      user.write("unknown/main.tf.json", {
        resource: { tfprojects_project: { it: body }, aws_thing: { one: {} } },
        variable: { team: {} },
      });
      const { status, stdout, stderr } = await user.run("plan", "unknown");
      expect([status, stdout]).toEqual([1, ""]);
      expect(stderr).toContain(address);
      expect(stderr).toContain(said);
      expect(user.acme.takeRequests()).toEqual([]);
    },
  );
});

describe("a variable with a default", () => {
  const write = (folder: string): void => {
    user.write(`${folder}/main.tf.json`, {
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

  test("has that value", async () => {
    write("variables");
    const { status, stdout } = await user.run("plan", "variables", "--json");
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      organizations: [{ actions: [{ kind: "create", after: { name: "Platform", description: "of Platform" } }] }],
    });
  });

  test("that a file beside the cdktf app sets, as cdktf hands it to Terraform, is known to Terraform alone", async () => {
    write("app-with-values/out");
    user.write("app-with-values/out/manifest.json", { stacks: { acme: { synthesizedStackPath: "main.tf.json" } } });
    user.write("app-with-values/cdktf.json", { app: "true", output: "out" });
    expect((await user.run("plan", "app-with-values")).status).toBe(0);
    user.write("app-with-values/terraform.tfvars", 'team = "Other"');
    const { status, stderr } = await user.run("plan", "app-with-values");
    expect([status, stderr]).toEqual([1, expect.stringContaining("It is set by app-with-values/terraform.tfvars")]);
  });

  test("that the environment sets is known to Terraform alone, which an error says", async () => {
    write("variables");
    const { status, stdout, stderr } = await cli.run(["plan", "variables"], {
      ...user.environment,
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
  ])("beside %s with %j counts as set there: %s", async (file, content, isSet) => {
    const folder = `variables-${file}-${isSet}`;
    write(folder);
    user.write(`${folder}/${file}`, content);
    const { status, stderr } = await user.run("plan", folder);
    expect([status, stderr.includes(`It is set by ${folder}/${file}`)]).toEqual(isSet ? [1, true] : [0, false]);
  });
});

describe("when the service cannot be asked", () => {
  const plan = (environment: Readonly<Record<string, string>>) => {
    user.writeCode("code", PLATFORM);
    return cli.run(["plan", "code"], { ...user.environment, ...environment });
  };

  test.each([
    ["a wrong token", () => ({ TFE_TOKEN: "wrong-secret" }), /401.*token/s],
    ["an organization that is not there", () => ({ TFE_ORGANIZATION: "nobody" }), /nobody/],
    ["nobody who listens", () => ({ TFE_ADDRESS: "http://127.0.0.1:9" }), /127\.0\.0\.1:9/],
    ["no organization", () => ({ TFE_ORGANIZATION: "" }), /TFE_ORGANIZATION/],
    ["no token", () => ({ TFE_TOKEN: "", HOME: "/nonexistent" }), /No token/],
    ["an address that is none", () => ({ TFE_ADDRESS: "localhost" }), /TFE_ADDRESS/],
  ])("%s is told in words, not as a stack", async (_, environment, message) => {
    const { status, stdout, stderr } = await plan(environment());
    expect([status, stdout]).toEqual([1, ""]);
    expect(stderr).toMatch(message);
    expect(stderr).not.toMatch(/^ +at /m);
    expect(stderr).not.toContain("wrong-secret");
    expect(stderr).not.toContain(user.acme.emulator.token);
  });
});
