import { Command, CommanderError, Help } from "commander";
import { VERSION } from "../version";
import { COMMANDS, commandsIn } from "./commands";
import { UserError, usageError } from "../user-error";
import { ActionCommand, EXIT, InterruptedError, statusAfter } from "./action-command";
import { asInvoked } from "./next-step";
import { ignoreStreamErrors, stderrColors, stdout, writeToStderr } from "./output";
import { sanitizeLines } from "../sanitize";
import { ownMember } from "../own-member";

/**
 * Runs the command line and returns its exit status.
 *
 * @param argv - `process.argv`: executable, script, then the arguments.
 */
export async function runProgram(argv: readonly string[]): Promise<number> {
  ignoreStreamErrors();
  let status: number = EXIT.success;
  const args = argv.slice(2);
  // Until the arguments are parsed, or if they are invalid, only their text is known.
  let isJson = requestsJson(args);
  const program = await createProgram(commandsIn(args));
  program.hook("preAction", (_, command) => {
    isJson = command.opts<{ readonly json?: boolean }>().json === true;
  });
  program.hook("postAction", (_, command) => {
    if (command instanceof ActionCommand) status = command.status;
  });
  const fail = async (error: unknown): Promise<number> => {
    // Commander has printed its own errors.
    const isPrinted = error instanceof CommanderError;
    if (isPrinted && !isJson) return error.exitCode;
    const { printError, printErrorDocument } = await import("./report-error.js");
    const name = commandName(program, args);
    if (!isPrinted) printError(error, name);
    if (isJson) await printErrorDocument(isPrinted ? invalidUsage(error, name) : error, name);
    if (isPrinted) return error.exitCode;
    if (error instanceof InterruptedError) return statusAfter(error.signal);
    return error instanceof UserError && error.isPartial ? EXIT.partial : EXIT.error;
  };
  // An error in work that is not awaited is reported like any other, and ends the process.
  const crash = (error: unknown): void => void fail(error).then((code) => process.exit(code));
  process.once("uncaughtException", crash);
  try {
    await program.parseAsync([...argv.slice(0, 2), ...withoutUnknownHelp(args)]).catch((error: unknown) => {
      // Help or version was requested and has been printed.
      if (!(error instanceof CommanderError && error.exitCode === 0)) throw error;
    });
    await stdout.flush();
    return status;
  } catch (error) {
    return await fail(error);
  } finally {
    process.off("uncaughtException", crash);
  }
}

/** Whether `--json` is among the arguments. Those after `--`, and of the command that the emulator runs, are not. */
function requestsJson(args: readonly string[]): boolean {
  const own = args.includes("--") ? args.slice(0, args.indexOf("--")) : args;
  return own.includes("--json") && own.find((word) => !word.startsWith("-")) !== "emulator";
}

/** The arguments, without the `help` before an unknown command: the command is then the error, as without it. */
function withoutUnknownHelp(args: readonly string[]): readonly string[] {
  const [first, name] = args;
  const isUnknown = name !== undefined && !name.startsWith("-") && !Object.hasOwn(COMMANDS, name);
  return first === "help" && isUnknown ? args.slice(1) : args;
}

/** The command that the arguments name; empty if they name none. */
function commandName(program: Command, args: readonly string[]): string {
  return args.find((word) => program.commands.some((command) => command.name() === word)) ?? "";
}

/** An error of Commander, whose message is `error: unknown option '--prun'`, with a suggestion in a second line. */
function invalidUsage({ message }: CommanderError, name: string): UserError {
  return usageError(message.replace(/^error: /, "").replaceAll("\n", " "), helpStep(name));
}

/** @param name - Of a command; empty for the program. */
function helpStep(name: string): string {
  return `Run \`tfprojects ${name === "" ? "" : `${name} `}--help\` for usage.`;
}

/**
 * The command line.
 *
 * @param isNeeded - Whether a command is loaded, by its name. Others have only their summary in the program's help.
 *   @default all
 */
export async function createProgram(isNeeded: (name: string) => boolean = () => true): Promise<Command> {
  const program = new Command("tfprojects")
    .description("Manage the projects of an HCP Terraform or Terraform Enterprise organization as code.")
    .version(VERSION, "--version", "show the version")
    .helpOption("-h, --help", "show help")
    .helpCommand("help [command]", "Show the help of a command.")
    .enablePositionalOptions()
    .showHelpAfterError(asInvoked(helpStep("")))
    .configureOutput({
      writeOut: (text) => stdout.write(text),
      writeErr: writeToStderr,
      outputError: (text, write) =>
        write(sanitizeLines(text.trimEnd()).replace(/^error:/, stderrColors.red("error:")) + "\n"),
    })
    .exitOverride();
  for (const [name, entry] of Object.entries(COMMANDS)) {
    const command: Command = isNeeded(name) ? await entry.load() : new Command(name);
    command
      .description(entry.description)
      .copyInheritedSettings(program)
      .showHelpAfterError(asInvoked(helpStep(name)));
    program.addCommand(command);
  }
  const help = new Help();
  program.configureHelp({
    subcommandTerm: (command) => {
      const entry = ownMember(COMMANDS, command.name());
      return entry === undefined ? help.subcommandTerm(command) : `${command.name()} ${entry.usage}`;
    },
  });
  return program;
}
