import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { readTextFile } from "../text-file";
import { shownPath, type ProcessContext } from "../process-context";

/**
 * Variable definition files that Terraform loads automatically.
 *
 * @see https://developer.hashicorp.com/terraform/language/values/variables#assign-values-to-input-variables
 */
const VARIABLE_FILE = /^(terraform\.tfvars|.+\.auto\.tfvars)(\.json)?$/;

/** What may be the name of a variable. */
const WORDS = /[\p{ID_Continue}-]+/gu;

/**
 * Finds what overrides the default of a variable: the environment, or a variable definition file that mentions it.
 * `-var` and `-var-file` options cannot be known.
 *
 * @param folders - Where to look for such files: the folder of the module and of the CDK app, whose files it passes on.
 */
export async function variableSetBy(
  folders: readonly string[],
  context: ProcessContext,
): Promise<(name: string) => string | undefined> {
  const files = (await Promise.all(folders.map(variableFiles))).flat();
  return (name) => {
    if (context.env[`TF_VAR_${name}`] !== undefined) return `TF_VAR_${name}`;
    // These files are HCL, which is not parsed: a file that mentions the name counts as one that sets it.
    // Terraform reports why a file cannot be read; what it sets is not known.
    const file = files.find(({ words }) => words?.has(name) !== false);
    return file && shownPath(file.path, context);
  };
}

interface VariableFile {
  readonly path: string;
  /** The names that it mentions; undefined if it cannot be read. */
  readonly words: ReadonlySet<string> | undefined;
}

async function variableFiles(folder: string): Promise<readonly VariableFile[]> {
  const entries = await readdir(folder).catch(() => []);
  const paths = entries
    .filter((name) => VARIABLE_FILE.test(name))
    .sort()
    .map((name) => join(folder, name));
  return Promise.all(
    paths.map(async (path) => {
      const text = await readTextFile(path).catch(() => undefined);
      return { path, words: text === undefined ? undefined : new Set(text.match(WORDS)) };
    }),
  );
}
