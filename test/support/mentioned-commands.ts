import type { Command } from "commander";
import { readFileSync } from "node:fs";
import MarkdownIt from "markdown-it";
import ts from "typescript";

/** A text that may name commands and options of this package. */
export interface Passage {
  readonly text: string;
  /** Whether it is part of a sentence of code in Markdown, such as `--prune`. */
  readonly isInline: boolean;
}

/** The code of a Markdown file: in blocks, and within lines. */
export function codeIn(file: string): readonly Passage[] {
  const tokens = new MarkdownIt().parse(readFileSync(file, "utf8"), {});
  return tokens.flatMap(({ type, content, children }): readonly Passage[] => {
    if (type === "fence" || type === "code_block") return [{ text: content, isInline: false }];
    const inline = (children ?? []).filter((child) => child.type === "code_inline");
    return inline.map((child) => ({ text: child.content, isInline: true }));
  });
}

/** The strings of a TypeScript file, with `…` for what is inserted. */
export function stringsIn(file: string): readonly Passage[] {
  const found: Passage[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node)) found.push({ text: node.text, isInline: false });
    if (ts.isTemplateExpression(node)) {
      const text = [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join("…");
      found.push({ text, isInline: false });
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, readFileSync(file, "utf8"), ts.ScriptTarget.Latest));
  return found;
}

/** `tfprojects plan --prune`, up to the end of the command. */
const COMMAND = /(?<=^|[\s`:|&;($])tfprojects(?:@[\w.…-]+)? ((?:--)?[a-z](?:(?!tfprojects)[^`|;&>#\n")'])*)/g;
/** Names packages, not commands. */
const INSTALL = /\bnpm (?:install|uninstall) .*/g;
const OPTION = /(?<![\w-])--[a-z][\w-]*/g;
/** In sentences, the name of the package is followed by any word. */
const PROSE = /^(?:[a-z]+s|are|and|or|in|is|it|to|of|on|from|with|has|as|for|that|does|cannot|must|takes?|itself)\b/;

/** What is wrong with the commands and options that a text names: nothing if all exist. */
export function unknownCommands({ text, isInline }: Passage, program: Command): readonly string[] {
  const commands = [...text.replace(INSTALL, "").matchAll(COMMAND)].flatMap(([, words = ""]) =>
    problemsOf(words.trim(), program),
  );
  // Without a command, an option may be that of any.
  const isOption = isInline && text.startsWith("--");
  return isOption ? [...commands, ...unknownOptions(text, allCommands(program))] : commands;
}

function problemsOf(words: string, program: Command): readonly string[] {
  const [name = "", ...rest] = words.split(/[.,]?(?:\s+|$)/);
  if (name.startsWith("--")) return unknownOptions(words, [program]);
  const command = program.commands.find((it) => it.name() === name);
  if (command === undefined) return PROSE.test(words) ? [] : [`tfprojects ${name}`];
  const end = rest.indexOf("--");
  const own = end === -1 ? rest : rest.slice(0, end);
  return unknownOptions(own.join(" "), [command]).map((option) => `tfprojects ${name} ${option}`);
}

/** Options of npm, npx, V8 and esbuild, and what bash calls any option. */
const OF_OTHERS = [
  ...["--legacy-peer-deps", "--no"],
  ...["--interrupt-budget", "--invocation-count-for-turbofan"],
  ...["--external", "--format", "--outfile"],
  "--option",
];

/** The options in a text that none of the commands has. */
export function unknownOptions(text: string, commands: readonly Command[]): readonly string[] {
  const known = new Set([
    "--help",
    ...OF_OTHERS,
    ...commands.flatMap(({ options }) => options.flatMap(({ long }) => long ?? [])),
  ]);
  return [...text.matchAll(OPTION)].map(([option]) => option).filter((option) => !known.has(option));
}

export function allCommands(program: Command): readonly Command[] {
  return [program, ...program.commands];
}
