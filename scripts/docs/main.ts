import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { BLOCKS } from "./blocks";
import { documentPath, pageNow, readDocument, withBlock } from "./document";
import { PAGES } from "./pages";

/** Writes every generated document and block to docs/, and prints the changed documents. */
async function main(): Promise<void> {
  for (const page of PAGES) {
    const path = documentPath(page.path);
    const text = await pageNow(page);
    if (existsSync(path) && readDocument(page.path) === text) continue;
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
    console.log(`docs/${page.path}: wrote it`);
  }
  for (const block of BLOCKS) {
    const before = readDocument(block.document);
    const after = await withBlock(before, block);
    if (after === before) continue;
    writeFileSync(documentPath(block.document), after);
    console.log(`docs/${block.document}: wrote ${block.name}`);
  }
}

void main();
