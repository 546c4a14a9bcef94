import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import * as babel from "prettier/plugins/babel";
import * as estree from "prettier/plugins/estree";
import * as markdown from "prettier/plugins/markdown";
import { format } from "prettier/standalone";
import style from "../../.oxfmtrc.json";
import type { Block } from "./block";
import type { Page } from "./page";

const DOCS = resolve(__dirname, "../../docs");

/** The path of a document in docs/. */
export function documentPath(document: string): string {
  return join(DOCS, document);
}

/** Reads a document. */
export function readDocument(document: string): string {
  return readFileSync(documentPath(document), "utf8");
}

/** The content of a block in a document. @throws Error if the document does not have the block exactly once */
export function blockIn(text: string, { name, document }: Pick<Block, "name" | "document">): string {
  return partsOf(text, name, document).content;
}

/** The document with the generated content of the block, formatted. */
export async function withBlock(text: string, block: Block): Promise<string> {
  const { before, after } = partsOf(text, block.name, block.document);
  return before + (await blockNow(block)) + after;
}

/** The generated content of a block. */
export async function blockNow({ markdown: content }: Block): Promise<string> {
  return `\n\n${(await formatted(await content(), "preserve")).trim()}\n\n`;
}

/** The content of a document that is generated as a whole. */
export function pageNow({ markdown: content }: Page): Promise<string> {
  return formatted(content(), "always");
}

function formatted(text: string, proseWrap: "always" | "preserve"): Promise<string> {
  const plugins = [markdown, babel, estree];
  return format(text, { parser: "markdown", plugins, printWidth: style.printWidth, proseWrap });
}

interface BlockParts {
  /** Includes the opening marker. */
  readonly before: string;
  readonly content: string;
  /** Includes the closing marker. */
  readonly after: string;
}

function partsOf(text: string, name: string, document: string): BlockParts {
  const opening = `<!-- generated: ${name} -->`;
  const [before, rest, ...more] = text.split(opening);
  const end = rest?.indexOf("<!-- end -->") ?? -1;
  if (before === undefined || rest === undefined || more.length > 0 || end < 0) {
    throw new Error(
      `docs/${document} must contain the block ${name} exactly once. Add a line ${opening}, and below it a line ` +
        "<!-- end -->. Then run: npm run docs",
    );
  }
  return { before: before + opening, content: rest.slice(0, end), after: rest.slice(end) };
}
