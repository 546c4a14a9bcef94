import { shellQuote } from "../../shell-quote";
import type { OptionTokens, ValueSource, ProgramTokens } from "./tokens";

/** A completion script for zsh: source it, or save it as `_tfprojects` in a folder of `fpath`. */
export function zshCompletion({ name, options, commands }: ProgramTokens): string {
  return `#compdef ${name}
# Completion of ${name} for zsh. Load it, after compinit, with: source <(${name} completion zsh)
_${name}() {
  local context state line
  local -A opt_args
  local -a commands
  commands=(
${commands.map((command) => `    ${shellQuote(`${command.name}:${command.description}`)}`).join("\n")}
  )
  _arguments -C \\
${options.map((option) => `    ${optionSpec(option)} \\`).join("\n")}
    '1: :->command' \\
    '*:: :->arguments' && return
  case $state in
    command) _describe command commands ;;
    arguments)
      case $words[1] in
${commands
  .map((command) => {
    const argument = command.argument === undefined ? [] : [shellQuote(`*:argument:${action(command.argument)}`)];
    const specifications = [...command.options.map(optionSpec), ...argument];
    return `        ${command.name})\n          _arguments ${specifications.join(" \\\n            ")} ;;`;
  })
  .join("\n")}
      esac
      ;;
  esac
}
if [[ $funcstack[1] == _${name} ]]; then
  _${name} "$@"
else
  compdef _${name} ${name}
fi
`;
}

function optionSpec({ long, description, value, isRepeatable }: OptionTokens): string {
  const escaped = description.replace(/[[\]\\:]/g, "\\$&");
  const valued = value === undefined ? "" : `:value:${action(value)}`;
  return shellQuote(`${isRepeatable ? "*" : ""}${long}${value === undefined ? "" : "="}[${escaped}]${valued}`);
}

function action(source: ValueSource): string {
  switch (source) {
    case "files":
      return "_files";
    case "commands":
      return "_command_names -e";
    case "none":
      return " ";
    default:
      return `(${source.join(" ")})`;
  }
}
