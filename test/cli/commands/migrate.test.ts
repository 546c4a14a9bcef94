import { lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020";
import { Acme } from "../../support/acme";
import { CommandLine } from "../command-line";
import { project, stateWith } from "../../migrate/configurations";

let cli: CommandLine;
let acme: Acme;
let platform: string;
beforeAll(() => (cli = CommandLine.build()));
afterAll(() => cli.remove());
beforeEach(async () => {
  acme = await Acme.start();
  platform = acme.addProject("Platform");
  acme.addWorkspace("network", platform);
  mkdirSync(inFolder("."), { recursive: true });
  writeFileSync(inFolder("main.tf"), CODE);
  writeState([storedPlatform()]);
});
const storedPlatform = (name = "Platform") =>
  project("platform", platform, { values: { id: platform, name, organization: "acme" } });
afterEach(async () => {
  rmSync(inFolder("."), { recursive: true });
  await acme.stop();
});

const PROVIDER_CODE = `provider "tfe" {
  organization = "acme"
}
`;

const CODE = `${PROVIDER_CODE}
resource "tfe_project" "platform" {
  name = "Platform"
}

resource "tfe_workspace" "network" {
  name       = "network"
  project_id = tfe_project.platform.id
}
`;

const inFolder = (...path: string[]) => join(cli.folder, "code", ...path);
const read = (path: string) => readFileSync(inFolder(path), "utf8");
const files = () => readdirSync(inFolder(".")).sort();

function writeState(...args: Parameters<typeof stateWith>): void {
  writeFileSync(inFolder("state.json"), JSON.stringify(stateWith(...args)));
}

const run = (...args: string[]) =>
  cli.run(["migrate", "code", "--state", "code/state.json", ...args], {
    TFE_ADDRESS: acme.emulator.address,
    TFE_TOKEN: acme.emulator.token,
  });

const schema = JSON.parse(readFileSync(join(__dirname, "../../../schema/plan.schema.json"), "utf8")) as object;
const validate = new Ajv2020({ strict: false }).compile(schema);

describe("tfprojects migrate", () => {
  test("writes what takes over the projects, and lists the edits of the code; sends no writes", async () => {
    acme.takeRequests();
    const { status, stdout, stderr } = await run();
    expect([status, stderr]).toEqual([0, ""]);
    expect(stdout).toBe(`Wrote migrate.tf, tfprojects.tf: 1 project of acme.

Edits to make (--edit makes them):
  main.tf
     5  change the type of tfe_project.platform to tfprojects_project
    11  refer to tfprojects_project.platform instead of tfe_project.platform

Next steps:
  npx tfprojects migrate code --edit --state code/state.json
  npx tfprojects provider install --folder code
  cd code && terraform init
  terraform fmt -recursive
  terraform plan    # estimated: 0 to import, 0 to add, 0 to change, 0 to destroy
  terraform apply
`);
    expect(files()).toEqual(["main.tf", "migrate.tf", "state.json", "tfprojects.tf"]);
    expect(read("main.tf")).toBe(CODE);
    expect(read("migrate.tf")).toContain("  from = tfe_project.platform\n  to   = tfprojects_project.platform\n");
    expect(acme.takeRequests().filter((request) => !request.startsWith("GET"))).toEqual([]);
  });

  test("with --edit makes the edits, and changes nothing the second time", async () => {
    expect((await run("--edit")).stdout).toMatch(/^Wrote migrate\.tf, tfprojects\.tf, edited main\.tf: /);
    expect(read("main.tf")).toContain('resource "tfprojects_project" "platform"');
    const before = ["main.tf", "migrate.tf", "tfprojects.tf"].map(read);
    const again = await run("--edit");
    expect(again.stdout).toMatch(/^Left unchanged migrate\.tf, tfprojects\.tf: /);
    expect(again.stdout).not.toContain("Edits");
    expect(["main.tf", "migrate.tf", "tfprojects.tf"].map(read)).toEqual(before);
  });

  test("names OpenTofu in the next steps of code that is for it", async () => {
    rmSync(inFolder("main.tf"));
    writeFileSync(inFolder("main.tofu"), CODE);
    const bin = inFolder("bin");
    mkdirSync(bin);
    for (const name of ["terraform", "tofu"]) writeFileSync(join(bin, name), "#!/bin/sh\nexit 1\n", { mode: 0o755 });
    const args = ["migrate", "code", "--state", "code/state.json", "--offline"];
    const { stdout } = await cli.run(args, { PATH: `${bin}:/bin:/usr/bin` });
    expect(stdout).toContain("\n  cd code && tofu init\n  tofu fmt -recursive\n  tofu plan    # estimated");
    expect(stdout).toMatch(/\n {2}tofu apply\n$/);
  });

  test("leaves Terraform JSON alone, and shows what to write", async () => {
    const json = { resource: { tfe_project: { platform: { name: "Platform" } } } };
    rmSync(inFolder("main.tf"));
    writeFileSync(inFolder("main.tf.json"), JSON.stringify(json));
    const { status, stdout } = await run("--edit");
    expect([status, stdout]).toEqual([0, expect.stringContaining("To do by hand:\n")]);
    expect(stdout).toContain('      "moved": [{"from":"tfe_project.platform",');
    expect(files()).toEqual(["main.tf.json", "state.json"]);
  });

  test("overwrites files with other content only with --force, and says so", async () => {
    writeFileSync(inFolder("migrate.tf"), "# mine\n");
    const refused = await run("--edit");
    expect([refused.status, refused.stdout]).toEqual([1, ""]);
    expect(refused.stderr).toContain("No files were written: code already has migrate.tf, with other content.");
    expect(refused.stderr).toContain("overwrite existing ones with --force");
    expect([files(), read("main.tf")]).toEqual([["main.tf", "migrate.tf", "state.json"], CODE]);

    expect((await run("--force")).stdout).toMatch(/^Wrote tfprojects\.tf, overwrote migrate\.tf: /);
    expect(read("migrate.tf")).toContain("moved {");
  });

  test("previews with --stdout, and without the organization with --offline", async () => {
    acme.takeRequests();
    const { stdout } = await run("--stdout", "--offline");
    expect(stdout).toContain("==> tfprojects.tf <==\n# Generated by `tfprojects migrate`.");
    expect(stdout).toContain("terraform plan    # estimated: 0 to import, 0 to add, 0 to change, 0 to destroy\n");
    expect(files()).toEqual(["main.tf", "state.json"]);
    expect(acme.takeRequests()).toEqual([]);
  });

  test("gives the result as JSON, as the schema has it", async () => {
    const { stdout } = await run("--json");
    const document: unknown = JSON.parse(stdout);
    expect([validate(document), validate.errors]).toEqual([true, null]);
    expect(document).toMatchObject({
      kind: "migrate",
      projects: [{ from: "tfe_project.platform", to: "tfprojects_project.platform", project_id: platform }],
      edits: [{ file: "main.tf", line: 5, made: false }, { line: 11 }],
      expected_plan: { import: 0, add: 0, change: 0, destroy: 0 },
    });
  });

  test("finds nothing to take over once it is done, and says what to delete", async () => {
    await run("--edit");
    writeState([]);
    expect((await run()).stdout).toBe(`Nothing to take over in code: no tfe_project is both in the state and in the
code.

Next steps:
  Delete migrate.tf: the objects are taken over.
`);
  });

  test.each([
    ["a folder without code", ["other"], "NO_CODE", /other is not a folder/],
    [
      "a state that is none",
      ["code", "--state", "code/main.tf"],
      "INVALID_STATE",
      /Cannot read the Terraform state code\/main\.tf/,
    ],
    ["two states", ["code", "--state", "a", "--state", "b"], "USAGE", /--state is set twice/],
    ["--edit with --stdout", ["code", "--edit", "--stdout"], "USAGE", /--stdout writes none/],
  ])("fails for %s", async (_, args, code, message) => {
    const { status, stdout, stderr } = await cli.run(["migrate", ...args, "--json"]);
    expect(status).toBe(1);
    expect(stderr).toMatch(message);
    expect(JSON.parse(stdout)).toMatchObject({ kind: "error", error: { code } });
  });

  test("fails for code that is not in Terraform's language, with its line", async () => {
    writeFileSync(inFolder("main.tf"), `${CODE}\nresource {`);
    const { status, stderr } = await run();
    expect(status).toBe(1);
    expect(stderr).toContain("Cannot read main.tf: line 14: the block resource is not closed.");
  });

  test("lists the command that makes the edits first, with the same options, until they are made", async () => {
    const first = async (...args: string[]) => {
      const { next } = JSON.parse((await run(...args, "--json")).stdout) as { readonly next: readonly string[] };
      return next[0]!.replace(`npx tfprojects `, "");
    };
    const edits = "migrate code --edit --state code/state.json";
    expect(await first()).toBe(edits);
    expect(await first("--stdout")).toBe(edits);
    expect(await first("--offline", "--force")).toBe(`${edits} --offline --force`);
    expect(await first("--force", "--edit")).toBe("provider install --folder code");
    expect(await first()).toBe("provider install --folder code");
  });

  test("says what to do where Terraform cannot pull the state", async () => {
    const [withoutPrograms, bin] = ["/nonexistent", inFolder("bin")];
    mkdirSync(bin);
    const failing = (message: string) =>
      writeFileSync(join(bin, "terraform"), `#!/bin/sh\ncat >&2 <<'END'\n${message}\nEND\nexit 1\n`, { mode: 0o755 });
    const errorWith = async (folder: string) => (await cli.run(["migrate", "code"], { PATH: folder })).stderr;
    expect(await errorWith(withoutPrograms)).toBe(
      "error: Cannot read the Terraform state: neither terraform nor tofu is on the PATH.\n" +
        "Install one of them. Or pass a file of the state with --state.\n",
    );
    failing(`There are some problems with the CLI configuration:
╷
│ Warning: Unable to open CLI configuration file
╵

╷
│ Error: Backend initialization required, please run "terraform init"
│
│ Reason: Initial configuration of the requested
│ backend "http". The "backend" is the interface that
╵`);
    expect(await errorWith(`${bin}:/bin:/usr/bin`)).toBe(
      "error: Cannot read the Terraform state: `terraform state pull` failed in code: Error: Backend initialization " +
        'required, please run "terraform init" Reason: Initial configuration of the requested backend "http".\n' +
        "Run `terraform init` in that folder. Or pass a file of the state with --state.\n",
    );
    failing("");
    expect(await errorWith(`${bin}:/bin:/usr/bin`)).toContain("failed in code: it printed no error.\n");
  });

  test("lists what refers to a project and is not code, in the document as well", async () => {
    writeFileSync(inFolder("Makefile"), "plan:\n\tterraform plan -target=tfe_project.platform\n");
    const document: unknown = JSON.parse((await run("--json")).stdout);
    expect([validate(document), validate.errors]).toEqual([true, null]);
    const what = "In line 2, refer to tfprojects_project.platform instead of tfe_project.platform.";
    expect(document).toMatchObject({ manual_edits: [{ where: "Makefile", what, lines: [], first: false }] });
  });

  test("writes outside of the folder only with approval, because other configurations may use what is there", async () => {
    const shared = join(cli.folder, "shared");
    mkdirSync(shared);
    writeFileSync(join(shared, "main.tf"), CODE.slice(CODE.indexOf("resource")));
    writeFileSync(inFolder("main.tf"), `${PROVIDER_CODE}module "m" {\n  source = "../shared"\n}\n`);
    writeState([{ ...storedPlatform(), module: "module.m" }]);
    const before = [files(), read("main.tf"), readdirSync(shared)];
    const preview = await run("--stdout");
    expect(preview.stdout).toMatch(/shared is outside of this folder: run this command for each other\s+configuration/);
    for (const args of [[], ["--edit"], ["--json"]]) {
      const { status, stdout, stderr } = await run(...args);
      expect([status, stdout.includes("Wrote")]).toEqual([1, false]);
      expect(stderr + stdout).toContain("confirmation needs a terminal");
      expect(stderr).toContain("outside of code:\n  ../shared/tfprojects.tf\n  ../shared/migrate.tf\n");
      expect(stderr.includes("  ../shared/main.tf")).toBe(args[0] === "--edit");
      expect([files(), read("main.tf"), readdirSync(shared)]).toEqual(before);
    }
    expect(await run("--edit", "--auto-approve")).toMatchObject({ status: 0, stderr: "" });
    expect(readFileSync(join(shared, "main.tf"), "utf8")).toContain('resource "tfprojects_project" "platform"');
    expect(readFileSync(join(shared, "migrate.tf"), "utf8")).toContain("configurations use, after that of each.");
    // There is nothing left to ask.
    expect(await run("--edit")).toMatchObject({ status: 0, stderr: "" });
    writeState([]);
    expect((await run()).stdout).toMatch(
      /Delete \.\.\/shared\/migrate\.tf after every configuration that uses the module/,
    );
    rmSync(shared, { recursive: true });
  });

  test("asks also before it edits files outside of the folder that links lead to, and edits each once", async () => {
    const shared = join(cli.folder, "shared");
    mkdirSync(shared);
    const required = 'terraform {\n  required_providers {\n    tfe = { source = "hashicorp/tfe" }\n  }\n}\n';
    writeFileSync(join(shared, "p.tf"), required + CODE.slice(CODE.indexOf("resource")));
    writeFileSync(
      inFolder("main.tf"),
      `${PROVIDER_CODE}${["a", "b"].map((it) => `module "${it}" {\n  source = "./${it}"\n}\n`).join("")}`,
    );
    for (const module of ["a", "b"]) {
      mkdirSync(inFolder(module));
      symlinkSync("../../shared/p.tf", join(inFolder(module), "p.tf"));
    }
    writeState(["a", "b"].map((it) => ({ ...storedPlatform(), module: `module.${it}` })));
    const before = readFileSync(join(shared, "p.tf"), "utf8");
    const { status, stderr } = await run("--edit");
    expect([status, stderr]).toEqual([1, expect.stringContaining("outside of code:\n  ../shared/p.tf\n\n")]);
    expect([files(), readFileSync(join(shared, "p.tf"), "utf8")]).toEqual([
      expect.not.arrayContaining(["migrate.tf"]),
      before,
    ]);
    expect(await run("--edit", "--auto-approve")).toMatchObject({ status: 0, stderr: "" });
    const edited = readFileSync(join(shared, "p.tf"), "utf8");
    expect(edited).toContain('resource "tfprojects_project" "platform"');
    expect(edited.match(/tfprojects = \{/g)).toHaveLength(1);
    expect(lstatSync(join(inFolder("a"), "p.tf")).isSymbolicLink()).toBe(true);
    rmSync(shared, { recursive: true });
  });

  test("says the same of a module outside that is reached by a link", async () => {
    const shared = join(cli.folder, "shared");
    mkdirSync(shared);
    writeFileSync(join(shared, "main.tf"), CODE.slice(CODE.indexOf("resource")));
    symlinkSync("../shared", inFolder("team"));
    writeFileSync(inFolder("main.tf"), `${PROVIDER_CODE}module "team" {\n  source = "./team"\n}\n`);
    writeState([{ ...storedPlatform(), module: "module.team" }]);
    const { status, stdout } = await run("--edit", "--auto-approve");
    expect([status, stdout]).toEqual([
      0,
      expect.stringMatching(/\.\.\/shared is outside of this folder: run this command for each other\s+configuration/),
    ]);
    writeState([]);
    expect((await run()).stdout).toMatch(/Delete team\/migrate\.tf after every configuration that uses the module/);
    rmSync(shared, { recursive: true });
  });

  test("migrates a module once that is reached by two paths", async () => {
    mkdirSync(inFolder("a"));
    writeFileSync(inFolder("a/main.tf"), CODE.slice(CODE.indexOf("resource")));
    symlinkSync("a", inFolder("b"));
    const call = (name: string): string => `module "${name}" {\n  source = "./${name}"\n}\n`;
    writeFileSync(inFolder("main.tf"), PROVIDER_CODE + call("a") + call("b"));
    writeState(["a", "b"].map((it) => ({ ...storedPlatform(), module: `module.${it}` })));
    const { status, stdout, stderr } = await run("--edit");
    expect([status, stderr]).toEqual([0, ""]);
    expect(stdout.match(/migrate\.tf/g)).toHaveLength(stdout.match(/\ba\/migrate\.tf/g)!.length);
    expect(readFileSync(inFolder("a/main.tf"), "utf8")).toContain('resource "tfprojects_project" "platform"');
    expect(lstatSync(inFolder("b")).isSymbolicLink()).toBe(true);
  });
});
