import { readFileSync } from "node:fs";
import MarkdownIt from "markdown-it";

/** A block of code in a Markdown file. */
export interface CodeBlock {
  /** That of its fence; `sh` for a block that is indented: those of examples are commands. */
  readonly language: string;
  readonly text: string;
}

export function codeBlocks(file: string): readonly CodeBlock[] {
  return new MarkdownIt()
    .parse(readFileSync(file, "utf8"), {})
    .filter(({ type }) => type === "fence" || type === "code_block")
    .map(({ type, info, content }) => ({ language: type === "fence" ? info : "sh", text: content }));
}

/** Whether it has what a reader types into a shell. */
export function isCommands({ language }: CodeBlock): boolean {
  return ["sh", "bash", "shell", "console"].includes(language);
}
