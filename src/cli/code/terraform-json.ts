import { existsSync, readdirSync, statSync } from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";
import { CDK_APP } from "../../model";
import type { TerraformFile, TerraformModule } from "../../reconcile";
import { CliError, messageOf } from "../errors";
import { membersOf, readJsonFile } from "./json-file";
import { HCL_UNSUPPORTED, PASS_TERRAFORM_PLAN } from "./terraform-plan";
import { variableSetBy } from "./variables";

const USE_CODE = `Use the folder of your ${CDK_APP}, or one with Terraform JSON`;

/** The Terraform JSON of a path. */
export interface TerraformCode {
  readonly modules: readonly TerraformModule[];
  /** Configuration files that are not read, because they are HCL. */
  readonly skipped: readonly string[];
}

/**
 * Reads Terraform JSON: all stacks in the output folder of a CDK app, the `*.tf.json` files of any other folder, or one
 * file.
 *
 * @param appFolder - The folder of the CDK app whose output it is.
 * @throws CliError when there is none.
 */
export function findTerraformJson(path: string, appFolder?: string): TerraformCode {
  const absolute = resolve(path);
  if (!existsSync(absolute)) {
    throw new CliError(`${path} does not exist.`, `${USE_CODE}.`, {
      code: "NO_CODE",
    });
  }
  if (!statSync(absolute).isDirectory()) {
    return { modules: [readModule(basename(dirname(absolute)), [absolute])], skipped: [] };
  }
  if (existsSync(join(absolute, "manifest.json"))) return { modules: readStacks(absolute, appFolder), skipped: [] };
  const names = readdirSync(absolute);
  const files = names.filter((name) => name.endsWith(".tf.json")).sort();
  if (files.length === 0) {
    throw new CliError(
      `${path} has no Terraform JSON: no cdktf.json, no manifest.json of a ${CDK_APP}, and no *.tf.json files.`,
      `${USE_CODE}. ${HCL_UNSUPPORTED}`,
      { code: "NO_CODE" },
    );
  }
  const paths = files.map((name) => join(absolute, name));
  return {
    modules: [readModule(basename(absolute), paths)],
    skipped: names.filter((name) => name.endsWith(".tf")).map((name) => `${name} (HCL)`),
  };
}

/** Whether the path is a file: Terraform JSON or a saved plan. */
export function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}

function readStacks(folder: string, appFolder: string | undefined): readonly TerraformModule[] {
  const path = join(folder, "manifest.json");
  const { stacks } = membersOf(read(path).content);
  const modules = Object.entries(membersOf(stacks)).flatMap(([name, stack]) => {
    const { synthesizedStackPath: file } = membersOf(stack);
    if (typeof file !== "string") return [];
    if (!file.endsWith(".json")) {
      throw new CliError(
        `Stack ${name} was synthesized as HCL, which is not supported.`,
        `Synthesize it again without --hcl, or pass Terraform's plan: ${PASS_TERRAFORM_PLAN}.`,
        { code: "UNREADABLE_CODE" },
      );
    }
    return [readModule(name, [join(folder, file)], appFolder === undefined ? [] : [appFolder])];
  });
  if (modules.length > 0) return modules;
  throw new CliError(`${path} has no stacks.`, "Check that the app has a stack, and synthesize it again.", {
    code: "NO_CODE",
  });
}

function readModule(name: string, paths: readonly string[], appFolders: readonly string[] = []): TerraformModule {
  const [first = "."] = paths;
  return { name, files: paths.map(read), variableSetBy: variableSetBy([dirname(first), ...appFolders]) };
}

function read(path: string): TerraformFile {
  const shown = relative(process.cwd(), path);
  try {
    return { path: shown, content: readJsonFile(path) };
  } catch (error) {
    throw new CliError(
      `Cannot read ${shown} as Terraform JSON: ${messageOf(error)}.`,
      "Correct the file, or synthesize the app again.",
      { code: "UNREADABLE_CODE", cause: error },
    );
  }
}
