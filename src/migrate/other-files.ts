import { readdirSync, statSync } from "node:fs";
import { join, posix } from "node:path";
import { decodeText, EncodingError, readBytesSync } from "../text-file";
import { fileKind } from "../terraform/module-files";
import type { TextFile } from "./code";

/** Where Terraform looks for tests and for the data of their mocks, beside the folder of the module. */
const TEST_FOLDER = "tests";

const MAX_BYTES = 1024 * 1024;

/** Files in Terraform's language that are not part of the module: tests, mocks and queries. */
export const BESIDE_MODULE = /\.(?:tftest|tofutest|tfmock|tfquery)\.(?:hcl|json)$/;

/**
 * The texts in the folder of a module that are not its code, and may contain addresses of its resources: tests,
 * queries, scripts, documents.
 *
 * @param root - The folder of the root module.
 * @param path - The folder of the module, relative to it.
 */
export function readOtherFiles(root: string, path: string): readonly TextFile[] {
  return [path, posix.join(path, TEST_FOLDER)].flatMap((folder) =>
    namesIn(join(root, folder)).flatMap((name) => {
      const found = readOtherFile(join(root, folder, name));
      return found === undefined ? [] : [{ ...found, path: posix.join(folder, name) }];
    }),
  );
}

/** Names of files that people write. What cannot be listed contains none. */
function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name }) => name)
      .filter((name) => !name.startsWith(".") && fileKind(name) === undefined && !isData(name))
      .sort();
  } catch {
    return [];
  }
}

/** States, logs and JSON, such as that of plans, have the addresses of resources, too, and are never edited. */
function isData(name: string): boolean {
  return /\.tfstate(?:\.|$)|\.log$/.test(name) || (name.endsWith(".json") && !BESIDE_MODULE.test(name));
}

/** Undefined for what is not a text, is too large to be one that people write, or cannot be read. */
function readOtherFile(path: string): Omit<TextFile, "path"> | undefined {
  try {
    if (statSync(path).size > MAX_BYTES) return undefined;
    const bytes = readBytesSync(path);
    const text = decodeText(bytes);
    return text.includes("\0") ? undefined : { bytes, text };
  } catch (error) {
    if (error instanceof EncodingError || (error instanceof Error && "code" in error)) return undefined;
    throw error;
  }
}
