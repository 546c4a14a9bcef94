import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** One figure, beside its baseline of the same run. */
export interface Figure {
  readonly measure: string;
  readonly size: string;
  readonly value: number;
  readonly unit: string;
  /** What the value is compared with, measured in the same run; undefined where there is nothing to compare with. */
  readonly baseline?: { readonly what: string; readonly value: number } | undefined;
}

/** What a program cost. */
export interface Usage {
  /** Of the user and the system. */
  readonly cpuSeconds: number;
  readonly megabytes: number;
  readonly status: number | null;
}

const folder = mkdtempSync(join(tmpdir(), "tfprojects-measured-"));
process.once("exit", () => rmSync(folder, { recursive: true, force: true }));

/** Loaded by each program that is measured: writes down what it cost when it ends. */
const preload = join(folder, "usage.cjs");
writeFileSync(
  preload,
  `process.once("exit", () => {
    require("node:fs").writeFileSync(process.env.BENCH_USAGE, JSON.stringify(process.resourceUsage()));
  });`,
);

/** Runs a Node program, without its output. */
export async function measured(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  cwd?: string,
): Promise<Usage> {
  const usage = join(folder, "usage.json");
  const child = spawn(process.execPath, ["--require", preload, ...args], {
    env: { PATH: process.env["PATH"], HOME: folder, BENCH_USAGE: usage, ...env },
    stdio: ["ignore", "ignore", "ignore"],
    ...(cwd === undefined ? {} : { cwd }),
  });
  const status = await new Promise<number | null>((resolve) => child.once("close", resolve));
  const { userCPUTime, systemCPUTime, maxRSS } = JSON.parse(readFileSync(usage, "utf8")) as NodeJS.ResourceUsage;
  return { cpuSeconds: (userCPUTime + systemCPUTime) / 1e6, megabytes: maxRSS / 1024, status };
}

/** The run with the median of CPU time. @throws Error when one ends with another status */
export async function medianOf(rounds: number, expected: number, run: () => Promise<Usage>): Promise<Usage> {
  const all: Usage[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const usage = await run();
    if (usage.status !== expected) throw new Error(`A program ended with status ${String(usage.status)}.`);
    all.push(usage);
  }
  const sorted = all.sort((one, other) => one.cpuSeconds - other.cpuSeconds);
  const median = sorted[Math.floor(sorted.length / 2)];
  if (median === undefined) throw new Error("Nothing was measured.");
  return median;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? NaN;
}
