import type { HclAttribute, HclBlock, HclFile } from "../terraform/hcl-file";
import { parseQuoted } from "../terraform/template";

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
  /** The files that a migration edits: those that an earlier one has written are left out. */
  readonly files: readonly ConfigurationFile[];
  /** Its code in Terraform JSON, which is only searched for addresses: it is edited by hand. */
  readonly jsonFiles: readonly TextFile[];
  /** Texts beside its code that may contain addresses of its resources. */
  readonly otherFiles: readonly TextFile[];
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

/** A text that is searched for addresses, and not edited. */
export interface TextFile {
  readonly path: string;
  readonly bytes: Buffer;
  readonly text: string;
}

/** A `module` block. */
export interface ModuleCall {
  readonly name: string;
  /** Path of the called module; undefined if it is not in a local folder, so that it cannot be edited. */
  readonly folder: string | undefined;
  readonly block: CodeBlock;
}

/** A block of the code. Its name is its last label. */
export interface CodeBlock {
  readonly name: string;
  readonly file: ConfigurationFile;
  readonly hcl: HclBlock;
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

/**
 * The folder of the module at a path of calls; undefined if it is not a local folder.
 *
 * @param start - The module with the first call.
 */
export function folderOf(
  { folders, root }: Configuration,
  calls: readonly string[],
  start: ModuleFolder = root,
): ModuleFolder | undefined {
  return calls.reduce<ModuleFolder | undefined>((folder, name) => {
    const path = folder?.calls.get(name)?.folder;
    return path === undefined ? undefined : folders.get(path);
  }, start);
}

/** The blocks of a type with these labels, except for the last one: `resource`, `tfe_project`. */
export function blocksOf(
  { files }: Pick<ModuleFolder, "files">,
  type: string,
  ...labels: readonly string[]
): readonly CodeBlock[] {
  return files.flatMap((file) =>
    file.blocks
      .filter((block) => block.type === type && labels.every((label, index) => block.labels[index]?.text === label))
      .map((block) => ({ name: block.labels[labels.length]?.text ?? "", file, hcl: block })),
  );
}

/** The blocks of a resource: several, if some are in override files. */
export function resourceBlocks(folder: ModuleFolder, type: string, name: string): readonly CodeBlock[] {
  return blocksOf(folder, "resource", type).filter((block) => block.name === name);
}

/** A nested block of a type, such as `lifecycle`. */
export function innerBlock({ file, hcl }: CodeBlock, type: string): CodeBlock | undefined {
  const found = hcl.blocks.find((it) => it.type === type);
  return found === undefined ? undefined : { name: type, file, hcl: found };
}

/** Whether a block has an argument. */
export function setsArgument({ hcl }: CodeBlock, name: string): boolean {
  return attributeIn(hcl, name) !== undefined;
}

function attributeIn({ attributes }: HclBlock, name: string): HclAttribute | undefined {
  return attributes.find((attribute) => attribute.name === name);
}

/** The expression of an argument. */
export function pieceIn({ file, hcl }: CodeBlock, name: string): Piece | undefined {
  const attribute = attributeIn(hcl, name);
  return attribute === undefined ? undefined : valueOf(file, attribute);
}

/** The expression of an argument. */
export function valueOf(file: ConfigurationFile, { valueStart, end }: HclAttribute): Piece {
  return { file, start: valueStart, end };
}

/** The text of an argument's expression. */
export function textIn(block: CodeBlock, name: string): string | undefined {
  const piece = pieceIn(block, name);
  return piece === undefined ? undefined : textOf(piece).trim();
}

/** The value of an argument that is a plain text. */
export function literalIn(block: CodeBlock, name: string): string | undefined {
  return parseQuoted(textIn(block, name) ?? "");
}

export function textOf({ file, start, end }: Piece): string {
  return file.text.slice(start, end);
}
