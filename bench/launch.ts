import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { createIdentity } from "../src/plugin/launch/certificate";
import { OWN_PROVIDER } from "../test/support/built-executables";
import { median, type Figure } from "./measured";

const DIST = resolve(__dirname, "../dist");
const ROUNDS = 21;

/** Without what makes every process of Node.js slower, such as further certificate authorities. */
const ENVIRONMENT = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(TF_|NODE_)/.test(name)));

/** Node.js alone, which all others contain. */
const BARE = ["-e", "0"];

/**
 * The cost of starting, beside that of Node.js alone: CPU time (user and system), medians of alternating rounds. Runs
 * on the Node.js that runs the benchmark; needs `npm run build` and bash, and for the provider Linux. The executable is
 * measured where `npm run package:provider` was run.
 */
export async function launch(): Promise<readonly Figure[]> {
  const command = join(DIST, "tfprojects.js");
  const script = [process.execPath, join(DIST, "terraform-provider-tfprojects")];
  const measures: readonly (readonly [string, () => number | Promise<number>])[] = [
    ["provider, launch to handshake, as a script", () => cpuUntilHandshake(script)],
    ...(existsSync(OWN_PROVIDER)
      ? [["provider, launch to handshake, as an executable", () => cpuUntilHandshake([OWN_PROVIDER])] as const]
      : []),
    ["tfprojects --version", () => cpuOf([command, "--version"])],
    ["tfprojects --help", () => cpuOf([command, "--help"])],
    ["tfprojects plan --help", () => cpuOf([command, "plan", "--help"])],
    ["tfprojects emulator --help", () => cpuOf([command, "emulator", "--help"])],
  ];
  const samples = measures.map((): number[] => []);
  const bare: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    bare.push(cpuOf(BARE));
    for (const [index, [, measure]] of measures.entries()) samples[index]?.push(await measure());
  }
  const baseline = { what: "node -e 0", value: median(bare) };
  return measures.map(([measure], index) => ({
    measure,
    size: `Node.js ${process.versions.node}`,
    value: median(samples[index] ?? []),
    unit: "CPU ms",
    baseline,
  }));
}

/** Of a process of Node.js from its start to its end. */
function cpuOf(args: readonly string[]): number {
  const script = 'TIMEFORMAT="%3U %3S"; { time "$@" >/dev/null 2>&1; } 2>&1';
  const options = { encoding: "utf8", env: ENVIRONMENT } as const;
  const times = execFileSync("bash", ["-c", script, "bash", process.execPath, ...args], options);
  return times.split(" ").reduce((sum, seconds) => sum + Number(seconds) * 1000, 0);
}

async function cpuUntilHandshake([program = "", ...args]: readonly string[]): Promise<number> {
  const child = spawn(program, args, {
    stdio: ["ignore", "pipe", "ignore"],
    env: {
      ...ENVIRONMENT,
      TF_PLUGIN_MAGIC_COOKIE: "d602bf8f470bc67ca7faa0386276bbdd4330efaf76d1a219cb4d6991ca9872b2",
      PLUGIN_PROTOCOL_VERSIONS: "5,6",
      PLUGIN_CLIENT_CERT: createIdentity().certificatePem,
    },
  });
  const closed = once(child, "close");
  await once(child.stdout, "data");
  const cpu = cpuOfRunning(child.pid ?? 0);
  child.kill("SIGTERM");
  await closed;
  return cpu;
}

/** The sum over its threads; the first number of `schedstat` is nanoseconds. */
function cpuOfRunning(pid: number): number {
  const tasks = `/proc/${pid}/task`;
  return readdirSync(tasks)
    .map((task) => Number(readFileSync(join(tasks, task, "schedstat"), "utf8").split(" ")[0]) / 1e6)
    .reduce((sum, milliseconds) => sum + milliseconds, 0);
}
