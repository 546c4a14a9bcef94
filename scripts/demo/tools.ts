import { spawn } from "node:child_process";
import { accessSync, constants, mkdirSync, readdirSync, symlinkSync } from "node:fs";
import { delimiter, join, resolve } from "node:path";
import { readCdktfConfiguration } from "../../src/terraform/cdk-app";
import { copyApp } from "../copy-app";
import { printCommand } from "./print";

const ROOT = resolve(__dirname, "../..");
export const EXAMPLES = join(ROOT, "examples");

/** The path of Terraform or OpenTofu; undefined if neither is installed. */
export function findTerraform(): string | undefined {
  const named = process.env["TERRAFORM_BINARY_NAME"];
  for (const name of named === undefined ? ["terraform", "tofu"] : [named]) {
    const candidates = name.includes("/")
      ? [resolve(name)]
      : (process.env["PATH"] ?? "").split(delimiter).map((folder) => join(folder, name));
    const found = candidates.find(isExecutable);
    if (found !== undefined) return found;
  }
  return undefined;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** The result of a command. */
export interface CommandResult {
  readonly status: number | null;
  readonly output: string;
  readonly milliseconds: number;
}

/** Runs the commands of the demo in one environment. */
export class Tools {
  constructor(
    private readonly terraform: string | undefined,
    private readonly environment: Readonly<Record<string, string>>,
  ) {}

  /** Prints and runs the app of a copy of an example, and returns the folder of its stack. */
  async synth(example: string, folder: string): Promise<CommandResult & { readonly stack: string }> {
    const project = this.copyExample(example, folder);
    const configuration = readCdktfConfiguration(project);
    if (configuration === undefined) throw new Error(`The example ${example} has no cdktf.json.`);
    const { app, outputFolder } = configuration;
    printCommand(app);
    // In a shell, as the cdktf CLI does, which does not start on every version of Node.js.
    const ended = mustSucceed(app, await this.#run(app, [], project, { shell: true }));
    const stacks = join(outputFolder, "stacks");
    const [stack] = readdirSync(stacks);
    if (stack === undefined) throw new Error(`The example ${example} has no stack.`);
    return { ...ended, stack: join(stacks, stack) };
  }

  /** Copies an example to its own project, and returns the folder. */
  copyExample(example: string, folder: string): string {
    copyApp(join(EXAMPLES, example), join(folder, example));
    return this.linkPackages(example, folder);
  }

  /** Installs this package and its peers in a project, as links, and returns the folder. */
  linkPackages(name: string, folder: string): string {
    const project = join(folder, name);
    const modules = join(project, "node_modules");
    mkdirSync(modules);
    symlinkSync(ROOT, join(modules, "tfprojects"));
    for (const name of ["cdktf", "constructs", "@cdktf", "tsx"]) {
      symlinkSync(join(ROOT, "node_modules", name), join(modules, name));
    }
    return project;
  }

  /** Prints and runs `tfprojects …`. @throws Error for any other exit status */
  tfprojects(folder: string, args: readonly string[], statuses?: readonly number[]): Promise<CommandResult> {
    printCommand(`tfprojects ${args.join(" ")}`);
    return this.tfprojectsQuietly(folder, args, statuses);
  }

  /** Runs `tfprojects …`. @throws Error for any other exit status */
  async tfprojectsQuietly(
    folder: string,
    args: readonly string[],
    statuses: readonly number[] = [0],
  ): Promise<CommandResult> {
    const ended = await this.#run(process.execPath, [join(ROOT, "dist/tfprojects.js"), ...args], folder);
    return mustSucceed(`tfprojects ${args.join(" ")}`, ended, statuses);
  }

  /** Runs `terraform …` in the folder of a stack. @throws Error for any other exit status */
  async terraformInStack(
    folder: string,
    args: readonly string[],
    statuses: readonly number[] = [0],
  ): Promise<CommandResult> {
    if (this.terraform === undefined) throw new Error("This story has no Terraform.");
    const ended = await this.#run(this.terraform, args, folder);
    return mustSucceed(`terraform ${args.join(" ")}`, ended, statuses);
  }

  #run(file: string, args: readonly string[], cwd: string, { shell = false } = {}): Promise<CommandResult> {
    const started = Date.now();
    const child = spawn(file, args, { cwd, env: this.#environment(), shell, stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (text: string) => (output += text));
    }
    return new Promise((resolveEnded, reject) => {
      child.once("error", reject);
      child.once("close", (status) => resolveEnded({ status, output, milliseconds: Date.now() - started }));
    });
  }

  #environment(): NodeJS.ProcessEnv {
    return {
      ...process.env,
      ...this.environment,
      ...(this.terraform === undefined ? {} : { TERRAFORM_BINARY_NAME: this.terraform }),
      NO_COLOR: "1",
      TF_IN_AUTOMATION: "1",
      TF_CLI_ARGS: "-no-color",
      CHECKPOINT_DISABLE: "1",
    };
  }
}

function mustSucceed(what: string, ended: CommandResult, statuses: readonly number[] = [0]): CommandResult {
  if (ended.status !== null && statuses.includes(ended.status)) return ended;
  throw new Error(`${what} ended with status ${String(ended.status)}:\n${ended.output}`);
}
