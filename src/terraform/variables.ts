import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { readTextFile } from "../text-file";
import { escapeRegExp } from "../escape-reg-exp";
import { shownPath, type Surroundings } from "../surroundings";

/**
 * Variable definition files that Terraform loads automatically.
 *
 * @see https://developer.hashicorp.com/terraform/language/values/variables#assign-values-to-input-variables
 */
const VARIABLE_FILE = /^(terraform\.tfvars|.+\.auto\.tfvars)(\.json)?$/;

/**
 * Finds what overrides the default of a variable: the environment, or a variable definition file that mentions it.
 * `-var` and `-var-file` options cannot be known.
 *
 * @param folders - Where to look for such files: the folder of the module and of the CDK app, whose files it passes on.
 */
export function variableSetBy(
  folders: readonly string[],
  surroundings: Surroundings,
): (name: string) => string | undefined {
  return (name) => {
    if (surroundings.env[`TF_VAR_${name}`] !== undefined) return `TF_VAR_${name}`;
    // These files are HCL, which is not parsed: a file that mentions the name counts as one that sets it.
    const word = new RegExp(`(?<![\\w-])${escapeRegExp(name)}(?![\\w-])`);
    const file = folders.flatMap(variableFiles).find((path) => mentions(path, word));
    return file && shownPath(file, surroundings);
  };
}

function mentions(file: string, word: RegExp): boolean {
  try {
    return word.test(readTextFile(file));
  } catch {
    // Terraform reports why it cannot be read; what it sets is not known.
    return true;
  }
}

function variableFiles(folder: string): readonly string[] {
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder).filter((name) => VARIABLE_FILE.test(name));
  return names.sort().map((name) => join(folder, name));
}
