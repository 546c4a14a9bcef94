import type { Place, ProgramWords } from "./words";

/** A completion script for fish 3 and later. */
export function fishCompletion({ name, options, commands }: ProgramWords): string {
  const lines = [
    `# Completion of ${name} for fish. Load it with: ${name} completion fish | source`,
    `complete -c ${name} -f`,
    ...options.map(({ long, description }) => line("__fish_use_subcommand", `-l ${long.slice(2)}`, description)),
    ...commands.flatMap((command) => {
      const inside = `__fish_seen_subcommand_from ${command.name}`;
      return [
        line("__fish_use_subcommand", `-a ${command.name}`, command.description),
        ...command.options.map(({ long, description, value }) =>
          line(inside, `-l ${long.slice(2)}${value === undefined ? "" : ` ${valued(value)}`}`, description),
        ),
        ...(command.argument === undefined ? [] : [line(inside, positional(command.argument))]),
      ];
    }),
  ];
  return `${lines.filter((it) => it !== "").join("\n")}\n`;

  function line(condition: string, what: string, description?: string): string {
    if (what === "") return "";
    return `complete -c ${name} -n ${quoted(condition)} ${what}${description === undefined ? "" : ` -d ${quoted(description)}`}`;
  }
}

function valued(place: Place): string {
  switch (place.kind) {
    case "files":
      return "-r -F";
    case "programs":
      return `-x -a '(__fish_complete_command)'`;
    case "choices":
      return `-x -a ${quoted(place.choices.join(" "))}`;
    case "text":
      return "-x";
  }
}

function positional(place: Place): string {
  switch (place.kind) {
    case "files":
      return "-F";
    case "programs":
      return `-a '(__fish_complete_command)'`;
    case "choices":
      return `-a ${quoted(place.choices.join(" "))}`;
    case "text":
      return "";
  }
}

function quoted(text: string): string {
  return `'${text.replace(/['\\]/g, "\\$&")}'`;
}
