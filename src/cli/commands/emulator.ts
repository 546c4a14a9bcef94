import { readFile } from "node:fs/promises";
import { Command, InvalidArgumentError } from "commander";
import type { EmulatorOptions, Seed } from "../../emulator";
import { DecodeError, Emulator, parseSeed } from "../../emulator";
import { runChild } from "../child-process";
import { Problem } from "../problem";
import type { SetStatus } from "../program";
import { give, stderrColors, tell } from "../terminal";

interface Options {
  readonly port?: number;
  readonly seed?: string;
  readonly state?: string;
}

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
`;

/** `tfprojects emulator`: the service in memory, for a command or until it is stopped (DESIGN section 6). */
export function emulatorCommand(setStatus: SetStatus): Command {
  return (
    new Command("emulator")
      .description("Emulate the service: for one command, or until stopped.")
      .usage("[options] [-- COMMAND...]")
      .argument("[command...]", "run this with its environment pointed at the emulator, and end with its status")
      .option("--port <number>", "listen on this port of the loopback interface (default: one that is free)", port)
      .option("--seed <file>", "start with the organizations of this JSON file (default: one, acme, that is empty)")
      .option("--state <file>", "keep everything in this file; when it exists, go on with what it holds")
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
  give(...Object.entries(environment).map(([name, value]) => `export ${name}=${shellQuoted(value)}`));
  const { bold, dim } = stderrColors;
  tell(
    `The emulator listens on ${bold(emulator.address)}.`,
    dim(
      `The lines on stdout point a shell at it; ${emulator.address}/_emulator tells what it can do. Ctrl-C stops it.`,
    ),
  );
  await stopSignal();
  return 0;
}

async function start({ port, seed, state }: Options): Promise<Emulator> {
  const options: EmulatorOptions = {
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
      throw new Problem(`The emulator cannot listen on port ${port ?? 0}: ${why}.`, next, { cause: error });
    }
    if (error instanceof DecodeError) throw seedProblem(seed ?? "The seed", error);
    if (state === undefined) throw error;
    const next = "Give another file with --state, or move this one away to begin anew.";
    throw new Problem(`The state file cannot be used: ${error.message}`, next, { cause: error });
  }
}

async function readSeed(path: string): Promise<Seed> {
  let json: string;
  try {
    json = await readFile(path, "utf8");
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new Problem(`The seed cannot be read: ${why}.`, "Check the path given with --seed.", { cause: error });
  }
  try {
    return parseSeed(json);
  } catch (error) {
    if (error instanceof DecodeError) throw seedProblem(path, error);
    throw error;
  }
}

function seedProblem(path: string, error: DecodeError): Problem {
  const next = "Nothing was started. tfprojects emulator --help shows what a seed looks like.";
  return new Problem(`${path}: ${error.path} ${error.problem}`, next, { cause: error });
}

function port(text: string): number {
  const number = Number(text);
  if (!/^\d{1,5}$/.test(text) || number > 65_535) throw new InvalidArgumentError("A port is a number from 0 to 65535.");
  return number;
}

function shellQuoted(value: string): string {
  return `'${value.replaceAll("'", `'\\''`)}'`;
}

async function stopSignal(): Promise<void> {
  await new Promise<void>((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => resolve());
  });
}
