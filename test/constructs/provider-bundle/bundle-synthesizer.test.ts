import { provider as nullProvider } from "@cdktf/provider-null";
import { App, CloudBackend, NamedCloudWorkspace, TerraformStack, Testing } from "cdktf";
import { spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Project, RunTaskGate, TfprojectsProvider } from "../../../src";
import { FRAMEWORK } from "../../../src/constructs/base/framework";
import { bundleProvider } from "../../../src/constructs/provider-bundle/bundle-synthesizer";
import { PlatformPackages } from "../../../src/constructs/provider-bundle/platform-packages";
import { platformsOf, type ProviderPlatform } from "../../../src/constructs/provider-bundle/platform";
import { stacksIn } from "../../../src/terraform/cdk-app";
import { installPlatformPackage } from "../../support/platform-package";
import { describeWithTerraform, terraformExecutable, testWithTerraformVersion } from "../../support/terraform";

const PACKAGES = "terraform.d/plugins/terraform.local/tfprojects/tfprojects";
const packageFor = (platform: string) => `terraform-provider-tfprojects_0.1.0_${platform}.zip`;
const system = process.platform;

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), "tfprojects-"))));
afterEach(() => rmSync(folder, { recursive: true }));

/** The executables that are installed, as npm packages in a folder. */
const installed = () => new PlatformPackages({ importers: [join(folder, "app")], archives: [] });

/** An app whose stack has the provider, with a text in place of its executable. */
function given(executable = "the provider", config: { hclOutput?: boolean } = {}, on: NodeJS.Platform = system) {
  const path = join(folder, "executable");
  writeFileSync(path, executable);
  const app = new App({ outdir: join(folder, "out"), ...config });
  const stack = new TerraformStack(app, "stack");
  bundleProvider(stack, { script: path, system: on, installed: () => installed() });
  new TfprojectsProvider(stack, "tfprojects", { organization: "acme" });
  new Project(stack, "project", { name: "Platform" });
  return { app, stack };
}

/** Runs an app as `synth --hcl` does. */
function inHcl(app: () => void): void {
  const before = process.env["SYNTH_HCL_OUTPUT"];
  process.env["SYNTH_HCL_OUTPUT"] = "true";
  try {
    app();
  } finally {
    if (before === undefined) delete process.env["SYNTH_HCL_OUTPUT"];
    else process.env["SYNTH_HCL_OUTPUT"] = before;
  }
}

const inStack = (...path: string[]) => join(folder, "out/stacks/stack", ...path);
const lock = () => readFileSync(inStack(".terraform.lock.hcl"), "utf8");

describe("synthesizing a stack to disk", () => {
  test("writes the provider and its lock entry to the stack's folder, for both architectures", () => {
    given().app.synth();
    expect(readdirSync(inStack(PACKAGES))).toEqual([packageFor(`${system}_amd64`), packageFor(`${system}_arm64`)]);
    expect(lock()).toMatch(
      /provider "terraform\.local\/(tfprojects\/?){2}" \{\n +version += "0\.1\.0"\n +constraints = "0\.1\.0"\n +hashes = \[\n +"h1:/,
    );
  });

  test("does the same in HCL", () => {
    inHcl(() => {
      const { app, stack } = given();
      new nullProvider.NullProvider(stack, "null");
      app.synth();
    });
    expect(existsSync(inStack("cdk.tf"))).toBe(true);
    expect(lock()).toContain('provider "registry.terraform.io/hashicorp/null" {\n  version     = "3.2.4"\n');
  });

  test("warns of blocks that the framework does not write into HCL", () => {
    const synth = () => {
      const { app, stack } = given();
      stack.addOverride("terraform.required_version", ">= 1.7");
      stack.addOverride("removed", [{ from: "tfe_project_settings.platform", lifecycle: { destroy: false } }]);
      app.synth();
      return stacksIn(join(folder, "out"))[0]?.warnings;
    };
    expect(synth()).toEqual([]);
    expect(readFileSync(inStack("cdk.tf.json"), "utf8")).toContain("tfe_project_settings");
    inHcl(() =>
      expect(synth()).toEqual([
        expect.stringMatching(/^\[stack\] addOverride\("removed", …\) has no effect in HCL: .* the stack as JSON\.$/),
      ]),
    );
    const hcl = readFileSync(inStack("cdk.tf"), "utf8");
    expect([hcl.includes("required_version"), hcl.includes("tfe_project_settings")]).toEqual([true, false]);
  });

  testWithTerraformVersion("also supports Linux if Terraform runs remotely", () => {
    const { app, stack } = given();
    new CloudBackend(stack, { organization: "acme", workspaces: new NamedCloudWorkspace("stack") });
    app.synth();
    expect(readdirSync(inStack(PACKAGES))).toEqual(
      expect.arrayContaining([packageFor("linux_amd64"), packageFor("linux_arm64")]),
    );
  });

  test("bundles once for several providers", () => {
    const { app, stack } = given();
    const synthesizer = stack.synthesizer;
    new TfprojectsProvider(stack, "other", { alias: "other" });
    expect(stack.synthesizer).toBe(synthesizer);
    app.synth();
    expect(lock().match(/tfprojects\/tfprojects/g)).toHaveLength(1);
  });

  test("locks other providers without hashes, and keeps those that Terraform has locked", () => {
    const { app, stack } = given();
    new RunTaskGate(stack, "gate", { runId: "run-1", resource: "null-resource" });
    const kept = `provider "registry.terraform.io/hashicorp/aws" {
  version     = "5.1.0"
  constraints = "~> 5.0"
  hashes = [
    "h1:verified=",
  ]
}`;
    mkdirSync(inStack(), { recursive: true });
    writeFileSync(inStack(".terraform.lock.hcl"), `${kept}\n`);
    app.synth();
    expect(lock()).toContain(kept);
    expect(lock()).toContain(
      'provider "registry.terraform.io/hashicorp/null" {\n  version     = "3.2.4"\n  constraints = "3.2.4"\n}',
    );
  });

  test("writes its own lock entry again if the executable has changed", () => {
    given("one build").app.synth();
    const before = lock();
    given("another build").app.synth();
    expect(lock()).not.toBe(before);
    expect(lock().match(/h1:/g)).toHaveLength(1);
  });

  test.each([
    ["< 4.0", 'Cannot lock the provider "null" (< 4.0) without its registry.'],
    [undefined, 'Cannot lock the provider "null" without its registry.'],
  ])("warns of a provider (%s) that it cannot lock, and says what to do", (version, begin) => {
    const { app, stack } = given();
    new nullProvider.NullProvider(stack, "null");
    stack.addOverride("terraform.required_providers.null.version", version);
    app.synth();
    const [{ constructPath, level, message } = { message: "" }, ...others] = app.manifest.forStack(stack).annotations;
    expect([constructPath, level, others]).toEqual(["stack", "@cdktf/warn", []]);
    expect(message.slice(0, begin.length)).toBe(begin);
    expect(message).toContain("CDKTF_SKIP_PROVIDER_LOCK=true");
  });

  describe("on Windows", () => {
    const onWindows = () => given("the provider", {}, "win32");
    const warnings = ({ app, stack }: ReturnType<typeof given>) => {
      app.synth();
      return app.manifest.forStack(stack).annotations.map(({ level, message }) => `${level} ${message}`);
    };

    test("warns that Terraform cannot run the provider there, and says what to do", () => {
      expect(warnings(onWindows())).toEqual([
        expect.stringMatching(
          new RegExp(
            "^@cdktf/warn Terraform on this machine cannot run the provider tfprojects: on Windows it needs the " +
              "executable, which is a separate package\\. Install it \\(npm install " +
              "@tfprojects/provider-win32-\\w+@0\\.1\\.0\\), or use WSL, or deploy the output folder on Linux " +
              `\\(${FRAMEWORK} deploy --skip-synth\\)\\.$`,
          ),
        ),
      ]);
    });

    testWithTerraformVersion("says that remote runs are not affected, if there may be any", () => {
      const windows = onWindows();
      new CloudBackend(windows.stack, { organization: "acme", workspaces: new NamedCloudWorkspace("stack") });
      expect(warnings(windows)).toEqual([
        expect.stringMatching(/a separate package\. Runs that execute remotely are not affected\. Install it/),
      ]);
    });

    test("with the executable warns of nothing, and writes nothing that cannot run", () => {
      installPlatformPackage(join(folder, "app"), "windows_amd64");
      expect(warnings(onWindows())).toEqual([]);
      expect(readdirSync(inStack(PACKAGES))).toEqual([packageFor("windows_amd64")]);
    });

    test("writes the provider for Linux, too, where the stack can be deployed", () => {
      onWindows().app.synth();
      const platforms = ["linux_amd64", "linux_arm64", "windows_amd64", "windows_arm64"];
      expect(readdirSync(inStack(PACKAGES))).toEqual(platforms.map(packageFor));
    });
  });

  test("on other systems warns of nothing", () => {
    for (const on of ["linux", "darwin"] as const) {
      const { app, stack } = given("the provider", {}, on);
      app.synth();
      expect(app.manifest.forStack(stack).annotations).toEqual([]);
    }
  });

  describe("where executables are installed", () => {
    const [own, other] = platformsOf(system) as [ProviderPlatform, ProviderPlatform];

    test("writes the one for this machine, and the script for the other architecture, with the hashes of both", () => {
      const { hash, archive } = installPlatformPackage(join(folder, "app"), own);
      given().app.synth();
      expect(readdirSync(inStack(PACKAGES))).toEqual([packageFor(own), packageFor(other)]);
      expect(readFileSync(inStack(PACKAGES, packageFor(own)))).toEqual(readFileSync(archive));
      expect(lock().match(/h1:[^"]+/g)).toEqual([hash, expect.stringContaining("h1:")].sort());
      expect(lock()).toContain(hash);
    });

    testWithTerraformVersion("writes the one for Linux if Terraform runs remotely", () => {
      const { archive } = installPlatformPackage(join(folder, "app"), "linux_amd64");
      const { app, stack } = given("the provider", {}, "darwin");
      new CloudBackend(stack, { organization: "acme", workspaces: new NamedCloudWorkspace("stack") });
      app.synth();
      expect(readFileSync(inStack(PACKAGES, packageFor("linux_amd64")))).toEqual(readFileSync(archive));
      expect(readdirSync(inStack(PACKAGES))).toEqual(
        ["darwin_amd64", "darwin_arm64", "linux_amd64", "linux_arm64"].map(packageFor),
      );
    });

    test("writes those that the providers of the stack name, with one hash for each", () => {
      const { stack, app } = given("the provider", {}, "darwin");
      const named = (["linux_arm64", "windows_amd64"] as const).map((platform) => {
        new TfprojectsProvider(stack, platform, { alias: platform, platforms: [platform] });
        return installPlatformPackage(join(folder, "app"), platform).hash;
      });
      app.synth();
      expect(readdirSync(inStack(PACKAGES))).toEqual(
        ["darwin_amd64", "darwin_arm64", "linux_arm64", "windows_amd64"].map(packageFor),
      );
      expect(lock().match(/h1:[^"]+/g)).toHaveLength(3);
      for (const hash of named) expect(lock()).toContain(hash);
    });

    test("fails before it writes anything if a named one is not installed, and says how to install it", () => {
      const { app, stack } = given("the provider", {}, "linux");
      new TfprojectsProvider(stack, "linux", { alias: "linux", platforms: ["linux_arm64"] });
      expect(() => app.synth()).toThrow(
        /^No executable of the provider for linux_arm64, which "platforms" of TfprojectsProvider \(stack stack\) names: the npm package @tfprojects\/provider-linux-arm64 is not installed \(searched from .*app\)\. Run `npm install @tfprojects\/provider-linux-arm64@0\.1\.0`, or omit linux_arm64\. Terraform on linux_arm64 then runs the script of the provider, which needs Node\.js on the PATH\.$/,
      );
      expect(existsSync(inStack())).toBe(false);
    });
  });

  test("a platform that Terraform does not have is an error where it is named", () => {
    const { stack } = given();
    const platforms = ["linux_x64" as "linux_amd64"];
    expect(() => new TfprojectsProvider(stack, "x64", { alias: "x64", platforms })).toThrow(
      /^platforms of stack\/x64: "linux_x64" is not a platform of the provider\. .* one of linux_amd64, linux_arm64, /,
    );
  });

  test.each([
    ["a platform that this one does not have", new Set(["linux_amd64", "plan9_amd64"]), '"plan9_amd64" is not a plat'],
    ["what is no name", new Set([7]), "7 is not a platform of the provider. "],
    ["something else", ["linux_amd64"], '["linux_amd64"] is not a set of platforms. '],
  ])("fails before it writes anything if another version of the package names %s", (_, named, message) => {
    const app = new App({ outdir: join(folder, "out") });
    const stack = new TerraformStack(app, "stack");
    Object.defineProperty(stack, Symbol.for("tfprojects.platforms"), { value: named });
    const synth = () => {
      bundleProvider(stack, { system, installed: () => installed() });
      app.synth();
    };
    expect(synth).toThrow(`"platforms" of TfprojectsProvider (stack stack): ${message}`);
    expect(synth).toThrow(/linux_amd64, linux_arm64, .*windows_arm64\.$|same version of tfprojects/);
    expect(existsSync(inStack())).toBe(false);
  });

  test("platforms that are no list are an error that says so", () => {
    const { stack } = given();
    const platforms = "linux_amd64" as unknown as ["linux_amd64"];
    expect(() => new TfprojectsProvider(stack, "text", { alias: "text", platforms })).toThrow(
      'platforms of stack/text: "linux_amd64" is not a list. Use a list of platforms, such as ["linux_amd64"].',
    );
  });

  test("fails before it writes anything if the provider was not built", () => {
    const { app } = given();
    rmSync(join(folder, "executable"));
    expect(() => app.synth()).toThrow(/provider of tfprojects is missing/);
    expect(existsSync(inStack())).toBe(false);
  });
});

test("synthesizing in a test writes nothing and needs no executable", () => {
  const { stack } = given();
  rmSync(join(folder, "executable"));
  Testing.synth(stack, true);
  Testing.synthHcl(stack, true);
  expect(existsSync(inStack())).toBe(false);
});

describeWithTerraform("the real Terraform", () => {
  test("accepts the package and the lock file, and completes the lock file", () => {
    // GIVEN a stack with a further provider, which Terraform finds beside ours
    const { app, stack } = given();
    new RunTaskGate(stack, "gate", { runId: "run-1", resource: "null-resource" });
    app.synth();
    const before = lock();
    const [amd64, arm64] = ["amd64", "arm64"].map((architecture) =>
      inStack(`terraform.d/plugins/registry.terraform.io/hashicorp/null/3.2.4/${system}_${architecture}`),
    );
    for (const nullPackage of [amd64!, arm64!]) {
      mkdirSync(nullPackage, { recursive: true });
      writeFileSync(join(nullPackage, "terraform-provider-null_v3.2.4"), "", { mode: 0o755 });
    }
    const cliConfiguration = join(folder, "terraform.rc");
    writeFileSync(cliConfiguration, "");

    // WHEN
    const { status, stderr } = spawnSync(terraformExecutable!, ["init", "-no-color"], {
      cwd: inStack(),
      encoding: "utf8",
      env: {
        ...process.env,
        TF_CLI_CONFIG_FILE: cliConfiguration,
        CHECKPOINT_DISABLE: "1",
        TF_DATA_DIR: join(folder, "data"),
      },
    });

    // THEN it agreed with our hash, and added only what was missing
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    const hashOfNull = /(?<=3\.2\.4"\n) {2}hashes = \[\n {4}"h1:.*",\n {2}\]\n/;
    expect(lock()).toMatch(hashOfNull);
    // Each program has a header of its own.
    const withoutHeader = (text: string) => text.replace(/^# This file is maintained .*\n/, "");
    expect(withoutHeader(lock()).replace(hashOfNull, "")).toBe(withoutHeader(before));
  });

  test("keeps the provider of a stack after another stack with the same plugin cache is deleted", () => {
    // GIVEN two stacks, and the cache that the cdktf CLI gives them
    given().app.synth();
    const [first, second, cache] = [join(folder, "first"), join(folder, "second"), join(folder, "cache")] as const;
    for (const stack of [first, second]) cpSync(inStack(), stack, { recursive: true });
    mkdirSync(cache);
    const init = (cwd: string) =>
      spawnSync(terraformExecutable!, ["init", "-no-color"], {
        cwd,
        encoding: "utf8",
        env: { ...process.env, TF_PLUGIN_CACHE_DIR: cache, CHECKPOINT_DISABLE: "1" },
      });
    expect([init(first), init(second)]).toMatchObject([{ status: 0 }, { status: 0 }]);

    // WHEN
    rmSync(first, { recursive: true });

    // THEN
    const installed = join(second, ".terraform/providers/terraform.local/tfprojects/tfprojects/0.1.0");
    const [platform] = readdirSync(installed);
    const executable = join(installed, platform!, "terraform-provider-tfprojects_v0.1.0");
    expect(readFileSync(executable, "utf8")).toBe("the provider");
    expect(statSync(executable).mode & 0o111).toBe(0o111);
  });
});
