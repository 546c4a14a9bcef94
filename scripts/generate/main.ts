import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import style from "../../.oxfmtrc.json";
import { DATA_SOURCES, providerDefinition, RESOURCES, type Definition } from "../../src/model";
import { camelCase } from "../../src/schema";
import { classFile, type ClassSource } from "./class-file";
import { capitalized } from "./members";
import { definitionsFile } from "./definitions-file";
import { pageAssets } from "./page-assets";
import { referenceFile } from "./reference-file";

const SRC = resolve(__dirname, "../../src");

const CLASSES: readonly ClassSource[] = [
  ...Object.entries(RESOURCES).map(([type, definition]) => source("resource", "", definition, `RESOURCES.${type}`)),
  ...Object.entries(DATA_SOURCES).map(([type, definition]) =>
    source("data source", "data_", definition, `DATA_SOURCES.${type}`),
  ),
  { name: "TfprojectsProvider", kind: "provider", definition: providerDefinition, expression: "providerDefinition" },
];

/** A class with the name that cdktf gives it: `DataProject` of the data source `tfprojects_project`. */
function source(kind: ClassSource["kind"], prefix: string, definition: Definition, expression: string): ClassSource {
  const name = capitalized(camelCase(definition.type.replace("tfprojects_", prefix)));
  return { name, kind, definition, expression };
}

/** `data-project.ts` */
function fileOf({ name }: ClassSource): string {
  return `${name.replaceAll(/\B[A-Z]/g, "-$&").toLowerCase()}.ts`;
}

/** `npm run generate`: writes the construct classes from the definitions in the model, and the assets of HTML pages. */
async function main(): Promise<void> {
  const texts = new Map([["output-references.ts", referenceFile(CLASSES)]]);
  for (const it of CLASSES) texts.set(fileOf(it), classFile(it));
  await writeFolder(join(SRC, "constructs/generated"), texts);
  await writeFolder(join(SRC, "engine/generated"), new Map([["definitions.ts", definitionsFile()]]));
  const page = pageAssets(join(SRC, "engine/report/html/browser"));
  await writeFolder(join(SRC, "engine/report/html/generated"), new Map([["assets.ts", page]]));
}

/** Writes all files of a folder that contains only generated files. */
async function writeFolder(folder: string, texts: ReadonlyMap<string, string>): Promise<void> {
  mkdirSync(folder, { recursive: true });
  for (const other of readdirSync(folder).filter((file) => !texts.has(file))) rmSync(join(folder, other));
  for (const [file, text] of texts) await write(join(folder, file), text);
}

/** Does not write a file that is up to date: the build may generate again while types and lint are checked. */
async function write(path: string, text: string): Promise<void> {
  const { format } = await import("oxfmt");
  const { code, errors } = await format(path, text, { printWidth: style.printWidth });
  if (errors.length > 0)
    throw new Error(`${path} cannot be formatted: ${errors.map(({ message }) => message).join("; ")}`);
  if (!existsSync(path) || readFileSync(path, "utf8") !== code) writeFileSync(path, code);
}

void main();
