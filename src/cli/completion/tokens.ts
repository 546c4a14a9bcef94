import type { Argument, Command, Option } from "commander";
import { isRepeatable } from "../repeatable-option";

/** Where the completions of a value come from. */
export type ValueSource =
  | { readonly kind: "files" }
  /** Commands on the PATH. */
  | { readonly kind: "commands" }
  | { readonly kind: "choices"; readonly choices: readonly string[] }
  /** Free text, which has no completions. */
  | { readonly kind: "none" };

export interface OptionTokens {
  readonly long: string;
  readonly description: string;
  /** Undefined for an option without a value. */
  readonly value: ValueSource | undefined;
  readonly isRepeatable: boolean;
}

export interface CommandTokens {
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
  return {
    name: program.name(),
    options: help.visibleOptions(program).map(optionTokens),
    commands: commands.map((command) => ({
      name: command.name(),
      description: command.description(),
      options: help.visibleOptions(command).map(optionTokens),
      argument:
        command.name() === "help" ? { kind: "choices", choices: commands.map((it) => it.name()) } : argumentOf(command),
    })),
  };
}

function optionTokens(option: Option): OptionTokens {
  const value = /<(.*)>/.exec(option.flags)?.[1];
  return {
    long: option.long ?? option.flags,
    description: option.description,
    value: value === undefined ? undefined : sourceNamed(value, option.argChoices),
    isRepeatable: isRepeatable(option),
  };
}

function argumentOf({ registeredArguments }: Command): ValueSource | undefined {
  const sources = registeredArguments.map(argumentSource);
  return sources.find(({ kind }) => kind !== "none") ?? sources[0];
}

function argumentSource(argument: Argument): ValueSource {
  return sourceNamed(argument.name(), argument.argChoices);
}

/** The name of a value in the help tells its kind. */
function sourceNamed(name: string, choices: readonly string[] | undefined): ValueSource {
  if (choices !== undefined) return { kind: "choices", choices };
  switch (name) {
    case "document":
    case "file":
    case "folder":
    case "path":
      return { kind: "files" };
    case "command":
      return { kind: "commands" };
    default:
      return { kind: "none" };
  }
}
