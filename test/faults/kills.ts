import { setTimeout as sleep } from "node:timers/promises";
import { terraformExecutable } from "../support/terraform";
import { EmulatorProcess } from "./emulator-process";
import type { Failure } from "./matrix";
import { FaultyOrganization } from "./organization";
import { Proxy } from "./proxy";
import { EngineProgram, TerraformProgram, type Program, type RunningProgram } from "./programs";
import { WORKLOADS, type Workload } from "./workloads";

/** What applies the workload. */
type Applier = "engine" | "terraform";

/** What is killed while a workload is applied; the emulator restarts at once, from its state file. */
type Victim = "engine" | "provider" | "terraform" | "emulator";

/** What is killed, and what applies the workload. */
interface Round {
  readonly victim: Victim;
  readonly applier: Applier;
}

const ROUNDS: readonly Round[] = [
  { victim: "engine", applier: "engine" },
  { victim: "provider", applier: "terraform" },
  { victim: "terraform", applier: "terraform" },
  { victim: "emulator", applier: "engine" },
  { victim: "emulator", applier: "terraform" },
];

/** Kills each victim this often, at random times. */
export async function killFailures(
  times: number,
  random: () => number,
  onCase: (victim: string) => void,
): Promise<readonly Failure[]> {
  const failures: Failure[] = [];
  for (const { victim, applier } of ROUNDS) {
    if (applier === "terraform" && terraformExecutable === null) continue;
    const name = victim === applier || victim === "provider" ? victim : `${victim} under ${applier}`;
    // The import takes more than one command.
    const workloads = WORKLOADS.filter((workload) => applier === "engine" || workload.name !== "import");
    for (let time = 0; time < times; time += 1) {
      const workload = workloads[Math.floor(random() * workloads.length)]!;
      const delayMs = Math.floor(random() * (applier === "engine" ? 900 : 3_000));
      const problems = await (victim === "emulator"
        ? emulatorKillProblems(applier, workload, delayMs)
        : killProblems(victim, applier, workload, delayMs));
      onCase(name);
      if (problems.length > 0)
        failures.push({ title: `${workload.name}: ${name} killed after ${delayMs} ms`, problems });
    }
  }
  return failures;
}

/** Applies a workload, kills a program meanwhile, and applies it again. Returns what was wrong. */
async function killProblems(
  victim: Exclude<Victim, "emulator">,
  applier: Applier,
  workload: Workload,
  delayMs: number,
): Promise<readonly string[]> {
  const organization = await FaultyOrganization.create(workload);
  const program = programFor(applier, workload, organization.emulator);
  try {
    await program.prepare();
    const running = program.start();
    await killAfter(delayMs, running, () => kill(victim, running));
    await running.ended;
    return await nextRunProblems(program, () => organization.differences(program.desired));
  } finally {
    program.remove();
    await organization.stop();
  }
}

/** A write of an apply, counted from 0, and whether the service gets it. */
export interface KilledWrite {
  readonly write: number;
  readonly isProcessed: boolean;
}

/**
 * Applies a workload, kills a program when it sends a write, and applies it again. Returns what was wrong; undefined
 * without so many writes.
 */
export async function killedWriteProblems(
  victim: Exclude<Victim, "emulator">,
  workload: Workload,
  { write, isProcessed }: KilledWrite,
): Promise<readonly string[] | undefined> {
  const organization = await FaultyOrganization.create(workload);
  let running: RunningProgram | undefined;
  let [isKilled, writes] = [false, 0];
  const proxy = await Proxy.start(organization.emulator.address, (method) => {
    if (running === undefined || isKilled || method === "GET") return "answer";
    writes += 1;
    if (writes <= write) return "answer";
    kill(victim, running);
    isKilled = true;
    return isProcessed ? "never" : "dropped";
  });
  const { address } = proxy;
  const applier = victim === "engine" ? "engine" : "terraform";
  const program = programFor(applier, workload, { address, token: organization.emulator.token });
  try {
    await program.prepare();
    running = program.start();
    await running.ended;
    running = undefined;
    await proxy.processed();
    if (!isKilled) return undefined;
    const excesses = organization.excesses(program.desired);
    return [...excesses, ...(await nextRunProblems(program, () => organization.differences(program.desired)))];
  } finally {
    program.remove();
    await proxy.stop();
    await organization.stop();
  }
}

function kill(victim: Exclude<Victim, "emulator">, running: RunningProgram): void {
  if (victim === "engine") running.kill();
  else if (victim === "terraform") running.killGroup();
  else running.killChildren();
}

/** Applies a workload, kills and restarts the emulator meanwhile, and applies it again. Returns what was wrong. */
async function emulatorKillProblems(applier: Applier, workload: Workload, delayMs: number): Promise<readonly string[]> {
  const emulator = await EmulatorProcess.start(workload);
  const program = programFor(applier, workload, emulator);
  try {
    await program.prepare();
    const differences = (): Promise<readonly string[]> => emulator.differences(program.desired);
    const running = program.start();
    await killAfter(delayMs, running, () => emulator.kill());
    await emulator.restart();
    const { status, output } = await running.ended;
    const remaining = status === 0 ? await differences() : [];
    return [
      ...(remaining.length === 0 ? [] : [`status 0, but ${remaining.join("; ")}: ${output}`]),
      ...(await nextRunProblems(program, differences)),
    ];
  } finally {
    program.remove();
    await emulator.remove();
  }
}

async function nextRunProblems(
  program: Program,
  differences: () => readonly string[] | Promise<readonly string[]>,
): Promise<readonly string[]> {
  const { status, output } = await program.apply();
  if (status !== 0) return [`the next run ends with ${String(status)}: ${output}`];
  const remaining = await differences();
  return remaining.length === 0 ? [] : [`after the next run ${remaining.join("; ")}`];
}

function programFor(
  applier: Applier,
  workload: Workload,
  { address, token }: { readonly address: string; readonly token: string },
): Program {
  const env = { TFE_ADDRESS: address, TFE_TOKEN: token, TFE_ORGANIZATION: "acme" };
  return applier === "engine" ? new EngineProgram(workload, env) : new TerraformProgram(workload, env);
}

/** Kills after a delay, unless the program has ended before. */
async function killAfter(delayMs: number, { ended }: RunningProgram, kill: () => void): Promise<void> {
  const hasEnded = await Promise.race([ended.then(() => true), sleep(delayMs, false)]);
  if (!hasEnded) kill();
}
