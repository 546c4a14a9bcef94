import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { buildPackage } from "../build";
import { BLOCKS } from "./blocks";
import { writeEmulatorReport } from "./conformance";
import { documentPath, pageNow, readDocument, withBlock } from "./document";
import { PAGES } from "./pages";
import { PICTURE, planPicture } from "./picture";
import { PLAN_SCHEMA, planSchemaNow } from "./plan-schema";

/** Writes every generated document and block, and the picture in README, and prints what has changed. */
async function main(): Promise<void> {
  buildPackage();
  for (const page of PAGES) {
    const path = documentPath(page.path);
    const text = await pageNow(page);
    if (existsSync(path) && readDocument(page.path) === text) continue;
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
    console.log(`docs/${page.path}: wrote it`);
  }
  if (await writeEmulatorReport()) console.log("docs/conformance/emulator.json: wrote it");
  for (const block of BLOCKS) {
    const before = readDocument(block.document);
    const after = await withBlock(before, block);
    if (after === before) continue;
    writeFileSync(documentPath(block.document), after);
    console.log(`docs/${block.document}: wrote ${block.name}`);
  }
  const schema = await planSchemaNow();
  if (readFileSync(PLAN_SCHEMA, "utf8") !== schema) {
    writeFileSync(PLAN_SCHEMA, schema);
    console.log("schema/plan.schema.json: wrote it");
  }
  await writePicture();
}

/** No test compares the bytes, which depend on the version of Chromium and on fonts. */
async function writePicture(): Promise<void> {
  const picture = await planPicture();
  if (picture === undefined) console.log(`docs/${PICTURE}: left as it is, because chromium is not on the PATH`);
  else if (!existsSync(documentPath(PICTURE)) || !readFileSync(documentPath(PICTURE)).equals(picture)) {
    mkdirSync(dirname(documentPath(PICTURE)), { recursive: true });
    writeFileSync(documentPath(PICTURE), picture);
    console.log(`docs/${PICTURE}: wrote it`);
  }
}

void main();
