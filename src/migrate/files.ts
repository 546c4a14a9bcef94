import { posix } from "node:path";
import { generatedFile, type GeneratedFile } from "../files/generated-file";
import { comment, separated } from "../terraform/hcl-format";
import { WRITTEN_BY } from "./configuration";

/** The file that stays part of the code, with the provider. */
export const KEPT_FILE = "tfprojects.tf";
/** The file that only the first apply needs. */
export const MIGRATION_FILE = "migrate.tf";

/** A block of a file that a migration writes. */
export interface NewBlock {
  readonly file: typeof KEPT_FILE | typeof MIGRATION_FILE;
  /** The folder of the module. */
  readonly folder: string;
  readonly lines: readonly string[];
}

const HEADERS = {
  [KEPT_FILE]: [`${WRITTEN_BY} It is yours to change from now on.`],
  [MIGRATION_FILE]: [
    `${WRITTEN_BY} The first apply takes over the objects in the`,
    "state, and changes none of them. Delete this file after it: in a module that several",
    "configurations use, after that of each. Blocks that move objects to another type need",
    "Terraform 1.8 or OpenTofu 1.10.",
  ],
} as const;

/** The files with these blocks, in the same order. */
export function filesOf(blocks: readonly NewBlock[]): readonly GeneratedFile[] {
  const folders = new Set(["", ...blocks.map(({ folder }) => folder)]);
  return [...folders].flatMap((folder) =>
    ([KEPT_FILE, MIGRATION_FILE] as const).flatMap((file) => {
      const own = blocks.filter((block) => block.folder === folder && block.file === file).map(({ lines }) => lines);
      if (own.length === 0) return [];
      return [generatedFile(posix.join(folder, file), separated([comment(HEADERS[file]), ...own]))];
    }),
  );
}
