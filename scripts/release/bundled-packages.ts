import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Metafile } from "esbuild";

/** An npm package with code in a bundle. */
export interface BundledPackage {
  readonly name: string;
  readonly version: string;
  /** An SPDX expression. */
  readonly license: string;
  /** The texts of its files LICENSE, COPYING and NOTICE. */
  readonly licenseText: string;
  /** The integrity of its archive, as in package-lock.json (`sha512-…`); undefined if the lock file has none. */
  readonly integrity: string | undefined;
  /** Bundled packages that its bundled files import, by {@link packageUrl}. */
  readonly imports: readonly string[];
}

/** A bundle, and the packages in it. */
export interface BundleContents {
  /** Relative to the repository. */
  readonly file: string;
  /** By {@link packageUrl}. */
  readonly packages: readonly string[];
}

/** @see https://github.com/package-url/purl-spec */
export function packageUrl({ name, version }: Pick<BundledPackage, "name" | "version">): string {
  return `pkg:npm/${name.replace("@", "%40")}@${version}`;
}

/** Each bundle of a build with the packages in it. Sorted, so that the order of files has no effect. */
export function bundleContents(root: string, builds: readonly Metafile[]): readonly BundleContents[] {
  return builds
    .flatMap(({ outputs }) => Object.entries(outputs))
    .map(([file, { inputs }]) => ({ file, packages: urlsOf(root, inputsInUse(inputs)) }))
    .sort((a, b) => (a.file < b.file ? -1 : 1));
}

/** All packages with code in a bundle, by name and version. @throws Error for a package without a license */
export function bundledPackages(root: string, builds: readonly Metafile[]): readonly BundledPackage[] {
  const lock = readLock(root);
  const folders = new Set(builds.flatMap((build) => filesInUse(build).flatMap(folderOf)));
  const packages = [...folders].map((folder): BundledPackage => {
    const manifest = readManifest(root, folder);
    const files = builds.flatMap((build) =>
      filesInUse(build)
        .filter((file) => folderOf(file).includes(folder))
        .flatMap((file) => importsOf(build, file)),
    );
    return {
      ...manifest,
      licenseText: licenseText(join(root, folder), manifest.name),
      integrity: lock[folder]?.integrity,
      imports: urlsOf(root, files).filter((url) => url !== packageUrl(manifest)),
    };
  });
  return packages.sort((a, b) => (packageUrl(a) < packageUrl(b) ? -1 : 1));
}

function filesInUse({ outputs }: Metafile): readonly string[] {
  return Object.values(outputs).flatMap(({ inputs }) => inputsInUse(inputs));
}

/** Excludes files that were parsed and then left out. */
function inputsInUse(inputs: Metafile["outputs"][string]["inputs"]): readonly string[] {
  return Object.entries(inputs)
    .filter(([, { bytesInOutput }]) => bytesInOutput > 0)
    .map(([file]) => file);
}

/** Files in use that a file imports. */
function importsOf(build: Metafile, file: string): readonly string[] {
  const inUse = new Set(filesInUse(build));
  return (build.inputs[file]?.imports ?? []).map(({ path }) => path).filter((path) => inUse.has(path));
}

/** The folder of the package that contains a file; undefined for files of this package. */
function folderOf(file: string): readonly string[] {
  const folder = /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0];
  return folder === undefined ? [] : [folder];
}

function urlsOf(root: string, files: readonly string[]): readonly string[] {
  const folders = new Set(files.flatMap(folderOf));
  return [...new Set([...folders].map((folder) => packageUrl(readManifest(root, folder))))].sort();
}

function readManifest(root: string, folder: string): Pick<BundledPackage, "name" | "version" | "license"> {
  const { name, version, license } = readJson(join(root, folder, "package.json"));
  if (typeof name === "string" && typeof version === "string" && typeof license === "string")
    return { name, version, license };
  throw new Error(`${folder}/package.json must have a name, a version and a license, because it is bundled.`);
}

/** Some packages have their license in the README only. */
function licenseText(folder: string, name: string): string {
  const all = readdirSync(folder).sort();
  const read = (file: string): string => readFileSync(join(folder, file), "utf8").replaceAll("\r\n", "\n").trim();
  const texts = all.filter((file) => /^(licen[cs]e|copying|notice)/i.test(file)).map(read);
  if (texts.length > 0) return texts.join("\n\n");
  const sections = all
    .filter((file) => /^readme/i.test(file))
    .flatMap((file) => /^(?:#+ *licen[cs]e|licen[cs]e\n-+)\n([^]+)/im.exec(read(file))?.[1]?.trim() ?? []);
  if (sections[0] === undefined) throw new Error(`${name} is bundled, but has no file with its license.`);
  return sections[0];
}

function readLock(root: string): Readonly<Record<string, { readonly integrity?: string } | undefined>> {
  const path = join(root, "package-lock.json");
  if (!existsSync(path)) return {};
  return readJson(path)["packages"] as Readonly<Record<string, { readonly integrity?: string } | undefined>>;
}

function readJson(path: string): Readonly<Record<string, unknown>> {
  return JSON.parse(readFileSync(path, "utf8")) as Readonly<Record<string, unknown>>;
}
