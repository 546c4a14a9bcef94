import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";
import type { TerraformFile, TerraformModule } from "../../reconcile";
import { variableSetBy } from "./variables";
import { CliError, messageOf } from "../errors";

/** Terraform JSON that was found. */
export interface TerraformCode {
  readonly modules: readonly TerraformModule[];
  /** Files beside it that are not read. */
  readonly skipped: readonly string[];
}

/**
 * Finds Terraform JSON: all stacks of a folder that cdktf wrote; the `*.tf.json` files of a folder that Terraform runs in; or one file.
 *
 * @param appFolder - That of the cdktf app which wrote it.
 * @throws Problem when there is none.
 */
export function findTerraformJson(path: string, appFolder?: string): TerraformCode {
  const absolute = resolve(path);
  if (!existsSync(absolute))
    throw new CliError(`${path} does not exist.`, "Give the folder of your cdktf app, or one with Terraform JSON.");
  if (!statSync(absolute).isDirectory())
    return { modules: [readModule(basename(dirname(absolute)), [absolute])], skipped: [] };
  if (existsSync(join(absolute, "manifest.json"))) return { modules: readStacks(absolute, appFolder), skipped: [] };
  const names = readdirSync(absolute);
  const files = names.filter((name) => name.endsWith(".tf.json")).sort();
  if (files.length === 0) {
    throw new CliError(
      `${path} has no Terraform JSON: neither a cdktf.json, nor a manifest.json of cdktf, nor *.tf.json files.`,
      "Give the folder of your cdktf app, or one with Terraform JSON. HCL (*.tf) is not read.",
    );
  }
  return {
    modules: [
      readModule(
        basename(absolute),
        files.map((name) => join(absolute, name)),
      ),
    ],
    skipped: names.filter((name) => name.endsWith(".tf")).map((name) => `${name} (HCL)`),
  };
}

/** Whether code, or a saved plan, is given as one file. */
export function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}

function readStacks(folder: string, appFolder: string | undefined): readonly TerraformModule[] {
  const path = join(folder, "manifest.json");
  const manifest = read(path).content;
  const stacks =
    typeof manifest === "object" && manifest !== null && "stacks" in manifest ? manifest.stacks : undefined;
  const found = Object.entries(typeof stacks === "object" && stacks !== null ? stacks : {}).flatMap(
    ([name, stack]: [string, unknown]) => {
      const file =
        typeof stack === "object" && stack !== null && "synthesizedStackPath" in stack
          ? stack.synthesizedStackPath
          : undefined;
      if (typeof file !== "string") return [];
      if (!file.endsWith(".json")) {
        throw new CliError(`The stack ${name} was synthesized as HCL, which is not read.`, "Synthesize without --hcl.");
      }
      return [readModule(name, [join(folder, file)], appFolder === undefined ? [] : [appFolder])];
    },
  );
  if (found.length > 0) return found;
  throw new CliError(`${path} names no stack.`, "Synthesize the app anew; it may have no stacks.");
}

function readModule(name: string, paths: readonly string[], appFolders: readonly string[] = []): TerraformModule {
  const [first = "."] = paths;
  return { name, files: paths.map(read), variableSetBy: variableSetBy([dirname(first), ...appFolders]) };
}

function read(path: string): TerraformFile {
  const shown = relative(process.cwd(), path);
  try {
    return { path: shown, content: JSON.parse(readFileSync(path, "utf8")) as unknown };
  } catch (error) {
    const why = messageOf(error);
    throw new CliError(`${shown} cannot be read as Terraform JSON: ${why}.`, "Synthesize the app anew.", {
      cause: error,
    });
  }
}
