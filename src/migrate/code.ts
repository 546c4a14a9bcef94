import type { JsonBlock } from "../terraform/json-blocks";
import type { HclAttribute, HclBlock, HclFile } from "../terraform/hcl-file";
import { hclString } from "../terraform/hcl-string";
import { parseQuoted, parseTemplate } from "../terraform/template";

/** The code of a configuration: the root module, and all modules that it calls by local paths. */
export interface Configuration {
  readonly root: ModuleFolder;
  /** The folders of all modules, including the root module, by path. */
  readonly folders: ReadonlyMap<string, ModuleFolder>;
}

/** The folder of a module. All paths are relative to that of the root module, with `/`. */
export interface ModuleFolder {
  /** Empty for the root module; of several paths to a folder, the first. */
  readonly path: string;
  /** The path without symbolic links. */
  readonly realPath: string;
  /** Without the files that an earlier migration has written. */
  readonly files: readonly ConfigurationFile[];
  readonly jsonFiles: readonly JsonFile[];
  /** Texts beside its code that may contain addresses of its resources. */
  readonly otherFiles: readonly OtherFile[];
  /** Whether what is written beside its code is Terraform JSON: its code in HCL, if any, declares nothing. */
  readonly isJson: boolean;
  /** The files that may be written, as they were read, by path. */
  readonly sources: ReadonlyMap<string, Buffer>;
  /** Names of the files that an earlier migration has written. */
  readonly written: ReadonlySet<string>;
  /** Calls of other modules, by name. */
  readonly calls: ReadonlyMap<string, ModuleCall>;
}

export interface ConfigurationFile extends HclFile {
  readonly path: string;
}

export interface JsonFile {
  readonly path: string;
  readonly text: string;
  readonly blocks: readonly JsonBlock[];
  /** Whether an earlier migration has written it. */
  readonly isWritten: boolean;
}

/** A text that is not code of a module. */
export interface OtherFile {
  readonly path: string;
  readonly bytes: Buffer;
  readonly text: string;
  /** Undefined if it is not in Terraform's language. */
  readonly code: ConfigurationFile | undefined;
}

/** A `module` block. */
export interface ModuleCall {
  readonly name: string;
  readonly source: string;
  /** Path of the called module; undefined if it is not in a local folder, so that it cannot be edited. */
  readonly folder: string | undefined;
  readonly code: CodeBlock;
}

/** A block of the code. Its name is its last label. */
export type CodeBlock = HclCode | JsonCode;

export interface HclCode {
  readonly kind: "hcl";
  readonly name: string;
  readonly file: ConfigurationFile;
  readonly block: HclBlock;
}

interface JsonCode {
  readonly kind: "json";
  readonly name: string;
  readonly file: JsonFile;
  readonly body: Readonly<Record<string, unknown>>;
}

/** A part of a text. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/** A part of a file. */
export interface Piece extends Range {
  readonly file: ConfigurationFile;
}

/** The folder of the module at this path of calls; undefined if it is not a local folder. */
export function folderOf(configuration: Configuration, calls: readonly string[]): ModuleFolder | undefined {
  return folderFrom(configuration, configuration.root, calls);
}

/** The same, for a path that begins in another module. */
export function folderFrom(
  { folders }: Configuration,
  start: ModuleFolder,
  calls: readonly string[],
): ModuleFolder | undefined {
  return calls.reduce<ModuleFolder | undefined>((folder, name) => {
    const path = folder?.calls.get(name)?.folder;
    return path === undefined ? undefined : folders.get(path);
  }, start);
}

/**
 * The paths of calls that lead to a module; `[]` leads to the root module.
 *
 * @param below - The modules that it leads on to: one that calls itself has no path.
 */
export function pathsTo(
  configuration: Configuration,
  module: ModuleFolder,
  below: readonly ModuleFolder[] = [],
): readonly (readonly string[])[] {
  if (module === configuration.root) return [[]];
  if (below.includes(module)) return [];
  return [...configuration.folders.values()].flatMap((caller) =>
    [...caller.calls.values()]
      .filter(({ folder }) => folder === module.path)
      .flatMap(({ name }) => pathsTo(configuration, caller, [module, ...below]).map((path) => [...path, name])),
  );
}

/** The blocks of a type with these labels, except for the last one: `resource`, `tfe_project`. */
export function blocksOf(
  { files, jsonFiles }: Pick<ModuleFolder, "files" | "jsonFiles">,
  type: string,
  ...labels: readonly string[]
): readonly CodeBlock[] {
  const inHcl = files.flatMap((file) =>
    file.blocks
      .filter((block) => block.type === type && labels.every((label, index) => block.labels[index]?.text === label))
      .map((block): HclCode => ({ kind: "hcl", name: block.labels[labels.length]?.text ?? "", file, block })),
  );
  const inJson = jsonFiles.flatMap((file) =>
    file.blocks
      .filter((block) => block.type === type && labels.every((label, index) => block.labels[index] === label))
      .map(({ labels: its, body }): JsonCode => ({ kind: "json", name: its[labels.length] ?? "", file, body })),
  );
  return [...inHcl, ...inJson];
}

/** The block of a resource; undefined if the folder has none. */
export function findResource(folder: ModuleFolder, type: string, name: string): CodeBlock | undefined {
  return blocksOf(folder, "resource", type).find((code) => code.name === name);
}

/** A nested block of a type, such as `lifecycle`. */
export function innerBlock({ file, block }: HclCode, type: string): HclCode | undefined {
  const found = block.blocks.find((it) => it.type === type);
  return found === undefined ? undefined : { kind: "hcl", name: type, file, block: found };
}

/** Whether a block has an argument. */
export function setsArgument(code: CodeBlock, name: string): boolean {
  return code.kind === "hcl" ? attributeIn(code.block, name) !== undefined : code.body[name] !== undefined;
}

export function attributeIn({ attributes }: HclBlock, name: string): HclAttribute | undefined {
  return attributes.find((attribute) => attribute.name === name);
}

/** The expression of an argument in HCL. */
export function pieceIn(code: CodeBlock, name: string): Piece | undefined {
  if (code.kind === "json") return undefined;
  const attribute = attributeIn(code.block, name);
  return attribute === undefined ? undefined : valueOf(code.file, attribute);
}

/** The expression of an argument. */
export function valueOf(file: ConfigurationFile, { valueStart, end }: HclAttribute): Piece {
  return { file, start: valueStart, end };
}

/** The text of an argument's expression, which JSON has as a string. */
export function textIn(code: CodeBlock, name: string): string | undefined {
  if (code.kind === "json") return expressionOf(code.body[name]);
  const piece = pieceIn(code, name);
  return piece === undefined ? undefined : textOf(piece);
}

function expressionOf(json: unknown): string | undefined {
  if (json === null) return "null";
  if (typeof json !== "string") return undefined;
  const [part, ...others] = parseTemplate(json);
  if (part === undefined || others.length > 0 || part.kind === "directive") return `"${json}"`;
  return part.kind === "text" ? hclString(part.text) : part.expression;
}

/** The value of an argument that is a plain text. */
export function literalIn(code: CodeBlock, name: string): string | undefined {
  return parseQuoted(textIn(code, name)?.trim() ?? "");
}

export function textOf({ file, start, end }: Piece): string {
  return file.text.slice(start, end);
}
