import type { OptionWords, Place, ProgramWords } from "./words";

/** A completion script for zsh: to be loaded as it is, or put as `_tfprojects` into a folder of `fpath`. */
export function zshCompletion({ name, options, commands }: ProgramWords): string {
  return `#compdef ${name}
# Completion of ${name} for zsh. Load it, after compinit, with: source <(${name} completion zsh)
_${name}() {
  local context state line
  local -A opt_args
  local -a commands
  commands=(
${commands.map((command) => `    ${quoted(`${command.name}:${command.description}`)}`).join("\n")}
  )
  _arguments -C \\
${options.map((option) => `    ${optionSpecification(option)} \\`).join("\n")}
    '1: :->command' \\
    '*:: :->arguments' && return
  case $state in
    command) _describe command commands ;;
    arguments)
      case $words[1] in
${commands
  .map((command) => {
    const argument = command.argument === undefined ? [] : [quoted(`*:argument:${action(command.argument)}`)];
    const specifications = [...command.options.map(optionSpecification), ...argument];
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

function optionSpecification({ long, description, value, isRepeatable }: OptionWords): string {
  const told = description.replace(/[[\]\\:]/g, "\\$&");
  const valued = value === undefined ? "" : `:value:${action(value)}`;
  return quoted(`${isRepeatable ? "*" : ""}${long}${value === undefined ? "" : "="}[${told}]${valued}`);
}

function action(place: Place): string {
  switch (place.kind) {
    case "files":
      return "_files";
    case "programs":
      return "_command_names -e";
    case "choices":
      return `(${place.choices.join(" ")})`;
    case "text":
      return " ";
  }
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
