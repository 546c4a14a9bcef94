import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { unzipSync } from "fflate";
import {
  archiveOf,
  hashOfArchive,
  hashOfFiles,
  readScriptPackage,
  writeProviderPackage,
} from "../../../src/constructs/provider-bundle/provider-package";

let folder: string;
let archive: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "tfprojects-"));
  archive = join(
    folder,
    "terraform.d/plugins/terraform.local/tfprojects/tfprojects/terraform-provider-tfprojects_0.1.0_linux_amd64.zip",
  );
});
afterEach(() => rmSync(folder, { recursive: true }));

function executable(text: string) {
  const path = join(folder, "executable");
  writeFileSync(path, text);
  return path;
}

const write = (text: string) =>
  writeProviderPackage(join(folder, "terraform.d/plugins"), "linux_amd64", readScriptPackage(executable(text)).archive);

const contents = () =>
  Object.fromEntries(
    Object.entries(unzipSync(readFileSync(archive))).map(([name, bytes]) => [name, Buffer.from(bytes).toString()]),
  );

test("the package is written as an archive to the mirror, and is CommonJS in any user package", () => {
  write("v1");
  expect(contents()).toEqual({
    "terraform-provider-tfprojects_v0.1.0": "v1",
    "package.json": '{"type":"commonjs"}\n',
  });
});

test("an archive in a file becomes a hard link where it can, and is written once", () => {
  const published = join(folder, "published.zip");
  const files = { "terraform-provider-tfprojects_v0.1.0": Buffer.from("executable") };
  const stage = (bytes: Uint8Array) => {
    rmSync(published, { force: true });
    writeFileSync(published, bytes);
    writeProviderPackage(join(folder, "terraform.d/plugins"), "linux_amd64", published);
    return statSync(archive).ino;
  };
  const first = stage(archiveOf(files));
  expect(first).toBe(statSync(published).ino);
  expect(hashOfArchive(archive)).toBe(hashOfFiles(files));
  // The same content in another file, as after a reinstallation, changes nothing.
  expect(stage(archiveOf(files))).toBe(first);
  expect(stage(archiveOf({ ...files, LICENSE: Buffer.from("MIT") }))).toBe(statSync(published).ino);
  expect(Object.keys(contents())).toContain("LICENSE");
  expect(readdirSync(join(folder, "terraform.d"))).toEqual(["plugins"]);
});

test("an existing package is not written again", () => {
  write("v1");
  const { ino } = statSync(archive);
  write("v1");
  expect(statSync(archive).ino).toBe(ino);
});

test.each<[string, () => void]>([
  ["is different", () => write("v0")],
  ["is not an archive", () => writeFileSync(archive, "")],
])("a package that %s is replaced, without stale files", (_, spoil) => {
  write("v1");
  const before = contents();
  spoil();
  write("v1");
  expect(contents()).toEqual(before);
  expect(readdirSync(join(folder, "terraform.d"))).toEqual(["plugins"]);
});

test("a missing executable is an error that says what to do", () => {
  expect(() => readScriptPackage(join(folder, "nowhere"))).toThrow(/nowhere does not exist.*npm run build/);
});

test("the hash covers names and contents, not their order", () => {
  const [one, other] = [Buffer.from("one"), Buffer.from("other")];
  expect(hashOfFiles({ a: one, b: other })).toBe(hashOfFiles({ b: other, a: one }));
  expect(hashOfFiles({ a: one, b: other })).not.toBe(hashOfFiles({ a: other, b: one }));
  expect(hashOfFiles({ a: one })).toMatch(/^h1:[A-Za-z0-9+/]{43}=$/);
});
