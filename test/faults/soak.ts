import { parseArgs } from "node:util";
import { SEED } from "../support/property";
import { countEngineRequests, engineProblems } from "./engine-case";
import { writeFigures } from "./figures";
import { killFailures } from "./kills";
import { allCases, failuresOf, randomFrom, someCases, type Failure } from "./matrix";
import { countTerraformRequests, terraformProblems } from "./terraform-case";
import { WORKLOADS } from "./workloads";

/*
 * `npm run test:soak`: every case of the fault matrix, and programs killed at moments drawn by chance. It takes an hour or more.
 *
 *   --engine N        one in so many cases on the engine (default 1: all)
 *   --terraform N     one in so many cases on Terraform (default 1: all)
 *   --kills N         how often each program is killed (default 20)
 *   --only TEXT       workloads whose name has this; the figures are then not written
 */
const { values } = parseArgs({
  options: {
    engine: { type: "string", default: "1" },
    terraform: { type: "string", default: "1" },
    kills: { type: "string", default: "20" },
    only: { type: "string" },
  },
});

const WAYS = {
  "the engine": { count: countEngineRequests, problems: engineProblems, every: Number(values.engine) },
  "Terraform in process": {
    count: countTerraformRequests,
    problems: terraformProblems,
    every: Number(values.terraform),
  },
};

async function main(): Promise<void> {
  print(`Seed ${SEED}: TFPROJECTS_SEED=${SEED} repeats this.`);
  const failures: Failure[] = [];
  const shares = Object.fromEntries(Object.entries(WAYS).map(([way, { every }]) => [way, every]));
  const cases: Record<string, Record<string, Record<string, number>>> = {};
  for (const [way, { count, problems, every }] of Object.entries(WAYS)) {
    for (const workload of WORKLOADS.filter(({ name }) => name.includes(values.only ?? ""))) {
      const chosen = someCases(allCases(workload.name, await count(workload)), every, SEED);
      const failed = await failuresOf(chosen, (fault) => problems(workload, fault));
      failures.push(...failed);
      for (const { kind } of chosen) {
        const kinds = ((cases[way] ??= {})[workload.name] ??= {});
        kinds[kind] = (kinds[kind] ?? 0) + 1;
      }
      print(`${way}, ${workload.name}: ${chosen.length} cases, ${failed.length} failures`);
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
  if (values.only === undefined) writeFigures({ seed: SEED, shares, cases, kills, failures: failures.length });
  process.exitCode = failures.length === 0 ? 0 : 1;
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

function tell(failures: readonly Failure[]): void {
  for (const { title, problems } of failures) print(`FAILED ${title}\n  ${problems.join("\n  ")}`);
}

void main();
