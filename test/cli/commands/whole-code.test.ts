import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { CliFixture, terraformJson } from "../cli-fixture";
import { CommandLine } from "../command-line";

let cli: CommandLine;
let fixture: CliFixture;
beforeAll(() => (cli = CommandLine.build()));
afterAll(() => cli.remove());
beforeEach(async () => (fixture = await CliFixture.create(cli)));
afterEach(async () => {
  rmSync(join(cli.folder, "code"), { recursive: true, force: true });
  await fixture.dispose();
});

const COMMANDS = [
  ["plan", "code"],
  ["apply", "code", "--auto-approve"],
  ["drift", "code"],
  ["explain", "api", "code"],
];

const EXTRA = `resource "tfprojects_project" "data" {
  name = "Data"
}
`;

/** Two projects with a workspace each, the first one in JSON, and the state of both. */
function deployed(): Record<string, string[]> {
  const platform = fixture.acme.addProject("Platform");
  const data = fixture.acme.addProject("Data");
  fixture.acme.addWorkspace("api", platform);
  fixture.writeCode("code", { platform: { name: "Platform" } }, { platform: ["api"] });
  const inState = (name: string, attributes: object): object => ({
    mode: "managed",
    type: "tfprojects_project",
    name,
    provider: 'provider["terraform.local/tfprojects/tfprojects"]',
    instances: [{ attributes: { organization: "acme", deletion_policy: "evacuate", ...attributes } }],
  });
  fixture.write("code/terraform.tfstate", {
    version: 4,
    serial: 1,
    lineage: "3a1f",
    resources: [inState("platform", { id: platform, name: "Platform" }), inState("data", { id: data, name: "Data" })],
  });
  fixture.acme.takeRequests();
  return fixture.acme.world;
}

describe("a file that only Terraform or OpenTofu can read", () => {
  test.each<[name: string, content: unknown, why: string]>([
    [
      "extra.tf",
      EXTRA,
      "It is HCL, and declares more than versions and providers: resource.tfprojects_project.data in line 1.",
    ],
    ["extra.tofu", EXTRA, "Only OpenTofu reads it"],
    ["main.tofu.json", terraformJson({ data: { name: "Data" } }), "Only OpenTofu reads it"],
    ["override.tf.json", {}, "It is an override file"],
    ["main_override.tf.json", {}, "It is an override file"],
    ["main_override.tf", "", "It is an override file"],
    ["provider.tf", 'provider "tfprojects" {\n  organization = "globex"\n}\n', "provider.tfprojects in line 1"],
    [
      "backend.tf",
      'terraform {\n  required_version = ">= 1.7"\n  backend "local" {}\n}\n',
      "terraform.backend in line 3",
    ],
    ["cloud.tf", "terraform {\n  cloud {}\n}\n", "terraform.cloud in line 2"],
    ["broken.tf", 'resource "a" {', "It is HCL that cannot be read: line 1: the block resource is not closed."],
  ])("%s is an error of all commands before any request, with and without a state", async (name, content, why) => {
    const before = deployed();
    fixture.write(`code/${name}`, content);
    for (const state of ["with", "without"]) {
      if (state === "without") rmSync(join(cli.folder, "code/terraform.tfstate"));
      for (const command of COMMANDS) {
        const { status, stdout, stderr } = await fixture.run(...command);
        expect([status, stdout]).toEqual([1, ""]);
        expect(stderr).toContain(`code/${name}:\n  `);
        expect(stderr).toContain(why);
      }
    }
    expect(fixture.acme.takeRequests()).toEqual([]);
    expect(fixture.acme.world).toEqual(before);
  });

  test("is named with what helps, for people and for programs", async () => {
    deployed();
    fixture.write("code/extra.tf", EXTRA);
    fixture.write("code/x_override.tf.json", {});
    const { stderr } = await fixture.run("plan", "code");
    expect(stderr).toContain("error: Only a part of the code can be read:\ncode/extra.tf:\n");
    expect(stderr).toContain("pass Terraform's plan, which has all of the code: run `terraform plan -out=tfplan");
    expect(stderr).toContain("move what these files declare to *.tf.json files, or use `terraform apply`");
    const { stdout } = await fixture.run("plan", "code", "--json");
    expect(JSON.parse(stdout)).toMatchObject({
      error: {
        code: "UNREADABLE_CODE",
        errors: [{ address: "code/extra.tf" }, { address: "code/x_override.tf.json" }],
      },
    });
  });

  test("is found by doctor", async () => {
    deployed();
    fixture.write("code/extra.tf", EXTRA);
    const { stdout } = await cli.run(["doctor", "code", "--json"], { HOME: cli.folder, ...fixture.environment });
    const { checks } = JSON.parse(stdout) as { checks: { name: string }[] };
    expect(checks.find(({ name }) => name === "code")).toMatchObject({
      status: "warning",
      code: "UNREADABLE_CODE",
      details: expect.arrayContaining(["code/extra.tf:"]) as unknown,
    });
  });
});

test("files without a declaration, and those that Terraform does not read, change nothing", async () => {
  const before = deployed();
  fixture.write("code/data.tf.json", { resource: { tfprojects_project: { data: { name: "Data" } } } });
  fixture.write(
    "code/versions.tf",
    `# Versions.
terraform {
  required_version = ">= 1.7"
  required_providers {
    tfprojects = {
      source = "terraform.local/tfprojects/tfprojects"
    }
  }
}
`,
  );
  fixture.write("code/notes.tf", "// Nothing yet.\n");
  for (const name of [".hidden.tf.json", "main.tf.json~", "#main.tf.json#", "main.json", ".override.tf.json"])
    fixture.write(`code/${name}`, terraformJson({ more: { name: "More" } }));
  for (const name of [".hidden.tf", "extra.tf~", "#extra.tf#", "extra.tf.bak"]) fixture.write(`code/${name}`, EXTRA);
  mkdirSync(join(cli.folder, "code/folder.tf"));
  expect(await fixture.run("apply", "code", "--auto-approve")).toMatchObject({ status: 0, stderr: "" });
  expect(fixture.takeWrites()).toEqual([]);
  expect(fixture.acme.world).toEqual(before);
});

describe("a file that is passed", () => {
  test("is refused if its folder has more, with the folder to pass", async () => {
    const before = deployed();
    fixture.write("code/data.tf.json", { resource: { tfprojects_project: { data: { name: "Data" } } } });
    fixture.write("code/copy.json", terraformJson({}));
    for (const name of ["main.tf.json", "data.tf.json", "copy.json"]) {
      const { status, stderr } = await fixture.run("apply", `code/${name}`, "--auto-approve");
      expect([status, stderr]).toEqual([1, expect.stringContaining("Pass the folder: code\n")]);
      expect(stderr).toContain(`code/${name} is only a part of the code: its folder also has `);
    }
    expect(fixture.acme.takeRequests()).toEqual([]);
    expect(fixture.acme.world).toEqual(before);
  });

  test("is refused beside HCL", async () => {
    deployed();
    fixture.write("code/extra.tf", EXTRA);
    const { status, stderr } = await fixture.run("plan", "code/main.tf.json");
    expect([status, stderr]).toEqual([1, expect.stringContaining("code/extra.tf:\n  It is HCL")]);
    expect(fixture.acme.takeRequests()).toEqual([]);
  });

  test("is read if it is alone, beside files without a declaration, with the state of its folder", async () => {
    deployed();
    fixture.write("code/versions.tf", 'terraform {\n  required_version = ">= 1.7"\n}\n');
    fixture.write("code/.data.tf.json", terraformJson({ data: { name: "Data" } }));
    const { status, stdout } = await fixture.run("plan", "code/main.tf.json", "--max-deletes", "1");
    expect([status, stdout]).toEqual([0, expect.stringContaining("- Data")]);
  });

  test("has no state if Terraform would not read it", async () => {
    const before = deployed();
    fixture.write("code/code.json", terraformJson({ more: { name: "More" } }));
    rmSync(join(cli.folder, "code/main.tf.json"));
    expect((await fixture.run("apply", "code/code.json", "--auto-approve")).status).toBe(0);
    expect(fixture.acme.world).toEqual({ ...before, More: [] });
  });
});

describe("the stacks of an app", () => {
  const stack = (name: string): object => ({ name, synthesizedStackPath: `stacks/${name}/cdk.tf.json` });
  beforeEach(() => {
    fixture.write("code/manifest.json", { version: "0.21.0", stacks: { one: stack("one"), two: stack("two") } });
    fixture.write("code/stacks/one/cdk.tf.json", terraformJson({ one: { name: "One" } }));
    fixture.write("code/stacks/two/cdk.tf.json", terraformJson({ two: { name: "Two" } }));
  });

  test("have all files of their folders, except for what cdktf lets Terraform generate", async () => {
    fixture.write("code/stacks/one/more.tf.json", { resource: { tfprojects_project: { more: { name: "More" } } } });
    fixture.write("code/stacks/two/generated_resources.tf", EXTRA);
    expect((await fixture.run("apply", "code", "--auto-approve")).status).toBe(0);
    expect(fixture.acme.world).toEqual({ "Default Project": [], One: [], Two: [], More: [] });
    for (const path of ["code/stacks/one", "code/stacks/two", "code/stacks/two/cdk.tf.json"])
      expect((await fixture.run("plan", path, "--detailed-exitcode")).status).toBe(0);
  });

  test("are refused if one of them has HCL beside it", async () => {
    fixture.write("code/stacks/two/extra.tf", EXTRA);
    const { status, stderr } = await fixture.run("apply", "code", "--auto-approve");
    expect([status, stderr]).toEqual([1, expect.stringContaining("code/stacks/two/extra.tf:\n  It is HCL")]);
    expect(fixture.acme.takeRequests()).toEqual([]);
  });

  test("are only a part of another folder, whose HCL is not what cdktf lets Terraform generate", async () => {
    fixture.write("code/main.tf.json", terraformJson({ one: { name: "One" } }));
    fixture.write("code/generated_resources.tf", EXTRA);
    rmSync(join(cli.folder, "code/manifest.json"));
    const { status, stderr } = await fixture.run("plan", "code");
    expect([status, stderr]).toEqual([1, expect.stringContaining("code/generated_resources.tf:\n")]);
  });
});

test("import --hcl writes nothing beside Terraform JSON", async () => {
  fixture.acme.addProject("Data");
  fixture.writeCode("code", { platform: { name: "Platform" } });
  const { status, stderr } = await fixture.run("import", "--hcl", "--out", "code");
  expect([status, stderr]).toEqual([1, expect.stringContaining("No files were written: code has Terraform JSON")]);
  expect(readdirSync(join(cli.folder, "code"))).toEqual(["main.tf.json"]);
});

describe("--write-imports beside Terraform JSON", () => {
  test.each(["imports.tf", "imports.tofu", "imports.tofu.json", "x_override.tf.json"])(
    "does not write %s, which could not be read afterwards",
    async (name) => {
      fixture.writeCode("code", { platform: { name: "Platform" } });
      const { status, stderr } = await fixture.run(
        "apply",
        "code",
        "--auto-approve",
        "--write-imports",
        `code/${name}`,
      );
      expect([status, stderr]).toEqual([1, expect.stringContaining(`code/${name} would be beside Terraform JSON`)]);
      expect(stderr).toContain("code/imports.tf.json");
      expect(fixture.takeWrites()).toEqual([]);
      expect(existsSync(join(cli.folder, "code", name))).toBe(false);
    },
  );

  test("writes JSON, with which the code is still read", async () => {
    fixture.writeCode("code", { platform: { name: "Platform" } });
    const file = "code/imports.tf.json";
    expect((await fixture.run("apply", "code", "--auto-approve", "--write-imports", file)).status).toBe(0);
    const id = fixture.acme.project("Platform")?.id;
    expect(JSON.parse(readFileSync(join(cli.folder, file), "utf8"))).toEqual({
      import: [{ to: "tfprojects_project.platform", id }],
    });
    expect(await fixture.run("plan", "code", "--detailed-exitcode")).toMatchObject({ status: 0, stderr: "" });
  });
});
