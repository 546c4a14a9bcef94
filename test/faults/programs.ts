import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { COMMAND_LINE } from "../support/executables";
import { TerraformWorkspace, unwrapped } from "../support/terraform";
import { terraformJson } from "../support/terraform-json";
import { REQUIRED_PROVIDERS, stageProvider } from "../support/tfprojects-provider";
import type { Workload } from "./workloads";

/** How a program ended. */
export interface ProgramResult {
  readonly status: number | null;
  readonly output: string;
}

/** A program that applies a workload in its own process. */
export interface Program {
  /** The projects as they should be afterwards. */
  readonly desired: Workload["desired"];
  prepare(): Promise<void>;
  /** Applies once. */
  start(): RunningProgram;
  /** Applies, and follows the advice of errors. */
  apply(): Promise<ProgramResult>;
  remove(): void;
}

/** A running program. */
export class RunningProgram {
  readonly ended: Promise<ProgramResult>;

  constructor(readonly child: ChildProcess) {
    let output = "";
    child.stdout?.on("data", (chunk: Buffer) => (output += chunk.toString()));
    child.stderr?.on("data", (chunk: Buffer) => (output += chunk.toString()));
    this.ended = once(child, "close").then(() => ({ status: child.exitCode, output }));
  }

  /** Kills the process itself. */
  kill(): void {
    this.child.kill("SIGKILL");
  }

  /** Kills the process and its descendants. */
  killGroup(): void {
    if (this.child.pid !== undefined) process.kill(-this.child.pid, "SIGKILL");
  }

  /** Kills only the process's children. */
  killChildren(): void {
    for (const child of childrenOf(this.child.pid)) process.kill(child, "SIGKILL");
  }
}

/** The options of `tfprojects apply`. */
export function engineOptions({ options: { prune, evacuate, maxDeletes } = {} }: Workload): readonly string[] {
  return [
    ...(prune === true ? ["--prune"] : []),
    ...(evacuate === true ? ["--evacuate"] : []),
    ...(maxDeletes === undefined ? [] : [`--max-deletes=${maxDeletes}`]),
  ];
}

/** `tfprojects apply`. */
export class EngineProgram implements Program {
  readonly #folder = mkdtempSync(join(tmpdir(), "tfprojects-kill-"));

  constructor(
    private readonly workload: Workload,
    private readonly env: Readonly<Record<string, string>>,
  ) {}

  get desired(): Workload["desired"] {
    return this.workload.desired;
  }

  prepare(): Promise<void> {
    writeFileSync(join(this.#folder, "main.tf.json"), JSON.stringify(terraformJson({ resources: this.workload.code })));
    return Promise.resolve();
  }

  start(): RunningProgram {
    const { PATH = "", HOME = "" } = process.env;
    const [file, ...words] = COMMAND_LINE;
    const child = spawn(file, [...words, "apply", this.#folder, "--auto-approve", ...engineOptions(this.workload)], {
      env: { PATH, HOME, NO_COLOR: "1", ...this.env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    return new RunningProgram(child);
  }

  apply(): Promise<ProgramResult> {
    return this.start().ended;
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

/** `terraform apply`. */
export class TerraformProgram implements Program {
  readonly #terraform: TerraformWorkspace;

  constructor(
    private readonly workload: Workload,
    env: Readonly<Record<string, string>>,
  ) {
    this.#terraform = new TerraformWorkspace(env);
    stageProvider(this.#terraform);
  }

  get desired(): Workload["desired"] {
    return this.workload.desired;
  }

  async prepare(): Promise<void> {
    this.#write(this.workload.managed ?? {});
    await this.#terraform.init();
    if (this.workload.managed !== undefined) await this.#terraform.succeed(["apply", "-auto-approve"]);
    this.#write(this.workload.code);
  }

  start(): RunningProgram {
    return new RunningProgram(this.#terraform.start(["apply", "-auto-approve", "-input=false"]).child);
  }

  /** Imports a project that was created without Terraform's knowledge, as the error says. */
  async apply(): Promise<ProgramResult> {
    for (let attempt = 1; ; attempt += 1) {
      const { status, output } = await this.start().ended;
      const taken = IMPORT_ADVICE.exec(unwrapped(output));
      if (status === 0 || taken === null || attempt > 4) return { status, output };
      await this.#terraform.run(["import", taken[1]!, taken[2]!]);
    }
  }

  remove(): void {
    this.#terraform.remove();
  }

  #write(resources: Workload["code"]): void {
    this.#terraform.write("main.tf.json", codeForTerraform(resources));
  }
}

/** Address and ID in the error about a project that exists; other diagnostics may precede it. */
const IMPORT_ADVICE = /with (tfprojects_project\.\w+),(?:(?! with tfprojects_).)*?`import ADDRESS (prj-\w+)`/;

/** A `main.tf.json` with these resources and the provider's source. */
export function codeForTerraform(resources: Workload["code"]): string {
  const terraform = { required_providers: REQUIRED_PROVIDERS };
  return JSON.stringify({ terraform, ...terraformJson({ resources }) });
}

/** Child processes of all threads of this process. */
function childrenOf(pid: number | undefined): readonly number[] {
  try {
    return readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
      readFileSync(`/proc/${pid}/task/${thread}/children`, "utf8").split(" ").filter(Boolean).map(Number),
    );
  } catch {
    return [];
  }
}
