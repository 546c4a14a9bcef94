import { Command, CommanderError } from "commander";
import { ApiError } from "../api";
import { ReconcileError } from "../reconcile";
import { VERSION } from "../version";
import { applyCommand } from "./commands/apply";
import { completionCommand } from "./commands/completion";
import { doctorCommand } from "./commands/doctor";
import { driftCommand } from "./commands/drift";
import { emulatorCommand } from "./commands/emulator";
import { importCommand } from "./commands/import";
import { migrateCommand } from "./commands/migrate";
import { overrideCommand } from "./commands/override";
import { planCommand } from "./commands/plan";
import { providerCommand } from "./commands/provider";
import { stagesCommand } from "./commands/stages";
import { CliError } from "./errors";
import { EXIT, type SetExitStatus } from "./exit-status";
import { ignoreStreamErrors, stdout, writeToStderr } from "./output";
import { errorAsJson } from "./render";
import { sanitizeLines } from "./render/sanitize";
import { printErr, stderrColors } from "./terminal";

/**
 * Runs the command line and returns its exit status.
 *
 * @param argv - `process.argv`: executable, script, then the arguments.
 */
export async function runProgram(argv: readonly string[]): Promise<number> {
  ignoreStreamErrors();
  let status: number = EXIT.success;
  const program = createProgram((next) => {
    status = next;
  });
  const args = argv.slice(2);
  // Until the arguments are parsed, or if they are invalid, only their text is known.
  let isJson = requestsJson(args);
  program.hook("preAction", (_, command) => {
    isJson = command.opts<{ readonly json?: boolean }>().json === true;
  });
  try {
    await parse(program, argv);
    await stdout.flush();
    return status;
  } catch (error) {
    // Commander has printed its own errors.
    if (!(error instanceof CommanderError)) printError(error);
    if (isJson) await printErrorDocument(error instanceof CommanderError ? usageError(error, program, args) : error);
    if (error instanceof CommanderError) return error.exitCode;
    return error instanceof CliError ? error.status : EXIT.error;
  }
}

/** Whether `--json` is among the arguments. Those after `--`, and of the command that the emulator runs, are not. */
function requestsJson(args: readonly string[]): boolean {
  const own = args.includes("--") ? args.slice(0, args.indexOf("--")) : args;
  return own.includes("--json") && own.find((word) => !word.startsWith("-")) !== "emulator";
}

/** Writes the error to stdout, unless a document is there already: there is only one. */
async function printErrorDocument(error: unknown): Promise<void> {
  if (stdout.hasOutput) return;
  stdout.write(errorAsJson(error));
  try {
    await stdout.flush();
  } catch {
    // The text of the error is on stderr, and the exit status is the same.
  }
}

/** An error of Commander, whose message is `error: unknown option '--prun'`, with a suggestion in a second line. */
function usageError({ message }: CommanderError, program: Command, args: readonly string[]): CliError {
  const name = args.find((word) => program.commands.some((command) => command.name() === word));
  const help = name === undefined ? "tfprojects --help" : `tfprojects ${name} --help`;
  const text = message.replace(/^error: /, "").replaceAll("\n", " ");
  return new CliError(text, `Run \`${help}\` for usage.`, { code: "USAGE" });
}

async function parse(program: Command, argv: readonly string[]): Promise<void> {
  try {
    await program.parseAsync([...argv]);
  } catch (error) {
    // Help or version was requested and has been printed.
    if (error instanceof CommanderError && error.exitCode === 0) return;
    throw error;
  }
}

/** The command line with all its commands. */
export function createProgram(setStatus: SetExitStatus): Command {
  const program = new Command("tfprojects")
    .description("Manage the projects of an HCP Terraform or Terraform Enterprise organization as code.")
    .version(VERSION, "--version", "show the version")
    .helpOption("-h, --help", "show help")
    .helpCommand("help [command]", "Show the help of a command.")
    .enablePositionalOptions()
    .showHelpAfterError("Run `tfprojects --help` for usage.")
    .configureOutput({
      writeOut: (text) => stdout.write(text),
      writeErr: writeToStderr,
      outputError: (text, write) =>
        write(sanitizeLines(text.trimEnd()).replace(/^error:/, stderrColors.red("error:")) + "\n"),
    })
    .exitOverride();
  const commands = [
    planCommand(setStatus),
    applyCommand(setStatus),
    driftCommand(setStatus),
    importCommand(),
    migrateCommand(),
    stagesCommand(setStatus),
    overrideCommand(),
    doctorCommand(setStatus),
    emulatorCommand(setStatus),
    providerCommand(),
    completionCommand(program),
  ];
  for (const command of commands) {
    command.copyInheritedSettings(program).showHelpAfterError(`Run \`tfprojects ${command.name()} --help\` for usage.`);
    program.addCommand(command);
  }
  return program;
}

function printError(error: unknown): void {
  const heading = stderrColors.red("error:");
  if (error instanceof CliError) {
    printErr(`${heading} ${sanitizeLines(error.message)}`, sanitizeLines(error.nextStep));
    return;
  }
  // Their messages include what to do.
  if (error instanceof ApiError || error instanceof ReconcileError) {
    printErr(`${heading} ${sanitizeLines(error.message)}`);
    return;
  }
  // Anything else is a bug; a report needs its stack.
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  printErr(`${heading} ${sanitizeLines(text)}`);
}
