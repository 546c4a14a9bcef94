import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { installIntoStacks, locateStacks } from "../../src/provider-install/stacks";
import { PROVIDER_SOURCE } from "../../src/model/provider-address";
import { platformOf } from "../../src/platform";
import type { ProviderPlatform } from "../../src/constructs/provider-bundle/platform";
import { PlatformPackages } from "../../src/constructs/provider-bundle/platform-packages";
import { archiveName } from "../../src/constructs/provider-bundle/provider-package";
import { selectPackages } from "../../src/constructs/provider-bundle/select-packages";
import { VERSION } from "../../src/version";
import { installPlatformPackage } from "../support/platform-package";

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), "tfprojects-stacks-"))));
afterEach(() => rmSync(folder, { recursive: true }));

const path = (...parts: string[]) => join(folder, ...parts);
const write = (file: string, content: unknown) => {
  mkdirSync(dirname(path(file)), { recursive: true });
  writeFileSync(path(file), typeof content === "string" ? content : JSON.stringify(content));
};
const read = (file: string) => readFileSync(path(file), "utf8");

type Providers = Readonly<Record<string, { source: string; version?: string }>>;
const OWN: Providers = { tfprojects: { source: PROVIDER_SOURCE, version: VERSION } };

/** What an app in any language writes: a manifest, and a folder for each stack. */
function synthesize(stacks: Readonly<Record<string, Providers>>, more: object = {}): void {
  const entries = Object.entries(stacks).map(([name, required_providers]) => {
    const workingDirectory = `stacks/${name}`;
    write(`out/${workingDirectory}/cdk.tf.json`, { terraform: { required_providers, ...more } });
    const files = { synthesizedStackPath: `${workingDirectory}/cdk.tf.json`, stackMetadataPath: "metadata.json" };
    return [name, { name, constructPath: name, annotations: [], dependencies: [], workingDirectory, ...files }];
  });
  write("out/manifest.json", { version: "0.21.0", stacks: Object.fromEntries(entries) });
}

function install() {
  write("executable", "the provider");
  const installed = new PlatformPackages({ importers: [path("app")], archives: [] });
  return installIntoStacks(
    { outputFolder: path("out"), bindingsFolder: path("imports"), framework: "cdktf" },
    (alsoLinux) =>
      selectPackages(installed, {
        system: process.platform,
        alsoLinux,
        named: [],
        option: "--platform",
        script: path("executable"),
      }),
  );
}

const packagesOf = (stack: string) => readdirSync(path("out/stacks", stack, "terraform.d/plugins", PROVIDER_SOURCE));
const lockOf = (stack: string) => read(`out/stacks/${stack}/.terraform.lock.hcl`);

describe("the stacks of an app in another language", () => {
  test("each get the provider and its lock entry, if they require it", () => {
    synthesize({ one: OWN, two: OWN, other: { null: { source: "hashicorp/null", version: "3.2.4" } } });
    const before = read("out/manifest.json");
    const { warnings, result } = install();
    expect([warnings, result]).toEqual([[], expect.stringMatching(/into 2 stacks of .*out: one, two\.$/)]);
    for (const stack of ["one", "two"]) {
      expect(packagesOf(stack)).toHaveLength(2);
      expect(lockOf(stack)).toMatch(new RegExp(`constraints = "${VERSION}"\n {2}hashes = \\[\n {4}"h1:`));
    }
    expect(existsSync(path("out/stacks/other/.terraform.lock.hcl"))).toBe(false);
    expect(read("out/manifest.json")).toBe(before);
  });

  test("get executables where they are installed, also for Linux if Terraform runs remotely", () => {
    synthesize({ one: OWN });
    const { archive, hash } = installPlatformPackage(path("app"), "linux_arm64");
    const own = installPlatformPackage(path("app"), platformOf() as ProviderPlatform);
    install();
    expect(lockOf("one")).toContain(own.hash);
    synthesize({ one: OWN }, { cloud: { organization: "acme" } });
    install();
    const staged = `out/stacks/one/terraform.d/plugins/${PROVIDER_SOURCE}/${archiveName("linux_arm64")}`;
    expect(readFileSync(path(staged))).toEqual(readFileSync(archive));
    expect([lockOf("one").includes(own.hash), lockOf("one").includes(hash)]).toEqual([true, true]);
  });

  test("get the same lock file each time, with what Terraform has locked since", () => {
    synthesize({ one: OWN });
    install();
    const others = 'provider "registry.terraform.io/hashicorp/aws" {\n  version = "5.1.0"\n}\n';
    writeFileSync(path("out/stacks/one/.terraform.lock.hcl"), `${lockOf("one")}\n${others}`);
    install();
    expect([lockOf("one").match(/h1:/g)?.length, lockOf("one").includes(others)]).toEqual([1, true]);
  });

  test("lock other providers in the version that their bindings were generated from", () => {
    synthesize({ one: { ...OWN, null: { source: "hashicorp/null", version: "~> 3.2" } } });
    write("imports/versions.json", { "registry.terraform.io/hashicorp/null": "3.2.4" });
    expect(install().warnings).toEqual([]);
    expect(lockOf("one")).toContain(
      'provider "registry.terraform.io/hashicorp/null" {\n  version     = "3.2.4"\n  constraints = "~> 3.2"\n}',
    );
  });

  test("show a warning for another provider whose version is not known", () => {
    synthesize({ one: { ...OWN, null: { source: "hashicorp/null", version: "~> 3.2" } }, two: OWN });
    expect(install().warnings).toEqual([expect.stringMatching(/^one: Cannot lock the provider "null" \(~> 3\.2\)/)]);
  });

  test.each([{ cloud: { organization: "acme" } }, { backend: { remote: { organization: "acme" } } }])(
    "also get the provider for Linux, where HCP Terraform runs them: %j",
    (terraform) => {
      synthesize({ one: OWN }, terraform);
      install();
      expect(packagesOf("one")).toEqual(
        expect.arrayContaining([expect.stringContaining("linux_amd64"), expect.stringContaining("linux_arm64")]),
      );
    },
  );

  test("may all do without the provider", () => {
    synthesize({ other: {} });
    expect(install().result).toMatch(/^No stack of .*out requires the provider tfprojects\.$/);
  });

  test.each([
    ["another version", "0.0.1", "requires version 0.0.1 of the provider tfprojects"],
    ["no version", undefined, "requires no version of the provider tfprojects"],
  ])("that require %s are an error, and none is changed", (_, version, message) => {
    const other = { tfprojects: { source: PROVIDER_SOURCE, ...(version === undefined ? {} : { version }) } };
    synthesize({ one: OWN, two: other });
    expect(install).toThrow(`Stack two ${message}`);
    expect(existsSync(path("out/stacks/one/.terraform.lock.hcl"))).toBe(false);
  });

  test("that were not synthesized are an error with the next step", () => {
    expect(install).toThrow(
      expect.objectContaining({ nextStep: expect.stringContaining("after the app") as string }) as Error,
    );
  });
});

describe("where the stacks of an app are", () => {
  test("is what the cdktf CLI says, else what cdktf.json says", () => {
    write("cdktf.json", { app: "make", output: "built", codeMakerOutput: "imports" });
    const bindingsFolder = path("imports");
    expect(locateStacks(folder, {})).toEqual({ outputFolder: path("built"), bindingsFolder, framework: "cdktf" });
    expect(locateStacks(folder, { CDKTF_OUTDIR: "elsewhere" })).toEqual({
      outputFolder: "elsewhere",
      bindingsFolder,
      framework: "cdktf",
    });
  });
});
