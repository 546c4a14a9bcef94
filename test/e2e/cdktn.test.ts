import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseSeed } from "../../src/emulator";
import { Acme } from "../support/acme";
import { AppFolder } from "../support/app-folder";
import { testWithCdktn } from "../support/cdk-cli";
import { describeWithTerraform } from "../support/terraform";
import { attachProvider } from "../support/tfprojects-provider";

const ROOT = resolve(__dirname, "../..");
const EXAMPLE = "examples/cdktn";
const seed = parseSeed(readFileSync(join(ROOT, EXAMPLE, "seed.json"), "utf8"));
const BEFORE = { "Default Project": ["checkout-api", "network-prod", "network-test"] };
const AFTER = { Checkout: ["checkout-api"], "Default Project": [], Platform: ["network-prod", "network-test"] };

let acme: Acme;
let app: AppFolder;
beforeEach(async () => {
  acme = await Acme.start({ seed });
  app = new AppFolder(["cdktn"]).copy(EXAMPLE);
});
afterEach(async () => {
  app.remove();
  await acme.stop();
});

describeWithTerraform("the app for cdktn, without its CLI", () => {
  test("is planned by the engine, deployed by Terraform, and destroyed", async () => {
    const planned = await app.tfprojects(acme, "plan", "--detailed-exitcode");
    expect([planned.status, planned.stdout]).toEqual([2, expect.stringContaining("Plan: 2 to create")]);
    // What the engine has synthesized is what the CLI would.
    const attached = await attachProvider();
    try {
      const terraform = await app.deploySynthesized(acme, "organization", attached);
      expect(acme.world).toEqual(AFTER);
      expect(await app.tfprojects(acme, "drift", "cdktf.out")).toMatchObject({ status: 0 });
      await terraform.succeed(["destroy", "-auto-approve", "-input=false"]);
      expect(acme.world).toEqual(BEFORE);
    } finally {
      await attached.stop();
    }
  });
});

describeWithTerraform("the app for cdktn, with its CLI", () => {
  testWithCdktn("is deployed, has no changes, and is destroyed", async () => {
    expect(await app.cdktn(acme, "deploy", "--auto-approve")).toMatchObject({ status: 0 });
    expect(acme.world).toEqual(AFTER);
    expect(await app.tfprojects(acme, "plan", "--detailed-exitcode")).toMatchObject({ status: 0 });
    acme.takeRequests();
    expect(await app.cdktn(acme, "deploy", "--auto-approve")).toMatchObject({ status: 0 });
    expect(acme.takeRequests().filter((request) => !request.startsWith("GET"))).toEqual([]);
    expect(await app.cdktn(acme, "destroy", "--auto-approve")).toMatchObject({ status: 0 });
    expect(acme.world).toEqual(BEFORE);
  });
});

describe("importing constructs whose framework is not installed", () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "tfprojects-framework-"));
    const copy = join(folder, "node_modules/tfprojects");
    for (const part of ["lib", "package.json"]) cpSync(join(ROOT, part), join(copy, part), { recursive: true });
    install("fflate", "constructs");
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  function install(...names: readonly string[]): void {
    mkdirSync(join(folder, "node_modules"), { recursive: true });
    for (const name of names) symlinkSync(join(ROOT, "node_modules", name), join(folder, "node_modules", name));
  }

  /** What loading each entry ends with. */
  function load(): readonly string[] {
    const script = `for (const name of ["tfprojects", "tfprojects/cdktn"]) {
      try { require(name); console.log("loaded"); } catch (error) { console.log(error.message); }
    }`;
    const { stdout } = spawnSync(process.execPath, ["-e", script], { cwd: folder, encoding: "utf8" });
    return stdout.trimEnd().split("\n");
  }

  test("names the packages to install if no framework is installed", () => {
    expect(load()).toEqual([
      '"tfprojects" needs cdktf, which is not installed: npm install "cdktf@^0.21.0" "constructs@^10.4.2". For an ' +
        'app that is built on cdktn, import from "tfprojects/cdktn": npm install "cdktn@^0.24.0" ' +
        '"constructs@>=10.6.0 <10.8.0".',
      '"tfprojects/cdktn" needs cdktn, which is not installed: npm install "cdktn@^0.24.0" ' +
        '"constructs@>=10.6.0 <10.8.0". For an app that is built on cdktf, import from "tfprojects": npm install ' +
        '"cdktf@^0.21.0" "constructs@^10.4.2".',
    ]);
  });

  test.each([
    ["cdktn", 'This app is built on cdktn; import from "tfprojects/cdktn". "tfprojects" has the constructs for cdktf.'],
    ["cdktf", 'This app is built on cdktf; import from "tfprojects". "tfprojects/cdktn" has the constructs for cdktn.'],
  ])("names the entry to import from if only %s is installed", (installed, message) => {
    install(installed);
    expect([...load()].sort()).toEqual([message, "loaded"].sort());
  });
});
