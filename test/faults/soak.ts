import { parseArgs } from "node:util";
import { SEED } from "../support/property";
import { countEngineRequests, engineProblems } from "./engine-case";
import { writeFigures } from "./figures";
import { countGateRequests, GATE_RUNS, GATE_WAYS, gateProblems, type GateWay } from "./gate-case";
import { killFailures } from "./kills";
import type { CaseFault } from "./kinds";
import { allCases, failuresOf, randomFrom, someCases, type Case, type Failure } from "./matrix";
import { countTerraformRequests, terraformProblems } from "./terraform-case";
import { WORKLOADS, type Workload } from "./workloads";

/*
 * `npm run test:soak`: every case of the fault matrix, and programs killed at moments drawn by chance. It takes an hour or more.
 *
 *   --engine N        one in so many cases on the engine (default 1: all)
 *   --terraform N     one in so many cases on Terraform (default 1: all)
 *   --kills N         how often each program is killed (default 20)
 *   --only TEXT       workloads whose name has this; the figures are then not written
 *   --kind TEXT       faults whose name has this; the figures are then not written
 */
const { values } = parseArgs({
  options: {
    engine: { type: "string", default: "1" },
    terraform: { type: "string", default: "1" },
    kills: { type: "string", default: "20" },
    only: { type: "string" },
    kind: { type: "string" },
  },
});

const WAYS: Readonly<Record<GateWay, Way>> = {
  "the engine": { count: countEngineRequests, problems: engineProblems, every: Number(values.engine) },
  "Terraform in process": {
    count: countTerraformRequests,
    problems: terraformProblems,
    every: Number(values.terraform),
  },
};

interface Way {
  readonly count: (workload: Workload) => Promise<number>;
  readonly problems: (workload: Workload, fault: CaseFault) => Promise<readonly string[]>;
  /** One in so many cases is run. */
  readonly every: number;
}

/** Something to run on one way, with each fault at each of its requests. */
interface Subject {
  readonly name: string;
  /** Under which its cases are counted. */
  readonly column: string;
  count(): Promise<number>;
  problems(fault: CaseFault): Promise<readonly string[]>;
}

function subjectsOf(way: GateWay, { count, problems }: Way): readonly Subject[] {
  const workloads = WORKLOADS.map((workload) => ({
    name: workload.name,
    column: workload.name,
    count: () => count(workload),
    problems: (fault: CaseFault) => problems(workload, fault),
  }));
  const gates = GATE_RUNS.map((run) => ({
    name: run.name,
    column: "gate",
    count: () => countGateRequests(way, run),
    problems: (fault: CaseFault) => gateProblems(way, run, fault),
  }));
  return [...workloads, ...gates].filter(({ name }) => name.includes(values.only ?? ""));
}

function casesOf(name: string, requests: number): readonly Case[] {
  return allCases(name, requests).filter(({ kind }) => kind.includes(values.kind ?? ""));
}

async function main(): Promise<void> {
  print(`Seed ${SEED}: TFPROJECTS_SEED=${SEED} repeats this.`);
  const failures: Failure[] = [];
  const shares = Object.fromEntries(Object.entries(WAYS).map(([way, { every }]) => [way, every]));
  const cases: Record<string, Record<string, Record<string, number>>> = {};
  for (const way of GATE_WAYS) {
    for (const subject of subjectsOf(way, WAYS[way])) {
      const chosen = someCases(casesOf(subject.name, await subject.count()), WAYS[way].every, SEED);
      const failed = await failuresOf(chosen, (fault) => subject.problems(fault));
      failures.push(...failed);
      for (const { kind } of chosen) {
        const kinds = ((cases[way] ??= {})[subject.column] ??= {});
        kinds[kind] = (kinds[kind] ?? 0) + 1;
      }
      print(`${way}, ${subject.name}: ${chosen.length} cases, ${failed.length} failures`);
      tell(failed);
    }
  }
  const kills: Record<string, number> = {};
  const killed = await killFailures(Number(values.kills), randomFrom(SEED), (victim) => {
    kills[victim] = (kills[victim] ?? 0) + 1;
  });
  print(`killed: ${JSON.stringify(kills)}, ${killed.length} failures`);
  tell(killed);
  failures.push(...killed);
  if (values.only === undefined && values.kind === undefined)
    writeFigures({ seed: SEED, shares, cases, kills, failures: failures.length });
  process.exitCode = failures.length === 0 ? 0 : 1;
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

function tell(failures: readonly Failure[]): void {
  for (const { title, problems } of failures) print(`FAILED ${title}\n  ${problems.join("\n  ")}`);
}

void main();
