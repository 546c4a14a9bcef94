import type { Argument, Command, Option } from "commander";

/** What may stand in a place of the command line. */
export type Place =
  | { readonly kind: "files" }
  | { readonly kind: "programs" }
  | { readonly kind: "choices"; readonly choices: readonly string[] }
  /** A name, a number: nothing that could be suggested. */
  | { readonly kind: "text" };

export interface OptionWords {
  readonly long: string;
  readonly description: string;
  /** Undefined for an option without a value. */
  readonly value: Place | undefined;
  readonly isRepeatable: boolean;
}

export interface CommandWords {
  readonly name: string;
  readonly description: string;
  readonly options: readonly OptionWords[];
  /** What its argument may be; undefined for a command without. */
  readonly argument: Place | undefined;
}

/** All that there is to complete, read from the program itself, so that it cannot be another than what there is. */
export interface ProgramWords {
  readonly name: string;
  readonly options: readonly OptionWords[];
  readonly commands: readonly CommandWords[];
}

export function wordsOf(program: Command): ProgramWords {
  const help = program.createHelp();
  const commands = help.visibleCommands(program);
  return {
    name: program.name(),
    options: help.visibleOptions(program).map(optionWords),
    commands: commands.map((command) => ({
      name: command.name(),
      description: command.description(),
      options: help.visibleOptions(command).map(optionWords),
      argument:
        command.name() === "help"
          ? { kind: "choices", choices: commands.map((it) => it.name()) }
          : command.registeredArguments.map(placeOf)[0],
    })),
  };
}

function optionWords(option: Option): OptionWords {
  const value = /<(.*)>/.exec(option.flags)?.[1];
  return {
    long: option.long ?? option.flags,
    description: option.description,
    value: value === undefined ? undefined : placeNamed(value, option.argChoices),
    isRepeatable: Array.isArray(option.defaultValue),
  };
}

function placeOf(argument: Argument): Place {
  return placeNamed(argument.name(), argument.argChoices);
}

/** What the help calls a value is what kind of value it is. */
function placeNamed(name: string, choices: readonly string[] | undefined): Place {
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
