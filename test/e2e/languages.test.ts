import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { PROVIDER_SOURCE } from "../../src/model/provider-address";
import { VERSION } from "../../src/version";
import { Acme } from "../support/acme";
import { WITHOUT_CDKTF } from "../support/cdk-cli";
import { describeWithTerraform, TerraformWorkspace, type Outcome } from "../support/terraform";
import { UserProject } from "../support/user-project";

const TFPROJECTS = resolve(__dirname, "../../dist/tfprojects.js");

let acme: Acme;
beforeEach(async () => (acme = await Acme.start()));
afterEach(() => acme.stop());

describeWithTerraform("a stack of an app in another language", () => {
  let app: TerraformWorkspace;
  beforeEach(() => (app = new TerraformWorkspace()));
  afterEach(() => app.remove());

  test("has everything that Terraform needs, including the lock file, on a machine without the provider", async () => {
    const stack = "stacks/organization";
    const files = { synthesizedStackPath: `${stack}/cdk.tf.json`, workingDirectory: stack };
    app
      .write("cdktf.json", JSON.stringify({ language: "go", app: "go run main.go" }))
      .write("cdktf.out/manifest.json", JSON.stringify({ version: "0.21.0", stacks: { organization: files } }))
      .write(
        `cdktf.out/${stack}/cdk.tf.json`,
        JSON.stringify({
          terraform: { required_providers: { tfprojects: { source: PROVIDER_SOURCE, version: VERSION } } },
          resource: { tfprojects_project: { platform: { name: "Platform" } } },
        }),
      );
    execFileSync(process.execPath, [TFPROJECTS, "provider", "install", "--stacks"], { cwd: app.folder });
    const environment = { ...acme.environment, HOME: app.folder };
    const terraform = new TerraformWorkspace(environment, undefined, app.path("cdktf.out", stack));
    await terraform.succeed(["init", "-input=false", "-lockfile=readonly"]);
    expect(await terraform.apply()).toMatchObject({ status: 0 });
    expect(Object.keys(acme.world)).toEqual(["Default Project", "Platform"]);
  });
});

/** A fresh clone of an example, in which its tools are installed. */
interface Clone {
  readonly project: UserProject;
  readonly folder: string;
  readonly home: string;
}

interface Language {
  readonly example: string;
  /** Programs that have to be on the PATH. */
  readonly tools: readonly string[];
  /** Installs what the README of the example says, and gives the environment for all commands. */
  readonly prepare: (clone: Clone) => Promise<Readonly<Record<string, string>>>;
}

const LANGUAGES: readonly Language[] = [
  {
    example: "python",
    tools: ["python3"],
    prepare: async ({ project, folder }) => {
      const venv = join(folder, ".venv");
      await project.succeed("python3", ["-m", "venv", venv]);
      await project.succeed(join(venv, "bin/pip"), ["install", "-q", "-r", join(folder, "requirements.txt")]);
      return { PATH: `${join(venv, "bin")}:${process.env["PATH"] ?? ""}` };
    },
  },
  {
    example: "go",
    tools: ["go"],
    prepare: async ({ project }) => {
      const names = ["GOPATH", "GOCACHE"];
      const { stdout } = await project.succeed("go", ["env", ...names]);
      const values = stdout.split("\n");
      return Object.fromEntries(names.map((name, index) => [name, values[index] ?? ""]));
    },
  },
];

/** These take packages from the registries of the languages, and minutes: only the languages that it names are run. */
const REQUESTED = (process.env["TFPROJECTS_LANGUAGES"] ?? "").split(",");

function reasonToSkip({ example, tools }: Language): string | undefined {
  if (!REQUESTED.includes(example)) return `TFPROJECTS_LANGUAGES does not name ${example}`;
  const missing = tools.find((tool) => !isOnPath(tool));
  return missing === undefined ? WITHOUT_CDKTF : `no ${missing} on the PATH`;
}

function isOnPath(tool: string): boolean {
  try {
    execFileSync("which", [tool], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

for (const language of LANGUAGES) {
  const reason = reasonToSkip(language);
  const name = `the example in ${language.example}, in a fresh clone`;
  if (reason === undefined) describeWithTerraform(name, () => isDeployed(language));
  else {
    describe.skip(`${name} (skipped: ${reason})`, () => {
      test("is deployed, has no changes, and is destroyed", () => undefined);
    });
  }
}

function isDeployed({ example, prepare }: Language): void {
  let project: UserProject;
  let home: string;
  beforeAll(async () => {
    project = await UserProject.create();
    home = mkdtempSync(join(tmpdir(), "tfprojects-home-"));
  });
  afterAll(() => {
    project.remove();
    rmSync(home, { recursive: true, force: true });
  });

  test("is deployed, has no changes, and is destroyed", async () => {
    const names = ["network-prod", "network-test", "checkout-api", "checkout-web"];
    for (const name of names) acme.addWorkspace(name);
    const folder = project.copyExample(example);
    // The packages are those of the project, with what is tested in place of what is published.
    rmSync(join(folder, "package.json"));
    const env = { ...(await prepare({ project, folder, home })), HOME: home, ...acme.environment };
    const succeed = async (running: Promise<Outcome>): Promise<void> => {
      const { status, output } = await running;
      if (status !== 0) throw new Error(output);
    };
    const cdktf = (...args: string[]) => succeed(project.cdktf(args, { cwd: folder, env }));

    const settings = readFileSync(join(folder, "cdktf.json"), "utf8");
    const install = ["--no", "tfprojects", "provider", "install", "--app", "."];
    await succeed(project.run("npx", install, { cwd: folder, env }));
    expect(readFileSync(join(folder, "cdktf.json"), "utf8")).toBe(settings);
    await cdktf("get");
    // Only the bindings need it: what is deployed is beside the stack.
    rmSync(home, { recursive: true });
    mkdirSync(home);

    await cdktf("deploy", "--auto-approve");
    expect(acme.world).toEqual({
      // One by a list, and one by a rule.
      Checkout: ["checkout-api", "checkout-web"],
      "Default Project": [],
      Platform: ["network-prod", "network-test"],
    });
    const stack = new TerraformWorkspace(acme.environment, undefined, join(folder, "cdktf.out/stacks/organization"));
    expect(await stack.plan("-detailed-exitcode")).toMatchObject({ status: 0 });
    await cdktf("destroy", "--auto-approve");
    expect(acme.world).toEqual({ "Default Project": [...names].sort() });
    // Go compiles for minutes.
  }, 3_600_000);
}
