import { posix } from "node:path";
import { generatedFile, type GeneratedFile } from "../files/generated-file";
import { hclAsJson } from "../terraform/hcl-as-json";
import { comment, separated } from "../terraform/hcl-format";
import type { Configuration, ModuleFolder } from "./code";
import { COMMENT, WRITTEN_BY } from "./configuration";

/** The file that stays part of the code, with the provider. */
export const KEPT_FILE = "tfprojects.tf";
/** The file that only the first apply needs. */
export const STATE_FILE = "migrate.tf";

/** A block of a file that a migration writes. */
export interface NewBlock {
  readonly file: typeof KEPT_FILE | typeof STATE_FILE;
  /** The folder of the module. */
  readonly folder: string;
  readonly lines: readonly string[];
}

/** The blocks that bring projects to their new addresses in the state. */
export type Method = "moved" | "removed";

/** The first versions of Terraform with these blocks. OpenTofu has both since 1.10. */
const VERSIONS: Readonly<Record<Method, string>> = { moved: "1.8", removed: "1.7" };

/** The name of a file that a migration writes into a folder. */
export function nameIn({ isJson }: Pick<ModuleFolder, "isJson">, file: NewBlock["file"]): string {
  return isJson ? `${file}.json` : file;
}

/** The files with these blocks, in the same order. */
export function filesOf(
  blocks: readonly NewBlock[],
  method: Method,
  { folders: modules }: Configuration,
): readonly GeneratedFile[] {
  const headers = {
    [KEPT_FILE]: [`${WRITTEN_BY} It is yours to change from now on.`],
    [STATE_FILE]: [
      `${WRITTEN_BY} The first apply takes over the objects in the`,
      "state, and changes none of them. Delete this file after it: in a module that several",
      `configurations use, after that of each. Blocks of type ${method} need Terraform ${VERSIONS[method]} or`,
      "OpenTofu 1.10.",
    ],
  };
  const folders = new Set(["", ...blocks.map(({ folder }) => folder)]);
  return [...folders].flatMap((folder) =>
    ([KEPT_FILE, STATE_FILE] as const).flatMap((file) => {
      const own = blocks.filter((block) => block.folder === folder && block.file === file).map(({ lines }) => lines);
      if (own.length === 0) return [];
      const isJson = modules.get(folder)?.isJson === true;
      const path = posix.join(folder, nameIn({ isJson }, file));
      if (!isJson) return [generatedFile(path, separated([comment(headers[file]), ...own]))];
      const content = { [COMMENT]: headers[file].join(" "), ...hclAsJson(separated(own)) };
      return [generatedFile(path, [JSON.stringify(content, undefined, 2)])];
    }),
  );
}
