import type { OptionTokens, ProgramTokens, ValueSource } from "./tokens";

/** A completion script for bash 3.2 and later; does not need the bash-completion package. */
export function bashCompletion({ name, options, commands }: ProgramTokens): string {
  const names = commands.map((command) => command.name);
  return `# Completion of ${name} for bash. Load it with: source <(${name} completion bash)
_${name}() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD - 1]}" command="" index
  # bash splits --option=value into three words.
  if [[ $current == "=" ]]; then
    current=""
  elif [[ $previous == "=" ]]; then
    previous="\${COMP_WORDS[COMP_CWORD - 2]}"
  fi
  for ((index = 1; index < COMP_CWORD; index++)); do
    case "\${COMP_WORDS[index]}" in
      ${names.join(" | ")})
        command="\${COMP_WORDS[index]}"
        break
        ;;
    esac
  done
  COMPREPLY=()
  case "$command $previous" in
${commands
  .flatMap((command) =>
    command.options.flatMap(({ long, value }) =>
      value === undefined ? [] : [`    "${command.name} ${long}") ${suggest(value)}; return ;;`],
    ),
  )
  .join("\n")}
  esac
  if [[ $current == -* ]]; then
    case "$command" in
      "") ${suggestOptions(options)} ;;
${commands.map((command) => `      ${command.name}) ${suggestOptions(command.options)} ;;`).join("\n")}
    esac
    return
  fi
  case "$command" in
    "") ${suggest(names)} ;;
${commands.map((command) => `    ${command.name}) ${suggest(command.argument ?? "none")} ;;`).join("\n")}
  esac
}
# Without suggestions, bash suggests files.
complete -o default -F _${name} ${name}
`;
}

function suggest(source: ValueSource): string {
  switch (source) {
    case "files":
      return ":";
    case "commands":
      return `COMPREPLY=($(compgen -c -- "$current"))`;
    case "none":
      // bash 3.2 does not have compopt, and suggests files.
      return "compopt +o default 2>/dev/null";
    default:
      return `COMPREPLY=($(compgen -W "${source.join(" ")}" -- "$current"))`;
  }
}

function suggestOptions(options: readonly OptionTokens[]): string {
  return suggest(options.map(({ long }) => long));
}
