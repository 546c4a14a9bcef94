import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { CommandLine } from "../command-line";

/** The command line without the executable of the provider. */
let cli: CommandLine;
beforeAll(() => (cli = CommandLine.build()));
afterAll(() => cli.remove());

describe("tfprojects provider install", () => {
  test("does not create a missing folder", async () => {
    const { status, stdout, stderr } = await cli.launch(["provider", "install", "--folder", "mistyped"]);
    expect([status, stdout, stderr]).toEqual([1, "", expect.stringContaining("Folder mistyped does not exist.")]);
    expect(existsSync(join(cli.folder, "mistyped"))).toBe(false);
  });

  test("reports a missing executable with the next step", async () => {
    const { status, stdout, stderr } = await cli.launch(["provider", "install", "--folder", "."]);
    expect([status, stdout, stderr]).toEqual([1, "", expect.stringContaining("reinstall the package")]);
    expect(existsSync(join(cli.folder, "terraform.d"))).toBe(false);
  });

  test("names the package of a platform that is not installed", async () => {
    const { status, stdout, stderr } = await cli.launch(["provider", "install", "--platform", "darwin_arm64"]);
    expect([status, stdout]).toEqual([1, ""]);
    expect(stderr).toMatch(
      /Cannot install the provider: No executable of the provider for darwin_arm64, which --platfo/,
    );
    expect(stderr.split("\n").slice(1).join("\n")).toBe(
      "Run `npm install @tfprojects/provider-darwin-arm64@0.1.0`, or omit darwin_arm64. `terraform init` on " +
        "darwin_arm64 then fails, because it finds no provider.\n",
    );
  });

  test("is the only action", async () => {
    const { status, stderr } = await cli.launch(["provider", "remove"]);
    expect([status, stderr]).toEqual([1, expect.stringContaining("Allowed choices are install.")]);
  });

  test.each([
    [["--app", ".", "--folder", "."], "'--app <folder>' cannot be used with option '--folder <folder>'"],
    [["--stacks", "--app", "."], "'--stacks' cannot be used with option '--app <folder>'"],
    [["--stacks", "--folder", "."], "'--stacks' cannot be used with option '--folder <folder>'"],
    [["--app", "mistyped"], "No app in mistyped: mistyped/cdktf.json does not exist."],
    [["--stacks"], "it has no cdktf.json"],
  ])("refuses %j", async (options, message) => {
    const { status, stdout, stderr } = await cli.run(["provider", "install", ...options]);
    expect([status, stdout, stderr]).toEqual([1, "", expect.stringContaining(message)]);
  });

  test("leaves the app alone when it cannot install the provider", async () => {
    const path = join(cli.folder, "cdktf.json");
    const settings = JSON.stringify({ language: "go", app: "go run main.go" });
    writeFileSync(path, settings);
    const { status, stderr } = await cli.run(["provider", "install", "--app", "."]);
    expect([status, stderr]).toEqual([1, expect.stringContaining("reinstall the package")]);
    expect(readFileSync(path, "utf8")).toBe(settings);
  });
});
