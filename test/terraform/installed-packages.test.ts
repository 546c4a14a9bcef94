import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { cdkCommand, findFramework, frameworkOf } from "../../src/terraform/installed-packages";
import { installPackage } from "../support/installed-package";

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), "tfprojects-"))));
afterEach(() => rmSync(folder, { recursive: true }));

const install = (name: string, version: string) => installPackage(folder, name, version);

const write = (content: object) => writeFileSync(join(folder, "package.json"), JSON.stringify(content));

describe("what an app is built on", () => {
  test("is what is installed, and cdktf without either", () => {
    expect([findFramework(folder), frameworkOf(folder)]).toEqual([undefined, "cdktf"]);
    install("cdktn", "0.24.0");
    expect(frameworkOf(folder)).toBe("cdktn");
  });

  test("is that of the CLI, which is all that an app in another language has", () => {
    install("cdktn-cli", "0.24.0");
    expect(findFramework(folder)).toBe("cdktn");
  });

  test("is what its package.json names, with both installed", () => {
    install("cdktn", "0.24.0");
    install("cdktf", "0.21.0");
    expect(frameworkOf(folder)).toBe("cdktf");
    write({ dependencies: { cdktn: "^0.24.0" } });
    expect(frameworkOf(folder)).toBe("cdktn");
  });

  test("is what its package.json names, before anything is installed", () => {
    write({ devDependencies: { "cdktn-cli": "^0.24.0" } });
    expect(findFramework(folder)).toBe("cdktn");
  });
});

test.each([
  ["cdktn", "cdktn get"],
  ["cdktf", "cdktf get"],
  [undefined, "cdktn get (or cdktf get)"],
] as const)("a command of the CLI of %s", (framework, expected) => {
  expect(cdkCommand(framework, "get")).toBe(expected);
});
