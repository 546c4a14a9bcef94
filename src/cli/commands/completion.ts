import { Argument, Command } from "commander";
import { bashCompletion } from "../completion/bash";
import { fishCompletion } from "../completion/fish";
import { tokensOf, type ProgramTokens } from "../completion/tokens";
import { zshCompletion } from "../completion/zsh";
import { print } from "../terminal";

const SCRIPTS = { bash: bashCompletion, zsh: zshCompletion, fish: fishCompletion } satisfies Readonly<
  Record<string, (words: ProgramTokens) => string>
>;

const HELP = `
Commands, options, their values, and files are completed.

Examples:
  bash, from the next shell on:
    $ echo 'source <(tfprojects completion bash)' >> ~/.bashrc
  zsh, where compinit has run:
    $ echo 'source <(tfprojects completion zsh)' >> ~/.zshrc
  fish:
    $ tfprojects completion fish > ~/.config/fish/completions/tfprojects.fish
`;

/** `tfprojects completion`: what a shell needs to complete the command line. */
export function completionCommand(program: Command): Command {
  return new Command("completion")
    .description("Print a script that completes this command line in a shell.")
    .addArgument(new Argument("<shell>", "the shell").choices(Object.keys(SCRIPTS)))
    .addHelpText("after", HELP)
    .action(async (shell: keyof typeof SCRIPTS) => {
      await print(SCRIPTS[shell](tokensOf(program)).trimEnd());
    });
}
