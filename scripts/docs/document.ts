import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import * as babel from "prettier/plugins/babel";
import * as estree from "prettier/plugins/estree";
import * as markdown from "prettier/plugins/markdown";
import { format } from "prettier/standalone";
import style from "../../.prettierrc.json";
import type { Block } from "./block";

const DOCS = resolve(__dirname, "../../docs");

/** Where a document of docs/ is. */
export function documentPath(document: string): string {
  return join(DOCS, document);
}

/** A document as it stands. */
export function readDocument(document: string): string {
  return readFileSync(documentPath(document), "utf8");
}

/** What a document has for a block. @throws Error when it has no such block, or more than one. */
export function blockIn(text: string, { name, document }: Pick<Block, "name" | "document">): string {
  return placeOf(text, name, document).content;
}

/** The document with what its block gives today, formatted as the repository's checks want it. */
export async function withBlock(text: string, block: Block): Promise<string> {
  const { before, after } = placeOf(text, block.name, block.document);
  return before + (await blockNow(block)) + after;
}

/** What a block gives today. */
export async function blockNow({ markdown: content }: Block): Promise<string> {
  const plugins = [markdown, babel, estree];
  const formatted = await format(content(), { parser: "markdown", plugins, printWidth: style.printWidth });
  return `\n\n${formatted.trim()}\n\n`;
}

interface Place {
  /** Up to and with the opening marker. */
  readonly before: string;
  readonly content: string;
  /** The closing marker and what follows. */
  readonly after: string;
}

function placeOf(text: string, name: string, document: string): Place {
  const opening = `<!-- generated: ${name} -->`;
  const [before, rest, ...more] = text.split(opening);
  const end = rest?.indexOf("<!-- end -->") ?? -1;
  if (before === undefined || rest === undefined || more.length > 0 || end < 0) {
    throw new Error(
      `docs/${document} must have the block ${name} exactly once: a line ${opening}, and below it a line <!-- end -->. Add the two lines, then run: npm run docs`,
    );
  }
  return { before: before + opening, content: rest.slice(0, end), after: rest.slice(end) };
}
