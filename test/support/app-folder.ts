import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { copyApp } from "../../scripts/copy-app";
import { waitForExit, type ProcessResult } from "../cli/command-line";
import type { Acme } from "./acme";
import type { AttachedProvider } from "./attached-provider";
import { COMMAND_LINE } from "./executables";
import { cdktfEnvironment, TerraformWorkspace } from "./terraform";

const ROOT = resolve(__dirname, "../..");

/**
 * In place of the one in the home directory that the cdktf CLI has Terraform use, which is shared with whatever else
 * runs.
 */
const PLUGIN_CACHE = "node_modules/.plugin-cache";

/** What an app is built on, as the names of the installed packages. */
const CDKTF = ["cdktf", "@cdktf"];

/** An app in a fresh folder outside the repository, with the package as it was built. */
export class AppFolder {
  readonly folder = mkdtempSync(join(tmpdir(), "tfprojects-app-"));

  constructor(framework: readonly string[] = CDKTF) {
    mkdirSync(join(this.folder, PLUGIN_CACHE), { recursive: true });
    symlinkSync(ROOT, join(this.folder, "node_modules/tfprojects"));
    for (const name of [".bin", ...framework, "constructs", "tsx"]) {
      symlinkSync(join(ROOT, "node_modules", name), join(this.folder, "node_modules", name));
    }
  }

  /** Copies an app of the repository, such as `examples/teams`. */
  copy(path: string): this {
    copyApp(join(ROOT, path), this.folder);
    return this;
  }

  write(file: string, content: string | object): this {
    writeFileSync(join(this.folder, file), typeof content === "string" ? content : JSON.stringify(content));
    return this;
  }

  /** Runs `tfprojects`, with the emulator as its service. */
  tfprojects(acme: Acme, ...args: readonly string[]): Promise<ProcessResult> {
    const [file, ...words] = COMMAND_LINE;
    return this.#run(acme, file, [...words, ...args]);
  }

  /** Runs the real cdktn CLI of the PATH, with the emulator as its service. */
  cdktn(acme: Acme, ...args: readonly string[]): Promise<ProcessResult> {
    return this.#run(acme, "cdktn", args);
  }

  /**
   * Runs the app, and has Terraform apply its stack: what `cdktf deploy` does, without the time that the cdktf CLI
   * takes.
   *
   * @param attached - The provider to which Terraform connects; otherwise it launches what is staged beside the stack.
   */
  async deploy(acme: Acme, stack: string, attached?: AttachedProvider): Promise<TerraformWorkspace> {
    await this.synth(acme);
    return this.deploySynthesized(acme, stack, attached);
  }

  /** As {@link deploy}, with the stack that the app wrote when it ran last. */
  async deploySynthesized(acme: Acme, stack: string, attached?: AttachedProvider): Promise<TerraformWorkspace> {
    const terraform = new TerraformWorkspace(acme.environment, attached, this.stackFolder(stack));
    await terraform.init();
    await terraform.succeed(["apply", "-auto-approve", "-input=false"]);
    return terraform;
  }

  /** Runs the app. */
  async synth(acme: Acme): Promise<void> {
    const synthesized = await this.#run(acme, process.execPath, ["--import", "tsx", "main.ts"]);
    if (synthesized.status !== 0) throw new Error(`The app ended with ${synthesized.status}:\n${synthesized.stderr}`);
  }

  /** Where the app writes a stack. */
  stackFolder(stack: string): string {
    return join(this.folder, "cdktf.out/stacks", stack);
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  #run(acme: Acme, command: string, args: readonly string[]): Promise<ProcessResult> {
    const { PATH = "", HOME = this.folder } = process.env;
    const cache = { TF_PLUGIN_CACHE_DIR: join(this.folder, PLUGIN_CACHE) };
    const env = {
      PATH,
      HOME,
      NO_COLOR: "1",
      CHECKPOINT_DISABLE: "1",
      ...cdktfEnvironment,
      ...cache,
      ...acme.environment,
    };
    return waitForExit(spawn(command, [...args], { cwd: this.folder, env }));
  }
}
