import { once } from "node:events";
import { readFileSync, rmSync } from "node:fs";
import type Module from "node:module";
import { connect, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { runInThisContext } from "node:vm";
import type { runProgram } from "../../src/cli/program";

/** The exit status and the output of a command. */
export interface ProcessResult {
  readonly status: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Removes the lines of progress, which commands print every ten seconds: on a busy machine any command may. */
export function withoutProgress(stderr: string): string {
  const counted = /^(Reading|Applying changes to|Checking) .*: \d+( of \d+)? (requests|changes)\n/gm;
  return stderr.replace(counted, "").replace(/^Checking connection, token and installation\n/gm, "");
}

/** The process of Node. Jest has another one, for which errors of Node are not instances of `Error`. */
const node = runInThisContext("process") as NodeJS.Process;

let isRunning = false;

/**
 * Runs a fresh copy of the command line in this process, without a terminal. Its output goes through sockets, which its
 * own child processes can inherit. Only one can run at a time, because the working folder is that of the process.
 *
 * @param file - A bundle of `src/cli/program.ts`.
 */
export async function runInProcess(
  file: string,
  folder: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<ProcessResult> {
  if (isRunning) throw new Error("The command line runs in this process already: launch it instead.");
  isRunning = true;
  const [stdout, stderr] = [await Capture.open(), await Capture.open()];
  const before = node.cwd();
  try {
    node.chdir(folder);
    const own = { env: { ...env }, stdin: { isTTY: false }, stdout: stdout.stream, stderr: stderr.stream };
    const status = await load(file, processWith(own)).runProgram([node.execPath, "tfprojects", ...args]);
    return { status, signal: null, stdout: await stdout.close(), stderr: withoutProgress(await stderr.close()) };
  } finally {
    node.chdir(before);
    isRunning = false;
  }
}

/** This process with other members. */
function processWith(own: object): NodeJS.Process {
  return new Proxy(node, {
    get(target, name) {
      if (Object.hasOwn(own, name)) return Reflect.get(own, name) as unknown;
      const value: unknown = Reflect.get(target, name);
      return typeof value === "function" ? (value.bind(target) as unknown) : value;
    },
  });
}

type Wrapper = (...globals: unknown[]) => void;

/**
 * Functions by the text of the files. Each call of one is a fresh copy of its file. They are compiled once in a process
 * of Jest: the map is where all its test files find it.
 */
const wrappers = runInThisContext("globalThis.commandLineWrappers ??= new Map()") as Map<string, Wrapper>;

function wrapperOf(file: string): Wrapper {
  const source = readFileSync(file, "utf8").replace(/^#!.*/, "");
  const known = wrappers.get(source);
  if (known !== undefined) return known;
  const wrapper = runInThisContext(
    `(function (exports, require, module, __filename, __dirname, process) {${source}\n})`,
    { filename: file },
  ) as Wrapper;
  wrappers.set(source, wrapper);
  return wrapper;
}

function load(file: string, process: NodeJS.Process): { runProgram: typeof runProgram } {
  // Jest's own `createRequire` would load what the bundle needs into Jest's registry.
  // oxlint-disable-next-line typescript/no-deprecated -- process.getBuiltinModule needs Node.js 20.16
  const { createRequire } = node.mainModule!.require("node:module") as typeof Module;
  const module = { exports: {} };
  wrapperOf(file)(module.exports, createRequire(file), module, file, dirname(file), process);
  return module.exports as { runProgram: typeof runProgram };
}

let captures = 0;

/** A stream that records its output. */
class Capture {
  #text = "";

  private constructor(
    readonly stream: Socket,
    private readonly received: Socket,
  ) {
    received.setEncoding("utf8").on("data", (text: string) => (this.#text += text));
  }

  static async open(): Promise<Capture> {
    const path = join(tmpdir(), `tfprojects-${node.pid}-${(captures += 1)}.sock`);
    const server = createServer();
    server.listen(path);
    await once(server, "listening");
    const stream = connect(path);
    const [received] = (await once(server, "connection")) as [Socket];
    server.close();
    rmSync(path, { force: true });
    return new Capture(stream, received);
  }

  /** Waits for the end of the output, also of child processes, and returns it. */
  async close(): Promise<string> {
    const ended = once(this.received, "end");
    this.stream.end();
    await ended;
    return this.#text;
  }
}
