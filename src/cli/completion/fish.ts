import type { ValueSource, ProgramTokens } from "./tokens";

/** A completion script for fish 3 and later. */
export function fishCompletion({ name, options, commands }: ProgramTokens): string {
  const lines = [
    `# Completion of ${name} for fish. Load it with: ${name} completion fish | source`,
    `complete -c ${name} -f`,
    ...options.map(({ long, description }) => line("__fish_use_subcommand", `-l ${long.slice(2)}`, description)),
    ...commands.flatMap((command) => {
      const inside = `__fish_seen_subcommand_from ${command.name}`;
      return [
        line("__fish_use_subcommand", `-a ${command.name}`, command.description),
        ...command.options.map(({ long, description, value }) =>
          line(inside, `-l ${long.slice(2)}${value === undefined ? "" : ` ${optionValue(value)}`}`, description),
        ),
        ...(command.argument === undefined ? [] : [line(inside, positional(command.argument))]),
      ];
    }),
  ];
  return `${lines.filter((it) => it !== "").join("\n")}\n`;

  function line(condition: string, what: string, description?: string): string {
    if (what === "") return "";
    const help = description === undefined ? "" : ` -d ${singleQuoted(description)}`;
    return `complete -c ${name} -n ${singleQuoted(condition)} ${what}${help}`;
  }
}

/** `-x` allows no files beside the suggestions, and `-r` requires a value. */
function optionValue(source: ValueSource): string {
  return source === "files" ? "-r -F" : `-x ${positional(source)}`.trimEnd();
}

function positional(source: ValueSource): string {
  switch (source) {
    case "files":
      return "-F";
    case "commands":
      return `-a '(__fish_complete_command)'`;
    case "none":
      return "";
    default:
      // Without a description of its own, each would have that of the option.
      return `-a ${singleQuoted(source.map((word) => `${word}\\t`).join(" "))}`;
  }
}

function singleQuoted(text: string): string {
  return `'${text.replace(/['\\]/g, "\\$&")}'`;
}
