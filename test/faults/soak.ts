import { spawnSync } from "node:child_process";
import { copyFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { Command } from "commander";
import { FOLDERS } from "../../scripts/package-provider/layout";
import { archiveName } from "../../src/constructs/provider-bundle/provider-package";
import { EXECUTABLES, executablesFor, OWN_PLATFORM, OWN_PROVIDER } from "../support/built-executables";
import { nonNegativeInteger } from "../../src/cli/option-values";
import { SEED } from "../support/property";
import { terraformExecutable } from "../support/terraform";
import { countEngineRequests, engineProblems } from "./engine-case";
import { writeFigures } from "./figures";
import { countGateRequests, GATE_RUNS, gateProblems, type GateSubject } from "./gate-case";
import { killFailures } from "./kills";
import type { CaseFault, FaultKind } from "./fault-kinds";
import { allCases, failuresOf, randomFrom, someCases, type Case, type Failure, type ServiceOptions } from "./matrix";
import { isForRealTerraform, RealTerraform } from "./real-terraform-case";
import { countTerraformRequests, terraformProblems } from "./terraform-case";
import { WORKLOADS, type Workload } from "./workloads";

const values = new Command("npm run test:soak --")
  .description(
    "Runs every random test with 10,000 cases, every fault case on services with either documents, and programs " +
      "killed at random times. It takes hours.",
  )
  .option("--laws <number>", "cases of each random test; 0: none", nonNegativeInteger, 10_000)
  .option(
    "--engine <number>",
    "run one in this many cases on the engine; 0: none, which keeps their figures",
    nonNegativeInteger,
    1,
  )
  .option(
    "--terraform <number>",
    "run one in this many cases on Terraform in process; 0: none, which keeps their figures",
    nonNegativeInteger,
    1,
  )
  .option(
    "--real <number>",
    "run one in this many cases on the installed Terraform; 0: none, which keeps their figures",
    nonNegativeInteger,
    50,
  )
  .option(
    "--kills <number>",
    "how often to kill each program; 0: none, which keeps their figures",
    nonNegativeInteger,
    20,
  )
  .option("--only <text>", "only workloads whose name contains this; keeps the figures")
  .option("--kind <text>", "only faults whose name contains this; keeps the figures")
  .option(
    "--executables",
    "build the executables for this machine first, test them, and use them as the built provider and command line",
  )
  .allowExcessArguments(false)
  .parse()
  .opts<Flags>();

interface Flags {
  readonly laws: number;
  readonly engine: number;
  readonly terraform: number;
  readonly real: number;
  readonly kills: number;
  readonly only?: string;
  readonly kind?: string;
  readonly executables?: boolean;
}

const RUNNERS: readonly Runner[] = [
  {
    part: "engine",
    name: "the engine",
    gates: "the engine",
    count: countEngineRequests,
    problems: engineProblems,
    share: values.engine,
  },
  {
    part: "terraform",
    name: "Terraform in process",
    gates: "Terraform in process",
    count: countTerraformRequests,
    problems: terraformProblems,
    share: values.terraform,
  },
];

/** Undefined without Terraform. It runs no gates: these test the data source, which Terraform in process covers. */
async function realRunner(): Promise<RealRunner | undefined> {
  if (terraformExecutable === null || values.real === 0) return undefined;
  const terraform = await RealTerraform.install();
  return {
    part: "real",
    name: "the installed Terraform",
    isFor: isForRealTerraform,
    concurrency: 2,
    count: countTerraformRequests,
    problems: (workload, fault, service) => terraform.problems(workload, fault, service),
    share: values.real,
    remove: () => terraform.remove(),
  };
}

interface Runner {
  readonly part: "engine" | "terraform" | "real";
  readonly name: string;
  /** How gates are observed. @default no gates */
  readonly gates?: GateSubject;
  /** Which faults are run. @default all */
  readonly isFor?: (kind: FaultKind) => boolean;
  /** How many cases run at the same time. */
  readonly concurrency?: number;
  readonly count: (workload: Workload, service: ServiceOptions) => Promise<number>;
  readonly problems: (workload: Workload, fault: CaseFault, service: ServiceOptions) => Promise<readonly string[]>;
  /** One in this many cases is run; 0 for none. */
  readonly share: number;
}

interface RealRunner extends Runner {
  remove(): void;
}

/** Whether this run has what `--executables` sets for it. */
const executables = process.env["TFPROJECTS_PROVIDER"] !== undefined;

/** Figures are written only for runs of all workloads and faults. */
const isWhole = values.only === undefined && values.kind === undefined;

/** Something to run with each fault at each of its requests. */
interface Subject {
  readonly name: string;
  /** The column that counts its cases. */
  readonly column: string;
  readonly count: (service: ServiceOptions) => Promise<number>;
  readonly problems: (fault: CaseFault, service: ServiceOptions) => Promise<readonly string[]>;
}

function subjectsOf({ gates, count, problems }: Runner): readonly Subject[] {
  const workloads = WORKLOADS.map((workload) => ({
    name: workload.name,
    column: workload.name,
    count: (service: ServiceOptions) => count(workload, service),
    problems: (fault: CaseFault, service: ServiceOptions) => problems(workload, fault, service),
  }));
  return [...workloads, ...(gates === undefined ? [] : gatesOf(gates))].filter(({ name }) =>
    name.includes(values.only ?? ""),
  );
}

function gatesOf(subject: GateSubject): readonly Subject[] {
  return GATE_RUNS.map((run) => ({
    name: run.name,
    column: "gate",
    count: (service) => countGateRequests(subject, run, service),
    problems: (fault, service) => gateProblems(subject, run, fault, service),
  }));
}

async function casesOf({ isFor = () => true }: Runner, { name, count }: Subject): Promise<readonly Case[]> {
  const all = await allCases(name, count);
  return all.filter(({ kind }) => isFor(kind) && kind.includes(values.kind ?? ""));
}

/** Runs the cases of one runner. Returns the number of failures. */
async function runCases(runner: Runner): Promise<number> {
  const cases: Record<string, Record<string, number>> = {};
  let failures = 0;
  for (const subject of subjectsOf(runner)) {
    const chosen = someCases(await casesOf(runner, subject), runner.share, SEED);
    const failed = await failuresOf(chosen, subject.problems, runner.concurrency);
    failures += failed.length;
    const kinds = (cases[subject.column] ??= {});
    for (const { kind } of chosen) kinds[kind] = (kinds[kind] ?? 0) + 1;
    print(`${runner.name}, ${subject.name}: ${chosen.length} cases, ${failed.length} failures`);
    printFailures(failed);
  }
  // Both others run in this process.
  const built = runner.part === "real" ? { executables } : {};
  if (isWhole) writeFigures(runner.part, { seed: SEED, ...built, share: runner.share, cases, failures });
  return failures;
}

/** Kills programs. Returns the number of failures. */
async function runKills(rounds: number): Promise<number> {
  const times: Record<string, number> = {};
  const failed = await killFailures(rounds, randomFrom(SEED), (victim) => {
    times[victim] = (times[victim] ?? 0) + 1;
  });
  print(`killed: ${JSON.stringify(times)}, ${failed.length} failures`);
  printFailures(failed);
  if (isWhole) writeFigures("kills", { seed: SEED, executables, times, failures: failed.length });
  return failed.length;
}

/** Runs all random tests except end-to-end tests, with this many cases each. Returns the number of failures: 0 or 1. */
function runLaws(cases: number): number {
  const root = resolve(__dirname, "../..");
  const jest = createRequire(__filename).resolve("jest/bin/jest");
  const property = join(root, "test/support/property.ts");
  const { status } = spawnSync(
    process.execPath,
    // Ten thousand cases exceed the usual timeout.
    [jest, "--selectProjects", "unit", "--findRelatedTests", property, "--testTimeout", String(24 * 3_600_000)],
    {
      cwd: root,
      env: {
        ...process.env,
        TFPROJECTS_SEED: String(SEED),
        TFPROJECTS_CASES: String(cases),
        // Each request counts as a case there.
        TFPROJECTS_REQUESTS: String(10 * cases),
      },
      stdio: "inherit",
    },
  );
  return status === 0 ? 0 : 1;
}

/** Runs this program again with executables. Returns its exit status, or that of their build or tests. */
function runWithExecutables(): number {
  const root = resolve(__dirname, "../..");
  const { resolve: find } = createRequire(__filename);
  const run = (args: readonly string[], env: NodeJS.ProcessEnv = {}): number =>
    spawnSync(process.execPath, args, { cwd: root, env: { ...process.env, ...env }, stdio: "inherit" }).status ?? 1;
  const tsx = find("tsx/cli");
  const built = run([tsx, "scripts/package-provider/main.ts", "--platform", "this", "--no-build"]);
  if (built !== 0) return built;
  const folder = executablesFor(OWN_PLATFORM);
  // `tfprojects provider install` finds it beside the program.
  const archive = archiveName(OWN_PLATFORM);
  copyFileSync(join(EXECUTABLES, FOLDERS.registry, archive), join(folder, archive));
  const env = {
    TFPROJECTS_PROVIDER: OWN_PROVIDER,
    TFPROJECTS_COMMAND_LINE: join(folder, "tfprojects"),
    TFPROJECTS_SEED: String(SEED),
    TFPROJECTS_E2E: "all",
  };
  const tested = run([find("jest/bin/jest"), "test/e2e", "--selectProjects", "e2e"], env);
  const args = process.argv.slice(2).filter((arg) => arg !== "--executables");
  return run([tsx, __filename, ...args], env) || tested;
}

async function main(): Promise<void> {
  if (values.executables === true) {
    process.exitCode = runWithExecutables();
    return;
  }
  print(`Seed ${SEED}: TFPROJECTS_SEED=${SEED} repeats this.`);
  let failures = values.laws > 0 ? runLaws(values.laws) : 0;
  for (const runner of RUNNERS.filter(({ share }) => share > 0)) failures += await runCases(runner);
  const real = await realRunner();
  if (real !== undefined) failures += await runCases(real).finally(() => real.remove());
  if (values.kills > 0) failures += await runKills(values.kills);
  process.exitCode = failures === 0 ? 0 : 1;
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

function printFailures(failures: readonly Failure[]): void {
  for (const { title, problems } of failures) print(`FAILED ${title}\n  ${problems.join("\n  ")}`);
}

void main();
