import { spawn } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import { copyApp } from "../../scripts/copy-app";
import { CDKTF } from "./cdk-cli";
import { pack } from "./package-registry";
import { inheritedEnvironment, type Outcome } from "./terraform";

const ROOT = resolve(__dirname, "../..");

/**
 * A project as a user has it: a fresh folder outside the repository, with the packed package installed from its
 * tarball.
 */
export class UserProject {
  /**
   * In place of the one in the home directory that the cdktf CLI has Terraform use, which is shared with whatever else
   * runs.
   */
  readonly #pluginCache: string;

  #tarball = "";

  private constructor(readonly folder: string) {
    this.#pluginCache = mkdtempSync(join(tmpdir(), "tfprojects-plugins-"));
  }

  /** An empty folder. */
  static empty(): UserProject {
    return new UserProject(mkdtempSync(join(tmpdir(), "tfprojects-user-")));
  }

  /** Packs the package and installs it, with the peers that it needs, and what else is named. */
  static async create(...packages: readonly string[]): Promise<UserProject> {
    const project = UserProject.empty();
    // What was built before the tests is what is packed.
    const tarball = pack();
    project.#tarball = basename(tarball);
    copyFileSync(tarball, project.path(project.tarball));
    project.write("package.json", { name: "user", version: "1.0.0" });
    await project.install(`./${project.tarball}`, "cdktf@0.21.0", "constructs@10.7.2", ...packages);
    return project;
  }

  /** The packed package, a file in the folder. */
  get tarball(): string {
    return this.#tarball;
  }

  async install(...packages: readonly string[]): Promise<void> {
    // The registry may be one that only certificates of this machine vouch for.
    const certificates = process.env["TFPROJECTS_TEST_CERTIFICATES"];
    const env: RunOptions["env"] = certificates === undefined ? {} : { NODE_EXTRA_CA_CERTS: certificates };
    await this.succeed("npm", ["install", "--prefer-offline", "--no-audit", "--no-fund", ...packages], { env });
  }

  path(...parts: readonly string[]): string {
    return join(this.folder, ...parts);
  }

  write(file: string, content: string | object): this {
    mkdirSync(dirname(this.path(file)), { recursive: true });
    writeFileSync(this.path(file), typeof content === "string" ? content : JSON.stringify(content, null, 2));
    return this;
  }

  /** Puts a copy of an example of the repository into a folder of the project. */
  copyExample(name: string): string {
    const folder = this.path(name);
    copyApp(join(ROOT, "examples", name), folder);
    return folder;
  }

  /** The real cdktf CLI; `npx cdktf` in a project that has installed it. */
  cdktf(args: readonly string[], options: RunOptions = {}): Promise<Outcome> {
    return this.run(CDKTF, args, options);
  }

  run(file: string, args: readonly string[], { cwd = this.folder, env = {} }: RunOptions = {}): Promise<Outcome> {
    const child = spawn(file, [...args], {
      cwd,
      env: { ...inherited(), TF_PLUGIN_CACHE_DIR: this.#pluginCache, ...env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const said = { stdout: "", stderr: "" };
    child.stdout.setEncoding("utf8").on("data", (text: string) => (said.stdout += text));
    child.stderr.setEncoding("utf8").on("data", (text: string) => (said.stderr += text));
    return new Promise((resolveOutcome, reject) => {
      child.once("error", reject);
      child.once("close", (status) => resolveOutcome({ status, ...said, output: said.stdout + said.stderr }));
    });
  }

  /** As {@link run}, and throws with all output unless the status is 0. */
  async succeed(file: string, args: readonly string[], options: RunOptions = {}): Promise<Outcome> {
    const outcome = await this.run(file, args, options);
    if (outcome.status === 0) return outcome;
    throw new Error(`${file} ${args.join(" ")} ended with status ${String(outcome.status)}:\n${outcome.output}`);
  }

  remove(): void {
    for (const folder of [this.folder, this.#pluginCache]) rmSync(folder, { recursive: true, force: true });
  }
}

interface RunOptions {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** The environment, without what only these tests would have set. */
function inherited(): NodeJS.ProcessEnv {
  const entries = Object.entries(inheritedEnvironment()).filter(([name]) => !/^(TFE_|JEST_|npm_|CI$)/.test(name));
  return { ...Object.fromEntries(entries), CHECKPOINT_DISABLE: "1" };
}
