import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findExecutable } from "../../src/terraform/find-executable";

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), "tfprojects-"))));
afterEach(() => rmSync(folder, { recursive: true }));

/** A program in a folder. */
function given(path: string, mode = 0o755): string {
  mkdirSync(join(folder, path, ".."), { recursive: true });
  writeFileSync(join(folder, path), "", { mode });
  return join(folder, path);
}

test("a program is found in the first folder of the PATH that has it, and can be executed", () => {
  given("one/tool", 0o644);
  mkdirSync(join(folder, "two/tool"), { recursive: true });
  const found = given("three/tool");
  const env = { PATH: ["", "one", "two", "three"].map((name) => name && join(folder, name)).join(":") };
  expect(findExecutable("tool", env, "linux")).toBe(found);
  expect(findExecutable("other", env, "linux")).toBeUndefined();
  expect(findExecutable(found, {}, "linux")).toBe(found);
});

test("on Windows the extension may be omitted, and a script for other shells beside a batch file is not meant", () => {
  const [, batch] = [given("nodejs/npx"), given("nodejs/npx.cmd")];
  const program = given("tools/it.exe");
  const env = { Path: `${join(folder, "nodejs")};${join(folder, "tools")}` };
  expect(findExecutable("npx", env, "win32")).toBe(batch);
  expect(findExecutable("it", env, "win32")).toBe(program);
  expect(findExecutable("it.exe", env, "win32")).toBe(program);
  expect(findExecutable(join(folder, "tools/it"), {}, "win32")).toBe(program);
});
