import { writeFileSync } from "node:fs";
import { BLOCKS } from "./blocks";
import { documentPath, readDocument, withBlock } from "./document";

/** Writes every generated block to its document in docs/, and prints the changed documents. */
async function main(): Promise<void> {
  for (const block of BLOCKS) {
    const before = readDocument(block.document);
    const after = await withBlock(before, block);
    if (after === before) continue;
    writeFileSync(documentPath(block.document), after);
    console.log(`docs/${block.document}: wrote ${block.name}`);
  }
}

void main();
