import { createProgram } from "../../src/cli/program";

/** The help of each command. */
export async function commands(): Promise<string> {
  const program = await createProgram();
  return program.commands
    .map((command) => {
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
