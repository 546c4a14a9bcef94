import type { Command, Option } from "commander";
import { isRepeatable } from "../option-values";

/** Where the completions of a value come from: files, commands on the PATH, or a list. Free text has none. */
export type ValueSource = "files" | "commands" | "none" | readonly string[];

export interface OptionTokens {
  readonly long: string;
  readonly description: string;
  /** Undefined for an option without a value. */
  readonly value: ValueSource | undefined;
  readonly isRepeatable: boolean;
}

interface CommandTokens {
  readonly name: string;
  readonly description: string;
  readonly options: readonly OptionTokens[];
  /** Of the first argument that has completions; undefined for a command without an argument. */
  readonly argument: ValueSource | undefined;
}

/** Everything that can be completed, read from the program itself. */
export interface ProgramTokens {
  readonly name: string;
  readonly options: readonly OptionTokens[];
  readonly commands: readonly CommandTokens[];
}

export function tokensOf(program: Command): ProgramTokens {
  const help = program.createHelp();
  const commands = help.visibleCommands(program);
  const names = commands.map((command) => command.name());
  return {
    name: program.name(),
    options: help.visibleOptions(program).map(optionTokens),
    commands: commands.map((command) => ({
      name: command.name(),
      description: command.description(),
      options: help.visibleOptions(command).map(optionTokens),
      argument: command.name() === "help" ? names : argumentOf(command),
    })),
  };
}

function optionTokens(option: Option): OptionTokens {
  const value = /<(.*)>/.exec(option.flags)?.[1];
  return {
    long: option.long ?? option.flags,
    description: option.description,
    value: value === undefined ? undefined : sourceOf(value, option.argChoices),
    isRepeatable: isRepeatable(option),
  };
}

function argumentOf({ registeredArguments }: Command): ValueSource | undefined {
  const sources = registeredArguments.map((argument) => sourceOf(argument.name(), argument.argChoices));
  return sources.find((source) => source !== "none") ?? sources[0];
}

/** The values with the names in the help that are paths. */
const PATHS: readonly string[] = ["document", "file", "folder", "path"];

/** The name of a value in the help tells its kind. */
function sourceOf(name: string, choices: readonly string[] | undefined): ValueSource {
  if (choices !== undefined) return choices;
  return PATHS.includes(name) ? "files" : name === "command" ? "commands" : "none";
}
