import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { testWithTerraformVersion } from "../support/terraform";

const ROOT = resolve(__dirname, "../..");

/**
 * A folder with the built package twice, as where an app and a library that it uses depend on different versions of it.
 */
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "tfprojects-copies-"));
  mkdirSync(join(folder, "node_modules"));
  for (const name of ["cdktf", "constructs", "@cdktf", "fflate"]) {
    symlinkSync(join(ROOT, "node_modules", name), join(folder, "node_modules", name));
  }
  for (const copy of ["one", "two"]) {
    for (const part of ["lib", "dist", "package.json"]) {
      cpSync(join(ROOT, part), join(folder, copy, part), { recursive: true });
    }
  }
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Synthesizes a stack of constructs of both copies, and gives what is wrong with it. */
function problems(body: string): string {
  const program = `
    const { App, TerraformStack } = require("cdktf");
    const [one, two] = [require("./one/lib"), require("./two/lib")];
    if (one.Project === two.Project) throw new Error("The copies are one.");
    const app = new App({ outdir: "out" });
    const stack = new TerraformStack(app, "stack");
    ${body}
    app.synth();
  `;
  writeFileSync(join(folder, "main.js"), program);
  const env = { PATH: process.env["PATH"], HOME: folder, CHECKPOINT_DISABLE: "1" };
  const { status, stderr } = spawnSync(process.execPath, ["main.js"], { cwd: folder, encoding: "utf8", env });
  return status === 0 ? "" : stderr;
}

const PROVIDER = `new one.TfprojectsProvider(stack, "tfprojects", { organization: "acme" });`;

describe("an app in which two copies of the package are installed", () => {
  test("can use constructs of both", () => {
    expect(
      problems(`${PROVIDER}
        new one.Project(stack, "a", { name: "Platform" });
        new two.Project(stack, "b", { name: "Data" });`),
    ).toBe("");
  });

  test("fails once for two projects with the same name, one of each copy", () => {
    const told = problems(`${PROVIDER}
      new one.Project(stack, "a", { name: "Platform" });
      new two.Project(stack, "b", { name: "PLATFORM" });`);
    expect(told.match(/The name "PLATFORM" is also used by stack\/a/g)).toHaveLength(1);
  });

  test("fails for one workspace in two memberships, one of each copy, with the provider of the other copy", () => {
    const told = problems(`${PROVIDER}
      new two.WorkspaceMembership(stack, "a", { projectId: "prj-1", workspaceNames: ["api"] });
      new one.WorkspaceMembership(stack, "b", { projectId: "prj-2", workspaceNames: ["API"], organization: "ACME" });`);
    expect(told).toContain('The workspace "API" is in stack/a and in stack/b');
  });

  test("fails for an exclusive membership of a default project that a data source of the other copy reads", () => {
    const told = problems(`${PROVIDER}
      const { id } = new two.DataProject(stack, "default", { default: true });
      new one.WorkspaceMembership(stack, "a", { projectId: id, workspaceNames: ["api"], exclusive: true });`);
    expect(told).toContain("The default project cannot be exclusive");
  });

  testWithTerraformVersion("can have a second copy of cdktf, with its own classes", () => {
    const own = join(folder, "two/node_modules/cdktf");
    cpSync(join(ROOT, "node_modules/cdktf"), own, { recursive: true });
    try {
      expect(
        problems(`
          const backends = require("./two/node_modules/cdktf");
          if (backends.TerraformStack === TerraformStack) throw new Error("The copies of cdktf are one.");
          new backends.CloudBackend(stack, { organization: "acme", workspaces: new backends.NamedCloudWorkspace("a") });
          new two.TfprojectsProvider(stack, "tfprojects", { organization: "acme" });
          new two.Project(stack, "a", { name: "Platform" });
          new one.Project(stack, "b", { name: "Data" });
          new one.RunTaskGate(stack, "gate-of-one", { runId: "run-1", resource: "null-resource" });
          new two.RunTaskGate(stack, "gate-of-two", { runId: "run-1", resource: "null-resource" });`),
      ).toBe("");
      const { provider } = JSON.parse(readFileSync(join(folder, "out/stacks/stack/cdk.tf.json"), "utf8")) as {
        provider: object;
      };
      expect(provider).toMatchObject({ null: [{}], tfprojects: [{}] });
      const packages = readdirSync(join(folder, "out/stacks/stack/terraform.d"), { recursive: true, encoding: "utf8" });
      // The cloud runs Terraform, whatever this machine is.
      expect(packages).toEqual(expect.arrayContaining([expect.stringMatching(/linux_amd64\.zip$/)]));
    } finally {
      rmSync(own, { recursive: true });
    }
  });
});
