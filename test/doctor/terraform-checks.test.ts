import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { nodeCheck, SUPPORTED_NODE, terraformChecks } from "../../src/doctor/terraform-checks";

let folder: string;
let bin: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "doctor-"));
  bin = join(folder, "bin");
  mkdirSync(bin);
});
afterEach(() => rmSync(folder, { recursive: true }));

function program(name: string, script: string): string {
  const path = join(bin, name);
  writeFileSync(path, `#!/bin/sh\n${script}\n`);
  chmodSync(path, 0o755);
  return path;
}

const env = (): Record<string, string> => ({ PATH: bin });

describe("Terraform and OpenTofu", () => {
  test("are found on the PATH, with their versions", async () => {
    const terraform = program("terraform", `echo "Terraform v1.11.4"; echo "on linux_amd64"`);
    const tofu = program("tofu", `echo "OpenTofu v1.12.6"`);
    const found = await terraformChecks(env());
    expect(found.map(({ status, message }) => [status, message])).toEqual([
      ["passed", `Terraform 1.11.4 at ${terraform}`],
      ["passed", `OpenTofu 1.12.6 at ${tofu}`],
    ]);
  });

  test("are not asked for newer releases, and get no input", async () => {
    program("terraform", `test "$CHECKPOINT_DISABLE" = 1 && ! read input && echo "Terraform v1.11.4"`);
    expect((await terraformChecks(env()))[0]!.status).toBe("passed");
  });

  test.each([
    ["terraform", "Terraform v1.1.9", "TERRAFORM_TOO_OLD"],
    ["terraform", "Terraform v1.16.0-rc2", undefined],
    ["terraform", "Terraform v1.2.0-beta1", undefined],
    ["tofu", "OpenTofu v1.6.0", undefined],
    ["terraform", "something else", "TERRAFORM_FAILED"],
  ])("%s that prints %s: %s", async (name, output, code) => {
    program(name, `echo "${output}"`);
    expect((await terraformChecks(env())).map((it) => it.code)).toEqual([code]);
  });

  test("that fail are a warning with the first line of their error", async () => {
    program("terraform", `printf '╷\\n│ \\033[31mError: Invalid CLI configuration\\033[0m\\n╵\\n' >&2; exit 1`);
    const [found] = await terraformChecks(env());
    expect(found).toMatchObject({ status: "warning", code: "TERRAFORM_FAILED" });
    expect(found!.message).toContain("exit status 1: Error: Invalid CLI configuration");
  });

  test("are missing: a warning, since the engine needs neither", async () => {
    const [found] = await terraformChecks(env());
    expect(found).toMatchObject({ status: "warning", code: "TERRAFORM_NOT_FOUND" });
    expect(found!.next).toContain("`tfprojects plan`, `apply` and `drift` need neither");
  });

  test("a file that cannot be executed is none", async () => {
    writeFileSync(join(bin, "terraform"), "");
    expect((await terraformChecks(env()))[0]!.code).toBe("TERRAFORM_NOT_FOUND");
  });

  test("TERRAFORM_BINARY_NAME names that of cdktf", async () => {
    program("tofu", `echo "OpenTofu v1.12.6"`);
    const [found, ...others] = await terraformChecks({ ...env(), TERRAFORM_BINARY_NAME: "tofu" });
    expect([found!.values["is_for_cdktf"], others]).toEqual([true, []]);
    const [missing] = await terraformChecks({ ...env(), TERRAFORM_BINARY_NAME: "terragrunt" });
    expect([missing!.code, missing!.message]).toEqual(["TERRAFORM_NOT_FOUND", expect.stringContaining("terragrunt")]);
  });
});

describe("Node.js", () => {
  test("has to be as new as the package says", async () => {
    const { engines } = JSON.parse(readFileSync(resolve(__dirname, "../../package.json"), "utf8")) as {
      engines: { node: string };
    };
    expect(SUPPORTED_NODE.replaceAll(" ", "")).toBe(engines.node);
    expect(await nodeCheck(env(), "20.8.1")).toMatchObject({ status: "failed", code: "NODE_TOO_OLD" });
  });

  test("is also the one on the PATH", async () => {
    symlinkSync(process.execPath, join(bin, "node"));
    expect(await nodeCheck(env())).toMatchObject({ status: "passed", details: [] });
  });

  test("has to be on the PATH, for the provider", async () => {
    expect(await nodeCheck(env())).toMatchObject({ status: "warning", code: "NODE_NOT_ON_PATH" });
  });

  test.each([
    ["v18.19.0", "warning"],
    ["v22.1.0", "passed"],
  ])("on the PATH may be another one: %s is %s", async (version, status) => {
    const path = program("node", `echo ${version}`);
    const found = await nodeCheck(env());
    expect(found.status).toBe(status);
    expect(JSON.stringify(found)).toContain(path);
  });
});
