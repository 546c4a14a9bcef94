import { readFile } from "node:fs/promises";
import { Command, InvalidArgumentError, Option } from "commander";
import type {
  AdvisoryFailuresOption,
  DocumentsOption,
  EmulatorOptions,
  CallRunTasksOption,
  Seed,
} from "../../emulator";
import { DecodeError, Emulator, parseSeed } from "../../emulator";
import { runChild } from "../child-process";
import { CliError, messageOf } from "../errors";
import type { SetExitStatus } from "../exit-status";
import { print, stderrColors, printErr } from "../terminal";

interface Options {
  readonly port?: number;
  readonly seed?: string;
  readonly state?: string;
  readonly token?: string;
  readonly rateLimit: number | "off";
  readonly documents: DocumentsOption;
  readonly callRunTasks: CallRunTasksOption;
  readonly advisoryFailures: AdvisoryFailuresOption;
  readonly maxRequestBytes?: number;
}

/** That of the public service (facts, section 3): who tests a program here meets the limit that it will meet there. */
const DEFAULT_RATE_LIMIT = 30;

const HELP = `
Environment of the command, and lines on stdout without one:
  TFE_ADDRESS       where the emulator listens
  TFE_TOKEN         a token that owns everything
  TFE_ORGANIZATION  the first organization of the seed

A seed is JSON; whatever is optional may be left out:
  {"organizations": [{"name": "acme",
    "projects": [{"name": "Platform", "description": "Shared", "autoDestroyActivityDuration": "14d",
                  "workspaces": ["api-prod"]}],
    "workspaces": ["left-in-the-default-project"]}]}

Examples:
  Deploy against an empty organization, and forget it afterwards:
    $ tfprojects emulator -- cdktf deploy --auto-approve
  Try a plan on an organization of your own making:
    $ tfprojects emulator --seed organization.json -- terraform plan
  Serve until Ctrl-C, and use it from another shell:
    $ tfprojects emulator --port 8080 --state world.jsonl > emulator.env
    $ . ./emulator.env && terraform apply
  See what there is, and what else can be made to happen in it:
    $ curl "$TFE_ADDRESS/_emulator/state"
    $ curl "$TFE_ADDRESS/_emulator"
  Run it beside a test suite, with an address and a token that are known beforehand, as fast as it can:
    $ tfprojects emulator --port 8080 --token for-tests --rate-limit off
  See what a program does when the service allows little:
    $ tfprojects emulator --rate-limit 5 -- npm test

The emulator listens on 127.0.0.1 only. docs/emulator.md in the package tells everything about it.
`;

/** `tfprojects emulator`: the service in memory, for a command or until it is stopped (DESIGN section 6). */
export function emulatorCommand(setStatus: SetExitStatus): Command {
  return (
    new Command("emulator")
      .description("Emulate the service: for one command, or until stopped.")
      .usage("[options] [-- COMMAND...]")
      .argument("[command...]", "run this with its environment pointed at the emulator, and end with its status")
      .option("--port <number>", "listen on this port of the loopback interface (default: one that is free)", port)
      .option("--seed <file>", "start with the organizations of this JSON file (default: one, acme, that is empty)")
      .option("--state <file>", "keep everything in this file; when it exists, go on with what it holds")
      .option("--token <token>", "the token that owns everything (default: the state file's, or a random one)")
      .option(
        "--rate-limit <number>",
        "requests per second and user above which it answers 429, as the service does; off for none",
        rateLimit,
        DEFAULT_RATE_LIMIT,
      )
      .addOption(
        new Option("--documents <which>", "send the attributes that the contract names, or all that are public")
          .choices(["contract", "full"])
          .default("contract"),
      )
      .addOption(
        new Option("--call-run-tasks <which>", "call run tasks whose address is on this machine, or none")
          .choices(["loopback", "never"])
          .default("loopback"),
      )
      .addOption(
        new Option("--advisory-failures <outcome>", "what becomes of a task stage of which only advisory tasks failed")
          .choices(["fail", "pass"])
          .default("fail"),
      )
      .option(
        "--max-request-bytes <number>",
        "answer 413 to a request whose body is longer (default: 10485760, 10 MiB)",
        byteCount,
      )
      // What follows the first word that is no option belongs to the command, also without --.
      .passThroughOptions()
      .addHelpText("after", HELP)
      .action(async (command: readonly string[], options: Options) => {
        const emulator = await start(options);
        try {
          setStatus(await serve(emulator, command));
        } finally {
          await emulator.stop();
        }
      })
  );
}

async function serve(emulator: Emulator, [command, ...args]: readonly string[]): Promise<number> {
  const environment = {
    TFE_ADDRESS: emulator.address,
    TFE_TOKEN: emulator.token,
    TFE_ORGANIZATION: emulator.firstOrganization ?? "",
  };
  if (command !== undefined) return runChild(command, args, { ...process.env, ...environment });
  await print(...Object.entries(environment).map(([name, value]) => `export ${name}=${shellQuote(value)}`));
  const { bold, dim } = stderrColors;
  printErr(
    `The emulator listens on ${bold(emulator.address)}.`,
    dim(
      emulator.rateLimit === undefined
        ? "It allows any number of requests."
        : `It allows ${emulator.rateLimit} requests per second and user; --rate-limit says otherwise.`,
    ),
    dim(
      `The lines on stdout point a shell at it; ${emulator.address}/_emulator tells what it can do. Ctrl-C stops it.`,
    ),
  );
  await untilStopped();
  return 0;
}

async function start(flags: Options): Promise<Emulator> {
  const { port, seed, state, token, rateLimit, documents, callRunTasks, advisoryFailures, maxRequestBytes } = flags;
  if (token !== undefined && !/^[\x21-\x7e]+$/.test(token)) {
    // Not commander's way of telling a mistake, which shows what was given.
    const next = "A token is one word of visible ASCII characters, such as for-tests.";
    throw new CliError("The token given with --token cannot be sent in a request.", next);
  }
  const options: EmulatorOptions = {
    documents,
    callRunTasks,
    advisoryFailures,
    ...(rateLimit === "off" ? {} : { rateLimit }),
    ...(maxRequestBytes === undefined ? {} : { maxRequestBytes }),
    ...(token === undefined ? {} : { token }),
    ...(port === undefined ? {} : { port }),
    ...(seed === undefined ? {} : { seed: await readSeed(seed) }),
    ...(state === undefined ? {} : { stateFile: state }),
  };
  try {
    return await Emulator.start(options);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    if ("code" in error && (error.code === "EADDRINUSE" || error.code === "EACCES")) {
      const why = error.code === "EADDRINUSE" ? "another program listens on it" : "this user may not listen on it";
      const next = "Choose another with --port, or leave --port out to have one that is free.";
      throw new CliError(`The emulator cannot listen on port ${port ?? 0}: ${why}.`, next, { cause: error });
    }
    if (error instanceof DecodeError) throw seedError(seed ?? "The seed", error);
    if (state === undefined) throw error;
    const next = "Give another file with --state, or move this one away to begin anew.";
    throw new CliError(`The state file cannot be used: ${error.message}`, next, { cause: error });
  }
}

async function readSeed(path: string): Promise<Seed> {
  let json: string;
  try {
    json = await readFile(path, "utf8");
  } catch (error) {
    const why = messageOf(error);
    throw new CliError(`The seed cannot be read: ${why}.`, "Check the path given with --seed.", { cause: error });
  }
  try {
    return parseSeed(json);
  } catch (error) {
    if (error instanceof DecodeError) throw seedError(path, error);
    throw error;
  }
}

function seedError(path: string, error: DecodeError): CliError {
  const next = "Nothing was started. tfprojects emulator --help shows what a seed looks like.";
  return new CliError(`${path}: ${error.path} ${error.problem}`, next, { cause: error });
}

function port(text: string): number {
  const number = Number(text);
  if (!/^\d{1,5}$/.test(text) || number > 65_535) throw new InvalidArgumentError("A port is a number from 0 to 65535.");
  return number;
}

function rateLimit(text: string): number | "off" {
  if (text === "off") return text;
  const number = Number(text);
  if (!/^\d{1,9}$/.test(text) || number < 1) {
    throw new InvalidArgumentError("A rate limit is a number of requests per second, at least 1, or off.");
  }
  return number;
}

function byteCount(text: string): number {
  const number = Number(text);
  if (!/^\d{1,15}$/.test(text) || number < 1) {
    throw new InvalidArgumentError("The length of a body is limited to a number of bytes, at least 1.");
  }
  return number;
}

function shellQuote(value: string): string {
  return `'${value.replaceAll("'", `'\\''`)}'`;
}

async function untilStopped(): Promise<void> {
  await new Promise<void>((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => resolve());
  });
}
