import { existsSync, readdirSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { CDK_APP } from "../../model";
import type { TerraformFile } from "./blocks";
import type { Source } from "./read-source";
import type { TerraformModule } from "./read-configuration";
import { absolutePath, shownPath, type Surroundings } from "../../surroundings";
import { UserError } from "../../user-error";
import { messageOf } from "../../system-errors";
import { readJsonFile } from "../../text-file";
import { MANIFEST, readCdktfConfiguration, stacksIn, type CdktfConfiguration } from "../../terraform/cdk-app";
import { HCL_UNSUPPORTED, PASS_TERRAFORM_PLAN } from "../../terraform/plan-file";
import { variableSetBy } from "../../terraform/variables";

const USE_CODE = `Use the folder of your ${CDK_APP}, or one with Terraform JSON`;

/** A folder or a file that may have Terraform JSON. */
export type CodeSource = Extract<Source, { readonly kind: "file" | "folder" }>;

/** The CDK app in a folder; undefined if it has none. @throws UserError when its `cdktf.json` cannot be used. */
export function appIn({ kind, path }: CodeSource, surroundings: Surroundings): CdktfConfiguration | undefined {
  return kind === "folder" ? readCdktfConfiguration(absolutePath(path, surroundings)) : undefined;
}

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
 * @param app - The CDK app in the folder: then its output is read, as it was last synthesized.
 * @throws UserError when there is none.
 */
export function readTerraformJson(
  source: CodeSource,
  surroundings: Surroundings,
  app?: CdktfConfiguration,
): TerraformCode {
  const path = app?.outputFolder ?? source.path;
  const absolute = absolutePath(path, surroundings);
  const reader = new TerraformJsonReader(surroundings, app && absolutePath(source.path, surroundings));
  if (source.kind === "file") {
    const file = { path: shownPath(absolute, surroundings), content: source.content };
    return { modules: [reader.moduleOf(basename(dirname(absolute)), dirname(absolute), [file])], skipped: [] };
  }
  if (!existsSync(absolute)) {
    throw new UserError(`${path} does not exist.`, `${USE_CODE}.`, {
      code: "NO_CODE",
    });
  }
  if (existsSync(join(absolute, MANIFEST))) return { modules: reader.readStacks(absolute), skipped: [] };
  const names = readdirSync(absolute);
  const files = names.filter((name) => name.endsWith(".tf.json")).sort();
  if (files.length === 0) {
    throw new UserError(
      `${path} has no Terraform JSON: no cdktf.json, no ${MANIFEST} of a ${CDK_APP}, and no *.tf.json files.`,
      `${USE_CODE}. ${HCL_UNSUPPORTED}`,
      { code: "NO_CODE" },
    );
  }
  const own = files.map((name) => reader.readFile(join(absolute, name)));
  return {
    modules: [reader.moduleOf(basename(absolute), absolute, own)],
    skipped: names.filter((name) => name.endsWith(".tf")).map((name) => `${name} (HCL)`),
  };
}

/** Reads files of Terraform JSON. */
class TerraformJsonReader {
  constructor(
    private readonly surroundings: Surroundings,
    private readonly appFolder: string | undefined,
  ) {}

  readStacks(folder: string): readonly TerraformModule[] {
    const path = join(folder, MANIFEST);
    const stacks = this.#readable(path, () => stacksIn(folder));
    const modules = stacks.map(({ name, output }) => {
      if (!output.endsWith(".json")) {
        throw new UserError(
          `Stack ${name} was synthesized as HCL, which is not supported.`,
          `Run cdktf synth without --hcl, or pass Terraform's plan: ${PASS_TERRAFORM_PLAN}.`,
          { code: "UNREADABLE_CODE" },
        );
      }
      return this.moduleOf(name, dirname(output), [this.readFile(output)]);
    });
    if (modules.length > 0) return modules;
    throw new UserError(`${path} has no stacks.`, "Check that the app has a stack, and synthesize it again.", {
      code: "NO_CODE",
    });
  }

  moduleOf(name: string, folder: string, files: readonly TerraformFile[]): TerraformModule {
    const folders = this.appFolder === undefined ? [folder] : [folder, this.appFolder];
    return { name, folder, files, variableSetBy: variableSetBy(folders, this.surroundings) };
  }

  readFile(path: string): TerraformFile {
    return { path: shownPath(path, this.surroundings), content: this.#readable(path, () => readJsonFile(path)) };
  }

  /** Runs what reads a file of code. @throws UserError when it cannot be read. */
  #readable<T>(path: string, read: () => T): T {
    try {
      return read();
    } catch (error) {
      throw new UserError(
        `Cannot read ${shownPath(path, this.surroundings)} as Terraform JSON: ${messageOf(error)}.`,
        "Correct the file, or synthesize the app again.",
        { code: "UNREADABLE_CODE", cause: error },
      );
    }
  }
}
