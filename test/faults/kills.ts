import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { VERSION } from "../../src/version";
import { terraformExecutable, TerraformWorkspace } from "../support/terraform";
import { terraformJson } from "../support/terraform-json";
import type { Failure } from "./matrix";
import { FaultyOrganization } from "./organization";
import { desiredByTerraform, WORKLOADS, type Workload } from "./workloads";

const DIST = resolve(__dirname, "../../dist");
const SOURCE = "terraform.local/tfprojects/tfprojects";
const CLI = join(DIST, "tfprojects.js");

/** What is killed with SIGKILL, while a workload is applied. */
export type Victim = "engine" | "provider" | "terraform";
export const VICTIMS: readonly Victim[] = ["engine", "provider", "terraform"];

/** How a workload ended whose program was killed at some moment, and which was then run again. */
export async function killProblems(victim: Victim, workload: Workload, delayMs: number): Promise<readonly string[]> {
  const organization = await FaultyOrganization.begin(workload);
  const { address, token } = organization.emulator;
  const env = { TFE_ADDRESS: address, TFE_TOKEN: token, TFE_ORGANIZATION: "acme" };
  const program = victim === "engine" ? new EngineProgram(workload, env) : new TerraformProgram(workload, env, victim);
  try {
    await program.prepare();
    await program.applyAndKill(delayMs);
    const again = await program.apply();
    const remaining = organization.differences(program.desired);
    return [
      ...(again.status === 0 ? [] : [`a rerun ends with ${String(again.status)}: ${again.output}`]),
      ...(again.status === 0 && remaining.length > 0 ? [`after a rerun ${remaining.join("; ")}`] : []),
    ];
  } finally {
    program.remove();
    await organization.stop();
  }
}

/** Kills each victim so many times, at moments drawn by chance. */
export async function killFailures(
  rounds: number,
  random: () => number,
  onCase: (victim: Victim) => void,
): Promise<readonly Failure[]> {
  const failures: Failure[] = [];
  for (const victim of VICTIMS.filter((each) => each === "engine" || terraformExecutable !== null)) {
    // The import is more than one command.
    const workloads = WORKLOADS.filter(({ name }) => victim === "engine" || name !== "import");
    for (let round = 0; round < rounds; round += 1) {
      const workload = workloads[Math.floor(random() * workloads.length)]!;
      const delayMs = Math.floor(random() * (victim === "engine" ? 900 : 3_000));
      const problems = await killProblems(victim, workload, delayMs);
      onCase(victim);
      if (problems.length > 0) {
        failures.push({ title: `${workload.name}: ${victim} killed after ${delayMs} ms`, problems });
      }
    }
  }
  return failures;
}

interface Ended {
  readonly status: number | null;
  readonly output: string;
}

class EngineProgram {
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

  async applyAndKill(delayMs: number): Promise<void> {
    const child = this.#start();
    await killAfter(delayMs, child, () => child.kill("SIGKILL"));
  }

  async apply(): Promise<Ended> {
    return ended(this.#start());
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #start(): ChildProcess {
    const { prune, evacuate, maxDeletes } = this.workload.options ?? {};
    const options = [
      ...(prune === true ? ["--prune"] : []),
      ...(evacuate === true ? ["--evacuate"] : []),
      ...(maxDeletes === undefined ? [] : [`--max-deletes=${maxDeletes}`]),
    ];
    const { PATH = "", HOME = "" } = process.env;
    return spawn(process.execPath, [CLI, "apply", this.#folder, "--auto-approve", ...options], {
      env: { PATH, HOME, NO_COLOR: "1", ...this.env },
      stdio: ["ignore", "pipe", "pipe"],
    });
  }
}

class TerraformProgram {
  readonly #terraform: TerraformWorkspace;

  constructor(
    private readonly workload: Workload,
    env: Readonly<Record<string, string>>,
    private readonly victim: "provider" | "terraform",
  ) {
    this.#terraform = new TerraformWorkspace(env);
    this.#terraform.stageProvider(join(DIST, "terraform-provider-tfprojects"), SOURCE, VERSION);
  }

  get desired(): Workload["desired"] {
    return desiredByTerraform(this.workload);
  }

  async prepare(): Promise<void> {
    this.#write(this.workload.managed ?? {});
    await this.#terraform.init();
    if (this.workload.managed !== undefined) await this.#terraform.succeed(["apply", "-auto-approve"]);
    this.#write(this.workload.terraformCode ?? this.workload.code);
  }

  async applyAndKill(delayMs: number): Promise<void> {
    const running = this.#terraform.start(["apply", "-auto-approve", "-input=false"]);
    const { pid } = running.child;
    await killAfter(delayMs, running.child, () => {
      if (pid === undefined) return;
      if (this.victim === "terraform") process.kill(-pid, "SIGKILL");
      else for (const child of childrenOf(pid)) process.kill(child, "SIGKILL");
    });
  }

  /** Applies; a project of which Terraform never learnt is imported, as the error says. */
  async apply(): Promise<Ended> {
    for (let attempt = 1; ; attempt += 1) {
      const { status, output } = await this.#terraform.run(["apply", "-auto-approve", "-input=false"]);
      const text = output.replace(/[╷│╵]/g, " ").replace(/\s+/g, " ");
      const taken = /with (tfprojects_project\.\w+),.*?terraform import ADDRESS (prj-\w+)/.exec(text);
      if (status === 0 || taken === null || attempt > 4) return { status, output };
      await this.#terraform.run(["import", taken[1]!, taken[2]!]);
    }
  }

  remove(): void {
    this.#terraform.remove();
  }

  #write(resources: Workload["code"]): void {
    const terraform = { required_providers: { tfprojects: { source: SOURCE, version: VERSION } } };
    this.#terraform.write("main.tf.json", JSON.stringify({ terraform, ...terraformJson({ resources }) }));
  }
}

/** Kills, unless it has ended before; waits for the end. */
async function killAfter(delayMs: number, child: ChildProcess, kill: () => void): Promise<void> {
  const closed = once(child, "close");
  child.stdout?.resume();
  child.stderr?.resume();
  await Promise.race([closed, sleep(delayMs)]);
  if (child.exitCode === null && child.signalCode === null) kill();
  await closed;
}

async function ended(child: ChildProcess): Promise<Ended> {
  let output = "";
  child.stdout?.on("data", (chunk: Buffer) => (output += chunk.toString()));
  child.stderr?.on("data", (chunk: Buffer) => (output += chunk.toString()));
  await once(child, "close");
  return { status: child.exitCode, output };
}

/** Processes that this one has started, by whichever of its threads. */
function childrenOf(pid: number): readonly number[] {
  try {
    return readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
      readFileSync(`/proc/${pid}/task/${thread}/children`, "utf8").split(" ").filter(Boolean).map(Number),
    );
  } catch {
    return [];
  }
}
