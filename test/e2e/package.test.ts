import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { buildSync } from "esbuild";
import { Acme } from "../support/acme";
import { deadLinks, markdownFiles } from "../support/markdown-links";
import { casesInEachRun } from "../support/on-request";
import { describeWithTerraform, TerraformWorkspace } from "../support/terraform";
import { UserProject } from "../support/user-project";

const ROOT = resolve(__dirname, "../..");

const MAIN = `
import { App, TerraformStack } from "cdktf";
import { Project, TfprojectsProvider, WorkspaceMembership } from "tfprojects";

class Organization extends TerraformStack {
  constructor(scope, id) {
    super(scope, id);
    new TfprojectsProvider(this, "tfprojects");
    const platform = new Project(this, "platform", { name: "Platform", description: "Shared services" });
    const sandbox = new Project(this, "sandbox", { name: "Sandbox", autoDestroyActivityDuration: "3d" });
    new WorkspaceMembership(this, "in-platform", { projectId: platform.id, workspaceNames: ["network", "dns"] });
    new WorkspaceMembership(this, "in-sandbox", { projectId: sandbox.id, workspaceNames: ["playground"] });
  }
}

const app = new App();
new Organization(app, "organization");
app.synth();
`;

let project: UserProject;
let acme: Acme;
beforeAll(async () => (project = await UserProject.create()));
afterAll(() => project.remove());
beforeEach(async () => (acme = await Acme.start()));
afterEach(() => acme.stop());

describeWithTerraform("the packed package in a new project", () => {
  test("an app in an ES module package is deployed", async () => {
    for (const name of ["network", "dns", "playground"]) acme.addWorkspace(name);
    const cwd = join(project.folder, "module");
    project.write("module/package.json", { type: "module" });
    project.write("module/cdktf.json", {
      language: "typescript",
      app: "node main.js",
      projectId: "p",
      sendCrashReports: "false",
    });
    project.write("module/main.js", MAIN);
    await project.succeed(process.execPath, ["main.js"], { cwd });
    // What `cdktf deploy` does with a stack that is synthesized.
    const terraform = new TerraformWorkspace(acme.environment, undefined, join(cwd, "cdktf.out/stacks/organization"));
    await terraform.init();
    await terraform.succeed(["apply", "-auto-approve", "-input=false"]);
    expect(acme.world).toEqual({ "Default Project": [], Platform: ["dns", "network"], Sandbox: ["playground"] });
  });

  test("a gate needs @cdktf/provider-null only as a null_resource, and says so if it is missing", async () => {
    expect(existsSync(project.path("node_modules/@cdktf/provider-null"))).toBe(false);
    const gate = (resource: string) => `
const { App, TerraformStack } = require("cdktf");
const { RunTaskGate, TfprojectsProvider } = require("tfprojects");
const stack = new TerraformStack(new App(), "stack");
new TfprojectsProvider(stack, "tfprojects");
new RunTaskGate(stack, "gate", { runId: "run-1"${resource} });
console.log("constructed");`;
    const construct = (resource: string) => project.run(process.execPath, ["-e", gate(resource)]);
    expect(await construct("")).toMatchObject({ status: 0, stdout: "constructed\n" });
    const missing = await construct(', resource: "null-resource"');
    expect([missing.status, missing.stdout]).toEqual([1, ""]);
    expect(missing.stderr).toContain(
      "[stack/gate] The RunTaskGate is a null_resource, whose package @cdktf/provider-null",
    );
  });
});

describe.each([
  ["cjs", "cjs", ""],
  ["esm", "mjs", 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);'],
] as const)("an app that esbuild bundles as %s", (format, ending, banner) => {
  function bundled(...external: string[]): string {
    const file = `bundled.${ending}`;
    const entry = project.write("bundled.js", MAIN).path("bundled.js");
    buildSync({ entryPoints: [entry], outfile: project.path(file), bundle: true, platform: "node", format, external });
    // What bundles of ES modules have when they contain packages in CommonJS.
    if (external.length === 0) project.write(file, banner + readFileSync(project.path(file), "utf8"));
    return file;
  }

  test("synthesizes if the packages of docs/constructs.md are excluded", async () => {
    const documented = readFileSync(join(ROOT, "docs/constructs.md"), "utf8").matchAll(/--external:(\w+)/g);
    const external = [...new Set(Array.from(documented, ([, name = ""]) => name))];
    expect(external).toEqual(["tfprojects", "cdktf", "constructs"]);
    rmSync(project.path("cdktf.out"), { recursive: true, force: true });
    await project.succeed(process.execPath, [bundled(...external)]);
    expect(readdirSync(project.path("cdktf.out/stacks/organization")).sort()).toEqual([
      ".terraform.lock.hcl",
      "cdk.tf.json",
      "terraform.d",
    ]);
  });

  test("says what to exclude if it contains them", async () => {
    const { status, stderr } = await project.run(process.execPath, [bundled()]);
    expect(status).toBe(1);
    expect(stderr).toContain("The Terraform provider of tfprojects is missing: ");
    expect(stderr).toContain('If the app is bundled, exclude "tfprojects", the framework and "constructs"');
  });
});

describe("the packed package", () => {
  test.each(
    casesInEachRun(2, [
      ["cdktn", "tfprojects/cdktn", "typescript-7", "node16", "node16"],
      ["cdktf", "tfprojects", "typescript-7", "esnext", "bundler"],
      ["cdktf", "tfprojects", "typescript", "node16", "node16"],
    ] as const),
  )("has types with which a strict project on %s compiles (%s, %s, %s, %s)", async (...row) => {
    const [framework, entry, compiler, module, moduleResolution] = row;
    if (framework === "cdktn") symlinkSync(join(ROOT, "node_modules/cdktn"), project.path("node_modules/cdktn"));
    const folder = `types-${framework}-${module}`;
    project.write(`${folder}/tsconfig.json`, {
      compilerOptions: {
        strict: true,
        exactOptionalPropertyTypes: true,
        noUncheckedIndexedAccess: true,
        noPropertyAccessFromIndexSignature: true,
        noImplicitOverride: true,
        skipLibCheck: false,
        // The linked package finds the same constructs as the others.
        preserveSymlinks: true,
        module,
        moduleResolution,
        target: "es2022",
        noEmit: true,
        // For `console`.
        lib: ["es2023", "dom"],
        types: [],
      },
      files: ["main.ts"],
    });
    project.write(
      `${folder}/main.ts`,
      `import { App, TerraformStack } from "${framework}";
import {
  DataProject, DataProjects, DataRunTaskStages, Project, RunTaskGate, TfprojectsProvider, WorkspaceMembership,
  type ProjectConfig,
} from "${entry}";
import { Client, NotFoundError } from "tfprojects/client";
import { apply, defineOrganization, EngineError, observe, plan, type Plan } from "tfprojects/engine";
import { Emulator } from "tfprojects/emulator";
const config: ProjectConfig = { name: "Platform", deletionPolicy: "evacuate" };
const stack = new TerraformStack(new App(), "stack");
new TfprojectsProvider(stack, "provider", { organization: "acme", platforms: ["linux_amd64"] });
const project = new Project(stack, "project", config);
project.resetDescription();
export const id: string = project.id;
new WorkspaceMembership(stack, "membership", { projectId: id, workspaceNames: ["api"], dependsOn: [project] });
export const name: string = new DataProject(stack, "default", { default: true }).name;
export const verdict: string = new DataRunTaskStages(stack, "stages", { runId: "run-1" }).verdict;
export const gate = new RunTaskGate(stack, "gate", { runId: "run-1", stages: ["post_plan"] });
export const ids = new DataProjects(stack, "projects").ids;
export async function main(): Promise<string> {
  const emulator: Emulator = await Emulator.start();
  const client = new Client({ address: emulator.address, token: emulator.token });
  for await (const project of client.projects.list("acme")) return project.name;
  throw new Error(String(NotFoundError));
}
export async function plannedFor(client: Client): Promise<Plan> {
  const desired = defineOrganization({ name: "acme", projects: [{ name: "Platform", tags: { env: "prod" } }] });
  const planned = plan(desired, await observe(client, desired), { prune: true, maxMoves: "all" });
  const { outcomes } = await apply(client, planned, { onEvent: ({ kind }) => console.log(kind) });
  for (const outcome of outcomes) if (outcome.kind === "failed") throw outcome.error;
  for (const action of planned.actions) if (action.kind === "move") console.log(action.workspaces[0]?.from.name);
  for (const problem of EngineError.from(null).problems) if (problem.code === "PROJECT_NOT_EMPTY") console.log(problem.data.project);
  return planned;
}
// @ts-expect-error a policy that does not exist
export const wrong: ProjectConfig = { name: "Platform", deletionPolicy: "force" };
`,
    );
    const tsc = join(ROOT, "node_modules", compiler, "lib/tsc.js");
    const compiled = await project.run(process.execPath, [tsc, "-p", folder]);
    expect(compiled).toMatchObject({ status: 0, output: "" });
  });

  test("client, engine and emulator load from CommonJS and from ES modules", async () => {
    const use = `
const emulator = await Emulator.start();
const client = new Client({ address: emulator.address, token: emulator.token });
const created = await client.projects.create("acme", { name: "Platform" });
console.log(created.name, emulator.projects.find("acme", "platform").id === created.id);
const desired = defineOrganization({ name: "acme", projects: [{ name: "Platform" }] });
console.log(render(drift(desired, await observe(client, desired)), "json").includes('"drift"'));
await emulator.stop();`;
    project.write(
      "load.mjs",
      `import { Client } from "tfprojects/client";\nimport { Emulator } from "tfprojects/emulator";\nimport { defineOrganization, drift, observe, render } from "tfprojects/engine";\n${use}`,
    );
    project.write(
      "load.cjs",
      `const { Client } = require("tfprojects/client");\nconst { Emulator } = require("tfprojects/emulator");\nconst { defineOrganization, drift, observe, render } = require("tfprojects/engine");\n(async () => {${use}\n})();`,
    );
    for (const file of ["load.mjs", "load.cjs"]) {
      expect(await project.run(process.execPath, [file])).toMatchObject({ status: 0, stdout: "Platform true\ntrue\n" });
    }
  });

  test("imports nothing dynamically: Jest, for example, cannot do that in CommonJS", () => {
    const modules = filesIn(project.path("node_modules/tfprojects/lib")).filter((file) => file.endsWith(".js"));
    expect(modules.length).toBeGreaterThan(50);
    expect(modules.filter((file) => /\bimport\(/.test(readFileSync(file, "utf8")))).toEqual([]);
  });

  test("the provider prints an explanation when it is started by hand", async () => {
    const executable = project.path("node_modules/tfprojects/dist/terraform-provider-tfprojects");
    const outcome = await project.run(executable, []);
    expect(outcome).toMatchObject({ status: 1, stdout: "" });
    expect(outcome.stderr).toContain("Terraform");
  });

  test("passes publint and Are the types wrong", async () => {
    const check = join(ROOT, "scripts/release/check-package.mjs");
    const checked = await project.succeed(process.execPath, [check, project.path(project.tarball)]);
    expect(JSON.parse(checked.stdout)).toEqual({ types: [], publish: [] });
  });

  test("has no script that npm runs by itself where the package is a folder or a repository", () => {
    const manifest: unknown = JSON.parse(readFileSync(project.path("node_modules/tfprojects/package.json"), "utf8"));
    expect(manifest).toHaveProperty("name", "tfprojects");
    for (const name of ["prepare", "preinstall", "install", "postinstall"]) {
      expect(manifest).not.toHaveProperty(`scripts.${name}`);
    }
  });

  test("has its examples, and the documents for users, without dead links", () => {
    const folder = project.path("node_modules/tfprojects");
    const files = markdownFiles(folder).map((file) => relative(folder, file));
    expect(files).toEqual(
      expect.arrayContaining(["README.md", "CHANGELOG.md", "SUPPORT.md", "docs/index.md", "examples/teams/README.md"]),
    );
    expect(files.filter((file) => /^docs\/internals\/|^(ARCHITECTURE|CONTRIBUTING)\.md$/.test(file))).toEqual([]);
    expect(deadLinks(folder)).toEqual([]);
    expect(existsSync(join(folder, "examples/teams/main.ts"))).toBe(true);
    expect(filesIn(folder).filter((file) => file.includes("cdktf.out"))).toEqual([]);
  });

  test("names the packages in its bundles, with their licenses and the hash of each bundle", () => {
    const folder = project.path("node_modules/tfprojects");
    const sbom = JSON.parse(readFileSync(join(folder, "dist/sbom.cdx.json"), "utf8")) as Sbom;
    const bundles = sbom.components.filter(({ type }) => type === "file");
    expect(bundles.length).toBeGreaterThan(1);
    for (const { name, hashes } of bundles) {
      const hash = createHash("sha256")
        .update(readFileSync(join(folder, name)))
        .digest("hex");
      expect(hashes).toEqual([{ alg: "SHA-256", content: hash }]);
    }
    const notice = readFileSync(join(folder, "dist/NOTICE"), "utf8");
    const packages = sbom.components.filter(({ type }) => type === "library");
    expect(packages.map(({ name }) => name)).toEqual(expect.arrayContaining(["axios", "commander"]));
    for (const { group, name, version, hashes } of packages) {
      expect(notice).toContain(`${group === undefined ? "" : `${group}/`}${name} ${version} (`);
      expect(hashes).toEqual([{ alg: "SHA-512", content: expect.stringMatching(/^[0-9a-f]{128}$/) }]);
    }
  });

  test("contains no path of the machine that built it", () => {
    const files = filesIn(project.path("node_modules/tfprojects"));
    expect(files.length).toBeGreaterThan(50);
    expect(files.filter((file) => readFileSync(file, "utf8").includes(ROOT))).toEqual([]);
  });
});

interface Sbom {
  readonly components: readonly {
    readonly type: string;
    readonly group?: string;
    readonly name: string;
    readonly version?: string;
    readonly hashes: unknown;
  }[];
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile());
}
