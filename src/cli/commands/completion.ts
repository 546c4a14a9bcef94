import { Argument, type Command } from "commander";
import { ActionCommand } from "../action-command";
import { bashCompletion } from "../completion/bash";
import { fishCompletion } from "../completion/fish";
import { tokensOf, type ProgramTokens } from "../completion/tokens";
import { zshCompletion } from "../completion/zsh";
import { print } from "../output";

const SCRIPTS = { bash: bashCompletion, zsh: zshCompletion, fish: fishCompletion } satisfies Readonly<
  Record<string, (tokens: ProgramTokens) => string>
>;

const HELP = `
The script completes commands, options, their values, and paths.

Examples:
  bash, from the next shell on:
    $ echo 'source <(tfprojects completion bash)' >> ~/.bashrc
  zsh, after compinit:
    $ echo 'source <(tfprojects completion zsh)' >> ~/.zshrc
  fish:
    $ tfprojects completion fish > ~/.config/fish/completions/tfprojects.fish
`;

/** `tfprojects completion` prints a completion script for a shell. */
export function completionCommand(program: Command): ActionCommand {
  return new ActionCommand("completion")
    .addArgument(new Argument("<shell>", "shell").choices(Object.keys(SCRIPTS)))
    .addHelpText("after", HELP)
    .run(async (shell: keyof typeof SCRIPTS) => {
      await print(SCRIPTS[shell](tokensOf(program)).trimEnd());
    });
}
