import { spawnSync } from "node:child_process";
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { VERSION } from "../../src/version";
import { terraformJson } from "../cli/cli-fixture";
import { sharedCommandLine } from "../support/shared-bundle";

/** The package managers of the examples. Yarn has two, whose commands differ. */
export const MANAGERS = ["npm", "pnpm", "yarn 1", "yarn 4"] as const;
export type Manager = (typeof MANAGERS)[number];

/** The versions that are tested, as packages of npm. */
const PACKAGES: Readonly<Record<Exclude<Manager, "npm">, string>> = {
  pnpm: "pnpm@9.15.9",
  "yarn 1": "yarn@1.22.22",
  "yarn 4": "@yarnpkg/cli-dist@4.9.1",
};

/** The folder of the app in the repository. */
export const APP = "infrastructure/organization";

/** A repository with an app in a folder, whose packages and lock file are those of a package manager. */
export class CiRepository {
  readonly folder = mkdtempSync(join(tmpdir(), "tfprojects-repository-"));
  /** Programs in place of those on a runner. */
  readonly bin = mkdtempSync(join(tmpdir(), "tfprojects-bin-"));
  /** Home folder, with the caches of the package managers. */
  readonly #home = mkdtempSync(join(tmpdir(), "tfprojects-home-"));

  /** Writes the lock file; undefined if the package manager cannot be installed. */
  static create(manager: Manager): CiRepository | undefined {
    const repository = new CiRepository();
    if (manager === "npm" || repository.#install(manager)) {
      repository.#writeApp(manager);
      return repository;
    }
    repository.remove();
    return undefined;
  }

  get environment(): Readonly<Record<string, string>> {
    const { PATH = "" } = process.env;
    return {
      PATH: `${this.bin}:${PATH}`,
      HOME: this.#home,
      NO_COLOR: "1",
      // Berry would make the installation immutable by itself, and everything is local.
      YARN_ENABLE_TELEMETRY: "0",
      npm_config_offline: "true",
    };
  }

  remove(): void {
    for (const folder of [this.folder, this.bin, this.#home]) rmSync(folder, { recursive: true, force: true });
  }

  write(path: string, content: unknown): string {
    const absolute = join(this.folder, path);
    mkdirSync(dirname(absolute), { recursive: true });
    writeFileSync(absolute, typeof content === "string" ? content : JSON.stringify(content, null, 2));
    return absolute;
  }

  /** Writes the code of the app. */
  writeCode(...[projects, workspaces]: Parameters<typeof terraformJson>): void {
    this.write(`${APP}/main.tf.json`, terraformJson(projects, workspaces));
  }

  /** Installs the packages, so that `npm ci` in a copy of the repository has nothing to do, and `npx` only to start. */
  install(): void {
    this.#succeed("npm", ["ci"], join(this.folder, APP));
    this.program("npm", "#!/bin/sh\n");
    this.program("npx", '#!/bin/sh\n[ "$1" = --no ] && shift && exec "./node_modules/.bin/$@"\n');
  }

  /** As it was before {@link install}. */
  uninstall(): void {
    for (const name of ["npm", "npx"]) rmSync(join(this.bin, name));
    rmSync(join(this.folder, APP, "node_modules"), { recursive: true });
  }

  program(name: string, script: string): void {
    writeFileSync(join(this.bin, name), script);
    chmodSync(join(this.bin, name), 0o755);
  }

  #install(manager: Exclude<Manager, "npm">): boolean {
    // With the settings of this machine, which say where the registry is.
    const args = ["install", "--prefix", this.#home, "--no-save", "--ignore-scripts", PACKAGES[manager]];
    const { status } = spawnSync("npm", args, { cwd: this.#home, encoding: "utf8", timeout: 300_000 });
    const [name = ""] = manager.split(" ");
    const executable = {
      pnpm: "pnpm/bin/pnpm.cjs",
      "yarn 1": "yarn/bin/yarn.js",
      "yarn 4": "@yarnpkg/cli-dist/bin/yarn.js",
    }[manager];
    const path = join(this.#home, "node_modules", executable);
    if (status !== 0 || !existsSync(path)) return false;
    this.program(name, `#!/bin/sh\nexec "${process.execPath}" "${path}" "$@"\n`);
    // In place of the one that puts pnpm and yarn on the PATH.
    this.program("corepack", `#!/bin/sh\necho "$*" >> "${join(this.#home, "corepack.log")}"\n`);
    return true;
  }

  /** The package, as it is installed from its tarball. */
  #writeApp(manager: Manager): void {
    const vendor = join(this.folder, APP, "vendor");
    mkdirSync(vendor, { recursive: true });
    writeFileSync(join(vendor, `tfprojects-${VERSION}.tgz`), packedCommandLine());
    this.write(`${APP}/package.json`, {
      name: "organization",
      private: true,
      ...(manager === "npm" ? {} : { packageManager: PACKAGES[manager].replace(/^@yarnpkg\/cli-dist/, "yarn") }),
      dependencies: { tfprojects: `file:vendor/tfprojects-${VERSION}.tgz` },
    });
    const app = join(this.folder, APP);
    if (manager === "yarn 4") this.write(`${APP}/.yarnrc.yml`, "nodeLinker: node-modules\n");
    const lock = {
      npm: ["npm", "install", "--package-lock-only"],
      pnpm: ["pnpm", "install", "--lockfile-only"],
      "yarn 1": ["yarn", "install"],
      "yarn 4": ["yarn", "install", "--mode=update-lockfile", "--no-immutable"],
    }[manager];
    // Berry takes a folder for part of the project above it unless it has a lock file.
    if (manager === "yarn 4") this.write(`${APP}/yarn.lock`, "");
    this.#succeed(lock[0]!, lock.slice(1), app);
    rmSync(join(app, "node_modules"), { recursive: true, force: true });
    cpSync(join(__dirname, "../../examples/setup-tfprojects"), join(this.folder, ".github/actions/setup-tfprojects"), {
      recursive: true,
    });
  }

  #succeed(command: string, args: readonly string[], cwd: string): void {
    succeed(command, args, { cwd, env: this.environment });
  }
}

/** The package with the command line alone. */
let packed: Buffer | undefined;

function packedCommandLine(): Buffer {
  if (packed !== undefined) return packed;
  const source = mkdtempSync(join(tmpdir(), "tfprojects-package-"));
  sharedCommandLine(source);
  const script = join(source, "tfprojects.js");
  writeFileSync(script, readFileSync(script, "utf8").replace(/^(?!#!)/, "#!/usr/bin/env node\n"));
  chmodSync(script, 0o755);
  const description = { name: "tfprojects", version: VERSION, bin: { tfprojects: "tfprojects.js" } };
  writeFileSync(join(source, "package.json"), JSON.stringify(description));
  succeed("npm", ["pack", "--silent"], { cwd: source });
  packed = readFileSync(join(source, `tfprojects-${VERSION}.tgz`));
  rmSync(source, { recursive: true });
  return packed;
}

function succeed(
  command: string,
  args: readonly string[],
  options: { readonly cwd: string; readonly env?: NodeJS.ProcessEnv },
): void {
  const { status, stdout, stderr } = spawnSync(command, args, { ...options, encoding: "utf8", timeout: 300_000 });
  if (status !== 0) throw new Error(`${command} ${args.join(" ")} exited with ${status}:\n${stdout}${stderr}`);
}
