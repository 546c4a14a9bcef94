import { createProgram } from "../../src/cli/program";

/** Each command with what its help says. */
export function commands(): string {
  return createProgram(() => undefined)
    .commands.map((command) => {
      let help = "";
      command.configureOutput({
        writeOut: (text) => (help += text),
        getOutHelpWidth: () => 100,
        getOutHasColors: () => false,
      });
      command.outputHelp();
      return `## \`tfprojects ${command.name()}\`\n\n\`\`\`text\n${help.trimEnd()}\n\`\`\``;
    })
    .join("\n\n");
}
