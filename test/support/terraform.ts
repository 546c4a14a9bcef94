import { execFileSync, spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, delimiter, dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { AttachedProvider } from "./attached-provider";
import { WITHOUT_TERRAFORM } from "./without-terraform";

/** The program to test with, such as `tofu` or a path: another one is not taken in its place. */
const chosen = process.env["TFPROJECTS_HOST"] ?? "";

/**
 * The Terraform (or OpenTofu) to test with: `TFPROJECTS_HOST`; without that `TERRAFORM_BINARY_NAME`, else `terraform`,
 * else `tofu`. Null if there is none.
 */
export const terraformExecutable: string | null =
  (chosen === "" ? [process.env["TERRAFORM_BINARY_NAME"], "terraform", "tofu"] : [chosen])
    .filter((name) => name !== undefined && name !== "")
    .map((name) => findOnPath(name!))
    .find((path) => path !== null) ?? null;

const isTofu = terraformExecutable !== null && basename(terraformExecutable).startsWith("tofu");

/** The registry of providers whose source names none, such as `hashicorp/null`. */
export const REGISTRY = isTofu ? "registry.opentofu.org" : "registry.terraform.io";

/** OpenTofu 1.12 says that a provider did not respond, and not what it wrote when it crashed. */
export const SHOWS_CRASHES = !isTofu;

/** Has the cdktf CLI run the program to test with. */
export const cdktfEnvironment: Readonly<Record<string, string>> =
  chosen === "" || terraformExecutable === null ? {} : { TERRAFORM_BINARY_NAME: terraformExecutable };

/** The first versions with something. Without one of OpenTofu, it does not have it. */
export interface Since {
  readonly terraform: string;
  readonly tofu?: string;
}

/** Whether the program to test with has it. */
export function isSince({ terraform, tofu }: Since): boolean {
  const needed = isTofu ? tofu : terraform;
  return needed !== undefined && terraformExecutable !== null && isAtLeast(versionOf(terraformExecutable), needed);
}

/** Tests of what not every version has; skipped by name in those without. */
export function describeSince(name: string, since: Since, tests: () => void): void {
  const versions = [`Terraform ${since.terraform}`, ...(since.tofu === undefined ? [] : [`OpenTofu ${since.tofu}`])];
  if (isSince(since)) describe(name, tests);
  else describe.skip(`${name} (skipped: needs ${versions.join(" or ")})`, tests);
}

function versionOf(program: string): string {
  const output = execFileSync(program, ["version", "-json"], { encoding: "utf8", env: inheritedEnvironment() });
  return (JSON.parse(output) as { terraform_version: string }).terraform_version;
}

function isAtLeast(version: string, needed: string): boolean {
  const [have, want] = [version, needed].map((text) => text.split(/[.-]/).map(Number));
  const [major = 0, minor = 0] = have!;
  return major > want![0]! || (major === want![0]! && minor >= want![1]!);
}

/** Tests of what the Terraform of `npm test` does, and later ones or OpenTofu do in another way. */
export function describeWithDefaultTerraform(name: string, tests: () => void): void {
  if (chosen === "") describeWithTerraform(name, tests);
  else describe.skip(`${name} (skipped: TFPROJECTS_HOST is ${chosen})`, tests);
}

/** Tests that drive the real thing: skipped by name where it is missing, except in CI, where that is a failure. */
export function describeWithTerraform(name: string, tests: () => void): void {
  if (terraformExecutable !== null) describe(name, tests);
  else if (chosen !== "" || process.env["CI"] === "true") {
    describe(name, () => {
      it("needs terraform or tofu on the PATH", () => {
        throw new Error(
          chosen === ""
            ? "CI must run these tests, and neither terraform nor tofu was found on the PATH."
            : `TFPROJECTS_HOST is ${chosen}, which was not found on the PATH.`,
        );
      });
    });
  } else describe.skip(`${name} (${WITHOUT_TERRAFORM})`, tests);
}

/** A test of what has cdktf run `terraform version` at synth; without it as {@link describeWithTerraform}. */
export function testWithTerraformVersion(name: string, run: () => void): void {
  const program = process.env["TERRAFORM_BINARY_NAME"] ?? "terraform";
  if (findOnPath(program) !== null || process.env["CI"] === "true") test(name, run);
  else test.skip(`${name} (skipped: cdktf needs ${program} on the PATH)`, run);
}

/** What a finished command left. */
export interface Outcome {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** Both, for a look at everything that was said. */
  readonly output: string;
}

/** One resource or data source of `terraform show -json`. */
export interface ShownResource {
  readonly address: string;
  readonly mode: "managed" | "data";
  readonly type: string;
  readonly name: string;
  readonly index?: string | number;
  readonly tainted?: boolean;
  // oxlint-disable-next-line typescript/no-explicit-any -- a test says by its expectations what is in it
  readonly values: Readonly<Record<string, any>>;
}

/** Terraform's text in one line: it frames messages and breaks their lines, which tests must not depend on. */
export function unwrapped(text: string): string {
  return text.replace(/[╷│╵]/g, " ").replace(/\s+/g, " ");
}

export interface RunOptions {
  readonly env?: Readonly<Record<string, string>>;
}

/** A fresh folder, outside the repository, in which Terraform runs. */
export class TerraformWorkspace {
  readonly #env: Readonly<Record<string, string>>;

  /**
   * @param env for every command, beside the environment of the tests
   * @param attached to which Terraform connects; otherwise it launches what is staged
   * @param folder one that is there already
   */
  constructor(
    env: Readonly<Record<string, string>> = {},
    private readonly attached?: AttachedProvider,
    readonly folder = mkdtempSync(join(tmpdir(), "terraform-test-")),
  ) {
    writeFileSync(this.path(CLI_CONFIG), "");
    this.#env = env;
  }

  path(...parts: readonly string[]): string {
    return join(this.folder, ...parts);
  }

  write(file: string, content: string): this {
    mkdirSync(dirname(this.path(file)), { recursive: true });
    writeFileSync(this.path(file), content);
    return this;
  }

  /** Sets the CLI configuration, which is empty otherwise. */
  configure(text: string): void {
    writeFileSync(this.path(CLI_CONFIG), text);
  }

  /**
   * Puts a provider's executable where `terraform init` finds it without a network, and gives the path.
   *
   * @param source `HOST/NAMESPACE/TYPE`, as in `required_providers`
   */
  stageProvider(executable: string, source: string, version: string): string {
    const type = source.split("/").at(-1)!;
    const folder = this.path("terraform.d", "plugins", source, version, platform());
    mkdirSync(folder, { recursive: true });
    const staged = join(folder, `terraform-provider-${type}_v${version}`);
    copyFileSync(executable, staged);
    chmodSync(staged, 0o755);
    // Without it a package.json of a folder above could make node load the file as an ES module.
    writeFileSync(join(folder, "package.json"), '{"type":"commonjs"}\n');
    return staged;
  }

  /**
   * Runs `terraform ARGS`, without colours, questions or calls home. Not blocking: what the provider talks to may run
   * in the process of the test.
   */
  run(args: readonly string[], options: RunOptions = {}): Promise<Outcome> {
    return this.start(args, options).done;
  }

  /** As {@link run}, and throws with all output unless the status is 0. */
  async succeed(args: readonly string[], options: RunOptions = {}): Promise<Outcome> {
    const result = await this.run(args, options);
    if (result.status !== 0) {
      throw new Error(`terraform ${args.join(" ")} ended with status ${String(result.status)}:\n${result.output}`);
    }
    return result;
  }

  /** Starts `terraform ARGS` and does not wait; it leads a process group of its own, as in an interactive shell. */
  start(args: readonly string[], options: RunOptions = {}): RunningTerraform {
    const child = spawn(executable(), [...args], {
      cwd: this.folder,
      env: { ...this.environment, ...options.env, ...this.attached?.environment },
      stdio: ["ignore", "pipe", "pipe"],
      detached: true,
    });
    const attached = this.attached;
    const env = { TF_CLI_CONFIG_FILE: this.path(CLI_CONFIG), ...this.#env, ...options.env };
    return new RunningTerraform(child, attached === undefined ? undefined : (ended) => attached.during(env, ended));
  }

  init(): Promise<Outcome> {
    return this.succeed(["init", "-input=false"]);
  }

  plan(...more: readonly string[]): Promise<Outcome> {
    return this.run(["plan", "-input=false", ...more]);
  }

  apply(...more: readonly string[]): Promise<Outcome> {
    return this.run(["apply", "-auto-approve", "-input=false", ...more]);
  }

  destroy(...more: readonly string[]): Promise<Outcome> {
    return this.run(["destroy", "-auto-approve", "-input=false", ...more]);
  }

  /** Everything in the state, with child modules. Numbers beyond 2^53 lose digits here: see {@link stateText}. */
  async resources(): Promise<readonly ShownResource[]> {
    const shown = JSON.parse((await this.succeed(["show", "-json"])).stdout) as {
      values?: { root_module?: ShownModule };
    };
    return resourcesOf(shown.values?.root_module);
  }

  /** The resource at an address of the state; throws when there is none. */
  async resource(address: string): Promise<ShownResource> {
    const all = await this.resources();
    const found = all.find((resource) => resource.address === address);
    if (found !== undefined) return found;
    throw new Error(
      `${address} is not in the state, which has: ${all.map((one) => one.address).join(", ") || "nothing"}`,
    );
  }

  async outputs(): Promise<Readonly<Record<string, unknown>>> {
    const outputs = JSON.parse((await this.succeed(["output", "-json"])).stdout) as Record<string, { value: unknown }>;
    return Object.fromEntries(Object.entries(outputs).map(([name, { value }]) => [name, value]));
  }

  /** The state file as it is, or an empty text. */
  stateText(): string {
    const file = this.path("terraform.tfstate");
    return existsSync(file) ? readFileSync(file, "utf8") : "";
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** That of its commands, without the provider that they connect to. */
  get environment(): NodeJS.ProcessEnv {
    return {
      ...inheritedEnvironment(),
      TF_CLI_CONFIG_FILE: this.path(CLI_CONFIG),
      TF_CLI_ARGS: "-no-color",
      TF_IN_AUTOMATION: "1",
      CHECKPOINT_DISABLE: "1",
      ...this.#env,
    };
  }
}

/**
 * The environment for Terraform and what it launches: without what is set for this machine's own Terraform and Node.js,
 * such as `NODE_EXTRA_CA_CERTS`, whose certificates each launched provider would parse.
 */
export function inheritedEnvironment(): NodeJS.ProcessEnv {
  const entries = Object.entries(process.env).filter(([name]) => !/^(TF_|NODE_)/.test(name));
  return { ...Object.fromEntries(entries), ...cdktfEnvironment };
}

/** A command that is under way. */
export class RunningTerraform {
  #stdout = "";
  #stderr = "";
  readonly done: Promise<Outcome>;

  constructor(
    readonly child: ChildProcess,
    during: (ended: Promise<Outcome>) => Promise<Outcome> = (ended) => ended,
  ) {
    child.stdout?.setEncoding("utf8").on("data", (text: string) => (this.#stdout += text));
    child.stderr?.setEncoding("utf8").on("data", (text: string) => (this.#stderr += text));
    this.done = during(
      new Promise((resolve, reject) => {
        child.once("error", reject);
        child.once("close", (status) => resolve(outcome(status, this.#stdout, this.#stderr)));
      }),
    );
  }

  /** What a person does with Ctrl-C: the signal goes to Terraform and to all it has launched. */
  interrupt(): void {
    process.kill(-this.child.pid!, "SIGINT");
  }

  get output(): string {
    return this.#stdout + this.#stderr;
  }

  /** Resolves when the output has the text; rejects when Terraform ends without it. */
  async said(text: string): Promise<void> {
    for (let hasEnded = false; !this.output.includes(text);) {
      if (hasEnded) throw new Error(`Terraform did not say "${text}". It said:\n${this.output}`);
      hasEnded = await Promise.race([this.done.then(() => true), sleep(20, false)]);
    }
  }
}

const CLI_CONFIG = "terraform-cli-config.tfrc";

interface ShownModule {
  readonly resources?: readonly ShownResource[];
  readonly child_modules?: readonly ShownModule[];
}

function resourcesOf(module: ShownModule | undefined): readonly ShownResource[] {
  return [...(module?.resources ?? []), ...(module?.child_modules ?? []).flatMap(resourcesOf)];
}

function executable(): string {
  if (terraformExecutable === null) throw new Error("Neither terraform nor tofu was found on the PATH.");
  return terraformExecutable;
}

function outcome(status: number | null, stdout: string, stderr: string): Outcome {
  return { status, stdout, stderr, output: stdout + stderr };
}

/** The platform in Terraform's words, such as `linux_amd64`. */
function platform(): string {
  const system = process.platform === "win32" ? "windows" : process.platform;
  const architectures: Readonly<Record<string, string>> = { x64: "amd64", ia32: "386" };
  return `${system}_${architectures[process.arch] ?? process.arch}`;
}

function findOnPath(name: string): string | null {
  if (name.includes("/")) return existsSync(name) ? name : null;
  const suffix = process.platform === "win32" ? ".exe" : "";
  const folders = (process.env["PATH"] ?? "").split(delimiter);
  return folders.map((folder) => join(folder, name + suffix)).find((path) => existsSync(path)) ?? null;
}
