import { existsSync } from "node:fs";
import { join } from "node:path";
import { CommandLine } from "../command-line";

/** Without the provider beside it. */
let cli: CommandLine;
beforeAll(() => (cli = CommandLine.build()));
afterAll(() => cli.remove());

describe("tfprojects provider install", () => {
  test("into a folder that is not there is an error, and makes none", async () => {
    const { status, stdout, stderr } = await cli.launch(["provider", "install", "--folder", "mistyped"]);
    expect([status, stdout, stderr]).toEqual([1, "", expect.stringContaining("Folder mistyped does not exist.")]);
    expect(existsSync(join(cli.folder, "mistyped"))).toBe(false);
  });

  test("without the provider's executable says what to do", async () => {
    const { status, stdout, stderr } = await cli.launch(["provider", "install", "--folder", "."]);
    expect([status, stdout, stderr]).toEqual([1, "", expect.stringContaining("reinstall the package")]);
    expect(existsSync(join(cli.folder, "terraform.d"))).toBe(false);
  });

  test("install is all that there is", async () => {
    const { status, stderr } = await cli.launch(["provider", "remove"]);
    expect([status, stderr]).toEqual([1, expect.stringContaining("Allowed choices are install.")]);
  });
});
