import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  packageHash,
  readProviderPackage,
  writeProviderPackage,
} from "../../../src/constructs/staging/provider-package";

let folder: string;
let packageFolder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "tfprojects-"));
  packageFolder = join(folder, "terraform.d/plugins/terraform.local/tfprojects/tfprojects/0.1.0/linux_amd64");
});
afterEach(() => rmSync(folder, { recursive: true }));

function executable(text: string) {
  const path = join(folder, "executable");
  writeFileSync(path, text);
  return path;
}

const contents = () =>
  Object.fromEntries(readdirSync(packageFolder).map((name) => [name, readFileSync(join(packageFolder, name), "utf8")]));

test("the package is put where Terraform looks for it, executable, and CommonJS whatever the user's package is", () => {
  writeProviderPackage(join(folder, "terraform.d/plugins"), "linux_amd64", readProviderPackage(executable("v1")));
  expect(contents()).toEqual({
    "terraform-provider-tfprojects_v0.1.0": "v1",
    "package.json": '{"type":"commonjs"}\n',
  });
  expect(statSync(join(packageFolder, "terraform-provider-tfprojects_v0.1.0")).mode & 0o111).toBe(0o111);
});

test("a package that is there already is left alone", () => {
  const files = readProviderPackage(executable("v1"));
  writeProviderPackage(join(folder, "terraform.d/plugins"), "linux_amd64", files);
  const { ino } = statSync(packageFolder);
  writeProviderPackage(join(folder, "terraform.d/plugins"), "linux_amd64", files);
  expect(statSync(packageFolder).ino).toBe(ino);
});

test.each<[string, () => void]>([
  ["is another", () => writeFileSync(join(packageFolder, "terraform-provider-tfprojects_v0.1.0"), "v0")],
  ["is not executable", () => chmodSync(join(packageFolder, "terraform-provider-tfprojects_v0.1.0"), 0o644)],
  ["has a file too many", () => writeFileSync(join(packageFolder, "stray"), "")],
  ["lacks a file", () => rmSync(join(packageFolder, "package.json"))],
])("a package that %s is replaced, leaving nothing behind", (_, spoil) => {
  const files = readProviderPackage(executable("v1"));
  writeProviderPackage(join(folder, "terraform.d/plugins"), "linux_amd64", files);
  const before = contents();
  spoil();
  writeProviderPackage(join(folder, "terraform.d/plugins"), "linux_amd64", files);
  expect(contents()).toEqual(before);
  expect(readdirSync(join(folder, "terraform.d"))).toEqual(["plugins"]);
});

test("a missing executable is an error that says what to do", () => {
  expect(() => readProviderPackage(join(folder, "nowhere"))).toThrow(/there is no .*nowhere.*npm run build/);
});

test("the hash covers names and contents, not their order", () => {
  const [one, other] = [Buffer.from("one"), Buffer.from("other")];
  expect(packageHash({ a: one, b: other })).toBe(packageHash({ b: other, a: one }));
  expect(packageHash({ a: one, b: other })).not.toBe(packageHash({ a: other, b: one }));
  expect(packageHash({ a: one })).toMatch(/^h1:[A-Za-z0-9+/]{43}=$/);
});
