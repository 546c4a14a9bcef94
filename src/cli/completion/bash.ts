import type { ValueSource, ProgramTokens } from "./tokens";

/** A completion script for bash 3.2 and later; needs no package of completions. */
export function bashCompletion({ name, options, commands }: ProgramTokens): string {
  const names = commands.map((command) => command.name);
  return `# Completion of ${name} for bash. Load it with: source <(${name} completion bash)
_${name}() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD - 1]}" command="" index
  # --option=value is three words here.
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
      "") ${suggestWords(options.map(({ long }) => long))} ;;
${commands.map((command) => `      ${command.name}) ${suggestWords(command.options.map(({ long }) => long))} ;;`).join("\n")}
    esac
    return
  fi
  case "$command" in
    "") ${suggestWords(names)} ;;
${commands.map((command) => `    ${command.name}) ${suggest(command.argument ?? { kind: "text" })} ;;`).join("\n")}
  esac
}
# Where nothing is suggested, bash suggests files.
complete -o default -F _${name} ${name}
`;
}

function suggest(source: ValueSource): string {
  switch (source.kind) {
    case "files":
      return ":";
    case "programs":
      return `COMPREPLY=($(compgen -c -- "$current"))`;
    case "choices":
      return suggestWords(source.choices);
    case "text":
      // Not known to bash 3.2, where files are suggested.
      return "compopt +o default 2>/dev/null";
  }
}

function suggestWords(words: readonly string[]): string {
  return `COMPREPLY=($(compgen -W "${words.join(" ")}" -- "$current"))`;
}
