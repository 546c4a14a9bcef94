import { existsSync, readdirSync } from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";
import { CDK_APP } from "../../model";
import type { TerraformFile } from "./blocks";
import type { Source } from "./open-source";
import type { TerraformModule } from "./read-configuration";
import { UserError } from "../../user-error";
import { messageOf } from "../../system-errors";
import { readJsonFile } from "../../text-file";
import { MANIFEST, stacksIn } from "../../terraform/cdk-app";
import { HCL_UNSUPPORTED, PASS_TERRAFORM_PLAN } from "../../terraform/plan-file";
import { variableSetBy } from "../../terraform/variables";

const USE_CODE = `Use the folder of your ${CDK_APP}, or one with Terraform JSON`;

/** A folder or a file that may have Terraform JSON. */
export type CodeSource = Extract<Source, { readonly kind: "file" | "folder" }>;

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
 * @throws UserError when there is none.
 */
export function readTerraformJson(source: CodeSource, appFolder?: string): TerraformCode {
  const { path } = source;
  const absolute = resolve(path);
  if (source.kind === "file") {
    const file = { path: relative(process.cwd(), absolute), content: source.content };
    return { modules: [moduleOf(basename(dirname(absolute)), dirname(absolute), [file])], skipped: [] };
  }
  if (!existsSync(absolute)) {
    throw new UserError(`${path} does not exist.`, `${USE_CODE}.`, {
      code: "NO_CODE",
    });
  }
  if (existsSync(join(absolute, MANIFEST))) return { modules: readStacks(absolute, appFolder), skipped: [] };
  const names = readdirSync(absolute);
  const files = names.filter((name) => name.endsWith(".tf.json")).sort();
  if (files.length === 0) {
    throw new UserError(
      `${path} has no Terraform JSON: no cdktf.json, no ${MANIFEST} of a ${CDK_APP}, and no *.tf.json files.`,
      `${USE_CODE}. ${HCL_UNSUPPORTED}`,
      { code: "NO_CODE" },
    );
  }
  const own = files.map((name) => readFile(join(absolute, name)));
  return {
    modules: [moduleOf(basename(absolute), absolute, own)],
    skipped: names.filter((name) => name.endsWith(".tf")).map((name) => `${name} (HCL)`),
  };
}

function readStacks(folder: string, appFolder: string | undefined): readonly TerraformModule[] {
  const path = join(folder, MANIFEST);
  const stacks = readable(path, () => stacksIn(folder));
  const modules = stacks.map(({ name, output }) => {
    if (!output.endsWith(".json")) {
      throw new UserError(
        `Stack ${name} was synthesized as HCL, which is not supported.`,
        `Run cdktf synth without --hcl, or pass Terraform's plan: ${PASS_TERRAFORM_PLAN}.`,
        { code: "UNREADABLE_CODE" },
      );
    }
    return moduleOf(name, dirname(output), [readFile(output)], appFolder);
  });
  if (modules.length > 0) return modules;
  throw new UserError(`${path} has no stacks.`, "Check that the app has a stack, and synthesize it again.", {
    code: "NO_CODE",
  });
}

function moduleOf(name: string, folder: string, files: readonly TerraformFile[], appFolder?: string): TerraformModule {
  return { name, files, variableSetBy: variableSetBy(appFolder === undefined ? [folder] : [folder, appFolder]) };
}

function readFile(path: string): TerraformFile {
  return { path: relative(process.cwd(), path), content: readable(path, () => readJsonFile(path)) };
}

/** Runs what reads a file of code. @throws UserError when it cannot be read. */
function readable<T>(path: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw new UserError(
      `Cannot read ${relative(process.cwd(), path)} as Terraform JSON: ${messageOf(error)}.`,
      "Correct the file, or synthesize the app again.",
      { code: "UNREADABLE_CODE", cause: error },
    );
  }
}
