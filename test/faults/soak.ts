import { spawnSync } from "node:child_process";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { SEED } from "../support/property";
import { terraformExecutable } from "../support/terraform";
import { countEngineRequests, engineProblems } from "./engine-case";
import { writeFigures } from "./figures";
import { countGateRequests, GATE_RUNS, gateProblems, type GateSubject } from "./gate-case";
import { killFailures } from "./kills";
import type { CaseFault, FaultKind } from "./fault-kinds";
import { allCases, failuresOf, randomFrom, someCases, type Case, type Failure } from "./matrix";
import { isForRealTerraform, RealTerraform } from "./real-terraform-case";
import { countTerraformRequests, terraformProblems } from "./terraform-case";
import { WORKLOADS, type Workload } from "./workloads";

/*
 * `npm run test:soak`: every law with 10,000 cases, every case of the fault matrix, and programs killed at moments drawn by chance. It takes
 * hours.
 *
 *   --laws N          with how many cases each law is tried (default 10000; 0: none)
 *   --engine N        one in so many cases on the engine (default 1: all; 0: none, and their figures stay)
 *   --terraform N     one in so many cases on Terraform in process (default 1: all; 0: none, and their figures stay)
 *   --real N          one in so many cases on the installed Terraform (default 50; 0: none, and their figures stay)
 *   --kills N         how often each program is killed (default 20; 0: none, and their figures stay)
 *   --only TEXT       workloads whose name has this; figures are then not written
 *   --kind TEXT       faults whose name has this; figures are then not written
 */
const { values } = parseArgs({
  options: {
    laws: { type: "string", default: "10000" },
    engine: { type: "string", default: "1" },
    terraform: { type: "string", default: "1" },
    real: { type: "string", default: "50" },
    kills: { type: "string", default: "20" },
    only: { type: "string" },
    kind: { type: "string" },
  },
});

const WAYS: readonly Way[] = [
  {
    part: "engine",
    name: "the engine",
    gates: "the engine",
    count: countEngineRequests,
    problems: engineProblems,
    share: Number(values.engine),
  },
  {
    part: "terraform",
    name: "Terraform in process",
    gates: "Terraform in process",
    count: countTerraformRequests,
    problems: terraformProblems,
    share: Number(values.terraform),
  },
];

/** Takes part where there is a Terraform. Its gates are checks of the data source, which Terraform in process shows. */
async function realWay(): Promise<RealWay | undefined> {
  if (terraformExecutable === null || Number(values.real) === 0) return undefined;
  const terraform = await RealTerraform.install();
  return {
    part: "real",
    name: "the installed Terraform",
    isFor: isForRealTerraform,
    atOnce: 2,
    count: countTerraformRequests,
    problems: (workload, fault) => terraform.problems(workload, fault),
    share: Number(values.real),
    remove: () => terraform.remove(),
  };
}

interface Way {
  readonly part: "engine" | "terraform" | "real";
  readonly name: string;
  /** As what gates are looked at; undefined where none are. */
  readonly gates?: GateSubject;
  /** Of which faults there are cases. Default: all. */
  readonly isFor?: (kind: FaultKind) => boolean;
  /** How many cases are run at the same time. */
  readonly atOnce?: number;
  readonly count: (workload: Workload) => Promise<number>;
  readonly problems: (workload: Workload, fault: CaseFault) => Promise<readonly string[]>;
  /** One in so many cases is run; 0 for none. */
  readonly share: number;
}

interface RealWay extends Way {
  remove(): void;
}

/** Figures are of all workloads and faults, or they are not written. */
const isWhole = values.only === undefined && values.kind === undefined;

/** Something to run on one way, with each fault at each of its requests. */
interface Subject {
  readonly name: string;
  /** Under which its cases are counted. */
  readonly column: string;
  count(): Promise<number>;
  problems(fault: CaseFault): Promise<readonly string[]>;
}

function subjectsOf({ gates: way, count, problems }: Way): readonly Subject[] {
  const workloads = WORKLOADS.map((workload) => ({
    name: workload.name,
    column: workload.name,
    count: () => count(workload),
    problems: (fault: CaseFault) => problems(workload, fault),
  }));
  return [...workloads, ...(way === undefined ? [] : gatesOf(way))].filter(({ name }) =>
    name.includes(values.only ?? ""),
  );
}

function gatesOf(way: GateSubject): readonly Subject[] {
  return GATE_RUNS.map((run) => ({
    name: run.name,
    column: "gate",
    count: () => countGateRequests(way, run),
    problems: (fault) => gateProblems(way, run, fault),
  }));
}

function casesOf({ isFor = () => true }: Way, name: string, requests: number): readonly Case[] {
  return allCases(name, requests).filter(({ kind }) => isFor(kind) && kind.includes(values.kind ?? ""));
}

/** Runs the cases of one way; gives the number of failures. */
async function runCases(way: Way): Promise<number> {
  const cases: Record<string, Record<string, number>> = {};
  let failures = 0;
  for (const subject of subjectsOf(way)) {
    const chosen = someCases(casesOf(way, subject.name, await subject.count()), way.share, SEED);
    const failed = await failuresOf(chosen, (fault) => subject.problems(fault), way.atOnce);
    failures += failed.length;
    const kinds = (cases[subject.column] ??= {});
    for (const { kind } of chosen) kinds[kind] = (kinds[kind] ?? 0) + 1;
    print(`${way.name}, ${subject.name}: ${chosen.length} cases, ${failed.length} failures`);
    tell(failed);
  }
  if (isWhole) writeFigures(way.part, { seed: SEED, share: way.share, cases, failures });
  return failures;
}

/** Kills programs; gives the number of failures. */
async function runKills(rounds: number): Promise<number> {
  const times: Record<string, number> = {};
  const failed = await killFailures(rounds, randomFrom(SEED), (victim) => {
    times[victim] = (times[victim] ?? 0) + 1;
  });
  print(`killed: ${JSON.stringify(times)}, ${failed.length} failures`);
  tell(failed);
  if (isWhole) writeFigures("kills", { seed: SEED, times, failures: failed.length });
  return failed.length;
}

/** Runs all random tests but those end to end, with so many cases each; gives the number of failures: 0 or 1. */
function runLaws(cases: number): number {
  const root = resolve(__dirname, "../..");
  const jest = createRequire(__filename).resolve("jest/bin/jest");
  const property = join(root, "test/support/property.ts");
  const { status } = spawnSync(
    process.execPath,
    // Jest ends what hangs; ten thousand cases do not.
    [jest, "--selectProjects", "unit", "--findRelatedTests", property, "--testTimeout", String(24 * 3_600_000)],
    {
      cwd: root,
      env: {
        ...process.env,
        TFPROJECTS_SEED: String(SEED),
        TFPROJECTS_CASES: String(cases),
        // A law is one request there.
        TFPROJECTS_REQUESTS: String(10 * cases),
      },
      stdio: "inherit",
    },
  );
  return status === 0 ? 0 : 1;
}

async function main(): Promise<void> {
  print(`Seed ${SEED}: TFPROJECTS_SEED=${SEED} repeats this.`);
  let failures = Number(values.laws) > 0 ? runLaws(Number(values.laws)) : 0;
  for (const way of WAYS.filter(({ share }) => share > 0)) failures += await runCases(way);
  const real = await realWay();
  if (real !== undefined) failures += await runCases(real).finally(() => real.remove());
  if (Number(values.kills) > 0) failures += await runKills(Number(values.kills));
  process.exitCode = failures === 0 ? 0 : 1;
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

function tell(failures: readonly Failure[]): void {
  for (const { title, problems } of failures) print(`FAILED ${title}\n  ${problems.join("\n  ")}`);
}

void main();
