import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { cliConfigurationCheck, providerCheck } from "../../src/doctor/provider-checks";
import { PROVIDER_SOURCE } from "../../src/model/provider-address";
import { platformsOf } from "../../src/constructs/provider-bundle/platform";
import { archiveOf, executableName, writeProviderPackage } from "../../src/constructs/provider-bundle/provider-package";
import { VERSION } from "../../src/version";

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), "doctor-"))));
afterEach(() => rmSync(folder, { recursive: true }));

/** Of a user with an empty home, whose machine has no providers for all users. */
const env = () => {
  const home = join(folder, "home");
  return { HOME: home, APPDATA: join(home, "AppData"), XDG_DATA_DIRS: join(home, "none") };
};

const ARCHIVE = new Uint8Array([1]);

function write(path: string, content: unknown): string {
  const absolute = join(folder, path);
  mkdirSync(dirname(absolute), { recursive: true });
  writeFileSync(absolute, typeof content === "string" ? content : JSON.stringify(content));
  return absolute;
}

/** A synthesized app with a stack that requires a version of the provider. */
function synthesize(required = VERSION, platforms = platformsOf(process.platform)): void {
  const stack = "stacks/organization";
  write("cdktf.out/manifest.json", {
    stacks: {
      organization: { synthesizedStackPath: `${stack}/cdk.tf.json`, stackMetadataPath: "x", workingDirectory: stack },
      other: { synthesizedStackPath: "stacks/other/cdk.tf.json", workingDirectory: "stacks/other" },
    },
  });
  const requires = (source: string, version: string): object => ({
    terraform: { required_providers: { it: { source, version } } },
  });
  write(`cdktf.out/${stack}/cdk.tf.json`, requires(PROVIDER_SOURCE, required));
  write("cdktf.out/stacks/other/cdk.tf.json", requires("hashicorp/null", "3.2.4"));
  const plugins = join(folder, "cdktf.out", stack, "terraform.d/plugins");
  mkdirSync(plugins, { recursive: true });
  if (required === VERSION) for (const platform of platforms) writeProviderPackage(plugins, platform, ARCHIVE);
}

const check = (appVersion = VERSION, platform: NodeJS.Platform = process.platform) =>
  checkApp({ language: "typescript", app: "npx tsx main.ts" }, appVersion, platform);

const checkApp = (app: { language: string; app: string }, appVersion = VERSION, platform = process.platform) =>
  providerCheck({
    folder,
    app: { ...app, outputFolder: join(folder, "cdktf.out") },
    appVersion,
    env: env(),
    platform,
  });

describe("the provider of a cdktf app", () => {
  test("is beside each stack that requires it", () => {
    synthesize();
    const found = check();
    expect([found.status, found.message]).toEqual([
      "passed",
      `${VERSION} beside 1 stack of cdktf.out, 0 of them initialized`,
    ]);
  });

  test("is counted as initialized after terraform init", () => {
    synthesize();
    write(`cdktf.out/stacks/organization/.terraform/providers/${PROVIDER_SOURCE}/${VERSION}/linux_amd64/provider`, "");
    expect(check().message).toContain("1 of them initialized");
  });

  test("is missing if the app was synthesized on another platform", () => {
    synthesize(VERSION, ["plan9_amd64"]);
    const found = check();
    expect(found).toMatchObject({ status: "failed", code: "PROVIDER_NOT_STAGED" });
    expect([found.message, found.next]).toEqual([
      expect.stringContaining("organization"),
      expect.stringContaining("npx cdktf synth"),
    ]);
  });

  test("is outdated if the app has another version by now", () => {
    synthesize();
    expect(check("0.0.9")).toMatchObject({ status: "warning", code: "PROVIDER_OUTDATED" });
  });

  test("is outdated if the lock file has another version", () => {
    synthesize();
    write(
      "cdktf.out/stacks/organization/.terraform.lock.hcl",
      `provider "${PROVIDER_SOURCE}" {\n  version = "0.0.1"\n}\n`,
    );
    expect(check()).toMatchObject({ status: "warning", code: "PROVIDER_OUTDATED" });
  });

  test("may be the installed one", () => {
    synthesize("0.0.9");
    expect(check("0.0.9").code).toBe("PROVIDER_NOT_STAGED");
    const name = platformsOf(process.platform)[0]!;
    for (const platform of [name, name.replace("amd64", "arm64")])
      write(`home/.terraform.d/plugins/${PROVIDER_SOURCE}/terraform-provider-tfprojects_0.0.9_${platform}.zip`, "");
    expect(check("0.0.9").status).toBe("passed");
  });

  test("is not looked for before the first synth", () => {
    expect(check()).toMatchObject({ status: "skipped" });
  });
});

describe("the provider of an app in another language", () => {
  const GO = { language: "go", app: "go run main.go" };

  test("is a warning if the app does not install it into its stacks, also before the first synth", () => {
    const found = checkApp(GO);
    expect(found).toMatchObject({ status: "warning", code: "PROVIDER_NOT_LOCKED" });
    expect([found.message, found.next]).toEqual([
      expect.stringContaining("the first deployment of each new stack fails"),
      expect.stringContaining("tfprojects provider install --app ."),
    ]);
    synthesize();
    expect(checkApp(GO).message).toContain("the first deployment of organization fails");
  });

  test("is checked like that of any other app if it does", () => {
    const app = { ...GO, app: `${GO.app} && npx tfprojects provider install --stacks` };
    expect(checkApp(app)).toMatchObject({ status: "skipped" });
    synthesize();
    expect(checkApp(app)).toMatchObject({ status: "passed" });
  });
});

describe("the provider without cdktf", () => {
  const installed = (version: string): void => {
    for (const platform of platformsOf(process.platform))
      write(
        `home/.terraform.d/plugins/${PROVIDER_SOURCE}/terraform-provider-tfprojects_${version}_${platform}.zip`,
        "",
      );
  };
  const plain = (platform: NodeJS.Platform = process.platform) =>
    providerCheck({ folder, app: undefined, appVersion: VERSION, env: env(), platform });

  test("need not be installed", () => {
    expect(plain()).toMatchObject({ status: "skipped" });
  });

  test("is installed, in this version or another one", () => {
    installed("0.0.1");
    expect(plain()).toMatchObject({ status: "warning", code: "PROVIDER_OUTDATED" });
    installed(VERSION);
    expect(plain()).toMatchObject({ status: "passed" });
  });

  test("on Windows has to be the executable", () => {
    expect(plain("win32")).toMatchObject({
      status: "warning",
      code: "UNSUPPORTED_PLATFORM",
      next: expect.stringContaining("npm install @tfprojects/provider-win32-") as string,
    });
    const platform = platformsOf("win32").find((name) => name.endsWith(process.arch === "arm64" ? "arm64" : "amd64"))!;
    const plugins = join(folder, "home/AppData/terraform.d/plugins");
    mkdirSync(plugins, { recursive: true });
    writeProviderPackage(plugins, platform, archiveOf({ [executableName()]: Buffer.from("the script") }));
    expect(plain("win32").code).toBe("UNSUPPORTED_PLATFORM");
    writeProviderPackage(plugins, platform, archiveOf({ [executableName(platform)]: Buffer.from("it") }));
    expect(plain("win32")).toMatchObject({ status: "passed" });
  });
});

describe("the Terraform CLI configuration", () => {
  const MIRROR = "mirror/terraform.d/plugins";
  const configured = (text: string, env: Record<string, string> = {}) => {
    write(".terraformrc", text);
    return cliConfigurationCheck({ HOME: folder, ...env });
  };
  const mirror = (): string => {
    write(`${MIRROR}/${PROVIDER_SOURCE}/${VERSION}.zip`, "");
    return join(folder, MIRROR);
  };

  test("may be missing, or have nothing to do with providers", () => {
    expect(cliConfigurationCheck({ HOME: folder })).toMatchObject({ status: "passed", message: "none" });
    expect(configured('credentials "app.terraform.io" { token = "x" }')).toMatchObject({ status: "passed" });
    const missing = cliConfigurationCheck({ HOME: folder, TF_CLI_CONFIG_FILE: "/no/such/file" });
    expect([missing.status, missing.message]).toEqual(["passed", "none (/no/such/file does not exist)"]);
  });

  test("with a development override of the provider is a warning", () => {
    const found = configured(
      `provider_installation {\n  dev_overrides { "${PROVIDER_SOURCE}" = "/my/build" }\n  direct {}\n}`,
    );
    expect([found.status, found.code]).toEqual(["warning", "DEV_OVERRIDE"]);
    expect(found.message).toContain("/my/build");
  });

  test.each([
    ["direct only", "direct {}", "NO_MIRROR"],
    ["a mirror that does not have it", 'filesystem_mirror { path = "/no/such" }', "NO_MIRROR"],
    ["a mirror that has it", 'filesystem_mirror { path = "MIRROR" }', undefined],
    [
      "a mirror that includes it",
      'filesystem_mirror { path = "MIRROR"\n include = ["terraform.local/*/*"] }',
      undefined,
    ],
    ["a mirror of others only", 'filesystem_mirror { path = "MIRROR"\n include = ["hashicorp/*"] }', "NO_MIRROR"],
    [
      "a mirror that excludes it",
      'filesystem_mirror { path = "MIRROR"\n exclude = ["terraform.local/*/*"] }',
      "NO_MIRROR",
    ],
    ["nothing but overrides of others", 'dev_overrides { "hashicorp/null" = "/x" }', "NO_MIRROR"],
  ])("with provider_installation: %s", (_, block, code) => {
    const found = configured(`provider_installation {\n ${block.replace("MIRROR", mirror())}\n}`);
    expect(found.code).toBe(code);
  });

  test("with a plugin cache that does not exist is a warning", () => {
    expect(configured('plugin_cache_dir = "$HOME/cache"').code).toBe("PLUGIN_CACHE_MISSING");
    mkdirSync(join(folder, "cache"));
    expect(configured('plugin_cache_dir = "$HOME/cache"').values["plugin_cache"]).toBe(join(folder, "cache"));
    // Terraform creates it.
    const own = configured("", { TF_PLUGIN_CACHE_DIR: "/no/such/$CACHE" });
    expect([own.status, own.values["plugin_cache"]]).toEqual(["passed", "/no/such/$CACHE"]);
  });

  test("that cannot be parsed is a warning", () => {
    write(".terraform.d/broken.tfrc.json", "{");
    expect(cliConfigurationCheck({ HOME: folder }).code).toBe("UNREADABLE_CLI_CONFIGURATION");
  });
});
