import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { asObject, getString, stringMembers } from "../json";
import { tryReadJsonFileSync } from "../text-file";

/** A package in `node_modules`. */
export interface InstalledPackage {
  readonly folder: string;
  readonly version: string;
  readonly peerDependencies: Readonly<Record<string, string>>;
  readonly optionalPeers: readonly string[];
  /** The versions of Node.js that it supports; empty for any. */
  readonly node: string;
}

/** The frameworks of CDK apps; see `constructs/base/frameworks.ts`. */
export const FRAMEWORK_NAMES = ["cdktf", "cdktn"] as const;

type Framework = (typeof FRAMEWORK_NAMES)[number];

/** What the app in a folder is built on; `cdktf` where nothing says so. */
export function frameworkOf(folder: string): Framework {
  return findFramework(folder) ?? "cdktf";
}

/** What the app in a folder is built on, by its packages: an app in Python has only the CLI. Undefined without them. */
export function findFramework(folder: string): Framework | undefined {
  const [one, ...others] = FRAMEWORK_NAMES.filter((name) =>
    [name, `${name}-cli`].some((it) => findPackage(folder, it) !== undefined),
  );
  if (one !== undefined && others.length === 0) return one;
  // Both are installed, in a repository with several apps, or because one depends on the other; or neither is yet.
  return FRAMEWORK_NAMES.find((name) => [name, `${name}-cli`].some((it) => dependsOn(folder, it))) ?? one;
}

/** Whether the `package.json` of a folder names a package as a dependency of any kind. */
export function dependsOn(folder: string, name: string): boolean {
  const { dependencies, devDependencies, optionalDependencies } = asObject(
    tryReadJsonFileSync(join(folder, "package.json")),
  );
  return [dependencies, devDependencies, optionalDependencies].some((named) => Object.hasOwn(asObject(named), name));
}

/** A command of the CLI of a framework, as texts name it; of either where it is not known which one it is. */
export function cdkCommand(framework: Framework | undefined, command: string): string {
  return framework === undefined ? `cdktn ${command} (or cdktf ${command})` : `${framework} ${command}`;
}

/** The package that a file in the folder would import, as Node.js finds it; undefined without one. */
export function findPackage(folder: string, name: string): InstalledPackage | undefined {
  const absolute = resolve(folder);
  const found = join(absolute, "node_modules", name);
  if (existsSync(join(found, "package.json"))) return readPackage(found);
  const parent = dirname(absolute);
  return parent === absolute ? undefined : findPackage(parent, name);
}

function readPackage(folder: string): InstalledPackage | undefined {
  const content = asObject(tryReadJsonFileSync(join(folder, "package.json")));
  const { version, peerDependencies, peerDependenciesMeta, engines } = content;
  if (typeof version !== "string") return undefined;
  const optional = Object.entries(asObject(peerDependenciesMeta)).flatMap(([name, meta]) =>
    asObject(meta)["optional"] === true ? [name] : [],
  );
  return {
    folder,
    version,
    peerDependencies: stringMembers(asObject(peerDependencies)),
    optionalPeers: optional,
    node: getString(asObject(engines), "node") ?? "",
  };
}
