import { mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createFile, replaceFile, resolveTarget } from "../src/atomic-file";

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), "tfprojects-atomic-"))));
afterEach(() => rmSync(folder, { recursive: true }));

test("a new file is created only where there is nothing, not even a link", () => {
  const link = join(folder, "link");
  symlinkSync(join(folder, "nowhere"), link);
  for (const path of [link, folder]) expect(() => createFile(path)).toThrow(/EEXIST/);
  expect(readdirSync(folder)).toEqual(["link"]);
});

test("circular links are an error of the system", () => {
  symlinkSync("two", join(folder, "one"));
  symlinkSync("one", join(folder, "two"));
  expect(() => resolveTarget(join(folder, "one"))).toThrow(/ELOOP/);
});

test("a file is replaced through its links, and nothing is left beside it", () => {
  symlinkSync("lock", join(folder, "link"));
  for (const content of ["first", "second"]) {
    replaceFile(join(folder, "link"), content);
    expect([readFileSync(join(folder, "lock"), "utf8"), readlinkSync(join(folder, "link"))]).toEqual([content, "lock"]);
  }
  expect(readdirSync(folder).sort()).toEqual(["link", "lock"]);
});

test("a file that cannot be replaced stays, and nothing is left beside it", () => {
  const path = join(folder, "lock");
  replaceFile(path, "old");
  writeFileSync(join(folder, "other"), "");
  expect(() => replaceFile(join(folder, "other", "lock"), "new")).toThrow(/ENOTDIR/);
  expect(() => replaceFile(folder, "new")).toThrow(/EISDIR/);
  expect([readFileSync(path, "utf8"), readdirSync(folder).sort()]).toEqual(["old", ["lock", "other"]]);
});
