import { Option } from "commander";
import { ActionCommand } from "../action-command";
import { DecodeError, Emulator, parseSeed, type EmulatorOptions, type Seed } from "../../emulator";
import { firstLines } from "../../model";
import { readTextFile } from "../../text-file";
import { runChild } from "../child-process";
import { UserError } from "../../user-error";
import { hasCode, messageOf, sentenceOf } from "../../system-errors";
import type { ExampleApp } from "../example-app";
import { EXAMPLE_NAMES, EXAMPLES_TEXT, type ExampleName } from "../examples";
import { orWord, wholeNumber } from "../option-values";
import { ReadyFile } from "../ready-file";
import { shellQuote } from "../../shell-quote";
import { print, printErr, stderrColors } from "../output";

type Choices =
  | "documents"
  | "callRunTasks"
  | "advisoryFailures"
  | "tagRelationships"
  | "tagFilter"
  | "workspaceVariables"
  | "moveWithAgentPool";

interface SeedFile {
  readonly path: string;
  /** @default - it is read */
  readonly content?: string;
}

interface Startup extends Pick<EmulatorOptions, Choices | "port" | "token" | "maxRequestBytes"> {
  readonly seed: SeedFile | undefined;
  readonly state?: string;
  readonly rateLimit: number | "off";
}

interface Options extends Omit<Startup, "seed"> {
  readonly seed?: string;
  readonly example?: ExampleName;
  readonly readyFile?: string;
}

/**
 * The rate limit of HCP Terraform, so that programs meet it in tests too.
 *
 * @see https://developer.hashicorp.com/terraform/cloud-docs/api-docs#rate-limiting
 */
const DEFAULT_RATE_LIMIT = 30;

const port = wholeNumber("a number from 0 to 65535", 0, 65_535);
const rateLimit = orWord("off", wholeNumber("a number of requests per second, at least 1, or off", 1));
const byteCount = wholeNumber("a number of bytes, at least 1", 1, Number.MAX_SAFE_INTEGER);

const HELP = `
Sets these variables for the command. Without a command, prints them to stdout
for a shell to evaluate, or writes them to the ready file:
  TFE_ADDRESS       address of the emulator
  TFE_TOKEN         admin token
  TFE_ORGANIZATION  first organization of the seed

A seed is JSON. Projects, workspaces and their attributes are optional:
  {"organizations": [{"name": "acme",
    "projects": [{"name": "Platform", "description": "Shared",
                  "autoDestroyActivityDuration": "14d",
                  "defaultExecutionMode": "local",
                  "tags": {"team": "platform"},
                  "workspaces": ["api-prod"]}],
    "workspaces": ["in-the-default-project"]}]}

With --example, this folder gets an app that is built on cdktf, with its
organization in seed.json, and the packages that it needs:
${EXAMPLES_TEXT}
In an empty folder, the terminal asks for one, without a seed and a state.

Examples:
  Write an example app to an empty folder, and plan it:
    $ tfprojects emulator --example landing-zone -- tfprojects plan
  Deploy an app to an empty organization that is discarded afterwards:
    $ tfprojects emulator -- cdktn deploy --auto-approve
  Plan against an organization from a seed:
    $ tfprojects emulator --seed organization.json -- terraform plan
  Serve in the background until it is stopped:
    $ rm -f emulator.env
    $ tfprojects emulator --state emulator.jsonl --ready-file emulator.env &
    $ while [ ! -e emulator.env ] && kill -0 $!; do sleep 0.1; done
    $ . ./emulator.env && terraform apply
    $ kill $TFPROJECTS_EMULATOR_PID && wait
  Show its state, and the control API for tests:
    $ curl "$TFE_ADDRESS/_emulator/state"
    $ curl "$TFE_ADDRESS/_emulator"
  Serve a test suite, with a fixed address and token and no rate limit:
    $ tfprojects emulator --port 8080 --token for-tests --rate-limit off
  Test how a program handles a low rate limit:
    $ tfprojects emulator --rate-limit 5 -- npm test

The emulator listens on 127.0.0.1 only. For more, see docs/emulator.md in the
package.
`;

/** `tfprojects emulator` runs the emulator, for one command or until it is stopped. */
export function emulatorCommand(): ActionCommand {
  return (
    new ActionCommand("emulator")
      .usage("[options] [-- COMMAND...]")
      .argument("[command...]", "command to run against the emulator; its exit status becomes that of the emulator")
      .option("--port <number>", "port on 127.0.0.1 (default: any free port)", port)
      .option("--seed <file>", "JSON file with the initial organizations (default: one empty organization, acme)")
      .addOption(
        new Option("--example <name>", "write an example app to this folder, and begin with its organization")
          .choices(EXAMPLE_NAMES)
          .conflicts("seed"),
      )
      .option("--state <file>", "store the state in this file, and resume from it if it exists")
      .option("--token <token>", "admin token (default: the token in the state file, or a random one)")
      .option(
        "--rate-limit <number>",
        "requests per second for each user, before 429 responses; off for no limit",
        rateLimit,
        DEFAULT_RATE_LIMIT,
      )
      .addOption(
        new Option("--documents <which>", "attributes in responses: all that the service sends, or the documented ones")
          .choices(["full", "documented"])
          .default("full"),
      )
      .addOption(
        new Option("--call-run-tasks <which>", "send requests to run tasks with a loopback URL, or to none")
          .choices(["loopback", "never"])
          .default("loopback"),
      )
      .addOption(
        new Option("--advisory-failures <outcome>", "outcome of a task stage in which only advisory tasks failed")
          .choices(["fail", "pass"])
          .default("fail"),
      )
      .addOption(
        new Option("--tag-relationships <which>", "projects and workspaces whose responses refer to their tags")
          .choices(["always", "tagged", "links", "never"])
          .default("always"),
      )
      .addOption(
        new Option("--tag-filter <effect>", "whether lists are filtered by tags")
          .choices(["apply", "ignore"])
          .default("apply"),
      )
      .addOption(
        new Option("--workspace-variables <which>", "whether lists of workspaces can include their variables")
          .choices(["include", "refuse"])
          .default("include"),
      )
      .addOption(
        new Option(
          "--move-with-agent-pool <outcome>",
          "moves of workspaces whose agent pool does not allow the project",
        )
          .choices(["accept", "refuse"])
          .default("accept"),
      )
      .option(
        "--max-request-bytes <number>",
        "maximum size of a request body, before 413 responses (default: 10485760, 10 MiB)",
        byteCount,
      )
      .option(
        "--ready-file <file>",
        "write the variables to this file as soon as the emulator can be used, and delete it at the end",
      )
      // Everything after the first word that is not an option belongs to the command, with or without `--`.
      .passThroughOptions()
      .addHelpText("after", HELP)
      .run(async (command: readonly string[], { readyFile: path, seed, example, ...options }: Options) => {
        const readyFile = path === undefined ? undefined : new ReadyFile(path);
        const mayOffer = command.length > 0 && seed === undefined && options.state === undefined;
        const app = example !== undefined || mayOffer ? await exampleApp(example) : undefined;
        const emulator = await start({
          ...options,
          seed: app?.seed ?? (seed === undefined ? undefined : { path: seed }),
        });
        try {
          await app?.writeTo(".");
          return await serve(emulator, command, readyFile);
        } finally {
          readyFile?.remove();
          await emulator.stop();
        }
      })
  );
}

/** The example of a name, or the one that is chosen on the terminal; undefined for none. */
async function exampleApp(name: ExampleName | undefined): Promise<ExampleApp | undefined> {
  // Most emulators start without one.
  const { ExampleApp, offerExample } = await import("../example-app.js");
  const chosen = name ?? (await offerExample("."));
  return chosen === undefined ? undefined : ExampleApp.read(chosen);
}

async function serve(
  emulator: Emulator,
  [command, ...args]: readonly string[],
  readyFile: ReadyFile | undefined,
): Promise<number> {
  const environment = {
    TFE_ADDRESS: emulator.address,
    TFE_TOKEN: emulator.token,
    TFE_ORGANIZATION: emulator.firstOrganization ?? "",
  };
  const lines = Object.entries(environment).map(([name, value]) => `export ${name}=${shellQuote(value)}`);
  // Before the file exists, because its reader may stop the emulator at once.
  const stopped = command === undefined ? untilStopped() : undefined;
  // npx does not forward signals, so the ID of the process that a shell has started does not suffice.
  await readyFile?.write([...lines, `export TFPROJECTS_EMULATOR_PID=${process.pid}`]);
  if (command !== undefined) return runChild(command, args, { ...process.env, ...environment });
  if (readyFile === undefined) await print(...lines);
  const { bold, dim } = stderrColors;
  printErr(
    `The emulator listens on ${bold(emulator.address)}.`,
    dim(
      emulator.rateLimit === undefined
        ? "It has no rate limit."
        : `It allows ${emulator.rateLimit} requests per second for each user; override with --rate-limit.`,
    ),
    dim(
      `Evaluate the lines ${readyFile === undefined ? "on stdout" : `in ${readyFile.path}`} to use it. ` +
        `Its control API is at ${emulator.address}/_emulator. Ctrl-C stops it.`,
    ),
  );
  await stopped;
  return 0;
}

async function start({ seed: seedFile, state, rateLimit, ...options }: Startup): Promise<Emulator> {
  const { port, token } = options;
  if (token !== undefined && !/^[\x21-\x7e]+$/.test(token)) {
    // Commander's own errors would show the value.
    throw new UserError(
      "The value of --token is not a valid token.",
      "Use visible ASCII characters without spaces, such as for-tests.",
    );
  }
  const seed = seedFile === undefined ? undefined : await readSeed(seedFile);
  const limit = rateLimit === "off" ? undefined : rateLimit;
  try {
    return await Emulator.start({ ...options, seed, rateLimit: limit, stateFile: state });
  } catch (error) {
    if (hasCode(error, "EADDRINUSE", "EACCES")) {
      const reason = hasCode(error, "EACCES") ? "permission denied" : "the port is in use";
      throw new UserError(
        `The emulator cannot listen on port ${port ?? 0}: ${reason}.`,
        "Use another port with --port, or omit --port to use any free one.",
        { cause: error },
      );
    }
    if (error instanceof DecodeError) throw seedError(seedFile?.path ?? "The seed", error);
    if (!(error instanceof Error) || state === undefined) throw error;
    throw new UserError(
      `Cannot use the state file: ${sentenceOf(error)}`,
      "Use another file with --state, or move this one away to start with an empty state.",
      { cause: error },
    );
  }
}

async function readSeed({ path, content }: SeedFile): Promise<Seed> {
  try {
    return parseSeed(content ?? (await readTextFile(path)));
  } catch (error) {
    if (error instanceof DecodeError) throw seedError(path, error);
    throw new UserError(`Cannot read the seed ${path}: ${messageOf(error)}.`, "Check the path given with --seed.", {
      cause: error,
    });
  }
}

function seedError(path: string, cause: DecodeError): UserError {
  const lines = cause.problems.map((it) => `${it.path} ${it.problem}`);
  return new UserError(
    lines.length === 1
      ? `${path}: ${lines.join("")}`
      : [`${path} has ${lines.length} errors:`, ...firstLines(lines)].join("\n  "),
    "Run `tfprojects emulator --help` for an example of a seed.",
    { cause },
  );
}

async function untilStopped(): Promise<void> {
  await new Promise<void>((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => resolve());
  });
}
