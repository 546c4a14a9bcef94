import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";

/** Files that Terraform takes values of variables from without being asked to. */
const VARIABLE_FILE = /^(terraform\.tfvars|.+\.auto\.tfvars)(\.json)?$/;

/**
 * Tells what gives a variable its value in place of its default: the environment, or a file of values that names it. What `-var` and `-var-file`
 * would say nobody knows here.
 *
 * @param folders - Where such files are looked for: that of the module, in which Terraform runs, and that of the cdktf app, from which cdktf takes them.
 */
export function variableSetBy(
  folders: readonly string[],
  env: Readonly<Record<string, string | undefined>> = process.env,
): (name: string) => string | undefined {
  return (name) => {
    if (env[`TF_VAR_${name}`] !== undefined) return `TF_VAR_${name}`;
    // A file that only speaks of it counts too: these files are Terraform's language, which is not read here.
    const word = new RegExp(`(?<![\\w-])${name.replace(/[^\w-]/g, "\\$&")}(?![\\w-])`);
    return folders.flatMap(variableFiles).find((file) => word.test(readFileSync(file, "utf8")));
  };
}

function variableFiles(folder: string): readonly string[] {
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder).filter((name) => VARIABLE_FILE.test(name));
  return names.sort().map((name) => relative(process.cwd(), join(folder, name)));
}
