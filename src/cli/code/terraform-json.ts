import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";
import type { TerraformFile, TerraformModule } from "../../reconcile";
import { variableSetBy } from "./variables";
import { Problem, reasonOf } from "../problem";

/** Terraform JSON that was found. */
export interface FoundCode {
  readonly modules: readonly TerraformModule[];
  /** Files beside it that are not read. */
  readonly unread: readonly string[];
}

/**
 * Finds Terraform JSON: all stacks of a folder that cdktf wrote; the `*.tf.json` files of a folder that Terraform runs in; or one file.
 *
 * @param appFolder - That of the cdktf app which wrote it.
 * @throws Problem when there is none.
 */
export function findTerraformJson(path: string, appFolder?: string): FoundCode {
  const place = resolve(path);
  if (!existsSync(place))
    throw new Problem(`${path} does not exist.`, "Give the folder of your cdktf app, or one with Terraform JSON.");
  if (!statSync(place).isDirectory()) return { modules: [moduleOf(basename(dirname(place)), [place])], unread: [] };
  if (existsSync(join(place, "manifest.json"))) return { modules: stacksOf(place, appFolder), unread: [] };
  const names = readdirSync(place);
  const files = names.filter((name) => name.endsWith(".tf.json")).sort();
  if (files.length === 0) {
    throw new Problem(
      `${path} has no Terraform JSON: neither a cdktf.json, nor a manifest.json of cdktf, nor *.tf.json files.`,
      "Give the folder of your cdktf app, or one with Terraform JSON. HCL (*.tf) is not read.",
    );
  }
  return {
    modules: [
      moduleOf(
        basename(place),
        files.map((name) => join(place, name)),
      ),
    ],
    unread: names.filter((name) => name.endsWith(".tf")).map((name) => `${name} (HCL)`),
  };
}

/** Whether code, or a saved plan, is given as one file. */
export function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}

function stacksOf(folder: string, appFolder: string | undefined): readonly TerraformModule[] {
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
        throw new Problem(`The stack ${name} was synthesized as HCL, which is not read.`, "Synthesize without --hcl.");
      }
      return [moduleOf(name, [join(folder, file)], appFolder === undefined ? [] : [appFolder])];
    },
  );
  if (found.length > 0) return found;
  throw new Problem(`${path} names no stack.`, "Synthesize the app anew; it may have no stacks.");
}

function moduleOf(name: string, paths: readonly string[], appFolders: readonly string[] = []): TerraformModule {
  const [first = "."] = paths;
  return { name, files: paths.map(read), variableSetBy: variableSetBy([dirname(first), ...appFolders]) };
}

function read(path: string): TerraformFile {
  const shown = relative(process.cwd(), path);
  try {
    return { path: shown, content: JSON.parse(readFileSync(path, "utf8")) as unknown };
  } catch (error) {
    const why = reasonOf(error);
    throw new Problem(`${shown} cannot be read as Terraform JSON: ${why}.`, "Synthesize the app anew.", {
      cause: error,
    });
  }
}
