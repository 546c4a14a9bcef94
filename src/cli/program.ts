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
import { Problem } from "./problem";
import type { SetStatus } from "./set-status";
import { stderrColors, tell } from "./terminal";

/**
 * Runs the command line and returns the status to end with: what the command says, 1 for an error (DESIGN section 4).
 *
 * @param argv as Node gives it: executable, script, then the arguments.
 */
export async function runProgram(argv: readonly string[]): Promise<number> {
  let status = 0;
  const program = createProgram((next) => {
    status = next;
  });
  try {
    await program.parseAsync([...argv]);
    return status;
  } catch (error) {
    // Commander has said what is wrong, or has shown the help that was asked for.
    if (error instanceof CommanderError) return error.exitCode;
    explain(error);
    return 1;
  }
}

/** The command line with all its commands. */
export function createProgram(setStatus: SetStatus): Command {
  const program = new Command("tfprojects")
    .description("Projects of HCP Terraform and Terraform Enterprise, and the workspaces in them, as TypeScript code.")
    .version(VERSION, "--version", "print the version")
    .helpOption("-h, --help", "explain a command")
    .enablePositionalOptions()
    .showHelpAfterError("(tfprojects --help explains what there is)")
    .configureOutput({ outputError: (text, write) => write(text.replace(/^error:/, stderrColors.red("error:"))) })
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

function explain(error: unknown): void {
  const heading = stderrColors.red("error:");
  if (error instanceof Problem) {
    tell(`${heading} ${error.message}`, error.next);
    return;
  }
  // These say what happened, where, why, and what to do.
  if (error instanceof ApiError || error instanceof ReconcileError) {
    tell(`${heading} ${error.message}`);
    return;
  }
  // Anything else is a defect; its stack is what a report needs.
  tell(`${heading} ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
}
