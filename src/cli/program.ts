import { Command, CommanderError } from "commander";
import { VERSION } from "../version";
import { ApiError } from "../api";
import { ReconcileError } from "../reconcile";
import { applyCommand } from "./commands/apply";
import { completionCommand } from "./commands/completion";
import { driftCommand } from "./commands/drift";
import { emulatorCommand } from "./commands/emulator";
import { importCommand } from "./commands/import";
import { overrideCommand } from "./commands/override";
import { planCommand } from "./commands/plan";
import { providerCommand } from "./commands/provider";
import { stagesCommand } from "./commands/stages";
import { stdout, ignoreStreamErrors, writeToStderr } from "./output";
import { CliError } from "./errors";
import { sanitizeLines } from "./render/sanitize";
import type { SetExitStatus } from "./exit-status";
import { stderrColors, printErr } from "./terminal";

/**
 * Runs the command line and returns the status to end with: what the command says; for an error 1, or 3 when something was changed.
 *
 * @param argv as Node gives it: executable, script, then the arguments.
 */
export async function runProgram(argv: readonly string[]): Promise<number> {
  ignoreStreamErrors();
  let status = 0;
  const program = createProgram((next) => {
    status = next;
  });
  try {
    await parse(program, argv);
    await stdout.flush();
    return status;
  } catch (error) {
    // Commander has said what is wrong.
    if (error instanceof CommanderError) return error.exitCode;
    printError(error);
    return error instanceof CliError ? error.status : 1;
  }
}

async function parse(program: Command, argv: readonly string[]): Promise<void> {
  try {
    await program.parseAsync([...argv]);
  } catch (error) {
    // The help or the version that was asked for has been shown.
    if (error instanceof CommanderError && error.exitCode === 0) return;
    throw error;
  }
}

/** The command line with all its commands. */
export function createProgram(setStatus: SetExitStatus): Command {
  const program = new Command("tfprojects")
    .description("Projects of HCP Terraform and Terraform Enterprise, and the workspaces in them, as TypeScript code.")
    .version(VERSION, "--version", "print the version")
    .helpOption("-h, --help", "explain a command")
    .enablePositionalOptions()
    .showHelpAfterError("(tfprojects --help explains what there is)")
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
    stagesCommand(setStatus),
    overrideCommand(),
    emulatorCommand(setStatus),
    providerCommand(),
    completionCommand(program),
  ];
  for (const command of commands) {
    command.copyInheritedSettings(program).showHelpAfterError(`(tfprojects ${command.name()} --help explains it)`);
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
  // These say what happened, where, why, and what to do.
  if (error instanceof ApiError || error instanceof ReconcileError) {
    printErr(`${heading} ${sanitizeLines(error.message)}`);
    return;
  }
  // Anything else is a defect; its stack is what a report needs.
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  printErr(`${heading} ${sanitizeLines(text)}`);
}
