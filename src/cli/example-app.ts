import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { FRAMEWORKS } from "../constructs/base/frameworks";
import { CodeFolder } from "../files/code-folder";
import type { GeneratedFile } from "../files/generated-file";
import { DEV_DEPENDENCIES, packageFiles } from "../import/cdktf/scaffold";
import { formatList, pluralize } from "../reconcile";
import { shellWord } from "../shell-quote";
import { findPackage } from "../terraform/installed-packages";
import { readTextFile } from "../text-file";
import { UserError } from "../user-error";
import { InterruptedError } from "./action-command";
import { runChild } from "./child-process";
import { ask } from "./confirm";
import { packageManager } from "./missing-package";
import { printErr } from "./output";
import { EXAMPLE_NAMES, EXAMPLES, EXAMPLES_TEXT, type Example, type ExampleName } from "./examples";
import { ownRequirement } from "./own-requirement";

const SEED = "seed.json";
/** Has the seed of an organization that is too large to be written by hand. */
const SEED_MODULE = "seed.cjs";
/** What is not code of an example: it explains the folder, or is the organization. */
const NOT_CODE = new Set(["README.md", SEED, SEED_MODULE]);

const FRAMEWORK = "cdktf";

const ADVICE = {
  ifPresent: "Run the command in an empty folder.",
  ifUnreadable: "Run the command in another folder.",
  ifUnwritable: "Run the command in a folder that you may write to.",
};

/** Whether a folder has nothing but what a package manager and Git put there. */
async function isEmpty(folder: string): Promise<boolean> {
  const names = await readdir(folder);
  return names.every((name) => name.startsWith(".") || OF_PACKAGE_MANAGERS.has(name));
}

const OF_PACKAGE_MANAGERS = new Set([
  "node_modules",
  "package.json",
  "package-lock.json",
  "pnpm-lock.yaml",
  "yarn.lock",
]);

/**
 * Asks which example to begin with, if there is a terminal and the folder is empty.
 *
 * @returns undefined for none.
 * @throws UserError for another answer; InterruptedError after a signal.
 */
export async function offerExample(folder: string): Promise<ExampleName | undefined> {
  if (!process.stdin.isTTY || !(await isEmpty(folder))) return undefined;
  const { answer, signal } = await ask(
    "This folder has no app. To begin with an example, enter its name:",
    EXAMPLES_TEXT,
    "It is written to this folder, and the packages that it needs are installed.",
    "Without a name, only the command runs.",
  );
  if (signal !== undefined) throw new InterruptedError("Canceled. Nothing was written.", CANCELED, signal);
  if (answer === "") return undefined;
  const found = EXAMPLE_NAMES.find((name) => name === answer);
  if (found !== undefined) return found;
  throw new UserError(`There is no example ${JSON.stringify(answer)}. Nothing was written.`, CANCELED);
}

const CANCELED = `Use --example with one of ${EXAMPLE_NAMES.join(", ")}, or --seed with a seed of your own.`;

/** An app of the package's examples, and the organization that it is for. */
export class ExampleApp {
  private constructor(
    readonly name: ExampleName,
    private readonly files: readonly GeneratedFile[],
    /** The file with its organization. */
    readonly seed: GeneratedFile,
  ) {}

  /** @throws UserError when this installation has no examples. */
  static async read(name: ExampleName): Promise<ExampleApp> {
    const { app, others }: Example = EXAMPLES[name];
    const examples = examplesFolder();
    const parts = [[app, ""], ...Object.entries(others)] as const;
    const code = await Promise.all(parts.map(([part, target]) => codeOf(join(examples, part), target)));
    const seed = { path: SEED, content: await seedOf(join(examples, app)) };
    return new ExampleApp(name, [...code.flat(), seed], seed);
  }

  /**
   * Writes it to a folder, and installs the packages that are missing there.
   *
   * @throws UserError when the folder has one of the files, or when they cannot be written or installed.
   */
  async writeTo(folder: string): Promise<void> {
    const absolute = resolve(folder);
    const requirement = ownRequirement(absolute);
    const needed = { ...FRAMEWORKS[FRAMEWORK].packages, tfprojects: requirement, tsx: DEV_DEPENDENCIES.tsx };
    const missing = Object.entries(needed).filter(([name]) => findPackage(absolute, name) === undefined);
    const isPackage = existsSync(join(absolute, "package.json"));
    const packaging =
      missing.length === 0 || isPackage
        ? []
        : packageFiles(`${this.name}-example`, { framework: FRAMEWORK, requirement });
    const files = [...this.files, ...packaging];
    await new CodeFolder(absolute, ADVICE).write(files, undefined);
    const written = formatList(files.map(({ path }) => path));
    printErr(
      `Wrote ${pluralize(files.length, "file")} of the example ${this.name}: ${written}.`,
      `It is explained in ${EXAMPLES[this.name].page} of the package.`,
    );
    if (missing.length === 0) return;
    const { name: manager, add } = packageManager(absolute);
    await install(manager, isPackage ? [add, ...missing.map(([name, spec]) => `${name}@${spec}`)] : ["install"]);
  }
}

/** The examples of the package: that of this program, or where it is an executable, that which is installed here. */
function examplesFolder(): string {
  const own = resolve(__dirname, "../examples");
  if (existsSync(own)) return own;
  const installed = findPackage(".", "tfprojects");
  if (installed !== undefined) return join(installed.folder, "examples");
  throw new UserError(
    "This installation has no examples.",
    "Install the npm package in this folder, which has them, or use --seed with a seed of your own.",
  );
}

/** The code in a folder. */
async function codeOf(folder: string, target: string): Promise<readonly GeneratedFile[]> {
  const names = (await readdir(folder)).filter((name) => !NOT_CODE.has(name)).sort();
  return Promise.all(
    names.map(async (name) => ({ path: target + name, content: await readTextFile(join(folder, name)) })),
  );
}

async function seedOf(folder: string): Promise<string> {
  const module = join(folder, SEED_MODULE);
  if (!existsSync(module)) return readTextFile(join(folder, SEED));
  return `${JSON.stringify(createRequire(__filename)(module), null, 2)}\n`;
}

/** @throws UserError when it fails. */
async function install(command: string, args: readonly string[]): Promise<void> {
  const line = [command, ...args].map(shellWord).join(" ");
  printErr("", `$ ${line}`);
  const status = await runChild(command, args, process.env, process.stderr);
  if (status === 0) return;
  throw new UserError(
    `The packages of the example could not be installed: ${command} exited with status ${status}.`,
    `The files are written. Run \`${line}\`, and then the command with --seed ${SEED} instead of --example.`,
    { isPartial: true },
  );
}
