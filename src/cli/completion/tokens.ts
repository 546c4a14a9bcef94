import type { Argument, Command, Option } from "commander";

/** What may stand in a place of the command line. */
export type ValueSource =
  | { readonly kind: "files" }
  | { readonly kind: "programs" }
  | { readonly kind: "choices"; readonly choices: readonly string[] }
  /** A name, a number: nothing that could be suggested. */
  | { readonly kind: "text" };

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
  /** What its argument may be; undefined for a command without. */
  readonly argument: ValueSource | undefined;
}

/** All that there is to complete, read from the program itself, so that it cannot be another than what there is. */
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
        command.name() === "help"
          ? { kind: "choices", choices: commands.map((it) => it.name()) }
          : command.registeredArguments.map(argumentSource)[0],
    })),
  };
}

function optionTokens(option: Option): OptionTokens {
  const value = /<(.*)>/.exec(option.flags)?.[1];
  return {
    long: option.long ?? option.flags,
    description: option.description,
    value: value === undefined ? undefined : sourceNamed(value, option.argChoices),
    isRepeatable: Array.isArray(option.defaultValue),
  };
}

function argumentSource(argument: Argument): ValueSource {
  return sourceNamed(argument.name(), argument.argChoices);
}

/** What the help calls a value is what kind of value it is. */
function sourceNamed(name: string, choices: readonly string[] | undefined): ValueSource {
  if (choices !== undefined) return { kind: "choices", choices };
  switch (name) {
    case "file":
    case "folder":
    case "place":
      return { kind: "files" };
    case "command":
      return { kind: "programs" };
    default:
      return { kind: "text" };
  }
}
