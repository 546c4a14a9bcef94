import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PlatformPackages } from "../../../src/constructs/provider-bundle/platform-packages";
import { archiveName, archiveOf, hashOfFiles } from "../../../src/constructs/provider-bundle/provider-package";
import { installPlatformPackage } from "../../support/platform-package";

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), "tfprojects-"))));
afterEach(() => rmSync(folder, { recursive: true }));

const app = () => join(folder, "app");
const packages = () => new PlatformPackages({ importers: [app(), join(folder, "library")], archives: [folder] });

test("an executable is found where the app or the library would import its package", () => {
  // All before the first look: Jest, unlike Node.js, remembers what it did not find.
  const inLibrary = installPlatformPackage(join(folder, "library"), "linux_amd64");
  installPlatformPackage(join(folder, "library"), "linux_arm64");
  const inApp = installPlatformPackage(app(), "linux_arm64", { text: "of the app" });
  expect(packages().tryFind("darwin_amd64")).toBeUndefined();
  expect(packages().tryFind("linux_amd64")).toMatchObject({ archive: inLibrary.archive });
  const found = packages().tryFind("linux_arm64");
  expect([found?.archive, found?.hash()]).toEqual([inApp.archive, inApp.hash]);
});

test("an executable may be an archive in a folder", () => {
  const files = { executable: Buffer.from("it") };
  const archive = join(folder, archiveName("linux_arm64"));
  writeFileSync(archive, archiveOf(files));
  const found = packages().tryFind("linux_arm64");
  expect([found?.archive, found?.hash()]).toEqual([archive, hashOfFiles(files)]);
});

test("there is none for a platform that the provider is not built for", () => {
  expect(packages().tryFind("freebsd_amd64")).toBeUndefined();
});

test("a package of another version is an error that says which one is needed", () => {
  const { folder: where } = installPlatformPackage(app(), "darwin_arm64", { version: "0.0.9" });
  expect(() => packages().tryFind("darwin_arm64")).toThrow(
    `The npm package @tfprojects/provider-darwin-arm64 has version 0.0.9 (in ${where}), but tfprojects has 0.1.0: a ` +
      "stack requires the provider of exactly its version of tfprojects. Run `npm install " +
      "@tfprojects/provider-darwin-arm64@0.1.0`.",
  );
});

test.each<[string, (where: string, archive: string) => void]>([
  ["the archive", (_, archive) => rmSync(archive)],
  ["its description", (where) => writeFileSync(join(where, "package.json"), '{"version":"0.1.0"}')],
])("a package without %s is incomplete", (_, spoil) => {
  const { folder: where, archive } = installPlatformPackage(app(), "windows_arm64");
  spoil(where, archive);
  expect(() => packages().tryFind("windows_arm64")).toThrow(
    `The npm package @tfprojects/provider-win32-arm64 is incomplete: ${where} does not have the archive of the ` +
      "provider. Remove the folder, and run `npm install @tfprojects/provider-win32-arm64@0.1.0`.",
  );
});

test("the executable for a platform that was named must be installed", () => {
  mkdirSync(app());
  expect(() => packages().find("linux_amd64", "--platform", "Something then happens.")).toThrow(
    "No executable of the provider for linux_amd64, which --platform names: the npm package " +
      `@tfprojects/provider-linux-x64 is not installed (searched from ${app()} and ${join(folder, "library")}). Run ` +
      "`npm install @tfprojects/provider-linux-x64@0.1.0`, put " +
      `terraform-provider-tfprojects_0.1.0_linux_amd64.zip into ${folder}, or omit linux_amd64. Something then ` +
      "happens.",
  );
});
