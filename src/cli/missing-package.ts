import { existsSync } from "node:fs";
import { isBuiltin } from "node:module";
import { dirname, join, resolve } from "node:path";
import { dependsOn, findPackage } from "../terraform/installed-packages";
import { ownMember } from "../own-member";

/** Messages of Node.js, TypeScript and shells about a module or a program that they do not find. */
const NOT_FOUND = [
  /Cannot find (?:package|module) '([^']+)'/,
  /^(?:\S+: )?(?:(?:line )?\d+: )?([\w@./-]+): (?:command )?not found$/m,
  /^(?:\S+: )?command not found: ([\w@./-]+)$/m,
  /^'([^']+)' is not recognized as an internal or external command/m,
];

/** Programs whose package has another name. */
const PACKAGES: Readonly<Record<string, string>> = { tsc: "typescript" };

/** A package that an app needs, and that is not installed. */
export interface MissingPackage {
  /** The package or the program, by the name that the app has for it. */
  readonly name: string;
  /** The command that installs it. */
  readonly install: string;
}

/**
 * The package that an app in a folder did not find, if it is a dependency of the app that is not installed.
 *
 * @param output - What the app printed.
 */
export function missingPackage(output: string, folder: string): MissingPackage | undefined {
  const name = NOT_FOUND.map((pattern) => pattern.exec(output)?.[1]).find((it) => it !== undefined);
  if (name === undefined || /^[./]|^\w:[\\/]/.test(name) || isBuiltin(name)) return undefined;
  const program = packageOf(name);
  const needed = ownMember(PACKAGES, program) ?? program;
  const dependent = foldersUpFrom(folder).find((it) => dependsOn(it, needed));
  if (dependent === undefined || findPackage(folder, needed) !== undefined) return undefined;
  return { name: program, install: `${packageManager(dependent).name} install` };
}

/** The package of a module: `cdktf` of `cdktf/lib/app`, `@scope/name` of `@scope/name/file`. */
function packageOf(module: string): string {
  return module.split("/", module.startsWith("@") ? 2 : 1).join("/");
}

interface PackageManager {
  readonly name: string;
  /** Its command that adds packages. */
  readonly add: string;
}

const NPM: PackageManager = { name: "npm", add: "install" };

/** The package managers by their lock files. */
const MANAGERS: Readonly<Record<string, PackageManager>> = {
  "package-lock.json": NPM,
  "pnpm-lock.yaml": { name: "pnpm", add: "add" },
  "yarn.lock": { name: "yarn", add: "add" },
};

/** The package manager of a folder: npm where there is no lock file. */
export function packageManager(folder: string): PackageManager {
  for (const place of foldersUpFrom(folder)) {
    const found = Object.entries(MANAGERS).find(([file]) => existsSync(join(place, file)));
    if (found !== undefined) return found[1];
  }
  return NPM;
}

function foldersUpFrom(folder: string): readonly string[] {
  const absolute = resolve(folder);
  const parent = dirname(absolute);
  return parent === absolute ? [absolute] : [absolute, ...foldersUpFrom(parent)];
}
