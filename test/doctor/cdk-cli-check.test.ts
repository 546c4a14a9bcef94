import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { cdkCliChecks } from "../../src/doctor/cdk-cli-check";
import { installPackage } from "../support/installed-package";

const ROOT = resolve(__dirname, "../..");
const VERSION = process.versions.node;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "doctor-"));
  mkdirSync(join(folder, "bin"));
  symlinkSync(process.execPath, join(folder, "bin/node"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const check = (app = folder) => cdkCliChecks(app, { PATH: join(folder, "bin") });

/** A package within cdktf-cli, with what Node.js does when it loads it. */
function installTerminal(code: string): void {
  const cli = join(folder, "node_modules/cdktf-cli");
  installPackage(cli, "@cdktf/node-pty-prebuilt-multiarch", "0.10.2", { main: "index.js" });
  writeFileSync(join(cli, "node_modules/@cdktf/node-pty-prebuilt-multiarch/index.js"), code);
}

test("without a CLI there is nothing to check, nor without node", async () => {
  expect(await check()).toMatchObject([{ status: "skipped", message: expect.stringContaining("neither cdktf-cli") }]);
  installPackage(folder, "cdktf-cli", "0.21.0");
  rmSync(join(folder, "bin/node"));
  expect(await check()).toMatchObject([{ status: "skipped", message: "not checked: needs node on the PATH" }]);
});

test.each([
  ["without a binary", `throw Object.assign(new Error("..."), { code: "ERR_DLOPEN_FAILED" })`, "ERR_DLOPEN_FAILED"],
  ["that lacks a file", `console.error("innerError"); require("./missing.node")`, "MODULE_NOT_FOUND"],
])("the CLI of cdktf does not start if it has a terminal module %s for this Node.js", async (_, code, reason) => {
  installPackage(folder, "cdktf-cli", "0.21.0");
  installTerminal(code);
  const [found, ...others] = await check();
  expect(others).toEqual([]);
  expect(found).toMatchObject({
    name: "cdk_cli",
    status: "warning",
    code: "CLI_CANNOT_START",
    message:
      `cdktf-cli 0.21.0 does not start with Node.js ${VERSION} at ${join(folder, "bin/node")}: ` +
      `its terminal module has no binary for that (${reason})`,
    values: { framework: "cdktf", version: "0.21.0", node: VERSION, starts: false },
  });
  expect(found?.next).toBe(
    "Use Node.js 20 or 22 for `cdktf`. Or do without: `tfprojects plan` synthesizes the app, and `tfprojects apply` " +
      "deploys it, as `terraform` does in the folder of each stack. Or move the app to cdktn, whose CLI runs on " +
      "Node.js 22.19 or later.",
  );
});

test.each(["devDependencies", "optionalDependencies"])("a CLI in %s that npm has left out is named", async (kind) => {
  writeFileSync(join(folder, "package.json"), JSON.stringify({ [kind]: { "cdktf-cli": "^0.21.0" } }));
  expect(await check()).toMatchObject([
    {
      status: "warning",
      code: "CLI_CANNOT_START",
      message: expect.stringMatching(/^cdktf-cli is in package\.json and not installed in /),
      next: expect.stringMatching(/^Use Node\.js 20 or 22 for `cdktf`\. Or do without: /),
      values: { framework: "cdktf", starts: false },
    },
  ]);
});

test("the CLI of cdktf starts if its terminal module does", async () => {
  installPackage(folder, "cdktf-cli", "0.21.0");
  installTerminal("");
  expect(await check()).toMatchObject([{ status: "passed", values: { starts: true } }]);
});

test("the CLI of cdktn starts with the versions of Node.js that it names", async () => {
  installPackage(folder, "cdktn-cli", "0.24.0", { engines: { node: ">=20.0.0" } });
  const message = `cdktn-cli 0.24.0, with Node.js ${VERSION} at ${join(folder, "bin/node")}`;
  expect(await check()).toMatchObject([{ status: "passed", message }]);
  installPackage(folder, "cdktn-cli", "0.25.0", { engines: { node: ">=99.0.0" } });
  const [found] = await check();
  expect(found).toMatchObject({ status: "warning", code: "CLI_CANNOT_START" });
  expect([found?.message, found?.next]).toEqual([
    expect.stringMatching(/^cdktn-cli 0\.25\.0 does not start with .*: it needs >=99\.0\.0$/),
    expect.stringMatching(/^Use Node\.js 22\.19 or later for `cdktn`\. Or do without: /),
  ]);
});

test("a node that fails is named", async () => {
  installPackage(folder, "cdktf-cli", "0.21.0");
  rmSync(join(folder, "bin/node"));
  writeFileSync(join(folder, "bin/node"), "#!/bin/sh\necho broken >&2\nexit 7\n", { mode: 0o755 });
  expect(await check()).toMatchObject([
    { status: "warning", message: expect.stringContaining(": exit status 7: broken"), values: { node: null } },
  ]);
});

test("the real CLI of cdktf loads its commands where the check says that it starts", async () => {
  const [found] = await check(ROOT);
  const loaded = spawnSync(process.execPath, ["-e", `require("cdktf-cli/bundle/bin/cmds/handlers.js")`], { cwd: ROOT });
  expect(found?.values["starts"]).toBe(loaded.status === 0);
});
